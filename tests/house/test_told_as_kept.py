"""What a house is told of recorded tables and of played ones, turn by turn: nothing of it changes unread.

What must be told of which change, the other tests say.
"""

from __future__ import annotations

import pytest

from tests.support.dos_panos.walks import BOOKS, walked
from tests.support.told_house import WALKS, digest, kept, names


@pytest.mark.parametrize("name", tuple(names()))
def test_a_house_is_told_of_a_table_what_was_written_down(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.told_house NAME`` before and after it, read the
    difference, then the same without a name.
    """
    assert digest(name) == kept().get(name)


def test_no_table_is_left_over() -> None:
    assert set(kept()) == set(names())
    assert all(len(walked(book)) == WALKS for book in BOOKS)
