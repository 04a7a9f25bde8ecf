"""House practice: what no clause states and a table still needs. It is cited like a clause and always labelled as
practice.

Ids begin with ``HP.`` and the game's letters (``HP.PB.relief``). Each row says what is done and why the house adopted
it.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import msgspec

from tapete.folders import DataFolders

PREFIX = "HP."

FOLDERS: Final = DataFolders(files("tapete.clauses") / "data")
"""Where house practice lies, each with a folder for each language that it is told in."""


class Practice(msgspec.Struct, frozen=True):
    """One point of house practice: ``rule`` is what is done, ``reason`` why."""

    id: str
    game: str
    rule: str
    reason: str


def is_practice(cited: str) -> bool:
    """Return True if a citation names house practice rather than a clause."""
    return cited.startswith(PREFIX)


@FOLDERS.read_once
def practices() -> Mapping[str, Practice]:
    """Return all house practice by id."""
    texts = [(folder / "practice.csv").read_text("utf-8") for folder in FOLDERS]
    rows = [Practice(**row) for text in texts for row in csv.DictReader(text.splitlines())]
    found = {row.id: row for row in rows}
    bad = [row.id for row in rows if not is_practice(row.id) or not row.rule or not row.reason]
    if bad or len(found) != len(rows):
        raise ValueError(f"practice.csv: bad or repeated rows {bad}")
    return MappingProxyType(found)
