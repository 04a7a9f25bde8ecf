"""How long a croupier's bot leaves the betting open: a least time for each betting, and some for each first chip."""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random

from tapete.bots.pace import Pace, pick
from tapete.kernel import PersonId, Step


class BettingTime:
    """Counts from the opening of a betting, and again from each player's first stake in it."""

    def __init__(self, pace: Pace, chance: Random) -> None:
        self._pace, self._chance = pace, chance
        self._step: Step | None = None
        self._ends = 0.0
        self._players: frozenset[PersonId] = frozenset()

    def remaining(self, step: Step, players: Iterable[PersonId]) -> tuple[float, float]:
        """Return the span of seconds that the betting of ``step`` stays open; ``players`` are those who have staked."""
        now = time.monotonic()
        if step != self._step:
            self._step, self._ends, self._players = step, now + pick(self._pace.bets, self._chance), frozenset()
        found = frozenset(players)
        if found - self._players:
            self._ends = max(self._ends, now + pick(self._pace.chip, self._chance))
        self._players |= found
        left = max(0.0, self._ends - now)
        return left, left

    @property
    def ends(self) -> float:
        """Return when the betting closes, as an intention names it: it changes when time is added."""
        return self._ends
