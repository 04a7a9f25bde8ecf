"""What a hall counts of itself and tells of its tables, and the last word that its witness keeps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.kernel import Accepted, PersonId, Refused, Ruled
from tapete.live import HallFailedError, HallStoppedError, TableLostError, security_log
from tapete.live.answer import Answer
from tapete.live.checkpoint_signer import Signer
from tapete.live.clock import ManualClock
from tapete.live.disk_reserve import MIB, DiskReserve, Shortage
from tapete.live.recovery import keep_last_word, last_signed_writer
from tapete.live.telemetry import BOUNDS, NAMED_REFUSALS, Durations, Telemetry
from tapete.live.twins import HouseTwins
from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint, sign_checkpoint

TIME = "2026-01-01T12:00:00.000+00:00"
KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
AUTHORITY = Authority(b"s" * 32, KEY)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What the security log was told meanwhile."""
    found: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


# --- counts -----------------------------------------------------------------------------------------------------------


def test_answers_are_counted_by_game_and_by_what_became_of_the_act() -> None:
    counts = Telemetry()
    answers = [
        Answer(Accepted(()), 1),
        Answer(Accepted(()), 2),
        Answer(Ruled((), ()), 3),
        Answer(Refused("wrong-window"), 3),
        Answer(Refused("table-busy"), 3),
        Answer(Refused("table-busy"), 3, is_repeated=True),
        Answer(Accepted(()), 1, is_repeated=True),
    ]
    assert [counts.answered("toy", one) is one for one in answers] == [True] * len(answers)
    counts.answered("bingo", answers[0])
    assert counts.acts == {
        ("toy", "accepted"): 2,
        ("toy", "ruled"): 1,
        ("toy", "refused"): 2,
        ("toy", "repeated"): 2,
        ("bingo", "accepted"): 1,
    }
    assert counts.refusals == {"rules": 1, "table-busy": 1}


@pytest.mark.parametrize("code", [*sorted(NAMED_REFUSALS), "wrong-window", "rules"])
def test_a_refusal_is_named_where_its_code_says_nothing_of_the_cards(code: str) -> None:
    counts = Telemetry()
    counts.answered("toy", Answer(Refused(code), 1))
    assert counts.refusals == {code if code in NAMED_REFUSALS else "rules": 1}


@pytest.mark.parametrize(
    ("seconds", "which"), [(0.0, 0), (0.001, 0), (0.0011, 1), (0.0025, 1), (1.0, 9), (30.0, 13), (30.1, 14), (1e9, 14)]
)
def test_a_duration_belongs_to_the_first_class_that_it_does_not_exceed(seconds: float, which: int) -> None:
    found = Durations()
    found.add(seconds)
    found.add(seconds)
    assert found.counts == [2 if at == which else 0 for at in range(len(BOUNDS) + 1)]
    assert found.total == 2 * seconds


def test_a_table_that_another_server_has_taken_is_told_to_the_log_and_to_whoever_listens(told: list[Any]) -> None:
    counts, heard = Telemetry(), list[str]()
    why = TableLostError("writer-replaced", table="uno", epoch=2)
    counts.table_ended("uno", why)
    counts.on_table_lost = heard.append
    counts.table_ended("dos", why)
    counts.table_ended("tres", HallStoppedError("hall-closed"))
    counts.table_ended("tres", HallFailedError("record-failed"))
    assert told == [("table-lost", {"table": one, "why": "writer-replaced"}) for one in ("uno", "dos")]
    assert (counts.lost_tables, heard) == ({"uno": why, "dos": why}, ["dos"])


@pytest.mark.parametrize(
    ("free", "missing"),
    [(None, None), (3 * MIB, None), (3 * MIB - 1, Shortage(2, 3)), (0, Shortage(0, 3)), (4 * MIB, None)],
)
def test_a_disk_is_short_where_it_is_seen_to_have_less_than_the_reserve(
    free: int | None, missing: Shortage | None
) -> None:
    try:
        found: object = asyncio.run(DiskReserve(lambda: free, 3 * MIB).shortage())
    except TypeError as error:
        found = error
    assert found == missing


# --- the last word ----------------------------------------------------------------------------------------------------


@dataclass
class Store:
    """A store that keeps checkpoints, and says of some that it has them."""

    has: set[int] = field(default_factory=set)
    kept: list[Checkpoint] = field(default_factory=list)

    def put_checkpoint(self, one: Checkpoint) -> None:
        self.kept.append(one)

    def put_checkpoints(self, some: tuple[Checkpoint, ...]) -> None:
        self.kept += some

    def has_checkpoint(self, one: Checkpoint) -> bool:
        return one.version in self.has


def said(table: str, version: int, epoch: int = 1, key: Ed25519PrivateKey = KEY, **more: Any) -> Checkpoint:
    return sign_checkpoint(key, Checkpoint(table, version, "ab", TIME, "", epoch=epoch, **more))


NEWEST = said("uno", 3, 2, is_closed=True)
WITNESSED = (said("uno", 9), said("uno", 3, 2), NEWEST, said("uno", 2, 2, is_closed=True), said("dos", 99, 9))


@pytest.mark.parametrize("order", [1, -1])
def test_of_what_was_witnessed_the_newest_about_a_table_is_kept_in_its_store(order: int) -> None:
    for table, kept in (("uno", [NEWEST]), ("dos", [WITNESSED[-1]]), ("tres", [])):
        store = Store()
        keep_last_word(store, table, WITNESSED[::order])  # type: ignore[arg-type]
        assert store.kept == kept


def test_the_last_writer_is_he_of_whom_this_halls_key_has_signed_something() -> None:
    forged = Checkpoint("uno", 1, "ab", TIME, AUTHORITY.public, "00" * 64, epoch=8)
    heard = (*WITNESSED, said("uno", 1, 7, OTHER), forged)
    assert [last_signed_writer(one, heard, AUTHORITY) for one in ("uno", "dos", "tres")] == [2, 9, 0]
    assert last_signed_writer("uno", heard[::-1], AUTHORITY) == 2


class Writer:
    async def call(self, work: Any) -> Any:
        return work()


def table(name: str, version: int) -> Any:
    return SimpleNamespace(id=name, version=version, epoch=4, head=SimpleNamespace(version=version, hash="ab"))


def signer(tables: list[Any], store: Store) -> tuple[Signer, ManualClock]:
    clock = ManualClock()
    keys: Any = SimpleNamespace(signing=KEY)
    return Signer(store, Writer(), keys, clock, None, lambda: tables), clock  # type: ignore[arg-type]


def statements(found: tuple[Checkpoint, ...]) -> list[tuple[str, int, bool, int]]:
    assert all((one.epoch, one.head, one.time, one.is_witnessed) == (4, "ab", TIME, False) for one in found)
    return [(one.table, one.version, one.is_closed, one.tagged_from) for one in found]


def test_a_hall_signs_where_each_table_stands_once_until_it_has_gone_on_or_closes() -> None:
    async def scene() -> None:
        tables, store = [table("uno", 3), table("dos", 0), table("tres", 1)], Store(has={1})
        here, _ = signer(tables, store)
        here.restore("uno", 7)
        assert statements(await here.sign()) == [("uno", 3, False, 7), ("tres", 1, False, 1)]
        assert [one.table for one in store.kept] == ["uno"]
        assert statements(await here.sign()) == []
        tables[0].version, tables[0].head.version = 4, 4
        assert statements(await here.sign()) == [("uno", 4, False, 7)]
        assert statements(await here.sign(closed=True)) == [("uno", 4, True, 7), ("tres", 1, True, 1)]
        assert statements(await here.sign(closed=True)) == []
        await here.sign_last(tables)
        assert [(one.table, one.version, one.is_closed) for one in store.kept] == [
            ("uno", 3, False),
            ("uno", 4, False),
            ("uno", 4, True),
        ]

    asyncio.run(scene())


def test_when_a_hall_last_made_sure_of_its_signatures_is_known_though_none_was_due() -> None:
    async def scene() -> None:
        here, clock = signer([], Store())
        await clock.advance(90)
        assert here.signed_at == 0
        assert await here.sign() == ()
        assert here.signed_at == 90

    asyncio.run(scene())


@pytest.mark.parametrize("error", [OSError("full"), HallFailedError("record-failed")])
def test_every_minute_is_signed_until_nobody_can_witness_or_keep_it(error: Exception) -> None:
    async def scene() -> None:
        one, store, heard = table("uno", 1), Store(), list[BaseException]()
        here, clock = signer([one], store)
        work = asyncio.create_task(here.now_and_then(heard.append))
        await clock.advance(59)
        assert store.kept == []
        await clock.advance(1)
        assert [kept.version for kept in store.kept] == [1]
        one.version = one.head.version = 2
        await clock.advance(60)
        assert [kept.version for kept in store.kept] == [1, 2]

        async def broken() -> Any:
            raise error

        here.sign = broken  # type: ignore[method-assign, assignment]
        await clock.advance(60)
        assert work.done()
        assert heard == ([error] if isinstance(error, OSError) else [])

    asyncio.run(scene())


# --- a hall without a house -------------------------------------------------------------------------------------------


def quiet(what: Any, *given: Any) -> Any:
    """Return what a call returns, or the error that it raises."""
    try:
        return what(*given)
    except Exception as error:
        return error


@pytest.mark.parametrize("key", ["toy", "house"])
def test_a_table_without_a_house_above_it_is_asked_and_told_nothing_by_one(key: str) -> None:
    twins = HouseTwins({})
    game: Any = SimpleNamespace(key=key)
    act, made = SimpleNamespace(body=object()), SimpleNamespace(outcome=Accepted(()), state=None, events=())
    assert quiet(twins.moves, game, "uno", None, made, TIME) == ()
    assert quiet(twins.of_house, game, act) is act
    assert quiet(twins.purse, game, PersonId("ana")) is None
    assert quiet(twins.most_to_bring, game, PersonId("ana")) is None
    assert quiet(twins.is_cover_short, ()) is False
    assert quiet(twins.word, game, "uno", None, TIME) is None
    assert quiet(twins.within_limits, game, "uno", act, made) is made
    assert quiet(twins.debt_at, "nadie") is None
    assert quiet(lambda: list(twins.not_to_be_seated(act, (object(),)))) == []  # type: ignore[arg-type]
    opening = object()
    assert quiet(twins.prepared, game, opening) is opening
