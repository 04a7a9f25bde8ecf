"""What the functions, acts and events of the two-cloth game make of tables that are altered in a thing or two: nothing
of it changes without somebody having read it.

``TAPETE_REWRITE=1 python -m pytest -n0`` with this file writes the answers down anew, after a change that is meant;
``python -m tests.support.dos_panos.altered NAME`` before and after it prints them in full.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import groupby

import pytest

from tests.support import ROOT
from tests.support.dos_panos.altered import digest, lines_of, names

PLACE = ROOT / "tests" / "dos_panos" / "altered.txt"


def _part(name: str) -> str:
    """Return the module of a function; each act and each event stands alone."""
    return name.rpartition(".")[0] or name


PARTS = {part: tuple(several) for part, several in groupby(names(), _part)}


@cache
def _kept() -> dict[str, str]:
    rows = (row.split("\t") for row in PLACE.read_text("utf-8").splitlines())
    return dict(rows)  # type: ignore[arg-type]


def test_every_function_act_and_event_is_written_down() -> None:
    if "TAPETE_REWRITE" in os.environ:
        PLACE.write_text("".join(f"{one}\t{digest(lines_of(one))}\n" for one in names()), "utf-8")
    assert set(_kept()) == set(names())


@pytest.mark.parametrize("part", PARTS)
def test_altered_tables_are_answered_as_it_was_written_down(part: str) -> None:
    assert [one for one in PARTS[part] if digest(lines_of(one)) != _kept().get(one)] == []
