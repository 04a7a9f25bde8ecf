"""Records that go on from others: of the same table, of a hall, within a house."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tapete.house.acts import OpenDay
from tapete.house.terms import KEY
from tapete.kernel import Game
from tapete.record.checkpoints import Checkpoint
from tapete.record.codec import read_act, read_event, tag_of
from tapete.record.entry import BadEntryError, Entry, Problem, problem, read_entry
from tapete.record.report import AuditInputs, Findings, Reservation, reservation
from tapete.record.source import Part, Source, StoredEntry
from tapete.table.houses import HandsOn

OPENS_DAY = tag_of(OpenDay)

Hashes = Mapping[int, str]


def continuation_problems(
    first_entries: Mapping[str, Entry], hashes: Mapping[str, Hashes], *, is_whole: bool
) -> Iterator[Problem | Reservation]:
    """Yield where a record does not go on from the one that it names; where that one is not here, only a reservation
    unless everything ``is_whole``.

    ``first_entries`` and ``hashes`` are those of each table.
    """
    seen: dict[str, str] = {}
    for table, entry in sorted(first_entries.items()):
        end = entry.continues
        if end is None:
            continue
        if end.table in seen:
            yield problem(1, "continued-twice", table, before=end.table, other=seen[end.table])
        seen[end.table] = table
        if end.table not in hashes:
            if is_whole:
                yield problem(1, "continued-missing", table, before=end.table)
            else:
                yield reservation("continued-absent", table, before=end.table, version=end.version)
        elif hashes[end.table].get(end.version) != end.hash:
            yield problem(1, "continued-differs", table, before=end.table, version=end.version)


def opened_days(entry: Entry) -> tuple[str, ...]:
    what = entry.act.get("what")
    return (str(what.get("day", "")),) if isinstance(what, dict) and what.get("act") == OPENS_DAY else ()


def judge_part(found: Findings, part: Part, days: Sequence[str], last: int) -> None:
    """Hold the days that are opened in a part of a record, and its last entry, against what it says it is."""
    if days != [part.day]:
        found.wrong(part.after.version + 1, "day-other", day=part.day, found=", ".join(days) or "-")
    if last != part.last:
        found.wrong(last, "day-cut", day=part.day, last=part.last, found=last)
    found.reserve("day-alone", day=part.day)


def judge_after_part(found: Findings, part: Part, signed: Collection[Checkpoint], *, is_closed: bool) -> None:
    """Hold the end of one day against what was ``signed`` of later entries.

    Nothing follows a day that is not closed but entries of its own, so some of these are missing. After one that
    ``is_closed`` there may be another day, which is not here.
    """
    newest = max((one for one in signed if one.version > part.last), key=lambda one: one.order, default=None)
    restored = [one for one in signed if one.restored_from]
    if newest is None or any(
        newest.epoch < one.epoch and one.version < newest.version <= one.restored_from for one in restored
    ):
        return  # a copy was put back that has none of them
    if is_closed:
        found.reserve("witness-beyond", day=part.day, version=newest.version, last=part.last)
    else:
        found.wrong(newest.version, "rolled-back", time=newest.time, version=newest.version, last=part.last)


class PlayedTable(NamedTuple):
    """A table by the first entry of its record and the state after the last one; ``None`` where nobody can say it."""

    game: Game[Any]
    first: Entry
    state: Any | None


def played(games: Mapping[str, Game[Any]], entries: Iterable[StoredEntry]) -> tuple[Entry | None, PlayedTable | None]:
    """Return the first entry of a table, and its last state where its game hands something on. Reads all entries."""
    first, one = None, None
    for number, kept in enumerate(entries):
        if number == 0:
            with suppress(BadEntryError):
                first = read_entry(kept.link.body)
            game = games.get(first.game) if first is not None else None
            one = PlayedTable(game, first, game.blank()) if first and game and isinstance(game, HandsOn) else None
        if one is not None and one.state is not None:
            one = one._replace(state=_after(one, kept))
    return first, one


def _after(one: PlayedTable, kept: StoredEntry) -> Any | None:
    state = one.state
    try:
        for tree in read_entry(kept.link.body).events:
            state = one.game.evolve(state, read_event(one.game, tree))
    except Exception:  # a record may hold anything; the audit of this table says so
        return None
    return state


def inventory_problems(tables: Mapping[str, PlayedTable]) -> Iterator[Problem]:
    """Yield where a table begins with another inventory than its former table left. Nothing where that is not here."""
    for table, one in sorted(tables.items()):
        before = one.first.continues
        last = None if before is None else tables.get(before.table)
        if not isinstance(one.game, HandsOn) or (before is not None and (last is None or last.state is None)):
            continue
        try:
            opening = read_act(one.game, one.first.act).body
            is_due = one.game.is_inventory_due(opening, None if last is None else last.state)
        except Exception:  # a record may hold anything; the audit of this table says so
            continue
        if not is_due:
            yield problem(1, "inventory-differs", table, before="-" if before is None else before.table)


# What an audit does not see of a hall: tables that its witness names, and the house above the tables.
#
# Some games have it in a table's opening that the table is one of a house (``is_in_house``); of the others nothing in
# their own records says so.


def beyond(
    source: Source, given: AuditInputs, chosen: Collection[str], *, is_whole: bool, is_house_here: bool
) -> Iterator[Reservation]:
    """Warn of what lies outside the audited tables; a store that ``is_whole`` has house and witnessed tables."""
    if is_whole:
        return
    yield from elsewhere(given, chosen)
    if KEY in chosen:
        return
    witnessed = {said.table for said in given.witness or ()}
    if is_house_here or KEY in witnessed or tables_in_house(source, chosen):
        yield reservation("house-absent", count=len(chosen))
    elif not source.row_counts() and not witnessed & set(chosen):  # a witness of these tables would name their house
        yield reservation("house-absent", case="unsaid", count=len(chosen))


def is_opened_in_house(first: Entry) -> bool:
    return any(event.get("is_in_house") is True for event in first.events)


def tables_in_house(source: Source, tables: Iterable[str]) -> tuple[str, ...]:
    return tuple(table for table in tables if is_table_in_house(source, table))


def is_table_in_house(source: Source, table: str) -> bool:
    first = next(source.stored_entries(table), None)
    with suppress(BadEntryError):  # whoever follows the chain says so
        return first is not None and is_opened_in_house(read_entry(first.link.body))
    return False


def house_gone(source: Source, tables: Iterable[str]) -> Iterator[Problem]:
    if KEY not in source.tables():
        yield from house_told(tables_in_house(source, tables))


def house_told(tables: Sequence[str]) -> Iterator[Problem]:
    """Yield that the house is gone above ``tables`` that say at their opening that they are in one, if any are."""
    if tables:
        yield problem(0, "house-gone", case="told", tables=", ".join(tables), count=len(tables))


def elsewhere(given: AuditInputs, chosen: Collection[str]) -> Iterator[Reservation]:
    """Warn of tables that the witness names and the audit does not have: what it says of them is judged by nobody."""
    others = sorted({said.table for said in given.witness or ()} - set(chosen))
    if others:
        yield reservation("witness-elsewhere", tables=", ".join(others), count=len(others))
