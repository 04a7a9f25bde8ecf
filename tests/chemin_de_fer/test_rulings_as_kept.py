"""What becomes of rulings at the steps of some coups, and what is so afterwards: nothing of it changes without somebody
having read it.

The other tests say what must be so. This one says that it is as it was.
"""

from __future__ import annotations

import pytest

from tests.support.chemin_de_fer.kept_rulings import CASES, digests, kept


def test_every_case_is_kept() -> None:
    assert list(kept()) == list(CASES)


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_ruled_as_it_was_written_down(case: str) -> None:
    """After a change that is meant: ``python -m tests.support.chemin_de_fer.kept_rulings CASE`` before and after it,
    read the difference, then the same without a name.
    """
    found, before = digests(case), kept()[case]
    assert {side for side, digest in found.items() if before.get(side) != digest} == set()
    assert set(found) == set(before)
