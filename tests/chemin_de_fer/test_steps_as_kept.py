"""What everybody sees, may do and is answered at each step of a table, and what is so afterwards: nothing of it changes
without somebody having read it.

The other tests say what must be so. This one says that it is as it was.
"""

from __future__ import annotations

import pytest

from tests.support.chemin_de_fer.kept_steps import STEPS, digests, kept


def test_every_step_is_kept() -> None:
    assert list(kept()) == list(STEPS)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_answered_as_it_was_written_down(step: str) -> None:
    """After a change that is meant: ``python -m tests.support.chemin_de_fer.kept_steps STEP`` before and after it, read
    the difference, then the same without a name.
    """
    found, before = digests(step), kept()[step]
    assert {side for side, digest in found.items() if before.get(side) != digest} == set()
    assert set(found) == set(before)
