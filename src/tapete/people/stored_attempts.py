"""The waits of logins in the hall's database: a restart forgets none of them.

They are one row beside the accounts, sealed as these are.
"""

from __future__ import annotations

from collections.abc import Mapping

from tapete.people.row_seal import RowSeal
from tapete.people.sealed_rows import SealedRows
from tapete.people.stored_accounts import ATTEMPTS_ROW
from tapete.people.throttle import Attempts
from tapete.record.store import Store

Written = list[tuple[str, str, int, float]]
"""Account, device, failures and the time of the last one, as they are kept."""


class StoredAttempts:
    """Attempts at the accounts of a house's store."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._rows = SealedRows[Written](store, seal, Written, "attempts-unreadable")

    def load(self) -> dict[tuple[str, str], Attempts]:
        """Return what was kept last. Raises :class:`SealBrokenError`."""
        rows = self._rows.find(ATTEMPTS_ROW) or []
        return {(name, device): Attempts(failures, last) for name, device, failures, last in rows}

    def keep(self, attempts: Mapping[tuple[str, str], Attempts]) -> None:
        """Keep attempts in place of those of before; they are on the disk when this returns."""
        rows = [(name, device, one.failures, one.last) for (name, device), one in attempts.items()]
        self._rows.keep({ATTEMPTS_ROW: rows})
