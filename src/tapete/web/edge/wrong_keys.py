"""Wrong keys: after a few an address must wait before it may try another."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from tapete.live import security_log
from tapete.web.problems import ProblemError

TRIES: Final = 10
"""Wrong keys in a row that one address may give."""

BACK_S: Final = 30.0
"""Seconds after which it may try once more."""

ADDRESSES: Final = 10_000


class WrongKeys:
    """Counts by address; what was tried longest ago is forgotten first, so that memory has a bound.

    ``tries`` are had in a row, and one more every ``back_s`` seconds. ``is_told``: each goes to the security log.
    ``code`` is why somebody waits.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_told: bool = True,
        tries: int = TRIES,
        back_s: float = BACK_S,
        code: str = "too-many-keys",
    ) -> None:
        self._clock, self._is_told = clock, is_told
        self._tries, self._back_s, self._code = tries, back_s, code
        self._counts: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def require_try(self, address: str) -> None:
        """Raises :class:`ProblemError` (429) for an address that has given too many."""
        if self._count(address) > self._tries - 1:
            self._tell("wrong-keys-paused", address)
            raise ProblemError(429, self._code)

    def add(self, address: str) -> None:
        """Count one more."""
        self._counts[address] = (self._count(address) + 1, self._clock())
        self._counts.move_to_end(address)
        self._tell("wrong-key", address)
        if len(self._counts) > ADDRESSES:
            self._counts.popitem(last=False)

    def _tell(self, code: str, address: str) -> None:
        if self._is_told:
            security_log.tell(code, address=address)

    def _count(self, address: str) -> float:
        count, at = self._counts.get(address, (0.0, 0.0))
        return max(0.0, count - (self._clock() - at) / self._back_s)
