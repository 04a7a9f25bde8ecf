"""Which edition of the engine had decided before an entry, by all of a record and not by its own table alone.

A table whose entries name an older edition throughout may have been begun today: what that edition decided otherwise
excuses it only where no newer one had decided before. The order of a record is that of its chains: a table comes after
the one that it goes on from, and an entry of a table stands beside the entry of the house that tells of it.

What no chain orders, times do, but only among tables of one hall, and never on the word of one clock: two entries in a
row have to name the newer edition, and two the older one at a later time. Where a clock of the hall had fallen back, no
time counts until it has caught up.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from math import inf
from sys import intern
from typing import Any, Final, NamedTuple

import msgspec

from tapete.house.acts import FollowTable
from tapete.house.terms import KEY
from tapete.record.codec import tag_of
from tapete.record.entry import StreamEnd, read_json
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
_TELLS: Final = tag_of(FollowTable)
_SLACK: Final = SLACK.total_seconds()


class EarlierEditions(NamedTuple):
    """The editions that had decided before, each from an entry of a table on: as chains say, and as times alone do."""

    by_chains: Mapping[str, int] = {}
    by_times: Mapping[str, int] = {}


class _Pair(NamedTuple):
    """Two entries in a row: the version of the first, the edition that both name, and their times in order."""

    version: int
    edition: str | None
    earlier: float
    later: float


class _Chain:
    """The entries of a table, as far as editions go. Times are seconds since 1970."""

    def __init__(self) -> None:
        self.continues: StreamEnd | None = None
        self.known: dict[str, int] = {}
        """The editions that decided here or, as chains say, elsewhere before: each from an entry of this table on."""
        self.told: list[tuple[int, int]] = []
        """The entries of the house that tell of this table, each with the entry of which it tells; of itself all do."""
        self.halls = set[str]()
        """What the tables of one hall have in common: a store, a key that signs, a house."""
        self.decided: dict[str, float] = {}
        """The editions that two entries in a row name, each by the later of their times."""
        self.fallen: list[tuple[float, float]] = []
        """From each time to which the clock fell back to the one at which it had caught up."""
        self.latest = -inf
        self._entries: list[tuple[int, str, float]] = []

    def add(self, one: _Outline) -> None:
        """Take up the next entry. Raises :class:`ValueError` for one whose time is none."""
        self._entries.append((one.version, intern(one.edition), instant(one.time).total_seconds()))
        self.know(one.edition, one.version)
        self.continues = self.continues or one.continues

    def know(self, edition: str, version: int) -> None:
        self.known[edition] = min(version, self.known.get(edition, version))

    def pairs(self) -> Iterator[_Pair]:
        for (version, edition, time), (_, other, after) in pairwise(self._entries):
            yield _Pair(version, edition if edition == other else None, min(time, after), max(time, after))

    def follow_clock(self, latest: float) -> None:
        """Take up what the times say, after the ``latest`` one of the table before."""
        low = inf
        for pair in self.pairs():
            if pair.edition is not None:
                self.decided.setdefault(pair.edition, pair.later)
            if pair.later < latest - _SLACK:
                low = min(low, pair.earlier)
            elif low < inf:
                self.fallen.append((low, pair.later))
                low = inf
            latest = max(latest, pair.earlier)
        if low < inf:
            self.fallen.append((low, latest))
        self.latest = latest

    def told_from(self, house_version: int) -> tuple[int, int | None]:
        """Return the last entry of which the house was told before an entry of its own, and the first from there on."""
        at = bisect_left(self.told, (house_version, 0))
        return self.told[at - 1][1] if at else 0, self.told[at][1] if at < len(self.told) else None


class _Hall:
    """What the times of the tables of one hall say together."""

    def __init__(self, tables: Mapping[str, _Chain]) -> None:
        self._decided: dict[str, list[tuple[float, str]]] = {}
        self._fallen: list[tuple[float, float]] = []
        for table, chain in tables.items():
            for edition, time in chain.decided.items():
                self._decided.setdefault(edition, []).append((time, table))
        for found in self._decided.values():
            found.sort()
        for low, high in sorted(stretch for chain in tables.values() for stretch in chain.fallen):
            if self._fallen and low <= self._fallen[-1][1]:
                low, before = self._fallen.pop()
                high = max(high, before)
            self._fallen.append((low, high))

    def decided_beside(self, table: str) -> Iterator[tuple[str, float]]:
        """Yield the editions that decided at other tables, each with the first time at which that is sure."""
        for edition, found in self._decided.items():
            if (time := next((time for time, other in found if other != table), None)) is not None:
                end = self.caught_up(time)
                yield edition, time if end is None else end

    def caught_up(self, time: float) -> float | None:
        """Return the end of the stretch in which a time lies while a clock had fallen back, ``None`` outside of all."""
        at = bisect_right(self._fallen, (time, inf)) - 1
        return self._fallen[at][1] if at >= 0 and time <= self._fallen[at][1] else None


class EditionHistory:
    """When each edition decided first at each table of a record, which may lie in several sources, oldest day first."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = tuple(sources)
        self._chains: dict[str, _Chain] = {}
        self._house = _Chain()
        self._halls: dict[str, _Hall] = {}
        self._is_read = False

    def beside(self, table: str) -> EarlierEditions:
        """Return what had decided before. All entries are read when it is asked first: few records need the answer."""
        if not self._is_read:
            self._is_read = True
            self._read_all()
        chain = self._chains.get(table)
        return EarlierEditions() if chain is None else EarlierEditions(chain.known, self._by_times(table, chain))

    def _read_all(self) -> None:
        for source in self._sources:
            for table in {*source.tables()} - {*self._chains, KEY}:  # a table of two days lies in both
                for _ in self._read(source, table):
                    pass
        self._hand_on()
        for source in self._sources:
            if KEY in source.tables():
                for one in self._read(source, KEY):
                    self._tell_house(one)
        self._house = self._chains.get(KEY, self._house)
        self._tell_tables()
        self._hand_on()
        self._halls = self._compare_clocks()

    def _read(self, source: Source, table: str) -> Iterator[_Outline]:
        """Take up the entries of a table and yield them, but those that cannot be read: the chain says so."""
        chain = self._chains.setdefault(table, _Chain())
        is_store = source.custody(table).is_store
        chain.halls |= {"store"} if is_store else {one.key for one in source.checkpoints(table)} or {"unsigned"}
        for kept in source.stored_entries(table):
            with suppress(ValueError):
                one = read_json(_outlines, kept.link.body)
                chain.add(one)
                yield one

    def _tell_house(self, one: _Outline) -> None:
        """Let the house know of the editions at a table, from an entry of its own on that tells of the table."""
        house, what = self._chains[KEY], one.act.what
        house.told.append((one.version, one.version))
        table = self._chains.get(what.table) if what.act == _TELLS and isinstance(what.table, str) else None
        if table is None or table is house or not isinstance(what.entry, int):
            return
        house.halls.add(KEY)
        table.halls.add(KEY)
        table.told.append((one.version, what.entry))
        for edition, version in table.known.items():
            if version <= what.entry:
                house.know(edition, one.version)

    def _tell_tables(self) -> None:
        """Let each table know of the editions in the house, from the first entry on of which that was told then."""
        for edition, version in self._house.known.items():
            for chain in self._chains.values():
                _, first = chain.told_from(version)
                if first is not None:
                    chain.know(edition, first)

    def _in_order(self) -> Iterator[tuple[_Chain, _Chain | None]]:
        """Yield each table with the one that it goes on from, that one first."""
        seen = set[str]()
        for table in self._chains:
            line = list[tuple[_Chain, _Chain | None]]()
            while table not in seen and (chain := self._chains.get(table)) is not None:
                seen.add(table)
                table = "" if chain.continues is None else chain.continues.table
                line.append((chain, self._chains.get(table)))
            yield from reversed(line)

    def _hand_on(self) -> None:
        """Let each table know of the editions where it goes on from."""
        for chain, before in self._in_order():
            if before is not None and chain.continues is not None:
                for edition, version in before.known.items():
                    if version <= chain.continues.version:
                        chain.know(edition, 1)

    def _compare_clocks(self) -> dict[str, _Hall]:
        halls: dict[str, dict[str, _Chain]] = {}
        for chain, before in self._in_order():
            chain.follow_clock(-inf if before is None else before.latest)
        for table, chain in self._chains.items():
            for name in chain.halls:
                halls.setdefault(name, {})[table] = chain
        return {name: _Hall(tables) for name, tables in halls.items()}

    def _by_times(self, table: str, chain: _Chain) -> dict[str, int]:
        found: dict[str, int] = {}
        for hall in (self._halls[name] for name in chain.halls):
            for edition, time in hall.decided_beside(table):
                told, _ = chain.told_from(self._house.known.get(edition, 0))  # before the house knew of that edition
                for pair in chain.pairs():
                    is_older = pair.edition not in (None, edition) and pair.version > told
                    if is_older and pair.earlier > time + _SLACK and hall.caught_up(pair.earlier) is None:
                        found[edition] = min(pair.version, found.get(edition, pair.version))
                        break
        return found
