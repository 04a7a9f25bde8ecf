"""kill -9 while a table tells the house: both have it afterwards or neither has, and the evening goes on to its end.

The points are those of ``test_kill.py``: at ``entry`` both are inserted, at ``committed`` both are stored.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import recorded_engines
from tapete.live import Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tests.support.faults.evening import AT_TABLE, HOUSE, PREPARING
from tests.support.house import TABLE

pytestmark = pytest.mark.crash

BEFORE, WITH_TABLE = len(PREPARING), 1 + len(AT_TABLE)
"""Acts in the house before the table opens, and acts that are recorded twice: the opening and those at the table."""


def order(driver: Any, url: str, key: Path, acts: int, kill: list[Any] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = driver(url, key, acts, game=HOUSE, kill=kill)
    assert found["killed"] or found["code"] == 0, found
    return found


def test_killed_at_every_entry_that_has_a_twin(driver: Any, databases: Any, tmp_path: Path) -> None:
    """Each dies once before its commit, and once after it; on the slower database the first of them do."""
    url, key = databases.fresh(), tmp_path / "key"
    order(driver, url, key, BEFORE)
    for number in range(WITH_TABLE if databases.sort == "sqlite" else 2):
        for point in ("entry", "committed"):
            died = order(driver, url, key, 1, [point, 1])
            assert died["killed"]
            found = died["said"][0]
            assert found["parked"] == {}
            assert found["versions"].get(TABLE, 0) == number
            assert found["versions"][HOUSE] == 1 + BEFORE + number  # the house itself was opened first
    end = order(driver, url, key, WITH_TABLE)["said"][-1]
    assert end["end"] == {HOUSE: 1 + BEFORE + WITH_TABLE, TABLE: WITH_TABLE}
    assert (end["problems"], end["purse"], end["seated"]) == ([], 60_000, "")
    source = open_source(url.removeprefix("sqlite:///"))
    try:
        report = audit(source, recorded_engines(), AuditInputs(KeySealer(Keys.load(key).sealing)))
    finally:
        source.close()
    assert report.problems == ()
