"""Small records whose signatures, tags and writers are put together by lot: of each the same is judged as was written
down, so that nothing of it changes unread. What must be judged of which, the other tests say.
"""

from __future__ import annotations

import pytest

from tests.support.record.judged import RECORDS, kept, line

EACH = 40


@pytest.mark.parametrize("first", range(0, RECORDS, EACH))
def test_of_each_record_is_judged_what_was_written_down(first: int) -> None:
    """After a change that is meant: ``python -m tests.support.record.judged NUMBER`` before and after it, read the
    difference, then the same without a number.
    """
    assert [line(number) for number in range(first, first + EACH)] == [*kept()[first : first + EACH]]


def test_between_them_the_records_show_everything_that_can_be_wrong() -> None:
    found = {name for one in kept() for name in one.split()[2:]}
    assert found == {
        "checkpoint-missing",
        "checkpoint-unsigned",
        "checkpoint-untrusted",
        "rewritten",
        "rolled-back",
        "tag-false",
        "tag-missing",
        "witness-differs",
        "witness-missing",
        "writer-behind",
        "writer-changed",
        "writer-missing",
        "writer-unsigned",
        "writer-untrusted",
    }
    assert len(kept()) == RECORDS
