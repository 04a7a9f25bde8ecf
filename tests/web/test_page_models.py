"""What the pages of the games of cards are made of stays as it was: buttons, hands, places, news, past coups, rulings
and corrections, to everybody and in every language; and how the log tells what happens.

The other tests of pages say what must be so. This one says that nothing of it changes without somebody having read it.
"""

from __future__ import annotations

import pytest

from tests.support.web.page_models import (
    GAMES,
    Where,
    digest,
    kept_logs,
    kept_pages,
    page,
    sentences,
)

PAGES = [(key, scene) for key in GAMES for scene in dict.fromkeys(one.scene for one in kept_pages(key))]
LOGS = [(key, scene) for key in GAMES for scene in kept_logs(key)]


@pytest.mark.parametrize(("key", "scene"), PAGES)
def test_the_pages_of_a_scene_are_made_of_what_is_kept_of_them(key: str, scene: str) -> None:
    """After a change that is meant: print one of the pages named here before and after it (``page_models.py``), read
    the difference, then write the files anew.
    """
    kept = {where: said for where, said in kept_pages(key).items() if where.scene == scene}
    changed: list[Where] = [where for where, said in kept.items() if digest(page(key, where)) != said]
    assert changed == []


@pytest.mark.parametrize(("key", "scene"), LOGS)
def test_the_log_of_a_scene_tells_it_as_it_is_kept(key: str, scene: str) -> None:
    assert digest(sentences(key, scene)) == kept_logs(key)[scene]
