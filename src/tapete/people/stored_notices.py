"""The notices of a house in its database: a row for each day beside the accounts, sealed as these are, and erasable."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import delete, select

from tapete.people.notices import Notice
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.stored_accounts import NOTICES_ROW
from tapete.record.store import Store, schema, upsert

_ROWS = schema.staff.c


class StoredNotices:
    """The notices of a house's store."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._store, self._seal = store, seal

    def load(self) -> dict[str, tuple[Notice, ...]]:
        """Return the notices of every day. Raises :class:`SealBrokenError` for a row that this hall has not written."""
        with self._store.reading() as connection:
            rows = connection.execute(select(schema.staff).where(_ROWS.name.startswith(NOTICES_ROW))).all()
        return {row.name.removeprefix(NOTICES_ROW): self._read(row.name, bytes(row.body)) for row in rows}

    def _read(self, name: str, body: bytes) -> tuple[Notice, ...]:
        try:
            return msgspec.json.decode(self._seal.open(name, body), type=tuple[Notice, ...])
        except msgspec.MsgspecError:
            raise SealBrokenError("account-unreadable", name=name) from None

    def keep(self, days: Mapping[str, tuple[Notice, ...]]) -> None:
        """Keep the notices of some days; they are on the disk when this returns."""
        with self._store.writing() as connection:
            for day, notices in days.items():
                name = NOTICES_ROW + day
                if not notices:
                    connection.execute(delete(schema.staff).where(_ROWS.name == name))
                    continue
                body = self._seal.seal(name, msgspec.json.encode(notices))
                kept = upsert(connection, schema.staff).values(name=name, body=body)
                connection.execute(kept.on_conflict_do_update(index_elements=["name"], set_={"body": body}))
