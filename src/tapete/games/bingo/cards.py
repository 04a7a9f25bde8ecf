"""The cartones that were called: where their numbers come from, and which combinations they have complete.

Nobody asks for the numbers of a cartón that was not called: which cartones are complete is nowhere known before a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec

from tapete.clauses import rule
from tapete.games.bingo.state import GameState
from tapete.games.bingo.terms import Prize, Rows, split_card

R = TypeVar("R")


class Cartones(Protocol):
    """The register of the cartones of a hall."""

    def rows(self, series: str, number: int) -> Rows:
        """Return the three lines of a cartón; raise ``LookupError`` for one that the register does not have."""


class NoCartones:
    """The register of a house that has none."""

    def rows(self, series: str, number: int) -> Rows:
        """Raise ``LookupError``: there is no such cartón."""
        raise LookupError(series)


def rows_of(cartones: Cartones, card: str) -> Rows:
    """Return the three lines of a cartón by its name; nothing for one that the register does not have."""
    named = split_card(card)
    try:
        return cartones.rows(*named) if named else ()
    except LookupError:
        return ()


class ByCartones(msgspec.Struct, Generic[R], frozen=True):
    """A line of a table of handlers: its function gets the register of the cartones as its last argument."""

    function: Callable[..., R]


@rule("BG.IV.19", neutral=lambda game: frozenset(game.drawn_balls))
def numbers_that_count(game: GameState) -> frozenset[int]:
    """A number counts once its ball has come out and its own number has been announced."""
    return frozenset(game.announced_balls)


@rule("BG.I.13", neutral=lambda rows: rows[:1])
def lines(rows: Rows) -> Rows:
    """Any of the three lines of a cartón may win."""
    return rows


@rule("BG.I.11", neutral=lambda game, rows: ((),))
def lacking_of_lines(game: GameState, rows: Rows) -> Rows:
    """A line is complete when its five numbers have come: return what each line lacks."""
    here = numbers_that_count(game)
    return tuple(tuple(number for number in row if number not in here) for row in lines(rows))


@rule("BG.I.14", neutral=lambda game, rows: ())
def lacking_for_bingo(game: GameState, rows: Rows) -> tuple[int, ...]:
    """Bingo is complete when all the numbers of the cartón have come: return those that lack."""
    here = numbers_that_count(game)
    return tuple(number for row in rows for number in row if number not in here)


def found_on(game: GameState, prize: Prize, rows: Rows) -> tuple[int, tuple[int, ...]]:
    """Return how many combinations a cartón has complete, and what its nearest one lacks."""
    lacking = lacking_of_lines(game, rows) if prize is Prize.LINE else (lacking_for_bingo(game, rows),)
    return sum(not one for one in lacking), min(lacking, key=len)
