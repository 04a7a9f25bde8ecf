"""Many shoes in parts, on as many processes as are wanted, and what they say: means with their bounds, and the spread.

A part has its own randomness, by the seed and its number: what comes out does not depend on who worked on which part.
"""

from __future__ import annotations

import csv
import io
import secrets
import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from math import sqrt
from typing import Any, ClassVar, Final, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.odds.kernels import IS_FAST

Array = npt.NDArray[Any]
P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)

PART: Final = 2_000
"""Shoes or banks of a part."""
MOST_STAKED: Final = 1_000_000_00
"""Cents: sums over all coups stay whole numbers of 64 bits."""
CONFIDENCE: Final = 1.959963984540054
"""Standard errors to both sides between which 95 of 100 means lie."""
QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
SEED_BITS: Final = 53
"""A seed that every reader of JSON keeps whole."""


class Mean(msgspec.Struct, frozen=True):
    """An estimate, and the bounds between which the true mean lies in 95 of 100 simulations."""

    value: float
    low: float
    high: float


class Asked(Protocol[P_co]):
    """What is simulated, ``part_size`` of it in a part. ``deal`` deals ``count`` of it: the same part of the same seed
    is the same on any machine and beside any other part.
    """

    part_size: ClassVar[int]

    def require_possible(self) -> None:
        """Raise :class:`~tapete.odds.shoe.OddsError` for what cannot be dealt."""

    def deal(self, count: int, seed: int, part: int) -> P_co: ...


def new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def randomness(seed: int, part: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(part,))))


def parts(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield how many each part has, and its number."""
    for number, first in enumerate(range(0, count, size)):
        yield min(size, count - first), number


def simulate(asked: Asked[P], count: int, seed: int, workers: int = 1) -> Iterator[P]:
    """Yield what comes of each part, in their order, as it is there."""
    asked.require_possible()
    wanted = parts(count, asked.part_size)
    if workers == 1:
        yield from (asked.deal(size, seed, number) for size, number in wanted)
        return
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        begun: list[Future[P]] = []
        try:
            while True:
                ahead = islice(wanted, 2 * workers - len(begun))
                begun += [pool.submit(asked.deal, size, seed, number) for size, number in ahead]
                if not begun:
                    return
                yield begun.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


def gathered(made: Iterable[P]) -> list[P]:
    """Return all parts, or those that are there when somebody interrupts, if any is."""
    found: list[P] = []
    try:
        found.extend(made)
    except KeyboardInterrupt:
        if not found:
            raise
    return found


LOW: Final = (1 << 32) - 1
NO_COUP: Final = 255
"""What stands where a shoe has no coup more."""


def shuffled_shoes(whole: Array, count: int, random: np.random.Generator) -> Array:
    """Return shoes by rows. Every order of the cards is as likely as any other: a shoe of which one place would come
    more often than another, by the rest of 32 bits, is dealt anew.
    """
    shoes, rows = np.empty((count, len(whole)), whole.dtype), np.arange(count)
    spare = (LOW + 1) % np.arange(1, len(whole) + 1)
    while len(rows):
        words = random.integers(1 << 64, size=(len(rows), -(-len(whole) // 2)), dtype=np.uint64)
        numbers = words.astype("<u8").view("<u4")[:, : len(whole)]
        made, again = np.tile(whole, (len(rows), 1)), np.zeros(len(rows), dtype=np.bool_)
        if IS_FAST:
            from tapete.odds.shoe_loops import shuffle

            shuffle(made, numbers, spare, again)
        else:
            shuffle_side_by_side(made, numbers, spare, again)
        shoes[rows] = made
        rows = rows[again]
    return shoes


def shuffle_side_by_side(shoes: Array, numbers: Array, spare: Array, again: Array) -> None:
    products = numbers.T.astype(np.int64) * np.arange(1, shoes.shape[1] + 1)[:, None]
    again[:] = ((products & LOW) < spare[:, None]).any(axis=0)
    cards, count = shoes.T.ravel(), len(shoes)
    places = (products >> 32) * count + np.arange(count)
    for at, others in reversed(list(enumerate(places))):
        own, found = cards[at * count : (at + 1) * count], cards.take(others)
        cards[others] = own
        own[:] = found
    shoes[:] = cards.reshape(-1, count).T


def luck_of(shoes: Array, shortest: int, random: np.random.Generator) -> Array:
    """Return two numbers below one for each coup that shoes can have, the shortest of so many cards."""
    found: Array = random.random((len(shoes), shoes.shape[1] // shortest + 1, 2))
    return found


def by_coup(ends: Array) -> Iterator[tuple[Array, Array]]:
    """Yield, of the first coup of all shoes, then of the second ..., the shoes that have it, and what it came to."""
    for row in ends:
        rows = np.flatnonzero(row != NO_COUP)
        if not len(rows):
            return
        yield rows, row[rows]


class Dealer:
    """Shoes side by side: where each has got to. ``cut``: the place before which the cut card lies; the coup in which
    it appears is the last.
    """

    def __init__(self, shoes: Array, cut: int, longest: int, at: Array | None = None) -> None:
        self.shoes, self.cut, self.reach = shoes, cut, np.arange(longest)
        self.at = np.zeros(len(shoes), dtype=np.int32) if at is None else at

    def ready(self, rows: Array) -> Array:
        return rows[self.at[rows] <= self.cut]

    def cards(self, rows: Array) -> Array:
        """Return the next cards of shoes, as many as the longest coup takes."""
        places = np.minimum(self.at[rows][:, None] + self.reach, self.shoes.shape[1] - 1)
        found: Array = self.shoes[rows[:, None], places]
        return found


def ratio(above: Array, below: Array) -> Mean:
    """Return the ratio of two sums over shoes: the coups of one shoe hang together, shoes do not."""
    value = float(above.sum() / below.sum())
    rest = above - value * below
    error = sqrt(float((rest**2).sum()) * len(rest) / (len(rest) - 1)) / float(below.sum())
    return Mean(value, value - CONFIDENCE * error, value + CONFIDENCE * error)


def quantiles(values: Array) -> dict[int, float]:
    """Return below what so many of 100 lie."""
    spread = np.percentile(values, QUANTILES, method="inverted_cdf")
    return {part: float(one) for part, one in zip(QUANTILES, spread, strict=True)}


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    written = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(written, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return written.getvalue()
