"""The rules of a bingo hall, typed, and the choices that they name."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction as Exact
from typing import Annotated, Literal

import msgspec

from tapete.clauses import Sourced
from tapete.games.bingo.terms import CheckItem
from tapete.money import Fraction, Rounding
from tapete.rulebooks import Rulebook, recipe
from tapete.table.staff import Posts, Role

Verdict = Literal["void", "chief"]
Unit = Literal["single", "strip", "range"]
"""What is sold in one piece: a cartón, the six of a strip, or any other number of them in a row."""
Unawarded = Literal["held", "house", "next-game"]
UnawardedLine = Literal["held", "house", "next-game", "bingo"]
"""What becomes of a línea that nobody won: it may be added to the bingo of its game."""
Leftover = Literal["by-number", "house", "held"]
"""Where the cents go that a division leaves over."""
EarlyLine = Literal["chief", "recover", "absorb"]
"""What becomes of a línea that was paid in a game which is void: the house may bear it (``absorb``)."""


class NumberStyle(StrEnum):
    NUMBER = "number"
    DIGITS = "number-and-digits"


GAME = "bingo"


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the sections."""


class HallRules(_Section, frozen=True):
    elements: Sourced[tuple[str, ...]]
    items: Sourced[tuple[CheckItem, ...]]
    least_posts: Sourced[Posts]
    apart: Sourced[tuple[Role, ...]]
    relief_in_game: Sourced[bool]
    """A post changes hands while a game is played; the house relieves whoever is away all the same."""
    most_complaints: Sourced[recipe.Times] = Sourced(3, practice="a rulebook from before it could be set")
    """How many complaints of one player go into the book from one sale to the next."""


class SessionRules(_Section, frozen=True):
    """How many games a session has, where the house has said so beforehand; 0 sets no bound."""

    games_planned: Sourced[recipe.PiecesOrNone]
    last_game_words: Sourced[bool]


class BallRules(_Section, frozen=True):
    count: Sourced[int]
    limit: Sourced[int]
    limit_drum: Sourced[int]
    """Games that a set of balls is good for in a drum; 0 sets no bound."""
    open_rest: Sourced[bool]
    defect: Sourced[Literal["both", "pneumatic"]]
    """In which machines a damaged ball asks for a new set."""
    defect_in_game: Sourced[Literal["chief-decides", "void", "finish"]]
    """What a damaged ball does to the game that is played; ``finish``: it goes on, and the set is changed after it."""
    void_counts: Sourced[bool]
    changed_by: Sourced[Posts]


class SaleRules(_Section, frozen=True):
    """What may be sold, and how. Numbers of 0 set no bound."""

    series_a_game: Sourced[int]
    self_service: Sourced[bool]
    upwards: Sourced[bool]
    gaps: Sourced[Literal["say-ranges", "block"]]
    units: Sourced[Annotated[tuple[Unit, ...], msgspec.Meta(min_length=1)]]
    series_again: Sourced[bool]
    announced_by: Sourced[Posts]
    closed_by: Sourced[Posts]
    least: Sourced[recipe.Pieces]
    most_a_player: Sourced[recipe.PiecesOrNone]
    returns: Sourced[bool]
    staff_may_play: Sourced[bool]
    error_after_start: Sourced[Literal["stands", "chief-decides", "void"]]
    """What a wrong count does that is found after the start."""


class PrizeRules(_Section, frozen=True):
    line: Sourced[Fraction]
    bingo: Sourced[Fraction]
    fixed_line: Sourced[recipe.FixedAmount]
    fixed_bingo: Sourced[recipe.FixedAmount]
    tax: Sourced[Fraction]
    rounding: Sourced[Rounding]
    unit: Sourced[recipe.RoundingUnit]
    shared: Sourced[bool]
    share_unit: Sourced[Literal["card", "combination"]]
    """What counts as one share: two lines of one cartón are two combinations."""
    leftover: Sourced[Leftover]
    unawarded_line: Sourced[UnawardedLine]
    unawarded_bingo: Sourced[Unawarded]

    def __post_init__(self) -> None:
        parts = [Exact(one.value.num, one.value.den) for one in (self.line, self.bingo, self.tax)]
        if sum(parts) > 1:
            raise ValueError("more than the sales is shared out")


class DrawRules(_Section, frozen=True):
    pace: Sourced[recipe.SecondsOrNone]
    """The least time from one ball to the next, and from an order to go on."""
    style: Sourced[NumberStyle]
    previous_shown: Sourced[recipe.BallsBefore]


class ClaimRules(_Section, frozen=True):
    """Calls: what a pause closes, and how long the table chief waits (seconds)."""

    failed_order_closes: Sourced[bool]
    failed_checked_bars: Sourced[bool]
    bingo_first: Sourced[Literal["same-pause", "lapsed"]]
    """What a right bingo makes of a línea that is still open."""
    check_order: Sourced[Literal["any-order", "as-called", "by-number"]]
    carried_by: Sourced[Posts]
    taken_back: Sourced[bool]
    question_again: Sourced[bool]
    """After each further right cartón it is asked again."""
    interval_line: Sourced[recipe.Seconds]
    interval_bingo: Sourced[recipe.Seconds]
    all_out_seconds: Sourced[recipe.Seconds]
    all_out_times: Sourced[recipe.Times]


class MarkRules(_Section, frozen=True):
    early: Sourced[Literal["refuse", "no-effect"]]
    automatic: Sourced[bool]


class PaymentRules(_Section, frozen=True):
    line_early: Sourced[bool]
    first_of_double: Sourced[Literal["between", "after-both"]]
    token_games: Sourced[bool]
    token_by: Sourced[Posts]
    next_game_waits: Sourced[bool]
    """No sale before every prize is paid; for later is left only one of paper whose bearer does not come, and
    what the cashier has won."""
    not_collected: Sourced[recipe.Sessions]
    """How many sessions a prize that was left waits before the table chief may decide on it."""


class TimeRules(_Section, frozen=True):
    """Least times, and times after which somebody is reminded (seconds); 0 is none."""

    sale_least: Sourced[recipe.SecondsOrNone]
    sale_most: Sourced[recipe.SecondsOrNone]
    between_games: Sourced[recipe.SecondsOrNone]
    check_warning: Sourced[recipe.SecondsOrNone]


class DoubleRules(_Section, frozen=True):
    part_again: Sourced[bool]


class VoidRules(_Section, frozen=True):
    causes: dict[str, Sourced[Verdict]]
    corrected_in_time: Sourced[Literal["not-substantial", "chief"]]
    """What a wrong number does that was put right before the next ball."""
    double_scope: Sourced[Literal["part", "whole-card"]]
    early_line: Sourced[EarlyLine]
    pending: Sourced[recipe.Sessions]
    """How many sessions the price of a void game waits before the table chief may decide on it."""


class Rules(msgspec.Struct, frozen=True):
    id: str
    title: str
    document: str
    hall: HallRules
    session: SessionRules
    balls: BallRules
    sale: SaleRules
    prizes: PrizeRules
    draw: DrawRules
    claims: ClaimRules
    marks: MarkRules
    payment: PaymentRules
    times: TimeRules
    double: DoubleRules
    void: VoidRules
    formulas: dict[str, Sourced[str]]


def read(book: Rulebook) -> Rules:
    return book.read(Rules)
