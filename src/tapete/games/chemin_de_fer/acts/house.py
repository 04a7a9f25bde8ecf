"""What the house and the people do around the coups: preparing the shoe, places and the list, posts, absence, time."""

from __future__ import annotations

from typing import ClassVar

from tapete.kernel import ActBody, PersonId


class OfferCards(ActBody, frozen=True, tag="offer-cards"):
    """The croupier offers the shuffled cards to the players («señores y señoras, las cartas pasan»)."""


class DeclineCut(ActBody, frozen=True, tag="decline-cut"):
    """The person to whom the cut is offered leaves it to the next."""


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
