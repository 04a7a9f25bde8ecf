"""The names of new tables: each is free in the store too, where another hall may be opening a table at this moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tapete.house.terms import KEY
from tapete.record.store import TableTakenError, Writer


def number_of(table: str, name: str) -> int | None:
    """Return the number of a table among those of a name, by its id; ``None`` for one of another name."""
    before, _, number = table.rpartition("-")
    if table == name:
        return 1
    return int(number) if before == name and number.isdecimal() and int(number) > 1 else None


def original_name(table: str) -> str:
    """Return the name under which a table was opened that bears this id; a name may itself end in a number."""
    before = table.rpartition("-")[0]
    return before if before and number_of(table, before) else table


class TableNames:
    """Gives out names. ``recorded`` returns those that are taken, ``take`` becomes the writer of a new one."""

    def __init__(
        self, recorded: Callable[[], Awaitable[frozenset[str]]], take: Callable[[str], Awaitable[Writer]]
    ) -> None:
        self._recorded, self._take = recorded, take
        self.reserved: set[str] = set()
        """Names of tables that are being opened."""
        self.continued: set[str] = set()
        """Tables from which one that is being opened goes on."""

    def release(self, writer: Writer) -> None:
        """Forget a table that has been opened, or has not."""
        self.reserved.discard(writer.table)
        if writer.continues is not None:
            self.continued.discard(writer.continues.table)

    async def take(self, wanted: str, check: Callable[[str], Awaitable[None]] | None = None) -> Writer:
        """Take a name, with a number where it is not free, and reserve it; raises what the store raises, and before the
        store knows of the name what ``check`` raises about it.
        """
        while True:
            taken = await self._recorded() | self.reserved | {KEY}
            name, number = wanted, 1
            while name in taken:
                number += 1
                name = f"{wanted}-{number}"
            self.reserved.add(name)
            try:
                if check is not None:
                    await check(name)
                return await self._take(name)
            except TableTakenError:
                self.reserved.discard(name)
            except BaseException:
                self.reserved.discard(name)
                raise
