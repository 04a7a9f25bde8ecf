"""Security events of a hall: a code and plain facts, to the log ``tapete.security``, and counted.

A flood of one kind does not fill the disk: after some in a minute the others are counted, and the next minute says how
many there were. Facts are those that the callers write down: addresses, names of accounts, ids of tables; never what
somebody sent as a password, a code, a key or a word.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

LOGGER: Final = "tapete.security"
IN_A_MINUTE: Final = 20
"""Events of one code that are written in a minute."""
MINUTE_S: Final = 60.0

CODES: Final = frozenset(
    {
        "account",
        "door-full",
        "guards-lost",
        "hall-started",
        "hall-stopped",
        "host-refused",
        "login",
        "login-failed",
        "login-paused",
        "login-throttled",
        "not-ready",
        "origin-refused",
        "player",
        "record-failed",
        "sessions-full",
        "store-returned",
        "streams-full",
        "table-lost",
        "table-set-aside",
        "witness-behind",
        "witness-held",
        "witness-lost",
        "witness-torn",
        "witness-unnamed",
        "wrong-key",
        "wrong-keys-paused",
    }
)
"""What is counted by name; a code of accounts or players is counted as theirs, as nothing finer is watched."""

_log = logging.getLogger(LOGGER)


class SecurityLog:
    """Writes and counts events; ``clock`` says how many seconds have passed. Any thread may tell."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.counts: Counter[str] = Counter()
        self._clock = clock
        self._minutes: dict[str, tuple[float, int]] = {}
        self._lock = threading.Lock()

    def tell(
        self, code: str, level: int = logging.WARNING, error: BaseException | None = None, /, **facts: Any
    ) -> None:
        """Count an event and write it, unless too many of its kind were written in this minute."""
        now = self._clock()
        with self._lock:
            self.counts[counted_as(code)] += 1
            began, told = self._minutes.get(code, (now, 0))
            if now - began >= MINUTE_S:
                if told > IN_A_MINUTE:
                    facts = {**facts, "unwritten": told - IN_A_MINUTE}
                began, told = now, 0
            self._minutes[code] = (began, told + 1)
        if told < IN_A_MINUTE:
            _log.log(level, code, exc_info=error, extra={"facts": facts})


def counted_as(code: str) -> str:
    return code if code in CODES else code.partition("-")[0] if code.startswith(("account-", "player-")) else "other"


EVENTS: Final = SecurityLog()
"""The events of this process, which is one hall."""

tell: Final = EVENTS.tell
