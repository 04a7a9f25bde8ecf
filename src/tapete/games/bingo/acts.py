"""What people do in a bingo hall. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.chance import BallOut as BallOut, ChanceKind, SealUrn as SealUrn
from tapete.games.bingo.inventory import Inventory, Medium, Secrets
from tapete.games.bingo.terms import CheckItem, Fate, Means, Name, Number, Position, Prize, Range, Reason, SeriesKind
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount, Cents
from tapete.table.acts import BuyIn as BuyIn, CashOut as CashOut, Relieve as Relieve, TimeUp as TimeUp
from tapete.table.staff import Role


class Timeless(ActBody, frozen=True):
    """An act that fits any step: who does it has no window in mind."""

    is_timeless: ClassVar[bool] = True


class Call(Timeless, frozen=True):
    """A call of «línea» or «bingo». ``part`` is the part of a double that is used; 0 leaves it open."""

    prize: str
    card: Name
    part: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class OfCards(ActBody, frozen=True):
    series: Name
    first: Position
    last: Position

    @property
    def cards(self) -> Range:
        return Range(self.series, self.first, self.last)


class CallPrize(Call, frozen=True, tag="call-prize"):
    """A player calls «línea» or «bingo» for a cartón of their account. A call is meant for the hall as it is heard."""


class CallForPlayer(Call, frozen=True, tag="call-for-player"):
    """Staff key a call that somebody made aloud, with a paper cartón in their hand. Never without a call."""

    person: PersonId | None = None


class TakeCallBack(ActBody, frozen=True, tag="take-call-back"):
    """Take a call back before its cartón is checked; with a reason, one that was keyed for a cartón nobody called."""

    prize: Prize
    card: Name
    reason: Reason = ""


class HandInCard(ActBody, frozen=True, tag="hand-in-card"):
    card: Name


class ShowMaster(ActBody, frozen=True, tag="show-master"):
    card: Name


class CheckCard(ActBody, frozen=True, tag="check-card"):
    """Verify a called cartón for the prize that was called; with a reason, find that it was never sold."""

    prize: Prize
    card: Name
    reason: Reason = ""


class NoteDifference(ActBody, frozen=True, tag="note-difference"):
    card: Name
    note: Reason = ""


class GiveToken(ActBody, frozen=True, tag="give-token"):
    prize: Prize
    card: Name


class AskOthers(ActBody, frozen=True, tag="ask-others"):
    """Ask once more for a bingo when all the balls are out."""


class OrderResume(ActBody, frozen=True, tag="order-resume"):
    """Order the game to go on."""


class OrderEnd(ActBody, frozen=True, tag="order-end"):
    """Order the game to end; with a reason where nobody has called bingo."""

    reason: Reason = ""


class CallBall(ActBody, frozen=True, tag="call-ball"):
    """Let a ball out, announce it and put it on the panel; ``token`` is the number that came out of a real machine."""

    token: str = ""


class DrawBall(ActBody, frozen=True, tag="draw-ball"):
    """Let a ball out of the machine."""


class AnnounceBall(ActBody, frozen=True, tag="announce-ball"):
    """Announce the ball that is out; ``number`` is what was said, if it was something else."""

    number: Number | None = None


class ShowBall(ActBody, frozen=True, tag="show-ball"):
    """Put the announced number on the panel."""


class CorrectAnnouncement(ActBody, frozen=True, tag="correct-announcement"):
    """Put a wrong announcement right: the number of the last ball is said."""


class RekeyBall(ActBody, frozen=True, tag="rekey-ball"):
    """Put right the number that was keyed for a real ball: of the last one, or of the one that was keyed as ``was``."""

    number: Number
    was: Number | None = None


class MarkNumber(Timeless, frozen=True, tag="mark-number"):
    """Mark a number on one's own cartón. Nobody else learns of it, and it is no call."""

    is_beside_record: ClassVar[bool] = True
    keeps_secret: ClassVar[bool] = True
    card: str | None
    number: Number | None

    def private(self) -> tuple[str, ...]:
        return ("card", "number")


class OpenHall(ActBody, frozen=True, tag="open-hall"):
    """The establishment opens a hall under a rulebook; ``balls`` says where the order of the balls comes from.

    A called ball stands on the panel ``pause`` seconds after it came out, so that the caller can say it.
    ``elements`` are the installations that the hall has, ``inventory`` is what the last hall of its name left, and
    ``secrets`` are those of its series; ``None`` where they are not to be read, as in a record without its private
    parts. A live hall puts these there itself, whatever is sent.
    """

    keeps_secret: ClassVar[bool] = True
    is_decided_without_secret: ClassVar[bool] = True
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
    rulebook: str
    balls: ChanceKind = ChanceKind.SEALED
    elements: tuple[CheckItem, ...] = (CheckItem.TELEVISION, CheckItem.PANEL, CheckItem.SOUND)
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    pause: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    is_in_house: bool = False
    """A house keeps the purses of the hall's people; what a hall without one leaves in their accounts is handed on."""
    inventory: Inventory | None = None
    secrets: Secrets | None = None

    def chance_kind(self) -> ChanceKind:
        return self.balls

    def private(self) -> tuple[str, ...]:
        """Return the secrets: whoever knows them knows every cartón before it is sold."""
        return () if self.inventory is None else ("secrets",)


class SetCounter(ActBody, frozen=True, tag="set-counter"):
    """Move money of accounts over the counter from now on, where a player asks and the cashier books it; or no more."""

    is_on: bool


class SetShares(ActBody, frozen=True, tag="set-shares"):
    """Share out the sales otherwise from the next game on: per cent for the línea and for the bingo."""

    line: Annotated[int, msgspec.Meta(ge=0, le=100)]
    bingo: Annotated[int, msgspec.Meta(ge=0, le=100)]


class SettleMoney(Timeless, frozen=True, tag="settle-money"):
    """The cashier has taken, or given, what somebody asked for; or nothing comes of it (``is_done`` is false)."""

    person: PersonId
    amount: Amount
    is_paid_in: bool
    is_done: bool = True


class NoteLink(Timeless, frozen=True, tag="note-link"):
    """The hall: an official gives a player a link that opens the player's page."""

    is_of_system: ClassVar[bool] = True
    person: PersonId
    by: PersonId


class RegisterMachine(ActBody, frozen=True, tag="register-machine"):
    model: Name
    kind: Name
    approval: str = ""


class RegisterBalls(ActBody, frozen=True, tag="register-balls"):
    balls: Name
    approval: str = ""
    numbers: Annotated[tuple[int, ...], msgspec.Meta(max_length=200)] = tuple(range(1, 91))
    games: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0


class RegisterSeries(ActBody, frozen=True, tag="register-series"):
    """Enter a series of cartones: letter, identification, how many, face value of a cartón or of a part, by which law
    its numbers were drawn, and the digest by which its cartones are pinned.

    ``secret`` draws them (64 hexadecimal digits). Of printed ones of another maker it salts the digest, and their
    squares follow, 27 signs each, in order of the ``numbers`` that they bear; where neither is given, a register of the
    engine knows them by their digest.
    """

    keeps_secret: ClassVar[bool] = True
    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,2}$(?!\n)")] = ""
    identification: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    size: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0
    value: Annotated[Cents, msgspec.Meta(ge=0, le=10**8)] = 0
    second_value: Annotated[Cents, msgspec.Meta(ge=0, le=10**8)] | None = None
    """Of a double whose second part bears another value than the first."""
    kind: SeriesKind = SeriesKind.SINGLE
    digest: Annotated[str, msgspec.Meta(max_length=128)] = ""
    law: Law = Law.FOREIGN
    secret: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}([#-}]{27})*$(?!\n)")] | None = None
    numbers: Runs = ()
    only: Medium | None = None
    """What alone it is sold on; on telephones and paper where it is ``None``."""

    def private(self) -> tuple[str, ...]:
        """Return the secret: whoever knows it knows every cartón before it is sold."""
        return () if self.law is Law.FOREIGN and not self.numbers else ("secret",)


class ChangeBalls(ActBody, frozen=True, tag="change-balls"):
    balls: Name
    reason: Reason = ""


class ReportDefect(Timeless, frozen=True, tag="report-defect"):
    ball: Annotated[int, msgspec.Meta(ge=1, le=90)]
    note: Reason = ""


class FindBallsSound(Timeless, frozen=True, tag="find-balls-sound"):
    balls: Name
    reason: Reason = ""


class PassCheck(ActBody, frozen=True, tag="pass-check"):
    """One item of the check is in order; the note is a statement of the person who checked it."""

    item: CheckItem
    note: Reason = ""


class FailCheck(ActBody, frozen=True, tag="fail-check"):
    item: CheckItem
    note: Reason = ""


class Witness(Timeless, frozen=True, tag="witness-checks"):
    """A player watches the check and the loading of the balls."""


class LoadBalls(ActBody, frozen=True, tag="load-balls"):
    """Put a set of balls into the machine; for another one than the last the reason goes into the book."""

    balls: Name
    reason: Reason = ""


class OpenSession(ActBody, frozen=True, tag="open-session"):
    """Open a session."""


class CloseSession(ActBody, frozen=True, tag="close-session"):
    """Close the session; everything is checked again before the next one."""


class CloseHall(ActBody, frozen=True, tag="close-hall"):
    """The establishment closes the hall for good."""


class VacatePost(Timeless, frozen=True, tag="vacate-post"):
    role: Role


class WriteEntry(Timeless, frozen=True, tag="write-entry"):
    """Write an entry of one's own into the book: a decision, an incident, a complaint."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


GameName = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{1,7}(/[12])?)?$(?!\n)")]
"""A game, «12», or a game of a double, «12/1»; empty for the present one."""


class PayPrize(Timeless, frozen=True, tag="pay-prize"):
    """Pay the prize of a winning cartón: of one in an account to its owner, else to whoever brings it."""

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


class DecideUnawarded(Timeless, frozen=True, tag="decide-unawarded"):
    prize: Prize
    fate: Fate
    reason: Reason = ""
    game: GameName = ""


class DecideUncollected(Timeless, frozen=True, tag="decide-uncollected"):
    game: GameName
    prize: Prize
    card: Name
    fate: Fate
    reason: Reason = ""


class EndRefunds(Timeless, frozen=True, tag="end-refunds"):
    """Give nothing more back of a void game: what nobody has come for is the house's."""

    game: GameName
    reason: Reason = ""


class EndGame(ActBody, frozen=True, tag="end-game"):
    """Close the game: everything is paid or stays owed."""


class ReportCallerError(Timeless, frozen=True, tag="report-caller-error"):
    note: Reason = ""


class ReportCause(Timeless, frozen=True, tag="report-cause"):
    cause: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}$(?!\n)")]
    note: Reason = ""


class VoidGame(Timeless, frozen=True, tag="void-game"):
    """``recover`` takes prizes out of accounts again, ``has_cash_back``: cash came back. The house bears the rest."""

    cause: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}$(?!\n)")]
    reason: Reason = ""
    recover: bool | None = None
    has_cash_back: bool | None = None


class LetStand(Timeless, frozen=True, tag="let-stand"):
    """What was reported changes nothing in substance, or ``is_untrue``. ``serial`` 0 is every report that waits."""

    reason: Reason = ""
    is_untrue: bool = False
    serial: Annotated[int, msgspec.Meta(ge=0)] = 0


class ReturnCards(OfCards, frozen=True, tag="return-cards"):
    is_timeless: ClassVar[bool] = True
    game: GameName = ""


class PayRefund(OfCards, frozen=True, tag="pay-refund"):
    is_timeless: ClassVar[bool] = True
    game: GameName = ""


class AnnounceSale(ActBody, frozen=True, tag="announce-sale"):
    """``deferred`` says of doubles whether the prizes of the first game wait for the second; else the rulebook does."""

    opens_cycle: ClassVar[bool] = True
    series: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=20)]
    deferred: bool | None = None


class SellCards(OfCards, frozen=True, tag="sell-cards"):
    """Sell the cartones of a range. What is paid from an account belongs to that person; paper to whoever holds it."""

    person: PersonId | None = None
    means: Means = Means.CASH


MOST_WANTED = 10**4


class WantCards(Timeless, frozen=True, tag="want-cards"):
    """Ask for cartones paid from one's account; 0 takes the wish back, which the house does for a ``person``."""

    series: Name
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_WANTED)]
    person: PersonId | None = None


class TakeCardsBack(OfCards, frozen=True, tag="take-cards-back"):
    """Take cartones back before the sale is closed, against their price."""


class HandOverTakings(ActBody, frozen=True, tag="hand-over-takings"):
    """The cashier takes over what was counted; what differs from the books is booked once somebody has confirmed it."""

    seller: PersonId
    amount: Annotated[Cents, msgspec.Meta(ge=0, le=10**11)]


class GiveBackTakings(ActBody, frozen=True, tag="give-back-takings"):
    """The cashier gives a seller back what they handed over too much, because a sale was put right afterwards."""

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


class Recount(OfCards, frozen=True, tag="recount-sale"):
    """A range was sold and not entered, or entered and not sold. ``seller`` sold it: if nobody is named, who calls."""

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
