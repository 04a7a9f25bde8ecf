"""What every recorded table, and evenings at random, answer: nothing of it changes without somebody having read it.

The other tests say what must be so. This one says that it is as it was: each outcome with its facts and clauses, each
event, and what everybody sees, may do and is told of.
"""

from __future__ import annotations

import pytest

from tests.support.recorded.kept_answers import answers_of, kept, names


def test_no_table_is_without_its_answers_and_none_is_left_over() -> None:
    assert sorted(kept()) == sorted(names())


@pytest.mark.parametrize("name", names())
def test_a_table_answers_as_it_was_written_down(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.recorded.kept_answers NAME`` before and after it, read
    the difference, then the same without a name.
    """
    found, before = answers_of(name).digests(), kept()[name]
    assert [side for side, digest in found.items() if before.get(side) != digest] == []
