"""What makes a game void, who decides it, and what is said of it to everybody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.rules import GAME
from tapete.games.bingo.terms import Phase
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.words import topics
from tests.bingo.test_stopped_games import misread, refusal
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, Hall


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


def test_a_damaged_ball_makes_no_game_void_where_the_house_finishes_it() -> None:
    hall = Hall(NUMBERS, balls__defect_in_game="finish").started("ana").drawn(1)
    assert hall.refused(CHIEF, a.VoidGame("ball-damaged", "la 33")) == "balls-changed-later"
    assert hall.refused(CASHIER, a.ReportCause("ball-damaged", "la 33")) == "balls-changed-later"
    other = Hall(NUMBERS, balls__defect_in_game="void").started("ana").drawn(1)
    assert other.do(CHIEF, a.ReportCause("ball-damaged", "la 33")).phase() is Phase.VOID


@pytest.mark.parametrize(
    ("in_game", "listed", "must"),
    [
        ("finish", "void", None),
        ("void", "chief", True),
        ("chief-decides", "chief", False),
        ("chief-decides", "void", True),
    ],
)
def test_a_damaged_ball_does_the_same_whoever_words_the_report(in_game: str, listed: str, must: bool | None) -> None:
    def hall() -> Hall:
        options = {"balls__defect_in_game": in_game, "void__causes__ball-damaged": listed}
        return Hall(NUMBERS, **options).started("ana").drawn(1)

    told = hall().do(CASHIER, a.ReportDefect(33, "rota"))
    assert [one.must_void for one in told.game.cases] == ([] if must is None else [must])
    if must is not None:
        assert [one.must_void for one in hall().do(CASHIER, a.ReportCause("ball-damaged", "rota")).game.cases] == [must]


@pytest.mark.parametrize("report", [a.ReportDefect(33, "rota"), a.ReportCause("ball-damaged", "rota")])
def test_after_a_prize_was_paid_a_damaged_ball_is_for_the_chief(report: Any) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, balls__defect_in_game="void").started("ana").drawn(5).line(1)
    hall.pay(1, LINE, means="account").do(CASHIER, report)
    assert [one.must_void for one in hall.game.cases] == [False]


def test_only_causes_that_may_be_reported_now_are_offered() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1).do(CASHIER, a.ReportCause("sound-breakdown", "no se oye"))
    offered = next(one for one in hall.play.legal(CALLER) if one.act == "report-cause").fields["cause"]
    assert "panel-breakdown" in offered.options
    assert [one for one in offered.options if not hall.accepts(CALLER, a.ReportCause(one, "nota"))] == []


def test_the_second_game_of_a_double_hears_everybody_again() -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=True).drawn(1).do("ana", a.ReportCallerError("dijo otro"))
    hall.do(CHIEF, a.LetStand("dijo el que era", is_untrue=True)).drawn(4).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.AnnounceSecond()).drawn(1)
    assert hall.accepts("ana", a.ReportCallerError("dijo otro"))


def test_the_second_game_of_a_double_waits_for_what_was_reported_in_the_first() -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=True).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE).pay(1, BINGO).do(CASHIER, a.ReportCause("sound-breakdown", "no se oía"))
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "case-open"


def test_a_sale_that_was_called_off_is_no_cause_of_a_void_game() -> None:
    assert Hall(NUMBERS).started("ana").refused(CHIEF, a.VoidGame("called-off", "no hay gente")) == "cause-unknown"


def test_a_listed_cause_that_makes_a_game_void_at_once_has_its_reason() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1)
    assert hall.refused(CHIEF, a.ReportCause("machine-breakdown")) == "reason-missing"


# --- what is said of a void double ------------------------------------------------------------------------------------


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


def test_of_a_sale_that_was_called_off_the_screen_says_so() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 3).do(CHIEF, a.CallOffSale("no hay gente"))
    assert hall.play.game.view(hall.state, None).void_cause == "called-off"


def test_a_cause_for_which_a_house_has_words_is_said_in_them() -> None:
    hall = Hall(NUMBERS, **{"formulas__cause-flood": "inundación"}).started("ana").drawn(1)
    hall.do(CHIEF, a.VoidGame("flood", "hay agua"))
    assert hall.said[-1].startswith("Partida anulada por inundación: ")
    assert hall.play.game.view(hall.state, None).void_cause == "flood"


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


@pytest.mark.parametrize("deferred", [False, True])
def test_a_machine_that_breaks_after_the_game_leaves_the_decision_to_the_table_chief(deferred: bool) -> None:
    hall = Hall(NUMBERS).started(sold=3, double=True, deferred=deferred).drawn(90)
    for _ in range(3):
        hall.do(CHIEF, a.AskOthers()).wait()
    hall.do(CHIEF, a.OrderEnd("nadie")).do("assistant", a.ReportCause("machine-breakdown", "no sopla"))
    assert not hall.game.cases[0].must_void
    hall.do(CHIEF, a.LetStand("la partida ya se jugó"), a.AnnounceSecond())


def test_a_count_found_wrong_after_the_game_still_makes_it_void_where_the_house_says_so() -> None:
    hall = Hall(NUMBERS, sale__error_after_start="void").started(sold=3).drawn(5).line(1).drawn(10).bingo(1)
    hall.do("assistant", a.ReportCause("count-wrong", "faltan dos"))
    assert hall.game.cases[0].must_void
