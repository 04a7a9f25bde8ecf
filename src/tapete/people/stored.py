"""Rows about people in the hall's database: sealed, written whole in one transaction or not at all."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec
import sqlalchemy as sa

from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.people.accounts import Account, MemoryAccounts, Notice
from tapete.people.credentials import Attempts, RowSeal, SealBrokenError
from tapete.people.players import MemoryPlayers, Way, WayKind
from tapete.record.store import Reader, Store, StoreError, schema

# Rows about people in the hall's database: each is one that this hall has written, or none is taken.
#
# Beside them stands a sum over the rows of each table, sealed with the hall's key and written in the transaction that
# changes a row. So a row that somebody else made, changed, copied, took away or put back is seen, whatever it holds.

T = TypeVar("T")

SUM_ROW: Final = "\tsum"
TABLES: Final = {str(one.name): one for one in (schema.people, schema.ways_back, schema.staff, schema.houses)}
SUM_BITS: Final = 256
OPENED_BY_ACCOUNT: Final = re.compile(rb'"director":"staff-[0-9a-f]{32}"')
"""What the first entry of a house with accounts holds."""
OLD_EDITION: Final = b'"edition":"0.1.0"'
"""What is in each entry of an edition that kept no sum."""

_NAME = schema.staff.c.name


class Change(NamedTuple):
    """What goes of a table, and the rows that come."""

    table: sa.Table
    gone: sa.ColumnElement[bool]
    rows: Sequence[Mapping[str, Any]] = ()


class Taken(Protocol):
    """Whatever has taken rows from the database, and the sum of those of each table as it read them."""

    @property
    def seen(self) -> Mapping[str, int]: ...


def change_rows(store: Store, seal: RowSeal, *changes: Change, anew: bool = False) -> None:
    """Change rows and their sum in one durable transaction. ``anew``: all others count as this hall's own."""
    with store.writing() as connection:
        sums = dict.fromkeys(TABLES, 0) if anew else _kept_sums(store, connection, seal)
        if sums is None:
            raise _changed("staff")
        for table, gone, rows in changes:
            sums[table.name] -= _sum(connection, seal, sa.select(table).where(gone))
            connection.execute(sa.delete(table).where(gone))
            if rows:
                connection.execute(sa.insert(table), [dict(one) for one in rows])
            columns = table.c.keys()
            sums[table.name] += sum(seal.mark(table.name, (one[name] for name in columns)) for one in rows)
        _keep_sums(connection, seal, _sums(connection, seal) if anew else sums)
    seal.seen_stores.add(store)


def require_own_rows(store: Store, seal: RowSeal, *taken: Taken) -> None:
    """Require that the rows of every table, and those that were ``taken`` of them, are those that this hall left.
    Raises :class:`SealBrokenError`.
    """
    if changed := changed_tables(store, seal, *taken):
        raise _changed(changed[0])


def changed_tables(store: Reader, seal: RowSeal, *taken: Taken) -> tuple[str, ...]:
    """Return the tables whose rows are not those that this hall left, now or when they were ``taken``.

    Where tables are missing, these; nothing where they are the ones that an earlier edition did not have. ``staff``
    where there are no sums, which stand there. ``houses`` where there is no row, though an account opened the record.
    """
    if gone := _incomplete(store):
        return () if gone == schema.ADDED_LAST else tuple(sorted(gone))
    with store.reading() as connection:
        kept, found = _kept_sums(store, connection, seal), _sums(connection, seal)
    if kept is None:
        return (str(schema.staff.name),)
    said = [*found.items(), *(pair for one in taken for pair in one.seen.items())]
    changed = [name for name, one in said if (kept[name] - one) % 2**SUM_BITS]
    house = str(schema.houses.name)
    is_gone = not found[house] and has_house_of_account(store)
    return tuple(dict.fromkeys((*changed, *[house] * is_gone)))


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
    change_rows(store, seal, Change(schema.staff, sa.true(), rows), anew=True)
    return counts


def _incomplete(store: Reader) -> set[str]:
    with store.reading() as connection:
        return set(schema.Shape.of(connection).incomplete) & TABLES.keys()


def is_of_before(store: Reader, seal: RowSeal) -> bool:
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
        counts = {name: len(connection.execute(sa.select(table)).all()) for name, table in TABLES.items()}
        staff = connection.execute(sa.select(schema.staff)).all()
    return {row.name: seal.open(row.name, bytes(row.body), of_before=True) for row in staff}, counts


def _changed(table: str) -> SealBrokenError:
    return SealBrokenError("people-changed", name=table)


def _sum(connection: sa.Connection, seal: RowSeal, rows: sa.Select[Any]) -> int:
    (table,) = rows.get_final_froms()
    as_they_lie = rows.with_only_columns(*(sa.type_coerce(one, sa.types.NULLTYPE) for one in table.columns))
    return sum(seal.mark(str(table), row) for row in connection.execute(as_they_lie))


def _seen(seal: RowSeal, table: sa.Table, rows: Iterable[sa.Row[Any]]) -> dict[str, int]:
    return {str(table): sum(seal.mark(str(table), row) for row in rows)}


def _sums(connection: sa.Connection, seal: RowSeal) -> dict[str, int]:
    due = {name: sa.select(table) for name, table in TABLES.items()}
    due[schema.staff.name] = due[schema.staff.name].where(_NAME != SUM_ROW)
    return {name: _sum(connection, seal, rows) for name, rows in due.items()}


def _kept_sums(store: Reader, connection: sa.Connection, seal: RowSeal) -> dict[str, int] | None:
    """Return the sums that this hall left, all nought where it never left any and there is no row; ``None`` where they
    are gone or not its own.
    """
    kept = connection.scalar(sa.select(schema.staff.c.body).where(_NAME == SUM_ROW))
    if kept is None:
        found = _sums(connection, seal)
        return None if any(found.values()) or store in seal.seen_stores else found
    seal.seen_stores.add(store)
    plain = seal.open(SUM_ROW, bytes(kept))
    return None if plain is None else {name: int(one, 16) for name, one in msgspec.json.decode(plain).items()}


def _keep_sums(connection: sa.Connection, seal: RowSeal, sums: Mapping[str, int]) -> None:
    body = seal.seal(SUM_ROW, msgspec.json.encode({name: f"{one % 2**SUM_BITS:x}" for name, one in sums.items()}))
    connection.execute(sa.delete(schema.staff).where(_NAME == SUM_ROW))
    connection.execute(sa.insert(schema.staff).values(name=SUM_ROW, body=body))


class SealedRows(Generic[T]):
    """Sealed rows of one kind beside the accounts, by their names: each is read whole, and written whole or not at all.
    ``kind`` is what a row holds, ``code`` that of the error for one that this hall has not written.
    """

    def __init__(self, store: Store, seal: RowSeal, kind: Any, code: str) -> None:
        self._store, self._seal, self._kind, self._code = store, seal, kind, code
        self.seen: dict[str, int] = {}

    def load(self, is_own: Callable[[str], bool]) -> dict[str, T]:
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(schema.staff)).all()
        self.seen = _seen(self._seal, schema.staff, [row for row in rows if row.name != SUM_ROW])
        return {row.name: self._read(row.name, bytes(row.body)) for row in rows if is_own(row.name)}

    def has_sum(self) -> bool:
        with self._store.reading() as connection:
            return _kept_sums(self._store, connection, self._seal) is not None

    def find(self, name: str) -> T | None:
        return self.load(name.__eq__).get(name)

    def keep(self, rows: Mapping[str, T | None]) -> None:
        """Keep rows in place of those with their names, durably, in one transaction; of ``None`` nothing is kept."""
        change_rows(self._store, self._seal, self.change(rows))

    def change(self, rows: Mapping[str, T | None], gone: sa.ColumnElement[bool] | None = None) -> Change:
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


HOUSE_ROW: Final = 1

ATTEMPTS_ROW: Final = "~"
"""The row of the waits of logins; no account has so short a name."""
SETTINGS_ROW: Final = "\tsettings"
NOTICES_ROW: Final = "\tnotices "
"""How the rows of a director's notices begin; what cannot be printed is in no account's name."""
LINKS_ROW: Final = "\tlink "
"""How the rows of players' links begin, of a hall that is no house."""


class StoredAccounts(MemoryAccounts):
    """The accounts of a house's store. Reading asks the database once, at the start: one hall at a time writes it.

    Raises :class:`~tapete.people.credentials.SealBrokenError` for a row that this hall has not written.
    """

    def __init__(self, store: Store, seal: RowSeal) -> None:
        super().__init__()
        self.rows: Final = _rows(store, seal)
        self._lock = threading.RLock()
        self._kept = self.rows.load(_is_account)
        for name, account in self._kept.items():
            if account.name != name:
                raise SealBrokenError("account-unreadable", name=name)

    def put(self, account: Account) -> None:
        with self._lock:
            self.rows.keep({account.name: account})
            super().put(account)

    def remove(self, name: str) -> None:
        with self._lock:
            self.rows.keep({name: None})
            super().remove(name)


def _is_account(name: str) -> bool:
    return name not in (ATTEMPTS_ROW, SETTINGS_ROW, SUM_ROW) and not name.startswith((NOTICES_ROW, LINKS_ROW))


def _rows(store: Store, seal: RowSeal) -> SealedRows[Account]:
    return SealedRows(store, seal, Account, "account-unreadable")


def house_name(store: Store) -> str | None:
    """Return the name of the house that a store belongs to, ``None`` where it has no accounts."""
    with store.reading() as connection:
        name = connection.scalar(sa.select(schema.houses.c.name).where(schema.houses.c.id == HOUSE_ROW))
    return None if name is None else str(name)


def require_no_accounts(store: Store) -> None:
    """Require that a store of no house has no accounts, and no house that an account has opened: without its row a hall
    would let in by a key. Raises :class:`~tapete.people.credentials.SealBrokenError`.
    """
    with store.reading() as connection:
        has_accounts = any(map(_is_account, connection.scalars(sa.select(schema.staff.c.name))))
    if has_accounts or has_house_of_account(store):
        raise SealBrokenError("people-changed", name=str(schema.houses.name))


def make_house(store: Store, seal: RowSeal, name: str, made: str, first: Account) -> None:
    """Make a store that of a house, with its first account. Raises :class:`StoreError` where it is one already."""
    if house_name(store) is not None:
        raise StoreError("house-made-before")
    house = Change(schema.houses, sa.false(), ({"id": HOUSE_ROW, "name": name, "made": made},))
    change_rows(store, seal, house, _rows(store, seal).change({first.name: first}))


# The waits of logins in the hall's database: a restart forgets none of them.
#
# They are one row beside the accounts, sealed as these are.

WrittenAttempts = list[tuple[str, str, int, float]]
"""Account, device, failures and the time of the last one, as they are kept."""


class StoredAttempts:
    def __init__(self, store: Store, seal: RowSeal) -> None:
        self.rows: Final = SealedRows[WrittenAttempts](store, seal, WrittenAttempts, "attempts-unreadable")

    def load(self) -> dict[tuple[str, str], Attempts]:
        rows = self.rows.find(ATTEMPTS_ROW) or []
        return {(name, device): Attempts(failures, last) for name, device, failures, last in rows}

    def keep(self, attempts: Mapping[tuple[str, str], Attempts]) -> None:
        rows = [(name, device, one.failures, one.last) for (name, device), one in attempts.items()]
        self.rows.keep({ATTEMPTS_ROW: rows})


WrittenNotices = tuple[Notice, ...]


class StoredNotices:
    def __init__(self, store: Store, seal: RowSeal) -> None:
        self.rows: Final = SealedRows[WrittenNotices](store, seal, WrittenNotices, "notices-unreadable")

    def load(self) -> dict[str, WrittenNotices]:
        rows = self.rows.load(lambda name: name.startswith(NOTICES_ROW))
        return {name.removeprefix(NOTICES_ROW): notices for name, notices in rows.items()}

    def keep(self, days: Mapping[str, WrittenNotices]) -> None:
        self.rows.keep({NOTICES_ROW + day: notices or None for day, notices in days.items()})


_NAMES = schema.people.c
_WAYS = schema.ways_back.c


class StoredPlayers(MemoryPlayers):
    """The players of a house's store, read once at the start: one hall at a time writes it."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        super().__init__()
        self._store, self._seal = store, seal
        self._lock = threading.RLock()
        with store.reading() as connection:
            names = connection.execute(sa.select(schema.people)).all()
            ways = connection.execute(sa.select(schema.ways_back)).all()
        self.seen: dict[str, int] = _seen(seal, schema.people, names) | _seen(seal, schema.ways_back, ways)
        self._names = {PersonId(row.pseudonym): str(row.name) for row in names}
        try:
            self._ways = {row.digest: Way(PersonId(row.pseudonym), WayKind(row.kind), int(row.until)) for row in ways}
        except (TypeError, ValueError, OverflowError):
            raise SealBrokenError("people-changed", name=str(schema.ways_back)) from None

    def put_name(self, person: PersonId, name: str) -> None:
        with self._lock:
            row = {"pseudonym": person, "name": name}
            change_rows(self._store, self._seal, Change(schema.people, _NAMES.pseudonym == person, (row,)))
            super().put_name(person, name)

    def put_way(self, key: str, way: Way, *, instead: bool = False) -> None:
        row = {"digest": key, "pseudonym": way.person, "kind": str(way.kind), "until": way.until}
        same = sa.and_(_WAYS.pseudonym == way.person, _WAYS.kind == str(way.kind))
        with self._lock:
            self._change_ways(sa.or_(_WAYS.digest == key, same) if instead else _WAYS.digest == key, row)
            if instead:
                super().void_ways(way.person, way.kind)
            self._ways[key] = way

    def take_code(self, key: str, now: int) -> Way | None:
        with self._lock:
            return super().take_code(key, now)

    def void_ways(self, person: PersonId, kind: WayKind | None = None) -> None:
        with self._lock:
            of = [_WAYS.pseudonym == person] + ([] if kind is None else [_WAYS.kind == str(kind)])
            self._change_ways(sa.and_(*of))
            super().void_ways(person, kind)

    def void_way(self, key: str) -> None:
        with self._lock:
            self._change_ways(_WAYS.digest == key)
            super().void_way(key)

    def erase(self, person: PersonId) -> bool:
        with self._lock:
            gone = (
                Change(schema.ways_back, _WAYS.pseudonym == person),
                Change(schema.people, _NAMES.pseudonym == person),
            )
            change_rows(self._store, self._seal, *gone)
            self._store.empty_log()
            super().void_ways(person)
            return self._names.pop(person, None) is not None

    def _change_ways(self, gone: sa.ColumnElement[bool], *rows: dict[str, object]) -> None:
        change_rows(self._store, self._seal, Change(schema.ways_back, gone, rows))


class PeopleSettings(msgspec.Struct, frozen=True):
    """``has_open_registration``: anybody registers themselves; otherwise the cash desk registers whoever comes."""

    has_open_registration: bool = True


class StoredSettings:
    """The settings of a house's store. Raises :class:`SealBrokenError` for a row that this hall has not written."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self.rows: Final = SealedRows[PeopleSettings](store, seal, PeopleSettings, "settings-unreadable")
        self._lock = threading.Lock()
        self.now: PeopleSettings = self.rows.find(SETTINGS_ROW) or PeopleSettings()

    def put(self, settings: PeopleSettings) -> None:
        with self._lock:
            self.rows.keep({SETTINGS_ROW: settings})
            self.now = settings


# The return links of a hall with a staff key: one given again ends those of before, for ever.
#
# A link is what only the hall can say of its person and of the mark of their last link. Whoever comes under a name
# that nobody bears gets a new mark, so that no word outlives its holder. Marks stand in sealed rows beside the
# accounts that a house would have. Where these rows are not those that the hall wrote, all marks are made again: no
# older link is good.

MARK_BYTES: Final = 16


class LinkRows(NamedTuple):
    """The store of a hall and the secret with which its rows are sealed. ``is_here`` says whether a name is anybody's
    in the hall: the mark of one that is not is forgotten when the rows are read. ``tell`` keeps the security log.
    """

    store: Store
    secret: bytes
    is_here: Callable[[str], bool] = lambda _: True
    tell: Callable[[str], None] = lambda _: None


class PlayerLinks:
    """Marks by person, read once, when the first is asked for: one hall at a time writes them. Nobody who asks for one
    waits for another that is being written.
    """

    def __init__(self, rows: Callable[[], LinkRows]) -> None:
        self._source = rows
        self._lock = threading.Lock()
        self._rows: SealedRows[str] | None = None
        self._seal: RowSeal | None = None
        self._marks: dict[str, str] = {}

    def mark_of(self, person: str) -> str:
        """Return the mark of a person's last link; that of the hall's last beginning for whoever has none."""
        marks = self._read_marks()
        return marks.get(person, marks.get("", ""))

    def has_mark(self, person: str) -> bool:
        """Return True if somebody has come under a name, and may have something at a table that is set aside."""
        return person in self._read_marks()

    def _read_marks(self) -> Mapping[str, str]:
        if self._rows is None:
            with self._lock:
                self._opened()
        return self._marks

    def renew(self, person: PersonId) -> None:
        mark = secrets.token_hex(MARK_BYTES)
        with self._lock:
            if self._rows is not None and not self._rows.has_sum():
                self._rows = None  # somebody took it away: all begins anew
            self._opened().keep({LINKS_ROW + person: mark})
            self._marks = {**self._marks, person: mark}

    def _opened(self) -> SealedRows[str]:
        if self._rows is None:
            store, secret, is_here, tell = self._source()
            self._seal = seal = self._seal or RowSeal(secret)  # which knows whether there were rows
            rows = SealedRows[str](store, seal, str, "link-unreadable")
            try:
                seal_old_rows(store, seal)
                kept = rows.load(lambda name: name.startswith(LINKS_ROW))
                require_own_rows(store, seal, rows)
                if not kept:  # for the first time, or all were taken away: only an edition without them left good words
                    kept = {LINKS_ROW: "" if is_record_of_before(store) else secrets.token_hex(MARK_BYTES)}
                    rows.keep(kept)
                if gone := {name: None for name in kept if not is_here(name.removeprefix(LINKS_ROW))}:
                    rows.keep(gone)
            except SealBrokenError:
                kept, gone = {LINKS_ROW: secrets.token_hex(MARK_BYTES)}, {}
                change_rows(store, seal, rows.change(kept, sa.true()), anew=True)
                tell("links-ended")
            self._marks = {name.removeprefix(LINKS_ROW): mark for name, mark in kept.items() if name not in gone}
            self._rows = rows
        return self._rows
