"""Acts after the game: payment, what nobody won, a void game and its refunds."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.bingo.terms import Fate, Means, Name, Position, Prize, Reason
from tapete.kernel import ActBody, PersonId

GameName = Annotated[str, msgspec.Meta(pattern="^([0-9]{1,7}(/[12])?)?$")]
"""A game, «12», or a game of a double, «12/1»; empty for the present one."""


class PayPrize(ActBody, frozen=True, tag="pay-prize"):
    """Pay the prize of a winning cartón: of one in an account to its owner, else to whoever brings it."""

    is_timeless: ClassVar[bool] = True
    prize: Prize
    card: Name
    game: GameName = ""
    means: Means = Means.CASH
    person: PersonId | None = None


class LeaveUncollected(ActBody, frozen=True, tag="leave-uncollected"):
    """Decide that a game is closed though a prize has not been collected; it stays owed."""

    prize: Prize
    card: Name
    reason: Reason = ""
    game: GameName = ""


class DecideUnawarded(ActBody, frozen=True, tag="decide-unawarded"):
    """Decide what becomes of a prize that nobody won and that is held."""

    is_timeless: ClassVar[bool] = True
    prize: Prize
    fate: Fate
    reason: Reason = ""
    game: GameName = ""


class DecideUncollected(ActBody, frozen=True, tag="decide-uncollected"):
    """Decide what becomes of a prize that was left for later and that nobody has collected."""

    is_timeless: ClassVar[bool] = True
    game: GameName
    prize: Prize
    card: Name
    fate: Fate
    reason: Reason = ""


class EndRefunds(ActBody, frozen=True, tag="end-refunds"):
    """Give nothing more back of a void game: what nobody has come for is the house's."""

    is_timeless: ClassVar[bool] = True
    game: GameName
    reason: Reason = ""


class EndGame(ActBody, frozen=True, tag="end-game"):
    """Close the game: everything is paid or stays owed."""


class ReportCallerError(ActBody, frozen=True, tag="report-caller-error"):
    """Somebody says that a wrong number was announced."""

    is_timeless: ClassVar[bool] = True
    note: Reason = ""


class ReportCause(ActBody, frozen=True, tag="report-cause"):
    """Report something that may make the game void."""

    is_timeless: ClassVar[bool] = True
    cause: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z-]{0,39}$")]
    note: Reason = ""


class VoidGame(ActBody, frozen=True, tag="void-game"):
    """Declare the game void, with its cause and the reason.

    Where a prize was paid already, ``recover`` says whether it is taken back out of the account that it was paid into,
    and ``has_cash_back`` whether the cash came back that was paid. What does not come back is borne by the house.
    """

    is_timeless: ClassVar[bool] = True
    cause: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z-]{0,39}$")]
    reason: Reason = ""
    recover: bool | None = None
    has_cash_back: bool | None = None


class LetStand(ActBody, frozen=True, tag="let-stand"):
    """Decide that what was reported does not touch the game in substance, or ``is_untrue``: it did not happen.

    ``serial`` is the report that is ruled on; 0 is every one that waits.
    """

    is_timeless: ClassVar[bool] = True
    reason: Reason = ""
    is_untrue: bool = False
    serial: Annotated[int, msgspec.Meta(ge=0)] = 0


class ReturnCards(ActBody, frozen=True, tag="return-cards"):
    """Hand cartones of a void game back to the table."""

    is_timeless: ClassVar[bool] = True
    series: Name
    first: Position
    last: Position
    game: GameName = ""


class PayRefund(ActBody, frozen=True, tag="pay-refund"):
    """Give the price of cartones back that were handed in."""

    is_timeless: ClassVar[bool] = True
    series: Name
    first: Position
    last: Position
    game: GameName = ""
