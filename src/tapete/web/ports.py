"""The live hall as this package names it: a hall, its house, its tables, and whatever a page follows."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, Protocol, TypeAlias

from tapete.live import Answer as Answer, Hall as Hall, TableActor
from tapete.live.house import HouseActor as LiveHouse

__all__ = ["Answer", "Followed", "Hall", "LiveHouse", "Table"]

Table: TypeAlias = TableActor[Any]


class Followed(Protocol):
    """What pages follow: a table, the house above the tables, or the lobby."""

    @property
    def version(self) -> int:
        """How many entries its record holds."""

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""

    def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then newer ones, the latest only."""
