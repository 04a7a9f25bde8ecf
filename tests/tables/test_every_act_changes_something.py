"""An act that is accepted changes the table: what would change nothing is refused, and says so.

Held over every recorded table and over evenings at random of chemin de fer and of punto y banca.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.catalogue import entry
from tapete.kernel import Refused
from tapete.record.notation import parse_notation, play
from tests.support import ROOT
from tests.support.recorded.faults import FOLDER
from tests.tables.test_checks_decide import SEEDS, evening

FOLDERS = (FOLDER, FOLDER.parent / "dos-panos", ROOT / "tests" / "record" / "tables")
RECORDED = [parse_notation(path.read_text("utf-8")) for folder in FOLDERS for path in sorted(folder.glob("*.toml"))]


def answers(game: str) -> Iterator[tuple[str, Any, Any]]:
    """Return the answer to every action of the recorded tables of a game."""
    for notation in RECORDED:
        if notation.game == game:
            turns = play(entry(game).engine(None), notation).turns
            yield from ((notation.info["title"], turn.acts, turn.outcome) for turn in turns)


def test_the_card_games_have_recorded_tables() -> None:
    assert {"chemin-de-fer", "dos-panos", "punto-y-banca"} <= {one.game for one in RECORDED}


@pytest.mark.parametrize("game", sorted({one.game for one in RECORDED}))
def test_no_act_of_a_recorded_table_is_accepted_for_nothing(game: str) -> None:
    answered = list(answers(game))
    assert len(answered) > 10
    assert [(name, act) for name, act, one in answered if not isinstance(one, Refused) and not one.events] == []


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_no_act_of_an_evening_is_accepted_for_nothing(game: str, seed: int) -> None:
    answered = [one for one in evening(game, seed) if not isinstance(one.outcome, Refused)]
    assert len(answered) > 100
    assert [(one.state.phase, one.act) for one in answered if not one.outcome.events] == []
