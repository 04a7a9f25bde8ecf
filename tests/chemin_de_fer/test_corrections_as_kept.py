"""What becomes of corrections at a real table, and what is so afterwards: nothing of it changes without somebody having
read it.

The other tests say what must be so. This one says that it is as it was.
"""

from __future__ import annotations

import pytest

from tests.support.chemin_de_fer.kept_corrections import STORIES, digests, kept


def test_every_story_is_kept() -> None:
    assert list(kept()) == list(STORIES)


@pytest.mark.parametrize("story", STORIES)
def test_a_story_is_put_right_as_it_was_written_down(story: str) -> None:
    """After a change that is meant: ``python -m tests.support.chemin_de_fer.kept_corrections STORY`` before and after
    it, read the difference, then the same without a name.
    """
    found, before = digests(story), kept()[story]
    assert {side for side, digest in found.items() if before.get(side) != digest} == set()
    assert set(found) == set(before)
