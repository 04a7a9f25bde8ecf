"""The state of one hall: an immutable value, folded from events and never stored.

It grows with the ranges that are sold and with what is called, never with the cartones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.chance import ChanceKind
from tapete.games.bingo import terms as t
from tapete.games.bingo.events import TakingsDivided
from tapete.games.bingo.inventory import (
    BallSet,
    LeftPrize,
    Machine,
    Refund,
    Series,
    joined_ranges,
    sale_with,
    without_all,
)
from tapete.games.bingo.rules import Rules
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.staff import Staff
from tapete.table.state import in_order
from tapete.table.windows import Window


def call_name(prize: str, card: str) -> str:
    return f"{prize}:{card}"


def split_call(name: str) -> tuple[t.Prize, str]:
    prize, _, card = name.partition(":")
    return t.Prize(prize), card


class Pause(msgspec.Struct, frozen=True):
    """The pause that a call opened, as far as its cartones go: ``calls`` are its claims."""

    calls: Window[str] = Window("calls", 0)
    holders: Map[str, PersonId | None] = Map()
    keyers: Map[str, PersonId] = Map()
    has_line_slip: bool = False
    """A línea that was keyed in it was taken back, because it was called for another cartón."""
    handed_in: frozenset[str] = frozenset()
    masters: Map[str, t.Rows] = Map()
    shown_for: frozenset[str] = frozenset()
    """The calls that waited for their check when the master of their cartón was shown."""
    results: Map[tuple[t.Prize, str], int] = Map()
    """How many combinations each checked cartón has complete; 0 is a wrong call."""
    lacking: Map[tuple[t.Prize, str], int] = Map()
    """How many numbers each checked cartón lacked, until the next ball is out; 0 is a right call."""
    return_phase: t.Phase = t.Phase.DRAW_LINE
    is_interval_over: bool = False
    first_parts: frozenset[str] = frozenset()
    """Cartones of doubles of which a part was shown in this pause for the first time in this game."""
    parts_named: Map[str, int] = Map()
    """By call the part of a double that it was made for, where it was made for one."""
    new_right_calls: int = 0

    def calls_of(self, card: str) -> tuple[str, ...]:
        return tuple(one.kind for one in self.calls.claims if split_call(one.kind)[1] == card)


class Hall(msgspec.Struct, frozen=True):
    elements: tuple[t.CheckItem, ...] = ()
    machine: Machine | None = None
    ball_sets: Map[str, BallSet] = Map()
    loaded_set: str = ""
    last_set: str = ""
    series: Map[str, Series] = Map()
    check_results: Map[t.CheckItem, bool] = Map()
    check_notes: Map[t.CheckItem, str] = Map()
    witnesses: tuple[PersonId, ...] = ()
    session: int = 0
    session_games: int = 0
    is_session_open: bool = False
    pause: int = 0
    """Seconds for which a called ball is said before it stands on the panel."""


class Ball(msgspec.Struct, frozen=True):
    """A ball that came out: its number, the number that was said of it, and whether it stands on the panel."""

    number: int
    said_number: int | None = None
    is_shown: bool = False


class Case(msgspec.Struct, frozen=True):
    serial: int
    cause: str
    ball: int
    by: PersonId
    note: str
    must_void: bool


class PaidPrize(msgspec.Struct, frozen=True):
    """What was paid of a prize, in cents, and where it went to: the account of a person, or out of the cash desk."""

    amount: Cents
    account: str


class CardWish(msgspec.Struct, frozen=True):
    series: str
    count: int


class GameState(msgspec.Struct, frozen=True):
    number: int = 0
    part: int = 0
    first_serial: int = 0
    """The window with which the game began, of a double the one that is played."""
    kind: t.SeriesKind = t.SeriesKind.SINGLE
    series: tuple[str, ...] = ()
    value: Cents = 0
    is_deferred: bool = False
    sales: tuple[t.SoldRange, ...] = ()
    """In order of series and number; what touches and differs by its range alone is one."""
    wishes: Map[PersonId, CardWish] = Map()
    unsold_counts: Map[str, int] = Map()
    is_sold_announced: bool = False
    covered_shortfall: Cents = 0
    prizes: Map[t.Prize, Cents] = Map()
    brought_amounts: Map[t.Prize, Cents] = Map()
    ball_set: str = ""
    """The set that is drawn from; none before the start."""
    urn: int = 0
    is_urn_wanted: bool = False
    is_ball_wanted: bool = False
    is_ball_called: bool = False
    """The ball that is wanted, or came out last, is announced and shown without a further act."""
    is_opening_rest: bool = False
    opened_count: int = 0
    balls: tuple[Ball, ...] = ()
    callers: frozenset[PersonId] = frozenset()
    """Who has announced a ball of the game."""
    pause: Pause = Pause()
    awards: Map[t.Prize, tuple[t.WinningCard, ...]] = Map()
    closed_at: Map[t.Prize, int] = Map()
    """By prize, how many numbers counted when an order last ended the right to call for it."""
    first_awards: Map[t.Prize, tuple[t.WinningCard, ...]] = Map()
    parts_shown: Map[tuple[int, str], int] = Map()
    """Of a double, which part of a called cartón is used in each of its games."""
    tokens: Map[tuple[int, t.Prize, str], int] = Map()
    times_asked: int = 0
    cases: tuple[Case, ...] = ()
    last_case: int = 0
    division: TakingsDivided | None = None
    payments: Map[str, PaidPrize] = Map()
    """By account what was paid of the prizes of the game that is played, or was played last."""
    carried_on: Map[t.Prize, Cents] = Map()
    """What that game has left for a later one, by its end or by the table chief's decision."""
    left_accounts: frozenset[str] = frozenset()
    is_over: bool = False
    is_void: bool = False
    ends_card: bool = False
    void_cause: str = ""
    void_parts: frozenset[int] = frozenset()
    failed_calls: Map[tuple[t.Prize, str], int] = Map()
    """Of each call that was found wrong, how many numbers counted by then."""
    refused_calls: Map[str, int] = Map()
    """Of each call that was refused and noted, and of who called, how many numbers counted by then."""
    unsold_cards: frozenset[str] = frozenset()
    withdrawn_calls: Map[tuple[t.Prize, str], int] = Map()
    """Of each call that was taken back, how many numbers counted by then."""
    ruled_reports: Map[str, int] = Map()
    """By cause, how many numbers had been said when the table chief last let it stand."""
    defects: Map[str, frozenset[PersonId]] = Map()
    """By set of balls, sound before, who has reported a damaged ball of it in this game."""
    doubted: frozenset[PersonId] = frozenset()
    complaints: Map[PersonId, int] = Map()
    """How many complaints each player has made since this game began with its sale."""
    error_at: int | None = None
    """How many balls were out when a number was misread that nobody has put right yet."""

    @property
    def name(self) -> str:
        """Return the name of the game that is played: «12», or «12/1» for one of a double."""
        return f"{self.number}/{self.part}" if self.part else str(self.number)

    @property
    def price(self) -> Cents:
        return self.value * self.parts

    @property
    def parts(self) -> int:
        return 2 if self.kind is t.SeriesKind.DOUBLE else 1

    @property
    def part_names(self) -> tuple[str, ...]:
        return (str(self.number),) if self.parts == 1 else (f"{self.number}/1", f"{self.number}/2")

    @property
    def is_second_due(self) -> bool:
        return self.part == 1 and self.is_over and not self.ends_card

    @property
    def drawn_balls(self) -> tuple[int, ...]:
        return tuple(ball.number for ball in self.balls)

    @property
    def announced_balls(self) -> tuple[int, ...]:
        return tuple(ball.number for ball in self.balls if ball.said_number == ball.number)

    @property
    def said_numbers(self) -> tuple[int, ...]:
        return tuple(ball.said_number for ball in self.balls if ball.said_number is not None)

    @property
    def said_count(self) -> int:
        return sum(ball.said_number is not None for ball in self.balls)

    @property
    def panel(self) -> tuple[int, ...]:
        return tuple(ball.said_number for ball in self.balls if ball.is_shown and ball.said_number is not None)

    @property
    def sold_ranges(self) -> tuple[t.Range, ...]:
        return joined_ranges(one.cards for one in self.sales)

    @property
    def part_sales(self) -> Cents:
        """Return what the sales of one part come to: of single cartones the whole sales."""
        return sum(one.cards.size for one in self.sales) * self.value

    @property
    def has_good_cards(self) -> bool:
        return not self.is_over or self.is_second_due

    def has_cards_of(self, who: PersonId) -> bool:
        return any(one.person == who for one in self.sales)

    def sale_of(self, card: str) -> t.SoldRange | None:
        named = t.split_card(card)
        return sale_with(self.sales, t.Range(named[0], named[1], named[1])) if named else None

    def prize(self, prize: t.Prize) -> Cents:
        return self.prizes.get(prize, 0) + (0 if self.part == 2 else self.brought_amounts.get(prize, 0))

    def won_by(self, game: str, prize: t.Prize, card: str) -> t.WinningCard | None:
        """Return the share of a cartón in a prize of this game, or of the first one of its double."""
        if game not in self.part_names:
            return None
        is_first = self.part == 2 and game == self.part_names[0]
        awards = self.first_awards if is_first else self.awards if game == self.name else {}
        return next((one for one in awards.get(prize, ()) if one.card == card), None)

    def right_cards(self, prize: t.Prize) -> tuple[str, ...]:
        results = self.pause.results.items()
        right = (card for (kind, card), good in results if kind == prize and good and card not in self.unsold_cards)
        return tuple(sorted(right, key=t.natural_place))

    def is_of_unsold(self, account: str) -> bool:
        """Return True if what is owed there of this game stands for a cartón that was found never to have been sold."""
        ends = tuple(f"/{card}" for card in self.unsold_cards)
        return account.startswith(f"{t.OWED}{self.number}/") and account.endswith(ends)


class State(msgspec.Struct, frozen=True):
    rules: Rules | None = None
    name: str = ""
    staff: Staff = Map()
    served: frozenset[PersonId] = frozenset()
    is_in_house: bool = False
    ledger: Ledger = EMPTY
    phase: t.Phase = t.Phase.CLOSED
    serial: int = 0
    limits_passed: int = 0
    """How many times of this window the clock has said to be over; they begin again with each ball."""
    balls: ChanceKind = ChanceKind.SEALED
    hall: Hall = Hall()
    game: GameState = GameState()
    urns: int = 0
    tokens_given: int = 0
    takings_counts: Map[PersonId, t.TakingsCount] = Map()
    """By seller the last count of what they took, where it differed and was not confirmed yet."""
    last_count: int = 0
    is_counter_open: bool = False
    money_asked: Map[PersonId, t.MoneyWish] = Map()
    given_links: frozenset[tuple[PersonId, PersonId]] = frozenset()
    movements: Map[PersonId, tuple[tuple[str, Cents], ...]] = Map()
    refunds: Map[str, Refund] = Map()
    left_prizes: Map[str, LeftPrize] = Map()
    marks: Map[tuple[PersonId, str], frozenset[int]] = Map()
    announcements: tuple[tuple[str, str], ...] = ()

    @property
    def book(self) -> Rules:
        if self.rules is None:
            raise LookupError("no hall is open")
        return self.rules

    @property
    def has_counter(self) -> bool:
        """Return True if money of accounts goes over the counter: in a house it goes over that of the house."""
        return self.is_counter_open and not self.is_in_house

    @property
    def step(self) -> Step:
        return Step(self.hall.session, self.game.number, str(self.phase), self.serial)

    def first_words(self, what: Mapping[str, Any]) -> tuple[PersonId, ...]:
        serial = what.get("serial") if what.get("act") == "confirm-takings" else None
        return tuple(one.by for _, one in in_order(self.takings_counts) if one.serial == serial)

    def has_something_of(self, who: PersonId) -> bool:
        is_due = any(due and one.startswith((t.OWED, t.REFUNDS)) for one, due in in_order(self.ledger))
        has_cards = (self.game.has_good_cards or is_due) and self.game.has_cards_of(who)
        is_asking = who in self.game.wishes or who in self.money_asked
        return is_asking or has_cards or who in people_owed(self.ledger, self.left_prizes, self.refunds)


def people_owed(
    balances: Mapping[str, Cents], left_prizes: Mapping[str, LeftPrize], void: Mapping[str, Refund]
) -> Iterator[PersonId | None]:
    """Yield for whom a prize or a refund waits: at a post they could neither take nor follow it."""
    yield from (one.owner for account, one in in_order(left_prizes) if balances.get(account))
    for game, refund in in_order(void):
        left = (one.person for one in refund.sales if without_all(one.cards, refund.refunded))
        yield from left if balances.get(t.refunds(game)) else ()
