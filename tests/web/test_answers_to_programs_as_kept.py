"""What programs are answered, mostly when they ask for what they may not have: in a hall with a staff key, and in a
house with accounts.
"""

from __future__ import annotations

import pytest

from tests.support.web.programs import SCENES, answers, kept


@pytest.mark.parametrize("name", SCENES)
def test_programs_are_answered_as_was_written_down_last(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.web.programs``, and read the difference."""
    try:
        found: object = answers(name)
    except Exception as error:
        found = error
    assert found == kept(name)
