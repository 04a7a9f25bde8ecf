"""What is so from now on in a bingo hall. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.chance import ChanceKind, TokenDrawn, UrnSealed as UrnSealed
from tapete.games.bingo import terms as t
from tapete.games.bingo.inventory import Inventory, Medium, Secrets
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.acts import BoughtIn as BoughtIn, CashedOut as CashedOut, StaffAssigned as StaffAssigned
from tapete.table.staff import Role


class OfCall(Event, frozen=True):
    prize: t.Prize
    card: str
    by: PersonId


class PrizeCalled(OfCall, frozen=True, tag="prize-called@1"):
    """Somebody called a prize; the drawing stands still. ``by`` keyed it."""

    person: PersonId | None = None
    part: int = 0


class CallRefused(OfCall, frozen=True, tag="call-refused@1"):
    """A call was heard that is not good: ``code`` says why, ``game`` is the earlier one that its cartón was for."""

    code: str
    game: int = 0


class CallTakenBack(OfCall, frozen=True, tag="call-taken-back@1"):
    """``keyed_by`` had keyed the call for a cartón nobody called; ``None`` where its player takes it back."""

    reason: str = ""
    keyed_by: PersonId | None = None


class CardHandedIn(Event, frozen=True, tag="card-handed-in@1"):
    card: str
    by: PersonId


class MasterShown(Event, frozen=True, tag="master-shown@1"):
    """Everybody sees the numbers of a called cartón: none where the secret of its series is not to be read."""

    rests_on_secret: ClassVar[bool] = True
    card: str
    rows: t.Rows
    camera: t.Camera | None = None


class CardChecked(Event, frozen=True, tag="card-checked@1"):
    """``missing_numbers``: those of the nearest combination; ``reason``: why a cartón counts as unsold all the same."""

    prize: t.Prize
    card: str
    valid: bool
    missing_numbers: tuple[int, ...] = msgspec.field(name="missing", default=())
    combinations: int = 0
    reason: str = ""


class DifferenceNoted(Event, frozen=True, tag="difference-noted@1"):
    card: str
    note: str
    by: PersonId


class TokenGiven(Event, frozen=True, tag="token-given@1"):
    serial: int
    game: str
    part: int
    prize: t.Prize
    card: str


class OthersAsked(Event, frozen=True, tag="others-asked@1"):
    """The question was asked whether anybody else has won; the interval begins."""

    prizes: tuple[t.Prize, ...]


class IntervalPassed(Event, frozen=True, tag="interval-passed@1"):
    """The table chief has waited long enough: they may give the order."""


class PrizeAwarded(Event, frozen=True, tag="prize-awarded@1"):
    """A prize is won, divided among the winning cartones in order of series and number; its stage is closed."""

    prize: t.Prize
    winning_cards: tuple[t.WinningCard, ...] = msgspec.field(name="won")


class CallsDropped(Event, frozen=True, tag="calls-dropped@1"):
    """No called cartón was right. ``prizes`` are those for which the order ends the right to call at this ball."""

    prizes: tuple[t.Prize, ...] = ()


class BallWanted(Event, frozen=True, tag="ball-wanted@1"):
    """The machine is to let a ball out; one that ``is_called`` is announced and shown with it."""

    position: int
    is_called: bool = False


class BallDrawn(TokenDrawn, frozen=True, tag="ball-drawn@1"):
    """A ball is out of the machine; it counts once it is announced."""

    @property
    def ball(self) -> int:
        return int(self.token)


class BallOpened(TokenDrawn, frozen=True, tag="ball-opened@1"):
    """A ball that did not come out in the game is shown after it, to prove that every number was in the machine."""


class BallRekeyed(Event, frozen=True, tag="ball-rekeyed@1"):
    position: int
    was: int
    ball: int


class BallAnnounced(Event, frozen=True, tag="ball-announced@1"):
    """The number of the ball was said; ``said_number`` is another one if the caller misread it."""

    ball: int
    said_number: int


class BallShown(Event, frozen=True, tag="ball-shown@1"):
    ball: int


class AnnouncementCorrected(Event, frozen=True, tag="announcement-corrected@1"):
    """The right number of a ball was said in place of a wrong one; it counts from now on."""

    ball: int
    wrong: int


class NumberMarked(Event, frozen=True, tag="number-marked@1"):
    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    card: str | None
    number: int | None

    def private(self) -> tuple[str, ...]:
        return ("card", "number")


class HallOpened(Event, frozen=True, tag="hall-opened@1"):
    """The first event of a hall: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    balls: ChanceKind
    elements: tuple[t.CheckItem, ...]
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    is_in_house: bool = False
    pause: int = 0

    def pinned_rulebook(self) -> str:
        return self.sha256


class HallContinued(Event, frozen=True, tag="hall-continued@1"):
    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    inventory: Inventory
    secrets: Secrets | None = None

    def private(self) -> tuple[str, ...]:
        return ("secrets",)


class PhaseOpened(Event, frozen=True, tag="window-opened@1"):
    """The hall stands in another window; its serial grows by one."""

    phase: t.Phase = msgspec.field(name="window")


class Said(Event, frozen=True, tag="said@1"):
    formula: str
    text: str


class PostVacated(Event, frozen=True, tag="post-vacated@1"):
    role: Role
    person: PersonId


class CounterSet(Event, frozen=True, tag="counter-set@1"):
    is_on: bool
    by: PersonId


class SharesSet(Event, frozen=True, tag="shares-set@1"):
    line: int
    bingo: int
    by: PersonId


class MoneyAsked(Event, frozen=True, tag="money-asked@1"):
    """Somebody asks the cashier to take so much for their account, or to give it; 0: they ask for nothing any more."""

    person: PersonId
    amount: Cents
    is_paid_in: bool


class LinkGiven(Event, frozen=True, tag="link-given@1"):
    person: PersonId
    by: PersonId


class MachineRegistered(Event, frozen=True, tag="machine-registered@1"):
    model: str
    kind: t.MachineType
    approval: str


class BallsRegistered(Event, frozen=True, tag="balls-registered@1"):
    balls: str
    approval: str
    games: int


class SeriesRegistered(Event, frozen=True, tag="series-registered@1"):
    """The hall has this series of cartones. ``value`` is that of a cartón, or of each part of a double."""

    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    series: str
    letter: str
    identification: int
    size: int
    value: Cents
    kind: t.SeriesKind
    digest: str
    law: Law = Law.FOREIGN
    secret: str | None = None
    numbers: Runs = ()
    only: Medium | None = None

    def private(self) -> tuple[str, ...]:
        return () if self.law is Law.FOREIGN and not self.numbers else ("secret",)


class BallsChanged(Event, frozen=True, tag="balls-changed@1"):
    balls: str
    former: str
    games: int
    reason: str
    by: PersonId


class BallsLoaded(Event, frozen=True, tag="balls-loaded@1"):
    balls: str


class DefectReported(Event, frozen=True, tag="defect-reported@1"):
    balls: str
    ball: int
    note: str
    by: PersonId


class BallsFoundSound(Event, frozen=True, tag="balls-found-sound@1"):
    balls: str
    reason: str
    by: PersonId


class CheckNoted(Event, frozen=True, tag="check-noted@1"):
    item: t.CheckItem
    in_order: bool
    by: PersonId
    note: str = ""


class ChecksWitnessed(Event, frozen=True, tag="checks-witnessed@1"):
    person: PersonId


class SessionOpened(Event, frozen=True, tag="session-opened@1"):
    session: int


class SessionClosed(Event, frozen=True, tag="session-closed@1"):
    """The session is over; whatever was checked is checked again."""


class HallClosed(Event, frozen=True, tag="hall-closed@1"):
    """The hall is closed for good."""


class EntryWritten(Event, frozen=True, tag="entry-written@1", omit_defaults=True):
    text: str
    by: PersonId
    is_complaint: bool = False


class Share(msgspec.Struct, frozen=True):
    prize: t.Prize
    card: str
    amount: Cents


class TakingsDivided(Event, frozen=True, tag="takings-divided@1"):
    """The game is over. ``house`` is the rest, and below 0 where fixed prizes come to more than the takings."""

    game: str
    shares: tuple[Share, ...]
    held: dict[t.Prize, Cents] = msgspec.field(default_factory=dict)
    carried: dict[t.Prize, Cents] = msgspec.field(default_factory=dict)
    house: Cents = 0
    tax: Cents = 0


class OfWonCard(Event, frozen=True):
    game: str
    prize: t.Prize
    card: str


class PrizePaid(OfWonCard, frozen=True, tag="prize-paid@1"):
    """A prize was paid. One that is paid ``early`` is advanced by the house."""

    amount: Cents
    means: t.Means
    by: PersonId
    person: PersonId | None = None
    early: bool = False


class PrizeLeft(OfWonCard, frozen=True, tag="prize-left@1"):
    reason: str


class UnawardedDecided(Event, frozen=True, tag="unawarded-decided@1"):
    game: str
    prize: t.Prize
    amount: Cents
    fate: str
    reason: str
    by: PersonId


class UncollectedDecided(OfWonCard, frozen=True, tag="uncollected-decided@1"):
    amount: Cents
    fate: t.Fate
    reason: str
    by: PersonId


class RefundsEnded(Event, frozen=True, tag="refunds-ended@1"):
    game: str
    amount: Cents
    reason: str
    by: PersonId


class GameEnded(Event, frozen=True, tag="game-ended@1", omit_defaults=True):
    """Of a sale with nothing sold ``carried`` waits for the next game; it lay in the takings of ``part``."""

    game: int
    carried: dict[t.Prize, Cents] = msgspec.field(default_factory=dict)
    part: str = ""


class CaseOpened(Event, frozen=True, tag="case-opened@1"):
    """Something was reported that may make the game void; the table chief decides, unless it ``must_void``."""

    serial: int
    cause: str
    ball: int
    by: PersonId
    note: str = ""
    must_void: bool = False


class CaseClosed(Event, frozen=True, tag="case-closed@1"):
    """``is_untrue``: what was reported did not happen. ``serial`` is the report that was ruled on; 0 is every one."""

    reason: str
    by: PersonId
    is_untrue: bool = False
    serial: int = 0


class Recovery(msgspec.Struct, frozen=True):
    account: str
    amount: Cents


class GameVoided(Event, frozen=True, tag="game-voided@1"):
    """A game is void, or its sale was called off. ``price`` is what a cartón brings back.

    ``sources``: where the refunds come from, and ``carried``, which goes back. ``recovered``: prizes that were paid.
    """

    game: str
    cause: str
    reason: str
    by: PersonId
    price: Cents
    cards: tuple[t.Range, ...]
    sources: tuple[Recovery, ...]
    recovered: tuple[Recovery, ...] = ()
    carried: dict[t.Prize, Cents] = msgspec.field(default_factory=dict)
    ends_card: bool = True


class CardsReturned(Event, frozen=True, tag="cards-returned@1"):
    game: str
    cards: t.Range


class RefundPaid(Event, frozen=True, tag="refund-paid@1"):
    game: str
    cards: t.Range
    amount: Cents
    person: PersonId | None = None


class SaleAnnounced(Event, frozen=True, tag="sale-announced@1"):
    """A game begins with the sale of these series. ``deferred``: the prizes of the first game of a double wait."""

    game: int
    series: tuple[str, ...]
    kind: t.SeriesKind
    value: Cents
    deferred: bool


class CardsSold(Event, frozen=True, tag="cards-sold@1"):
    """A range was sold; ``amounts`` are the prices for each part, of which a single cartón has one."""

    game: int
    cards: t.Range
    seller: PersonId
    means: t.Means
    amounts: tuple[Cents, ...]
    person: PersonId | None = None


class CardsWanted(Event, frozen=True, tag="cards-wanted@1"):
    """Somebody asks for so many cartones of a series; for none any more, where it is 0."""

    person: PersonId
    series: str
    count: int


class CardsTakenBack(Event, frozen=True, tag="cards-taken-back@1"):
    game: int
    cards: t.Range
    seller: PersonId
    means: t.Means
    amounts: tuple[Cents, ...]
    person: PersonId | None = None


class SaleCorrected(Event, frozen=True, tag="sale-corrected@1"):
    """The sale is counted again: what was collected and announced is open again."""

    by: PersonId
    reason: str


class ShortfallCovered(Event, frozen=True, tag="shortfall-covered@1"):
    game: int
    amount: Cents
    by: PersonId


class TakingsCounted(Event, frozen=True, tag="takings-counted@1"):
    """A count that differs from the books: too much, or too little below 0. It is booked when it is confirmed."""

    serial: int
    seller: PersonId
    amount: Cents
    difference: Cents
    by: PersonId


class TakingsHandedOver(Event, frozen=True, tag="takings-handed-over@1", omit_defaults=True):
    """``difference`` is what was too much, or below 0 lacks; then it says who counted and confirmed it, and why."""

    seller: PersonId
    amount: Cents
    difference: Cents
    counted_by: PersonId | None = None
    confirmed_by: PersonId | None = None
    reason: str = ""


class TakingsGivenBack(Event, frozen=True, tag="takings-given-back@1"):
    seller: PersonId
    amount: Cents


class UnsoldCollected(Event, frozen=True, tag="unsold-collected@1"):
    """``expected`` were due by the books: ``None`` in old records. ``reason``: why it was counted again."""

    series: str
    count: int
    expected: int | None = None
    reason: str = ""
    game: int = 0


class SoldAnnounced(Event, frozen=True, tag="sold-announced@1"):
    cards: tuple[t.Range, ...]


class PrizesAnnounced(Event, frozen=True, tag="prizes-announced@1"):
    """The prizes of the game, of each part if it is a double; ``brought_amounts`` come on top of them."""

    game: str
    line: Cents
    bingo: Cents
    brought_amounts: dict[t.Prize, Cents] = msgspec.field(default_factory=dict)


class GameStarted(Event, frozen=True, tag="game-started@1"):
    """A game begins with a set of balls; ``part`` is 0 for single cartones."""

    game: int
    part: int
    balls: str
