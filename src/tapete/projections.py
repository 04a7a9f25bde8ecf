"""How many numbers each sold card still misses, ball after ball.

An index holds for every number the lines on which it stands, so a ball touches only cards that hold it. Who is complete
is for the check of a called card and for the closing of the books: before a call it is shown to nobody, and no decision
reads it (the house does not call for a player).

Sold are ranges of numbers of a series. The cards of all ranges come one after another, a range is a stretch of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cartones import NINETY, Grid

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]

LINES: Final = NINETY.lines
PER_LINE: Final = NINETY.line_size
PER_CARD: Final = NINETY.filled


class SoldRange(msgspec.Struct, frozen=True):
    """Cards ``first`` to ``last`` of a series, both sold."""

    series: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


class CardIndex:
    """For every number the places of the lines and cards that hold it. It does not change while balls come out."""

    def __init__(self, ranges: Iterable[SoldRange], rows_of: Callable[[str, int], Grid]) -> None:
        """``rows_of`` gives the three lines of a card, as the registry does."""
        self.ranges: tuple[SoldRange, ...] = tuple(ranges)
        self.begins: dict[SoldRange, int] = {}
        cards = 0
        for one in self.ranges:
            self.begins[one] = cards
            cards += len(one)
        self.cards = cards
        numbers = np.empty((cards, LINES, PER_LINE), np.uint8)
        for one, begin in self.begins.items():
            for place, number in enumerate(range(one.first, one.last + 1), start=begin):
                numbers[place] = rows_of(one.series, number)
        self._fill(numbers)

    @classmethod
    def of_numbers(cls, sold: SoldRange, numbers: Bytes) -> CardIndex:
        """Return the index of one range whose lines are given: cards by three lines by five numbers."""
        made = cls.__new__(cls)
        made.ranges, made.begins, made.cards = (sold,), {sold: 0}, len(sold)
        made._fill(numbers)
        return made

    def _fill(self, numbers: Bytes) -> None:
        flat = numbers.transpose(1, 0, 2).reshape(-1)
        order = np.argsort(flat, kind="stable") // PER_LINE
        ends = np.searchsorted(np.sort(flat), np.arange(NINETY.numbers + 2))
        self._lines: list[Places] = [
            np.ascontiguousarray(order[ends[number] : ends[number + 1]], np.intp)
            for number in range(NINETY.numbers + 1)
        ]

    def lines_with(self, number: int) -> Places:
        """Return the places of the lines with a number: all top lines come first, card after card, then the middle
        ones, then the bottom ones.
        """
        return self._lines[number]


class Touched(NamedTuple):
    """What a ball did: how many cards hold it, and the places of those of which it completed a line, or all. Those with
    a top line complete come first, then those with a middle one, then those with a bottom one.
    """

    ball: int
    cards: int
    lines: Places
    bingos: Places


NONE: Final = np.empty(0, np.intp)


class MissingNumbers:
    """What each card misses after the balls so far. ``fold`` changes it in place; :meth:`after` makes it again."""

    def __init__(self, index: CardIndex) -> None:
        self.index = index
        self.balls: tuple[int, ...] = ()
        self._flat = np.full(LINES * index.cards, PER_LINE, np.uint8)
        self._of_line = self._flat.reshape(LINES, index.cards)

    @classmethod
    def after(cls, index: CardIndex, balls: Iterable[int]) -> MissingNumbers:
        """Return what is missing after these balls, from zero: so it is after a correction too."""
        made = cls(index)
        for ball in balls:
            made.fold(ball)
        return made

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MissingNumbers) and self.balls == other.balls and np.array_equal(self._flat, other._flat)
        )

    __hash__: ClassVar[None] = None  # type: ignore[assignment] # it changes

    def fold(self, ball: int) -> Touched:
        """Take a ball that was announced and return what it did; a ball that has come already changes nothing."""
        if ball in self.balls or not 1 <= ball <= NINETY.numbers:
            return Touched(ball, 0, NONE, NONE)
        self.balls = (*self.balls, ball)
        lines = self.index.lines_with(ball)
        # a number stands on a card once: no place comes twice, and no card has two lines that it completes
        left = self._flat.take(lines)
        left -= 1
        self._flat[lines] = left
        full = lines[np.flatnonzero(left == 0)] % max(1, self.index.cards)
        top, middle, bottom = self._of_line
        return Touched(ball, len(lines), full, full[(top[full] | middle[full] | bottom[full]) == 0])

    def place(self, series: str, number: int) -> int:
        """Return the place of a sold card; raise ``KeyError`` where no range has it."""
        for one, begin in self.index.begins.items():
            if one.series == series and one.first <= number <= one.last:
                return begin + number - one.first
        raise KeyError((series, number))

    def card_at(self, place: int) -> tuple[str, int]:
        for one, begin in self.index.begins.items():
            if begin <= place < begin + len(one):
                return one.series, one.first + place - begin
        raise IndexError(place)

    def of_card(self, series: str, number: int) -> tuple[tuple[int, ...], int]:
        """Return how many numbers each line of a card misses, and the whole card."""
        lines = self._of_line[:, self.place(series, number)].tolist()
        return tuple(lines), sum(lines)

    def nearest(self, sold: SoldRange) -> tuple[int, int]:
        """Return the fewest numbers that a line, and that a card, of a sold range misses."""
        lines, cards = self._stretch(sold)
        return int(lines.min()), int(cards.min())

    def spread(self, sold: SoldRange) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return for a sold range how many of its lines miss 0 to 5 numbers, and how many of its cards 0 to 15."""
        lines, cards = self._stretch(sold)
        return _counts(lines, PER_LINE), _counts(cards, PER_CARD)

    def _stretch(self, sold: SoldRange) -> tuple[Bytes, Bytes]:
        begin = self.index.begins[sold]
        lines = self._of_line[:, begin : begin + len(sold)]
        return lines.reshape(-1), lines[0] + lines[1] + lines[2]


def _counts(missing: Bytes, most: int) -> tuple[int, ...]:
    found: Any = np.bincount(missing, minlength=most + 1)
    return tuple(found.tolist())
