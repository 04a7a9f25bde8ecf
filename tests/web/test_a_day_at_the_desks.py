"""What the desks of a house answer on a day: to right acts and to wrong ones, with a staff key and with accounts."""

from __future__ import annotations

import pytest

from tests.support.web.at_the_desks import SCENES, answers, kept


@pytest.mark.parametrize("house", SCENES)
def test_the_desks_of_a_house_answer_as_was_written_down_last(house: str) -> None:
    """After a change that is meant: ``python -m tests.support.web.at_the_desks``, and read the difference."""
    try:
        found: object = answers(house)
    except Exception as error:
        found = error
    assert found == kept(house)
