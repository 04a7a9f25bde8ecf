"""Clause BG.II.20 and the promise of the minutes book: it is read off the record, has each game with its money, and
each prize, refund, report and count that an inspector asks for, in the words of a book.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO as GAME
from tapete.games.bingo.minutes import Minutes, is_noted, kind_of, minutes
from tapete.games.bingo.terms import Means, Prize
from tapete.record.codec import members, tag_of, to_tree
from tapete.record.notation import play, read_notation
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS
from tests.support.bingo.told import Told, book_of, lines

FOLDER = Path(__file__).parents[1] / "tables" / "bingo"


def book(name: str) -> Minutes:
    """Return the book of a recorded game."""
    notation = read_notation(FOLDER / f"{name}.toml")
    played = play(GAME, notation)
    assert played.opening is not None
    told: list[Any] = []
    for number, turn in enumerate((played.opening, *played.turns)):
        told += [(f"t{number}", to_tree(one)) for one in turn.events]
    return minutes(told)


def test_a_game_has_its_line_with_sale_prizes_winners_and_what_is_left() -> None:
    found = book("01-plain")
    (line,) = found.games
    assert (found.session, line.game, line.value, line.ranges, line.cards_sold) == (1, "1", 200, ("B-1047 1–30",), 30)
    assert (len(line.drawn_numbers), line.balls_at) == (15, {"linea": 5, "bingo": 15})
    assert line.prizes == {"linea": 600, "bingo": 3600}
    assert [(str(one.prize), one.card, one.amount) for one in line.winners] == [
        ("linea", "B-1047/1", 600),
        ("bingo", "B-1047/1", 3600),
    ]
    assert (line.house, line.held, line.is_over, line.is_void) == (6000 - 600 - 3600, 0, True, False)


def test_what_was_taken_is_won_held_or_the_house_s() -> None:
    """Of every recorded game, but of those whose prizes another game brought in."""
    wrong = []
    for name in [one.stem for one in sorted(FOLDER.glob("*.toml")) if "next-game" not in one.stem]:
        for line in [one for one in book(name).games if one.is_over and not one.is_void]:
            told = sum(one.amount for one in line.winners) + line.held + line.carried + line.house
            wrong += [] if told == line.cards_sold * line.value else [(name, line)]
    assert wrong == []


PASSING = {
    *("sale-announced", "sold-announced", "prizes-announced", "game-started", "prize-awarded", "takings-divided"),
    *("game-ended", "ball-drawn"),  # the line of a game is made of these; what follows everybody sees in passing
    *("said", "window-opened", "interval-passed", "others-asked", "urn-sealed", "ball-wanted", "ball-opened"),
    *("ball-announced", "ball-shown", "number-marked", "prize-called", "card-handed-in", "master-shown"),
    *("calls-dropped", "token-given", "cards-sold", "cards-taken-back", "cards-wanted", "bought-in", "cashed-out"),
    *("money-asked", "link-given"),
}


def test_what_stands_in_the_book_beside_the_lines_of_the_games() -> None:
    """Every event of a hall but those of which the line of a game is made, and what everybody sees in passing."""
    kinds = {kind_of({"event": tag_of(one)}) for one in members(GAME.event_types)}
    noted = {one for one in kinds if is_noted({"event": f"{one}@1", "count": 3, "expected": 4, "reason": ""})}
    assert (noted, kinds - noted) == (kinds - PASSING, PASSING)


def test_a_change_of_balls_stands_in_the_book_with_both_sets_and_the_reason() -> None:
    """The clause: every change of a set is entered in the minutes book."""
    found = book("40-balls-changed-by-defect")
    (change,) = [one.event for one in found.incidents if kind_of(one.event) == "balls-changed"]
    assert change["balls"] != change["former"]
    assert change["reason"]
    assert "defect-reported" in [kind_of(one.event) for one in found.incidents]


@pytest.mark.parametrize(
    ("paid", "recover", "house"),
    [((), None, 0), ((LINE,), False, -60_00), ((LINE, BINGO), False, -420_00), ((LINE, BINGO), True, 0)],
)
def test_a_game_that_becomes_void_at_the_payment_has_no_winners_and_what_it_cost_is_the_house_s(
    paid: tuple[Prize, ...], recover: bool | None, house: int
) -> None:
    hall = Told(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    for prize in paid:
        hall.pay(1, prize, means=Means.ACCOUNT)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma", recover))).games
    assert (line.winners, line.held, line.house, line.result) == ((), 0, house, "void")
    assert hall.balance("house") == house


def test_each_prize_that_is_paid_stands_in_the_book_with_game_cartón_amount_means_and_who_paid_it() -> None:
    hall = Told(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE, means=Means.ACCOUNT).pay(1, BINGO)
    assert lines(hall, "prize-paid") == [
        "cashier paga 60 € por línea de la partida 1, cartón B-1047/1, en la cuenta de ana",
        "cashier paga 360 € por bingo de la partida 1, cartón B-1047/1, en efectivo a ana",
    ]


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


def test_a_ruling_names_the_report_that_it_closed_and_the_report_who_made_it() -> None:
    hall = Told(NUMBERS).started("ana").drawn(2)
    hall.do("ana", a.ReportCallerError("creo que era otro")).do(CHIEF, a.LetStand("se oye", True, 1))
    assert lines(hall, "case-opened", "case-closed") == [
        "Aviso 1 de ana, que decide el jefe de mesa: número mal cantado; creo que era otro",
        "Aviso 1 (número mal cantado): no ocurrió; sigue la partida: se oye",
    ]


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


OF_CALLS = ("card-checked", "call-taken-back", "call-refused", "sale-corrected")


def test_a_call_stands_in_the_book_with_its_ball_and_what_the_check_found() -> None:
    hall = Told(NUMBERS)
    hall.started().drawn(4).call(1).check(1)
    hall.drawn(1).call(1).check(1)
    assert lines(hall, *OF_CALLS) == [
        "Partida 1, bola 4: línea con el cartón B-1047/1, incorrecto; números que faltan: 1",
        "Partida 1, bola 5: línea con el cartón B-1047/1, correcto",
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
