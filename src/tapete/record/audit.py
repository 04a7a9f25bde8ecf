"""The audit: everything about a record that can be checked without trusting whoever kept it.

Chain, versions, writers and checkpoints; every act and event read strictly; every act decided again, chance acts too,
and the events and the money compared; openings against the published commitments, through the public cut; postings
that sum to zero; the game's own invariants after each entry. What another edition of the engine would decide otherwise
is no fault when a changelog entry explains it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from tapete.kernel import Game
from tapete.record import shoes
from tapete.record.canonical import CanonicalError, canonical, sha256
from tapete.record.card_proofs import Sealed, order_number
from tapete.record.chain import Problem, walk
from tapete.record.checkpoints import Checkpoint, checkpoint_problems, is_signed
from tapete.record.editions import CURRENT, EDITIONS, Edition
from tapete.record.entry import BadEntryError, Entry
from tapete.record.private import Sealer
from tapete.record.recompute import Recomputation
from tapete.record.source import Source, StoredEntry
from tapete.record.verify import VerifyOptions, opened_faces, verify_entries


class ExplainedDifference(msgspec.Struct, frozen=True):
    """A difference that a later edition of the engine explains: the entry, the change and its changelog text."""

    at: int
    code: str
    text: str
    table: str = ""


class Reservation(msgspec.Struct, frozen=True):
    """What the audit could not rule out with what it was given: nothing is wrong, but something could have been hidden.

    ``empty``: no entry at all. ``no-checkpoint``: nobody signed where the table stood. ``unsigned-tail``: entries after
    the newest signature, and no witness. ``no-witness``: signatures only beside the record, so that an old copy, or a
    cut tail with its signatures, looks sound.
    """

    code: str
    text: str
    table: str = ""


class AuditReport(msgspec.Struct, frozen=True):
    """What the audit found.

    ``skipped`` entries rest on a face that this record does not show (an export without private parts); ``unopened``
    entries have a private part that could not be read here; ``proved`` cards were opened and fit their commitment.
    ``warnings`` say against what no signature and no witness stood.
    """

    ok: bool
    entries: int
    problems: tuple[Problem, ...]
    tables: tuple[str, ...] = ()
    explained: tuple[ExplainedDifference, ...] = ()
    skipped: int = 0
    unopened: int = 0
    proved: int = 0
    checkpoints: int = 0
    warnings: tuple[Reservation, ...] = ()


class AuditInputs(msgspec.Struct, frozen=True):
    """What an audit is given besides the record.

    ``witness`` are checkpoints kept elsewhere; ``trusted`` the public keys (hexadecimal) that may sign, any when
    ``None``; ``edition`` is the engine that decides now.
    """

    sealer: Sealer | None = None
    witness: tuple[Checkpoint, ...] = ()
    trusted: frozenset[str] | None = None
    edition: str = CURRENT
    editions: tuple[Edition, ...] = EDITIONS


NO_INPUTS = AuditInputs()


def audit(
    source: Source,
    games: Mapping[str, Game[Any]],
    given: AuditInputs = NO_INPUTS,
    tables: Collection[str] | None = None,
) -> AuditReport:
    """Check a record, all its tables or some. ``games`` gives the game of each key that occurs in it.

    Never raises for what is wrong with the record: that is in the report.
    """
    chosen = tuple(sorted(set(source.tables()) | {said.table for said in given.witness}))
    chosen = chosen if tables is None else tuple(tables)
    problems = [*_rulebooks(source.rulebooks()), *_unreadable(source.unreadable_rulebooks())]
    warnings: list[Reservation] = []
    explained: list[ExplainedDifference] = []
    total = skipped = unopened = proved = checkpoints = 0
    for table in chosen:
        one = _Table(source, table, games, given)
        problems += one.problems
        warnings += one.warnings
        explained += one.explained
        total += one.entries
        unopened += one.unopened
        checkpoints += one.checkpoints
        if one.rerun is not None:
            skipped += one.rerun.skipped
            proved += one.rerun.proved
    if not total:
        warnings.append(Reservation("empty", "the record has no entry: if there ever was one, it is gone"))
    return AuditReport(
        not problems,
        total,
        tuple(problems),
        chosen,
        tuple(explained),
        skipped,
        unopened,
        proved,
        checkpoints,
        tuple(warnings),
    )


def _rulebooks(books: Mapping[str, Any]) -> Iterable[Problem]:
    for digest, content in books.items():
        try:
            found = sha256(canonical(content))
        except CanonicalError as error:
            found = str(error)
        if found != digest:
            yield Problem(0, "rulebook-changed", f"the rulebook kept as {digest} hashes to {found}")


def _unreadable(books: Mapping[str, str]) -> Iterable[Problem]:
    return (Problem(0, "rulebook-unreadable", reason) for reason in books.values())


class _Table:
    """One table's audit: first the chain and all openings, then the game again."""

    def __init__(self, source: Source, table: str, games: Mapping[str, Game[Any]], given: AuditInputs) -> None:
        self.problems: list[Problem] = []
        self.explained: list[ExplainedDifference] = []
        self.warnings: list[Reservation] = []
        self.entries = self.unopened = self.checkpoints = 0
        self.rerun: Recomputation | None = None
        self.source, self.table, self.given = source, table, given
        self.faces: dict[tuple[int, int], Any] = {}
        self._chain()
        self._again(games)

    def _chain(self) -> None:
        hashes: dict[int, str] = {}
        asked: dict[str, Entry] = {}
        said: dict[int, tuple[int, Sealed]] = {}
        for step in walk(self.table, (kept.link for kept in self.source.stored_entries(self.table))):
            self.entries += 1
            self.problems += step.problems
            if step.entry is not None:
                hashes[step.entry.version] = step.hash
                if step.entry.command is not None:
                    asked[step.entry.command] = step.entry
                self.faces |= opened_faces(step.entry)
                said |= {order_number(one): (step.entry.version, one) for one in shoes.committed_shoes(step.entry)}
        seen = dict.fromkeys(self.source.checkpoints(self.table))
        seen |= dict.fromkeys(said for said in self.given.witness if said.table == self.table)
        self.checkpoints = len(seen)
        self.problems += checkpoint_problems(seen, {self.table: hashes}, self.given.trusted)
        self._reserves(seen, max(hashes, default=0))
        self._requests(asked)
        self._shoes(said)

    def _reserves(self, seen: Iterable[Checkpoint], last: int) -> None:
        """Say what no signature stands against."""
        if not last:
            return
        signed = max((said.version for said in seen if is_signed(said, self.given.trusted)), default=0)
        witnessed = any(said.table == self.table for said in self.given.witness)
        if not signed:
            text = (
                f"no signature says where the table stood: a cut or rewritten record of {last} entries would not show"
            )
            self._reserve("no-checkpoint", text)
        elif not witnessed:
            if signed < last:
                text = f"entries {signed + 1} to {last} are under no signature: there may have been others"
                self._reserve("unsigned-tail", text)
            text = "no checkpoint was kept away from the record: an old copy put back would not show"
            self._reserve("no-witness", text)

    def _reserve(self, code: str, text: str) -> None:
        self.warnings.append(Reservation(code, text, self.table))

    def _requests(self, asked: Mapping[str, Entry]) -> None:
        """Hold the answered requests against the entries: each has its own, with the digests of its act and answer."""
        kept = self.source.commands(self.table)
        if kept is None:
            return
        for command, entry in asked.items():
            answered = kept.get(command)
            if answered is None:
                self._wrong(entry.version, "command-missing", f"the request {command} of this entry is not kept")
                continue
            if (answered.version, answered.body_digest) != (entry.version, sha256(canonical(entry.act))):
                self._wrong(entry.version, "command-changed", f"the request {command} is not the act of this entry")
            if answered.answer_digest != entry.answer:
                self._wrong(entry.version, "answer-changed", f"a repeat of {command} is told what was not the answer")
        for command, answered in kept.items():
            if command not in asked:
                self._wrong(answered.version, "command-foreign", f"no entry answers the request {command}")

    def _again(self, games: Mapping[str, Game[Any]]) -> None:
        by = VerifyOptions(self.given.sealer, self.given.edition, self.given.editions)
        with suppress(BadEntryError):  # the chain has said so, and without this entry nothing after it can be judged
            for judged in verify_entries(self.source, self.table, games, self.faces, by):
                at, self.rerun = judged.entry.version, judged.rerun
                self._part_there(judged.entry, judged.kept)
                self.unopened += judged.unopened
                for code, text, explains in judged.findings:
                    if explains:
                        self.explained.append(ExplainedDifference(at, code, text, self.table))
                    else:
                        self._wrong(at, code, text)

    def _shoes(self, said: Mapping[int, tuple[int, Sealed]]) -> None:
        """Hold the kept orders of the sealed shoes against what was committed to, and at which version."""
        kept = self.source.shoes(self.table)
        committed = {number: one for number, (_, one) in said.items()}
        for number, code, text in (
            () if kept is None else shoes.shoe_faults(self.table, committed, kept, self.given.sealer)
        ):
            self._wrong(said[number][0] if number in said else 0, code, text)

    def _part_there(self, entry: Entry, kept: StoredEntry) -> None:
        there = kept.sealed is not None or kept.part is not None
        if entry.private is not None and not there and self.source.has_private_parts():
            self._wrong(entry.version, "part-missing", "the chain covers a private part that is gone")
        if entry.private is None and there:
            self._wrong(entry.version, "part-foreign", "a private part lies here that the chain does not cover")

    def _wrong(self, at: int, code: str, text: str) -> None:
        self.problems.append(Problem(at, code, text, self.table))


def summary(report: AuditReport) -> dict[str, Any]:
    """Return a report as a plain tree, with the keys that other programs rely on first."""
    tree: dict[str, Any] = msgspec.to_builtins(report)
    return tree
