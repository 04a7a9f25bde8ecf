"""At many tables everybody tries every act, at the sums on which something depends and a cent beside them.

The other tests say what must be so. This one says that it is as it was: each answer with its facts and clauses, the
table that it would lead to and the money that it moves, what everybody sees, is offered and told of.
"""

from __future__ import annotations

import pytest

from tests.support.punto_banco.tried import TABLES, digests, kept


def test_no_table_is_without_its_answers_and_none_is_left_over() -> None:
    assert [*kept()] == [*TABLES]


@pytest.mark.parametrize("number", TABLES)
def test_at_a_table_everybody_is_answered_as_it_was_written_down(number: int) -> None:
    """After a change that is meant: ``python -m tests.support.punto_banco.tried NUMBER`` before and after it, read the
    difference, then the same without a number.
    """
    found, before = digests(number), kept()[number]
    assert {side for side in {*found, *before} if before.get(side) != found.get(side)} == set()
