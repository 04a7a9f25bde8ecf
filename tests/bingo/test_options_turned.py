"""Every option of bingo turned alone changes what is told of a game that it is about."""

import pytest

from tests.support.bingo.flips import Flip, as_played, flips, parting, read, recorded, told

FLIPS = read()


def test_every_other_value_of_every_option_is_told_by_a_recorded_game() -> None:
    assert [(one.option, one.value) for one in FLIPS] == list(flips())


@pytest.mark.parametrize("flip", FLIPS, ids=lambda one: f"{one.option}={one.value}")
def test_an_option_turned_alone_is_told_at_its_line(flip: Flip) -> None:
    assert parting(flip.table, flip.option, flip.value) == flip.line


@pytest.mark.parametrize("table", sorted({one.table for one in FLIPS}))
def test_a_game_played_again_under_its_own_options_is_told_the_same(table: str) -> None:
    """What parts two games is the option, and nothing that is drawn anew."""
    assert tuple(told(table, recorded(table)[1])) == as_played(table)
