"""What people do with the cards of a coup where a player holds the bank, and what staff report of them.

A game whose hands have names of their own narrows ``hand`` in a class of its own, under the same tag.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from tapete.games.baccarat.effects import Party
from tapete.games.banked.coup import Word
from tapete.kernel import ActBody, ByKind, Decision, PersonId
from tapete.rulebooks import ByLibrary
from tapete.table.state import IncidentReport

Handler = Callable[[Any, PersonId, Any], Decision] | ByLibrary[Decision]
F = TypeVar("F", bound=Callable[..., Decision])


class Deciders(ByKind[Handler]):
    """What decides each act of a game."""

    def enter(self, *kinds: type[ActBody], by_library: bool = False) -> Callable[[F], F]:
        """Return a decorator that enters what decides acts; ``by_library``: it is given the rulebooks too."""

        def entered(function: F) -> F:
            self.enter_all(dict.fromkeys(kinds, ByLibrary(function) if by_library else function))
            return function

        return entered


class DealCard(ActBody, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: str


class Lift(ActBody, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand and looks at them. ``person``: who, where the croupier keys it."""

    hand: str
    person: PersonId | None = None


class LayDown(ActBody, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: str


class ShowHand(ActBody, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: str


class Report(IncidentReport, frozen=True, tag="report"):
    """Staff report what happened to a card, or anything that no clause foresees.

    ``fault_of``: by whose hand, where it was somebody's. ``position``: the card; ``hand``: whom it concerns (the hand
    that got two third cards, the hand that was advised); ``count``: how many cards left the shoe by it that the table
    has not counted yet; ``person``: who did it, where that matters. Only what the clause needs is asked for.
    """

    accident: str
    fault_of: Party | None = None
    position: Annotated[int, msgspec.Meta(ge=0)] | None = None
    hand: str | None = None
    count: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    person: PersonId | None = None
    note: Annotated[str, msgspec.Meta(max_length=400)] = ""


class StandIn(ActBody, frozen=True, tag="stand-in"):
    """The croupier takes over the cards of a holder who is away from the table, and plays them by the scheme."""


class AskAdvice(ActBody, frozen=True, tag="ask-advice"):
    """A side asks the croupier what to say, and then says it."""


class Say(ActBody, frozen=True, tag="say"):
    """A side says «carta» or «no»."""

    word: Word


class GiveCard(ActBody, frozen=True, tag="give-card"):
    """The banker gives a side its third card, face up."""


class DrawCard(ActBody, frozen=True, tag="draw-card"):
    """The banker takes a third card themselves, face up."""


class Stand(ActBody, frozen=True, tag="stand"):
    """The banker stands."""


class AskTable(ActBody, frozen=True, tag="ask-table"):
    """The banker asks for the banker's table («cuadro de jugadas») and is bound by it in this coup."""


class Choose(ActBody, frozen=True, tag="choose"):
    """Somebody answers a choice that a ruling offered them."""

    choice: str
    option: str


class PickUp(ActBody, frozen=True, tag="pick-up"):
    """Somebody picks a card up from the floor. ``person``: who, where the croupier keys it."""

    is_timeless: ClassVar[bool] = True
    position: Annotated[int, msgspec.Meta(ge=0)]
    person: PersonId | None = None
