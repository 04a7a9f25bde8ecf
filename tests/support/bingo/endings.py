"""The recorded ways in which a game of bingo can end: the tables of ``tests/tables/bingo``, by name."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.support import ROOT

FOLDER: Final = ROOT / "tests" / "tables" / "bingo"


class Ending(NamedTuple):
    """A recorded table: its name is that of its file."""

    name: str


ENDINGS: Final = tuple(Ending(path.stem) for path in sorted(FOLDER.glob("*.toml")))
