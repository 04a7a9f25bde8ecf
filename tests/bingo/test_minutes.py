"""Clauses BG.II.20, BG.V.01 and 04: the minutes book; what stops a game or makes it void, and what is said of it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO as GAME
from tapete.games.bingo.minutes import Minutes, is_noted, kind_of, minutes
from tapete.games.bingo.terms import Means, Prize
from tapete.kernel import PersonId
from tapete.record.codec import members, tag_of, to_tree
from tapete.record.notation import play, read_notation
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MIDDLE, NUMBERS, Hall
from tests.support.bingo.told import Told, book_of, lines

FOLDER = Path(__file__).parents[1] / "tables" / "bingo"


def book(name: str) -> Minutes:
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
    due = [("linea", "B-1047/1", 600), ("bingo", "B-1047/1", 3600)]
    assert [(str(one.prize), one.card, one.amount) for one in line.winners] == due
    assert (line.house, line.held, line.is_over, line.is_void) == (6000 - 600 - 3600, 0, True, False)


def test_what_was_taken_is_won_held_or_the_house_s() -> None:
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
    kinds = {kind_of({"event": tag_of(one)}) for one in members(GAME.event_types)}
    noted = {one for one in kinds if is_noted({"event": f"{one}@1", "count": 3, "expected": 4, "reason": ""})}
    assert (noted, kinds - noted) == (kinds - PASSING, PASSING)


@pytest.mark.parametrize(
    ("paid", "recover", "house"),
    [((), None, 0), ((LINE,), False, -60_00), ((LINE, BINGO), False, -420_00), ((LINE, BINGO), True, 0)],
)
def test_a_game_that_becomes_void_at_the_payment_has_no_winners_and_what_it_cost_is_the_house_s(
    paid: tuple[Prize, ...], recover: bool | None, house: int
) -> None:
    hall = Told(NUMBERS, void__pending=0).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    for prize in paid:
        hall.pay(1, prize, means=Means.ACCOUNT)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma", recover))).games
    assert (line.winners, line.held, line.house, line.result) == ((), 0, hall.balance("house"), "void")
    (line,) = book_of(hall.do(CHIEF, a.EndRefunds("1", "nadie vino"))).games
    assert line.house == hall.balance("house") == house + 600_00, "with the price that nobody came for"


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


MISREAD = (31, *NUMBERS)


def refusal(hall: Hall, by: str, act: object) -> tuple[str, tuple[str, ...]]:
    answer = hall.refusal(by, act)
    return answer.code, tuple(map(str, answer.clauses))


def misread() -> Hall:
    hall = Hall(MISREAD).started("ana", "luis")
    return hall.do(CALLER, a.DrawBall(), a.AnnounceBall(37), a.ShowBall())


def test_what_was_ruled_on_is_not_reported_again_before_another_number_is_announced() -> None:
    hall = misread().do("ana", a.ReportCallerError("cantó el 37")).do(CHIEF, a.LetStand("nadie lo tiene"))
    for who in ("ana", "luis"):
        assert refusal(hall, who, a.ReportCallerError("otra vez")) == ("report-ruled", ("HP.BG.reports",))
    hall.drawn(1)
    assert hall.accepts("ana", a.ReportCallerError("y ahora el 22"))


def test_whoever_reported_what_did_not_happen_stops_that_game_no_more() -> None:
    hall = Hall(NUMBERS).started("ana", "luis").drawn(1).do("ana", a.ReportCallerError("dijo otro"))
    hall.do(CHIEF, a.LetStand("dijo el que era", is_untrue=True)).drawn(1)
    assert refusal(hall, "ana", a.ReportCallerError("dijo otro")) == ("report-doubted", ("HP.BG.reports",))
    assert hall.accepts("luis", a.ReportCallerError("dijo otro"))
    assert hall.accepts("ana", a.CallPrize(LINE, "B-1047/1"))
    assert hall.accepts("ana", a.WriteEntry("dijo otro"))


@pytest.mark.parametrize("cause", ["ball-lacking", "machine-breakdown", "evacuation"])
def test_one_press_of_one_person_makes_no_game_void(cause: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3).do(CASHIER, a.ReportCause(cause, "lo digo yo"))
    assert hall.refused(CHIEF, a.LetStand("da igual")) == "must-be-void"
    assert not hall.accepts(CASHIER, a.LetStand("da igual", is_untrue=True))
    hall.do(CHIEF, a.LetStand("no ha ocurrido", is_untrue=True)).drawn(1)
    assert refusal(hall, CASHIER, a.ReportCause("evacuation")) == ("report-doubted", ("HP.BG.reports",))


def test_the_chief_rules_on_each_report_by_itself() -> None:
    hall = misread().do("ana", a.ReportCallerError("cantó el 37"))
    hall.do(CASHIER, a.ReportCause("ball-lacking", "falta la 5"))
    assert hall.refused(CHIEF, a.LetStand("da igual", serial=2)) == "must-be-void"
    assert hall.refused(CHIEF, a.LetStand("no es cierto", is_untrue=True, serial=1)) == "number-misread"
    assert hall.refused(CHIEF, a.LetStand("no es cierto", is_untrue=True)) == "number-misread"
    assert hall.refused(CHIEF, a.LetStand("da igual")) == "must-be-void"
    hall.do(CHIEF, a.LetStand("la 5 está dentro", is_untrue=True, serial=2))
    assert [one.cause for one in hall.game.cases] == ["caller-error"]
    assert hall.refused(CALLER, a.DrawBall()) == "case-open"
    hall.do(CHIEF, a.LetStand("nadie tiene el 31 ni el 37", serial=1)).drawn(1)
    assert hall.game.announced_balls == MISREAD[:2]


def test_a_cartón_found_wrong_is_called_again_only_after_another_number() -> None:
    hall = Hall((1, 2, *NUMBERS)).started("ana", "luis").drawn(1).call(1).check(1)
    assert refusal(hall, "ana", a.CallPrize(LINE, "B-1047/1")) == ("call-unchanged", ("HP.BG.false-call",))
    assert refusal(hall, CALLER, a.CallForPlayer(LINE, "B-1047/1")) == ("call-unchanged", ("HP.BG.false-call",))
    offered = [one for one in hall.play.legal("ana") if one.act == "call-prize"]
    assert [one.fixed_value("prize") for one in offered] == ["bingo"]
    assert hall.accepts("ana", a.CallPrize(BINGO, "B-1047/1"))
    assert hall.accepts("luis", a.CallPrize(LINE, "B-1047/2"))
    assert hall.drawn(1).accepts("ana", a.CallPrize(LINE, "B-1047/1"))


def test_a_misread_number_that_is_let_stand_counts_from_when_it_is_said_rightly() -> None:
    hall = Hall((*MIDDLE, 3)).started("ana").drawn(4)
    hall.do(CALLER, a.DrawBall(), a.AnnounceBall(78), a.ShowBall()).do("ana", a.ReportCallerError("dijo el 78"))
    assert hall.game.announced_balls == MIDDLE[:4]
    hall.do(CHIEF, a.LetStand("a nadie le cambia nada"))
    assert (hall.said[-1], hall.game.announced_balls) == (f"Corrección: ha salido el {MIDDLE[4]}", MIDDLE)
    assert hall.game.panel == MIDDLE


def test_no_game_is_void_by_an_error_that_nobody_told_and_the_record_does_not_show() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3)
    assert refusal(hall, CHIEF, a.VoidGame("caller-error", "porque sí")) == ("nothing-reported", ("BG.V.01",))
    assert misread().accepts(CHIEF, a.VoidGame("caller-error", "37 por 31"))


def test_a_wrong_count_makes_no_game_void_where_the_announced_prizes_stand() -> None:
    what = a.VoidGame("count-wrong", "dos cartones de más")
    hall = Hall(NUMBERS).started("ana").drawn(1)
    assert hall.refused(CHIEF, what) == "prizes-stand"
    causes = next(one for one in hall.play.legal(CHIEF) if one.act == "void-game").fields["cause"].options
    assert "count-wrong" not in causes
    other = Hall(NUMBERS, sale__error_after_start="chief-decides").started("ana").drawn(1)
    causes = next(one for one in other.play.legal(CHIEF) if one.act == "void-game").fields["cause"].options
    assert "count-wrong" in causes
    assert other.accepts(CHIEF, what)


def test_the_second_game_of_a_double_waits_for_what_was_reported_in_the_first() -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=True).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, BINGO).do(CASHIER, a.ReportCause("sound-breakdown", "no se oía"))
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "case-open"


def void_double(part: int, **options: object) -> str:
    hall = Hall(NUMBERS, **options).started("ana", sold=200, double=True)  # type: ignore[arg-type]
    if part == 2:
        hall.drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.AnnounceSecond())
    return hall.do(CHIEF, a.VoidGame("evacuation", "alarma")).said[-1]


SPOKEN = [
    ("evacuation", "desalojo de la sala"),
    ("ball-lacking", "falta de una bola"),
    ("record-lost", "pérdida de la relación de bolas"),
    ("a-cause-of-nobody", "decisión del jefe de mesa"),
]


@pytest.mark.parametrize(("cause", "words"), SPOKEN)
def test_why_a_game_is_void_is_said_and_shown_to_everybody_and_nothing_beside_it(cause: str, words: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3).do(CASHIER, a.ReportCause("sound-breakdown", "lo oyó Ana"))
    hall.do(CHIEF, a.VoidGame(cause, "lo dijo Luis"))
    assert hall.said[-1] == f"Partida anulada por {words}: entreguen sus cartones; se devuelve su importe"
    for who in (None, PersonId("ana"), PersonId("eva")):
        seen = hall.play.game.view(hall.state, who)
        assert seen.void_cause == (cause if cause != "a-cause-of-nobody" else "other")
        told = msgspec.json.encode(seen).decode()
        assert not [secret for secret in ("lo dijo Luis", "lo oyó Ana", "a-cause-of-nobody") if secret in told]
    hall.do(CHIEF, a.EndGame()).sale()
    assert hall.play.game.view(hall.state, None).void_cause == ""


def test_of_a_double_it_is_said_which_game_is_void_what_comes_back_and_what_becomes_of_the_cartones() -> None:
    kept = "Primera partida del cartón doble anulada por desalojo de la sala: se devuelve el valor de esa parte; "
    kept += "guarden sus cartones para la segunda"
    given = "Segunda partida del cartón doble anulada por desalojo de la sala: entreguen sus cartones; "
    given += "se devuelve el valor de esa parte"
    whole = "Partida anulada por desalojo de la sala: entreguen sus cartones; se devuelve su importe"
    assert (void_double(1), void_double(2)) == (kept, given)
    assert void_double(1, void__double_scope="whole-card") == whole
    assert void_double(2, void__double_scope="whole-card") == whole
