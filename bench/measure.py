"""Paired measurements: both sides alternately in one run, so that a busy machine slows both.

Work on the processor is timed in processor seconds, waiting for a disk in wall seconds. A figure is the median over the
rounds; a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

Work = Callable[[], int]
"""Does a batch of work and returns how many units it did."""


@dataclass
class Side:
    """One side of a comparison: units a second, one figure for each round."""

    name: str
    unit: str
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Units a second, the median."""
        return median(self.rates)


@dataclass
class Pair:
    """Our side beside a yardstick."""

    title: str
    ours: Side
    yardstick: Side
    note: str = ""

    @property
    def ratio(self) -> float:
        """Ours over the yardstick's, the median of the rounds."""
        return median(a / b for a, b in zip(self.ours.rates, self.yardstick.rates, strict=True))

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the largest ratio of a round."""
        found = [a / b for a, b in zip(self.ours.rates, self.yardstick.rates, strict=True)]
        return min(found), max(found)


def rate(work: Work, clock: Callable[[], float] = time.process_time, least: float = 0.2) -> float:
    """Return units a second: repeat a batch until ``least`` seconds have gone by."""
    done, start = 0, clock()
    while (spent := clock() - start) < least:
        done += work()
    return done / spent


def paired(
    title: str,
    ours: tuple[str, str, Work],
    yardstick: tuple[str, str, Work],
    *,
    rounds: int = 7,
    note: str = "",
    clock: Callable[[], float] = time.process_time,
) -> Pair:
    """Measure two sides in turn. A side is its name, its unit and its work."""
    pair = Pair(title, Side(*ours[:2]), Side(*yardstick[:2]), note)
    ours[2](), yardstick[2]()  # warm
    for _ in range(rounds):
        pair.ours.rates.append(rate(ours[2], clock))
        pair.yardstick.rates.append(rate(yardstick[2], clock))
    return pair


def machine() -> str:
    """Describe the machine without naming it."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, CPython {platform.python_version()}"


def number(value: float) -> str:
    """Write a figure with three digits that mean something."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"
