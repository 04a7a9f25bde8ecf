"""Turns: what is done with one account, or with who directs the house, is done one after the other.

Two logins in one moment would both be let through by a throttle that has counted neither, and use one code twice; two
directors who suspend each other in one moment would leave a house without any.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LOCKS: Final = 64
"""Accounts share so many locks: a name that nobody has ever had takes up nothing."""


class Turns:
    """Locks by name. A change takes that of the house before that of its account; a login takes the second alone."""

    def __init__(self) -> None:
        self._house = threading.RLock()
        self._locks = tuple(threading.RLock() for _ in range(LOCKS))

    @contextmanager
    def of_account(self, name: str) -> Iterator[None]:
        """Wait for everything that is being done with an account."""
        with self._locks[hash(name) % LOCKS]:
            yield

    @contextmanager
    def of_house(self, name: str) -> Iterator[None]:
        """Wait for every change of an account, and for everything that is being done with this one."""
        with self._house, self.of_account(name):
            yield
