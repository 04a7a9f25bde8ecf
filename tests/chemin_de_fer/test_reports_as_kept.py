"""What becomes of every report at the steps of some coups: nothing of it changes without somebody having read it.

The other tests say what must be so. This one says that it is as it was: each refusal with its facts and clauses, each
incident with its remedies, and where the cards are by it.
"""

from __future__ import annotations

import pytest

from tests.support.chemin_de_fer.kept_reports import SCENES, digests, kept


def test_every_scene_is_kept() -> None:
    assert list(kept()) == list(SCENES)


@pytest.mark.parametrize("scene", SCENES)
def test_reports_are_answered_as_they_were_written_down(scene: str) -> None:
    """After a change that is meant: ``python -m tests.support.chemin_de_fer.kept_reports SCENE`` before and after it,
    read the difference, then the same without a name.
    """
    found, before = digests(scene), kept()[scene]
    assert {heading for heading, digest in found.items() if before.get(heading) != digest} == set()
    assert set(found) == set(before)
