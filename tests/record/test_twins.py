"""What the tables of a house say and what the house has of it: held against each other, entry by entry."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.accounts import CASH_DESK
from tapete.catalogue import house_games, recorded_engines
from tapete.cli import app
from tapete.games.baccarat.procedure import CloseTable
from tapete.house import acts as a
from tapete.house.books import is_cash
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import audit
from tapete.record.export import ExportSource, write_export
from tapete.record.source import StoreSource
from tapete.record.store import Store, open_store
from tapete.record.twins import Telling, ToldMoves, absent_tables, twin_problems
from tapete.table.acts import BuyIn, CashOut, Leave, Sit
from tapete.table.sessions import SessionClauses
from tests.support.house import ANA, BEA, TABLE
from tests.support.live.evening import OPENING, OTHER, do, open_day, slip, welcome
from tests.support.record.books import books_of_house

PLAYERS = (ANA, BEA, PersonId("ceu"), PersonId("dino"))


def whole_house(hall: Hall) -> None:
    """The books of the house and those of its tables say the same: all chips are in the safe, at the desk, in purses or
    on tables, to the cent.
    """
    house = hall.house
    assert house is not None
    assert ESTABLISHMENT.problems(house.state) == ()
    chips = {name: held for name, held in house.state.ledger.items() if not is_cash(name)}
    assert sum(chips.values()) == 0
    for name, table in hall.tables.items():
        books = house.state.tables[name]
        assert -table.state.ledger.get(CASH_DESK, 0) == books.chips_in - books.chips_out
        there = sum(held for account, held in table.state.ledger.items() if account != CASH_DESK)
        assert chips.get(f"table:{name}", 0) == there + books.opening + books.fills - books.credits


async def evening(url: str, seed: int, steps: int = 100) -> int:
    """Play an evening at random at two tables; return how much of it was recorded twice."""
    rng, hall = Random(seed), await Hall.start(url, Keys.fresh(), games=house_games())
    house = await open_day(hall)
    await hall.open_table("punto-y-banca", OPENING)
    await hall.open_table("chemin-de-fer", OTHER)
    await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
    for who in PLAYERS[:3]:
        await welcome(house, who, 100_000)
    begun = house.version
    for _ in range(steps):
        table, who = rng.choice(list(hall.tables.values())), rng.choice(PLAYERS)
        amount = rng.choice((1, 5_000, 33_333, 100_000))
        what: Any = rng.choice((Sit(rng.randint(1, 4)), BuyIn(amount), BuyIn(amount), CashOut(amount), Leave()))
        await table.act(Act(who, what, table.step))
        whole_house(hall)
    done = house.version - begun
    await hall.stop()
    return done


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_house_balances_at_every_entry(tmp_path: Path, seed: int) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    assert asyncio.run(evening(url, seed)) > 10
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    """The store of a house in which Ana has bought chips at a table and left it."""

    async def scene() -> None:
        hall = await Hall.start(url, Keys.fresh(), games=house_games())
        house = await open_day(hall)
        table = await hall.open_table("punto-y-banca", OPENING)
        await welcome(house, ANA, 60_000)
        await do(table, ANA, Sit(1), BuyIn(20_000), Leave())
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    with open_store(url, read_only=True) as store:
        yield store


def test_books_of_the_whole_house_are_accepted_by_a_bookkeepers_own_tool(tmp_path: Path) -> None:
    """Nobody's chips are counted twice, at a table that has closed either, whose last player leaves it afterwards."""

    async def scene() -> None:
        hall = await Hall.start(url, Keys.fresh(), games=house_games())
        house = await open_day(hall)
        one = await hall.open_table("punto-y-banca", OPENING)
        two = await hall.open_table("chemin-de-fer", OTHER)
        await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
        for who, table in ((ANA, one), (BEA, two)):
            await welcome(house, who, 60_000)
            await do(table, who, Sit(1), BuyIn(40_000))
        await do(two, PersonId("fermin"), CloseTable())
        await do(two, BEA, CashOut(10_000), Leave())
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    held = books_of_house(tmp_path / "hall.db")
    assert {name: held for name, held in held.items() if name.startswith("Assets:Table")} == {
        "Assets:Table:Mesa-1:Float": "10000.00",
        "Assets:Table:Mesa-1:Person:Ana": "400.00",
        "Assets:Table:Mesa-2:Float": "0.00",
        "Assets:Table:Mesa-2:Person:Bea": "0.00",
    }
    assert (held["Assets:Person:Ana"], held["Assets:Person:Bea"]) == ("200.00", "600.00")
    alone = CliRunner().invoke(app, ["accounts", str(tmp_path / "hall.db"), TABLE, "--with-tables"])
    assert alone.exit_code == 2


def test_an_export_of_the_house_alone_is_compared_with_nothing_and_says_so(kept: Store, tmp_path: Path) -> None:
    for table in (KEY, TABLE):
        write_export(StoreSource(kept), table, tmp_path / table)
    house = audit(ExportSource(tmp_path / KEY), recorded_engines())
    found = [one for one in house.warnings if one.code == "tables-absent"]
    assert (house.problems, [one.facts for one in found]) == ((), [{"tables": TABLE, "count": 1}])
    alone = audit(ExportSource(tmp_path / TABLE), recorded_engines())
    assert "tables-absent" not in {one.code for one in alone.warnings}


def test_one_table_of_a_house_is_audited_by_itself(kept: Store) -> None:
    for table in (KEY, TABLE):
        assert audit(StoreSource(kept), recorded_engines(), tables=(table,)).problems == ()


MOVES = (a.NoteSeat(ANA, TABLE),)
DIGEST = "0" * 64


def test_a_session_that_a_house_tells_otherwise_than_its_table_is_found() -> None:
    """Of another number, of another moment, without its end."""
    clauses = SessionClauses(("DP.E2.14",), ("DP.E2.13",))
    begun = a.BeginSession(TABLE, 1, 2, "2026-11-22T17:00", clauses)
    over = a.EndSession(TABLE, "2026-11-22T20:30")
    house, table = Telling(), Telling()
    table.of_table = {1: ToldMoves(DIGEST, (begun,)), 2: ToldMoves(DIGEST, (over,))}
    for first, last, found in (
        (begun, over, []),
        (a.BeginSession(TABLE, 2, 2, "2026-11-22T17:00", clauses), over, ["twin-differs"]),
        (a.BeginSession(TABLE, 1, 1, "2026-11-22T17:00", clauses), over, ["twin-differs"]),
        (begun, a.EndSession(TABLE, "2026-11-22T22:45"), ["twin-differs"]),
        (begun, None, ["twin-missing"]),
    ):
        twins = [twin(1, moves=(first,)), *(() if last is None else (twin(2, moves=(last,)),))]
        house.of_house = list(enumerate(twins, start=1))
        assert [one.code for one in twin_problems(house, {TABLE: table}, is_whole=True)] == found


def told(*twins: a.FollowTable | None, entries: tuple[int, ...] = (2, 3)) -> list[tuple[int, str, str]]:
    """Return what is wrong where a table tells something in some entries, and the house has these twins of them."""
    house, table = Telling(), Telling()
    house.of_house = list(enumerate(twins, start=1))
    table.of_table = {version: ToldMoves(DIGEST, MOVES) for version in entries}
    found = twin_problems(house, {TABLE: table}, is_whole=True)
    return [(one.at, one.code, one.table) for one in found]


def twin(entry: int, **other: Any) -> a.FollowTable:
    return a.FollowTable(**{"table": TABLE, "entry": entry, "digest": DIGEST, "moves": MOVES, **other})


def test_each_entry_that_tells_something_has_its_own_twin_in_order() -> None:
    assert told(twin(2), twin(3)) == []
    assert told(twin(2)) == [(3, "twin-missing", TABLE)]
    assert told(twin(2), twin(2), twin(3)) == [(2, "twin-foreign", KEY)]
    assert told(twin(3), twin(2)) == [(2, "twin-foreign", KEY)]
    assert told(twin(2), twin(3), twin(4)) == [(3, "twin-foreign", KEY)]
    assert told(twin(2), twin(3), None) == [(3, "twin-foreign", KEY)]
    assert told(twin(2), twin(3), twin(1, table="otra")) == [(3, "twin-foreign", KEY)]
    assert told(twin(2), twin(3, digest="1" * 64)) == [(2, "twin-differs", KEY)]
    assert told(twin(2), twin(3, moves=(a.NoteSeat(BEA, TABLE),))) == [(2, "twin-differs", KEY)]
    assert told(twin(2), twin(3, moves=MOVES * 2)) == [(2, "twin-differs", KEY)]


class Reruns:
    """What a telling asks of the entry that was decided again: here it has told its house nothing."""

    game, table, before, state, events = None, KEY, None, None, ()


def test_a_house_tells_of_a_table_by_a_twin_and_whatever_else_moves_its_people_names_no_entry(kept: Store) -> None:
    """Whoever notes a seat by hand in the house's record tells of a table what no entry of it says."""
    rows = list(kept.entries(KEY))
    entry = next(one.entry() for one in rows if one.entry().act["what"]["act"] == "follow-table")
    house = Telling()
    for what in (twin(2), *MOVES, a.BeginSession(TABLE, 1, 2, "2026-11-22T17:00", SessionClauses(("DP.E2.14",), ()))):
        forged = msgspec.structs.replace(entry, act={**entry.act, "what": msgspec.to_builtins(what)})
        house.read(forged, Reruns())  # type: ignore[arg-type]
    other = next(one.entry() for one in rows if one.entry().act["what"]["act"] == "open-day")
    house.read(other, Reruns())  # type: ignore[arg-type]
    assert house.of_house == [(entry.version, twin(2)), (entry.version, None), (entry.version, None)]


@pytest.mark.parametrize(("is_whole", "found"), [(True, [(1, "twin-foreign")]), (False, [])])
def test_of_a_table_that_is_not_here_a_part_of_the_record_asks_nothing(is_whole: bool, found: list[Any]) -> None:
    house, table = Telling(), Telling()
    house.of_house = [(1, twin(1, table="otra")), (2, twin(2))]
    table.of_table = {2: ToldMoves(DIGEST, MOVES)}
    problems = list(twin_problems(house, {TABLE: table}, is_whole=is_whole))
    assert [(one.at, one.code) for one in problems] == found
    assert absent_tables(house, {TABLE: table}) == ("otra",)
    assert absent_tables(house, {}) == (TABLE, "otra")


def test_what_differs_is_said_of_the_entry_and_in_which_way() -> None:
    house, table = Telling(), Telling()
    table.of_table = {2: ToldMoves(DIGEST, MOVES), 3: ToldMoves(DIGEST, MOVES)}
    house.of_house = [(1, twin(2, digest="1" * 64)), (2, twin(3, moves=(a.NoteSeat(BEA, TABLE),)))]
    by_hash, by_moves = twin_problems(house, {TABLE: table}, is_whole=True)
    assert (by_hash.facts["entry"], by_hash.facts["case"]) == (2, "hash")
    assert by_moves.facts["entry"] == 3
    assert (by_moves.facts["table"], by_moves.facts["house"]) == (f"note-seat ana {TABLE}", f"note-seat bea {TABLE}")
