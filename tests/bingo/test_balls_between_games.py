"""A set of balls that is not to be used any more: another one comes in before the next game, and what was untrue."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, NUMBERS, STAFF, Hall

NEW = a.RegisterBalls("S-11", "simulation")
CHANGE = a.ChangeBalls("S-11", "bola dañada")


def double_with_one_set(deferred: bool) -> Hall:
    """Begin the first game of a double, in which a ball of the set in use is found damaged."""
    hall = Hall(NUMBERS).started(sold=3, double=True, deferred=deferred)
    hall.do("assistant", a.ReportDefect(33, "rota")).do(CHIEF, a.LetStand("se termina", serial=0))
    return hall


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("ended", [Phase.PAYMENT, Phase.BETWEEN, Phase.VOID])
def test_a_new_set_comes_in_between_the_games_of_a_double(ended: Phase) -> None:
    hall = double_with_one_set(ended is Phase.BETWEEN)
    if ended is Phase.VOID:
        hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    else:
        hall.drawn(90)
        for _ in range(3):
            hall.do(CHIEF, a.AskOthers()).wait()
        hall.do(CHIEF, a.OrderEnd("nadie cantó"))
    assert hall.phase() is ended
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "balls-damaged"
    hall.do(MANAGER, NEW).do(CHIEF, CHANGE, a.AnnounceSecond())
    assert hall.game.ball_set == "S-11"


def test_no_set_comes_in_while_balls_are_drawn() -> None:
    assert Hall(NUMBERS).started(sold=3).refused(MANAGER, NEW) == "wrong-window"


@pytest.mark.clause("BG.II.19")
def test_no_game_begins_with_a_set_that_was_found_damaged_after_the_sale() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 3).close().announced()
    hall.do("assistant", a.ReportDefect(33, "rota"))
    assert hall.refused(CHIEF, a.AnnounceStart()) == "balls-damaged"
    hall.do(CHIEF, a.ChangeBalls("S-10", "bola dañada"), a.AnnounceStart())
    assert hall.game.ball_set == "S-10"


@pytest.mark.parametrize("moment", ["sale", "count", "prizes"])
def test_a_set_is_changed_up_to_the_start(moment: str) -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 3)
    if moment == "count":
        hall.do(CHIEF, a.CloseSale())
    if moment == "prizes":
        hall.close()
    hall.do(CHIEF, a.ChangeBalls("S-10", "bola dañada"))
    assert hall.state.hall.loaded_set == "S-10"


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_damaged_ball_is_a_case_in_a_pause_too(is_asked: bool) -> None:
    hall = Hall(NUMBERS, balls__defect_in_game="void").started(sold=3).drawn(5).call(1)
    if is_asked:
        hall.check(1)
    hall.do(CALLER, a.ReportDefect(33, "rota"))
    assert [one.cause for one in hall.game.cases] == ["ball-damaged"]
    assert hall.game.cases[0].must_void


DEFECT = a.ReportDefect(33, "rota")


def is_damaged(hall: Hall) -> bool:
    """Return True if the set in use is not to be used any more."""
    found: bool = hall.state.hall.ball_sets["S-9"].is_damaged
    return found


def test_an_untrue_report_of_a_damaged_ball_condemns_no_set() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", DEFECT)
    assert is_damaged(hall)
    hall.do(CHIEF, a.LetStand("la bola está bien", is_untrue=True))
    assert not is_damaged(hall)
    assert not is_damaged(hall.drawn(1).do("assistant", DEFECT)), "his word is only noted"


@pytest.mark.parametrize("is_untrue", [True, False])
def test_what_the_chief_has_ruled_on_is_not_reported_again_before_another_number(is_untrue: bool) -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", DEFECT).do(CHIEF, a.LetStand("vista", is_untrue))
    for who in ("assistant", CALLER, CASHIER, CHIEF):
        answer = hall.answer(who, DEFECT)
        assert (answer.code, answer.clauses) == ("report-ruled", ("HP.BG.reports",))
    assert is_damaged(hall) is not is_untrue
    hall.drawn(1).do(CASHIER, DEFECT)
    assert [one.by for one in hall.game.cases] == [CASHIER]


def test_after_a_game_a_ball_is_reported_whatever_was_ruled_in_it() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(5).line(1).drawn(9).do(CALLER, a.DrawBall(), a.AnnounceBall())
    hall.do(CALLER, a.ShowBall()).do("assistant", DEFECT).do(CHIEF, a.LetStand("sana", is_untrue=True)).bingo(1)
    assert is_damaged(hall.do(CASHIER, DEFECT))


def test_what_somebody_else_has_reported_of_the_balls_stands_after_an_untrue_report() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", DEFECT).do(CALLER, DEFECT)
    hall.do(CHIEF, a.LetStand("no la vi", is_untrue=True))
    assert is_damaged(hall)


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("act", [a.LetStand("se termina"), a.VoidGame("ball-damaged", "rota")])
def test_a_damaged_ball_that_was_reported_as_a_cause_condemns_the_set(act: a.LetStand | a.VoidGame) -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", a.ReportCause("ball-damaged", "rota"))
    assert not is_damaged(hall)
    assert is_damaged(hall.do(CHIEF, act))


# --- a set that was reported is ruled on outside of a game ------------------------------------------------------------

SOUND = a.FindBallsSound("S-9", "la 33 está bien: era una mancha")


def reported(moment: str) -> Hall:
    """Return a hall in which somebody says outside of a game that a ball of the set in use is damaged."""
    hall = Hall(NUMBERS).open()
    if moment == "checks":
        return hall.do(CALLER, DEFECT).do(CHIEF, a.CloseSession())
    if moment == "second":
        hall = Hall(NUMBERS).started(sold=3, double=True).drawn(5).line(1).drawn(10).bingo(1)
    if moment == "sale":
        hall.sale()
    if moment == "prizes":
        hall.sale().sell(1, 3).close().announced()
    if moment == "payment":
        hall.sale().sell(1, 3).close().announced().do(CHIEF, a.AnnounceStart()).drawn(5).line(1).drawn(10).bingo(1)
    return hall.do(CALLER, DEFECT)


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("moment", ["ready", "checks", "sale", "prizes", "payment", "second"])
def test_the_table_chief_rules_on_a_set_that_was_reported_outside_of_a_game(moment: str) -> None:
    hall = reported(moment)
    assert is_damaged(hall)
    assert [who for who in (*STAFF.values(), "ana") if hall.accepts(who, SOUND)] == [CHIEF]
    offered = [
        (one.fixed_value("balls"), *one.fields) for one in hall.play.legal(CHIEF) if one.act == "find-balls-sound"
    ]
    assert offered == [("S-9", "balls", "reason")]
    assert hall.refused(CHIEF, a.FindBallsSound("S-9")) == "reason-missing"
    assert not is_damaged(hall.do(CHIEF, SOUND))
    answer = hall.answer(CHIEF, SOUND)
    assert (answer.code, answer.clauses) == ("nothing-reported", ("BG.II.19",))


def test_a_set_that_is_found_sound_is_used_again_and_may_be_reported_again() -> None:
    hall = reported("ready")
    assert hall.refused(CHIEF, a.AnnounceSale(("B-1047",))) == "balls-damaged"
    hall.do(CHIEF, SOUND).sale().sell(1, 3).close().announced()
    assert hall.do("assistant", DEFECT).refused(CHIEF, a.AnnounceStart()) == "balls-damaged"
    assert hall.do(CHIEF, SOUND, a.AnnounceStart()).game.ball_set == "S-9"


def test_a_set_that_is_not_in_the_machine_is_ruled_on_too() -> None:
    hall = reported("ready").do(CHIEF, a.ChangeBalls("S-10", "la 33"))
    assert hall.refused(CHIEF, a.ChangeBalls("S-9", "no era nada")) == "balls-damaged"
    assert hall.do(CHIEF, SOUND).accepts(CHIEF, a.ChangeBalls("S-9", "no era nada"))
    assert hall.refused(CHIEF, a.FindBallsSound("S-77", "está bien")) == "no-such-balls"


def test_in_a_game_the_report_that_waits_is_ruled_on_and_not_the_set() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", DEFECT)
    assert hall.refused(CHIEF, SOUND) == "wrong-window"
    hall.do(CHIEF, a.LetStand("no la vi", is_untrue=True)).drawn(4).line(1).drawn(10).bingo(1)
    hall.do(CASHIER, a.ReportCause("ball-damaged", "rota"), DEFECT)
    assert hall.refused(CHIEF, SOUND) == "case-open"


def test_what_was_reported_before_the_ruling_is_gone_with_it() -> None:
    hall = reported("prizes").do(CHIEF, SOUND, a.AnnounceStart()).drawn(1).do("assistant", DEFECT)
    assert not is_damaged(hall.do(CHIEF, a.LetStand("está bien", is_untrue=True)))
