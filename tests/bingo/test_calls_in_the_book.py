"""The minutes book tells of a recount its range, and of each call prize, cartón, ball and what the check found."""

from tapete.games.bingo import acts as a
from tapete.games.bingo.minutes import kind_of
from tapete.record.codec import to_tree
from tapete.web.games.bingo.log_wording import log_wording
from tapete.words import event as event_sentence
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, NUMBERS
from tests.support.bingo.told import Told, lines

OF_CALLS = ("card-checked", "call-taken-back", "sale-corrected")


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
