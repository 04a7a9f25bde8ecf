"""Days of a house as files, and the record of a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec

from tapete.house.acts import FollowTable, OpenDay
from tapete.house.day import carry_balances
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import BalancesCarried
from tapete.house.terms import KEY
from tapete.kernel import Game
from tapete.record.audit import READINGS, Judges, audit
from tapete.record.card_proofs import TokenKind
from tapete.record.checkpoints import Checkpoint
from tapete.record.codec import read_event, tag_of
from tapete.record.continuations import PlayedTable, continuation_problems, elsewhere, inventory_problems, played
from tapete.record.editions import EditionHistory
from tapete.record.entry import Entry, Head, Problem, UnreadableTextError, problem, read_entry, read_json, sha256
from tapete.record.recompute import first_difference
from tapete.record.report import AuditInputs, AuditReport, Reservation, once, reservation
from tapete.record.signatures import OF_SIGNERS, doubtful_keys, merged_keys
from tapete.record.source import Custody, ExportSource, Part, Source, SourceError, StoredEntry
from tapete.record.store import AnsweredCommand

# One day of a house, taken out of its record: what an auditor gets who is to judge that day and no other.
#
# A day of the house is the part of its record from the entry that opens it to the one before the next opening; the
# first day has what came before it too. Its first entry carries the balances with which it begins. The tables of a
# day are those of which the house tells in it, and their records are whole.


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
    what = outline(kept)
    return what.day if what is not None and what.act == _OPENS else None


def days_of(source: Source) -> tuple[Part, ...]:
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
    """One day of a house and its tables as a source of their own, out of a greater one, which answers the rest."""

    def __init__(self, source: Source, part: Part) -> None:
        self._source, self._part = source, part
        self._tables = told_tables(self) & set(source.tables())

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted((KEY, *self._tables)))

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        kept = self._source.stored_entries(table)
        return islice(kept, self._part.after.version, self._part.last) if table == KEY else kept

    def part(self, table: str) -> Part | None:
        return self._part if table == KEY else None

    def length(self, table: str) -> int:
        return self._part.last - self._part.after.version if table == KEY else self._source.length(table)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return tuple(
            one for one in self._source.checkpoints(table) if table != KEY or self._part.is_inside(one.version)
        )

    def commands(self, table: str) -> Mapping[str, AnsweredCommand] | None:
        kept = self._source.commands(table)
        if kept is None or table != KEY:
            return kept
        return {command: one for command, one in kept.items() if self._part.is_inside(one.version)}

    def custody(self, table: str) -> Custody:
        """Return how a table is kept; the day of the house is a part, and has no writer of its own."""
        return Custody(game=KEY) if table == KEY else self._source.custody(table)

    def row_counts(self) -> dict[str, int]:
        return {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


def told_tables(source: Source) -> frozenset[str]:
    return frozenset(
        what.table for kept in source.stored_entries(KEY) if (what := outline(kept)) is not None and what.act == _TELLS
    )


ENDING = ".jsonl"
OF_LAST = ("day-alone", "witness-beyond")
"""What is said of the last day, and what follows any other is here."""
ALONE = frozenset({*OF_LAST, "continued-absent"})
"""What is said of a day that is judged alone, and asked again among several."""


UNSIGNED = ("no-checkpoint", "unsigned-tail")
"""What is said of entries over which no signature stands."""


class FilesSource(Source):
    """Several exports as one source, each of another table."""

    def __init__(self, files: Sequence[ExportSource]) -> None:
        self._files = {one.header.table: one for one in files}

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return self._files[table].stored_entries(table) if table in self._files else iter(())

    def part(self, table: str) -> Part | None:
        return self._files[table].part(table) if table in self._files else None

    def length(self, table: str) -> int:
        return self._files[table].length(table) if table in self._files else 0

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return self._files[table].checkpoints(table) if table in self._files else ()

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return {digest: book for one in self._files.values() for digest, book in one.rulebooks().items()}

    def custody(self, table: str) -> Custody:
        return self._files[table].custody(table) if table in self._files else Custody()

    def has_private_parts(self) -> bool:
        return all(one.has_private_parts() for one in self._files.values())


def read_folder(folder: Path) -> tuple[FilesSource, ...]:
    """Return the exports of a folder: those of one record together, or those of each day of a house, in order.

    Raises :class:`SourceError` for a folder without exports, for a file that is none, and for two of one table where
    they are not days of a house.
    """
    files = [ExportSource(path) for path in sorted(folder.iterdir()) if path.name.casefold().endswith(ENDING)]
    if not files:
        raise SourceError("folder-without-exports", folder=str(folder))
    days = [one for one in files if one.header.part is not None]
    others = [one for one in files if one.header.part is None]
    twice = [table for table, count in Counter(one.header.table for one in others).items() if count > 1]
    if twice or (days and KEY in {one.header.table for one in others}):
        table = twice[0] if twice else KEY
        names = ", ".join(one.path.name for one in files if one.header.table == table)
        raise SourceError("folder-table-twice", table=table, files=names)
    if not days:
        return (FilesSource(others),)
    days.sort(key=lambda one: _part(one).after.version)
    told = [told_tables(one) for one in days]
    named = frozenset[str]().union(*told)
    strays = [one for one in others if one.header.table not in named]  # the house's file of their day is not here
    groups = [FilesSource(strays)] if strays else []
    for day, tables in zip(days, told, strict=True):
        groups.append(FilesSource([day, *(one for one in others if one.header.table in tables)]))
    return tuple(groups)


def readings(groups: Sequence[Source]) -> int:
    """Return how often each entry is read: as by any audit, and once more for what holds between several days."""
    return READINGS if len(groups) == 1 else READINGS + 1


def audit_folder(
    groups: Sequence[Source],
    games: Mapping[str, Game[Any]],
    given: AuditInputs,
    history: EditionHistory | None = None,
    judges: Sequence[Judges | None] = (),
) -> AuditReport:
    """Audit the exports of a folder; ``judges`` judge the tables of each group elsewhere."""
    history = history or EditionHistory(groups)
    judges = judges or [None] * len(groups)
    if len(groups) == 1:
        return audit(groups[0], games, given, history=history, judges=judges[0])
    reports = [
        audit(group, games, given.about(group.tables()), history=history, judges=judge)
        for group, judge in zip(groups, judges, strict=True)
    ]
    between = list(_between(groups))
    reports = reports if between else [*_signed_later(reports, groups)]
    among_tables = list(_among_tables(groups, games))
    between += (said for said in among_tables if isinstance(said, Problem))
    absent = [said for said in among_tables if isinstance(said, Reservation)]
    tables = {table for group in groups for table in group.tables()}
    return _merged(reports, given, tuple(between), (*elsewhere(given, tables), *absent))


def _signed_later(reports: Sequence[AuditReport], groups: Sequence[Source]) -> Iterator[AuditReport]:
    """Yield the reports of days that follow each other, without the tails that a signature of a later day covers."""
    signed = [at for at, group in enumerate(groups) if group.checkpoints(KEY)]
    for at, report in enumerate(reports):
        open_still = [one for one in report.warnings if one.table != KEY or one.code not in UNSIGNED]
        is_covered = bool(signed) and at < signed[-1]
        yield msgspec.structs.replace(report, warnings=tuple(open_still)) if is_covered else report


def _part(file: ExportSource) -> Part:
    assert file.header.part is not None
    return file.header.part


class _Ends:
    """A day as its neighbours see it: the balances that it begins with, where it ends, and what it hands on."""

    def __init__(self, source: Source, part: Part) -> None:
        self.part, self.end = part, part.after
        self.state = ESTABLISHMENT.blank()
        self.begins_with: BalancesCarried | None = None
        for kept in source.stored_entries(KEY):
            entry = read_entry(kept.link.body)
            for tree in entry.events:
                event = read_event(ESTABLISHMENT, tree)
                if isinstance(event, BalancesCarried) and self.begins_with is None:
                    self.begins_with = event
                self.state = ESTABLISHMENT.evolve(self.state, event)
            self.end = Head(entry.version, sha256(kept.link.body))


def _between(groups: Sequence[Source]) -> Iterator[Problem]:
    for strays in (one.tables() for one in groups if KEY not in one.tables()):
        yield problem(0, "day-missing", KEY, case="tables", tables=", ".join(strays), count=len(strays))
    try:
        days = [_Ends(one, part) for one in groups if (part := one.part(KEY)) is not None]
    except Exception:  # a record may hold anything; the audit of that day says so
        return
    for one, other in pairwise(days):
        at, facts = other.part.after.version + 1, {"before": one.part.day, "day": other.part.day}
        missing = other.part.after.version - one.end.version
        if missing > 0:
            yield problem(at, "day-missing", KEY, count=missing, **facts)
        elif missing < 0:
            yield problem(at, "day-twice", KEY, **facts)
        elif one.end.hash != other.part.after.hash:
            yield problem(at, "day-unchained", KEY, **facts)
        if missing == 0 and other.begins_with is not None:
            try:
                due = carry_balances(one.state, other.part.day)
            except Exception:  # balances that nobody can carry: the audit of the day before says so
                continue
            if due != other.begins_with:
                yield problem(at, "balances-differ", KEY, **first_difference([other.begins_with], [due]))


def _among_tables(groups: Sequence[Source], games: Mapping[str, Game[Any]]) -> Iterator[Problem | Reservation]:
    """Yield where the record of a table does not go on from one of another day, or from one that is not here, and where
    a table begins with another inventory than the one of its name on a day before left.
    """
    hashes: dict[str, dict[int, str]] = {}
    first: dict[str, Entry] = {}
    handing_on: dict[str, PlayedTable] = {}
    for group in groups:
        for table in group.tables():
            if table != KEY:
                hashes[table] = {}
                begun, one = played(games, _hashed(group.stored_entries(table), hashes[table]))
                first |= {} if begun is None else {table: begun}
                handing_on |= {} if one is None else {table: one}
    yield from continuation_problems(first, hashes, is_whole=False)
    yield from inventory_problems(handing_on)


def _hashed(entries: Iterable[StoredEntry], hashes: dict[int, str]) -> Iterator[StoredEntry]:
    for number, kept in enumerate(entries, start=1):
        hashes[number] = sha256(kept.link.body)
        yield kept


def _merged(
    reports: Sequence[AuditReport], given: AuditInputs, between: tuple[Problem, ...], absent: tuple[Reservation, ...]
) -> AuditReport:
    """Return one report of several days; reservations that a day alone has are those of the last."""

    def of_all(field: Callable[[AuditReport], tuple[Any, ...]]) -> tuple[Any, ...]:
        return tuple(one for report in reports for one in field(report))

    keys = merged_keys(of_all(lambda report: report.keys))
    warnings = [one for one in of_all(lambda report: report.warnings) if one.code not in {*ALONE, *OF_SIGNERS}]
    for one in (one for one in reports[-1].warnings if one.code in OF_LAST):
        alone = one.code == "day-alone"  # it is not: what is left of that is that nothing follows it here
        warnings.append(reservation(one.code, one.table, case="last", **one.facts) if alone else one)
    kinds = sum((Counter(report.proved_by_kind) for report in reports), Counter[TokenKind]())
    return AuditReport(
        is_sound=not between and all(report.is_sound for report in reports),
        entries=sum(report.entries for report in reports),
        problems=once((*of_all(lambda report: report.problems), *between)),
        tables=tuple(dict.fromkeys(of_all(lambda report: report.tables))),
        explained_differences=of_all(lambda report: report.explained_differences),
        skipped_count=sum(report.skipped_count for report in reports),
        unopened_count=sum(report.unopened_count for report in reports),
        proved_count=sum(report.proved_count for report in reports),
        proved_by_kind=dict(kinds),
        checkpoints=sum(report.checkpoints for report in reports),
        warnings=once((*doubtful_keys(keys, given), *_summed(warnings), *absent)),
        unjudged_entries=of_all(lambda report: report.unjudged_entries),
        keys=keys,
    )


def _summed(found: Iterable[Reservation]) -> Iterator[Reservation]:
    """Yield reservations in their order; those about the house that differ by day in a count are one, with the sum."""
    kept: dict[tuple[str, ...], Reservation] = {}
    for one in found:
        others = {name: value for name, value in one.facts.items() if name != "count"}
        name = one.code, one.table, repr(others)
        before = kept.get(name)
        if before is not None and one.table == KEY and "count" in one.facts:
            one = reservation(one.code, KEY, **others, count=before.facts["count"] + one.facts["count"])
        kept[name] = one
    yield from kept.values()
