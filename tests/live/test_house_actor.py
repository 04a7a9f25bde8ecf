"""The house of a hall as an actor: the twin of what a table tells it, who is told of its entries, how it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.house.acts import Admit, BuyBackChips, FollowTable, NoteSeat, OpenDay, SellChips, SignSlip
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tapete.live import Keys, ManualClock, RecordRefusedError, house as live_house
from tapete.live.errors import HallStoppedError, TableLostError
from tapete.live.first_entry import begin_house
from tapete.live.house import HouseActor, has_house, read_house
from tapete.live.services import RecoveredTable
from tapete.live.telemetry import Telemetry
from tapete.live.twins import HouseTwins
from tapete.record.card_proofs import ShoeWatch
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.codec import to_tree
from tapete.record.entry import BadEntryError, Head
from tapete.record.private import KeySealer
from tapete.record.store import Append, Store, open_store
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, TABLE, asked, open_house

TIME = "2026-03-01T12:00:00+00:00"
WALL = "2026-01-01T12:00:00.000+00:00"


def actor() -> Any:
    """Return a house on an open day, over a store of which nothing is asked."""
    twins = HouseTwins({})
    services: Any = SimpleNamespace(
        clock=ManualClock(), sealer=KeySealer(bytes(32)), house=twins, telemetry=Telemetry(), writer=None, calendar=None
    )
    writer: Any = SimpleNamespace(table="house", head=Head(5, "ab" * 32), epoch=4, continues=None, stale=False)
    known = RecoveredTable(open_house().state, frozenset(), ShoeWatch())
    return HouseActor(services, writer, known)


def tell(house: Any, *moves: Any) -> Act[Any]:
    return Act(HOUSE, FollowTable(TABLE, 7, "cd" * 32, moves), house.step)


def test_what_a_table_tells_is_an_entry_that_is_not_stored_yet() -> None:
    async def scene() -> None:
        house = actor()
        before = house.state
        append, after, made = house.twin(tell(house, NoteSeat(ANA, TABLE)))
        assert append == Append(house._writer, made)
        assert (made.entry.version, made.entry.prev, made.entry.table, made.entry.epoch) == (6, "ab" * 32, "house", 4)
        assert (made.entry.time, made.entry.command, made.entry.by) == (WALL, None, HOUSE)
        assert (after.visitor(ANA).table, house.state, house.version) == (TABLE, before, 5)
        found = house.twin(tell(house, NoteSeat(BEA, TABLE)))
        assert isinstance(found, Refused)
        assert house.state is before
        house.end(HallStoppedError("hall-closed"))
        with pytest.raises(HallStoppedError):
            house.twin(tell(house, NoteSeat(ANA, TABLE)))

    asyncio.run(scene())


def test_an_entry_of_the_house_is_told_to_the_clock_of_play_to_the_minutes_and_of_whom_it_names() -> None:
    async def scene() -> None:
        house, named, told = actor(), list[Any](), list[str]()
        house.person_named += [named.append, lambda who: named.append(who.upper())]
        house.committed.append(lambda: told.append(f"version {house.version}"))
        house.play_time.follow = lambda entry: told.append(f"play {entry.version}")
        house.minutes_book.follow = lambda entry: told.append(f"minutes {entry.version}")
        _, after, made = house.twin(tell(house, NoteSeat(ANA, TABLE)))
        house.move_on(after, made, HOUSE)
        assert (house.state, house.version, house.author, named) == (after, 6, HOUSE, [])
        assert told == ["version 6", "play 6", "minutes 6"]
        _, after, made = house.twin(Act(PersonId("puerta"), Admit(BEA), house.step))
        house.move_on(after, made, PersonId("puerta"))
        assert (named, house.author) == ([BEA, BEA.upper()], "puerta")
        named.clear()
        for who, what in ((CASHIER, SellChips(BEA, 9)), (BEA, asked(BuyBackChips(BEA, 9))), (CASHIER, SignSlip(3))):
            _, after, made = house.twin(Act(who, what, house.step))
            house.move_on(after, made, who)
        assert named == [BEA, BEA.upper()] * 3, "also by a signature somebody is paid"
        house.end(HallStoppedError("hall-closed"))

    asyncio.run(scene())


def test_nobody_s_time_of_play_is_measured_in_a_house_that_has_ended() -> None:
    async def scene() -> None:
        house, stopped = actor(), list[int]()
        house.play_time.stop = lambda: stopped.append(1)
        house.end_if_replaced(TableLostError("writer-replaced", table="house", epoch=4))
        assert (house.is_open, stopped) == (True, [])
        house._writer.stale = True
        house.end_if_replaced(TableLostError("writer-replaced", table="house", epoch=4))
        assert (house.is_open, stopped, set(house._services.telemetry.lost_tables)) == (False, [1], {"house"})
        await house.wait_for_end()

    asyncio.run(scene())


def test_slips_are_offered_within_what_the_tables_owe(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        house, asked = actor(), list[Any]()

        def within_debts(offers: Any, state: Any, debt_at: Any) -> Any:
            asked.append((state, debt_at))
            return list(offers)[:2]

        plain = HouseActor.__mro__[1].legal(house, DIRECTOR)
        monkeypatch.setattr(live_house, "within_debts", within_debts)
        assert house.legal(DIRECTOR) == plain[:2] != plain
        assert asked == [(house.state, house._services.house.debt_at)]
        house.end(HallStoppedError("hall-closed"))

    asyncio.run(scene())


# --- read from its store ---------------------------------------------------------------------------------------------


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    found = open_store(url)
    yield found
    found.close()


def refused(what: Any, *given: Any) -> Any:
    try:
        return what(*given)
    except RecordRefusedError as error:
        return error.code, dict(error.facts)


@pytest.mark.parametrize(
    ("games", "found"), [((), False), (("house",), True), (("toy",), False), (("toy", "house"), False)]
)
def test_a_store_is_that_of_a_house_by_the_first_entry_of_it(games: tuple[str, ...], found: bool) -> None:
    rows = [SimpleNamespace(entry=lambda game=one: SimpleNamespace(game=game)) for one in games]
    assert has_house(SimpleNamespace(entries=lambda table: rows if table == "house" else [])) is found  # type: ignore[arg-type]


def test_a_house_whose_first_entry_cannot_be_read_is_no_missing_house() -> None:
    def broken() -> Any:
        raise BadEntryError("entry-format", format=9)

    store: Any = SimpleNamespace(entries=lambda _: [SimpleNamespace(entry=broken)])
    code, facts = refused(has_house, store)
    assert (code, facts["kind"], facts["detail"] != "") == ("record-unreadable", "BadEntryError", True)


def test_a_house_is_begun_by_one_entry_and_read_back_with_the_last_word_about_it(store: Store, keys: Keys) -> None:
    begin_house(store, keys, "Casa", DIRECTOR, ManualClock(), has_admission=False)
    (row,) = store.entries("house")
    entry = row.entry()
    assert (entry.time, entry.by, entry.table, entry.game) == (WALL, HOUSE, "house", "house")
    sealer, head = KeySealer(keys.sealing), store.head("house")
    word, other = (
        sign_checkpoint(keys.signing, Checkpoint(table, head.version, head.hash, TIME, "", epoch=1, tagged_from=1))
        for table in ("house", "uno")
    )
    recalled, tagged_from = read_house(store, sealer, keys.authority, iter((other, word)))
    assert (tagged_from, recalled.entries, recalled.commands) == (1, [entry], frozenset())
    assert recalled.state.settings is not None
    assert (recalled.state.settings.name, recalled.state.settings.has_admission) == ("Casa", False)
    assert ESTABLISHMENT.legal(recalled.state, DIRECTOR) != ()
    assert (list(store.checkpoints("house")), list(store.checkpoints("uno"))) == ([word], [])
    stranger = Keys.fresh()
    assert refused(read_house, store, KeySealer(stranger.sealing), stranger.authority, ())[0] == "record-unsound"


def test_a_house_asks_for_admission_if_it_is_not_begun_without(store: Store, keys: Keys) -> None:
    begin_house(store, keys, "Casa", DIRECTOR)
    settings = read_house(store, KeySealer(keys.sealing), keys.authority, ())[0].state.settings
    assert settings is not None
    assert settings.has_admission is True


def test_a_house_whose_entries_cannot_be_folded_is_refused(
    store: Store, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("seat")

    begin_house(store, keys, "Casa", DIRECTOR)
    monkeypatch.setattr(live_house.recovery, "recover_table", broken)
    assert refused(read_house, store, KeySealer(keys.sealing), keys.authority, ()) == (
        "record-unreadable",
        {"kind": "KeyError", "detail": "'seat'"},
    )


def test_what_the_house_decides_has_what_its_hall_says_in_it_and_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def decide(self: Any, act: Any, command: Any) -> Any:
        asked.append((act, command, self.turn.locked()))
        return "answer"

    monkeypatch.setattr(HouseActor.__mro__[1], "_decide", decide)

    async def scene() -> None:
        house = actor()
        act: Act[Any] = Act(DIRECTOR, OpenDay("2026-11-23", today="2030-01-01"))
        assert await house._decide(act, "c") == "answer"
        assert asked == [(Act(DIRECTOR, OpenDay("2026-11-23", True, None)), "c", True)]
        assert not house.turn.locked()
        first: Any = SimpleNamespace(
            act={"by": DIRECTOR, "at": None, "what": to_tree(OpenDay("2026-11-23", True, "2026-11-24"))}
        )
        assert house._as_first_said(act, first) == Act(DIRECTOR, OpenDay("2026-11-23", True, "2026-11-24"))
        house.end(HallStoppedError("hall-closed"))

    asyncio.run(scene())
