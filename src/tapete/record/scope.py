"""What an audit does not see of a hall: tables that its witness names, and the house above the tables.

Some games have it in a table's opening that the table is one of a house (``is_in_house``); of the others nothing in
their own records says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from tapete.house.terms import KEY
from tapete.record.chain import Problem, problem
from tapete.record.entry import BadEntryError, Entry, read_entry
from tapete.record.report import AuditInputs, Reservation, reservation
from tapete.record.source import Source


def beyond(source: Source, given: AuditInputs, chosen: Collection[str], *, is_whole: bool) -> Iterator[Reservation]:
    """Warn of what lies outside the tables that are audited.

    A store that ``is_whole`` has its house, if there is one, and every table that the witness names must be in it.
    """
    if is_whole:
        return
    yield from elsewhere(given, chosen)
    if KEY in chosen:
        return
    witnessed = {said.table for said in given.witness or ()}
    if KEY in source.tables() or KEY in witnessed or tables_in_house(source, chosen):
        yield reservation("house-absent", count=len(chosen))
    elif not source.row_counts() and not witnessed & set(chosen):  # a witness of these tables would name their house
        yield reservation("house-absent", case="unsaid", count=len(chosen))


def is_opened_in_house(first: Entry) -> bool:
    return any(event.get("is_in_house") is True for event in first.events)


def tables_in_house(source: Source, tables: Iterable[str]) -> tuple[str, ...]:
    """Return the tables that were opened as those of a house."""
    found = []
    for table in tables:
        first = next(source.stored_entries(table), None)
        with suppress(BadEntryError):  # whoever follows the chain says so
            if first is not None and is_opened_in_house(read_entry(first.link.body)):
                found.append(table)
    return tuple(found)


def house_gone(source: Source, tables: Iterable[str]) -> Iterator[Problem]:
    """Yield where a whole store has tables of a house and nothing of the house's own record."""
    if KEY not in source.tables() and (told := tables_in_house(source, tables)):
        yield problem(0, "house-gone", case="told", tables=", ".join(told), count=len(told))


def elsewhere(given: AuditInputs, chosen: Collection[str]) -> Iterator[Reservation]:
    """Warn of tables that the witness names and the audit does not have: what it says of them is judged by nobody."""
    others = sorted({said.table for said in given.witness or ()} - set(chosen))
    if others:
        yield reservation("witness-elsewhere", tables=", ".join(others), count=len(others))
