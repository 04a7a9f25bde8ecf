"""What everybody is answered at each way in: of a hall with a staff key, of one with open doors, of a house with
accounts.
"""

from __future__ import annotations

import pytest

from tests.support.web.ways_in import SCENES, answers, kept


@pytest.mark.parametrize("name", SCENES)
def test_the_ways_in_answer_as_was_written_down_last(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.web.ways_in``, and read the difference."""
    try:
        found: object = answers(name)
    except Exception as error:
        found = error
    assert found == kept(name)
