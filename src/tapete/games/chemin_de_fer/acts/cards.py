"""What people do with the cards of a coup, and the words that go with them."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import ActBody, PersonId


class StandIn(ActBody, frozen=True, tag="stand-in"):
    """The croupier takes over the cards of a holder who is away from the table, and plays them by the scheme."""


class AskAdvice(ActBody, frozen=True, tag="ask-advice"):
    """The punto asks the croupier what to say, and then says it."""


class DealCard(ActBody, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(ActBody, frozen=True, tag="carry-cards"):
    """The croupier carries the punto's cards to the player entitled to them, or by mistake to another."""

    person: PersonId | None = None


class Lift(ActBody, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand from the cloth and looks at them. ``person``: who, where the croupier keys
    it.
    """

    hand: Hand
    person: PersonId | None = None


class Say(ActBody, frozen=True, tag="say"):
    """The punto says «carta» or «no»."""

    word: Word


class LayDown(ActBody, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class GiveCard(ActBody, frozen=True, tag="give-card"):
    """The banker gives the punto his third card, face up."""


class DrawCard(ActBody, frozen=True, tag="draw-card"):
    """The banker takes a third card himself, face up."""


class Stand(ActBody, frozen=True, tag="stand"):
    """The banker stands."""


class AskTable(ActBody, frozen=True, tag="ask-table"):
    """The banker asks for the banker's table («cuadro de jugadas») and is bound by it in this coup."""


class Choose(ActBody, frozen=True, tag="choose"):
    """Somebody answers a choice that a ruling offered him."""

    choice: str
    option: str


class ShowHand(ActBody, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class PickUp(ActBody, frozen=True, tag="pick-up"):
    """Somebody picks a card up from the floor. ``person``: who, where the croupier keys it."""

    is_timeless: ClassVar[bool] = True
    position: Annotated[int, msgspec.Meta(ge=0)]
    person: PersonId | None = None


class TimeUp(ActBody, frozen=True, tag="time-up"):
    """The clock: the player has held the cards for as long as the house gives him."""
