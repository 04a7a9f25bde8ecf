"""From where a coup goes on when rulings are taken back: the first that play went by, or the first of all, if idle."""

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.banked.coup import Coup, RulingGiven, Side
from tapete.games.banked.terms import Word
from tapete.games.banked.undoing import phase_resumed

NOW = Coup(number=1, sides=Map({"one": Side(word=Word.NO)}))
BEFORE_WORD = replace(NOW, sides=Map({"one": Side()}))
BEFORE_NATURAL = replace(NOW, naturals=("one",))


def given(serial: int, coup: Coup | None) -> RulingGiven:
    return RulingGiven((), (), serial=serial, phase=f"phase {serial}", coup=coup)


@pytest.mark.parametrize(
    ("rulings", "events", "phase"),
    [
        ((given(1, NOW),), ((1, True),), "phase 1"),
        ((given(1, BEFORE_WORD),), ((1, True),), "phase 1"),
        ((given(1, BEFORE_WORD), given(2, NOW)), ((2, True), (1, True)), "phase 1"),
        ((given(1, BEFORE_WORD), given(2, NOW)), ((2, True), (1, False)), "phase 2"),
        # play went by none of them: the first of all alone counts, where nobody has done anything since
        ((given(1, NOW),), ((1, False),), "phase 1"),
        ((given(1, NOW), given(2, NOW)), ((2, False), (1, False)), "phase 1"),
        ((given(1, BEFORE_WORD),), ((1, False),), None),
        ((given(1, BEFORE_WORD), given(2, NOW)), ((2, False), (1, False)), None),
        ((given(1, BEFORE_NATURAL),), ((1, False),), None),
        ((given(1, None),), ((1, False),), None),
        ((given(1, NOW), given(2, NOW)), ((2, False),), "phase 2"),
        ((given(1, NOW),), (), None),
    ],
)
def test_a_coup_goes_on_from_the_first_ruling_that_play_went_by(
    rulings: tuple[RulingGiven, ...], events: tuple[tuple[int, bool], ...], phase: str | None
) -> None:
    undone: Any = [SimpleNamespace(serial=serial, is_resumed=resumed) for serial, resumed in events]
    game: Any = SimpleNamespace(phase=str)
    assert phase_resumed(game, replace(NOW, rulings=rulings), undone) == phase
