"""The waits of logins in the hall's database: a restart forgets none of them.

They are one row beside the accounts, sealed as these are.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import select

from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.stored_accounts import ATTEMPTS_ROW
from tapete.people.throttle import Attempts
from tapete.record.store import Store, schema, upsert

Written = list[tuple[str, str, int, float]]
"""Account, device, failures and the time of the last one, as they are kept."""


class StoredAttempts:
    """Attempts at the accounts of a house's store."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._store, self._seal = store, seal

    def load(self) -> dict[tuple[str, str], Attempts]:
        """Return what was kept last. Raises :class:`SealBrokenError` for a row that this hall has not written."""
        with self._store.reading() as connection:
            body = connection.scalar(select(schema.staff.c.body).where(schema.staff.c.name == ATTEMPTS_ROW))
        if body is None:
            return {}
        try:
            rows = msgspec.json.decode(self._seal.open(ATTEMPTS_ROW, bytes(body)), type=Written)
        except msgspec.MsgspecError:
            raise SealBrokenError("account-unreadable", name=ATTEMPTS_ROW) from None
        return {(name, device): Attempts(failures, last) for name, device, failures, last in rows}

    def keep(self, attempts: Mapping[tuple[str, str], Attempts]) -> None:
        """Keep attempts in place of those of before; they are on the disk when this returns."""
        rows: Written = [(name, device, one.failures, one.last) for (name, device), one in attempts.items()]
        body = self._seal.seal(ATTEMPTS_ROW, msgspec.json.encode(rows))
        with self._store.writing() as connection:
            kept = upsert(connection, schema.staff).values(name=ATTEMPTS_ROW, body=body)
            connection.execute(kept.on_conflict_do_update(index_elements=["name"], set_={"body": body}))
