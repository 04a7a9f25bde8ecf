"""An act that is accepted changes the table: what would change nothing is refused, and says so.

Held over every recorded table and over evenings at random of chemin de fer and of punto y banca.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.catalogue import entry
from tapete.kernel import Act, Refused, fold
from tapete.record.notation import play, read_notation
from tests.support import ROOT
from tests.support.recorded.faults import FOLDER
from tests.tables.test_checks_decide import SEEDS, evening

FOLDERS = (FOLDER, FOLDER.parent / "dos-panos", ROOT / "tests" / "record" / "tables")
RECORDED = [read_notation(path) for folder in FOLDERS for path in sorted(folder.glob("*.toml"))]


WRITTEN: dict[str, str] = {
    "record-claim": "what somebody claimed and was told is written down",
    "record-stake-claim": "what somebody claimed and was told is written down",
    "correct-payment": "what was handed over wrongly and put right is written down, where the books had it right",
    "shuffle-pack": "who shuffled the packs once more is written down",
}
"""Acts that are kept for what they say, though the table stands as before."""


def tag(act: Act[Any]) -> str:
    return str(act.body.__struct_config__.tag)


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
    idle = [one.act for one in answered if fold(one.game.evolve, one.state, one.outcome.events) == one.state]
    assert [one for one in idle if tag(one) not in WRITTEN] == []


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_an_act_that_is_done_once_more_changes_something_or_is_refused_for_that(game: str, seed: int) -> None:
    """Whoever presses twice is told that it changes nothing, or that it is no longer the time."""
    again, stood = 0, 0
    for one in evening(game, seed):
        if isinstance(one.outcome, Refused) or tag(one.act) in WRITTEN:
            continue
        engine = one.game
        stood += 1
        after = fold(engine.evolve, one.state, one.outcome.events)
        if engine.draw_awaited(after) is not None:
            continue
        twice = engine.decide(after, Act(one.act.by, one.act.body, engine.step(after)))
        again += 1
        assert isinstance(twice, Refused) or fold(engine.evolve, after, twice.events) != after, one.act
    assert again > stood // 2 > 50, "all but those after which a card is awaited"
