"""Every part of the pages of a bingo hall, at the recorded tables: the desks, the players' pages, the wall, the record
and the minutes book are as they were written down.

Where a page was changed on purpose: ``python -m tests.support.web.hall_screens SCENE`` before and after it, read the
difference, then the same without a name.
"""

from __future__ import annotations

import pytest

from tests.support.web.hall_screens import SCENES, digests, kept, sights_of


@pytest.mark.parametrize("scene", kept())
def test_the_screens_of_a_recorded_hall_are_as_they_were_written_down(scene: str) -> None:
    found, before = digests(scene, sights_of(scene)), kept()[scene]
    assert [of for of, said in found.items() if before[of] != said] == []


def test_the_kept_tables_are_those_that_are_recorded() -> None:
    assert set(kept()) <= set(SCENES)
    assert sum(len(sights_of(scene)) for scene in kept()) > 1_500
