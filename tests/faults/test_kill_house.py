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
from tapete.record.days import DaySource, days_of
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tests.support.faults.evening import AT_TABLE, BETWEEN, EVENING, HOUSE, PREPARING, TWO_DAYS
from tests.support.house import TABLE

pytestmark = pytest.mark.crash

BEFORE, WITH_TABLE = len(PREPARING), 1 + len(AT_TABLE)
"""Acts in the house before the table opens, and acts that are recorded twice: the opening and those at the table."""


def order(driver: Any, url: str, key: Path, acts: int, kill: list[Any] | None = None, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = driver(url, key, acts, game=HOUSE, kill=kill, **given)
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


def test_killed_at_every_entry_between_two_days(driver: Any, databases: Any, tmp_path: Path) -> None:
    """Nothing is lost from one day to the next and nothing comes twice: each entry dies before its commit and after."""
    url, key = databases.fresh(), tmp_path / "key"
    order(driver, url, key, len(EVENING), days=True)
    again = 1 + TWO_DAYS.index(("open", None, None), len(EVENING)) - len(EVENING)
    every = range(again) if databases.sort == "sqlite" else (len(BETWEEN) - 2, again - 1)  # the opening, the next table
    for number in range(again):
        for point in ("entry", "committed") if number in every else ():
            died = order(driver, url, key, 1, [point, 1], days=True)
            assert died["killed"]
            assert died["said"][0]["parked"] == {}
            assert died["said"][0]["versions"][HOUSE] == 1 + len(EVENING) + number
        if number not in every:
            order(driver, url, key, 1, days=True)
    end = order(driver, url, key, len(TWO_DAYS), days=True)["said"][-1]
    assert end["end"] == {HOUSE: 1 + len(TWO_DAYS), TABLE: WITH_TABLE, f"{TABLE}-2": 3}
    assert (end["problems"], end["purse"], end["seated"]) == ([], 0, f"{TABLE}-2")
    assert end["chips"] == 60_000  # all that are out, and they lie on the table
    source = open_source(url.removeprefix("sqlite:///"))
    try:
        inputs = AuditInputs(KeySealer(Keys.load(key).sealing))
        report = audit(source, recorded_engines(), inputs)
        assert report.problems == ()
        first, second = days_of(source)
        assert (first.day, second.day, first.last) == ("2026-11-22", "2026-11-23", second.after.version)
        assert [audit(DaySource(source, one), recorded_engines(), inputs).problems for one in (first, second)] == [
            (),
            (),
        ]
    finally:
        source.close()
