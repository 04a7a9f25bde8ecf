"""The notices of a house in its database: a row for each day beside the accounts, sealed as these are, and erasable."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.people.notices import Notice
from tapete.people.row_seal import RowSeal
from tapete.people.sealed_rows import SealedRows
from tapete.people.stored_accounts import NOTICES_ROW
from tapete.record.store import Store

Written = tuple[Notice, ...]
"""The notices of a day."""


class StoredNotices:
    """The notices of a house's store."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._rows = SealedRows[Written](store, seal, Written, "notices-unreadable")

    def load(self) -> dict[str, Written]:
        """Return the notices of every day. Raises :class:`SealBrokenError`."""
        rows = self._rows.load(lambda name: name.startswith(NOTICES_ROW))
        return {name.removeprefix(NOTICES_ROW): notices for name, notices in rows.items()}

    def keep(self, days: Mapping[str, Written]) -> None:
        """Keep the notices of some days; they are on the disk when this returns."""
        self._rows.keep({NOTICES_ROW + day: notices or None for day, notices in days.items()})
