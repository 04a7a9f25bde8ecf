"""The rulebook of bingo, typed: every value with the clauses that state it or the reason why a house adopted it."""

from __future__ import annotations

from typing import Literal

import msgspec

from tapete.clauses import Sourced
from tapete.money import Fraction, Rounding
from tapete.rulebooks import Rulebook

GAME = "bingo"


class DrawRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``balls``: how many are in the machine, numbered from 1."""

    balls: Sourced[int]


class PrizeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prizes as parts of the sales; ``shared``: several winning cards divide a prize."""

    line: Sourced[Fraction]
    bingo: Sourced[Fraction]
    rounding: Sourced[Rounding]
    leftover: Sourced[Literal["by-number"]]
    shared: Sourced[bool]
    paid_after_the_game: Sourced[bool]


class Rules(msgspec.Struct, frozen=True):
    """One rulebook of bingo."""

    id: str
    title: str
    document: str
    draw: DrawRules
    prizes: PrizeRules
    formulas: dict[str, Sourced[str]]


def read(book: Rulebook) -> Rules:
    """Return the typed rules of a rulebook; raise ``RulebookError`` when it is not one of this game."""
    return book.read(Rules)
