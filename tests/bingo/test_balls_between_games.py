"""A set of balls that is not to be used any more: another one comes in before the next game, and what was untrue."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import CALLER, CHIEF, MANAGER, NUMBERS, Hall

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
    assert not is_damaged(hall.do("assistant", DEFECT))


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
