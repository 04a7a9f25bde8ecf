"""Acts of the sale, from its announcement to the start of the game."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.bingo.terms import Means, Name, Position, Reason
from tapete.kernel import ActBody, PersonId
from tapete.money import Cents


class AnnounceSale(ActBody, frozen=True, tag="announce-sale"):
    """Announce which series are on sale, how many cartones they have and at which value.

    ``deferred`` sets, for doubles, whether the prizes of the first game wait for the second; else the rulebook does.
    """

    opens_cycle: ClassVar[bool] = True
    series: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=20)]
    deferred: bool | None = None


class SellCards(ActBody, frozen=True, tag="sell-cards"):
    """Sell the cartones of a range. What is paid from an account belongs to that person; paper to whoever holds it."""

    series: Name
    first: Position
    last: Position
    person: PersonId | None = None
    means: Means = Means.CASH


MOST_WANTED = 10**4
"""So many cartones are asked for at once at most."""


class WantCards(ActBody, frozen=True, tag="want-cards"):
    """Ask for cartones that are paid from one's account; 0 takes the wish back. The seller brings them."""

    is_timeless: ClassVar[bool] = True
    series: Name
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_WANTED)]


class TakeCardsBack(ActBody, frozen=True, tag="take-cards-back"):
    """Take cartones back before the sale is closed, against their price."""

    series: Name
    first: Position
    last: Position


class HandOverTakings(ActBody, frozen=True, tag="hand-over-takings"):
    """The cashier takes over what a seller has taken: the amount that was counted. One that differs from the books is
    booked when somebody else has confirmed it.
    """

    seller: PersonId
    amount: Annotated[Cents, msgspec.Meta(ge=0, le=10**11)]


class GiveBackTakings(ActBody, frozen=True, tag="give-back-takings"):
    """The cashier gives a seller back what he handed over too much, because a sale was put right afterwards."""

    seller: PersonId
    amount: Annotated[Cents, msgspec.Meta(ge=1, le=10**11)]


class ConfirmTakings(ActBody, frozen=True, tag="confirm-takings"):
    """A second person stands by a count that differs from the books, and says why it is so."""

    serial: Annotated[int, msgspec.Meta(ge=1)]
    reason: Reason


class CallOffSale(ActBody, frozen=True, tag="call-off-sale"):
    """End the sale without a game; the price is given back."""

    reason: Reason = ""


class CloseSale(ActBody, frozen=True, tag="close-sale"):
    """Declare the sale over."""


class CollectUnsold(ActBody, frozen=True, tag="collect-unsold"):
    """Take in what was not sold of a series, counted; with a reason where it was counted before."""

    series: Name
    count: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    reason: Reason = ""


class Recount(ActBody, frozen=True, tag="recount-sale"):
    """Put the sale right before the start: a range was sold and not entered, or entered and not sold.

    ``seller`` sold what was not entered; the one who calls, if nobody is named.
    """

    series: Name
    first: Position
    last: Position
    was_sold: bool
    reason: Reason = ""
    seller: PersonId | None = None


class AnnounceSold(ActBody, frozen=True, tag="announce-sold"):
    """Announce the cartones that were sold, by series and numbers."""


class CoverShortfall(ActBody, frozen=True, tag="cover-shortfall"):
    """The house pays what fixed prizes come to beyond the sales."""


class AnnouncePrizes(ActBody, frozen=True, tag="announce-prizes"):
    """Announce the prizes of línea and bingo."""


class AnnounceStart(ActBody, frozen=True, tag="announce-start"):
    """Announce that the game begins."""


class AnnounceSecond(ActBody, frozen=True, tag="announce-second"):
    """Announce that the second game of a double begins."""
