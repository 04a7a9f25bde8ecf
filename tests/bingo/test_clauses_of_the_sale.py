"""One clause, one answer: the sale, the count, the prizes, the start; in which pieces and order cartones are sold."""

from typing import Any

import pytest

from tapete.cartones import Cards, Law, Series, cards_of
from tapete.games.bingo import acts as a
from tapete.games.bingo.inventory import Medium
from tapete.games.bingo.state import CardWish
from tapete.games.bingo.terms import Means, Phase, Range, SeriesKind
from tapete.kernel import PersonId
from tapete.table.acts import BuyIn
from tests.support.bingo.drawn import drawn
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall


def prizes(hall: Hall) -> tuple[int, int]:
    return hall.game.prizes[LINE], hall.game.prizes[BINGO]


@pytest.mark.clause("BG.IV.09")
def test_the_manager_sets_which_shares_of_the_sales_are_prizes_where_nothing_else_fixes_them() -> None:
    hall = Hall().do(MANAGER, a.SetShares(20, 80)).open().sale().sell(1, 300).close()
    assert prizes(hall.announced()) == (120_00, 480_00)
    assert Hall().refused(MANAGER, a.SetShares(21, 60)) == "shares-beyond-sales"
    for line, bingo in ((0, 0), (0, 60), (10, 0)):
        assert Hall().refused(MANAGER, a.SetShares(line, bingo)) == "share-of-nothing", "no prize is of nothing"
    assert Hall(prizes__fixed_line=10_00).refused(MANAGER, a.SetShares(10, 60)) == "shares-stated"


@pytest.mark.clause("BG.IV.10")
def test_a_second_series_is_the_tail_of_the_formula() -> None:
    hall = Hall().open().do(MANAGER, a.RegisterSeries("C", 3, 60, 2_00))
    hall.do(CHIEF, a.AnnounceSale(("B-1047", "C-3"))).sell(1, 420).do(CALLER, a.SellCards("C-3", 1, 40))
    hall.do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("B-1047", 0), a.CollectUnsold("C-3", 20))
    hall.do(CHIEF, a.AnnounceSold())
    due = ["Cartones vendidos 460, de la serie B 1047 del número 1 al 420", "y de la serie C 3 del número 1 al 40"]
    assert hall.said[-2:] == due


@pytest.mark.clause("BG.IV.07")
def test_a_double_is_asked_for_and_given_back_at_the_price_of_both_its_parts() -> None:
    hall = Hall(sale__self_service=True).open(double=True).do("ana", BuyIn(7_00)).sale()
    assert hall.refused("ana", a.WantCards("B-1047", 2)) == "not-enough-chips", "a double of 2 € a part costs 4 €"
    hall.do("ana", a.WantCards("B-1047", 1)).close().do(CHIEF, a.CallOffSale("pocos"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.PayRefund("B-1047", 1, 1))
    assert hall.balance("person:ana") == 7_00


@pytest.mark.clause("BG.II.03")
def test_a_cartón_of_one_game_is_neither_sold_nor_called_in_the_next() -> None:
    hall = Hall(NUMBERS).started("ana", sold=100).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame()).sale()
    assert not hall.accepts(CALLER, a.SellCards("B-1047", 100, 100))
    hall.sell(101, 200, "ana").close().announced().do(CHIEF, a.AnnounceStart()).drawn(5)
    assert getattr(hall.answer("ana", a.CallPrize("linea", "B-1047/1")), "code", "") == "card-expired"
    assert hall.accepts("ana", a.CallPrize("linea", "B-1047/101"))


@pytest.mark.clause("BG.II.22")
def test_a_double_is_good_for_two_games_and_no_third() -> None:
    hall = Hall(NUMBERS).started("ana", sold=100, double=True).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.AnnounceSecond()).drawn(5)
    assert hall.accepts("ana", a.CallPrize("linea", "B-1047/1"))
    hall.line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame()).sale()
    hall.sell(101, 120, "ana").close().announced().do(CHIEF, a.AnnounceStart()).drawn(5)
    assert getattr(hall.answer("ana", a.CallPrize("linea", "B-1047/1")), "code", "") == "card-expired"


def test_a_cartón_goes_back_before_the_sale_is_closed_and_is_sold_again() -> None:
    hall = Hall().open().sale().sell(1, 6, "ana").sell(7, 12)
    hall.do(CALLER, a.TakeCardsBack("B-1047", 5, 6))
    assert (hall.balance("person:ana"), hall.balance("sales:1")) == (4_00, 20_00)
    assert hall.sell(5, 6).balance("till:caller") == -16_00
    assert (
        Hall(sale__returns=False).open().sale().sell(1, 6).refused(CALLER, a.TakeCardsBack("B-1047", 1, 1))
        == "no-returns"
    )


def test_a_sale_that_is_called_off_gives_every_price_back() -> None:
    hall = Hall(sale__least=10).open().sale().sell(1, 3, "ana").sell(4, 5).close()
    assert hall.refused(CHIEF, a.AnnounceSold()) == "too-few-sold"
    hall.do(CHIEF, a.CallOffSale("pocos cartones"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 3)).do(
        CASHIER, a.PayRefund("B-1047", 1, 3), a.ReturnCards("B-1047", 4, 5)
    )
    hall.do(CASHIER, a.PayRefund("B-1047", 4, 5)).do(CHIEF, a.EndGame())
    assert (hall.phase(), hall.balance("person:ana"), hall.balance("refunds:1")) == (Phase.READY, 6_00, 0)


def test_staff_buy_no_cartones_and_the_house_may_bound_what_a_player_holds() -> None:
    hall = Hall(sale__most_a_player=6).open().sale().sell(1, 4, "ana").do("ana", a.BuyIn(100_00))
    bought = a.SellCards("B-1047", 5, 7, "ana", "account")
    assert hall.refused(CALLER, bought) == "too-many-held"
    assert hall.accepts(CALLER, a.SellCards("B-1047", 5, 6, PersonId("ana"), Means.ACCOUNT)), "six is not more than six"
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, CASHIER, "account")) == "staff-may-not-play"
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, "luis", "account")) == "not-enough-chips"
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, None, "account")) == "person-missing"


def test_a_series_is_sold_on_telephones_alone_or_on_paper_alone() -> None:
    to_ana = a.SellCards("C-3", 1, 6, PersonId("ana"), Means.ACCOUNT)
    for only, sold, refused in (
        (Medium.PHONE, to_ana, {a.SellCards("C-3", 1, 6): "series-on-phones"}),
        (Medium.PAPER, a.SellCards("C-3", 1, 6), {to_ana: "series-on-paper"}),
    ):
        hall = Hall().open().do(MANAGER, a.RegisterSeries("C", 3, 60, 2_00, only=only)).do("ana", a.BuyIn(24_00))
        hall.do(CHIEF, a.AnnounceSale(("C-3",)))
        assert {one: hall.refused(CALLER, one) for one in refused} == refused
        wants = [one for one in hall.play.legal(PersonId("ana")) if one.act == "want-cards"]
        offered = [one.fields.get("means") for one in hall.play.legal(CALLER) if one.act == "sell-cards"]
        assert (bool(wants), offered == [None]) == (only is Medium.PHONE, only is Medium.PAPER)
        hall.do(CALLER, sold).do(CHIEF, a.CloseSale())


def test_a_double_is_sold_to_an_account_that_pays_both_of_its_games() -> None:
    hall, bought = Hall().open(double=True).sale(), a.SellCards("B-1047", 1, 1, "ana", "account")  # type: ignore[arg-type]
    assert hall.do("ana", a.BuyIn(3_99)).refused(CALLER, bought) == "not-enough-chips"
    assert hall.do("ana", a.BuyIn(1)).do(CALLER, bought).balance("person:ana") == 0


def test_a_game_mixes_neither_kinds_nor_values() -> None:
    dearer = a.RegisterSeries("C", 3, 60, 5_00)
    double = a.RegisterSeries("D", 4, 60, 2_00, kind=SeriesKind.DOUBLE)
    hall = Hall().open().do(MANAGER, dearer, double)
    assert hall.refused(CHIEF, a.AnnounceSale(("B-1047", "C-3"))) == "series-mixed"
    assert hall.refused(CHIEF, a.AnnounceSale(("B-1047", "D-4"))) == "series-mixed"
    assert hall.accepts(CHIEF, a.AnnounceSale(("C-3",)))


def test_the_value_of_a_series_is_not_entered_twice() -> None:
    hall = Hall().open()
    assert hall.refused(MANAGER, a.RegisterSeries("B", 1047, 420, 5_00)) == "already-registered"
    assert not hall.sale().accepts(MANAGER, a.RegisterSeries("B", 1047, 420, 5_00))


def test_a_double_has_one_share_of_a_prize() -> None:
    hall = Hall(NUMBERS).started("ana", sold=2, double=True).drawn(5).call(1)
    assert hall.refused("ana", a.CallPrize(LINE, "B-1047/1", part=2)) == "already-called"
    assert [one.card for one in hall.check(1).on().game.awards[LINE]] == ["B-1047/1"]


def test_two_cards_with_one_line_alike_stand_in_one_series() -> None:
    grid = drawn().grid(1)
    last = grid[2]
    place = next(at for at, number in enumerate(last) if number and number + 1 not in sum(grid, ()))
    other = (*grid[:2], (*last[:place], last[place] + 1, *last[place + 1 :]))
    made = cards_of(Series("A", 1, 2, 2_00, law=Law.FOREIGN), bytes(32), (grid, other))
    assert isinstance(made, Cards)
    assert made.grid(1)[0] == made.grid(2)[0]


NAME = "B-1047"
CLOSE = a.CloseSale()


def test_numbers_that_an_earlier_game_used_are_no_gap() -> None:
    hall = Hall(sale__upwards=False, sale__gaps="block").open().sale().sell(4, 6).close()
    hall.do(CHIEF, a.CallOffSale("nadie"), a.EndGame()).sale().sell(1, 3).sell(7, 9)
    assert hall.accepts(CHIEF, CLOSE)
    hall.do(CALLER, a.TakeCardsBack(NAME, 3, 3))
    assert hall.refusal(CHIEF, CLOSE).facts["card"] == "B-1047/3"


@pytest.mark.parametrize(
    ("first", "last", "code", "facts"),
    [
        (1, 18, "sold-in-pieces", {"series": "B-1047", "first": 1, "last": 6}),
        (8, 20, "sold-in-pieces", {"series": "B-1047", "first": 7, "last": 18}),
        (17, 21, "card-not-sold", {"card": "B-1047/21"}),
        (21, 22, "card-not-sold", {"card": "B-1047/21"}),
        (6, 5, "range-backwards", {"first": 6, "last": 5}),
    ],
)
def test_what_stands_in_the_way_of_taking_a_range_back_is_named(first: int, last: int, code: str, facts: Any) -> None:
    hall = Hall(sale__returns=True).open().sale().sell(1, 6, "ana").sell(7, 18).sell(19, 20, "luis")
    refused = hall.refusal(CALLER, a.TakeCardsBack("B-1047", first, last))
    assert (refused.code, dict(refused.facts)) == (code, facts)
    assert hall.accepts(CALLER, a.TakeCardsBack("B-1047", 7, 18))


def test_of_a_strip_no_part_goes_back_where_strips_alone_are_sold() -> None:
    hall = Hall(sale__units=["strip"]).open().sale().sell(1, 6)
    assert hall.refused(CALLER, a.SellCards("B-1047", 7, 11)) == "unit-not-sold"
    unordered = Hall(sale__units=["strip"], sale__upwards=False).open().sale()
    assert unordered.refused(CALLER, a.SellCards("B-1047", 2, 7)) == "unit-not-sold", "six of two strips"
    assert hall.refused(CALLER, a.TakeCardsBack("B-1047", 1, 3)) == "unit-not-sold"
    assert "take-cards-back" in {one.act for one in hall.play.legal(CALLER)}
    hall.do(CALLER, a.TakeCardsBack("B-1047", 1, 6)).sell(1, 6)


SERIES = "B-1047"


def on_sale() -> Hall:
    return Hall().open().sale().do("ana", BuyIn(10_00))


def test_what_was_asked_for_stands_at_the_desk_until_it_is_sold() -> None:
    hall = on_sale().do("ana", a.WantCards(SERIES, 3))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish(SERIES, 3)}
    assert hall.play.view("ana").me.wish_count == 3
    assert hall.balance("person:ana") == 10_00, "a wish costs nothing"
    hall.do(CALLER, a.SellCards(SERIES, 1, 2, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish(SERIES, 1)}
    hall.do(CALLER, a.SellCards(SERIES, 3, 3, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {}


def test_a_wish_is_for_what_the_account_pays_while_cards_are_sold() -> None:
    hall = on_sale()
    assert hall.refused("ana", a.WantCards(SERIES, 6)) == "not-enough-chips"
    assert hall.refused("luis", a.WantCards(SERIES, 1)) == "not-enough-chips"
    assert hall.refused(CHIEF, a.WantCards(SERIES, 1)) == "staff-may-not-play"
    assert hall.refused("ana", a.WantCards("C-1", 1)) == "sale-not-announced"
    offered = [one for one in hall.play.legal("ana") if one.act == "want-cards"]
    assert [one.bounds("count") for one in offered] == [(1, 5)]
    hall.sell(1, 30).close()
    assert hall.refused("ana", a.WantCards(SERIES, 1)) == "wrong-window"


def serving(**options: object) -> Hall:
    return Hall(sale__self_service=True, **options).open().do("ana", BuyIn(10_00)).sale()


def test_a_player_buys_the_next_cartones_from_his_account() -> None:
    hall = serving(sale__upwards=False).sell(3, 6).do("ana", a.WantCards(SERIES, 3)).do("ana", a.WantCards(SERIES, 1))
    assert [(one.cards, one.means) for one in hall.game.sales if one.person == "ana"] == [
        (Range(SERIES, 1, 2), Means.ACCOUNT),
        (Range(SERIES, 7, 8), Means.ACCOUNT),
    ], "those between were sold by hand"
    assert (hall.balance("person:ana"), hall.balance("sales:1"), hall.balance("till:ana")) == (2_00, 16_00, 0)
    assert hall.play.view(CALLER).duty.wishes == {}
    assert hall.play.view().is_self_service
    hall.do("ana", BuyIn(10_00)).sell(9, 419)
    assert [one.bounds("count") for one in hall.play.legal("ana") if one.act == "want-cards"] == [(1, 1)]
    assert hall.refused("ana", a.WantCards(SERIES, 2)) == "number-outside-series"
    hall.do("ana", a.WantCards(SERIES, 1))
