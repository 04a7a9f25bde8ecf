"""The names of new tables: each is free in the store too, where another hall may be opening a table at this moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tapete.record.store import TableTakenError, Writer


class TableNames:
    """Gives out names. ``recorded`` returns those that are taken, ``take`` becomes the writer of a new one."""

    def __init__(
        self, recorded: Callable[[], Awaitable[frozenset[str]]], take: Callable[[str], Awaitable[Writer]]
    ) -> None:
        self._recorded, self._take = recorded, take
        self.reserved: set[str] = set()
        """Names of tables that are being opened."""

    async def take(self, wanted: str) -> Writer:
        """Take a name, with a number where it is not free, and reserve it; raises what the store raises."""
        while True:
            taken = await self._recorded() | self.reserved
            name, number = wanted, 1
            while name in taken:
                number += 1
                name = f"{wanted}-{number}"
            self.reserved.add(name)
            try:
                return await self._take(name)
            except TableTakenError:
                self.reserved.discard(name)
            except BaseException:
                self.reserved.discard(name)
                raise
