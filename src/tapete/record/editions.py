"""Which edition of the engine had decided before an entry, by all of a record and not by its own table alone.

A table whose entries name an older edition throughout may have been begun today: what that edition decided otherwise
excuses it only where no newer one had decided before. The order of a record is that of its chains (a table after the
one it goes on from; an entry of a table with the entry of the house that tells of it), and else that of its times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec

from tapete.house.acts import FollowTable
from tapete.house.terms import KEY
from tapete.record.codec import tag_of
from tapete.record.entry import Entry, StreamEnd, UnreadableTextError, read_json
from tapete.record.signatures import SLACK, instant
from tapete.record.source import Source


class _What(msgspec.Struct, frozen=True):
    act: Any = None
    table: Any = None
    entry: Any = None


class _Act(msgspec.Struct, frozen=True):
    what: _What


class _Outline(msgspec.Struct, frozen=True):
    version: int
    edition: str
    time: str
    act: _Act
    continues: StreamEnd | None = None


_outlines = msgspec.json.Decoder(_Outline)
_TELLS = tag_of(FollowTable)


class EarlierEditions(NamedTuple):
    """The editions that decided elsewhere: from which version of a table on by the chains, from when by the clock."""

    from_version: dict[str, int] = {}  # noqa: RUF012 - never changed
    from_time: dict[str, timedelta] = {}  # noqa: RUF012 - never changed

    def before(self, entry: Entry) -> Iterator[str]:
        yield from (edition for edition, version in self.from_version.items() if version <= entry.version)
        if self.from_time:
            time = instant(entry.time) - SLACK
            yield from (edition for edition, first in self.from_time.items() if first < time)


class EditionHistory:
    """When each edition decided first at each table of a record, which may lie in several sources, oldest day first."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._versions: dict[str, dict[str, int]] = {}
        self._told: dict[str, dict[str, int]] = {}
        self._times: dict[str, list[tuple[timedelta, str]]] = {}
        self._continued: dict[str, StreamEnd] = {}
        by_house = set[str]()
        for source in sources:
            for table in source.tables():
                for one in _outlined(source, table):
                    self._add(table, one)
                    if table == KEY:
                        by_house.add(one.edition)
                        self._follow(one.act.what, by_house)
        for times in self._times.values():
            times.sort()

    def _add(self, table: str, one: _Outline) -> None:
        if one.continues is not None:
            self._continued[table] = one.continues
        versions = self._versions.setdefault(table, {})
        if one.edition not in versions:
            versions[one.edition] = one.version
            with suppress(ValueError):  # the chain says that it cannot be read
                self._times.setdefault(one.edition, []).append((instant(one.time), table))

    def _follow(self, what: _What, by_house: set[str]) -> None:
        if what.act == _TELLS and isinstance(what.table, str) and isinstance(what.entry, int):
            told = self._told.setdefault(what.table, {})
            for edition in by_house:
                told[edition] = min(what.entry, told.get(edition, what.entry))

    def beside(self, table: str) -> EarlierEditions:
        times = {}
        for edition, found in self._times.items():
            elsewhere = (time for time, other in found if other != table)
            if (first := next(elsewhere, None)) is not None:
                times[edition] = first
        return EarlierEditions(self._by_chains(table), times)

    def _by_chains(self, table: str) -> dict[str, int]:
        found, seen = dict(self._told.get(table, {})), {table}
        end = self._continued.get(table)
        while end is not None and end.table not in seen:
            seen.add(end.table)
            for one in (self._versions.get(end.table, {}), self._told.get(end.table, {})):
                found |= {edition: 1 for edition, version in one.items() if version <= end.version}
            end = self._continued.get(end.table)
        return found


def _outlined(source: Source, table: str) -> Iterator[_Outline]:
    for kept in source.stored_entries(table):
        with suppress(UnreadableTextError):  # the chain says so
            yield read_json(_outlines, kept.link.body)
