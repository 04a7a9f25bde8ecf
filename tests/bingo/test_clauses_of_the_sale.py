"""One clause, one answer: the sale, the count, the prizes and the start."""

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall


@pytest.mark.clause("BG.IV.04")
def test_the_series_is_announced_before_it_is_sold() -> None:
    hall = Hall().open()
    assert hall.refused(CALLER, a.SellCards("B-1047", 1, 1)) == "sale-not-announced"
    assert "de la serie B 1047," in hall.sale().said[0]
    assert hall.accepts(CALLER, a.SellCards("B-1047", 1, 1))


@pytest.mark.clause("BG.IV.05")
def test_the_announcement_says_how_many_cartones_the_series_has() -> None:
    assert "420 cartones" in Hall().open().sale().said[0]


@pytest.mark.clause("BG.IV.06")
def test_the_announcement_says_the_face_value() -> None:
    hall = Hall().open().sale()
    assert hall.said[0].endswith("a 2 euros")
    assert hall.sell(1, 6).balance("sales:1") == 12_00


@pytest.mark.clause("BG.IV.07")
def test_the_seller_caller_sells() -> None:
    hall = Hall().open().sale()
    assert not hall.accepts(CASHIER, a.SellCards("B-1047", 1, 6))
    assert hall.sell(1, 6).game.sales[0].seller == CALLER


@pytest.mark.clause("BG.IV.08")
def test_the_cashier_collects_what_was_not_sold() -> None:
    hall = Hall().open().sale().sell(1, 300).do(CHIEF, a.CloseSale())
    assert not hall.accepts(CALLER, a.CollectUnsold("B-1047", 120))
    hall.do(CASHIER, a.CollectUnsold("B-1047", 119))
    assert hall.phase() is Phase.COUNT
    assert hall.do(CASHIER, a.CollectUnsold("B-1047", 120, "uno caído")).phase() is Phase.PRIZES
    assert not hall.accepts(CALLER, a.SellCards("B-1047", 301, 301))


def prizes(hall: Hall) -> tuple[int, int]:
    """Return the announced prizes."""
    return hall.game.prizes[LINE], hall.game.prizes[BINGO]


@pytest.mark.clause("BG.IV.09")
def test_the_table_chief_computes_the_prizes_from_the_sales() -> None:
    hall = Hall().open().sale().sell(1, 300).close()
    assert not hall.accepts(CASHIER, a.AnnounceSold())
    assert prizes(hall.announced()) == (60_00, 360_00)


@pytest.mark.clause("BG.IV.10")
def test_the_cartones_sold_are_announced_by_series_and_numbers() -> None:
    hall = Hall().open().sale().sell(1, 300).close()
    assert not hall.accepts(CHIEF, a.AnnouncePrizes())
    hall.do(CHIEF, a.AnnounceSold())
    assert hall.said[-1] == "Cartones vendidos 300, de la serie B 1047 del número 1 al 300"


@pytest.mark.clause("BG.IV.10")
def test_a_second_series_is_the_tail_of_the_formula() -> None:
    hall = Hall().open().do(MANAGER, a.RegisterSeries("C", 3, 60, 2_00))
    hall.do(CHIEF, a.AnnounceSale(("B-1047", "C-3"))).sell(1, 420).do(CALLER, a.SellCards("C-3", 1, 40))
    hall.do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("B-1047", 0), a.CollectUnsold("C-3", 20))
    hall.do(CHIEF, a.AnnounceSold())
    assert hall.said[-2:] == [
        "Cartones vendidos 460, de la serie B 1047 del número 1 al 420",
        "y de la serie C 3 del número 1 al 40",
    ]


@pytest.mark.clause("BG.IV.11")
def test_both_prizes_are_announced_before_the_start() -> None:
    hall = Hall().open().sale().sell(1, 300).close().do(CHIEF, a.AnnounceSold())
    assert not hall.accepts(CHIEF, a.AnnounceStart())
    hall.do(CHIEF, a.AnnouncePrizes())
    assert hall.said[-1] == "Línea, 60 euros; bingo, 360 euros"
    assert hall.accepts(CHIEF, a.AnnounceStart())


@pytest.mark.clause("BG.IV.12")
def test_the_table_chief_announces_the_start() -> None:
    hall = Hall().open().sale().sell(1, 300).close().announced()
    assert not hall.accepts(CALLER, a.AnnounceStart())
    assert hall.do(CHIEF, a.AnnounceStart()).phase() is Phase.DRAW_LINE


def doubles() -> Hall:
    """Return a hall whose two hundred doubles are counted."""
    return Hall(NUMBERS).open(double=True).sale().sell(1, 200).close()


@pytest.mark.clause("BG.IV.13")
def test_doubles_have_a_formula_of_their_own() -> None:
    hall = doubles()
    assert not hall.accepts(CHIEF, a.AnnouncePrizes())
    hall.do(CHIEF, a.AnnounceSold())
    assert hall.said[-1] == "cartones dobles vendidos 200, de la serie B 1047 del número 1 al 200"


@pytest.mark.clause("BG.IV.14")
def test_the_prizes_of_doubles_are_those_of_each_part() -> None:
    hall = doubles().announced()
    assert hall.said[-1] == "Para cada parte: línea, 40 euros; bingo, 240 euros"
    assert [hall.balance(f"sales:1/{part}") for part in (1, 2)] == [400_00, 400_00]


@pytest.mark.clause("BG.IV.15")
def test_the_start_of_a_game_of_doubles_is_announced_by_the_chief() -> None:
    hall = doubles().announced()
    assert not hall.accepts(CALLER, a.AnnounceStart())
    assert hall.accepts(CHIEF, a.AnnounceStart())


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


# --- practice ---------------------------------------------------------------------------------------------------------


def test_numbers_are_sold_upwards_unless_the_house_sells_them_otherwise() -> None:
    assert Hall().open().sale().refused(CALLER, a.SellCards("B-1047", 7, 12)) == "not-the-next-card"
    free = Hall(sale__upwards=False).open().sale().sell(7, 12).sell(1, 3).close().do(CHIEF, a.AnnounceSold())
    assert free.said[-2:] == [
        "Cartones vendidos 9, de la serie B 1047 del número 1 al 3",
        "y de la serie B 1047 del número 7 al 12",
    ]


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
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, CASHIER, "account")) == "staff-may-not-play"
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, "luis", "account")) == "not-enough-chips"
    assert hall.refused(CALLER, a.SellCards("B-1047", 5, 5, None, "account")) == "person-missing"


def test_a_double_is_sold_to_an_account_that_pays_both_of_its_games() -> None:
    hall, bought = Hall().open(double=True).sale(), a.SellCards("B-1047", 1, 1, "ana", "account")  # type: ignore[arg-type]
    assert hall.do("ana", a.BuyIn(3_99)).refused(CALLER, bought) == "not-enough-chips"
    assert hall.do("ana", a.BuyIn(1)).do(CALLER, bought).balance("person:ana") == 0
