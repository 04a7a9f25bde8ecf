"""The audit: everything about a record that can be checked without trusting whoever kept it.

Chain, versions, writers and checkpoints; every act and event read strictly; every act decided again, chance acts too,
and the events and the money compared; openings against the published commitments, through the public cut; postings
that sum to zero; the game's own invariants after each entry. What another edition of the engine would decide otherwise
is no fault when a changelog entry explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from typing import Any

import msgspec

from tapete.house.terms import KEY as HOUSE_KEY
from tapete.kernel import Game
from tapete.record.card_proofs import TokenKind
from tapete.record.continuations import PlayedTable, beyond, continuation_problems, house_told, inventory_problems
from tapete.record.editions import EditionHistory
from tapete.record.entry import CanonicalError, Problem, canonical, problem, sha256
from tapete.record.report import NO_INPUTS, AuditInputs, AuditReport, Reservation, reservation
from tapete.record.signatures import doubtful_keys, merged_keys
from tapete.record.source import Source
from tapete.record.verify import TableAudit, TableJudgement, absent_tables, pairing_problems
from tapete.rulebooks import Library, UnknownRulebookError, house_library, make, overstepped
from tapete.rulebooks.house_layer import OVER


def rulebook_problems(books: Mapping[str, Any]) -> Iterator[Problem]:
    yield from _changed(books)
    yield from _overstepping(books)


def _changed(books: Mapping[str, Any]) -> Iterator[Problem]:
    for digest, content in books.items():
        try:
            found = sha256(canonical(content))
        except CanonicalError as error:
            found = error.code
        except RecursionError:
            found = "-"
        if found != digest:
            yield problem(0, "rulebook-changed", rulebook=digest, found=found)


def _overstepping(books: Mapping[str, Any]) -> Iterator[Problem]:
    known = {one.sha256: one for one in house_library().books}
    for content in books.values():
        with suppress(KeyError, ValueError, TypeError, RecursionError):  # told as one that cannot be read
            known.setdefault((made := make(content)).sha256, made)
    library = Library(tuple(known.values()))
    for digest in sorted(books.keys() & known.keys()):
        try:
            for option, clauses in overstepped(known[digest], library):
                yield problem(
                    0, "rulebook-oversteps", rulebook=digest, option=option, clauses=", ".join(clauses) or "-"
                )
        except UnknownRulebookError:
            over = known[digest].content[OVER]
            yield problem(0, "rulebook-missing", rulebook=str(over.get("sha256", "-")))


def layers_below(books: Mapping[str, Any]) -> frozenset[str]:
    overs = (one.get(OVER) for one in books.values() if isinstance(one, Mapping))
    return frozenset(str(one.get("sha256", "")) for one in overs if isinstance(one, Mapping))


READINGS = 2
"""How often an audit reads an entry: for the chain, and to decide its act again."""

Judges = Callable[[Sequence[str], bool], Iterator[TableJudgement | None]]
"""What judges tables elsewhere, in their order, told whether the house above them is in the record; where it answers
``None`` the table is judged here.
"""


def audit(
    source: Source,
    games: Mapping[str, Game[Any]],
    given: AuditInputs = NO_INPUTS,
    tables: Collection[str] | None = None,
    history: EditionHistory | None = None,
    judges: Judges | None = None,
) -> AuditReport:
    """Check a record, all its tables or some. ``games`` gives the game of each key that occurs in it.

    Of a whole store every table is judged that it has or that the witness names; elsewhere the witness counts as far as
    it is about what is here, and the rest of it is a reserve. ``history`` says which editions had decided before, where
    ``source`` is a part of a record. ``judges`` judge the tables elsewhere (:mod:`tapete.record.side_by_side`).

    Never raises for what is wrong with the record: that is in the report.
    """
    with source.at_once():
        due = source.row_counts()  # before all entries: a hall beside the audit writes more, and takes nothing away
        names, books, unreadable = source.tables(), source.rulebooks(), source.unreadable_rulebooks()
    is_whole = bool(due) and tables is None
    witnessed = {said.table for said in given.witness or ()} if is_whole else set[str]()
    chosen = tuple(sorted(witnessed | set(names))) if tables is None else tuple(tables)
    is_house_here = HOUSE_KEY in names
    problems = [
        *given.witness_problems,
        *rulebook_problems(books),
        *(problem(0, "rulebook-unreadable", rulebook=digest) for digest in unreadable),
    ]
    problems += (problem(0, code, **facts) for code, facts in source.guard_faults())
    warnings = [*given.witness_warnings]
    warnings += beyond(source, given, chosen, is_whole=is_whole, is_house_here=is_house_here)
    known = history or EditionHistory((source,))
    elsewhere = repeat(None) if judges is None else judges(chosen, is_house_here)
    judged = [
        one or TableAudit(source, table, games, given, known, is_house_here).judgement()
        for table, one in zip(chosen, elsewhere, strict=False)
    ]
    keys = merged_keys(key for one in judged for key in one.keys)
    warnings += doubtful_keys(keys, given)
    if (
        tables is None and not any(one.is_part for one in judged) and any(one.is_store for one in judged)
    ):  # an export brings every rulebook of its hall along
        used = {book for one in judged for book in one.pinned} | layers_below(books)
        warnings += (reservation("rulebook-unused", rulebook=one) for one in sorted(books.keys() - used))
    for one in judged:
        problems += one.problems
        warnings += one.warnings
    if is_whole:
        read = Counter(rulebooks=len(books) + len(unreadable))
        problems += _unread(due, sum((Counter(one.rows) for one in judged), read))
        if not is_house_here:
            problems += house_told([one.table for one in judged if one.is_in_house])
    problems += _pairing(judged, warnings, is_whole=is_whole)
    problems += _continuations(judged, games, warnings, is_whole=is_whole)
    total = sum(one.entries for one in judged)
    if not total:
        warnings.append(reservation("empty"))
    unjudged = tuple(left for one in judged for left in one.unjudged_entries)
    return AuditReport(
        is_sound=not problems,
        entries=total,
        problems=tuple(problems),
        tables=chosen,
        explained_differences=tuple(other for one in judged for other in one.differences),
        skipped_count=len(unjudged),
        unopened_count=sum(one.unopened_count for one in judged),
        proved_count=sum(sum(one.proved_by_kind.values()) for one in judged),
        proved_by_kind=dict(sum((Counter(one.proved_by_kind) for one in judged), Counter[TokenKind]())),
        checkpoints=sum(one.checkpoints for one in judged),
        warnings=tuple(warnings),
        unjudged_entries=unjudged,
        keys=keys,
    )


def _unread(due: Mapping[str, int], read: Mapping[str, int]) -> Iterator[Problem]:
    for name, count in due.items():
        if count > read.get(name, 0):
            yield problem(0, "rows-unread", name=name, count=count - read.get(name, 0))


def _pairing(judged: Sequence[TableJudgement], warnings: list[Reservation], *, is_whole: bool) -> Iterator[Problem]:
    house = next((one for one in judged if one.game == HOUSE_KEY), None)
    if house is None or house.telling is None:
        return
    told = {one.table: one.telling for one in judged if one.telling is not None}
    if not is_whole and (absent := absent_tables(house.telling, told)):
        warnings.append(reservation("tables-absent", house.table, tables=", ".join(absent), count=len(absent)))
    yield from pairing_problems(house.telling, told, is_whole=is_whole)


def _continuations(
    judged: Sequence[TableJudgement], games: Mapping[str, Game[Any]], warnings: list[Reservation], *, is_whole: bool
) -> Iterator[Problem]:
    first = {one.table: one.first for one in judged if one.first is not None}
    for found in continuation_problems(
        first, {one.table: one.hashes for one in judged if one.hashes}, is_whole=is_whole
    ):
        if isinstance(found, Problem):
            yield found
        else:
            warnings.append(found)
    yield from inventory_problems(
        {
            one.table: PlayedTable(games[one.game], one.first, one.state)
            for one in judged
            if one.game is not None and one.first is not None
        }
    )


def summary(report: AuditReport) -> dict[str, Any]:
    """Return a report as a plain tree, with the keys that other programs rely on first."""
    tree: dict[str, Any] = msgspec.to_builtins(report)
    del tree["proved_by_kind"]  # programs rely on the total alone
    return tree
