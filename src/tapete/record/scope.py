"""What an audit does not see of a hall: tables that its witness names, and the house above the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tapete.house.terms import KEY
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
    if KEY in source.tables() or KEY in witnessed:
        yield reservation("house-absent", count=len(chosen))
    elif not source.row_counts() and not witnessed & set(chosen):  # a witness of these tables would name their house
        yield reservation("house-absent", case="unsaid", count=len(chosen))


def elsewhere(given: AuditInputs, chosen: Collection[str]) -> Iterator[Reservation]:
    """Warn of tables that the witness names and the audit does not have: what it says of them is judged by nobody."""
    others = sorted({said.table for said in given.witness or ()} - set(chosen))
    if others:
        yield reservation("witness-elsewhere", tables=", ".join(others), count=len(others))
