"""Where a record is read from: a store, or an export file."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from tapete.house.terms import KEY
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import (
    CanonicalError,
    Entry,
    Head,
    Link,
    UnreadableTextError,
    canonical,
    has_repeated_key,
    read_entry,
    read_json,
    sha256,
)
from tapete.record.private import PrivatePart, PrivatePartError, Sealer, open_part
from tapete.record.store import AnsweredCommand, Reader, StoreError, WriterRow, open_store
from tapete.record.store.engine import sqlite_file
from tapete.record.store.rows import is_of_house
from tapete.record.store.sqlite import MAGIC, first_bytes
from tapete.words import CodedError


class SourceError(CodedError, ValueError):
    """The address is neither a database nor an export of a record."""


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry as a source gives it: its link in the chain, and its private part, sealed or open, if there is one."""

    link: Link
    sealed_part: bytes | None = None
    part: PrivatePart | None = None

    def private(self, entry: Entry, sealer: Sealer | None) -> PrivatePart | None:
        """Return the private part, if it can be read. Raises :class:`~tapete.record.private.PrivatePartError`."""
        if self.sealed_part is not None and sealer is not None:
            return open_part(sealer, self.sealed_part, entry)
        if self.part is not None and not self.part.is_covered_by(entry):
            raise PrivatePartError("part-other")
        return self.part


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One day of a record: the entry ``after`` which it begins, and its own ``last`` one."""

    day: str
    after: Head
    last: int

    def is_inside(self, version: int) -> bool:
        return self.after.version < version <= self.last


class Custody(msgspec.Struct, frozen=True):
    """How the record of a table is kept: in a store, with its named writer, or in a file that states its game."""

    is_store: bool = False
    writer: WriterRow | None = None
    game: str | None = None


class Source(Protocol):
    """A record that can be read more than once. What is answered here holds of every source that does not say more."""

    def tables(self) -> tuple[str, ...]: ...

    def stored_entries(self, table: str) -> Iterator[StoredEntry]: ...

    def part(self, table: str) -> Part | None:
        """Return which part of the record of a table is here, ``None`` where it is whole."""
        return None

    def length(self, table: str) -> int:
        """Return how many entries of a table there are, readable or not."""

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]: ...

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        """Return the contents of the rulebooks that lie beside the record, by their stated hash."""

    def unreadable_rulebooks(self) -> dict[str, str]:
        """Return the stated hashes of rulebooks that cannot be read, with the reason."""
        return {}

    def commands(self, table: str) -> Mapping[str, AnsweredCommand] | None:
        """Return the answered requests of a table by their ids, ``None`` where the source does not keep them."""
        return None

    def shoes(self, table: str) -> Mapping[int, bytes] | None:
        """Return the sealed orders of a table's shoes, ``None`` where the source does not keep them."""
        return None

    def custody(self, table: str) -> Custody: ...

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return a code and facts for whatever of a store is gone, changed or strange: guards, tables, values."""
        return ()

    def row_counts(self) -> Mapping[str, int]:
        """Return how many rows there are of each sort of which a store keeps some, nothing for a file."""
        return {}

    def has_private_parts(self) -> bool:
        """Return True if every private part that the chain covers must be there, sealed or open."""
        return True

    def at_once(self) -> AbstractContextManager[Any]:
        """Return a block in which a store answers out of one transaction: for a few short answers, which hold up a hall
        beside the reader.
        """
        return nullcontext()

    def close(self) -> None:
        return None


class StoreSource(Source):
    def __init__(self, reader: Reader, *, owned: bool = False) -> None:
        self._reader, self._owned = reader, owned
        self._books_read: dict[str, dict[str, Any]] = {}

    def tables(self) -> tuple[str, ...]:
        return self._reader.tables()

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        for row in self._reader.entries(table):
            yield StoredEntry(Link(row.body, row.hash, row.tag, row.version), row.private_part)

    def length(self, table: str) -> int:
        return self._reader.length(table)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return self._reader.checkpoints(table)

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self._books()[0]

    def unreadable_rulebooks(self) -> dict[str, str]:
        return self._books()[1]

    def _books(self) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
        """Return the rulebooks that there are now; the content of each is read once, since it is written once."""
        read, bad = self._books_read, dict[str, str]()
        with self.at_once():
            here = self._reader.rulebooks()
            for digest in here:
                try:
                    read[digest] = read.get(digest) or self._reader.rulebook(digest)
                except StoreError as error:
                    bad[digest] = str(error)
        return {digest: read[digest] for digest in here if digest not in bad}, bad

    def commands(self, table: str) -> Mapping[str, AnsweredCommand] | None:
        return self._reader.commands(table)

    def shoes(self, table: str) -> Mapping[int, bytes]:
        return self._reader.shoes(table)

    def custody(self, table: str) -> Custody:
        return Custody(is_store=True, writer=self._reader.writer(table))

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        with self._reader.reading() as connection:
            is_house_gone = is_of_house(connection) and KEY not in self.tables()
            guards, respelled = self._reader.guard_faults(), tuple(self._respelled())
        gone: tuple[tuple[str, dict[str, Any]], ...] = (("house-gone", {}),) if is_house_gone else ()
        return (*guards, *gone, *self._reader.value_faults(), *respelled)

    def _respelled(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rulebooks that are written otherwise than their hash says, and mean the same."""
        good, found = self._books()[0], self._reader.respelled_rulebooks()
        for digest in good.keys() & found.keys():
            with suppress(CanonicalError, RecursionError):  # told as another content
                if sha256(canonical(good[digest])) == digest:
                    yield "rulebook-changed", {"rulebook": digest, "found": found[digest]}

    def row_counts(self) -> Mapping[str, int]:
        return self._reader.row_counts()

    def at_once(self) -> AbstractContextManager[Any]:
        return self._reader.reading()

    def close(self) -> None:
        if self._owned:
            self._reader.close()


def require_plain_file(path: Path) -> None:
    """Raise :class:`OSError` for a pipe or a device: whoever opens it may wait for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.ESPIPE, os.strerror(errno.ESPIPE), str(path))


def open_plain(path: str | Path, flags: int) -> int:
    """Open a file, but no pipe and no device: an ``opener`` of :func:`open`. It waits for nobody."""
    require_plain_file(Path(path))
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)


def read_plain(path: str | Path) -> bytes:
    """Return what a file holds, but no pipe and no device. Raises :class:`OSError`."""
    with open(path, "rb", opener=open_plain) as opened:
        return opened.read()


def open_source(where: str | Path) -> Source:
    """Open a SQLite file, PostgreSQL address or export for reading. Raises :class:`SourceError`, :class:`OSError`."""
    path = sqlite_file(str(where))
    if path is None:
        return StoreSource(open_store(str(where), read_only=True), owned=True)
    require_plain_file(path)
    start = first_bytes(path)
    if start == MAGIC:
        return StoreSource(open_store(str(path), read_only=True), owned=True)
    if start[:1] == b"{":
        return ExportSource(path)
    raise SourceError("neither-database-nor-export", file=str(path))


# One table's record as a file: JSON Lines, readable without any of our code.
#
# The first line is the header: the game, the table, the contents of its rulebooks, its checkpoints. Each further line
# is an entry, with its canonical body byte for byte, its hash, and its private part in clear where the export has
# private parts. An export without them verifies against the same chain.

FORMAT = 3
"""Number of the newest export format: 2 has the tags of the entries, 3 is that of one day. Readers know all of them."""
WHOLE = 2
"""Number of the format in which a whole record is written."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First line of an export. ``has_private_parts``: they are in it, sealed or open; ``part``: of which day it is."""

    tapete_export: int
    table: str
    game: str
    has_private_parts: bool = msgspec.field(name="private")
    rulebooks: dict[str, dict[str, Any]] = {}
    checkpoints: tuple[Checkpoint, ...] = ()
    part: Part | None = None

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = msgspec.to_builtins(self)
        if self.part is None:
            del tree["part"]
        return tree


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further line: the body as it stands, its hash, the hall's tag, its private part."""

    entry: msgspec.Raw
    hash: str
    tag: str | None = None
    private_part: PrivatePart | None = msgspec.field(default=None, name="private")


_headers = msgspec.json.Decoder(Header, strict=True)
_lines = msgspec.json.Decoder(Line, strict=True)


def write_export(source: Source, table: str, path: Path, sealer: Sealer | None = None) -> int:
    """Write a table's record to ``path`` and return the number of entries.

    With a ``sealer`` the private parts are written in clear: give one only when nothing is hidden any more. Raises
    :class:`SourceError` for a table without entries and :class:`~tapete.record.private.PrivatePartError` for a key that
    does not fit. A file appears whole or not at all.
    """
    is_device = path.exists() and not path.is_file()  # a pipe too: it takes what is written, and stays
    draft = path if is_device else path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    try:
        count = _write_draft(source, table, draft, sealer)
        if not count:
            raise SourceError("table-without-entries", table=table)
        if not is_device:
            draft.replace(path)
    finally:
        if not is_device:
            draft.unlink(missing_ok=True)
    return count


def owner_only(path: str, flags: int) -> int:
    """Open a file that only its owner reads, as the database is: an ``opener`` of :func:`open`."""
    return os.open(path, flags, 0o600)


def _write_draft(source: Source, table: str, draft: Path, sealer: Sealer | None) -> int:
    count = 0
    with open(draft, "wb", opener=owner_only) as file:
        for kept in source.stored_entries(table):
            entry = read_entry(kept.link.body)
            if not count:
                part, books, said = source.part(table), source.rulebooks(), source.checkpoints(table)
                number = WHOLE if part is None else FORMAT
                head = Header(number, table, entry.game, sealer is not None, books, said, part)
                file.write(canonical(head.tree()) + b"\n")
            count += 1
            file.write(b'{"entry":' + kept.link.body + b',"hash":' + canonical(kept.link.hash or ""))
            if kept.link.tag is not None:
                file.write(b',"tag":' + canonical(kept.link.tag))
            hidden = kept.private(entry, sealer) if sealer is not None else None
            if hidden is not None:
                file.write(b',"private":' + canonical(msgspec.to_builtins(hidden)))
            file.write(b"}\n")
        file.flush()
        if draft.is_file():  # a pipe keeps nothing
            os.fsync(file.fileno())
    return count


class ExportSource(Source):
    """An export file as a source. Raises :class:`SourceError` when the first line is not the header of an export."""

    def __init__(self, path: Path) -> None:
        self.path = path
        require_plain_file(path)
        with path.open("rb") as file:
            try:
                first = file.readline()
                self.header: Final = read_json(_headers, first)
                is_twofold = has_repeated_key(first)
            except (ValueError, RecursionError) as error:
                raise SourceError("not-an-export", file=str(path)) from error
        if is_twofold:
            raise SourceError("key-repeated", file=str(path))
        if not 1 <= self.header.tapete_export <= FORMAT:
            raise SourceError("export-format", file=str(path), found=self.header.tapete_export, known=FORMAT)

    def tables(self) -> tuple[str, ...]:
        return (self.header.table,)

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        """Yield the entries. A line that cannot be read is given as its bytes: the chain then shows where it is."""
        if table != self.header.table:
            return
        with self.path.open("rb") as file:
            file.readline()
            for raw in file:
                try:
                    line = read_json(_lines, raw, names_once=True)
                except UnreadableTextError:
                    yield StoredEntry(Link(raw.rstrip(b"\n")))
                else:
                    yield StoredEntry(Link(bytes(line.entry), line.hash, line.tag), None, line.private_part)

    def part(self, table: str) -> Part | None:
        return self.header.part if table == self.header.table else None

    def length(self, table: str) -> int:
        if table != self.header.table:
            return 0
        with self.path.open("rb") as file:
            file.readline()
            return sum(1 for _ in file)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return self.header.checkpoints if table == self.header.table else ()

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return self.header.rulebooks

    def custody(self, table: str) -> Custody:
        return Custody(game=self.header.game)

    def has_private_parts(self) -> bool:
        return self.header.has_private_parts
