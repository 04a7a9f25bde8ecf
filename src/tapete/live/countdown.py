"""The clock of a table that everybody sees: how long the betting stays open, how long somebody has to answer.

It stands beside the record, like a clock on the wall: it decides nothing. Who holds a post, or a time limit of the
hall, sets it for the step that is open; with the step it goes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec

from tapete.kernel import Step
from tapete.live.clock import Clock


class ClockFace(msgspec.Struct, frozen=True):
    """What a page draws: for what time runs, when it ends (milliseconds since 1970), how long it was (seconds)."""

    kind: str
    ends: int
    total: float


class Countdown:
    """The clock of one table."""

    def __init__(self, clock: Clock, step: Callable[[], Step], redraw: Callable[[], None]) -> None:
        self._clock, self._step, self._redraw = clock, step, redraw
        self._kind = ""
        self._of: Step | None = None
        self._ends = 0.0
        self._ends_at = 0
        self._total = 0.0

    def show(self, kind: str, seconds: float) -> None:
        """Let time run for the open step from now on."""
        self._kind, self._of, self._total = kind, self._step(), seconds
        self._set(self._clock.monotonic() + seconds)

    def extend(self, seconds: float) -> bool:
        """Give more time from now or from the end of the time that runs; return whether a clock was running at all."""
        if self._of != self._step():
            return False
        now = self._clock.monotonic()
        ends = max(now, self._ends) + seconds
        self._total = max(self._total, ends - now)
        self._set(ends)
        return True

    def _set(self, ends: float) -> None:
        self._ends = ends
        wall = datetime.fromisoformat(self._clock.wall()).timestamp()
        self._ends_at = round((wall + ends - self._clock.monotonic()) * 1000)
        self._redraw()

    def stop(self, kind: str) -> None:
        if self.left(kind):
            self._of = None
            self._redraw()

    def left(self, kind: str = "") -> float:
        """Return the seconds that are left in the open step; 0 where no clock runs, or none of that ``kind``."""
        runs = self._of == self._step() and kind in ("", self._kind)
        return max(0.0, self._ends - self._clock.monotonic()) if runs else 0.0

    def face(self) -> ClockFace | None:
        """Return what everybody sees; ``None`` while no time runs."""
        return ClockFace(self._kind, self._ends_at, self._total) if self.left() else None
