"""Clauses BG.II.18 to 20 and BG.V.01: sets of balls that wear out or are damaged, and numbers that were keyed or said
wrongly at a real machine: who puts them right, until when, and what counts meanwhile.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.kernel import Choice
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, NUMBERS, STAFF, TOP, Hall


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("ended", [Phase.PAYMENT, Phase.BETWEEN, Phase.VOID])
def test_a_new_set_comes_in_between_the_games_of_a_double(ended: Phase) -> None:
    hall = Hall(NUMBERS).started(sold=3, double=True, deferred=ended is Phase.BETWEEN)
    hall.do("assistant", a.ReportDefect(33, "rota")).do(CHIEF, a.LetStand("se termina", serial=0))
    if ended is Phase.VOID:
        hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    else:
        hall.drawn(90)
        for _ in range(3):
            hall.do(CHIEF, a.AskOthers()).wait()
        hall.do(CHIEF, a.OrderEnd("nadie cantó"))
    assert hall.phase() is ended
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "balls-damaged"
    hall.do(MANAGER, a.RegisterBalls("S-11", "simulation"))
    assert hall.do(CHIEF, a.ChangeBalls("S-11", "dañada"), a.AnnounceSecond()).game.ball_set == "S-11"


@pytest.mark.clause("BG.II.19")
def test_no_game_begins_with_a_set_that_was_found_damaged_after_the_sale() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 3).close().announced()
    hall.do("assistant", a.ReportDefect(33, "rota"))
    assert hall.refused(CHIEF, a.AnnounceStart()) == "balls-damaged"
    hall.do(CHIEF, a.ChangeBalls("S-10", "bola dañada"), a.AnnounceStart())
    assert hall.game.ball_set == "S-10"


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


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("act", [a.LetStand("se termina"), a.VoidGame("ball-damaged", "rota")])
def test_a_damaged_ball_that_was_reported_as_a_cause_condemns_the_set(act: a.LetStand | a.VoidGame) -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do("assistant", a.ReportCause("ball-damaged", "rota"))
    assert not is_damaged(hall)
    assert is_damaged(hall.do(CHIEF, act))


SOUND = a.FindBallsSound("S-9", "la 33 está bien: era una mancha")


def reported(moment: str) -> Hall:
    """Return a hall in which somebody says outside of a game that a ball of the set in use is damaged."""
    if moment == "second":
        return Hall(NUMBERS).started(sold=3, double=True).drawn(5).line(1).drawn(10).bingo(1).do(CALLER, DEFECT)
    hall = Hall(NUMBERS).open()
    return (hall.sale().sell(1, 3).close().announced() if moment == "prizes" else hall).do(CALLER, DEFECT)


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("moment", ["ready", "prizes", "second"])
def test_the_table_chief_rules_on_a_set_that_was_reported_outside_of_a_game(moment: str) -> None:
    hall = reported(moment)
    assert is_damaged(hall)
    assert [who for who in (*STAFF.values(), "ana") if hall.accepts(who, SOUND)] == [CHIEF]
    assert hall.refused(CHIEF, a.FindBallsSound("S-9")) == "reason-missing"
    assert not is_damaged(hall.do(CHIEF, SOUND))
    answer = hall.refusal(CHIEF, SOUND)
    assert (answer.code, answer.clauses) == ("nothing-reported", ("BG.II.19",))


def test_another_set_than_the_last_goes_in_as_a_change_with_its_reason() -> None:
    hall = Hall().material().checked().do(CHIEF, a.LoadBalls("S-9"))
    assert hall.refused(CHIEF, a.LoadBalls("S-9")) == "nothing-changes"
    answer = hall.refusal(CHIEF, a.LoadBalls("S-10"))
    assert (answer.code, answer.clauses) == ("entry-missing", ("BG.II.20",))
    assert hall.refused(CALLER, a.LoadBalls("S-10", "más nuevas")) == "not-your-post"
    hall.do(CHIEF, a.LoadBalls("S-10", "más nuevas"))
    (changed,) = [one for one in hall.play.last.events if type(one).__name__ == "BallsChanged"]  # type: ignore[union-attr]
    assert (changed.balls, changed.former, changed.reason, changed.by) == ("S-10", "S-9", "más nuevas", CHIEF)
    assert hall.state.hall.loaded_set == "S-10"


def test_a_misread_number_stands_as_said_until_it_is_corrected() -> None:
    right, wrong = Hall((1, 31)).started("ana"), Hall((1, 4)).started("ana")
    for hall in (right, wrong):
        hall.drawn(1).do(CALLER, a.DrawBall(), a.AnnounceBall(31), a.ShowBall())
    for who in (None, "ana", "zz"):
        assert right.play.view(who) == wrong.play.view(who)
        assert right.play.legal(who) == wrong.play.legal(who)
    assert wrong.play.view(None).announced_numbers == (1, 31)
    assert wrong.do(CALLER, a.CorrectAnnouncement()).play.view(None).announced_numbers == (1, 4)


def keyed_out(hall: Hall, *numbers: int) -> Hall:
    """Ask for balls and key them."""
    for number in numbers:
        position = len(hall.game.balls)
        hall.do(CALLER, a.DrawBall(), BallOut(hall.game.urn, position, str(number)), a.AnnounceBall(), a.ShowBall())
    return hall


def asked_and_over(**options: bool) -> Hall:
    """Return a game that a bingo has ended while another ball was asked for."""
    hall = keyed_out(Hall(kind=ChanceKind.KEYED).started(sold=20, **options), *NUMBERS)
    return hall.do(CALLER, a.DrawBall()).bingo(1)


@pytest.mark.clause("BG.IV.27")
def test_no_ball_comes_out_after_the_order_that_ended_the_game() -> None:
    hall = asked_and_over()
    answer = hall.refusal(CALLER, BallOut(hall.game.urn, len(NUMBERS), "88"))
    assert (answer.code, answer.clauses) == ("game-over", ("BG.IV.27",))
    assert hall.game.drawn_balls == NUMBERS


def keyed(*numbers: int, **options: Any) -> Hall:
    """Key, announce and show some numbers in a hall where «ana» holds the first cartón."""
    hall = Hall(kind=ChanceKind.KEYED, **options).started("ana", "luis", sold=5)
    return more(hall, *numbers)


def more(hall: Hall, *numbers: int) -> Hall:
    """Key, announce and show further numbers."""
    for number in numbers:
        hall.do(CALLER, a.DrawBall(), BallOut(1, len(hall.game.balls), str(number)), a.AnnounceBall(), a.ShowBall())
    return hall


def told(hall: Hall) -> tuple[Any, ...]:
    """Return what counts, what stands on the panel, and whether a number is misread."""
    return hall.game.announced_balls, hall.game.panel, hall.game.error_at


@pytest.mark.parametrize("who", [CALLER, CHIEF])
def test_a_number_keyed_and_said_wrongly_is_put_right_aloud_before_the_next_ball(who: str) -> None:
    hall = keyed(4).do(who, a.RekeyBall(44))
    assert hall.said[-1] == "Corrección: ha salido el 44"
    assert told(hall) == ((44,), (44,), None)
    assert hall.do(CALLER, a.DrawBall()).accepts(CALLER, BallOut(1, 1, "4"))
    assert hall.refused(CALLER, BallOut(1, 1, "44")) == "ball-already-drawn"


def test_after_a_check_by_the_wrong_number_the_table_chief_decides_about_the_game() -> None:
    hall = keyed(2, *TOP).call(1).check(1)
    assert hall.refused(CHIEF, a.RekeyBall(44)) == "card-checked"
    hall.do("luis", a.ReportCallerError("salió el 44"))
    assert hall.refused(CHIEF, a.RekeyBall(44, TOP[-1])) == "card-checked"
    assert next(one for one in hall.play.legal(CHIEF) if one.act == "rekey-ball").fixed_value("was") == 2
    assert hall.accepts(CHIEF, a.VoidGame("caller-error", "81 por 44"))


def test_after_the_next_ball_the_table_chief_alone_puts_it_right_and_on_a_report() -> None:
    hall = more(keyed(4), 5)
    assert [hall.refused(who, a.RekeyBall(44, 4)) for who in (CALLER, CHIEF)] == ["correction-late"] * 2
    hall.do("ana", a.ReportCallerError("salió el 44"))
    assert hall.refused(CALLER, a.RekeyBall(44, 4)) == "correction-late"
    offered = next(one for one in hall.play.legal(CHIEF) if one.act == "rekey-ball")
    assert offered.fields["was"] == Choice((4, 5))
    hall.do(CHIEF, a.RekeyBall(44, 4), a.LetStand("nadie lo tiene"))
    assert told(hall) == ((44, 5), (44, 5), None)
    assert "Corrección: ha salido el 44" in hall.said
    assert more(hall, 4).game.announced_balls == (44, 5, 4)


@pytest.mark.parametrize("kind", [ChanceKind.SEALED, ChanceKind.SEEDED])
def test_a_ball_that_nobody_keyed_keeps_its_number(kind: ChanceKind) -> None:
    hall = Hall((4,), kind=kind).started("ana").drawn(1)
    assert hall.refused(CALLER, a.RekeyBall(44)) == "balls-not-keyed"
    assert not any(one.act == "rekey-ball" for one in hall.play.legal(CALLER))


def test_only_a_ball_that_came_out_is_put_right() -> None:
    assert keyed().refused(CALLER, a.RekeyBall(44)) == "nothing-to-correct"
    hall = keyed(4)
    assert hall.refused(CALLER, a.RekeyBall(44, 7)) == "nothing-to-correct"
    assert hall.refused(CALLER, a.RekeyBall(4)) == "ball-already-drawn"
    assert hall.refused(CASHIER, a.RekeyBall(44)) == "not-your-post"
