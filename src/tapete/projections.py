"""How many numbers each sold card still misses, ball after ball.

An index holds for every number the lines on which it stands, a bit for each: a ball is counted on 64 lines at once. Who
is complete is for the check of a called card and for the closing of the books: before a call it is shown to nobody, and
no decision reads it (the house does not call for a player).

Sold are ranges of numbers of a series. The cards of all ranges come one after another, a range is a stretch of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cartones import NINETY, Grid
from tapete.compiled import IS_FAST, compile_loop, count_bits

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.integer[Any]]

LINES: Final = NINETY.lines
PER_LINE: Final = NINETY.line_size
PER_CARD: Final = NINETY.filled
WORD: Final = 64
BLOCK, FEW = 512, 64
"""Words that are counted together, which the nearest memory holds."""
W, FULL = np.uint64 if IS_FAST else int, (1 << WORD) - 1


class SoldRange(msgspec.Struct, frozen=True):
    """Cards ``first`` to ``last`` of a series, both sold."""

    series: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


class CardIndex:
    """For every number the lines and cards that hold it. It does not change while balls come out."""

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
        self.words = -(-self.cards // WORD)
        self.holds: Words = np.zeros((NINETY.numbers + 1, LINES * self.words), np.uint64)
        self.holders = [0] * len(self.holds)
        held, by_number = np.zeros((LINES, self.words * WORD), np.bool_), numbers.transpose(1, 2, 0).copy()
        for number in range(1, len(self.holds)):
            held[:, : self.cards] = (by_number == number).any(axis=1)
            self.holds[number] = np.packbits(held, axis=1, bitorder="little").view(np.uint64).ravel()
            self.holders[number] = int(held.sum())

    def lines_with(self, number: int) -> Places:
        """Return the places of the lines with a number: all top lines come first, card after card, then the middle
        ones, then the bottom ones.
        """
        return np.flatnonzero(in_lines(self.holds[number])[:, : self.cards])


def in_lines(words: Words) -> Bytes:
    """Return the bits of all lines, top lines first."""
    return np.unpackbits(words.view(np.uint8), bitorder="little").reshape(LINES, -1)


class Touched(NamedTuple):
    """What a ball did: how many cards hold it, and the places of those of which it completed a line, or all. Those with
    a top line complete come first, then those with a middle one, then those with a bottom one.
    """

    ball: int
    cards: int
    lines: Places
    bingos: Places


NONE: Final = np.empty(0, np.intp)


@compile_loop
def count_ball(holds: Words, planes: Any, full: Words, first: Any, end: Any) -> None:
    """Add one to the numbers that came out of some lines, three planes of bits, and write down which are full by it."""
    low, middle, high = planes
    for at in range(first, end):
        full[at] = holds[at] & high[at]
    for at in range(first, end):
        high[at] |= holds[at] & low[at] & middle[at]
    for at in range(first, end):
        middle[at] ^= holds[at] & low[at]
        low[at] ^= holds[at]


@compile_loop
def write_places(full: Words, words: Any, found: Places) -> Any:
    """Write down where the bits of each line are, and return how many: two of a word come without asking, the next word
    writes over what is none.
    """
    count = W(0)
    for line in range(W(LINES)):
        for first in range(W(0), words, W(FEW)):
            end, some = min(first + W(FEW), words), W(0)
            for word in range(first, end):
                some |= full[line * words + word]
            if not some:
                continue
            for word in range(first, end):
                bits, card = full[line * words + word], word * W(WORD)
                rest = bits & (bits - W(1))
                found[count] = card + count_bits((bits ^ (bits - W(1))) >> W(1))
                found[count + W(1)] = card + count_bits((rest ^ (rest - W(1))) >> W(1))
                number, at = count_bits(bits), count + W(2)
                count += number
                while at < count:
                    rest &= rest - W(1)
                    found[at] = card + count_bits((rest ^ (rest - W(1))) >> W(1))
                    at += W(1)
    return count


@compile_loop
def fold_ball(holds: Words, planes: Any, full: Words, lines: Places, bingos: Places) -> Any:
    """Count a ball, write down the cards of which it completed a line, and those of which it completed all; return how
    many they are.
    """
    low, _, high = planes
    words = W(len(full)) // W(LINES)
    for first in range(W(0), W(len(full)), W(BLOCK)):
        count_ball(holds, planes, full, first, min(first + W(BLOCK), W(len(full))))
    number = write_places(full, words, lines)
    for at in range(words):
        done = W(FULL)
        for line in range(W(LINES)):
            done &= low[line * words + at] & high[line * words + at]
        for line in range(W(LINES)):
            full[line * words + at] &= done
    return number, write_places(full, words, bingos)


def fold_ball_at_once(holds: Words, planes: Any) -> tuple[Places, Places]:
    """Do the same where nothing is compiled."""
    low, middle, high = planes
    full, carried = holds & high, low & holds
    high |= carried & middle
    middle ^= carried
    low ^= holds
    done = np.bitwise_and.reduce((low & high).reshape(LINES, -1))
    lines, bingos = (np.nonzero(in_lines(one)) for one in (full, full & np.tile(done, LINES)))
    return lines[1], bingos[1]


class MissingNumbers:
    """What each card misses after the balls so far. ``fold`` changes it in place; :meth:`after` makes it again."""

    def __init__(self, index: CardIndex) -> None:
        self.index = index
        self.balls: tuple[int, ...] = ()
        low, middle, high = np.zeros((3, LINES * index.words), np.uint64)
        self._planes = low, middle, high
        self._room = np.zeros(LINES * index.words, np.uint64), *np.empty((2, index.cards + 2), np.uint32)

    @classmethod
    def after(cls, index: CardIndex, balls: Iterable[int]) -> MissingNumbers:
        """Return what is missing after these balls, from zero: so it is after a correction too."""
        made = cls(index)
        for ball in balls:
            made.fold(ball)
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MissingNumbers) or self.balls != other.balls:
            return False
        return self.index.cards == other.index.cards and np.array_equal(self._planes, other._planes)

    __hash__: ClassVar[None] = None  # type: ignore[assignment] # it changes

    def fold(self, ball: int) -> Touched:
        """Take a ball that was announced and return what it did; a ball that has come already changes nothing."""
        if ball in self.balls or not 1 <= ball <= NINETY.numbers:
            return Touched(ball, 0, NONE, NONE)
        self.balls = (*self.balls, ball)
        holds = self.index.holds[ball]
        if IS_FAST:
            full, bingo = fold_ball(holds, self._planes, *self._room)
            lines, bingos = self._room[1][:full].copy(), self._room[2][:bingo].copy()
        else:
            lines, bingos = fold_ball_at_once(holds, self._planes)
        return Touched(ball, self.index.holders[ball], lines, bingos)

    def _missing(self, begin: int, end: int) -> Bytes:
        """Return how many numbers the lines of a stretch of cards miss, line by line."""
        low, middle, high = (in_lines(one)[:, begin:end] for one in self._planes)
        found: Bytes = PER_LINE - (low + 2 * middle + 4 * high)
        return found

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
        place = self.place(series, number)
        lines = self._missing(place, place + 1).ravel().tolist()
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
        lines = self._missing(begin, begin + len(sold))
        return lines.reshape(-1), lines[0] + lines[1] + lines[2]


def _counts(missing: Bytes, most: int) -> tuple[int, ...]:
    found: Any = np.bincount(missing, minlength=most + 1)
    return tuple(found.tolist())
