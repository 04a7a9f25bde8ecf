"""The rulebook of bingo, typed: every value with the clauses that state it or the reason why a house adopted it."""

from __future__ import annotations

from typing import Literal

import msgspec

from tapete.clauses import Sourced
from tapete.money import Fraction, Rounding
from tapete.rulebooks import Rulebook
from tapete.table.staff import Role

GAME = "bingo"

Verdict = Literal["void", "chief"]
"""What a cause does: the game is void, or the table chief decides."""


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the sections."""


class HallRules(_Section, frozen=True):
    """What a session needs, and which two posts one person does not hold."""

    elements: Sourced[tuple[str, ...]]
    items: Sourced[tuple[str, ...]]
    least_posts: Sourced[tuple[Role, ...]]
    apart: Sourced[tuple[Role, ...]]


class BallRules(_Section, frozen=True):
    """The balls: how many, and when a set is changed."""

    count: Sourced[int]
    limit: Sourced[int]
    defect: Sourced[Literal["both", "pneumatic"]]
    defect_in_game: Sourced[Literal["chief-decides", "void", "finish"]]
    void_counts: Sourced[bool]


class SaleRules(_Section, frozen=True):
    """What may be sold, and how. Numbers of 0 set no bound."""

    series_a_game: Sourced[int]
    upwards: Sourced[bool]
    gaps: Sourced[Literal["say-ranges", "block"]]
    least: Sourced[int]
    most_a_player: Sourced[int]
    returns: Sourced[bool]
    staff_may_play: Sourced[bool]
    error_after_start: Sourced[Literal["stands", "chief-decides", "void"]]


class PrizeRules(_Section, frozen=True):
    """Prizes as parts of the sales, or as two fixed amounts; and how they are divided."""

    line: Sourced[Fraction]
    bingo: Sourced[Fraction]
    fixed_line: Sourced[int]
    fixed_bingo: Sourced[int]
    tax: Sourced[Fraction]
    rounding: Sourced[Rounding]
    unit: Sourced[int]
    shared: Sourced[bool]
    share_unit: Sourced[Literal["card", "combination"]]
    leftover: Sourced[Literal["by-number", "house", "held"]]
    unawarded_line: Sourced[Literal["held", "house", "next-game", "bingo"]]
    unawarded_bingo: Sourced[Literal["held", "house", "next-game"]]


class ClaimRules(_Section, frozen=True):
    """Calls: what a pause closes, and how long the table chief waits (seconds)."""

    failed_order_closes: Sourced[bool]
    failed_checked_bars: Sourced[bool]
    bingo_first: Sourced[Literal["same-pause", "lapsed"]]
    interval_line: Sourced[int]
    interval_bingo: Sourced[int]
    all_out_seconds: Sourced[int]
    all_out_times: Sourced[int]


class MarkRules(_Section, frozen=True):
    """Marks on one's own cartón."""

    early: Sourced[Literal["refuse", "no-effect"]]


class PaymentRules(_Section, frozen=True):
    """When prizes are paid."""

    after_the_game: Sourced[bool]
    line_early: Sourced[bool]
    first_of_double: Sourced[Literal["between", "after-both"]]
    token_games: Sourced[bool]


class DoubleRules(_Section, frozen=True):
    """Doubles: what a part may do twice."""

    part_again: Sourced[bool]


class VoidRules(_Section, frozen=True):
    """What makes a game void, and how far."""

    causes: dict[str, Sourced[Verdict]]
    corrected_in_time: Sourced[Literal["not-substantial", "chief"]]
    double_scope: Sourced[Literal["part", "whole-card"]]


class Rules(msgspec.Struct, frozen=True):
    """One rulebook of bingo."""

    id: str
    title: str
    document: str
    hall: HallRules
    balls: BallRules
    sale: SaleRules
    prizes: PrizeRules
    claims: ClaimRules
    marks: MarkRules
    payment: PaymentRules
    double: DoubleRules
    void: VoidRules
    formulas: dict[str, Sourced[str]]


def read(book: Rulebook) -> Rules:
    """Return the typed rules of a rulebook; raise ``RulebookError`` when it is not one of this game."""
    return book.read(Rules)
