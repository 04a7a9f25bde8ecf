"""A whole day of a house that is killed again and again: what is left of it is one sound day."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tapete.catalogue import recorded_engines
from tapete.live import Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.days import DaySource, days_of
from tapete.record.house_books import house_books
from tapete.record.private import KeySealer
from tapete.record.replay import read
from tapete.record.source import open_source
from tests.support.faults.process import Driver

POINTS = ("turned", "entry", "inserted", "committed")
MOST = 12
"""How many passages of a point a hall lives at most."""


class KilledDay(NamedTuple):
    """What became of a day: how often it was killed, its entries, how it ended, and what the audit found."""

    kills: int
    entries: int
    ended: dict[str, Any]
    problems: tuple[str, ...]
    books: str


def kill_day(driver: Driver, url: str, key: Path, *, kills: int, target: int, seed: int) -> KilledDay:
    """Play a day and kill its hall so many times, at points by chance; then let it end, and audit it.

    ``target`` is how many entries a table has before it is closed. Fewer kills are made where the day is over before.
    """
    chance, killed = Random(seed), 0
    while killed < kills:
        order = {"url": url, "key": str(key), "game": "house-day", "target": target}
        found = driver.order(**order, kill=[chance.choice(POINTS), chance.randint(1, MOST)])
        if not found["killed"]:
            assert found["code"] == 0, found
            break
        killed += 1
        assert all(one.get("parked", {}) == {} for one in found["said"]), found
    last = driver.order(url=url, key=str(key), game="house-day", target=target)
    assert (last["killed"], last["code"]) == (False, 0), last
    ended = last["said"][-1]
    source = open_source(url.removeprefix("sqlite:///"))
    try:
        keys = Keys.load(key)
        inputs = AuditInputs(KeySealer(keys.sealing), authority=keys.authority)
        found_problems = [*audit(source, recorded_engines(), inputs).problems]
        (day,) = days_of(source)
        found_problems += audit(DaySource(source, day), recorded_engines(), inputs).problems
        tables = {one: list(read(source, one)) for one in source.tables() if one != "house"}
        books = house_books(recorded_engines(), read(source, "house"), tables)
    finally:
        source.close()
    problems = tuple(f"{one.table} #{one.at} {one.code}: {one.text}" for one in found_problems)
    return KilledDay(killed, ended["entries"], ended, problems, books)
