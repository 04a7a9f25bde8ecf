"""Absence matrices: every role in every phase, somebody leaves, falls silent or goes away; what came out, and why.

The outcomes of a game stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with the test of
that game writes it anew from what happens.
"""

import csv
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

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
        self.keys = [(role, str(phase), how) for role, phase in cells for how in HOWS]
        self._found: dict[Key, Outcome] = {}

    def recorded(self) -> dict[Key, Outcome]:
        """Return the outcome and its clauses for a role, a phase and what he does, from the documentation."""
        rows = list(csv.reader(self.file.read_text("utf-8").splitlines()))
        assert tuple(rows[0]) == COLUMNS
        assert len({tuple(row[:3]) for row in rows}) == len(rows)
        return {(role, phase, how): (outcome, rests) for role, phase, how, outcome, rests in rows[1:]}

    def check(self, role: str, phase: str, how: str, outcome: str, rests: str) -> None:
        """The documentation says what came out here."""
        key = (role, str(phase), how)
        self._found[key] = (outcome, rests)
        assert REWRITE or self.recorded()[key] == self._found[key]

    @contextmanager
    def rewriting(self) -> Iterator[None]:
        """Write the table anew after the block, where that is asked for."""
        yield
        if REWRITE:
            rows = [COLUMNS, *((*key, *self._found[key]) for key in self.keys)]
            self.file.write_text("".join(",".join(row) + "\n" for row in rows), "utf-8")
