"""The books of a table and of a whole house, taken by a bookkeeper's own tool; nobody's chips are counted twice."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.games.dos_panos import acts as d
from tapete.house import acts as a, events as e
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, ActBody, Event, PersonId
from tapete.live import Hall, Keys
from tapete.record.beancount import beancount
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tapete.record.house_books import TableAbsentError, house_books
from tests.support.dos_panos.table import STAFF
from tests.support.live.evening import BANK, ROSA, do, held_by_rosa, open_day, prepare_shoe
from tests.support.record.tables import GAME, Open, Paid, Settle, Stake, Staked, TableActor, Toy, books_of_house, play
from tests.support.rows import rows


def checked(path: Path, text: str) -> subprocess.CompletedProcess[str]:
    path.write_text(text, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(path)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_bean_check_accepts_the_accounts(tmp_path: Path) -> None:
    script = (
        (Open(), HOUSE),
        (Stake(1005), "ana"),
        (Stake(7), "9-n"),
        (Stake(300), "senor-n"),
        (Settle(PersonId("ana")), "x"),
    )
    entries = [made.entry for made in play(TableActor(), script).made]
    text = beancount(GAME, entries)
    found = checked(tmp_path / "t1.beancount", text)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert "balance Assets:Person:Ana 13.12 ~ 0.00 EUR" in text
    assert "balance Equity:Cash-desk -13.12 ~ 0.00 EUR" in text
    off = text.replace("balance Assets:Person:Ana 13.12", "balance Assets:Person:Ana 13.13")
    wrong = checked(tmp_path / "wrong.beancount", off)
    assert wrong.returncode == 1


# --- A Beancount file as a whole: every line of it, for entries of several days, and for a day without th ---

ANA, BEA = PersonId("ana"), PersonId("bea")


def entry(version: int, when: str, body: ActBody, *events: Event, by: PersonId = ANA) -> Entry:
    return Entry(
        table="t1",
        game="toy",
        version=version,
        time=when,
        by=by,
        epoch=1,
        edition="1",
        act=to_tree(Act(by, body)),
        events=tuple(map(to_tree, events)),
    )


# --- The books of a whole house: what stands in two records is one transaction; a table that has closed o ---

GAMES = {"toy": Toy()}
OPENED = (a.OpenHouse("Casa", PersonId("dora")), [e.HouseOpened("Casa", has_admission=False)])

Move = tuple[ActBody, Sequence[Event]]


def record(table: str, game: str, *moves: Move, first: int = 1, minute: int = 0) -> list[Entry]:
    """Return a record with an entry for each move, a minute apart."""
    return [
        Entry(
            table=table,
            game=game,
            version=version,
            time=f"2026-11-22T20:{minute + version:02d}:00+01:00",
            by=HOUSE,
            epoch=1,
            edition="1",
            act=to_tree(Act(HOUSE, body)),
            events=tuple(to_tree(event) for event in events),
        )
        for version, (body, events) in enumerate(moves, first)
    ]


def house(*moves: Move) -> list[Entry]:
    return record(KEY, ESTABLISHMENT.key, OPENED, *moves, minute=30)


def follow(table: str, entry: int, *told: Any) -> Move:
    """Return what the house has of an entry of a table: chips that were brought or taken, a table that closed."""
    events = {
        a.BringChips: lambda one: e.ChipsBrought(one.person, one.table, one.amount),
        a.TakeChips: lambda one: e.ChipsTaken(one.person, one.table, one.amount),
        a.NoteTableClosed: lambda one: e.TableNoted(one.table, "toy", is_open=False),
    }
    return a.FollowTable(table, entry, "0" * 64, told), [events[type(one)](one) for one in told]


def booked(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the transactions of a file: the act of each, and what it moves."""
    found: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if head := re.match(r'^\S+ \* "(.*)"$', line):
            found.append((head[1], {}))
        elif leg := re.match(r"^  ([A-Z]\S*)  (-?[\d.]+) EUR$", line):
            account = leg[1].partition(":")[2]
            sum_ = float(found[-1][1].get(account, 0)) + float(leg[2])
            found[-1][1][account] = f"{sum_:.2f}"
    return found


STAKED: Move = (Stake(500), [Staked(ANA, 500)])
STAKED_LEGS = {"Table:M1:Float": "-5.00", "Table:M1:Person:Ana": "0.00", "Table:M1:Stakes": "5.00"}


def legs(*moves: Move, told: Sequence[Move] = (), **others: list[Entry]) -> list[tuple[str, dict[str, str]]]:
    entries = {"m1": record("m1", "toy", *moves), **others}
    return booked(house_books(GAMES, house(*told), entries))


def test_an_entry_that_the_house_has_too_is_one_transaction_and_another_is_its_own() -> None:
    brought = follow("m1", 2, a.BringChips(ANA, "m1", 500))
    other = record("m2", "toy", STAKED, STAKED, minute=10)
    found = legs(STAKED, STAKED, STAKED, told=[brought], m2=other)
    acts = [act for act, _ in found]
    assert acts == ["stake", "stake", "stake", "stake", "follow-table"]
    at_other = {name.replace("M1", "M2"): held for name, held in STAKED_LEGS.items()}
    assert [moved for _, moved in found[:4]] == [STAKED_LEGS, STAKED_LEGS, at_other, at_other]
    both = {"Person:Ana": "-5.00", "Table:M1:Float": "0.00", "Table:M1:Person:Ana": "0.00", "Table:M1:Stakes": "5.00"}
    assert found[4][1] == both


def test_a_table_that_closes_hands_chips_back_and_books_nothing_when_its_players_leave() -> None:
    """An entry after the end that moves chips between people is booked all the same."""
    ended = follow(
        "m1",
        2,
        a.TakeChips(ANA, "m1", 300),
        a.TakeChips(BEA, "m1", 200),
        a.NoteTableClosed("m1"),
    )
    left = (Settle(ANA), [Staked(BEA, 100), Paid(BEA, 70)])
    found = legs(STAKED, STAKED, left, told=[ended], m2=record("m2", "toy", STAKED, STAKED, STAKED, minute=10))
    assert [act for act, _ in found] == ["stake", "settle", "stake", "stake", "stake", "follow-table"]
    assert found[1][1] == {"Table:M1:Stakes": "-0.70", "Table:M1:Person:Bea": "0.70"}
    assert found[-1][1] == {
        "Person:Ana": "3.00",
        "Person:Bea": "2.00",
        "Table:M1:Float": "-5.00",
        "Table:M1:Person:Ana": "-3.00",
        "Table:M1:Person:Bea": "-2.00",
        "Table:M1:Stakes": "5.00",
    }
    open_still = legs(STAKED, STAKED, left, told=[follow("m1", 2, a.TakeChips(ANA, "m1", 300))])
    assert open_still[1][1]["Table:M1:Float"] == "-1.00"


def test_the_house_tells_of_no_entry_that_is_not_there() -> None:
    told = [follow("m1", 2, a.BringChips(ANA, "m1", 500))]
    assert len(legs(STAKED, STAKED, told=told)) == 2
    for table, said in (("m1", told), ("m3", [follow("m3", 1, a.BringChips(ANA, "m3", 500))])):
        with pytest.raises(TableAbsentError) as absent:
            legs(STAKED, told=said)
        assert (absent.value.code, absent.value.facts) == ("table-absent", {"table": table})


# --- The books of a whole house with a bank that was deposited: whoever had it is paid once, whenever its ---

OPENING = d.OpenTable("salon", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=STAFF)


@rows("is_delivered", [False, True])
def test_a_deposit_that_comes_back_when_the_table_closes_is_counted_once(tmp_path: Path, is_delivered: bool) -> None:
    async def scene() -> None:
        hall = await Hall.start(url, Keys.fresh(), games=house_games())
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        await held_by_rosa(house, table)
        if is_delivered:
            await prepare_shoe(table)
            await do(table, ROSA, d.DeliverBank(BANK))
        await do(table, HOUSE, d.CloseTable())
        assert house.state.ledger[f"person:{ROSA}"] == BANK
        assert house.state.ledger.get("table:salon", 0) == 0
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    held = {name: float(one) for name, one in books_of_house(tmp_path / "hall.db").items()}
    assert {name: one for name, one in held.items() if "Salon" in name and one} == {}
    assert held["Assets:Person:Rosa"] == BANK / 100
