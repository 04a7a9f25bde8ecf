"""A game of the catalogue has everything that it is played with. Each part is asked for by itself."""

import re

import pytest

from tapete.catalogue import entries, entry
from tests.support import ROOT
from tests.support.playable import PARTS, Case, evidence_of


@pytest.mark.parametrize("key", entries())
def test_a_game_has_each_of_its_parts(key: str) -> None:
    case = Case(entry(key), evidence_of(key))
    assert {part: found for part, missing in PARTS.items() if (found := list(missing(case)))} == {}


def test_the_page_on_adding_a_game_names_every_part() -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text("utf-8")
    bold = {" ".join(one.split()) for one in re.findall(r"\*\*(.+?)\*\*", page, re.S)}
    assert bold - {"bold"} == set(PARTS)
