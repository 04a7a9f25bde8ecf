"""What a record is taken up with: a writer beyond all who signed, few of many problems, a word that it was put back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.accounts import CASH_DESK, HOUSE as OF_BANK
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, RecordRefusedError
from tapete.live.archive import Archive, FormerTable, read_former
from tapete.live.errors import HallStoppedError
from tapete.live.first_entry import begin_house
from tapete.live.recovery import load_table, take_over_beyond
from tapete.live.restoring import sign_restoring
from tapete.live.twins import owed, own_chips
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, is_signed, sign_checkpoint
from tapete.record.entry import StreamEnd
from tapete.record.store import open_store
from tests.support.live.toy import Add, Open

ANA = PersonId("ana")
TIME = "2026-03-01T12:00:00+00:00"


@pytest.mark.parametrize(
    ("stands", "last", "taken"), [(0, 0, 1), (0, 1, 2), (2, 1, 3), (2, 2, 3), (2, 3, 4), (2, 4, 5), (2, 9, 10)]
)
def test_the_next_writer_has_a_number_above_all_who_have_signed(stands: int, last: int, taken: int) -> None:
    numbers = iter(range(stands + 1, 99))
    store: Any = SimpleNamespace(take_over=lambda *_, **__: SimpleNamespace(epoch=next(numbers)))
    assert take_over_beyond(store, "mesa", last, Keys.fresh().authority).epoch == taken


@pytest.mark.parametrize(("broken", "told"), [(0, 0), (1, 2), (2, 3), (9, 3)])
def test_of_many_things_that_are_wrong_with_a_record_three_are_told(broken: int, told: int) -> None:
    """Each of these entries is unreadable, and the hall has authenticated none of them."""
    keys = Keys.fresh()
    rows = [SimpleNamespace(body=b"x", hash=None, tag=None, version=one) for one in range(1, broken + 1)]
    store: Any = SimpleNamespace(entries=lambda _: rows, checkpoints=lambda _: ())
    try:
        problems = len(load_table(store, "mesa", (), keys.authority).rows)
    except RecordRefusedError as error:
        problems = len(error.facts["problems"])
    assert problems == told


def test_former_tables_are_listed_from_the_last_that_was_opened() -> None:
    archive = Archive(*([SimpleNamespace()] * 5))  # type: ignore[arg-type]
    for name, begin in (("a", "10:00"), ("b", "12:00"), ("c", "11:00"), ("d", "12:00")):
        archive._kept[name] = FormerTable(name, "toy", begin, StreamEnd(name, 1, "h"), None)
    assert [one.id for one in archive.newest_first()] == ["d", "b", "c", "a"]


def test_a_table_that_ends_is_waited_for_until_the_act_at_work_is_answered(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        acting = asyncio.create_task(table.act(Act(ANA, Add(1)), "a"))
        await asyncio.sleep(0)
        table.end(HallStoppedError("hall-closed"))
        await table.wait_for_end()
        assert table._runner.done()
        await asyncio.wait([acting], timeout=10)
        assert acting.done()

    stage.play(scene)


def test_a_hall_tells_whoever_started_it_of_the_first_failure_alone(stage: Any) -> None:
    told: list[BaseException] = []
    first, second = OSError("disk"), OSError("again")

    async def scene(hall: Hall) -> None:
        hall._fail(first)
        hall._fail(second)
        assert hall.failed is first

    stage.play(scene, on_failure=told.append)
    assert told == [first]
    stage.play(scene)  # whoever does not ask is not told


def test_a_restoring_is_signed_for_each_table_up_to_where_it_was_known(
    stage: Any, keys: Keys, url: str, tmp_path: Path
) -> None:
    async def scene(hall: Hall) -> None:
        for name in ("uno", "dos"):
            await hall.open_table("toy", Open(name))
        await hall.tables["uno"].act(Act(ANA, Add(1)), "a")

    stage.play(scene)
    store, file = open_store(url), tmp_path / "witness"
    stranger = Keys.fresh()
    known = [
        sign_checkpoint(by.signing, Checkpoint(table, version, "h", TIME, "", epoch=epoch))
        for by, table, version, epoch in (
            (keys, "uno", 7, 4),
            (keys, "uno", 5, 3),
            (stranger, "uno", 99, 50),
            (stranger, "otra", 9, 1),
            (keys, "gone", 6, 2),
        )
    ]
    try:
        before = {table: store.head(table) for table in ("uno", "dos")}
        said = {one.table: one for one in sign_restoring(store, keys, known, TIME, file)}
        assert list(said) == ["dos", "gone", "uno"]
        assert all(is_signed(one, frozenset({keys.public})) and one.time == TIME for one in said.values())
        assert [(said[one].version, said[one].head) for one in before] == [
            tuple(head) for head in map(ends, before.values())
        ]
        assert {name: one.restored_from for name, one in said.items()} == {
            "dos": before["dos"].version,
            "uno": 7,
            "gone": 6,
        }
        assert (said["uno"].epoch, said["gone"].epoch, said["gone"].version) == (5, 3, 0)
        assert all(one.is_witnessed and one.tagged_from == 1 for one in said.values())
        assert set(witness.read(file)) == set(said.values())
        assert said["uno"] in store.checkpoints("uno")
        unwitnessed = sign_restoring(store, keys, (), TIME, None)
        assert not any(one.is_witnessed for one in unwitnessed)
    finally:
        store.close()


def ends(head: Any) -> tuple[int, str]:
    return head.version, head.hash


def test_the_first_entry_of_a_house_is_its_first_writer_s(keys: Keys, url: str) -> None:
    store = open_store(url)
    try:
        begin_house(store, keys, "Casa", PersonId("dora"))
        (row,) = store.entries("house")
        entry = row.entry()
        assert (entry.epoch, entry.version, entry.table) == (1, 1, "house")
    finally:
        store.close()


@pytest.mark.parametrize(
    ("has_entry", "said", "is_read"),
    [
        (True, ((5, True),), True),
        (True, ((3, False), (5, True)), True),
        (True, ((5, False),), False),
        (True, ((4, True),), False),
        (True, ((6, True),), False),
        (True, ((4, True), (5, False)), False),
        (True, (), False),
        (False, ((5, True),), False),
    ],
)
def test_a_former_table_is_one_of_whose_end_a_hall_has_said_its_last_word(
    has_entry: bool, said: tuple[tuple[int, bool], ...], is_read: bool
) -> None:
    entry = SimpleNamespace(game="toy", time=TIME, continues=None)
    store: Any = SimpleNamespace(
        entries=lambda _: [SimpleNamespace(entry=lambda: entry)] * has_entry,
        head=lambda _: SimpleNamespace(version=5, hash="h"),
        checkpoints=lambda _: [SimpleNamespace(version=version, is_closed=closed) for version, closed in said],
    )
    found = read_former(store, "uno")
    assert found == (FormerTable("uno", "toy", TIME, StreamEnd("uno", 5, "h"), None) if is_read else None)


@pytest.mark.parametrize(
    ("ledger", "own", "due"),
    [
        ({}, 0, 0),
        ({CASH_DESK: -500, "person:ana": 300, "person:bea": 200}, 500, 500),
        ({CASH_DESK: -500, OF_BANK: 200, "person:ana": 300}, 300, 300),
        ({CASH_DESK: -500, OF_BANK: 200, "person:ana": 100, "stake:ana": 200}, 100, 300),  # what is staked is owed too
        ({CASH_DESK: -500, OF_BANK: -400, "person:ana": 900}, 900, 900),
        ({CASH_DESK: 100, OF_BANK: 300, "person:ana": 50}, 50, 50),
    ],
)
def test_a_table_owes_what_was_brought_and_not_won_and_its_people_s_own_chips_at_least(
    ledger: dict[str, int], own: int, due: int
) -> None:
    state = SimpleNamespace(ledger=ledger)
    assert (own_chips(state), owed(state)) == (own, due)
    assert (own_chips(SimpleNamespace()), owed(SimpleNamespace())) == (0, 0)
