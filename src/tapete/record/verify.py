"""The checks of one entry, and of the paired entries of table and house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, get_args

import msgspec

from tapete.house.acts import FollowTable, TableMove
from tapete.house.engine import ESTABLISHMENT
from tapete.house.tables import is_in_play, table_moves
from tapete.house.terms import KEY, Phase as HousePhase
from tapete.kernel import SYSTEM, Game
from tapete.record import card_proofs, report
from tapete.record.card_proofs import Sealed, TokenKind, order_number
from tapete.record.checkpoints import Checkpoint, is_signed
from tapete.record.codec import read_act
from tapete.record.continuations import is_opened_in_house, judge_after_part, judge_part, opened_days
from tapete.record.editions import EditionHistory
from tapete.record.entry import (
    START,
    BadEntryError,
    Entry,
    Problem,
    canonical_of,
    problem,
    read_entry,
    read_known,
    sha256,
    walk,
)
from tapete.record.private import PrivatePartError, Sealer
from tapete.record.recompute import Finding, Recomputation
from tapete.record.signatures import KeptEntry, SignedState, UnclosedWriter, judge, judge_times, signing_keys
from tapete.record.source import Custody, Part, Source, StoredEntry
from tapete.record.store import AnsweredCommand
from tapete.table.houses import HandsOn
from tapete.words import failure_facts

Faces = Mapping[tuple[int, int], str]
"""The faces that a record opens, early or late, by shoe and committed position."""


class VerifyOptions(msgspec.Struct, frozen=True):
    """What a record is decided with: the key of its private parts, the engine that decides now, and the editions that
    had decided before.
    """

    sealer: Sealer | None = None
    edition: str = report.CURRENT
    editions: tuple[report.Edition, ...] = report.EDITIONS
    history: EditionHistory = EditionHistory(())


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
    unjudged_entries: tuple[report.UnjudgedEntry, ...] = ()
    unopened_count: int = 0


def opened_faces(entry: Entry) -> dict[tuple[int, int], str]:
    return {(shoe.shoe, card.position): card.face for shoe in entry.openings for card in shoe.cards}


def verify_entries(
    source: Source,
    table: str,
    games: Mapping[str, Game[Any]],
    faces: Faces,
    by: VerifyOptions,
    digests: Iterable[str] = (),
) -> Iterator[EntryVerdict]:
    """Decide entries again until one cannot be followed. Raises :class:`~tapete.record.entry.BadEntryError`.

    ``digests`` are the SHA-256 of the bodies that have been read once, in their order; nothing stands for any other.
    """
    rerun: Recomputation | None = None
    books, part_here, known = frozenset(source.rulebooks()), source.part(table), iter(digests)
    for kept in source.stored_entries(table):
        entry = read_known(kept.link.body, next(known, ""))
        if rerun is None:
            if entry.game not in games:
                finding = Finding("game-unknown", {"game": entry.game})
                yield EntryVerdict(kept, entry, False, (finding,), None)
                return
            rerun = Recomputation(games[entry.game], table, faces, books, by.edition, by.editions)
        if rerun.earlier is None and entry.edition != by.edition:
            rerun.earlier = by.history.beside(table)
        findings: list[Finding] = []
        if rerun.is_blank and part_here is not None and part_here.after.version:
            findings += rerun.begin_day(entry)
        try:
            part = kept.private(entry, by.sealer)
        except PrivatePartError as error:
            findings.append(Finding("private-part", {"why": error.told}))
            part = None
        findings += rerun.entry(entry, part)
        yield EntryVerdict(kept, entry, entry.private_digest is not None and part is None, tuple(findings), rerun)
        if rerun.lost:
            return


def verify_table(source: Source, table: str, games: Mapping[str, Game[Any]], by: VerifyOptions) -> TableVerdict:
    """Decide a table's acts again up to the first difference; chain, signatures and requests are the audit's."""
    at = explained = unopened = 0
    rerun: Recomputation | None = None

    def verdict(*problems: Problem) -> TableVerdict:
        unjudged = () if rerun is None else tuple(rerun.unjudged)
        return TableVerdict(at, problems, len(unjudged), explained, unjudged, unopened)

    try:
        faces: dict[tuple[int, int], str] = {}
        digests: list[str] = []
        for kept in source.stored_entries(table):
            at += 1
            faces |= opened_faces(read_entry(kept.link.body))
            digests.append(sha256(kept.link.body))
        at = 0
        for judged in verify_entries(source, table, games, faces, by, digests):
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


# Two records of one fact: what the tables of a house say, held against what the record of the house has of it.
#
# Each entry of a table that means something for the house has one paired entry of the house, which names it by
# version and hash and has the same moves (:mod:`tapete.house.tables`). So chips that leave a purse come to a table
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
        """The house's paired entries by version; ``None`` where one tells of a table and names no entry."""

    def read(self, entry: Entry, rerun: Recomputation) -> None:
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


def pairing_problems(house: Telling, tables: Mapping[str, Telling], *, is_whole: bool) -> Iterator[Problem]:
    """Yield where tables and house differ; a table missing from records that are not ``is_whole`` is let pass."""
    seen = dict.fromkeys(tables, 0)
    left = {(table, version): told for table, one in tables.items() for version, told in one.of_table.items()}
    for at, paired in house.of_house:
        if paired is None:
            yield problem(at, "twin-foreign", KEY, case="unnamed")
            continue
        if paired.table not in tables and not is_whole:
            continue
        told = left.pop((paired.table, paired.entry), None)
        if told is None or paired.entry < seen[paired.table]:
            yield problem(at, "twin-foreign", KEY, about=paired.table, entry=paired.entry)
            continue
        seen[paired.table] = paired.entry
        if told != ToldMoves(paired.digest, paired.moves):
            yield problem(at, "twin-differs", KEY, about=paired.table, entry=paired.entry, **_difference(told, paired))
    for (table, version), told in sorted(left.items()):
        yield problem(version, "twin-missing", table, moves=_written(told.moves))


def _difference(told: ToldMoves, paired: FollowTable) -> dict[str, Any]:
    if told.moves == paired.moves:
        return {"case": "hash"}
    return {"table": _written(told.moves), "house": _written(paired.moves)}


def _written(moves: tuple[TableMove, ...]) -> str:
    """Return moves as their tags and values: ``bring-chips ana mesa-1 500``."""
    return ", ".join(
        " ".join([str(one.__struct_config__.tag), *(str(value) for value in msgspec.structs.astuple(one))])
        for one in moves
    )


class TableJudgement(msgspec.Struct, frozen=True):
    """What came of one table's audit, as far as the report and other tables ask for it; it can be sent to another
    process. ``rows`` counts what was read; ``game`` is that of its entries, ``None`` where nobody decided one again;
    ``state`` is the last one of a game that hands something on.
    """

    table: str
    problems: tuple[Problem, ...]
    warnings: tuple[report.Reservation, ...]
    entries: int
    checkpoints: int
    keys: tuple[report.SigningKey, ...]
    is_store: bool
    is_part: bool
    is_in_house: bool
    rows: dict[str, int]
    hashes: dict[int, str]
    first: Entry | None = None
    differences: tuple[report.ExplainedDifference, ...] = ()
    unjudged_entries: tuple[report.UnjudgedEntry, ...] = ()
    unopened_count: int = 0
    proved_by_kind: dict[TokenKind, int] = {}
    pinned: frozenset[str] = frozenset()
    game: str | None = None
    state: Any | None = None
    telling: Telling | None = None


class TableAudit:
    """One table's audit: first the chain and all openings, then the game again."""

    def __init__(
        self,
        source: Source,
        table: str,
        games: Mapping[str, Game[Any]],
        given: report.AuditInputs,
        history: EditionHistory,
        is_house_here: bool,
    ) -> None:
        self.found: Final = report.Findings(table)
        self.explained: list[report.ExplainedDifference] = []
        self.entries: int = 0
        self.unopened: int = 0
        self.keyless: int = 0
        self.custody: Custody = Custody()
        self.part: Part | None = source.part(table)
        self.first: Entry | None = None
        self.is_in_house: bool = False
        self.hashes: dict[int, str] = {}
        self.digests: list[str] = []
        """The SHA-256 of each body that could be read, in their order; nothing for any other."""
        self.checkpoints: tuple[Checkpoint, ...] = ()
        self.unclosed: Sequence[UnclosedWriter] = ()
        self.over: int | None = None
        """The entry with which the table's play ended, if it did."""
        self.rerun: Recomputation | None = None
        self.source = source
        self.table = table
        self.given = given
        self.faces: dict[tuple[int, int], Any] = {}
        self.telling: Telling | None = Telling() if is_house_here else None
        self.rows: Final = Counter[str]()
        self._chain()
        self._again(games, history)
        self._after_part()
        self._unclosed()
        self._unjudged()
        self._otherwise()

    def judgement(self) -> TableJudgement:
        rerun, found = self.rerun, self.found
        judged = TableJudgement(
            self.table,
            tuple(found.problems),
            tuple(found.warnings),
            self.entries,
            len(self.checkpoints),
            signing_keys(self.checkpoints, self.given.accepted_keys),
            self.custody.is_store,
            self.part is not None,
            self.is_in_house,
            dict(self.rows),
            self.hashes,
            self.first,
            tuple(self.explained),
            unopened_count=self.unopened,
            telling=self.telling,
        )
        if rerun is None:
            return judged
        return msgspec.structs.replace(
            judged,
            unjudged_entries=tuple(rerun.unjudged),
            proved_by_kind=dict(rerun.proofs.proved),
            pinned=frozenset(rerun.pinned),
            game=rerun.game.key,
            state=rerun.state if isinstance(rerun.game, HandsOn) and not rerun.lost else None,
        )

    def _chain(self) -> None:
        kept: list[KeptEntry] = []
        asked: dict[str, AnsweredCommand] = {}
        days: list[str] = []
        said: dict[int, tuple[int, Sealed]] = {}
        links = (kept.link for kept in self.source.stored_entries(self.table))
        for step in walk(self.table, links, START if self.part is None else self.part.after):
            self.entries += 1
            self.found.problems += step.problems
            self.digests.append("" if step.entry is None else step.hash)
            if step.entry is None:
                continue
            kept.append(KeptEntry(step.entry.version, step.hash, step.tag, step.entry.epoch, step.entry.time))
            self.first = self.first or step.entry
            self.is_in_house = self.is_in_house or (self.entries == 1 and is_opened_in_house(step.entry))
            days += () if self.part is None else opened_days(step.entry)
            if step.entry.command is not None:
                digest = sha256(canonical_of(step.entry.act))
                asked[step.entry.command] = AnsweredCommand(step.entry.version, digest, step.entry.answer or "")
            elif step.entry.by not in SYSTEM:  # everybody else has made a request
                self.found.wrong(step.entry.version, "request-missing", person=step.entry.by)
            self.faces |= opened_faces(step.entry)
            said |= {order_number(one): (step.entry.version, one) for one in card_proofs.committed_shoes(step.entry)}
        with self.source.at_once():
            self.custody, beside = self.source.custody(self.table), self.source.checkpoints(self.table)
            orders = self.source.shoes(self.table)
        self.rows["writers"] = self.custody.writer is not None
        self.hashes = {one.version: one.hash for one in kept}
        if self.part is not None:
            judge_part(self.found, self.part, days, max(self.hashes, default=self.part.after.version))
        self.rows["entries"] = self.entries
        self._signatures(kept, beside)
        self._requests(asked)
        self._shoes(said, orders)

    def _signatures(self, kept: Sequence[KeptEntry], beside: Sequence[Checkpoint]) -> None:
        custody = self.custody
        self.rows["checkpoints"] = len(beside)
        witness = self.given.witness
        seen = None if witness is None else tuple(said for said in witness if self._is_of_here(said))
        self.checkpoints = tuple(dict.fromkeys((*beside, *(seen or ()))))
        epoch = max((one.epoch for one in kept), default=0)
        self.keyless += sum(one.tag is not None for one in kept) if self.given.authority is None else 0
        others = [one for one in witness or () if one.table == self.table and not self._is_of_here(one)]
        each = {file: [one for one in said if self._is_of_here(one)] for file, said in self.given.witnesses.items()}
        state = SignedState(kept, epoch, beside, seen, self.part is not None, others, each)
        known, self.unclosed = judge(self.found, state, custody, self.given)
        judge_times(self.found, kept, known.said, self.given.wall_time)
        if custody.game is None:
            return
        if not self.entries:
            self.found.wrong(0, "header-only")
        if self.first is not None and custody.game != self.first.game:
            self.found.wrong(0, "header-game", header=custody.game, game=self.first.game)

    def _is_of_here(self, said: Checkpoint) -> bool:
        return said.table == self.table and (self.part is None or self.part.is_inside(said.version))

    def _after_part(self) -> None:
        """Hold the end of a day against what the witness, and the record that it was taken from, say of later ones."""
        if self.part is None:
            return
        keys, rerun = self.given.accepted_keys, self.rerun
        said = (*self.source.checkpoints(self.table), *(self.given.witness or ()))
        signed = [one for one in said if one.table == self.table and is_signed(one, keys)]
        is_closed = (
            rerun is not None and not rerun.lost and rerun.game.key == KEY and rerun.state.phase is HousePhase.CLOSED
        )
        judge_after_part(self.found, self.part, signed, is_closed=is_closed)

    def _unclosed(self) -> None:
        """Warn of writers who did not say that they close, where they could have written more."""
        unclosed = [one for one in self.unclosed if self.over is None or one.version < self.over]
        if unclosed:
            versions = ", ".join(dict.fromkeys(str(one.version) for one in unclosed))
            epochs = numbers([one.epoch for one in unclosed])
            self.found.reserve("writer-unclosed", epochs=epochs, versions=versions, count=len(unclosed))

    def _unjudged(self) -> None:
        rerun = self.rerun
        if rerun is None:
            return
        if rerun.unjudged:
            at = [one.at for one in rerun.unjudged]
            self.found.reserve("unjudged", count=len(at), entries=numbers(at))
        if self.unopened:
            self.found.reserve("parts-unopened", count=self.unopened)
        if self.keyless:
            self.found.reserve("key-missing", count=self.keyless)
        if rerun.proofs.unproved:
            self.found.reserve("cards-unproved", count=rerun.proofs.unproved)
        for facts in rerun.older_editions.values():
            self.found.reserve("edition-older", **facts)

    def _otherwise(self) -> None:
        for edition in dict.fromkeys(one.edition for one in self.explained):
            at = sorted({one.at for one in self.explained if one.edition == edition})
            self.found.reserve("decided-otherwise", edition=edition, count=len(at), entries=numbers(at))

    def _requests(self, asked: Mapping[str, AnsweredCommand]) -> None:
        """Hold the answered requests against the entries: each has its own, with the digests of its act and answer."""
        kept = self.source.commands(self.table)
        if kept is None:
            return
        self.rows["commands"] = len(kept)
        for command, entry in asked.items():
            answered = kept.get(command)
            if answered is None:
                self.found.wrong(entry.version, "command-missing", request=command)
                continue
            if (answered.version, answered.body_digest) != (entry.version, entry.body_digest):
                self.found.wrong(entry.version, "command-changed", request=command)
            if answered.answer_digest != entry.answer_digest:
                self.found.wrong(entry.version, "answer-changed", request=command)
        for command, answered in kept.items():
            if command not in asked:
                self.found.wrong(answered.version, "command-foreign", request=command)

    def _again(self, games: Mapping[str, Game[Any]], history: EditionHistory) -> None:
        by = VerifyOptions(self.given.sealer, self.given.edition, self.given.editions, history)
        with suppress(BadEntryError):  # the chain has said so, and without this entry nothing after it can be judged
            for judged in verify_entries(self.source, self.table, games, self.faces, by, self.digests):
                at, self.rerun = judged.entry.version, judged.rerun
                self._part_there(judged.entry, judged.stored_entry)
                if self.rerun is not None and not self.rerun.lost:
                    is_over = not is_in_play(self.rerun.game, self.rerun.state)
                    self.over = (self.over or at) if is_over else None
                if self.telling is not None and self.rerun is not None and not self.rerun.lost:
                    self._tell(judged.entry, self.telling, self.rerun)
                self.unopened += judged.is_unopened
                for one in judged.findings:
                    if one.explained_by is None:
                        self.found.wrong(at, one.code, **one.facts)
                    else:
                        self.explained.append(one.explained(at, self.table))

    def _tell(self, entry: Entry, telling: Telling, rerun: Recomputation) -> None:
        """Take up what an entry means for the house; of what has no meaning somebody has said so already."""
        try:
            telling.read(entry, rerun)
        except Exception as error:  # a record may hold anything; the audit goes on and says so
            self.found.wrong(entry.version, "cannot-follow", **failure_facts(error))

    def _shoes(self, said: Mapping[int, tuple[int, Sealed]], kept: Mapping[int, bytes] | None) -> None:
        """Hold the kept orders of the sealed shoes against what was committed to, and at which version."""
        self.rows["shoes"] = len(kept or ())
        self.keyless += len(kept) if kept is not None and self.given.sealer is None else 0
        committed = {number: one for number, (_, one) in said.items()}
        for number, code, facts in (
            () if kept is None else card_proofs.shoe_faults(self.table, committed, kept, self.given.sealer)
        ):
            self.found.wrong(said[number][0] if number in said else 0, code, **facts)

    def _part_there(self, entry: Entry, kept: StoredEntry) -> None:
        there = kept.sealed_part is not None or kept.part is not None
        if entry.private_digest is not None and not there and self.source.has_private_parts():
            self.found.wrong(entry.version, "part-missing")
        if entry.private_digest is None and there:
            self.found.wrong(entry.version, "part-foreign")


def numbers(at: Sequence[int]) -> str:
    """Return numbers of entries as ranges: ``4-6, 9``."""
    runs: list[list[int]] = []
    for one in sorted(at):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
