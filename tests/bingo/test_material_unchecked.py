"""What is put into the machine without a check, or in the place of something else: it is checked and written down."""

from __future__ import annotations

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem, Phase
from tests.support.bingo.hall import CALLER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, Hall


def test_a_machine_that_comes_after_the_check_is_checked_itself() -> None:
    hall = Hall().material().checked().do(CHIEF, a.LoadBalls("S-9"))
    hall.do(MANAGER, a.RegisterMachine("M-2", "drum", "simulation"))
    answer = hall.answer(CHIEF, a.OpenSession())
    assert (answer.code, answer.facts["items"]) == ("checks-incomplete", ["machine"])
    hall.do(CHIEF, a.PassCheck(CheckItem.MACHINE))
    assert hall.refused(CHIEF, a.OpenSession()) == "no-balls-loaded"
    assert hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession()).phase() is Phase.READY


def test_the_machine_that_is_there_is_not_entered_twice() -> None:
    assert Hall().material().refused(MANAGER, a.RegisterMachine("M-1", "pneumatic", "simulation")) == "nothing-changes"


def test_another_set_than_the_last_goes_in_as_a_change_with_its_reason() -> None:
    hall = Hall().material().checked().do(CHIEF, a.LoadBalls("S-9"))
    assert hall.refused(CHIEF, a.LoadBalls("S-9")) == "nothing-changes"
    answer = hall.answer(CHIEF, a.LoadBalls("S-10"))
    assert (answer.code, answer.clauses) == ("entry-missing", ("BG.II.20",))
    assert hall.refused(CALLER, a.LoadBalls("S-10", "más nuevas")) == "not-your-post"
    hall.do(CHIEF, a.LoadBalls("S-10", "más nuevas"))
    (changed,) = [one for one in hall.play.last.events if type(one).__name__ == "BallsChanged"]  # type: ignore[union-attr]
    assert (changed.balls, changed.former, changed.reason, changed.by) == ("S-10", "S-9", "más nuevas", CHIEF)
    assert hall.state.hall.loaded_set == "S-10"


def test_in_the_next_session_another_set_is_a_change_too() -> None:
    hall = Hall().open().do(CHIEF, a.CloseSession()).checked()
    assert hall.refused(CHIEF, a.LoadBalls("S-10")) == "entry-missing"
    offered = [one for one in hall.play.legal(CHIEF) if one.act == "load-balls"]
    assert [("reason" in one.fields, one.fixed_value("balls")) for one in offered] == [(True, "S-10"), (False, "S-9")]
    assert hall.accepts(CALLER, a.LoadBalls("S-9"))


def test_the_next_hall_of_the_name_knows_which_set_was_in_the_machine() -> None:
    hall = Hall().open().do(CHIEF, a.CloseSession())
    game = hall.play.game
    opening = game.with_inventory(a.OpenHall("sala", "orden-1979"), hall.state)
    assert getattr(opening.inventory, "last_set", "") == "S-9"
    assert game.is_inventory_due(opening, hall.state)


def test_a_ball_is_let_out_once() -> None:
    hall = Hall(kind=ChanceKind.KEYED).started("ana").do(CALLER, a.DrawBall())
    assert hall.refused(CALLER, a.DrawBall()) == "nothing-changes"


# --- whose act it is --------------------------------------------------------------------------------------------------


def test_the_money_of_the_session_is_seen_by_those_whom_it_concerns() -> None:
    hall = Hall().open().sale().sell(1, 5)
    hall.do(HOUSE, a.Relieve("admission", "door"))
    seen = {who: hall.play.view(who).duty for who in (MANAGER, CHIEF, "cashier", CALLER, "assistant", "door")}
    assert [one.takings for one in seen.values()] == [10_00, 10_00, 10_00, 0, 0, 0]
    assert [one.tills for one in seen.values()] == [{CALLER: 10_00}] * 4 + [{}] * 2
    hall.do(HOUSE, a.Relieve("caller", "otra"))
    assert hall.play.view("otra").duty.tills == {}


def test_a_player_says_that_a_ball_is_damaged_and_the_table_chief_decides() -> None:
    hall = Hall(NUMBERS).started("ana")
    assert hall.refused("zz", a.ReportDefect(33)) == "not-your-post"
    hall.do("ana", a.ReportDefect(33, "está rota"))
    assert [(one.cause, one.by) for one in hall.game.cases] == [("ball-damaged", "ana")]
    assert not hall.state.hall.ball_sets["S-9"].is_damaged
    assert hall.refused("ana", a.ReportDefect(33)) == "already-reported"
    assert hall.refused(CALLER, a.DrawBall()) == "case-open"
    hall.do(CHIEF, a.LetStand("está bien")).drawn(1)
    later = Hall(NUMBERS, balls__defect_in_game="finish").started("ana")
    assert later.refused("ana", a.ReportDefect(33)) == "balls-changed-later"
    assert Hall().open().sale().sell(1, 1, "ana").refused("ana", a.ReportDefect(33)) == "wrong-window"


# --- what is said stands until it is corrected ------------------------------------------------------------------------


def test_a_misread_number_stands_as_said_until_it_is_corrected() -> None:
    right, wrong = Hall((1, 31)).started("ana"), Hall((1, 4)).started("ana")
    for hall in (right, wrong):
        hall.drawn(1).do(CALLER, a.DrawBall(), a.AnnounceBall(31), a.ShowBall())
    for who in (None, "ana", "zz"):
        assert right.play.view(who) == wrong.play.view(who)
        assert right.play.legal(who) == wrong.play.legal(who)
    assert wrong.play.view(None).announced_numbers == (1, 31)
    assert wrong.do(CALLER, a.CorrectAnnouncement()).play.view(None).announced_numbers == (1, 4)


def test_a_second_slip_is_put_right_in_time_while_an_older_one_stands() -> None:
    hall = Hall((31, 4)).started("ana")
    for said in (37, 14):
        hall.do(CALLER, a.DrawBall(), a.AnnounceBall(said), a.ShowBall())
    hall.do(CALLER, a.CorrectAnnouncement())
    assert (hall.game.announced_balls, hall.game.error_at) == ((4,), 1)


def test_whoever_calls_for_a_foreign_cartón_before_the_game_does_not_learn_whether_it_is_sold() -> None:
    hall = Hall().open().sale().sell(1, 1, "ana")
    codes = {hall.refused("zz", a.CallPrize(LINE, f"B-1047/{number}")) for number in (1, 2)}
    assert codes == {"wrong-window"}


def test_nobody_is_offered_more_cartones_than_can_be_asked_for() -> None:
    hall = Hall().open().sale().do("ana", a.BuyIn(10_000_000_00))
    (offer,) = [one for one in hall.play.legal("ana") if one.act == "want-cards"]
    assert getattr(offer.fields["count"], "maximum", None) == 10_000
