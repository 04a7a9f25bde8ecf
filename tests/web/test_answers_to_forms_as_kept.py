"""What everybody is answered who fills in a form of his page: on an evening of each game."""

from __future__ import annotations

import pytest

from tests.support.web.pressed import EVENINGS, answers, kept


@pytest.mark.parametrize("game", EVENINGS)
def test_the_forms_of_an_evening_are_answered_as_was_written_down_last(game: str) -> None:
    """After a change that is meant: ``python -m tests.support.web.pressed``, and read the difference."""
    try:
        found: object = answers(game)
    except Exception as error:
        found = error
    assert found == kept(game)
