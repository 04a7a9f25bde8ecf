"""The minutes book has what an inspector asks for: prizes, refunds, counts that did not come out, and reports."""

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.rules import read
from tapete.games.bingo.terms import Means
from tapete.rulebooks import make
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, Hall, library_with
from tests.support.bingo.told import Told, book_of, lines


def test_each_prize_that_is_paid_stands_in_the_book_with_game_cartón_amount_means_and_who_paid_it() -> None:
    hall = Told(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE, means=Means.ACCOUNT).pay(1, BINGO)
    assert lines(hall, "prize-paid") == [
        "cashier paga 60 € por línea de la partida 1, cartón B-1047/1, en la cuenta de ana",
        "cashier paga 360 € por bingo de la partida 1, cartón B-1047/1, en efectivo a ana",
    ]


def test_what_is_given_back_of_a_void_game_stands_in_the_book_with_its_cartones_and_in_the_line_of_the_game() -> None:
    hall = Told(NUMBERS).started("ana", sold=3).drawn(2).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.ReturnCards("B-1047", 2, 3))
    hall.do(CASHIER, a.PayRefund("B-1047", 1, 1), a.PayRefund("B-1047", 2, 3))
    assert lines(hall, "cards-returned", "refund-paid") == [
        "Entrega de la partida 1: cartón 1 de la serie B-1047",
        "Entrega de la partida 1: cartones 2–3 de la serie B-1047",
        "Se devuelven a la cuenta de ana 2 € de la partida 1: cartón 1 de la serie B-1047",
        "Se devuelven en efectivo 4 € de la partida 1: cartones 2–3 de la serie B-1047",
    ]
    assert [one.refunds for one in book_of(hall).games] == [6_00]


def test_a_paid_prize_that_came_back_to_the_house_is_told_with_the_void_game() -> None:
    hall = Told(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE, means=Means.ACCOUNT)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma", True))
    (told,) = lines(hall, "game-voided")
    assert told.endswith("alarma; vuelven 60 € de premios ya pagados")


def test_a_sale_that_was_called_off_tells_its_ranges_and_what_was_given_back() -> None:
    hall = Told().open().sale().sell(1, 3).do(CHIEF, a.CallOffSale("no hay gente"))
    hall.do(CASHIER, a.ReturnCards("B-1047", 1, 3), a.PayRefund("B-1047", 1, 3))
    (line,) = book_of(hall).games
    assert (line.ranges, line.cards_sold, line.refunds, line.result) == (("B-1047 1–3",), 3, 6_00, "called-off")


def test_a_count_of_unsold_cartones_that_did_not_come_out_stands_in_the_book_and_one_that_did_does_not() -> None:
    hall = Told().open().sale().sell(1, 20).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("B-1047", 398))
    assert lines(hall, "unsold-collected") == [
        "Partida 1: de la serie B-1047 vuelven 398 cartones sin vender, y debían ser 400"
    ]
    hall.do(CHIEF, a.Recount("B-1047", 21, 21, was_sold=True, reason="uno sin apuntar"))
    hall.do(CASHIER, a.CollectUnsold("B-1047", 419), a.CollectUnsold("B-1047", 399, "una tira repetida"))
    assert lines(hall, "unsold-collected") == [
        "Partida 1: de la serie B-1047 vuelven 398 cartones sin vender, y debían ser 400",
        "Partida 1: de la serie B-1047 vuelven 419 cartones sin vender, y debían ser 399",
        "Partida 1: recontados los de la serie B-1047, vuelven 399 cartones sin vender: una tira repetida",
    ]


@pytest.mark.parametrize(
    ("is_untrue", "ruled"), [(False, "sigue la partida: se oye"), (True, "no ocurrió; sigue la partida: se oye")]
)
def test_a_ruling_names_the_report_that_it_closed_and_the_report_who_made_it(is_untrue: bool, ruled: str) -> None:
    hall = Told(NUMBERS).started("ana").drawn(2)
    hall.do("ana", a.ReportCallerError("creo que era otro")).do(CHIEF, a.LetStand("se oye", is_untrue, 1))
    assert lines(hall, "case-opened", "case-closed") == [
        "Aviso 1 de ana, que decide el jefe de mesa: número mal cantado; creo que era otro",
        f"Aviso 1 (número mal cantado): {ruled}",
    ]


def test_a_recount_asks_for_its_reason() -> None:
    hall = Hall().open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    asked = [one.fields["reason"] for one in hall.play.legal(CASHIER) if one.act == "recount-sale"]
    assert asked
    assert not any(one.optional for one in asked)


def test_what_a_player_writes_stands_as_his_complaint_three_times_from_one_sale_to_the_next() -> None:
    hall = Told().open()
    hall.do(CHIEF, *(a.WriteEntry(f"nota {number}") for number in range(5)))
    hall.do("ana", *(a.WriteEntry("oigo mal") for _ in range(3)))
    assert lines(hall, "entry-written")[-2:] == ["Reclamación de ana: oigo mal"] * 2
    assert lines(hall, "entry-written")[0] == "Anotación de chief: nota 0"
    assert hall.refused("ana", a.WriteEntry("oigo mal")) == "complaints-made"
    assert "write-entry" not in [one.act for one in hall.play.legal("ana")]
    assert hall.accepts("luis", a.WriteEntry("también yo"))
    assert hall.accepts(CHIEF, a.WriteEntry("se le atiende"))
    assert hall.sale().accepts("ana", a.WriteEntry("sigo oyendo mal"))


def test_a_house_says_how_often_a_player_complains_into_the_book() -> None:
    hall = Hall(hall__most_complaints=1).open().do("ana", a.WriteEntry("oigo mal"))
    answer = hall.answer("ana", a.WriteEntry("oigo mal"))
    assert (answer.code, answer.facts) == ("complaints-made", {"most": 1})


def test_a_rulebook_from_before_the_key_has_three() -> None:
    (book,) = library_with().of("bingo")
    content = msgspec.to_builtins(book.content)
    del content["hall"]["most_complaints"]
    assert read(make(content)).hall.most_complaints.value == 3
