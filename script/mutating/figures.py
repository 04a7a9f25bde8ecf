"""What a run found, by room, as a table and as the page ``docs/tests.md``."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from script.mutating.places import Mutant
from script.mutating.trial import KILLED, Tried


class Equivalent(msgspec.Struct, frozen=True):
    """A mistake that changes nothing anybody could see, and why."""

    id: str
    at: str
    reason: str


def equivalents(file: Path) -> dict[str, Equivalent]:
    """Return the mistakes that are no mistakes, by identity; none where the file is missing."""
    if not file.exists():
        return {}
    listed = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", []), list[Equivalent])
    return {one.id: one for one in listed}


class Figures(msgspec.Struct, frozen=True):
    """How many mistakes ended how, by room."""

    rooms: dict[str, dict[str, int]]

    @staticmethod
    def of(found: Sequence[tuple[Mutant, Tried]], equal: Mapping[str, Equivalent]) -> Figures:
        """Count mistakes by room and ending."""
        rooms: dict[str, Counter[str]] = defaultdict(Counter)
        for mutant, tried in found:
            rooms[mutant.room]["equivalent" if mutant.id in equal and not tried.is_killed else tried.ending] += 1
        return Figures({room: dict(rooms[room]) for room in sorted(rooms)})

    def table(self) -> str:
        """Return the counts as a table, with the share that was noticed of those that could be."""
        lines = [
            "| Room | Tried | Noticed | by an assertion | never ends | never begins | Exception | Nobody | Unreached |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        total: Counter[str] = Counter()
        for room, counts in self.rooms.items():
            total.update(counts)
            lines.append(_row(f"`{room}`", counts))
        return "\n".join([*lines, _row("all", total)])


def _row(name: str, counts: Mapping[str, int]) -> str:
    endings = (*KILLED, "exception", "survived", "unreached")
    killed, tried = (sum(counts.get(one, 0) for one in some) for some in (KILLED, endings))
    share = f"{100 * killed / tried:.0f} %" if tried else "–"
    return " | ".join((f"| {name}", str(tried), share, *(str(counts.get(one, 0)) for one in endings))) + " |"


def written(
    figures: Figures, seed: str, missed: Sequence[str], equal: Mapping[str, Equivalent], every: Sequence[Mutant]
) -> str:
    """Return the page about what the tests notice; ``missed`` are the mistakes that nobody noticed, a line each."""
    known = {one.id for one in every}
    reasons = [f"- `{one.at}`: {one.reason}" for one in equal.values() if one.id in known]
    return "\n".join(
        [
            "# What the tests notice",
            "",
            "`script/mutants` makes plausible one-line mistakes in the source, one at a time: a condition forgotten,",
            "`<` for `<=`, `and` for `or`, a number off by one, a member of a list or a statement left out. The tests",
            "that reach the line then run until an assertion fails. A mistake with which the program never ends, or no",
            "test can so much as begin, is noticed too; one that ends in some other exception, or that no test",
            "reaches, is not. `script/test` leaves this out; it belongs to a release.",
            "",
            f"Sample `{seed}` out of {len(every)} places:",
            "",
            figures.table(),
            "",
            "Mistakes of this sample that nobody noticed:",
            "",
            *(missed or ["none."]),
            "",
            "Mistakes that change nothing anybody could see, kept in `tests/mutants/equivalents.toml`:",
            "",
            *(reasons or ["none so far."]),
            "",
        ]
    )
