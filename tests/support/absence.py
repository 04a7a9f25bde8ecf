"""Absence matrices: every role in every phase, somebody leaves, falls silent or goes away; what came out, and why.

The outcomes of a game stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with the test of
that game writes it anew from what happens.
"""

import csv
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tapete.clauses.register import practices, register

HOWS = ("leaves", "silent", "away")
COLUMNS = ("role", "phase", "he", "outcome", "rests on")
STANDS = "not waited for: what is in play stands"
REWRITE = bool(os.environ.get("TAPETE_REWRITE"))
Key = tuple[str, str, str]
Outcome = tuple[str, str]


class Deed(NamedTuple):
    """What somebody did so that the table went on, and what it rests on."""

    by: str
    act: str
    rests: tuple[str, ...]


class AbsenceTable:
    """The table of one game in the documentation; ``cells`` are its roles with the phases in which they occur."""

    def __init__(self, game: str, cells: Sequence[tuple[str, str]]) -> None:
        self.file = Path(__file__).parents[2] / "docs" / "clauses" / f"{game}-absence.csv"
        self.cells = cells

    @cached_property
    def recorded(self) -> dict[Key, Outcome]:
        """Return the outcome and its clauses for a role, a phase and what he does, from the documentation."""
        rows = list(csv.reader(self.file.read_text("utf-8").splitlines()))
        assert tuple(rows[0]) == COLUMNS
        assert len({tuple(row[:3]) for row in rows}) == len(rows)
        return {(role, phase, how): (outcome, rests) for role, phase, how, outcome, rests in rows[1:]}

    def judge(self, comes_of: Callable[[str, Any, str], Outcome]) -> None:
        """Demand that the documentation says what comes of each role in each phase, and that it rests on something."""
        found, wrong = dict[Key, Outcome](), list[str]()
        for role, phase in self.cells:
            for how in HOWS:
                key = (role, str(phase), how)
                try:
                    found[key] = comes_of(role, phase, how)
                    assert REWRITE or self.recorded[key] == found[key], self.recorded[key]
                except AssertionError as error:
                    wrong.append(f"{', '.join(key)}: {found.get(key)}; {error}")
        assert not wrong, "\n".join(wrong)
        if REWRITE:
            rows = [COLUMNS, *((*key, *outcome) for key, outcome in found.items())]
            self.file.write_text("".join(",".join(row) + "\n" for row in rows), "utf-8")
        assert set(self.recorded) == set(found)
        for outcome, rests in self.recorded.values():
            assert outcome
            assert set(rests.split()) <= {*register(), *practices()}, rests


def until(is_next: Callable[[], bool], step: Callable[[], Deed], most: int = 120) -> list[Deed]:
    """Go on until the next coup has come, and return what was done."""
    deeds = list[Deed]()
    while not is_next():
        deeds.append(step())
        assert len(deeds) < most, f"no other coup after {deeds[-3:]}"
    return deeds
