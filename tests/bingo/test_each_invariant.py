"""What holds at every moment of a sound hall: each of it broken alone, by a cent or by a cartón, and told whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import invariants as inv
from tapete.games.bingo.inventory import Refund
from tapete.games.bingo.state import Ball, State
from tapete.games.bingo.terms import Means, Prize, Range, SeriesKind, SoldRange, WinningCard
from tests.support.bingo.full_state import ANA, CALLER, CARD, STATE, changed

LINE, BINGO = Prize.LINE, Prize.BINGO
CARDS = SoldRange(Range("B-7", 1, 6), CALLER, Means.ACCOUNT, ANA)
SOUND: State = changed(
    replace(STATE, refunds=Map()),
    ledger=Map({"sales:5/1": 13_00, "sales:5/2": 12_00, "cash-desk": -25_00}),
    game={
        "is_over": False,
        "ends_card": False,
        "sales": (CARDS,),
        "awards": Map(),
        "balls": (Ball(4), Ball(17)),
        "brought_amounts": Map({LINE: 40, BINGO: 60}),
    },
)
"""Six cartones of two euros for each game of a double; a euro was brought to the first."""


def broken(state: State) -> list[tuple[str, dict[str, Any]]]:
    """Return what a state breaks, with its facts."""
    return [(one.code, dict(one.facts)) for check in inv.INVARIANTS for one in check(state)]


def test_a_sound_hall_breaks_nothing() -> None:
    assert broken(SOUND) == []
    assert broken(State()) == []
    assert len(set(inv.INVARIANTS)) == 6


@pytest.mark.parametrize("name", ["refunds:1", "sales:4"])
def test_neither_is_what_is_refunded_of_a_game_or_was_sold_in_it(name: str) -> None:
    """Such an account belongs to a game besides, and what the game comes to is told too where it is this one."""
    state = replace(SOUND, ledger=SOUND.ledger.set(name, -1).set("cash-desk", -24_99))
    assert ("account-overdrawn", {"account": name, "held": -1}) in broken(state)


@pytest.mark.parametrize("name", ["owed:5/1/linea/B-7/1", "held:5/1/linea", "carry:linea", "tax"])
def test_what_a_hall_owes_is_never_below_nothing(name: str) -> None:
    state = replace(SOUND, ledger=SOUND.ledger.set(name, -1).set("cash-desk", -24_99))
    assert broken(state) == [("account-overdrawn", {"account": name, "held": -1})]
    for other in ("till:caller", "till-difference", "house"):
        assert broken(replace(SOUND, ledger=SOUND.ledger.set(other, -1).set("cash-desk", -24_99))) == []


def test_the_books_come_to_nothing_and_no_account_of_a_person_is_overdrawn() -> None:
    assert broken(replace(SOUND, ledger=SOUND.ledger.set("house", 1))) == [("accounts-unbalanced", {"total": 1})]
    overdrawn = replace(SOUND, ledger=SOUND.ledger.set("person:ana", -1).set("house", 1))
    assert broken(overdrawn) == [("account-overdrawn", {"account": "person:ana", "held": -1})]


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ({"part": 1}, 13_00, 12_00),
        ({"part": 1, "is_over": True}, 0, 12_00),
        ({"part": 1, "is_over": True, "ends_card": True}, 0, 0),
        ({"part": 2}, 0, 12_00),
        ({"part": 2, "is_over": True}, 0, 0),
        ({"part": 1, "ends_card": True}, 13_00, 12_00),
    ],
)
def test_takings_wait_for_the_end_of_their_game(game: dict[str, Any], first: int, second: int) -> None:
    def breaches(one: int, two: int) -> list[Any]:
        ledger = Map({"sales:5/1": one, "sales:5/2": two, "cash-desk": -one - two})
        return broken(changed(SOUND, ledger=ledger, game=game))

    assert breaches(first, second) == []
    assert breaches(first + 1, second) == [("takings-differ", {"game": "5/1", "held": first + 1, "due": first})]
    assert breaches(first, second + 1) == [("takings-differ", {"game": "5/2", "held": second + 1, "due": second})]


@pytest.mark.parametrize(("is_over", "due"), [(False, 13_00), (True, 0)])
def test_a_single_game_has_one_account_of_takings(is_over: bool, due: int) -> None:
    single = changed(SOUND, game={"part": 0, "kind": SeriesKind.SINGLE, "is_over": is_over})
    assert broken(replace(single, ledger=Map({"sales:5": due, "cash-desk": -due}))) == []
    assert broken(replace(single, ledger=Map({"sales:5": 7, "cash-desk": -7}))) == [
        ("takings-differ", {"game": "5", "held": 7, "due": due})
    ]


def test_of_a_void_game_each_price_is_there_or_was_given_back() -> None:
    refund = Refund(2_00, (Range("B-7", 1, 10),), (), refunded=(Range("B-7", 2, 4),))
    state = replace(SOUND, refunds=Map({"4": refund}))
    for held in (13_99, 14_00, 14_01):
        ledger = SOUND.ledger.set("refunds:4", held).set("cash-desk", -25_00 - held)
        expected = [] if held == 14_00 else [("takings-differ", {"game": "4", "held": held, "due": 14_00})]
        assert broken(replace(state, ledger=ledger)) == expected


@pytest.mark.parametrize(("owed", "is_sound"), [(59, True), (60, True), (61, False)])
@pytest.mark.parametrize("card", [CARD, "B-7/2"])
def test_no_more_is_owed_than_was_won(owed: int, is_sound: bool, card: str) -> None:
    won = (WinningCard(CARD, 60), WinningCard("B-7/2", 60))
    ledger = SOUND.ledger.set(f"owed:5/1/linea/{card}", owed).set("cash-desk", -25_00 - owed)
    state = changed(SOUND, ledger=ledger, game={"awards": Map({LINE: won})})
    assert broken(state) == ([] if is_sound else [("takings-differ", {"game": "5/1", "held": owed, "due": 60})])


@pytest.mark.parametrize(("balls", "is_sound"), [((4, 17, 4), False), ((4, 17, 5), True), ((4, 4), False), ((), True)])
def test_no_ball_comes_out_twice(balls: tuple[int, ...], is_sound: bool) -> None:
    state = changed(SOUND, game={"balls": tuple(map(Ball, balls))})
    assert broken(state) == ([] if is_sound else [("ball-twice", {})])


@pytest.mark.parametrize(
    ("ranges", "is_sound"),
    [
        (((1, 3), (4, 6)), True),
        (((4, 6), (1, 3)), True),
        (((1, 4), (4, 5)), False),
        (((4, 5), (1, 4)), False),
        (((1, 3), (3, 3)), False),
    ],
)
def test_no_cartón_is_sold_twice(ranges: Any, is_sound: bool) -> None:
    sales = tuple(replace(CARDS, cards=Range("B-7", *ends)) for ends in ranges)
    found = inv.cards_are_sold_once(changed(SOUND, game={"sales": sales}))
    assert [one.code for one in found] == ([] if is_sound else ["card-sold-twice"])
    foreign = (replace(sales[0], cards=replace(sales[0].cards, series="A-1")), *sales[1:])
    assert inv.cards_are_sold_once(changed(SOUND, game={"sales": foreign})) == ()
