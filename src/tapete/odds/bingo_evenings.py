"""Evenings of bingo: with which ball the first line and the first full card fall, how many win with it, what they get.

Cards are drawn uniformly from all that have a rank, anew for each game, or those of a series are played in every game.
What is computed of the sales, and how a prize is divided, is asked of the functions that decide in the hall. Everybody
calls at once, so a line is always won, and before the first full card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from math import comb
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.cartones import NINETY, Grid, Shape, lines_of
from tapete.cartones.shape import subsets
from tapete.games.bingo.prizes import share_amounts
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.terms import Prize
from tapete.money import Cents, Rounding, portion
from tapete.odds.bingo import What
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import Array, Mean, gathered, quantiles, randomness, ratio
from tapete.rulebooks import house_library

RULEBOOK: Final = "orden-1979"
MOST_CARDS: Final = 20_000
MOST_AT_ONCE: Final = 60_000
"""Cards that are looked at together, which memory holds beside each other."""
RECORD: Final = np.dtype([("evening", "u4"), ("line", "u1"), ("bingo", "u1"), ("lines", "u2"), ("bingos", "u2")])
"""A game: its evening within the part, with which balls the two fell, and how many cards had them."""
PRIZES: Final = {What.LINE: Prize.LINE, What.BINGO: Prize.BINGO}
BALLS: Final = {What.LINE: ("line", "lines"), What.BINGO: ("bingo", "bingos")}


class Evenings(msgspec.Struct, frozen=True):
    """What is simulated. Amounts in cents.

    ``cards`` are sold at ``price`` for each of the ``games`` of an evening; with ``grids`` always these. A full card
    within so many balls (``within``, none where it is 0) wins ``extra`` besides, which the house pays.
    """

    part_size: ClassVar[int] = 10
    cards: int = 600
    games: int = 30
    price: Cents = 2_00
    within: int = 0
    extra: Cents = 0
    grids: tuple[Grid, ...] = ()
    rulebook: str = RULEBOOK

    def require_possible(self) -> None:
        if not 1 <= self.cards <= MOST_CARDS:
            raise OddsError("cards-out-of-range", cards=self.cards, most=MOST_CARDS)
        prizes_of(self)

    def sum_up(self, part: Array) -> Array:
        return part

    def deal(self, count: int, seed: int, part: int) -> Array:
        """Return a record of each game."""
        random = randomness(seed, part)
        found = np.zeros(count * self.games, dtype=RECORD)
        found["evening"] = np.arange(count).repeat(self.games)
        step = max(1, MOST_AT_ONCE // self.cards)
        for first in range(0, len(found), step):
            games = found[first : first + step]
            comes = draws(len(games), random)
            lines = of_grids(self.grids, comes) if self.grids else of_uniform_cards(self.cards, comes, random)
            for what, (ball, winners) in BALLS.items():
                games[ball], games[winners] = firsts(lines, what)
        return found


class Prizes(NamedTuple):
    """The sales of a game, its prizes, what of each goes to so many winners together, and what is left to the house."""

    sales: Cents
    amounts: dict[What, Cents]
    paid: dict[What, Array]
    house: Cents
    keeps_leftover: bool


rules_of: Final = cache(lambda rulebook: read(house_library().by_id(GAME, rulebook)))


@lru_cache
def prizes_of(asked: Evenings) -> Prizes:
    rules, sales = rules_of(asked.rulebook).prizes, asked.cards * asked.price
    rounding, unit = rules.rounding.use(), rules.unit.use()
    amounts = {
        What.LINE: rules.fixed_line.use() or portion(sales, rules.line.use(), rounding, unit),
        What.BINGO: rules.fixed_bingo.use() or portion(sales, rules.bingo.use(), rounding, unit),
    }
    leftover = rules.leftover.use()
    counts = range(1, asked.cards + 1)
    paid = {
        what: np.array(
            [0, *(sum(share_amounts(amount, (1,) * one, gives_leftover=leftover == "by-number")) for one in counts)]
        )
        for what, amount in amounts.items()
    }
    tax = portion(sales, rules.tax.use(), Rounding.DOWN)
    return Prizes(sales, amounts, paid, sales - sum(amounts.values()) - tax, leftover == "house")


# --- when lines come out ----------------------------------------------------------------------------------------------
#
# ``comes`` tells of each game with which ball a number comes out; nought for no number. A line is complete with the
# last ball of its numbers.


def draws(games: int, random: np.random.Generator, shape: Shape = NINETY) -> Array:
    comes = np.zeros((games, shape.numbers + 1), dtype=np.uint8)
    comes[:, 1:] = random.permuted(np.tile(np.arange(1, shape.numbers + 1), (games, 1)), axis=1)
    return comes


def firsts(lines: Array, what: What) -> tuple[Array, Array]:
    """Return with which ball the first falls in each game, and how many cards have it."""
    falls = lines.min(axis=2) if what is What.LINE else lines.max(axis=2)
    ball = falls.min(axis=1)
    return ball, (falls == ball[:, None]).sum(axis=1)


def of_grids(grids: tuple[Grid, ...], comes: Array) -> Array:
    """Return with which ball each line of given cards is complete: by game, card and line."""
    found: Array = comes[:, np.array([lines_of(grid) for grid in grids])].max(axis=3)
    return found


class Layouts(NamedTuple):
    """All ways to lay out a card: which mask each column has, the cards up to each of them, and the squares of columns.

    ``squares``: of a column with a mask and a rank of its numbers, the number in each line, or 0; ``ranks``: how many.
    """

    masks: Array
    up_to: Array
    squares: list[Array]
    ranks: Array


@lru_cache(maxsize=4)
def layouts(shape: Shape = NINETY) -> Layouts:
    fills = np.array([[0] * shape.lines] + [[line in mask for line in range(shape.lines)] for mask in shape.masks])
    ranks = np.array([[comb(size, len(mask)) for mask in ((), *shape.masks)] for size in shape.sizes])
    masks = np.zeros((1, 0), dtype=np.uint8)
    needs = np.full((1, shape.lines), shape.line_size)
    filled = np.arange(1, len(fills), dtype=np.uint8)
    for column in range(shape.columns):
        left = needs[:, None] - fills[filled]
        row, at = np.nonzero(((left >= 0) & (left < shape.columns - column)).all(axis=2))
        masks, needs = np.column_stack([masks[row], filled[at]]), left[row, at]
    masks = masks[(needs == 0).all(axis=1)]
    ways = np.prod([ranks[column][masks[:, column]] for column in range(shape.columns)], axis=0, dtype=np.int64)
    squares = []
    for size, first in zip(shape.sizes, shape.firsts, strict=True):
        table = np.zeros((len(fills), max(map(max, ranks.tolist())), shape.lines), dtype=np.uint8)
        for mask, lines in enumerate(shape.masks, start=1):
            for rank, places in enumerate(subsets(size, len(lines))):
                table[mask, rank, list(lines)] = np.array(places) + first
        squares.append(table)
    return Layouts(masks, ways.cumsum(), squares, ranks)


def of_uniform_cards(count: int, comes: Array, random: np.random.Generator, shape: Shape = NINETY) -> Array:
    """Return with which ball each line is complete, of so many cards in each game: any card is as likely as another."""
    table, games = layouts(shape), len(comes)
    laid = np.searchsorted(table.up_to, random.integers(table.up_to[-1], size=games * count), side="right")
    game = np.arange(games).repeat(count)[:, None]
    found = np.zeros((games * count, shape.lines), dtype=np.uint8)
    for column, squares in enumerate(table.squares):
        mask = table.masks[laid, column]
        rank = random.integers(table.ranks[column][mask])
        np.maximum(found, comes[game, squares[mask, rank]], out=found)
    return found.reshape(games, count, shape.lines)


# --- what comes of it -------------------------------------------------------------------------------------------------


class FirstResult(msgspec.Struct, frozen=True):
    """Of the first line, or the first full card: with which ball it falls, how many cards have it, and what each gets.

    ``by_ball``: how often it has fallen after 0, 1, 2 ... balls; ``winners``: how often 1, 2 ... cards have it.
    """

    ball: Mean
    quantiles: dict[int, float]
    by_ball: list[float]
    winners: list[float]
    alone: Mean
    prize: Cents
    a_winner: Mean


class EveningsResult(msgspec.Struct, frozen=True):
    """What came of so many ``evenings``.

    ``sales``: cents of a game; ``within``: how often a full card fell within the balls that were asked for;
    ``house_a_game``, ``house_an_evening``: cents that are the house's, ``house_quantiles`` of an evening.
    """

    evenings: int
    games: int
    cards: int
    seed: int
    rulebook: str
    sales: Cents
    line: FirstResult
    bingo: FirstResult
    within: Mean
    house_a_game: Mean
    house_an_evening: Mean
    house_quantiles: dict[int, float]


def summed(asked: Evenings, made: Iterable[Array], seed: int) -> EveningsResult:
    """Return what the evenings say, of those that are there when somebody interrupts, if any is. Raises
    :class:`~tapete.odds.shoe.OddsError` for less than two evenings.
    """
    found, evenings = gathered(made, lambda one: len(one) // asked.games)
    games = np.concatenate(found).reshape(evenings, asked.games)
    house = house_of(asked, games).sum(axis=1)
    ones = np.ones(evenings)
    return EveningsResult(
        evenings,
        games.size,
        asked.cards,
        seed,
        asked.rulebook,
        prizes_of(asked).sales,
        _first(asked, games, What.LINE),
        _first(asked, games, What.BINGO),
        ratio((games["bingo"] <= asked.within).sum(axis=1), ones * asked.games),
        ratio(house, ones * asked.games),
        ratio(house, ones),
        quantiles(house),
    )


def house_of(asked: Evenings, games: Array) -> Array:
    """Return what each game leaves the house, in cents."""
    prizes = prizes_of(asked)
    found: Array = prizes.house - asked.extra * (games["bingo"] <= asked.within).astype(np.int64)
    for what, (_, winners) in BALLS.items():
        if prizes.keeps_leftover:
            found = found + prizes.amounts[what] - prizes.paid[what][games[winners]]
    return found


def _first(asked: Evenings, games: Array, what: What) -> FirstResult:
    (balls, winners), prizes = (games[name] for name in BALLS[what]), prizes_of(asked)
    an_evening = np.full(len(games), asked.games)
    fallen = np.bincount(balls.ravel(), minlength=NINETY.numbers + 1).cumsum()
    return FirstResult(
        ratio(balls.sum(axis=1, dtype=np.int64), an_evening),
        quantiles(balls.ravel()),
        (fallen / games.size).tolist(),
        (np.bincount(winners.ravel())[1:] / games.size).tolist(),
        ratio((winners == 1).sum(axis=1), an_evening),
        prizes.amounts[what],
        ratio(prizes.paid[what][winners].sum(axis=1), winners.sum(axis=1, dtype=np.int64)),
    )


def rows(asked: Evenings, parts: Iterable[Array]) -> Iterator[Mapping[str, Any]]:
    """Yield a row a game: its evening, both balls, how many cards won with them, and cents for them and the house."""
    prizes, number = prizes_of(asked), 0
    for games in parts:
        for game, house in zip(games, house_of(asked, games).tolist(), strict=True):
            told = {"session": 1 + number // asked.games, "number": 1 + number % asked.games}
            for what, (ball, winners) in BALLS.items():
                prize, cards = PRIZES[what], int(game[winners])
                paid = int(prizes.paid[what][cards])
                told |= {f"{prize}_ball": int(game[ball]), f"{prize}_cards": cards, f"{prize}_amount": paid}
            number += 1
            yield told | {"house": house}
