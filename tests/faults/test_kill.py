"""kill -9 (T6, T22) at every step: what was acknowledged is there, what was not is repeated, the cards are the same.

Points inside an act, in order: ``turned`` (nothing stored), ``shoe`` and ``entry`` (that row is inserted), ``inserted``
(all of it is), ``committed`` (nobody told), ``answered``, ``told``.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import recorded_engines
from tapete.live import Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.recompute import restore
from tapete.record.source import StoreSource, open_source
from tapete.record.store import NotFoundError, open_store
from tests.support import ROOT, program
from tests.support.faults.evening import AT_TABLE, HOUSE, PREPARING
from tests.support.house import TABLE
from tests.support.record.tables import GAME, KEY, Stake, TableActor

pytestmark = pytest.mark.crash
WHOLE = 22
"""Acts from an empty table to the second coup of punto y banca."""


def last(said: list[dict[str, Any]], name: str) -> Any:
    return next((one for one in reversed(said) if name in one), None)


STORED_LATER = ("turned", "shoe", "entry", "inserted")
"""The points at which an act is not in the store yet."""
ANSWERED = ("answered", "told")
"""The points that the opening of a table does not pass."""


def trial(
    driver: Any, url: str, key: Path, kill: tuple[str, int], acts: int = WHOLE, more: int = 3, **given: Any
) -> dict[str, Any] | None:
    """Kill a hall at a point, start another, repeat what had no answer, play on; ``None`` where it did not die."""
    died = driver(url, key, acts, kill=list(kill), **given)
    if not died["killed"]:
        return None
    again = driver(url, key, more, repeat=unanswered(died), **given)
    assert not again["killed"], again
    assert again["code"] == 0, again
    require_all_kept(kill[0], died, again)
    assert last(again["said"], "problems")["problems"] == []
    return died


def unanswered(died: dict[str, Any]) -> Any:
    sent = last(died["said"], "sent")
    return sent["sent"] if sent else None


def require_all_kept(point: str, died: dict[str, Any], again: dict[str, Any]) -> None:
    """Hold a hall that died at a point against the next one on its store, which sent the unanswered act again."""
    said = died["said"]
    before = said[0]["versions"]
    table = next(iter(before), None)
    repeated = last(said, "repeat")
    told = max((one["told"] for one in said if "told" in one), default=before.get(table, 0))
    if repeated is not None:
        told = max(told, repeated["version"])
    shown = max((one["shown"] for one in said if "shown" in one), default=0)
    sent = last(said, "sent")
    drawn = [one["drawn"] for one in said[said.index(sent) :] if "drawn" in one] if sent else []

    found = again["said"][0]
    assert found["parked"] == {}
    stored = max(found["versions"].values(), default=0)
    assert told <= stored <= told + 1  # all that was acknowledged, and at most the one act that was on its way
    assert shown <= stored  # and nobody saw more than that
    if point in STORED_LATER:
        assert stored == told
    else:
        assert stored >= (sent["version"] + 1 if sent else 1)
    if sent:
        repeat = last(again["said"], "repeat")
        assert repeat["repeat"] == "Accepted"
        assert repeat["version"] == sent["version"] + 1
        assert repeat["repeated"] == (stored > sent["version"])
        assert repeat["problems"] == []
        if not repeat["repeated"] and drawn:
            second = [one["drawn"] for one in again["said"][: again["said"].index(repeat)] if "drawn" in one]
            assert second == drawn  # the same cards come again


def require_sound(url: str, key: Path) -> None:
    """Audit what all halls of a store have left in it: entries are only added, so once after the last says all."""
    source = open_source(url.removeprefix("sqlite:///"))
    try:
        report = audit(source, recorded_engines(), AuditInputs(KeySealer(Keys.load(key).sealing)))
    finally:
        source.close()
    assert report.problems == ()
    assert report.entries


@pytest.mark.parametrize("point", ["shoe", "entry", "inserted"])
def test_killed_between_the_shoe_and_its_entry(driver: Any, databases: Any, tmp_path: Path, point: str) -> None:
    """Neither is there: the order and the commitments to it are one transaction."""
    url, key = databases.fresh(), tmp_path / "key"
    while True:  # up to the act that lays the shoe
        died = driver(url, key, 1, kill=["shoe", 1])
        if died["killed"]:
            break
    sent = last(died["said"], "sent")
    assert sent["what"] == "ShufflePack"
    assert driver(url, key, 1, kill=[point, 1])["killed"]
    with open_store(url, read_only=True) as store, pytest.raises(NotFoundError):
        store.shoe("pb", 1)
    assert trial(driver, url, key, (point, 1), acts=1, more=8) is not None
    require_sound(url, key)


def one_coup(driver: Any, url: str, folder: Path, point: str) -> list[str]:
    """Let every act die once at the point; the record ends as an undisturbed one. Return the names of the acts."""
    key = folder / "key"
    acts, given = WHOLE, {"order": 3}  # a shuffle under which both hands draw a third card
    done: list[str] = []
    previous: dict[str, Any] | None = None
    for number in range(point in ANSWERED, acts + 1):  # the opening of the table is the first
        passed = 1 if previous and point in STORED_LATER else 0  # by what is done once more
        repeat = unanswered(previous) if previous else None
        died = driver(url, key, min(number, 1), kill=[point, passed + 1], repeat=repeat, **given)
        assert died["killed"], died
        if previous:
            require_all_kept(point, previous, died)
        done += [one["what"] for one in died["said"] if "what" in one]
        previous = died
    assert previous is not None
    require_all_kept(point, previous, driver(url, key, 0, repeat=unanswered(previous), **given))
    require_sound(url, key)
    calm = driver(f"sqlite:///{folder}/calm.db", folder / "calm", acts, **given)
    disturbed = driver(url, key, 0, **given)
    for name in ("step", "seen"):
        assert last(disturbed["said"], name)[name] == last(calm["said"], name)[name]
    assert done[-1] == "OpenBets"
    assert done.count("Settle") == 1
    return done


@pytest.mark.parametrize("point", ["turned", "entry", "inserted", "committed", "told"])
def test_coup_of_punto_y_banca_killed_at_every_act(driver: Any, databases: Any, tmp_path: Path, point: str) -> None:
    if databases.sort == "postgresql" and point in ("turned", "inserted", "told"):
        return  # far from the store, so the same in both; or within a transaction, as "entry" is
    assert one_coup(driver, databases.fresh(), tmp_path, point).count("DrawCard") == 2


def test_long_record_comes_back_whole(driver: Any, tmp_path: Path) -> None:
    url, key = f"sqlite:///{tmp_path}/hall.db", tmp_path / "key"
    played = driver(url, key, 800, kill=["told", 800])
    assert played["killed"]
    again = driver(url, key, 1)
    assert again["said"][0]["versions"]["pb"] == 801
    assert (last(again["said"], "told")["told"], last(again["said"], "problems")["problems"]) == (802, [])


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
    require_sound(url, key)


ROUNDS = int(os.environ.get("TAPETE_CRASHES", "4"))


@contextmanager
def hall(url: str) -> Iterator[subprocess.Popen[str]]:
    command = program("killed", "writer", url)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: subprocess.Popen[str]) -> str:
    return process.stdout.readline().strip()


def test_killed_hall_loses_nothing_that_it_acknowledged(databases: Any) -> None:
    store_url = databases.fresh()
    acknowledged = 0
    for number in range(ROUNDS):
        with hall(store_url) as process:
            assert told(process) == "ready"
            last = acknowledged
            while last < acknowledged + 3 + 7 * number:
                last = int(told(process))
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read().split()
            acknowledged = int(rest[-1]) if rest else last
        with open_store(store_url) as store:
            ends = {table: store.head(table).version for table in ("t1", "t2")}
            assert len(set(ends.values())) == 1, "a group was stored in part"
            assert ends["t1"] in (acknowledged, acknowledged + 1)  # the last commit may not have been told
            acknowledged = ends["t1"]
    with open_store(store_url) as store:
        source = StoreSource(store)
        assert [problem.code for problem in audit(source, {"toy": GAME}, AuditInputs(KeySealer(KEY))).problems] == []
        again = restore(GAME, source, "t1", KeySealer(KEY))
        actor = TableActor(store.take_over("t1"))
        actor.state, actor.head, actor.watch = again.state, again.head, again.watch
        actor.do(Stake(5))
