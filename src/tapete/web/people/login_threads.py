"""Where passwords are checked: two at a time, each takes 64 MiB, and never in the thread that answers pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from tapete.web.problems import ProblemError

T = TypeVar("T")

AT_ONCE: Final = 2
WAITING: Final = 40
"""Who may wait for his turn; others are told to come back."""


class LoginThreads:
    """Threads for whatever digests a password or writes an account."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="tapete-login")
        self._waiting = 0

    async def run(self, what: Callable[..., T], *given: Any, **more: Any) -> T:
        """Return what came of a call. Raises :class:`ProblemError` (503) where too many wait."""
        if self._waiting >= WAITING:
            raise ProblemError(503, "too-many-logins")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: what(*given, **more))
        finally:
            self._waiting -= 1
