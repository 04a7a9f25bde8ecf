"""From where a coup goes on when rulings are taken back: the first that play went by, or the first of all, if idle."""

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.marks import third
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked.coup import Coup, RulingGiven, Side
from tapete.games.banked.reconsideration import is_played_on, third_cards
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


def test_a_third_card_on_its_way_counts_and_no_other_one() -> None:
    due = (
        DueCard(6, third("one"), False),
        DueCard(7, "one", False),
        DueCard(8, third("two"), False),
        DueCard(9, third("one"), False, on_table=True),  # it lies there, and its face alone is awaited
    )
    coming = replace(NOW, due_cards=due)
    assert [third_cards(coming, hand) for hand in ("one", "two", "none")] == [(6,), (8,), ()]
    assert is_played_on(NOW, replace(NOW, due_cards=due[:1]))
    assert not is_played_on(NOW, replace(NOW, due_cards=due[1:3]))  # nobody of this coup waits for those
