"""A number that was keyed wrongly at a real machine, and said: what becomes of it before and after the next ball."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.kernel import Choice
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, NUMBERS, TOP, Hall


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


def test_what_was_said_of_a_ball_may_be_its_number_though_another_was_keyed() -> None:
    hall = keyed().do(CALLER, a.DrawBall(), BallOut(1, 0, "4"), a.AnnounceBall(44), a.ShowBall())
    assert told(hall) == ((), (44,), 1)
    hall.do(CALLER, a.RekeyBall(44))
    assert told(hall) == ((44,), (44,), None)
    assert not hall.said[-1].startswith("Corrección")


def test_a_call_that_needed_the_wrong_number_fails_at_its_check() -> None:
    hall = keyed(*TOP).call(1).do(CALLER, a.RekeyBall(44)).check(1)
    assert hall.phase() is Phase.DRAW_LINE
    assert (hall.game.failed_calls[LINE, "B-1047/1"], dict(hall.game.awards)) == (5, {})


def test_after_a_check_by_the_wrong_number_the_table_chief_decides_about_the_game() -> None:
    hall = keyed(2, *TOP).call(1).check(1)
    assert hall.refused(CHIEF, a.RekeyBall(44)) == "card-checked"
    hall.do("luis", a.ReportCallerError("salió el 44"))
    assert hall.refused(CHIEF, a.RekeyBall(44, TOP[-1])) == "card-checked"
    assert next(one for one in hall.play.legal(CHIEF) if one.act == "rekey-ball").fixed_value("was") == 2
    assert hall.accepts(CHIEF, a.VoidGame("caller-error", "81 por 44"))


def test_a_cartón_found_right_without_the_number_that_is_put_right_stays_right() -> None:
    hall = keyed(*TOP, 2).call(1).check(1).do(CALLER, a.RekeyBall(44)).on()
    assert (hall.phase(), hall.game.announced_balls) == (Phase.DRAW_BINGO, (*TOP, 44))


def test_a_cartón_found_wrong_may_be_called_again_with_the_right_number() -> None:
    hall = keyed(*TOP[:4], 44).call(1).check(1)
    assert hall.refused("ana", a.CallPrize(LINE, "B-1047/1")) == "call-unchanged"
    assert hall.do(CALLER, a.RekeyBall(TOP[4])).line(1).phase() is Phase.DRAW_BINGO


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


def test_the_ball_that_is_already_there_is_keyed_once_the_other_is_put_right() -> None:
    hall = keyed(4).do(CALLER, a.DrawBall())
    assert hall.refused(CALLER, BallOut(1, 1, "4")) == "ball-already-drawn"
    assert hall.refused(CALLER, a.RekeyBall(44)) == "correction-late"
    hall.do(CALLER, a.ReportCallerError("era el 44")).do(CHIEF, a.RekeyBall(44), a.LetStand("corregido"))
    assert hall.do(CALLER, BallOut(1, 1, "4"), a.AnnounceBall()).game.announced_balls == (44, 4)


def test_another_report_does_not_let_the_table_chief_change_an_older_ball() -> None:
    hall = more(keyed(4), 5).do(CASHIER, a.ReportCause("sound-breakdown"))
    assert hall.refused(CHIEF, a.RekeyBall(44, 4)) == "correction-late"


def test_a_house_may_have_the_chief_decide_about_a_number_keyed_wrongly() -> None:
    hall = keyed(4, void__corrected_in_time="chief").do(CALLER, a.RekeyBall(44))
    assert [one.cause for one in hall.game.cases] == ["caller-error"]
    assert hall.do(CHIEF, a.LetStand("corregido al momento")).game.announced_balls == (44,)
    silent = keyed(void__corrected_in_time="chief").do(CALLER, a.DrawBall(), BallOut(1, 0, "4"), a.RekeyBall(44))
    assert silent.game.cases == ()


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


def test_nothing_is_put_right_after_the_game() -> None:
    hall = keyed(*NUMBERS).bingo(1)
    assert (hall.phase(), hall.refused(CHIEF, a.RekeyBall(44))) == (Phase.PAYMENT, "wrong-window")
