"""A day of a house with a machine on every post, killed on its way: it ends balanced, counted and audited.

Two hundred kills on each store are the work of ``script/killed-day``; here are a few of them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.faults.killed_day import kill_day

pytestmark = pytest.mark.crash


def test_a_day_that_is_killed_on_its_way_ends_as_one_sound_day(driver: Any, databases: Any, tmp_path: Path) -> None:
    kills = 12 if databases.sort == "sqlite" else 5
    day = kill_day(driver, databases.fresh(), tmp_path / "key", kills=kills, target=60, seed=5)
    assert day.kills == kills
    assert day.problems == ()
    assert day.entries > 150
    ended = {name: value for name, value in day.ended.items() if name not in ("version", "entries")}
    assert ended == {"phase": "closed", "problems": [], "chips": 0, "cash": 0, "out": 0, "missing": 0}
    file = tmp_path / "day.beancount"
    file.write_text(day.books, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(file)]
    assert subprocess.run(program, capture_output=True, text=True, check=False).stdout == ""
