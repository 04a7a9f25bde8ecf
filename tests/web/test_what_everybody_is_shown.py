"""What a hall shows to everybody who asks for a page of it: of each kind of hall."""

from __future__ import annotations

import pytest

from tests.support.web.shown_to_all import SCENES, kept, shown


@pytest.mark.parametrize("hall", SCENES)
def test_a_hall_shows_to_everybody_what_was_written_down_last(hall: str) -> None:
    """After a change that is meant: ``python -m tests.support.web.shown_to_all``, and read the difference."""
    try:
        found: object = shown(hall)
    except Exception as error:
        found = error
    assert found == kept(hall)
