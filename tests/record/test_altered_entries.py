"""Entries of played tables that somebody has altered in one place: of each the same is found as was written down.

Which differences must be found, the other tests say; here none of many changes unread, with its facts.
"""

from __future__ import annotations

import pytest

from tests.support.record.altered_entries import ENTRIES, kept, line

EACH = 50


@pytest.mark.parametrize("first", range(0, ENTRIES, EACH))
def test_what_is_found_in_an_altered_entry_is_as_it_was_written_down(first: int) -> None:
    """After a change that is meant: ``python -m tests.support.record.altered_entries NUMBER`` before and after it,
    read the difference, then the same without a number.
    """
    assert [line(number) for number in range(first, first + EACH)] == [*kept()[first : first + EACH]]


def test_between_them_the_entries_show_what_can_differ() -> None:
    found = {name for one in kept() for name in one.split()[2:]}
    assert found >= {
        "act-refused",
        "author-differs",
        "chance-missing",
        "clauses-differ",
        "edition-unknown",
        "events-differ",
        "game-changed",
        "invariant",
        "money-differs",
        "rulebook-missing",
        "undecodable",
    }
    assert len(kept()) == ENTRIES
