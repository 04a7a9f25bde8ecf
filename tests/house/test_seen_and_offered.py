"""What each viewer sees of a house, and what it offers him, is what was written down of it, part by part."""

from __future__ import annotations

import pytest

from tests.support.seen_house import FOLDER, HOUSES, lines


@pytest.mark.parametrize("house", list(HOUSES))
def test_what_everybody_sees_and_may_do_is_written_down(house: str) -> None:
    """After a change that is meant: ``python -m tests.support.seen_house``, and read the difference."""
    assert lines(house) == (FOLDER / f"{house}.txt").read_text(encoding="utf-8").splitlines()
