"""What failures lead to: a wait that grows, and after too many of them a pause.

They are counted for each account and each device on which somebody has logged in before; all devices that nobody knows
are counted together. So whoever guesses at a name shuts out other strangers, and not its bearer at his own desk.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Final, Protocol

import msgspec

FREE: Final = 3
"""Failures that make nobody wait."""
MOST: Final = 6
"""Failures in a row after which nobody tries again for a while."""
PAUSE_S: Final = 900.0
FORGOTTEN_S: Final = 86_400.0
"""Seconds after which failures are forgotten."""


class Attempts(msgspec.Struct, frozen=True):
    """Failures in a row, and when the last of them was, in seconds."""

    failures: int = 0
    last: float = 0


NONE: Final = Attempts()
STORED: Final = 500
"""Waits that are kept for a restart."""


class AttemptStore(Protocol):
    """Where waits are kept while no hall runs."""

    def load(self) -> dict[tuple[str, str], Attempts]:
        """Return what was kept last."""

    def keep(self, attempts: Mapping[tuple[str, str], Attempts]) -> None:
        """Keep attempts in place of those of before."""


def after_failure(before: Attempts, now: float) -> Attempts:
    failures = before.failures if now - before.last < FORGOTTEN_S else 0
    return Attempts(failures + 1, now)


def wait(attempts: Attempts, now: float) -> float:
    """Return for how many seconds nobody may try again; nought: at once."""
    if attempts.failures >= MOST:
        until = attempts.last + PAUSE_S
    elif attempts.failures >= FREE:
        until = attempts.last + 2.0 ** (attempts.failures - FREE + 1)
    else:
        return 0.0
    return max(0.0, until - now)


def is_pause(attempts: Attempts) -> bool:
    """Return True if so many attempts failed that the director is to be told of a pause."""
    return attempts.failures >= MOST


class Throttle:
    """The attempts of each account and device; the oldest are forgotten where there are too many to keep.

    Any thread may ask. Whoever asks and then counts holds the turn of the account meanwhile.
    """

    def __init__(self, most: int = 10_000, store: AttemptStore | None = None) -> None:
        self._most, self._store = most, store
        self._kept: dict[tuple[str, str], Attempts] = {} if store is None else store.load()
        self._turn = threading.Lock()

    def wait(self, name: str, device: str, now: float) -> float:
        """Return for how many seconds this device may not try this account."""
        return wait(self._kept.get((name, device), NONE), now)

    def fail(self, name: str, device: str, now: float) -> Attempts:
        with self._turn:
            found = after_failure(self._kept.pop((name, device), NONE), now)
            self._kept[name, device] = found
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
            if found.failures >= FREE:
                self._keep(now)
        return found

    def _keep(self, now: float) -> None:
        """Keep the waits that still run, the newest of them: after a restart nobody tries again any sooner."""
        if self._store is not None:
            running = [(key, one) for key, one in self._kept.items() if wait(one, now) > 0]
            self._store.keep(dict(running[-STORED:]))

    def forget(self, name: str, device: str | None = None) -> None:
        with self._turn:
            names = [one for one in self._kept if one[0] == name and device in (None, one[1])]
            gone = [self._kept.pop(key) for key in names]
            if any(one.failures >= FREE for one in gone):
                self._keep(max((one.last for one in self._kept.values()), default=0.0))
