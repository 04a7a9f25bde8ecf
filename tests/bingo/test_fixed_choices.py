"""What is read in one way and no house turns: cartones of one game are of one kind and value, a double has one share,
what was not sold goes on sale in the next game.
"""

from __future__ import annotations

from tapete.cartones import Cards, Law, Series, cards_of
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import SeriesKind
from tests.support.bingo.drawn import drawn
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall


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


def test_what_was_not_sold_goes_on_sale_in_the_next_game() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 10).do(CHIEF, a.CloseSale())
    assert hall.do(CASHIER, a.CollectUnsold("B-1047", 410)).phase() == "prizes"
    hall.announced().do(CHIEF, a.AnnounceStart()).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, "bingo").do(CHIEF, a.EndGame()).sale()
    assert hall.accepts(CALLER, a.SellCards("B-1047", 11, 20))


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
