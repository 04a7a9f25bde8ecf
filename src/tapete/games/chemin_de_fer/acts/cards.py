"""What people do with the cards of a coup, where the act names a hand or a person of this game.

The others are the same at every table where a player holds the bank (:mod:`tapete.games.banked.acts`).
"""

from __future__ import annotations

from tapete.games.banked import acts
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import ActBody, PersonId


class DealCard(acts.DealCard, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(ActBody, frozen=True, tag="carry-cards"):
    """The croupier carries the punto's cards to the player entitled to them, or by mistake to another."""

    person: PersonId | None = None


class Lift(acts.Lift, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand from the cloth and looks at them. ``person``: who, where the croupier keys
    it.
    """

    hand: Hand


class LayDown(acts.LayDown, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class ShowHand(acts.ShowHand, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class Report(acts.Report, frozen=True, tag="report"):
    """Staff report what happened to a card, or anything that no clause foresees.

    ``fault_of``: by whose hand, where it was somebody's. ``position``: the card; ``hand``: whom it concerns (the hand
    that got two third cards, the hand that was advised); ``count``: how many cards left the shoe by it that the table
    has not counted yet; ``person``: who did it, where that matters. Only what the clause needs is asked for.
    """

    accident: Accident
    hand: Hand | None = None
