"""Acts about one game: sent from the page of another one they do nothing to this one, which nobody could undo."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.meant_game import OF_ONE_GAME, require_meant_game
from tapete.kernel import Act, PersonId, Refused, Step
from tests.support.bingo.full_state import STATE
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS, Hall

CARD = "B-1047/1"
ACTS: dict[str, tuple[str, Any]] = {
    "void": (CHIEF, a.VoidGame("sound-breakdown", "no se oye")),
    "cause": (CHIEF, a.ReportCause("sound-breakdown", "no se oye")),
    "caller": ("ana", a.ReportCallerError("no salió")),
    "own call": ("ana", a.CallPrize(LINE, CARD)),
    "keyed call": (CALLER, a.CallForPlayer(LINE, "B-1047/2")),
}


def answered(hall: Hall, name: str, at: Any) -> str:
    """Return how an act is answered that was meant for a step: its code, or nothing where it is taken."""
    who, what = ACTS[name]
    outcome = hall.play.attempt(what, who, at).outcome
    return outcome.code if isinstance(outcome, Refused) else ""


def played_on(hall: Hall) -> Hall:
    """Play the first game to its end, and pay it."""
    return hall.drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_about_the_game_before_does_nothing_to_the_next_one(name: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).line(1)
    meant = hall.state.step
    played_on(hall).do(CHIEF, a.EndGame()).sale().sell(301, 301, "ana").sell(302, 310)
    hall.close().announced().do(CHIEF, a.AnnounceStart()).drawn(3)
    assert answered(hall, name, meant) == "window-closed"
    assert not hall.game.is_void


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("deferred", [False, True])
def test_an_act_about_the_first_game_of_a_double_does_nothing_to_the_second(name: str, deferred: bool) -> None:
    hall = Hall(NUMBERS).started("ana", sold=20, double=True, deferred=deferred).drawn(5)
    meant = hall.state.step
    hall.call(1).check(1)
    hall = (hall.do(CALLER, a.GiveToken(LINE, CARD)) if deferred else hall).on().drawn(10).call(1, BINGO)
    hall.check(1, prize=BINGO)
    hall = (hall.do(CALLER, a.GiveToken(BINGO, CARD)) if deferred else hall).end()
    if not deferred:
        hall.pay(1, LINE).pay(1, BINGO)
    hall.do(CHIEF, a.AnnounceSecond()).drawn(1)
    here = hall.state.step
    hall.drawn(1)
    assert answered(hall, name, meant) == "window-closed"
    assert answered(hall, name, here) == ""


@pytest.mark.parametrize("name", ["void", "cause", "caller"])
def test_within_a_game_it_may_come_in_a_later_window(name: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5)
    meant = hall.state.step
    assert answered(hall.line(1).drawn(1), name, meant) == ""


def test_who_serves_himself_buys_nothing_of_a_sale_that_he_did_not_see() -> None:
    hall = Hall(NUMBERS, sale__self_service=True).open().do("ana", a.BuyIn(50_00)).sale()
    meant, wish = hall.state.step, a.WantCards("B-1047", 2)
    hall.do("ana", wish).close().do(CHIEF, a.CallOffSale("pocos"), a.EndGame()).sale()
    late = hall.play.attempt(wish, "ana", meant).outcome
    assert isinstance(late, Refused)
    assert late.code == "window-closed"
    assert hall.accepts("ana", wish)


def test_each_of_them_is_tried() -> None:
    assert {type(what) for _, what in ACTS.values()} | {a.WantCards} == OF_ONE_GAME


@pytest.mark.parametrize(
    ("step", "is_other"),
    [
        (Step(3, 5, "draw-line", 30), False),
        (Step(3, 5, "check", 99), False),
        (Step(3, 5, "draw-line", 29), True),
        (Step(3, 4, "draw-line", 30), True),
        (Step(2, 5, "draw-line", 30), True),
        (None, False),
    ],
)
def test_a_step_is_of_the_game_that_is_played_from_its_first_window_on(step: Step | None, is_other: bool) -> None:
    for _, what in ACTS.values():
        found = require_meant_game(STATE, Act(PersonId("ana"), what, step))
        facts = {"meant": str(step), "now": str(STATE.step)}
        assert (None if found is None else (found.code, dict(found.facts))) == (
            ("window-closed", facts) if is_other else None
        )
    assert require_meant_game(STATE, Act(PersonId("ana"), a.WriteEntry("nota"), step)) is None
