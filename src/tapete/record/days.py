"""One day of a house, taken out of its record: what an auditor gets who is to judge that day and no other.

A day of the house is the part of its record from the entry that opens it to the one before the next opening; the first
day has what came before it too. Its first entry carries the balances with which it begins. The tables of a day are
those of which the house tells in it, and their records are whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tapete.house.acts import FollowTable, OpenDay
from tapete.house.terms import KEY
from tapete.record.canonical import UnreadableTextError, read_json, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.codec import tag_of
from tapete.record.entry import Head
from tapete.record.source import Custody, Part, Source, StoredEntry
from tapete.record.store import AnsweredCommand


class _What(msgspec.Struct, frozen=True):
    act: str
    day: str = ""
    has_balances: bool = False
    table: str = ""


class _Act(msgspec.Struct, frozen=True):
    what: _What


class _Outline(msgspec.Struct, frozen=True):
    """An entry as far as it is asked whether it opens a day, or tells of a table."""

    act: _Act


_outlines = msgspec.json.Decoder(_Outline)
_OPENS, _TELLS = tag_of(OpenDay), tag_of(FollowTable)


def outline(kept: StoredEntry) -> _What | None:
    """Return what an entry of the house does, as far as days go; ``None`` for one that cannot be read so far."""
    try:
        return read_json(_outlines, kept.link.body).act.what
    except UnreadableTextError:
        return None


def opened_day(kept: StoredEntry) -> str | None:
    """Return the day that an entry opens, ``None`` for any other entry."""
    what = outline(kept)
    return what.day if what is not None and what.act == _OPENS else None


def days_of(source: Source) -> tuple[Part, ...]:
    """Return the days of the house in a record, the first one first; none where it has no house."""
    found: list[Part] = []
    begins, before, version = Head(), Head(), 0
    day: str | None = None
    here = source.part(KEY)
    if here is not None:
        return (here,)
    for version, kept in enumerate(source.stored_entries(KEY), start=1):
        opened = opened_day(kept)
        if opened is not None and day is not None:
            found.append(Part(day, begins, before.version))
            begins = before
        day = opened or day
        before = Head(version, sha256(kept.link.body))
    if day is not None:
        found.append(Part(day, begins, version))
    return tuple(found)


def can_be_taken(source: Source, part: Part) -> bool:
    """Return True if a day can be judged alone: it is the first, or its first entry carries balances."""
    if not part.after.version:
        return True
    first = next(iter(DaySource(source, part).stored_entries(KEY)), None)
    what = None if first is None else outline(first)
    return what is not None and what.act == _OPENS and what.has_balances


class DaySource:
    """One day of a house and its tables as a source of their own, out of a greater one."""

    def __init__(self, source: Source, part: Part) -> None:
        self._source, self._part = source, part
        self._tables = told_tables(self) & set(source.tables())

    def tables(self) -> tuple[str, ...]:
        """Return the house and the tables of the day."""
        return tuple(sorted((KEY, *self._tables)))

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        for version, kept in enumerate(self._source.stored_entries(table), start=1):
            if table != KEY or self._part.is_inside(version):
                yield kept
            elif version > self._part.last:
                return

    def part(self, table: str) -> Part | None:
        """Return the day for the house; the records of the tables are whole."""
        return self._part if table == KEY else None

    def length(self, table: str) -> int:
        """Return how many entries there are of the day, or of a table."""
        return self._part.last - self._part.after.version if table == KEY else self._source.length(table)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        """Return the checkpoints within the day, and every one of a table."""
        return tuple(
            one for one in self._source.checkpoints(table) if table != KEY or self._part.is_inside(one.version)
        )

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        """Return the rulebooks of the whole record."""
        return self._source.rulebooks()

    def unreadable_rulebooks(self) -> dict[str, str]:
        """Return those of the whole record that cannot be read."""
        return self._source.unreadable_rulebooks()

    def commands(self, table: str) -> Mapping[str, AnsweredCommand] | None:
        """Return the answered requests of the day, and every one of a table."""
        kept = self._source.commands(table)
        if kept is None or table != KEY:
            return kept
        return {command: one for command, one in kept.items() if self._part.is_inside(one.version)}

    def shoes(self, table: str) -> Mapping[int, bytes] | None:
        """Return the sealed orders of a table's shoes."""
        return self._source.shoes(table)

    def custody(self, table: str) -> Custody:
        """Return how a table is kept; the day of the house is a part, and has no writer of its own."""
        return Custody(game=KEY) if table == KEY else self._source.custody(table)

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return what is wrong with the guards of the record."""
        return self._source.guard_faults()

    def row_counts(self) -> dict[str, int]:
        """A day is not the whole store."""
        return {}

    def has_private_parts(self) -> bool:
        """Return True if the whole record must have every private part."""
        return self._source.has_private_parts()

    def close(self) -> None:
        """Let go of the whole record."""
        self._source.close()


def told_tables(source: Source) -> frozenset[str]:
    """Return the tables of which the house tells in a record."""
    return frozenset(
        what.table for kept in source.stored_entries(KEY) if (what := outline(kept)) is not None and what.act == _TELLS
    )
