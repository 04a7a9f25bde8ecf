"""kill -9 at the acts of a game of bingo: no sale, ball, call or prize that was acknowledged is lost or done twice.

Of the many acts with a ball only every fifteenth is killed (`TAPETE_STRIDE=1`: each); every other act of the game is.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.faults.test_kill import STORED_LATER, last, require_all_kept, require_sound, unanswered

pytestmark = pytest.mark.crash

GAME = {"game": "bingo", "order": 5}
OF_A_BALL = {"DrawBall", "AnnounceBall", "ShowBall"}
MOST = 400
STRIDE = int(os.environ.get("TAPETE_STRIDE", "15"))


def acts_of_a_game(driver: Any, folder: Path) -> list[str]:
    """Return the names of the acts of a game that nothing disturbs, up to the sale of the next."""
    calm = driver(f"sqlite:///{folder}/calm.db", folder / "calm", MOST, **GAME)
    names = [one["what"] for one in calm["said"] if "what" in one]
    first = names.index("AnnounceSale")
    return names[: names.index("AnnounceSale", first + 1)]


@pytest.mark.parametrize("point", ["inserted", "committed"])
def test_a_game_killed_at_its_acts(driver: Any, tmp_path: Path, point: str) -> None:
    names = acts_of_a_game(driver, tmp_path)
    assert {"SellCards", "CallForPlayer", "CheckCard", "OrderResume", "OrderEnd", "PayPrize"} <= set(names)
    deaths = [at for at, name in enumerate(names, start=1) if name not in OF_A_BALL or at % STRIDE == 0]
    url, key = f"sqlite:///{tmp_path}/hall.db", tmp_path / "key"
    driver(url, key, 0, **GAME)
    previous, done, killed_at = None, 0, list[str]()
    for death in deaths:
        passed = 1 if previous and point in STORED_LATER else 0  # by what is done once more
        repeat = unanswered(previous) if previous else None
        died = driver(url, key, death - done, kill=[point, passed + death - done], repeat=repeat, **GAME)
        assert died["killed"], died
        if previous:
            require_all_kept(point, previous, died)
        killed_at.append(last(died["said"], "what")["what"])
        previous, done = died, death
    assert previous is not None
    require_all_kept(point, previous, driver(url, key, 0, repeat=unanswered(previous), **GAME))
    require_sound(url, key)
    assert killed_at == [names[at - 1] for at in deaths]
