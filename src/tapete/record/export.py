"""One table's record as a file: JSON Lines, readable without any of our code.

The first line is the header: the game, the table, the contents of its rulebooks, its checkpoints. Each further line is
an entry, with its canonical body byte for byte, its hash, and its private part in clear where the export has private
parts. An export without them verifies against the same chain.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tapete.record.canonical import UnreadableTextError, canonical, has_repeated_key, read_json
from tapete.record.chain import Link
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import read_entry
from tapete.record.private import PrivatePart, Sealer
from tapete.record.source import Custody, Part, Source, SourceError, StoredEntry, require_plain_file

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
        """Return the header as it is written: nothing about a part where the record is whole."""
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


class OfFiles:
    """What exports have none of."""

    def unreadable_rulebooks(self) -> dict[str, str]:
        """The header was read, and so were they."""
        return {}

    def commands(self, table: str) -> None:
        """An export has no requests, only what became of them."""

    def shoes(self, table: str) -> None:
        """An export has the cards that were shown, with their proofs, and no order of a shoe."""

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """A file has no guards."""
        return ()

    def row_counts(self) -> dict[str, int]:
        """A file has lines, and all of them are read."""
        return {}

    def close(self) -> None:
        """Nothing is held open."""


class ExportSource(OfFiles):
    """An export file as a source. Raises :class:`SourceError` when the first line is not the header of an export."""

    def __init__(self, path: Path) -> None:
        self.path = path
        require_plain_file(path)
        with path.open("rb") as file:
            try:
                first = file.readline()
                self.header = read_json(_headers, first)
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
        """Return the day of which the header says that the file is."""
        return self.header.part if table == self.header.table else None

    def length(self, table: str) -> int:
        """Return how many lines follow the header."""
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
