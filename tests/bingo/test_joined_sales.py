"""What a hall knows of its sales grows with the ranges that somebody holds, and never with how often was sold: what
touches, and differs by its range alone, is one. Nothing is lost by it: who holds which cartón, and since which game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.choices import Unit
from tapete.games.bingo.inventory import Inventory, Refund
from tapete.games.bingo.sale import sale_of_range
from tapete.games.bingo.terms import Means, Range, SoldRange
from tapete.kernel import PersonId
from tests.support.bingo.hall import CALLER, CHIEF, MANAGER, Hall

NAME = "B-1047"
CASH = ("ana", "luis", None)


def sold_singly(count: int, *holders: str | None) -> Hall:
    """Sell cartones one by one, to some holders in turn; no step is checked."""
    hall = Hall().open().sale()
    for who in filter(None, holders):
        hall.do(who, a.BuyIn(1000_00))
    for number in range(1, count + 1):
        who = holders[number % len(holders)]
        person, means = (PersonId(who), Means.ACCOUNT) if who else (None, Means.CASH)
        hall.play = hall.play.do(a.SellCards(NAME, number, number, person, means), CALLER)
    return hall


def entries(hall: Hall) -> tuple[int, int]:
    """Return how many sales, and how many uses of the series, the state keeps."""
    return len(hall.game.sales), len(hall.state.hall.series[NAME].uses)


@pytest.mark.parametrize("holder", ["ana", None])
def test_many_single_sales_to_one_holder_are_one(holder: str | None) -> None:
    hall = sold_singly(100, holder)
    assert entries(hall) == (1, 1)
    assert hall.game.sales[0].cards == Range(NAME, 1, 100)
    assert hall.state.hall.series[NAME].uses == ((Range(NAME, 1, 100), 1),)


def test_of_several_holders_each_keeps_his_own_and_the_numbers_of_the_series_are_one_range() -> None:
    assert entries(sold_singly(100, "ana", "luis")) == (100, 1)


def test_what_two_sellers_sold_is_kept_apart_as_what_two_games_used() -> None:
    hall = Hall().open().sale().sell(1, 2).do(MANAGER, a.Relieve("caller", PersonId("pau")))
    hall.do("pau", a.SellCards(NAME, 3, 4))
    assert [(one.seller, one.cards.size) for one in hall.game.sales] == [(CALLER, 2), ("pau", 2)]
    hall.do(CHIEF, a.CallOffSale("nadie")).do(CHIEF, a.EndGame()).sale()
    hall.do("pau", a.SellCards(NAME, 5, 6))
    assert hall.state.hall.series[NAME].uses == ((Range(NAME, 1, 4), 1), (Range(NAME, 5, 6), 2))


def test_whatever_is_sold_and_taken_back_every_cartón_has_its_holder() -> None:
    rng = random.Random(7)
    hall = Hall(sale__upwards=False).open().sale().do("ana", a.BuyIn(1000_00)).do("luis", a.BuyIn(1000_00))
    held: dict[int, str | None] = {}
    for _ in range(300):
        first = rng.randint(1, 60)
        last = first + rng.choice((0, 0, 1, 5))
        whole = range(first, last + 1)
        if rng.random() < 0.65:
            who = rng.choice(CASH)
            act: Any = a.SellCards(NAME, first, last, who and PersonId(who), Means.ACCOUNT if who else Means.CASH)
            may = held.keys().isdisjoint(whole)
        else:
            act = a.TakeCardsBack(NAME, first, last)
            may = all(one in held for one in whole) and len({held[one] for one in whole}) == 1
        assert hall.accepts(CALLER, act) is may
        if may:
            hall.do(CALLER, act)
            held |= dict.fromkeys(whole, who) if isinstance(act, a.SellCards) else {}
            held = held if isinstance(act, a.SellCards) else {one: of for one, of in held.items() if one not in whole}
        found = {number: hall.game.sale_of(f"{NAME}/{number}") for number in range(1, 70)}
        assert {number: one.person for number, one in found.items() if one is not None} == held
        sales = [one.cards for one in hall.game.sales]
        assert sales == sorted(sales, key=attrgetter("first"))
        assert len(sales) == sum(one - 1 not in held or held[one - 1] != held[one] for one in held)
        assert entries(hall)[1] == sum(one - 1 not in held for one in held)


def test_a_range_of_one_sale_is_found_and_one_of_none_is_not() -> None:
    state = Hall().open().sale().sell(1, 4).sell(5, 8, "ana").state
    ends = {(1, 4): True, (2, 3): True, (5, 8): True, (4, 5): False, (8, 9): False, (9, 9): False, (3, 2): False}
    assert {one: sale_of_range(state, Range(NAME, *one)) is not None for one in ends} == ends
    assert sale_of_range(state, Range("A-1", 1, 1)) is None


# --- work -------------------------------------------------------------------------------------------------------------


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions some work calls."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("holders", [(None,), ("ana", "luis")])
@pytest.mark.parametrize("viewer", [CALLER, CHIEF])
def test_with_twice_the_sales_the_offers_take_twice_the_work_at_most(
    viewer: str, holders: tuple[str | None, ...]
) -> None:
    one, two = (sold_singly(count, *holders) for count in (80, 160))
    assert calls_of(lambda: two.play.legal(viewer)) < 2.2 * calls_of(lambda: one.play.legal(viewer))


@pytest.mark.parametrize("holders", [(None,), ("ana", "luis")])
def test_with_twice_the_sales_the_next_one_takes_no_more_than_twice_the_work(holders: tuple[str | None, ...]) -> None:
    one, two = (sold_singly(count, *holders) for count in (80, 160))

    def sells(hall: Hall, number: int) -> int:
        return calls_of(lambda: hall.play.do(a.SellCards(NAME, number, number), CALLER))

    assert sells(two, 161) < 2.2 * sells(one, 81)


@pytest.mark.parametrize("holders", [(None,), ("ana", "luis")])
def test_with_twice_the_sales_the_offers_of_a_void_game_take_twice_the_work_at_most(
    holders: tuple[str | None, ...],
) -> None:
    one, two = (sold_singly(count, *holders).do(CHIEF, a.CallOffSale("nadie")) for count in (80, 160))
    assert calls_of(lambda: two.play.legal(CALLER)) < 2.2 * calls_of(lambda: one.play.legal(CALLER))


# --- what goes back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "last"),
    [((Unit.SINGLE,), 1), ((Unit.STRIP,), 6), ((Unit.RANGE,), 2), ((Unit.STRIP, Unit.RANGE), 2), (tuple(Unit), 1)],
)
def test_what_one_person_bought_in_pieces_is_offered_to_go_back_in_one_that_the_house_sells(
    units: tuple[Unit, ...], last: int
) -> None:
    hall = Hall(sale__units=[str(one) for one in units]).open().sale()
    if units == (Unit.SINGLE,):
        for number in range(1, 13):
            hall.sell(number, number)
    elif units == (Unit.STRIP,):
        hall.sell(1, 6).sell(7, 12)
    else:
        hall.sell(1, 5).sell(6, 12)
    assert hall.accepts(CALLER, a.TakeCardsBack(NAME, 1, last))
    assert [one.act for one in hall.play.legal(CALLER)].count("take-cards-back") == 1


# --- records of before ------------------------------------------------------------------------------------------------


def test_an_inventory_that_has_each_sale_by_itself_is_the_one_that_is_due() -> None:
    hall = Hall().open().sale().sell(1, 2).sell(3, 3).do(CHIEF, a.CallOffSale("nadie"), a.EndGame())
    due = hall.play.game.with_inventory(a.OpenHall("sala", "orden-1979", hall.state.balls, staff={}), hall.state)
    assert due.inventory is not None
    ((name, refund),) = due.inventory.refunds.items()
    assert [one.cards for one in refund.sales] == [Range(NAME, 1, 3)]
    apart = tuple(SoldRange(Range(NAME, *ends), PersonId(CALLER), Means.CASH) for ends in ((3, 3), (1, 2)))
    older = replace(due, inventory=replace(due.inventory, refunds={name: replace(refund, sales=apart)}))
    assert hall.play.game.is_inventory_due(older, hall.state)
    stranger = replace(refund, sales=(replace(refund.sales[0], person=PersonId("eva")),))
    other = replace(due, inventory=replace(due.inventory, refunds={name: stranger}))
    assert not hall.play.game.is_inventory_due(other, hall.state)
    assert not hall.play.game.is_inventory_due(replace(due, inventory=None), hall.state)
    assert not hall.play.game.is_inventory_due(due, None)


def test_a_hall_that_takes_up_older_lists_keeps_them_in_order() -> None:
    hall = Hall().open().sale().sell(1, 1)
    series = replace(hall.state.hall.series[NAME], uses=((Range(NAME, 5, 6), 1), (Range(NAME, 1, 2), 2)))
    apart = tuple(SoldRange(Range(NAME, *ends), PersonId(CALLER), Means.CASH) for ends in ((6, 6), (5, 5)))
    left = Inventory(series=(series,), refunds={"1": Refund(2_00, (Range(NAME, 5, 6),), apart)})
    state = hall.play.game.evolve(hall.state, e.HallContinued(left, {}))
    assert [cards.first for cards, _ in state.hall.series[NAME].uses] == [1, 5]
    assert [one.cards for one in state.refunds["1"].sales] == [Range(NAME, 5, 6)]
