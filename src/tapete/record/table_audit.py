"""The audit of one table: its chain and all openings first, then its game again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tapete.house.following import is_in_play
from tapete.house.terms import KEY as HOUSE_KEY, Phase as HousePhase
from tapete.kernel import CHANCE, CLOCK, HOUSE, Game
from tapete.record import card_proofs
from tapete.record.canonical import canonical, sha256
from tapete.record.card_proofs import Sealed, order_number
from tapete.record.chain import START, walk
from tapete.record.checkpoints import Checkpoint, is_signed
from tapete.record.continuations import judge_after_part, judge_part
from tapete.record.entry import BadEntryError, Entry
from tapete.record.recompute import Recomputation
from tapete.record.report import (
    AuditInputs,
    ExplainedDifference,
    Findings,
)
from tapete.record.signatures import KeptEntry, SignedState, UnclosedWriter, judge
from tapete.record.source import Source, StoredEntry
from tapete.record.verify import Telling, VerifyOptions, opened_faces, verify_entries
from tapete.record.witness import judge_times
from tapete.words import failure_facts

SYSTEM = (HOUSE, CLOCK, CHANCE)
"""Who acts without a request: everybody else has made one."""


class TableAudit:
    """One table's audit: first the chain and all openings, then the game again."""

    def __init__(self, source: Source, table: str, games: Mapping[str, Game[Any]], given: AuditInputs) -> None:
        self.found = Findings(table)
        self.explained: list[ExplainedDifference] = []
        self.entries = self.unopened = self.unchecked = 0
        self.in_store, self.part = source.custody(table).is_store, source.part(table)
        self.first: Entry | None = None
        self.hashes: dict[int, str] = {}
        self.checkpoints: tuple[Checkpoint, ...] = ()
        self.unclosed: Sequence[UnclosedWriter] = ()
        self.over: int | None = None
        """The entry with which the table's play ended, if it did."""
        self.rerun: Recomputation | None = None
        self.source, self.table, self.given = source, table, given
        self.faces: dict[tuple[int, int], Any] = {}
        self.telling = Telling() if HOUSE_KEY in source.tables() else None
        self.rows = Counter[str](writers=source.custody(table).writer is not None)
        """How many rows of each table of a store were read."""
        self._chain()
        self._again(games)
        self._after_part()
        self._unclosed()
        self._unjudged()
        self._otherwise()

    def _chain(self) -> None:
        kept: list[KeptEntry] = []
        entries: list[Entry] = []
        asked: dict[str, Entry] = {}
        said: dict[int, tuple[int, Sealed]] = {}
        links = (kept.link for kept in self.source.stored_entries(self.table))
        for step in walk(self.table, links, START if self.part is None else self.part.after):
            self.entries += 1
            self.found.problems += step.problems
            if step.entry is None:
                continue
            kept.append(KeptEntry(step.entry.version, step.hash, step.tag, step.entry.epoch))
            entries.append(step.entry)
            if step.entry.command is not None:
                asked[step.entry.command] = step.entry
            elif step.entry.by not in SYSTEM:
                self._wrong(step.entry.version, "request-missing", person=step.entry.by)
            self.faces |= opened_faces(step.entry)
            said |= {order_number(one): (step.entry.version, one) for one in card_proofs.committed_shoes(step.entry)}
        self.first, self.hashes = next(iter(entries), None), {one.version: one.hash for one in kept}
        if self.part is not None:
            judge_part(self.found, self.part, entries)
        self.rows["entries"] = self.entries
        self._signatures(kept, entries)
        self._requests(asked)
        self._shoes(said)

    def _signatures(self, kept: Sequence[KeptEntry], entries: Sequence[Entry]) -> None:
        """Judge who vouches for the entries, and when they can have been written."""
        beside, custody = self.source.checkpoints(self.table), self.source.custody(self.table)
        self.rows["checkpoints"] = len(beside)
        witness = self.given.witness
        seen = None if witness is None else tuple(said for said in witness if self._is_of_here(said))
        self.checkpoints = tuple(dict.fromkeys((*beside, *(seen or ()))))
        epoch = max((one.epoch for one in entries), default=0)
        self.unchecked += sum(one.tag is not None for one in kept) if self.given.authority is None else 0
        others = [one for one in witness or () if one.table == self.table and not self._is_of_here(one)]
        each = {file: [one for one in said if self._is_of_here(one)] for file, said in self.given.witnesses.items()}
        state = SignedState(kept, epoch, beside, seen, self.part is not None, others, each)
        known, self.unclosed = judge(self.found, state, custody, self.given)
        judge_times(self.found, entries, known.said, self.given.wall_time)
        if custody.game is None:
            return
        if not self.entries:
            self._wrong(0, "header-only")
        if entries and custody.game != entries[0].game:
            self._wrong(0, "header-game", header=custody.game, game=entries[0].game)

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
            rerun is not None
            and not rerun.lost
            and rerun.game.key == HOUSE_KEY
            and rerun.state.phase is HousePhase.CLOSED
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
        """Return in words what was not judged."""
        rerun = self.rerun
        if rerun is None:
            return
        if rerun.unjudged:
            at = [one.at for one in rerun.unjudged]
            self.found.reserve("unjudged", count=len(at), entries=numbers(at))
        if self.unopened:
            self.found.reserve("parts-unopened", count=self.unopened)
        if self.unchecked:
            self.found.reserve("key-missing", count=self.unchecked)
        if rerun.proofs.unproved:
            self.found.reserve("cards-unproved", count=rerun.proofs.unproved)

    def _otherwise(self) -> None:
        for edition in dict.fromkeys(one.edition for one in self.explained):
            at = sorted({one.at for one in self.explained if one.edition == edition})
            self.found.reserve("decided-otherwise", edition=edition, count=len(at), entries=numbers(at))

    def _requests(self, asked: Mapping[str, Entry]) -> None:
        """Hold the answered requests against the entries: each has its own, with the digests of its act and answer."""
        kept = self.source.commands(self.table)
        if kept is None:
            return
        self.rows["commands"] = len(kept)
        for command, entry in asked.items():
            answered = kept.get(command)
            if answered is None:
                self._wrong(entry.version, "command-missing", request=command)
                continue
            if (answered.version, answered.body_digest) != (entry.version, sha256(canonical(entry.act))):
                self._wrong(entry.version, "command-changed", request=command)
            if answered.answer_digest != entry.answer:
                self._wrong(entry.version, "answer-changed", request=command)
        for command, answered in kept.items():
            if command not in asked:
                self._wrong(answered.version, "command-foreign", request=command)

    def _again(self, games: Mapping[str, Game[Any]]) -> None:
        by = VerifyOptions(self.given.sealer, self.given.edition, self.given.editions)
        with suppress(BadEntryError):  # the chain has said so, and without this entry nothing after it can be judged
            for judged in verify_entries(self.source, self.table, games, self.faces, by):
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
                        self._wrong(at, one.code, **one.facts)
                    else:
                        self.explained.append(one.explained(at, self.table))

    def _tell(self, entry: Entry, telling: Telling, rerun: Recomputation) -> None:
        """Take up what an entry means for the house; of what has no meaning somebody has said so already."""
        try:
            telling.read(entry, rerun)
        except Exception as error:  # a record may hold anything; the audit goes on and says so
            self._wrong(entry.version, "cannot-follow", **failure_facts(error))

    def _shoes(self, said: Mapping[int, tuple[int, Sealed]]) -> None:
        """Hold the kept orders of the sealed shoes against what was committed to, and at which version."""
        kept = self.source.shoes(self.table)
        self.rows["shoes"] = len(kept or ())
        self.unchecked += len(kept) if kept is not None and self.given.sealer is None else 0
        committed = {number: one for number, (_, one) in said.items()}
        for number, code, facts in (
            () if kept is None else card_proofs.shoe_faults(self.table, committed, kept, self.given.sealer)
        ):
            self._wrong(said[number][0] if number in said else 0, code, **facts)

    def _part_there(self, entry: Entry, kept: StoredEntry) -> None:
        there = kept.sealed_part is not None or kept.part is not None
        if entry.private_digest is not None and not there and self.source.has_private_parts():
            self._wrong(entry.version, "part-missing")
        if entry.private_digest is None and there:
            self._wrong(entry.version, "part-foreign")

    def _wrong(self, at: int, code: str, /, **facts: Any) -> None:
        self.found.wrong(at, code, **facts)


def numbers(at: Sequence[int]) -> str:
    """Return numbers of entries as ranges: ``4-6, 9``."""
    runs: list[list[int]] = []
    for one in sorted(at):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
