"""At many tables everybody tries every act, at the sums on which something depends and a cent beside them.

The other tests say what must be so. This one says that it is as it was: each answer with its facts and clauses, what
follows from it, what everybody is offered and told of, and what is tried for the offers.
"""

from __future__ import annotations

import pytest

from tests.support.chemin_de_fer.tried import BEGINNINGS, digests, kept


def test_no_table_is_without_its_answers_and_none_is_left_over() -> None:
    assert [*kept()] == [*BEGINNINGS]


@pytest.mark.parametrize("name", BEGINNINGS)
def test_at_a_table_everybody_is_answered_as_it_was_written_down(name: str) -> None:
    """After a change that is meant: ``python -m tests.support.chemin_de_fer.tried NAME`` before and after it, read the
    difference, then the same without a name.
    """
    found, before = digests(name), kept()[name]
    assert {side for side in {*found, *before} if before.get(side) != found.get(side)} == set()
