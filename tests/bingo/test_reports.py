"""Clauses BG.V.01 and BG.V.04: what stops a game, who reports it, who rules on it, and what makes the game void; what
is said of it to everybody, and nothing beside it.
"""

from __future__ import annotations

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.rules import GAME
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.words import topics
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MIDDLE, NUMBERS, Hall

MISREAD = (31, *NUMBERS)


def refusal(hall: Hall, by: str, act: object) -> tuple[str, tuple[str, ...]]:
    """Return code and clauses with which an act is refused."""
    answer = hall.refusal(by, act)
    return answer.code, tuple(map(str, answer.clauses))


def misread() -> Hall:
    """Return a game of Ana's and Luis's whose first ball, 31, was announced as 37."""
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


def two_cases() -> Hall:
    """Return a game that waits for a misread number, which Ana tells truly, and for a ball that the cashier misses."""
    hall = misread().do("ana", a.ReportCallerError("cantó el 37"))
    return hall.do(CASHIER, a.ReportCause("ball-lacking", "falta la 5"))


def test_the_chief_rules_on_each_report_by_itself() -> None:
    hall = two_cases()
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
    assert hall.said[-1] == f"Corrección: ha salido el {MIDDLE[4]}"
    assert hall.game.announced_balls == MIDDLE
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


def test_a_listed_cause_that_makes_a_game_void_at_once_has_its_reason() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1)
    assert hall.refused(CHIEF, a.ReportCause("machine-breakdown")) == "reason-missing"


def void_double(part: int, **options: object) -> str:
    """Return what is said where a game of a double becomes void."""
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


def test_every_cause_that_a_hall_knows_has_words() -> None:
    (book,) = (one for one in house_library().books if one.game == GAME)
    words = {one.removeprefix("cause-") for one in book.content["formulas"] if one.startswith("cause-")}
    assert words == {*book.content["void"]["causes"], "caller-error", "count-wrong", "other"}
    assert words <= set(topics()["cause"])


def test_of_a_double_it_is_said_which_game_is_void_what_comes_back_and_what_becomes_of_the_cartones() -> None:
    kept = "Primera partida del cartón doble anulada por desalojo de la sala: se devuelve el valor de esa parte; "
    kept += "guarden sus cartones para la segunda"
    given = "Segunda partida del cartón doble anulada por desalojo de la sala: entreguen sus cartones; "
    given += "se devuelve el valor de esa parte"
    whole = "Partida anulada por desalojo de la sala: entreguen sus cartones; se devuelve su importe"
    assert (void_double(1), void_double(2)) == (kept, given)
    assert void_double(1, void__double_scope="whole-card") == whole
    assert void_double(2, void__double_scope="whole-card") == whole
