"""Which writes to a database happen on an event loop, where everybody waits for the disk meanwhile."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from tapete.record.store.transactions import Transactions


@contextmanager
def writes_on_the_loop() -> Iterator[list[str]]:
    """Yield a list that grows by the callers of each write that is begun on an event loop."""
    found: list[str] = []
    begin = Transactions._writing

    def watched(self: Transactions, **how: bool) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return begin(self, **how)
        found.append("".join(traceback.format_stack(limit=5)))
        return begin(self, **how)

    with patch.object(Transactions, "_writing", watched):
        yield found
