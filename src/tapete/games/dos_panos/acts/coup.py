"""What people do in a coup: stakes, banco, the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.banked import acts as banked
from tapete.games.dos_panos.terms import Accident, Hand, Spot
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount


class CallBanco(ActBody, frozen=True, tag="call-banco"):
    """Somebody calls banco: he plays against the whole bank, on both cloths."""


class CloseCalls(ActBody, frozen=True, tag="close-calls"):
    """The croupier ends the time in which banco may be called."""


class CallOff(ActBody, frozen=True, tag="call-off"):
    """The croupier calls a coup off that cannot be dealt: a cloth has too few punters left, nothing plays, nobody may
    hold the cards of a cloth, or the bank does not cover the stakes.
    """


class Stake(ActBody, frozen=True, tag="stake"):
    """Somebody lays ``amount`` cents on a spot of a cloth; it takes the place of what he had there."""

    amount: Amount
    cloth: Hand
    spot: Spot = Spot.CLOTH


class TakeStake(ActBody, frozen=True, tag="take-stake"):
    """Somebody takes his stake back from a spot, before the closing words."""

    cloth: Hand
    spot: Spot = Spot.CLOTH


class DealCard(banked.DealCard, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(ActBody, frozen=True, tag="carry-cards"):
    """The croupier carries the cards of the cloths to their players with the paddle."""


class Lift(banked.Lift, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand and looks at them."""

    hand: Hand


class LayDown(banked.LayDown, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class ShowHand(banked.ShowHand, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class AskAdvice(ActBody, frozen=True, tag="ask-advice"):
    """A hand player asks the croupier what to say, and then says it."""


class PlaceCards(ActBody, frozen=True, tag="place-cards"):
    """A hand player lays his two cards crossed, for «no», or side by side, for «carta»: a custom of some tables."""

    crossed: bool


class Associate(ActBody, frozen=True, tag="associate"):
    """A punter puts ``amount`` cents of his chips together with another's, who stakes them for both."""

    partner: PersonId
    amount: Amount


class GiveCard(ActBody, frozen=True, tag="give-card"):
    """The banker gives a cloth its third card, face up."""

    hand: Hand


class Report(banked.Report, frozen=True, tag="report"):
    """Staff report what happened to a card or a hand, or anything that no clause foresees.

    ``fault_of``: by whose hand, where it was somebody's. ``position``: the card; ``hand``: whom it concerns;
    ``count``: how many cards left the shoe by it that the table has not counted yet; ``person``: who did it, where that
    matters. Only what the clause needs is asked for.
    """

    accident: Accident
    hand: Hand | None = None


class Testify(ActBody, frozen=True, tag="testify"):
    """Somebody who saw a hand that the croupier threw in says its score. ``person``: who, where the croupier keys
    it.
    """

    is_timeless: ClassVar[bool] = True
    hand: Hand
    total: Annotated[int, msgspec.Meta(ge=0, le=9)]
    person: PersonId | None = None


class RepeatBanco(ActBody, frozen=True, tag="repeat-banco"):
    """Whoever called a banco that was void plays it once more, or lets it be."""

    again: bool = True


__all__ = [
    "AskAdvice",
    "Associate",
    "CallBanco",
    "CarryCards",
    "CloseCalls",
    "DealCard",
    "GiveCard",
    "LayDown",
    "Lift",
    "PlaceCards",
    "RepeatBanco",
    "Report",
    "ShowHand",
    "Stake",
    "TakeStake",
    "Testify",
]
