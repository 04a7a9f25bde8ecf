"""What stops a game and for how long: reports, false calls, and what is let stand."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import FixedValue, Refused
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MIDDLE, NUMBERS, Hall

MISREAD = (31, *NUMBERS)


def refusal(hall: Hall, by: str, act: object) -> tuple[str, tuple[str, ...]]:
    """Return code and clauses with which an act is refused."""
    answer = hall.answer(by, act)
    assert isinstance(answer, Refused), answer
    return answer.code, tuple(map(str, answer.clauses))


def misread() -> Hall:
    """Return a game of Ana's and Luis's whose first ball, 31, was announced as 37."""
    hall = Hall(MISREAD).started("ana", "luis")
    return hall.do(CALLER, a.DrawBall(), a.AnnounceBall(37), a.ShowBall())


def test_while_a_report_waits_the_hall_waits_for_the_chief_and_everybody_can_see_that_it_does() -> None:
    hall = misread()
    views = {who: hall.play.view(who) for who in ("ana", CALLER, None)}
    assert {(one.waits_for, one.is_report_open) for one in views.values()} == {(CALLER, False)}
    hall.do("ana", a.ReportCallerError("cantó el 37"))
    for who in ("ana", CALLER, None):
        assert (hall.play.view(who).waits_for, hall.play.view(who).is_report_open) == (CHIEF, True)
    assert (hall.play.view("ana").duty, hall.play.view().duty) == (None, None), "what it is staff alone see"
    hall.do(CHIEF, a.LetStand("rectificado"))
    assert (hall.play.view().waits_for, hall.play.view().is_report_open) == (CALLER, False)


# --- reports ----------------------------------------------------------------------------------------------------------


def test_the_same_report_is_made_once_until_the_chief_has_ruled() -> None:
    hall = misread().do("ana", a.ReportCallerError("cantó el 37"))
    for who in ("ana", "luis", CASHIER):
        assert refusal(hall, who, a.ReportCallerError("otra vez")) == ("already-reported", ("HP.BG.reports",))
    hall.do(CASHIER, a.ReportCause("sound-breakdown"))
    assert refusal(hall, CALLER, a.ReportCause("sound-breakdown")) == ("already-reported", ("HP.BG.reports",))


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


def test_a_new_game_hears_everybody_again() -> None:
    hall = Hall(NUMBERS).started("ana", sold=3).drawn(1).do("ana", a.ReportCallerError("dijo otro"))
    hall.do(CHIEF, a.LetStand("dijo el que era", is_untrue=True), a.VoidGame("evacuation", "alarma"), a.EndGame())
    hall.sale().sell(4, 4, "ana").close().announced().do(CHIEF, a.AnnounceStart()).drawn(1)
    assert hall.accepts("ana", a.ReportCallerError("dijo otro"))


@pytest.mark.parametrize("cause", ["ball-lacking", "machine-breakdown", "evacuation"])
def test_one_press_of_one_person_makes_no_game_void(cause: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3).do(CASHIER, a.ReportCause(cause, "lo digo yo"))
    assert hall.refused(CHIEF, a.LetStand("da igual")) == "must-be-void"
    assert not hall.accepts(CASHIER, a.LetStand("da igual", is_untrue=True))
    hall.do(CHIEF, a.LetStand("no ha ocurrido", is_untrue=True)).drawn(1)
    assert refusal(hall, CASHIER, a.ReportCause("evacuation")) == ("report-doubted", ("HP.BG.reports",))


def test_the_chief_does_not_deny_an_error_that_the_record_shows() -> None:
    hall = misread().do("ana", a.ReportCallerError("cantó el 37"))
    assert hall.refused(CHIEF, a.LetStand("no es cierto", is_untrue=True)) == "number-misread"


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


def test_only_whose_report_was_untrue_is_doubted() -> None:
    hall = two_cases().do(CHIEF, a.LetStand("está dentro", is_untrue=True, serial=2), a.LetStand("da igual", serial=1))
    hall.drawn(1)
    assert refusal(hall, CASHIER, a.ReportCause("evacuation")) == ("report-doubted", ("HP.BG.reports",))
    assert hall.accepts("ana", a.ReportCallerError("y ahora el 22"))


def test_of_two_reports_each_has_an_offer_that_the_rules_take() -> None:
    offered = [one.fields for one in two_cases().play.legal(CHIEF) if one.act == "let-stand"]
    assert [(one["serial"].value, one["is_untrue"]) for one in offered] == [
        (1, FixedValue(False)),
        (2, FixedValue(True)),
    ]


def test_a_report_that_waits_no_longer_is_not_ruled_on_again() -> None:
    hall = two_cases().do(CHIEF, a.LetStand("está dentro", is_untrue=True, serial=2))
    assert hall.refused(CHIEF, a.LetStand("está dentro", is_untrue=True, serial=2)) == "nothing-reported"
    hall.do("luis", a.WriteEntry("oigo mal")).do(CALLER, a.ReportCause("sound-breakdown"))
    assert [one.serial for one in hall.game.cases] == [1, 3]


def test_a_defect_told_again_and_again_stops_a_game_once() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1).do(CASHIER, a.ReportDefect(33), a.ReportDefect(33))
    assert [one.cause for one in hall.game.cases] == ["ball-damaged"]
    hall.do(CHIEF, a.LetStand("está bien", is_untrue=True)).drawn(1).do(CASHIER, a.ReportDefect(33))
    assert (hall.game.cases, hall.accepts(CALLER, a.DrawBall())) == ((), True)


# --- false calls ------------------------------------------------------------------------------------------------------


def test_a_cartón_found_wrong_is_called_again_only_after_another_number() -> None:
    hall = Hall((1, 2, *NUMBERS)).started("ana", "luis").drawn(1).call(1).check(1)
    assert refusal(hall, "ana", a.CallPrize(LINE, "B-1047/1")) == ("call-unchanged", ("HP.BG.false-call",))
    assert refusal(hall, CALLER, a.CallForPlayer(LINE, "B-1047/1")) == ("call-unchanged", ("HP.BG.false-call",))
    offered = [one for one in hall.play.legal("ana") if one.act == "call-prize"]
    assert [one.fixed_value("prize") for one in offered] == ["bingo"]
    assert hall.accepts("ana", a.CallPrize(BINGO, "B-1047/1"))
    assert hall.accepts("luis", a.CallPrize(LINE, "B-1047/2"))
    assert hall.drawn(1).accepts("ana", a.CallPrize(LINE, "B-1047/1"))


def test_a_correction_is_another_number() -> None:
    hall = misread().call(1).check(1)
    assert hall.refused("ana", a.CallPrize(LINE, "B-1047/1")) == "call-unchanged"
    assert hall.do(CALLER, a.CorrectAnnouncement()).accepts("ana", a.CallPrize(LINE, "B-1047/1"))


def test_a_caller_is_offered_a_cartón_on_paper_after_the_first_one_was_called_wrongly() -> None:
    hall = Hall((1, *NUMBERS)).started("ana", sold=3).drawn(1).call(1).check(1)
    assert any(one.act == "call-for-player" for one in hall.play.legal(CALLER))


# --- what is let stand ------------------------------------------------------------------------------------------------


def test_a_misread_number_that_is_let_stand_counts_from_when_it_is_said_rightly() -> None:
    hall = Hall((*MIDDLE, 3)).started("ana").drawn(4)
    hall.do(CALLER, a.DrawBall(), a.AnnounceBall(78), a.ShowBall()).do("ana", a.ReportCallerError("dijo el 78"))
    assert hall.game.announced_balls == MIDDLE[:4]
    hall.do(CHIEF, a.LetStand("a nadie le cambia nada"))
    assert hall.said[-1] == f"Corrección: ha salido el {MIDDLE[4]}"
    assert hall.game.announced_balls == MIDDLE
    assert hall.game.panel == MIDDLE


def test_a_misread_number_that_nobody_has_reported_does_not_count_by_another_ruling() -> None:
    hall = misread().do(CASHIER, a.ReportCause("sound-breakdown")).do(CHIEF, a.LetStand("se oye"))
    assert (hall.game.announced_balls, hall.game.error_at) == ((), 1)


def test_each_of_two_misread_numbers_is_said_rightly() -> None:
    hall = misread().do(CALLER, a.DrawBall(), a.AnnounceBall(38), a.ShowBall())
    hall.do("ana", a.ReportCallerError("dos mal")).do(CHIEF, a.LetStand("nadie los tiene"))
    assert hall.said[-2:] == ["Corrección: ha salido el 31", f"Corrección: ha salido el {NUMBERS[0]}"]
    assert (hall.game.announced_balls, hall.game.error_at) == ((31, NUMBERS[0]), None)
