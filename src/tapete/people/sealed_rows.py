"""Rows about people in the hall's database: each is one that this hall has written, or none is taken.

Beside them stands a sum over the rows of each table, sealed with the hall's key and written in the transaction that
changes a row. So a row that somebody else made, changed, copied, took away or put back is seen, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, delete, insert, select, true

from tapete.house.terms import KEY
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.record.store import Reader, Store, schema

T = TypeVar("T")

SUM_ROW: Final = "\tsum"
"""The row of the sums, by table."""
TABLES: Final = {str(one.name): one for one in (schema.people, schema.ways_back, schema.staff, schema.houses)}
SUM_BITS: Final = 256
OPENED_BY_ACCOUNT: Final = re.compile(rb'"director":"staff-[0-9a-f]{32}"')
"""What the first entry of a house with accounts holds."""
OLD_EDITION: Final = b'"edition":"0.1.0"'
"""What stands in each entry of an edition that kept no sum."""

_NAME = schema.staff.c.name


class Change(NamedTuple):
    """What goes of a table, and the rows that come."""

    table: Table
    gone: ColumnElement[bool]
    rows: Sequence[Mapping[str, Any]] = ()


def change_rows(store: Store, seal: RowSeal, *changes: Change, anew: bool = False) -> None:
    """Change rows and their sum in one transaction; it is on the disk when this returns. ``anew``: whatever else there
    is counts from now on as written by this hall.
    """
    with store.writing() as connection:
        sums = dict.fromkeys(TABLES, 0) if anew else _kept_sums(connection, seal)
        if sums is None:
            raise _changed("staff")
        for table, gone, rows in changes:
            sums[table.name] -= _sum(connection, seal, select(table).where(gone))
            connection.execute(delete(table).where(gone))
            if rows:
                connection.execute(insert(table), [dict(one) for one in rows])
            columns = table.c.keys()
            sums[table.name] += sum(seal.mark(table.name, (one[name] for name in columns)) for one in rows)
        _keep_sums(connection, seal, _sums(connection, seal) if anew else sums)


def require_own_rows(store: Store, seal: RowSeal) -> None:
    """Require that the rows of every table are those that this hall left. Raises :class:`SealBrokenError`."""
    if changed := changed_tables(store, seal):
        raise _changed(changed[0])


def changed_tables(store: Reader, seal: RowSeal) -> tuple[str, ...]:
    """Return the tables whose rows are not those that this hall left, or that are gone; none in a store of before there
    were people.
    """
    if gone := _incomplete(store):
        return () if gone == schema.ADDED_LAST else tuple(sorted(gone))
    with store.reading() as connection:
        kept, found = _kept_sums(connection, seal), _sums(connection, seal)
    if kept == found and not any(found.values()) and has_house_of_account(store):
        return (str(schema.houses.name),)
    return tuple(name for name, one in found.items() if kept is None or (kept[name] - one) % 2**SUM_BITS)


def has_house_of_account(store: Reader) -> bool:
    return any(OPENED_BY_ACCOUNT.search(bytes(one.body)) for one in islice(store.entries(KEY), 1))


def seal_old_rows(store: Store, seal: RowSeal, *, vouched: bool = False) -> dict[str, int]:
    """Seal the rows of an edition that kept no sum, this once, and return how many there are of each table; nothing
    where they are sealed. Raises :class:`SealBrokenError` where that edition has not made them, or where its rows were
    put back: the record has gone on, and nobody has ``vouched`` for them.
    """
    plain, counts = _old_rows(store, seal)
    if not any(counts.values()) or SUM_ROW in plain:
        return {}
    rows = [{"name": name, "body": seal.seal(name, one)} for name, one in plain.items() if one is not None]
    if not rows or len(rows) < len(plain) or not (vouched or is_record_of_before(store)):
        raise _changed("staff")
    change_rows(store, seal, Change(schema.staff, true(), rows), anew=True)
    return counts


def _incomplete(store: Reader) -> set[str]:
    with store.reading() as connection:
        return set(schema.Shape.of(connection).incomplete) & TABLES.keys()


def is_of_before(store: Reader, seal: RowSeal) -> bool:
    """Return True if a store's rows are those of an edition that kept no sum."""
    if _incomplete(store):
        return False
    plain, _ = _old_rows(store, seal)
    return bool(plain) and None not in plain.values()


def is_record_of_before(store: Reader) -> bool:
    """Return True if an edition that kept no sum wrote the end of the record: of the house, or of all tables."""
    tables = store.tables()
    ends = (store.entries(one, store.head(one).version - 1) for one in ((KEY,) if KEY in tables else tables))
    return all(OLD_EDITION in row.body for rows in ends for row in rows)


def _old_rows(store: Reader, seal: RowSeal) -> tuple[dict[str, bytes | None], dict[str, int]]:
    with store.reading() as connection:
        counts = {name: len(connection.execute(select(table)).all()) for name, table in TABLES.items()}
        staff = connection.execute(select(schema.staff)).all()
    return {row.name: seal.open(row.name, bytes(row.body), of_before=True) for row in staff}, counts


def _changed(table: str) -> SealBrokenError:
    return SealBrokenError("people-changed", name=table)


def _sum(connection: Connection, seal: RowSeal, rows: Select[Any]) -> int:
    (table,) = rows.get_final_froms()
    return sum(seal.mark(str(table), row) for row in connection.execute(rows))


def _sums(connection: Connection, seal: RowSeal) -> dict[str, int]:
    due = {name: select(table) for name, table in TABLES.items()}
    due[schema.staff.name] = due[schema.staff.name].where(_NAME != SUM_ROW)
    return {name: _sum(connection, seal, rows) for name, rows in due.items()}


def _kept_sums(connection: Connection, seal: RowSeal) -> dict[str, int] | None:
    """Return the sums that this hall left, all nought where there is no row; ``None`` where they are not its own."""
    kept = connection.scalar(select(schema.staff.c.body).where(_NAME == SUM_ROW))
    if kept is None:
        found = _sums(connection, seal)
        return None if any(found.values()) else found
    plain = seal.open(SUM_ROW, bytes(kept))
    return None if plain is None else {name: int(one, 16) for name, one in msgspec.json.decode(plain).items()}


def _keep_sums(connection: Connection, seal: RowSeal, sums: Mapping[str, int]) -> None:
    body = seal.seal(SUM_ROW, msgspec.json.encode({name: f"{one % 2**SUM_BITS:x}" for name, one in sums.items()}))
    connection.execute(delete(schema.staff).where(_NAME == SUM_ROW))
    connection.execute(insert(schema.staff).values(name=SUM_ROW, body=body))


class SealedRows(Generic[T]):
    """Sealed rows of one kind beside the accounts, by their names: each is read whole, and written whole or not at all.
    ``kind`` is what a row holds, ``code`` that of the error for one that this hall has not written.
    """

    def __init__(self, store: Store, seal: RowSeal, kind: Any, code: str) -> None:
        self._store, self._seal, self._kind, self._code = store, seal, kind, code

    def load(self, is_own: Callable[[str], bool]) -> dict[str, T]:
        """Return the rows whose names are of this kind. Raises :class:`SealBrokenError`."""
        with self._store.reading() as connection:
            rows = connection.execute(select(schema.staff)).all()
        return {row.name: self._read(row.name, bytes(row.body)) for row in rows if is_own(row.name)}

    def find(self, name: str) -> T | None:
        """Return the row with a name, or ``None``. Raises :class:`SealBrokenError`."""
        return self.load(name.__eq__).get(name)

    def keep(self, rows: Mapping[str, T | None]) -> None:
        """Keep some rows in place of those with their names, in one transaction; of ``None`` nothing is kept. They are
        on the disk when this returns.
        """
        change_rows(self._store, self._seal, self.change(rows))

    def change(self, rows: Mapping[str, T | None], gone: ColumnElement[bool] | None = None) -> Change:
        """Return the change that keeps some rows in place of those with their names, or of those that are ``gone``."""
        made = [
            {"name": name, "body": self._seal.seal(name, msgspec.json.encode(one))}
            for name, one in rows.items()
            if one is not None
        ]
        return Change(schema.staff, _NAME.in_(rows.keys()) if gone is None else gone, made)

    def _read(self, name: str, body: bytes) -> T:
        try:
            found: T = msgspec.json.decode(self._seal.open(name, body) or b"", type=self._kind)
        except msgspec.MsgspecError:
            raise SealBrokenError(self._code, name=name) from None
        return found
