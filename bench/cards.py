"""Balls of bingo over sold cards beside an index in plain Python; strips and cards drawn, beside ranks alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import numpy as np

from bench.measure import Pair, Side, Work, paired
from tapete.cartones import Cards, Law, Series, card_count, cards_of, strips_of, unrank
from tapete.cartones.series import number_below
from tapete.clauses import Fault
from tapete.odds.bulk_strips import strips_in_bulk
from tapete.projections import CardIndex, MissingNumbers, SoldRange

SIZES = (10_000, 100_000, 1_000_000)
STRIPS_MADE = 2_000
"""Strips that are really drawn; the hall's cards are these again and again, in another order for each copy."""
SECRET = bytes(range(32))


class PlainIndex:
    """The same index in lists: for each number the lines that hold it."""

    def __init__(self, numbers: np.ndarray) -> None:
        self.lines: list[list[int]] = [[] for _ in range(91)]
        for line, held in enumerate(numbers.reshape(-1, 5).tolist()):
            for number in held:
                self.lines[number].append(line)
        self.line_left = bytearray([5]) * (3 * len(numbers))
        self.card_left = bytearray([15]) * len(numbers)

    def fold(self, ball: int) -> tuple[list[int], list[int]]:
        """Take a ball and return the cards of which it completed a line, and those of which it completed all."""
        full, bingos = [], []
        line_left, card_left = self.line_left, self.card_left
        for line in self.lines[ball]:
            line_left[line] -= 1
            if not line_left[line]:
                full.append(line // 3)
            card = line // 3
            card_left[card] -= 1
            if not card_left[card]:
                bingos.append(card)
        return full, bingos


def drawn() -> np.ndarray:
    """Return the lines of some thousand cards of a series of strips."""
    cards = cards_of(Series("A", 1, 6 * STRIPS_MADE, 200), SECRET)
    assert isinstance(cards, Cards)
    rows = [[[one for one in line if one] for line in cards.grid(number)] for number in cards.series.numbers]
    return np.array(rows, np.uint8)


def sold(cards: np.ndarray, count: int) -> np.ndarray:
    """Return the lines of so many sold cards."""
    chance = np.random.default_rng(3)
    copies = [chance.permutation(len(cards)) for _ in range(-(-count // len(cards)))]
    return cards[np.concatenate(copies)[:count]]


def balls() -> Iterator[int]:
    """Yield the balls of one game after another."""
    return cycle(np.random.default_rng(7).permutation(np.arange(1, 91)).tolist())


def folded(index: CardIndex) -> Work:
    """Return the work of a whole game over an index."""

    def game() -> int:
        going = MissingNumbers(index)
        for ball, _ in zip(balls(), range(90), strict=False):
            going.fold(ball)
        return 90

    return game


def folded_plainly(index: PlainIndex) -> Work:
    """Return the same work in plain Python."""

    def game() -> int:
        index.line_left = bytearray([5]) * len(index.line_left)
        index.card_left = bytearray([15]) * len(index.card_left)
        for ball, _ in zip(balls(), range(90), strict=False):
            index.fold(ball)
        return 90

    return game


def pairs() -> list[Pair]:
    """Measure balls over halls of three sizes, then the making of cards."""
    cards, found = drawn(), []
    for size in SIZES:
        numbers = sold(cards, size)
        index, plain = CardIndex.of_numbers(SoldRange("A-1", 1, size), numbers), PlainIndex(numbers)
        pair = paired(
            f"balls, {size:,} cards sold",
            ("balls folded", "balls/s", folded(index)),
            ("index in lists", "balls/s", folded_plainly(plain)),
            rounds=3 if size == SIZES[-1] else 5,
        )
        pair.note = f"{microseconds(pair.ours):,.0f} us a ball beside {microseconds(pair.yardstick):,.0f} us"
        found.append(pair)
    return [*found, *making()]


def microseconds(side: Side) -> float:
    """Return what one unit takes."""
    return 1e6 / side.rate


def making() -> list[Pair]:
    """Measure strips and single cards as a series draws them."""
    strips, count = strips_of(), cycle(range(10**6))
    singles = cards_of(Series("S", 1, 10**6, 200, law=Law.SINGLES), SECRET)
    assert not isinstance(singles, Fault)

    def strip() -> int:
        for _ in range(50):
            strips.unrank(number_below(SECRET, b"bench", next(count), strips.count))
        return 50

    def in_bulk() -> int:
        return len(strips_in_bulk(SECRET, next(count), 20_000))

    in_bulk()

    def single() -> int:
        for number in range(1, 201):
            singles.grid(number)
        return 200

    def ranked() -> int:
        for number in range(200):
            unrank(number * (card_count() // 200))
        return 200

    return [
        paired("strips of six in bulk", ("drawn in bulk", "strips/s", in_bulk), ("one by one", "strips/s", strip)),
        paired("strips of six", ("strips drawn", "strips/s", strip), ("cards unranked", "cards/s", ranked)),
        paired("single cards", ("cards of a series", "cards/s", single), ("cards unranked", "cards/s", ranked)),
    ]
