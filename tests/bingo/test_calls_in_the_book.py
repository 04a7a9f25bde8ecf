"""The minutes book tells of a recount its range, and of each call prize, cartón, ball and what the check found."""

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.minutes import kind_of
from tapete.record.codec import to_tree
from tapete.web.games.bingo.log_wording import log_wording
from tapete.words import event as event_sentence
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS
from tests.support.bingo.told import Told, lines

OF_CALLS = ("card-checked", "call-taken-back", "call-refused", "sale-corrected")


def test_a_call_stands_in_the_book_with_its_ball_and_what_the_check_found() -> None:
    hall = Told(NUMBERS)
    hall.started().drawn(4).call(1).check(1)
    hall.drawn(1).call(1).check(1)
    assert lines(hall, *OF_CALLS) == [
        "Partida 1, bola 4: línea con el cartón B-1047/1, incorrecto; números que faltan: 1",
        "Partida 1, bola 5: línea con el cartón B-1047/1, correcto",
    ]


def test_a_call_taken_back_stands_in_the_book() -> None:
    hall = Told(NUMBERS, claims__taken_back=True)
    hall.started().drawn(4).call(1, BINGO).do(CHIEF, a.TakeCallBack(BINGO, "B-1047/1"))
    assert lines(hall, *OF_CALLS) == ["Se retira el canto de bingo del cartón B-1047/1"]


def test_a_call_that_was_keyed_wrongly_stands_in_the_book_with_who_keyed_it_and_why_it_was_taken_back() -> None:
    hall = Told(NUMBERS)
    hall.started().drawn(4).call(1, BINGO).do(CHIEF, a.TakeCallBack(BINGO, "B-1047/1", "era el 21"))
    assert lines(hall, *OF_CALLS) == [
        "chief quita el canto de bingo del cartón B-1047/1, que caller apuntó por error: era el 21"
    ]


@pytest.mark.clause("BG.IV.08", "BG.IV.24")
def test_a_call_of_a_cartón_that_was_not_sold_is_noted_once_at_a_number_and_stops_nothing() -> None:
    hall = Told(NUMBERS)
    hall.started("ana", sold=20).drawn(4)
    for by, what in ((CALLER, a.CallForPlayer), ("ana", a.CallPrize)):
        hall.do(by, what(LINE, "B-1047/301"))
        assert hall.refused(by, what(LINE, "B-1047/301")) == "card-not-sold"
    assert hall.refused("ana", a.CallPrize(LINE, "B-1047/302")) == "card-not-sold", "nobody fills the book alone"
    why = "con el cartón B-1047/301 que no vale. El cartón B-1047/301 no está vendido para esta partida"
    assert lines(hall, *OF_CALLS) == [f"{who} apunta un canto de línea {why}" for who in (CALLER, "ana")]
    assert hall.accepts(CALLER, a.DrawBall())


@pytest.mark.clause("BG.IV.32", "BG.IV.38")
def test_a_late_call_on_paper_is_refused_by_the_order_and_noted() -> None:
    hall = Told(NUMBERS)
    hall.started("ana", sold=20).drawn(5).line(1)
    assert hall.answer(CALLER, a.CallForPlayer(LINE, "B-1047/2")).rests_on == ("BG.IV.32",)
    hall.drawn(10).bingo(1).do(CALLER, a.CallForPlayer(BINGO, "B-1047/2"))
    (told,) = lines(hall, "call-refused")
    assert told.endswith("que no vale. Ya no se puede cantar: el jefe de mesa ha dado la orden")
    assert hall.refused("ana", a.CallPrize(LINE, "B-1047/1")) == "claim-precluded"


@pytest.mark.clause("BG.IV.08", "BG.IV.24")
def test_the_table_chief_refuses_a_number_that_was_entered_as_sold_and_never_was() -> None:
    hall = Told(NUMBERS)
    hall.started("ana", sold=20).drawn(15).call(2).do(CHIEF, a.ShowMaster("B-1047/2"))
    assert hall.refused(CHIEF, a.CheckCard(LINE, "B-1047/2", " ")) == "reason-missing"
    hall.do(CHIEF, a.CheckCard(LINE, "B-1047/2", "está entre los sobrantes"))
    assert (hall.phase(), hall.play.view().verdicts, dict(hall.game.awards)) == ("draw-line", (), {})
    assert hall.answer(CALLER, a.CallForPlayer(BINGO, "B-1047/2")).faults[0].code == "card-not-sold"
    (told,) = lines(hall, "card-checked")
    assert told.endswith("el cartón B-1047/2 consta como vendido y no se vendió (está entre los sobrantes)")
    hall.call(1).do(CHIEF, a.ShowMaster("B-1047/1"))
    assert hall.refused(CHIEF, a.CheckCard(LINE, "B-1047/1", "x")) == "card-is-sold", "an account paid for it"


def test_a_recount_stands_in_the_book_with_its_range_and_what_became_of_it() -> None:
    hall = Told().open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    hall.do(CHIEF, a.Recount("B-1047", 21, 22, was_sold=True, reason="dos sin apuntar"))
    hall.do(CHIEF, a.Recount("B-1047", 7, 7, was_sold=False, reason="mal apuntado"))
    assert lines(hall, *OF_CALLS) == [
        "chief rehace la cuenta: se apuntan como vendidos los de la serie B-1047 del 21 al 22: dos sin apuntar",
        "chief rehace la cuenta: se quitan de los vendidos los de la serie B-1047 del 7 al 7: mal apuntado",
    ]


def test_the_log_says_of_a_sale_its_numbers_buyer_and_means() -> None:
    hall = Told().open().sale().sell(1, 2, "ana").sell(3, 9)
    hall.do(CALLER, a.TakeCardsBack("B-1047", 9, 9), a.TakeCardsBack("B-1047", 1, 2))
    trees = [to_tree(one) for one in hall.events]
    told = [one for one in trees if kind_of(one) in ("cards-sold", "cards-taken-back")]
    assert [event_sentence(*log_wording(kind_of(one), one), "es") for one in told] == [
        "caller vende: cartones 1–2 de la serie B-1047, de la cuenta de ana",
        "caller vende: cartones 3–9 de la serie B-1047, en efectivo",
        "Vuelven antes de cerrar la venta: cartón 9 de la serie B-1047, en efectivo",
        "Vuelven antes de cerrar la venta: cartones 1–2 de la serie B-1047, a la cuenta de ana",
    ]
