"""The checks of one entry, and of the paired entries of table and house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import msgspec

from tapete.house.acts import FollowTable, TableMove
from tapete.house.engine import ESTABLISHMENT
from tapete.house.following import table_moves
from tapete.house.terms import KEY
from tapete.kernel import Game
from tapete.record.chain import Problem, problem
from tapete.record.codec import read_act
from tapete.record.entry import BadEntryError, Entry, read_entry
from tapete.record.private import PrivatePartError, Sealer
from tapete.record.recompute import Finding, Recomputation
from tapete.record.report import CURRENT, EDITIONS, Edition, UnjudgedEntry
from tapete.record.source import Source, StoredEntry

# --- verify -----------------------------------------------------------------------------------------------------------
# A table of a record decided again from its first entry, for the audit and for the replay.

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


# --- twins ------------------------------------------------------------------------------------------------------------
# Two records of one fact: what the tables of a house say, held against what the record of the house has of it.
#
# Each entry of a table that means something for the house has one entry of the house, its twin, which names it by
# version and hash and has the same moves (:mod:`tapete.house.following`). So chips that leave a purse come to a table
# and to no other place, to the cent, at every entry.


class ToldMoves(NamedTuple):
    """What an entry of a table means for the house, and its hash."""

    digest: str
    moves: tuple[TableMove, ...]


class Telling:
    """What the entries of one record say to the house or of its tables, as they are read."""

    def __init__(self) -> None:
        self.of_table: dict[int, ToldMoves] = {}
        """By version, what each entry of a table means for the house."""
        self.of_house: list[tuple[int, FollowTable | None]] = []
        """The twins in the house's record by version; ``None`` where it tells of a table and names no entry."""

    def read(self, entry: Entry, rerun: Recomputation) -> None:
        """Take up an entry that has just been decided again."""
        if entry.game == KEY:
            try:
                body = read_act(ESTABLISHMENT, entry.act).body
            except ValueError:  # somebody has said so already
                return
            if isinstance(body, FollowTable):
                self.of_house.append((entry.version, body))
            elif isinstance(body, get_args(TableMove)):
                self.of_house.append((entry.version, None))
        elif moves := table_moves(rerun.game, rerun.table, rerun.before, rerun.state, rerun.events, entry.time):
            self.of_table[entry.version] = ToldMoves(entry.hash(), moves)


def absent_tables(house: Telling, tables: Mapping[str, Telling]) -> tuple[str, ...]:
    return tuple(sorted({one.table for _, one in house.of_house if one is not None} - tables.keys()))


def twin_problems(house: Telling, tables: Mapping[str, Telling], *, is_whole: bool) -> Iterator[Problem]:
    """Yield where the tables and the house do not tell the same.

    ``tables`` are their records by id; where they are not ``is_whole``, one that is not among them is not asked for.
    """
    seen = dict.fromkeys(tables, 0)
    left = {(table, version): told for table, one in tables.items() for version, told in one.of_table.items()}
    for at, twin in house.of_house:
        if twin is None:
            yield problem(at, "twin-foreign", KEY, case="unnamed")
            continue
        if twin.table not in tables and not is_whole:
            continue
        told = left.pop((twin.table, twin.entry), None)
        if told is None or twin.entry < seen[twin.table]:
            yield problem(at, "twin-foreign", KEY, about=twin.table, entry=twin.entry)
            continue
        seen[twin.table] = twin.entry
        if told != ToldMoves(twin.digest, twin.moves):
            yield problem(at, "twin-differs", KEY, about=twin.table, entry=twin.entry, **_difference(told, twin))
    for (table, version), told in sorted(left.items()):
        yield problem(version, "twin-missing", table, moves=_written(told.moves))


def _difference(told: ToldMoves, twin: FollowTable) -> dict[str, Any]:
    if told.moves == twin.moves:
        return {"case": "hash"}
    return {"table": _written(told.moves), "house": _written(twin.moves)}


def _written(moves: tuple[TableMove, ...]) -> str:
    """Return moves as their tags and values: ``bring-chips ana mesa-1 500``."""
    return ", ".join(
        " ".join([str(one.__struct_config__.tag), *(str(value) for value in msgspec.structs.astuple(one))])
        for one in moves
    )
