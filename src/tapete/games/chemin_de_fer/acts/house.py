"""What the house and the people do around the coups: preparing the shoe, places and the list, posts, absence, time."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.kernel import ActBody, PersonId


class OfferCards(ActBody, frozen=True, tag="offer-cards"):
    """The croupier offers the shuffled cards to the players («señores y señoras, las cartas pasan»)."""


class DeclineCut(ActBody, frozen=True, tag="decline-cut"):
    """The person to whom the cut is offered leaves it to the next."""


class InsertStopCard(ActBody, frozen=True, tag="insert-stop-card"):
    """The croupier puts the stop card in, with ``below`` cards behind it; as the rulebook says when not given."""

    below: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class AskCardCheck(ActBody, frozen=True, tag="ask-card-check"):
    """A player asks that the cards be checked at the end of the shoe."""

    is_timeless: ClassVar[bool] = True


class CheckCards(ActBody, frozen=True, tag="check-cards"):
    """The croupier or the inspector has counted the used and the remaining cards at the end of a shoe.

    ``complete``: each rank and suit was there as often as there are packs.
    """

    found: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    complete: bool = True


class JoinList(ActBody, frozen=True, tag="join-list"):
    """Enter the waiting list for a place; the inspector may enter another person."""

    is_timeless: ClassVar[bool] = True
    person: PersonId | None = None


class LeaveList(ActBody, frozen=True, tag="leave-list"):
    """Go off the waiting list; the inspector may strike another person off it."""

    is_timeless: ClassVar[bool] = True
    person: PersonId | None = None


class AskSeatChange(ActBody, frozen=True, tag="ask-seat-change"):
    """A seated player asks for another place once the shoe is over."""

    is_timeless: ClassVar[bool] = True


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director's options, between shoes; what is not given stays as it is."""

    banco_freedom: bool | None = None
    no_bank_max: bool | None = None


class CallOff(ActBody, frozen=True, tag="call-off"):
    """The croupier calls a coup off on which nobody has staked anything that plays."""
