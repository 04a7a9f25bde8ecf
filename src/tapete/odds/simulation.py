"""Many shoes in parts, on as many processes as are wanted, and what they say: means with their bounds, and the spread.

A part has its own randomness, by the seed and its number: what comes out does not depend on who worked on which part.
"""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from math import sqrt
from typing import Any, Final

import msgspec
import numpy as np

from tapete.money import Cents
from tapete.odds.punto_shoes import CLASSES, Array, Shoes, deal, stake_table, wins
from tapete.odds.shoe import OddsError

PART: Final = 2_000
"""Shoes of a part."""
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


class StakeResult(msgspec.Struct, frozen=True):
    """``staked``, ``net`` and ``deducted`` in cents, over all coups; ``edge``: what the house keeps of each unit."""

    staked: Cents
    net: Cents
    deducted: Cents
    edge: Mean


class ShoesResult(msgspec.Struct, frozen=True):
    """What came of so many ``shoes``.

    ``wins``: share of the coups by winner. ``coups_a_shoe``: how many coups a shoe gives. ``house_a_shoe``: what the
    house wins in a shoe by all stakes together, in cents; ``house_quantiles``: below what so many of 100 shoes lie.
    """

    shoes: int
    coups: int
    seed: int
    decks: int
    rulebook: str
    wins: dict[str, Mean]
    coups_a_shoe: Mean
    stakes: dict[str, StakeResult]
    house_a_shoe: Mean
    house_quantiles: dict[int, float]


def new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def parts(shoes: int) -> Iterator[tuple[int, int]]:
    """Yield how many shoes each part has, and its number."""
    for number, first in enumerate(range(0, shoes, PART)):
        yield min(PART, shoes - first), number


def simulate(asked: Shoes, shoes: int, seed: int, workers: int = 1) -> Iterator[Array]:
    """Yield the counts of each part (:func:`tapete.odds.punto_shoes.deal`), in their order, as they are there."""
    asked.cut(asked.rules())  # what cannot be is refused here
    wanted = parts(shoes)
    if workers == 1:
        yield from (deal(asked, count, seed, number) for count, number in wanted)
        return
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        begun: list[Future[Array]] = []
        try:
            while True:
                ahead = islice(wanted, 2 * workers - len(begun))
                begun += [pool.submit(deal, asked, count, seed, number) for count, number in ahead]
                if not begun:
                    return
                yield begun.pop(0).result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def summed(asked: Shoes, counted: Iterable[Array], seed: int) -> ShoesResult:
    """Return what the counts say, of those that are there when somebody interrupts, if any is. Raises
    :class:`~tapete.odds.shoe.OddsError` for less than two shoes.
    """
    found: list[Array] = []
    try:
        found.extend(counted)
    except KeyboardInterrupt:
        if not found:
            raise
    counts = np.concatenate(found or [np.zeros((0, CLASSES), dtype=np.uint16)])
    if len(counts) < 2:
        raise OddsError("shoes-too-few", shoes=len(counts))
    coups = counts.sum(axis=1, dtype=np.int64)
    rules = asked.rules()
    results, house = dict[str, StakeResult](), np.zeros(len(counts), dtype=np.int64)
    for bet, stake in asked.stakes.items():
        table = stake_table(rules, bet, stake)
        net = counts @ table.net
        house -= net
        edge = _ratio(-net, coups * stake)
        results[str(bet)] = StakeResult(
            int(coups.sum()) * stake, int(net.sum()), int((counts @ table.deducted).sum()), edge
        )
    ones = np.ones(len(counts))
    spread = np.percentile(house, QUANTILES, method="inverted_cdf")
    return ShoesResult(
        len(counts),
        int(coups.sum()),
        seed,
        asked.decks,
        asked.rulebook,
        {name: _ratio(won, coups) for name, won in wins(counts).items()},
        _ratio(coups, ones),
        results,
        _ratio(house, ones),
        {part: float(one) for part, one in zip(QUANTILES, spread, strict=True)},
    )


def _ratio(above: Array, below: Array) -> Mean:
    """Return the ratio of two sums over shoes: the coups of one shoe hang together, shoes do not."""
    value = float(above.sum() / below.sum())
    rest = above - value * below
    error = sqrt(float((rest**2).sum()) * len(rest) / (len(rest) - 1)) / float(below.sum())
    return Mean(value, value - CONFIDENCE * error, value + CONFIDENCE * error)


def rows(asked: Shoes, counts: Array, first: int) -> Iterator[Mapping[str, Any]]:
    """Yield a row a shoe: its number, its coups, how often each hand won, and what each stake brought in cents."""
    rules = asked.rules()
    nets = {str(bet): counts @ stake_table(rules, bet, stake).net for bet, stake in asked.stakes.items()}
    won = wins(counts)
    for at, coups in enumerate(counts.sum(axis=1, dtype=np.int64)):
        yield {
            "shoe": first + at,
            "coups": int(coups),
            **{name: int(one[at]) for name, one in won.items()},
            **{f"net-{name}": int(one[at]) for name, one in nets.items()},
        }
