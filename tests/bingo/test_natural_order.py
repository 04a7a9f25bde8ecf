"""Cartones are listed by series and number, numbers counted as numbers: B 2 before B 10, cartón 9 before 10. In
that order what was sold is announced (BG.IV.10), and the cents that a division leaves are given (BG.I.15).
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.ranges import joined_ranges
from tapete.games.bingo.terms import Means, Range, natural_place
from tapete.kernel import PersonId
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K

TWO, TEN = "B-2", "B-10"
CARDS = ("B-2/9", "B-2/10", "B-10/1")
"""Ana's, all with the same numbers, in order."""


@pytest.mark.parametrize(
    "names",
    [
        ("B-2", "B-10", "B-1047"),
        ("A-10", "B-2"),
        ("B-2/9", "B-2/10", "B-10/1"),
        ("owed:2/bingo/B-2/9", "owed:10/bingo/B-2/9"),
        ("owed:1/linea/B-2/9", "owed:1/linea/B-2/10"),
        ("p", "p1", "p" + "9" * 5000),
    ],
)
def test_numbers_in_names_are_counted_as_numbers(names: tuple[str, ...]) -> None:
    assert sorted(set(names), key=natural_place) == list(names)


def test_ranges_are_joined_in_the_order_of_their_series() -> None:
    parts = (Range(TEN, 1, 2), Range(TWO, 3, 4), Range(TWO, 1, 2))
    assert joined_ranges(parts) == (Range(TWO, 1, 4), Range(TEN, 1, 2))


def announced(**options: Any) -> Hall:
    """Sell two series in one game, of which Ana has three cartones, and announce what was sold."""
    hall = Hall(NUMBERS, cartones=GivenCartones(dict.fromkeys(CARDS, K)), **options)
    hall.do(MANAGER, a.RegisterMachine("M-1", "pneumatic", "simulation"), a.RegisterBalls("S-9", "simulation"))
    hall.do(MANAGER, *(a.RegisterSeries("B", number, 20, 2_00) for number in (10, 2)))
    hall.checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale((TEN, TWO)))
    hall.do("ana", a.BuyIn(10_00)).do(CALLER, a.SellCards(TEN, 1, 1, PersonId("ana"), Means.ACCOUNT))
    hall.do(CALLER, a.SellCards(TEN, 2, 8), a.SellCards(TWO, 1, 8))
    hall.do(CALLER, a.SellCards(TWO, 9, 10, PersonId("ana"), Means.ACCOUNT)).do(CHIEF, a.CloseSale())
    hall.do(CASHIER, a.CollectUnsold(TEN, 12), a.CollectUnsold(TWO, 10))
    return hall.announced()


def called(prize: Any, hall: Hall) -> Hall:
    """Call a prize with all of Ana's cartones, the last one first, and check them."""
    for card in reversed(CARDS):
        hall.do("ana", a.CallPrize(prize, card))
    for card in reversed(CARDS):
        masters = hall.game.pause.masters
        hall.do(CHIEF, *(() if card in masters else (a.ShowMaster(card),)), a.CheckCard(prize, card))
    return hall


def awarded() -> Hall:
    hall = called(LINE, announced().do(CHIEF, a.AnnounceStart()).drawn(5)).on()
    return called(BINGO, hall.drawn(10)).end()


def of_ana(names: Any) -> list[str]:
    return [card for one in names for card in CARDS if one.endswith((f"/{card}", f":{card}")) or one == card]


def test_what_was_sold_is_announced_by_series_and_number() -> None:
    assert [one for one in announced().said if "del número" in one] == [
        "Cartones vendidos 18, de la serie B 2 del número 1 al 10",
        "y de la serie B 10 del número 1 al 8",
    ]


def test_the_cents_that_are_left_go_to_the_first_by_series_and_number() -> None:
    hall = called(LINE, announced(prizes__fixed_line=1_00).do(CHIEF, a.AnnounceStart()).drawn(5)).on()
    won = [(one.card, one.amount) for one in hall.game.awards[LINE]]
    assert won == [("B-2/9", 34), ("B-2/10", 33), ("B-10/1", 33)]


def test_calls_verdicts_prizes_and_cartones_are_listed_by_series_and_number() -> None:
    hall = called(LINE, announced().do(CHIEF, a.AnnounceStart()).drawn(5))
    assert of_ana(one.card for one in hall.play.view().calls) == list(CARDS)
    hall.on()
    assert of_ana(one.card for one in hall.play.view().verdicts) == list(CARDS)
    assert of_ana(hall.play.view("ana").me.due_prizes) == list(CARDS)
    assert [one.card for one in hall.play.view("ana").me.cartones] == list(CARDS)
    numbers = next(one for one in hall.play.legal("ana") if one.act == "mark-number").options("card")
    assert list(numbers) == list(CARDS)
    for card in reversed(CARDS):
        hall.do("ana", a.MarkNumber(card, NUMBERS[0]))
    assert list(hall.play.view("ana").me.marks) == list(CARDS)


def test_what_is_owed_is_listed_and_offered_by_series_and_number() -> None:
    hall = awarded()
    named = [f"owed:1/{prize}/{card}" for prize in (BINGO, LINE) for card in CARDS]
    assert hall.answer(CHIEF, a.EndGame()).facts["accounts"] == named
    assert list(hall.play.view(CHIEF).duty.due_prizes) == named
    for act, who in (("pay-prize", CASHIER), ("leave-uncollected", CHIEF)):
        offered = [one.fixed_value("card") for one in hall.play.legal(who) if one.act == act]
        assert offered == [*CARDS, *CARDS]


def test_series_are_listed_by_their_number() -> None:
    hall = announced()
    assert list(hall.play.view(CHIEF).duty.unused_cards) == [TWO, TEN]
    assert list(hall.play.view(CHIEF).duty.series_values) == [TWO, TEN]
    hall.do(CHIEF, a.CallOffSale("nadie"), a.EndGame())
    sale = next(one for one in hall.play.legal(CHIEF) if one.act == "announce-sale")
    assert list(sale.options("series")) == [TWO, TEN]
