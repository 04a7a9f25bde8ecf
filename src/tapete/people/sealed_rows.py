"""Sealed rows of one kind beside the accounts of a house: each is read whole, and written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import delete, select

from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.record.store import Store, schema, upsert

T = TypeVar("T")

Unreadable = Callable[[str], SealBrokenError]
"""Makes an error for a row with a name."""

_NAME = schema.staff.c.name


class SealedRows(Generic[T]):
    """Rows of a store by their names. ``kind`` is what a row holds, ``unreadable`` makes the error for one that this
    hall has not written.
    """

    def __init__(self, store: Store, seal: RowSeal, kind: Any, unreadable: Unreadable) -> None:
        self._store, self._seal, self._kind, self._unreadable = store, seal, kind, unreadable

    def load(self, is_own: Callable[[str], bool]) -> dict[str, T]:
        """Return the rows whose names are of this kind. Raises :class:`SealBrokenError`."""
        with self._store.reading() as connection:
            rows = connection.execute(select(schema.staff)).all()
        return {row.name: self._read(row.name, bytes(row.body)) for row in rows if is_own(row.name)}

    def names(self, is_own: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the names of the rows of this kind, also of those that cannot be read."""
        with self._store.reading() as connection:
            return tuple(sorted(name for name in connection.scalars(select(_NAME)) if is_own(name)))

    def find(self, name: str) -> T | None:
        """Return the row with a name, or ``None``. Raises :class:`SealBrokenError`."""
        return self.load(name.__eq__).get(name)

    def keep(self, rows: Mapping[str, T | None]) -> None:
        """Keep some rows in place of those with their names, in one transaction; of ``None`` nothing is kept. They are
        on the disk when this returns.
        """
        bodies = {name: self.seal(name, one) for name, one in rows.items() if one is not None}
        with self._store.writing() as connection:  # an error inside fails the store: nothing is made in there
            connection.execute(delete(schema.staff).where(_NAME.in_(rows.keys() - bodies.keys())))
            for name, body in bodies.items():
                kept = upsert(connection, schema.staff).values(name=name, body=body)
                connection.execute(kept.on_conflict_do_update(index_elements=[_NAME], set_={"body": body}))

    def seal(self, name: str, one: T) -> bytes:
        """Return what is kept of a row."""
        return self._seal.seal(name, msgspec.json.encode(one))

    def _read(self, name: str, body: bytes) -> T:
        held = self._seal.open(name, body)
        if held is None:
            raise self._unreadable(name)
        try:
            found: T = msgspec.json.decode(held, type=self._kind)
        except msgspec.MsgspecError:
            raise self._unreadable(name) from None
        return found
