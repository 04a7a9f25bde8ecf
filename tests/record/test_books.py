"""Books of a table and of a house for a bookkeeper's tool; what tables say and what the house has of it (T6)."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.accounts import CASH_DESK
from tapete.catalogue import house_games, recorded_engines
from tapete.cli import app
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos import acts as d
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import is_cash
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import audit
from tapete.record.beancount import TableAbsentError, beancount, house_books
from tapete.record.recompute import read
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.record.verify import Telling, ToldMoves, pairing_problems
from tapete.table.acts import BuyIn, CashOut, Leave, Sit
from tapete.table.houses import SessionClauses
from tests.support.dos_panos.table import STAFF
from tests.support.house import ANA, BEA, TABLE
from tests.support.live import evening as evenings
from tests.support.record.tables import GAME, Open, Settle, Stake, TableActor, books_of_house, play
from tests.support.rows import rows


def checked(path: Path, text: str) -> subprocess.CompletedProcess[str]:
    path.write_text(text, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(path)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_bean_check_accepts_the_accounts(tmp_path: Path) -> None:
    stakes = ((Stake(1005), "ana"), (Stake(7), "9-n"), (Stake(300), "senor-n"))
    script = ((Open(), HOUSE), *stakes, (Settle(PersonId("ana")), "x"))
    entries = [made.entry for made in play(TableActor(), script).made]
    text = beancount(GAME, entries)
    found = checked(tmp_path / "t1.beancount", text)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert "balance Assets:Person:Ana 13.12 ~ 0.00 EUR" in text
    assert "balance Equity:Cash-desk -13.12 ~ 0.00 EUR" in text
    off = text.replace("balance Assets:Person:Ana 13.12", "balance Assets:Person:Ana 13.13")
    assert checked(tmp_path / "wrong.beancount", off).returncode == 1


SALON = d.OpenTable("salon", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=STAFF)


@rows("is_delivered", [False, True])
def test_a_deposit_that_comes_back_when_the_table_closes_is_counted_once(tmp_path: Path, is_delivered: bool) -> None:
    async def scene() -> None:
        hall = await Hall.start(url, Keys.fresh(), games=house_games())
        house = await evenings.open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", SALON)
        await evenings.held_by_rosa(house, table)
        if is_delivered:
            await evenings.prepare_shoe(table)
            await evenings.do(table, evenings.ROSA, d.DeliverBank(evenings.BANK))
        await evenings.do(table, HOUSE, d.CloseTable())
        assert house.state.ledger[f"person:{evenings.ROSA}"] == evenings.BANK
        assert house.state.ledger.get("table:salon", 0) == 0
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    held = {name: float(one) for name, one in books_of_house(tmp_path / "hall.db").items()}
    assert {name: one for name, one in held.items() if "Salon" in name and one} == {}
    assert held["Assets:Person:Rosa"] == evenings.BANK / 100


PLAYERS = (ANA, BEA, PersonId("ceu"), PersonId("dino"))


def whole_house(hall: Hall) -> None:
    """The books of a house and its tables agree: all chips are in the safe, at the desk, in purses or on tables."""
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
    house = await evenings.open_day(hall)
    await hall.open_table("punto-y-banca", evenings.OPENING)
    await hall.open_table("chemin-de-fer", evenings.OTHER)
    await evenings.slip(house, SlipKind.OPENING, 1_000_000, TABLE)
    for who in PLAYERS[:3]:
        await evenings.welcome(house, who, 100_000)
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


@rows("seed", range(3))
def test_the_whole_house_balances_at_every_entry(tmp_path: Path, seed: int) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    assert asyncio.run(evening(url, seed)) > 10
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


async def test_books_of_the_whole_house_are_accepted_by_a_bookkeepers_own_tool(tmp_path: Path) -> None:
    """Nobody's chips are counted twice, at a table that has closed either, whose last player leaves it afterwards."""
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    hall = await Hall.start(url, Keys.fresh(), games=house_games())
    house = await evenings.open_day(hall)
    one = await hall.open_table("punto-y-banca", evenings.OPENING)
    two = await hall.open_table("chemin-de-fer", evenings.OTHER)
    await evenings.slip(house, SlipKind.OPENING, 1_000_000, TABLE)
    for who, table in ((ANA, one), (BEA, two)):
        await evenings.welcome(house, who, 60_000)
        await evenings.do(table, who, Sit(1), BuyIn(40_000))
    await evenings.do(two, PersonId("fermin"), CloseTable())
    await evenings.do(two, BEA, CashOut(10_000), Leave())
    await hall.stop()
    held = books_of_house(tmp_path / "hall.db")
    assert {name: held for name, held in held.items() if name.startswith("Assets:Table")} == {
        "Assets:Table:Mesa-1:Float": "10000.00",
        "Assets:Table:Mesa-1:Person:Ana": "400.00",
        "Assets:Table:Mesa-2:Float": "0.00",
        "Assets:Table:Mesa-2:Person:Bea": "0.00",
    }
    assert (held["Assets:Person:Ana"], held["Assets:Person:Bea"]) == ("200.00", "600.00")
    with open_store(url, read_only=True) as store, pytest.raises(TableAbsentError) as absent:
        house_books(house_games(), read(StoreSource(store), KEY), {})
    assert (absent.value.code, absent.value.facts) == ("table-absent", {"table": TABLE})
    alone = CliRunner().invoke(app, ["accounts", str(tmp_path / "hall.db"), TABLE, "--with-tables"])
    assert alone.exit_code == 2


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
        assert [one.code for one in pairing_problems(house, {TABLE: table}, is_whole=True)] == found


def twin(entry: int, **other: Any) -> a.FollowTable:
    return a.FollowTable(**{"table": TABLE, "entry": entry, "digest": DIGEST, "moves": MOVES, **other})


FOREIGN, MISSING = "twin-foreign", "twin-missing"


@rows(
    "entries, twins, found",
    [
        ((2, 3), (twin(2), twin(3)), []),
        ((2, 3), (twin(3), twin(2)), [(2, FOREIGN)]),
        ((2, 3), (twin(2),), [(3, MISSING)]),
        ((2,), (twin(2), twin(2)), [(2, FOREIGN)]),
        ((2,), (twin(2, digest="1" * 64),), [(1, "twin-differs")]),
        ((2,), (twin(2, moves=()),), [(1, "twin-differs")]),
        ((2,), (None, twin(2)), [(1, FOREIGN)]),
    ],
)
def test_each_entry_that_tells_something_has_its_own_twin_in_order(entries: Any, twins: Any, found: list[Any]) -> None:
    house, table = Telling(), Telling()
    house.of_house = list(enumerate(twins, start=1))
    table.of_table = {version: ToldMoves(DIGEST, MOVES) for version in entries}
    assert [(one.at, one.code) for one in pairing_problems(house, {TABLE: table}, is_whole=True)] == found
