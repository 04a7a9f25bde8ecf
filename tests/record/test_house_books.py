"""The books of a whole house: what stands in two records is one transaction; a table that has closed owes nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tapete.house import acts as a, events as e
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, ActBody, Event, PersonId
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tapete.record.house_books import TableAbsentError, house_books
from tests.support.record.toy import Deal, Paid, Settle, Stake, Staked, Toy, Wants

ANA, BEA = PersonId("ana"), PersonId("bea")
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


def test_the_books_bear_the_name_under_which_the_house_was_opened() -> None:
    assert 'option "title" "Casa"' in house_books(GAMES, house(follow("m1", 1, a.BringChips(ANA, "m1", 5))), {
        "m1": record("m1", "toy", STAKED)
    })  # fmt: skip
    assert 'option "title" "house"' in house_books(GAMES, [], {})


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
    ended = follow("m1", 2, a.TakeChips(ANA, "m1", 300), a.TakeChips(BEA, "m1", 200), a.NoteTableClosed("m1"))
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


def test_what_moves_nothing_is_no_transaction() -> None:
    assert legs((Deal(), [Wants("card")])) == []


def test_the_house_tells_of_no_entry_that_is_not_there() -> None:
    told = [follow("m1", 2, a.BringChips(ANA, "m1", 500))]
    assert len(legs(STAKED, STAKED, told=told)) == 2
    for table, said in (("m1", told), ("m3", [follow("m3", 1, a.BringChips(ANA, "m3", 500))])):
        with pytest.raises(TableAbsentError) as absent:
            legs(STAKED, told=said)
        assert (absent.value.code, absent.value.facts) == ("table-absent", {"table": table})
