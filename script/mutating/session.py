"""What was tried, kept as a session of Cosmic Ray: a run goes on where it stopped, and ``cr-report`` reads it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from script.mutating.places import Mutant
from script.mutating.trial import Tried


class Session:
    """The mistakes of a work database and what became of them."""

    def __init__(self, db: WorkDB) -> None:
        self._db = db

    def add(self, mutants: Iterable[Mutant]) -> None:
        """Take mistakes into the session that are not in it yet."""
        have = {item.job_id for item in self._db.work_items}
        self._db.add_work_items(WorkItem.single(one.id, _spec(one)) for one in mutants if one.id not in have)

    def keep(self, mutant: Mutant, tried: Tried) -> None:
        """Keep what became of a mistake."""
        outcome = TestOutcome.KILLED if tried.is_killed else TestOutcome.SURVIVED
        text = msgspec.json.encode(tried).decode()
        self._db.set_result(mutant.id, WorkResult(WorkerOutcome.NORMAL, text, outcome))

    def tried(self) -> dict[str, Tried]:
        """Return what became of the mistakes that were tried, by identity."""
        found = ((job, result.output) for job, result in self._db.results)
        return {job: msgspec.json.decode(text, type=Tried) for job, text in found if text}

    def forget(self, mutants: Iterable[Mutant]) -> None:
        """Let mistakes be tried again."""
        self._db.set_multiple_results([one.id for one in mutants], WorkResult(WorkerOutcome.SKIPPED))


def _spec(mutant: Mutant) -> MutationSpec:
    end = mutant.end if mutant.end > mutant.start else (mutant.start[0], mutant.start[1] + 1)
    return MutationSpec(
        mutant.path, mutant.operator, mutant.occurrence, mutant.start, end, {}, mutant.definition or None
    )
