"""Many shoes in parts, on as many processes as are wanted, and what they say: means with their bounds, and the spread.

A part has its own randomness, by the seed and its number: what comes out does not depend on who worked on which part.
"""

from __future__ import annotations

import csv
import io
import secrets
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.compiled import IS_FAST
from tapete.odds.shoe import OddsError

Array = npt.NDArray[Any]
P = TypeVar("P")

PART: Final = 2_000
"""Shoes or banks of a part."""
QUICK: Final = 100
"""Shoes that compiled loops deal as soon as a worker is told to: parts of so many more go to one together."""
CONNECT: Final = 10
"""Seconds in which a cluster is to answer."""
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


class Asked(Protocol[P]):
    """What is simulated, ``part_size`` of it in a part. ``deal`` deals ``count`` of it: the same part of the same seed
    is the same on any machine and beside any other part. ``sum_up`` keeps of a part what its means need.
    """

    part_size: ClassVar[int]

    def require_possible(self) -> None:
        """Raise :class:`~tapete.odds.shoe.OddsError` for what cannot be dealt."""

    def deal(self, count: int, seed: int, part: int) -> P: ...
    def sum_up(self, part: P) -> Any: ...


def new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def randomness(seed: int, part: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(part,))))


GAMMA: Final = 0x9E3779B97F4A7C15
MIXES: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT: Final = 31
LOW: Final = (1 << 32) - 1
CERTAIN: Final = 1 << 32
"""What every half of a number lies below."""


def places(seed: int, *key: int) -> tuple[np.uint64, np.uint64]:
    """Return from where on the shoes of a part, and the luck of those who mix, take their numbers."""
    shoes, luck = np.random.SeedSequence(seed, spawn_key=key).generate_state(2, np.uint64)
    return shoes, luck


def words(place: np.uint64, count: int) -> Array:
    """Return numbers of 64 bits by SplitMix64 (Steele, Lea and Flood 2014). Each follows from its place alone: loops
    make them one by one, arrays all at once, and they are the same.
    """
    found: Array = place + np.arange(count, dtype=np.uint64) * np.uint64(GAMMA)
    for shift, factor in MIXES:
        found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
    found ^= found >> np.uint64(LAST_SHIFT)
    return found


def parts(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield how many each part has, and its number."""
    for number, first in enumerate(range(0, count, size)):
        yield min(size, count - first), number


def work(asked: Asked[Any], seed: int, wanted: Sequence[tuple[int, int]], *, is_summed: bool) -> list[Any]:
    """Return what comes of some parts."""
    made = (asked.deal(size, seed, number) for size, number in wanted)
    return [asked.sum_up(one) if is_summed else one for one in made]


@contextmanager
def hands(workers: int, cluster: str) -> Iterator[tuple[Executor, int]]:
    """Yield who works, and how many they are: processes of this machine, or a Dask cluster, which gives what a lost
    worker had to another one. Raises :class:`~tapete.odds.shoe.OddsError` where no cluster answers.
    """
    if cluster:
        try:
            client = import_module("distributed").Client(cluster, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise OddsError("no-cluster", address=cluster) from error
        with client:
            yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
        return
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool, workers
    finally:
        pool.shutdown(cancel_futures=True)


def simulate(
    asked: Asked[Any], count: int, seed: int, workers: int = 1, *, cluster: str = "", is_summed: bool = False
) -> Iterator[Any]:
    """Yield what comes of each part, or the sums of it, in their order, as it is there."""
    asked.require_possible()
    wanted, do = parts(count, asked.part_size), partial(work, asked, seed, is_summed=is_summed)
    if workers == 1 and not cluster:
        for one in wanted:
            yield from do([one])
        return
    if not cluster:
        do([(1, 0)])  # forked processes inherit the compiled loops
    with hands(workers, cluster) as (pool, number):
        most = asked.part_size // QUICK if IS_FAST else 1
        together = max(1, min(most, count // asked.part_size // (4 * number)))
        begun = deque[Future[list[Any]]]()
        while True:
            while len(begun) < 3 * number and (some := list(islice(wanted, together))):
                begun.append(pool.submit(do, some))
            if not begun:
                return
            yield from begun.popleft().result()


def gathered(made: Iterable[P], size: Callable[[P], int]) -> tuple[list[P], int]:
    """Return all parts, or those that are there when somebody interrupts, if any is, and their size together.

    Raises :class:`~tapete.odds.shoe.OddsError` for less than two.
    """
    found: list[P] = []
    try:
        found.extend(made)
    except KeyboardInterrupt:
        if not found:
            raise
    if (whole := sum(map(size, found))) < 2:
        raise OddsError("too-few-simulated", done=whole)
    return found, whole


NO_COUP: Final = 255
"""What stands where a shoe has no coup more."""


class Shuffled(NamedTuple):
    """So many shoes of the cards ``whole``, shuffled by the numbers from ``start`` on; ``cut``: the place before which
    the cut card lies. ``spare``: as many of 2**32 numbers would make a place come more often than another.
    """

    whole: Array
    number: int
    start: np.uint64
    cut: int
    spare: Array

    def shoes(self) -> Array:
        """Return shoes by rows. Every order of the cards is as likely as any other: a shoe of which one place would
        come more often than another is dealt anew.
        """
        shoes = np.empty((self.number, len(self.whole)), self.whole.dtype)
        rows, start = np.arange(self.number), self.start
        while len(rows):
            numbers = halves(words(start, shoes.size // 2).reshape(self.number, -1)[rows])
            shoes[rows], again = shuffle_side_by_side(self.whole, numbers, self.spare)
            rows, start = rows[again], np.uint64((int(start) + shoes.size // 2 * GAMMA) % (1 << 64))
        return shoes


def shuffled_shoes(whole: Array, count: int, start: np.uint64, cut: int) -> Shuffled:
    return Shuffled(whole, count, start, cut, (CERTAIN % np.arange(1, len(whole) + 1)).astype(np.uint32))


def halves(words: Array) -> Array:
    """Return the upper halves of the numbers of each row, then the lower ones."""
    return np.concatenate([words >> np.uint64(32), words & np.uint64(LOW)], axis=1)


def shuffle_side_by_side(whole: Array, numbers: Array, spare: Array) -> tuple[Array, Array]:
    """Return shoes by rows, and which are to be dealt anew."""
    products = numbers.T * np.arange(1, len(whole) + 1, dtype=np.uint64)[:, None]
    again: Array = np.any((products & np.uint64(LOW)) < spare[:, None], axis=0)
    count = len(numbers)
    cards = np.empty(numbers.size, whole.dtype)
    places = (products >> np.uint64(32)).astype(np.int64) * count + np.arange(count)
    for at, others in enumerate(places):
        cards[at * count : (at + 1) * count] = cards.take(others)
        cards[others] = whole[at]
    return cards.reshape(-1, count).T, again


def luck_of(shoes: Shuffled, shortest: int, place: np.uint64) -> Array:
    """Return, for each coup that shoes can have, the shortest of so many cards, two numbers of 32 bits a shoe."""
    coups = len(shoes.whole) // shortest + 1
    found: Array = halves(words(place, coups * shoes.number).reshape(coups, -1)).reshape(coups, 2, -1)
    return found


def thresholds(shares: npt.ArrayLike) -> Array:
    """Return below what a number of 32 bits lies as often as each share says."""
    found: Array = np.rint(np.asarray(shares) * CERTAIN).astype(np.uint64)
    return found


def graded(below: Array) -> tuple[Array, Array]:
    """Return the numbers of 32 bits from which on fewer lie below, and row by row, up to each of them, which do."""
    bounds = np.unique(below)
    bounds = bounds[(bounds > 0) & (bounds < CERTAIN)]
    rows: Array = np.append(np.uint64(0), bounds).reshape(-1, *[1] * below.ndim) < below
    return bounds.astype(np.uint32), rows


def rows_of(luck: Array, bounds: Sequence[Array]) -> list[Array]:
    """Return to which row of either table the luck of each coup leads."""
    return [np.searchsorted(of, one, side="right") for of, one in zip(bounds, luck, strict=True)]


def bits_of(rows: Array) -> Array:
    """Return what the last axis says as bits."""
    found: Array = (rows.astype(np.uint16) << np.arange(rows.shape[-1], dtype=np.uint16)).sum(axis=-1, dtype=np.uint16)
    return found


class Dealer:
    """Shoes side by side: where each has got to. ``cut``: the place before which the cut card lies; the coup in which
    it appears is the last.
    """

    def __init__(self, shoes: Array, cut: int, longest: int, at: Array | None = None) -> None:
        self.shoes, self.cut, self.reach = shoes, cut, np.arange(longest)
        self.at = np.zeros(len(shoes), dtype=np.int32) if at is None else at

    def coups(self) -> Iterator[tuple[Array, Array]]:
        """Yield which shoes have a first coup, a second ..., and their next cards, as many as the longest takes."""
        rows = np.arange(len(self.at))
        while len(rows := rows[self.at[rows] <= self.cut]):
            places = np.minimum(self.at[rows][:, None] + self.reach, self.shoes.shape[1] - 1)
            yield rows, self.shoes[rows[:, None], places]


def ratio(above: Array, below: Array) -> Mean:
    """Return the ratio of two sums over shoes: the coups of one shoe hang together, shoes do not."""
    value = float(above.sum() / below.sum())
    rest = above - value * below
    error = sqrt(float((rest**2).sum()) * len(rest) / (len(rest) - 1)) / float(below.sum())
    return Mean(value, value - CONFIDENCE * error, value + CONFIDENCE * error)


def quantiles(values: Array, counts: Array | None = None) -> dict[int, float]:
    """Return below what so many of 100 lie, of values that came so often."""
    spread = np.percentile(values, QUANTILES, method="inverted_cdf", weights=counts)
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
