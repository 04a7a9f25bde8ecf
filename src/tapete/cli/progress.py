"""How far a long work is: done, rate and remaining time, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from tapete.cli import output

ON_SCREEN: Final = 0.2
"""Seconds between two looks of a person; the line is written over."""
IN_A_FILE: Final = 10.0
"""Seconds between two lines where nobody looks on."""


class Progress:
    """Counts the steps of a work of ``total`` steps. ``clock`` gives seconds that only grow.

    Where nobody looks on, a work that is done before the first line is due says nothing.
    """

    def __init__(
        self, total: int, *, clock: Callable[[], float] = time.monotonic, stream: TextIO | None = None
    ) -> None:
        self.total, self.done = total, 0
        self._clock, self._stream = clock, sys.stderr if stream is None else stream
        self._start = self._last = clock()
        self._is_seen = self._stream.isatty()
        self._has_spoken = self._is_seen

    def step(self, name: str = "") -> None:
        """Count one step, called ``name``, and show how far the work is where it is time to."""
        self.done += 1
        now = self._clock()
        is_last = self.done >= self.total and self._has_spoken
        if now - self._last < (ON_SCREEN if self._is_seen else IN_A_FILE) and not is_last:
            return
        self._last, self._has_spoken = now, True
        line = f"{self.text()} {name}".rstrip()
        self._stream.write(f"\r\x1b[K{line}" if self._is_seen else f"{line}\n")
        self._stream.flush()

    def text(self) -> str:
        """Return how far the work is as a sentence."""
        spent = self._clock() - self._start
        rate = self.done / spent if spent > 0 else 0.0
        left = (self.total - self.done) / rate if rate else 0.0
        return output.say(
            "progress",
            done=str(self.done),
            total=str(self.total),
            rate=f"{rate:.1f}" if rate < 100 else f"{rate:.0f}",
            left=f"{int(left) // 60}:{int(left) % 60:02}",
        )

    def close(self) -> None:
        """Leave the line that was written over."""
        if self._is_seen and self.done:
            self._stream.write("\n")
            self._stream.flush()
