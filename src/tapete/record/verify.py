"""A table of a record decided again from its first entry, for the audit and for the replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tapete.kernel import Game
from tapete.record.chain import Problem, problem
from tapete.record.differences import Finding
from tapete.record.editions import CURRENT, EDITIONS, Edition
from tapete.record.entry import BadEntryError, Entry, read_entry
from tapete.record.private import PrivatePartError, Sealer
from tapete.record.recompute import Recomputation
from tapete.record.report import UnjudgedEntry
from tapete.record.source import Source, StoredEntry

Faces = Mapping[tuple[int, int], str]
"""The faces that a record opens, early or late, by shoe and committed position."""


class VerifyOptions(msgspec.Struct, frozen=True):
    """What a record is decided with: the key of its private parts, and the engine that decides now."""

    sealer: Sealer | None = None
    edition: str = CURRENT
    editions: tuple[Edition, ...] = EDITIONS


class EntryVerdict(NamedTuple):
    """An entry as it is kept, what is wrong with it, and the table after it (``None``: no game decides it)."""

    stored_entry: StoredEntry
    entry: Entry
    is_unopened: bool
    findings: tuple[Finding, ...]
    rerun: Recomputation | None


class TableVerdict(msgspec.Struct, frozen=True):
    """What became of a replay: the entries that were looked at, and what is wrong with the first that differs.

    ``skipped_count`` entries, listed in ``unjudged_entries``, rest on a face that the record does not show, and were
    not judged. ``explained_count`` ones differ as a changelog says; of ``unopened_count`` ones the private part was not
    read.
    """

    entries: int
    problems: tuple[Problem, ...] = ()
    skipped_count: int = 0
    explained_count: int = 0
    unjudged_entries: tuple[UnjudgedEntry, ...] = ()
    unopened_count: int = 0


def opened_faces(entry: Entry) -> dict[tuple[int, int], str]:
    return {(shoe.shoe, card.position): card.face for shoe in entry.openings for card in shoe.cards}


def verify_entries(
    source: Source, table: str, games: Mapping[str, Game[Any]], faces: Faces, by: VerifyOptions
) -> Iterator[EntryVerdict]:
    """Decide a table's entries again, one after another, until one cannot be followed.

    Raises :class:`~tapete.record.entry.BadEntryError` for an entry that cannot be read.
    """
    rerun: Recomputation | None = None
    books, part_here = frozenset(source.rulebooks()), source.part(table)
    for kept in source.stored_entries(table):
        entry = read_entry(kept.link.body)
        if rerun is None:
            if entry.game not in games:
                finding = Finding("game-unknown", {"game": entry.game})
                yield EntryVerdict(kept, entry, False, (finding,), None)
                return
            rerun = Recomputation(games[entry.game], table, faces, books)
        findings: list[Finding] = []
        if rerun.is_blank and part_here is not None and part_here.after.version:
            findings += rerun.begin_day(entry)
        try:
            part = kept.private(entry, by.sealer)
        except PrivatePartError as error:
            findings.append(Finding("private-part", {"why": error.told}))
            part = None
        findings += rerun.entry(entry, part, by.edition, by.editions)
        yield EntryVerdict(kept, entry, entry.private_digest is not None and part is None, tuple(findings), rerun)
        if rerun.lost:
            return


def verify_table(source: Source, table: str, games: Mapping[str, Game[Any]], by: VerifyOptions) -> TableVerdict:
    """Decide every act of a table again and hold what comes of it against the record, up to the first difference.

    Chain, signatures and requests are the audit's question.
    """
    at = explained = unopened = 0
    rerun: Recomputation | None = None

    def verdict(*problems: Problem) -> TableVerdict:
        unjudged = () if rerun is None else tuple(rerun.unjudged)
        return TableVerdict(at, problems, len(unjudged), explained, unjudged, unopened)

    try:
        faces: dict[tuple[int, int], str] = {}
        for kept in source.stored_entries(table):
            at += 1
            faces |= opened_faces(read_entry(kept.link.body))
        at = 0
        for judged in verify_entries(source, table, games, faces, by):
            at, rerun = at + 1, judged.rerun
            unopened += judged.is_unopened
            explained += any(one.explained_by is not None for one in judged.findings)
            version = judged.entry.version
            wrong = tuple(
                problem(version, one.code, table, **one.facts) for one in judged.findings if one.explained_by is None
            )
            if wrong:
                return verdict(*wrong)
    except BadEntryError as error:
        return verdict(problem(at, "unreadable", table, why=error.told))
    return verdict()
