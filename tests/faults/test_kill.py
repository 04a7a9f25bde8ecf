"""kill -9 at every step of a coup: what was acknowledged is there, what was not is repeated, the cards are the same.

Points inside an act, in their order: ``turned`` (decided and drawn, nothing stored), ``kept-shoe`` (a fresh order is
stored, its entry is not), ``inserted`` (inside the transaction), ``committed`` (stored, nobody told), ``answered``,
``told``.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tapete.live import Keys, house_games
from tapete.live.health import Health
from tapete.live.vault import SealedShoes
from tapete.record.audit import Given, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tapete.record.store import open_store

pytestmark = pytest.mark.crash

WHOLE = 22
"""Acts from an empty table to the second coup."""


def last(said: list[dict[str, Any]], name: str) -> Any:
    return next((one for one in reversed(said) if name in one), None)


def trial(driver: Any, url: str, key: Path, kill: tuple[str, int], acts: int = WHOLE) -> dict[str, Any] | None:
    """Kill a hall at a point, start another on the same store, repeat what had no answer, play on, audit.

    Returns what the dead hall said, ``None`` when it never came to the point.
    """
    died = driver(url, key, acts, kill=list(kill))
    if not died["killed"]:
        return None
    said = died["said"]
    told = max((one["told"] for one in said if "told" in one), default=0)
    sent = last(said, "sent")
    drawn = [one["drawn"] for one in said[said.index(sent) :] if "drawn" in one] if sent else []

    again = driver(url, key, 3, repeat=sent["sent"] if sent else None)
    assert not again["killed"], again
    assert again["code"] == 0, again
    found = again["said"][0]
    assert found["parked"] == {}
    stored = found["versions"].get("pb", 0)
    assert told <= stored <= told + 1  # all that was acknowledged, and at most the one act that was on its way
    if kill[0] in ("turned", "inserted", "kept-shoe"):
        assert stored == told
    else:
        assert stored >= (sent["version"] + 1 if sent else 1)
    if sent:
        repeat = last(again["said"], "repeat")
        assert repeat["repeat"] == "Accepted"
        assert repeat["version"] == sent["version"] + 1
        assert repeat["repeated"] == (stored > sent["version"])
        if not repeat["repeated"] and drawn:
            second = [one["drawn"] for one in again["said"][: again["said"].index(repeat)] if "drawn" in one]
            assert second == drawn  # the same cards come again
    end = last(again["said"], "problems")
    assert end["problems"] == []
    source = open_source(url.removeprefix("sqlite:///"))
    try:
        report = audit(source, house_games(), Given(KeySealer(Keys.load(key).sealing)))
    finally:
        source.close()
    assert report.problems == ()
    return died


def numbers(count: int) -> list[int]:
    return list(range(1, count + 1))


@pytest.mark.parametrize("point", ["turned", "inserted", "committed", "answered", "told"])
def test_killed_at_every_act(driver: Any, tmp_path: Path, point: str) -> None:
    met = 0
    for number in numbers(WHOLE):
        died = trial(driver, f"sqlite:///{tmp_path}/hall{number}.db", tmp_path / f"key{number}", (point, number))
        met += died is not None
    assert met >= WHOLE


def test_killed_between_the_shoe_and_its_entry(driver: Any, databases: Any, tmp_path: Path) -> None:
    """The order was stored, its commitments were not: it is taken up again, and nobody gets a second shuffle."""
    url, key = databases.fresh(), tmp_path / "key"
    sealer = KeySealer(Keys.load(key).sealing)
    died = driver(url, key, WHOLE, kill=["kept-shoe", 1])
    assert last(died["said"], "sent")["what"] == "ShufflePack"
    with open_store(url, read_only=True) as store:
        kept = store.shoe("pb", 1)
    again = driver(url, key, 5, kill=["kept-shoe", 1])
    assert not again["killed"]  # no second order was stored
    with open_store(url, read_only=True) as store:
        assert store.shoe("pb", 1) == kept
        sealed = next(
            tree for row in store.entries("pb") for tree in row.entry().events if tree["event"] == "shoe-sealed@1"
        )
    vault = SealedShoes("pb", sealer, lambda _: kept, Health())
    assert vault.seal(1, 312) == tuple(sealed["commitments"])


def test_killed_between_draw_and_commit(driver: Any, databases: Any, tmp_path: Path) -> None:
    """Scene S6: the cards are drawn and the machine stops; after the start the same cards come, and none was shown."""
    url, key = databases.fresh(), tmp_path / "key"
    first = driver(url, key, 0)
    assert first["code"] == 0
    while True:
        died = driver(url, key, 1, kill=["turned", 1])
        sent = last(died["said"], "sent")
        if sent["what"] == "Deal":
            break
        assert driver(url, key, 1)["code"] == 0
    drawn = last(died["said"], "drawn")["drawn"]
    assert len(drawn) == 4
    for _ in range(3):  # however often it dies there
        again = driver(url, key, 1, kill=["turned", 1])
        assert last(again["said"], "drawn")["drawn"] == drawn
        assert again["said"][0]["versions"]["pb"] == sent["version"]
    played = driver(url, key, 1)
    assert last(played["said"], "drawn")["drawn"] == drawn
    assert last(played["said"], "told")["told"] == sent["version"] + 1


@pytest.mark.pg
@pytest.mark.parametrize("point", ["turned", "inserted", "committed"])
def test_killed_on_postgresql(driver: Any, pg_databases: Any, tmp_path: Path, point: str) -> None:
    for number in (7, 13, 17, 20):
        assert trial(driver, pg_databases.fresh(), tmp_path / f"key{number}", (point, number)) is not None


def test_start_after_a_crash_is_quick(driver: Any, tmp_path: Path) -> None:
    url, key = f"sqlite:///{tmp_path}/hall.db", tmp_path / "key"
    played = driver(url, key, 800, kill=["told", 800])
    assert played["killed"]
    start = time.monotonic()
    again = driver(url, key, 1)
    taken = time.monotonic() - start
    assert again["said"][0]["versions"]["pb"] == 801
    assert taken < 5, taken
