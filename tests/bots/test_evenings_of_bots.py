"""An evening of bots with a seed of their own is the same evening each time: who does what, when, and for how much."""

import pytest

from tests.support.bots.evening import FOLDER, KEPT


@pytest.mark.parametrize("name", KEPT)
def test_bots_play_as_they_were_written_down(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.bots.evening``, and read the difference."""
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert KEPT[name].played() == written
