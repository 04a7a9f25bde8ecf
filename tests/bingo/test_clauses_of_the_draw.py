"""One clause, one answer: balls, calls, checks, questions and orders."""

from itertools import permutations

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.drawing import tokens
from tapete.games.bingo.duties import time_limit
from tapete.games.bingo.terms import Phase
from tapete.kernel import CHANCE, CLOCK, Act, PersonId, Refused, TimeLimit, fold
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, MIDDLE, NUMBERS, GivenCartones, Hall, K

SHARED = (22, 45, 60, 77, 7, 8)
"""The middle line of cartón 1 is complete at the fifth ball, that of cartón 2 at the sixth."""


def game(*balls: int, **options: object) -> Hall:
    return Hall(balls, **options).started("ana", "luis")  # type: ignore[arg-type]


def called(card: int, prize: str = "linea") -> a.CallPrize:
    return a.CallPrize(prize, f"B-1047/{card}")


def wanting(hall: Hall) -> object:
    act = Act(PersonId(CALLER), a.DrawBall(), hall.state.step)
    engine = hall.play.game
    return fold(engine.evolve, hall.state, engine.decide(hall.state, act).events)  # type: ignore[union-attr]


@pytest.mark.clause("BG.I.01")
def test_the_numbers_are_one_to_ninety() -> None:
    hall = game(5)
    state = wanting(hall)
    answers = [hall.play.game.decide(state, Act(CHANCE, BallOut(1, 0, ball))) for ball in ("0", "1", "90", "91")]
    assert [isinstance(one, Refused) for one in answers] == [True, False, False, True]
    assert len(tokens(hall.state)) == 90


@pytest.mark.clause("BG.IV.16")
def test_a_ball_that_is_out_stays_out() -> None:
    hall = game(31).drawn(1)
    state = wanting(hall)
    assert isinstance(hall.play.game.decide(state, Act(CHANCE, BallOut(1, 1, "31"))), Refused)
    assert not isinstance(hall.play.game.decide(state, Act(CHANCE, BallOut(1, 1, "32"))), Refused)


@pytest.mark.clause("BG.IV.18")
def test_a_number_is_announced_first_and_shown_second() -> None:
    hall = game(31).do(CALLER, a.DrawBall())
    assert not hall.accepts(CALLER, a.ShowBall())
    hall.do(CALLER, a.AnnounceBall())
    assert (hall.play.view().panel, hall.accepts(CALLER, a.DrawBall())) == ((), False)
    assert hall.do(CALLER, a.ShowBall()).play.view().panel == (31,)


@pytest.mark.clause("BG.IV.18")
def test_a_called_ball_is_out_announced_and_shown_by_one_act() -> None:
    hall = game(31, 7).do(CALLER, a.CallBall())
    assert [(one.number, one.said_number, one.is_shown) for one in hall.state.game.balls] == [(31, 31, True)]
    assert hall.refused(CALLER, a.CallBall("44")) == "balls-not-keyed"
    real = game(kind=ChanceKind.KEYED)
    assert [real.refused(CALLER, a.CallBall(token)) for token in ("", "91")] == ["number-out-of-range"] * 2
    real.do(CALLER, a.CallBall("44"))
    assert (real.play.view().panel, real.refused(CALLER, a.CallBall("44"))) == ((44,), "ball-already-drawn")


@pytest.mark.clause("BG.IV.18")
def test_a_called_ball_stands_on_the_panel_after_the_pause_in_which_it_is_said() -> None:
    hall = game(31, 7, pause=4).do(CALLER, a.CallBall())
    assert (hall.play.view().panel, hall.refused(CALLER, a.CallBall())) == ((), "ball-unshown")
    assert time_limit(hall.state) == TimeLimit("draw-line", 4, a.TimeUp(), "saying")
    hall.do(CLOCK, a.TimeUp())
    assert len(hall.play.view().panel) == 1
    hall.do(CALLER, a.CallBall(), a.ShowBall())
    assert (len(hall.play.view().panel), time_limit(hall.state)) == (2, None), "a ball put up by hand is said"
    assert time_limit(hall.do(CALLER, a.CallBall()).state) == TimeLimit("draw-line", 4, a.TimeUp(), "saying")


@pytest.mark.clause("BG.IV.18")
def test_the_ball_with_which_a_game_is_won_in_its_pause_stands_on_the_panel_in_the_end() -> None:
    hall = Hall(balls=NUMBERS, pause=3).started("ana", "bea", sold=30)
    for number in range(15):
        hall.do(CALLER, a.CallBall())
        if number < 14:
            hall.wait()
    hall.call(1, BINGO).check(1, prize=BINGO).end()
    assert hall.play.view().panel[-1] == NUMBERS[14], "the ball that won is not on the panel"


@pytest.mark.clause("BG.II.12")
def test_the_panel_collects_the_numbers_as_they_were_called() -> None:
    hall = game(5, 88, 31, 40).drawn(1)
    assert hall.play.view().panel == (5,)
    assert hall.drawn(2).do(CALLER, a.DrawBall()).play.view().panel == (5, 88, 31)


@pytest.mark.clause("BG.IV.19")
def test_a_number_counts_and_is_marked_only_once_it_is_announced() -> None:
    hall = game(*MIDDLE).drawn(4).do(CALLER, a.DrawBall())
    assert not hall.accepts("ana", a.MarkNumber("B-1047/1", MIDDLE[4]))
    assert hall.accepts("ana", a.MarkNumber("B-1047/1", MIDDLE[0]))
    hall.call(1).check(1)
    assert hall.phase() is Phase.DRAW_LINE
    hall.do(CALLER, a.AnnounceBall(), a.ShowBall()).call(1).check(1)
    assert hall.phase() is Phase.ASK_LINE


@pytest.mark.clause("BG.II.02")
def test_a_mark_is_kept_and_shown_to_its_player_alone() -> None:
    hall = game(16).drawn(1).do("ana", a.MarkNumber("B-1047/1", 16))
    assert (hall.play.view("ana").me.marks, hall.play.view("luis").me.marks) == ({"B-1047/1": (16,)}, {})
    assert hall.refused("luis", a.MarkNumber("B-1047/1", 16)) == "not-your-card"
    for nobodys in ("B-1047/301", "C-2/1", "B-1047"):
        assert hall.refused("ana", a.MarkNumber(nobodys, 16)) == "not-your-card"


@pytest.mark.clause("BG.I.10")
def test_linea_and_bingo_are_called_and_nothing_else() -> None:
    hall = game(*NUMBERS).drawn(5)
    assert (hall.accepts("ana", called(1, "dos líneas")), hall.accepts("ana", called(1, "linea"))) == (False, True)
    assert hall.accepts("ana", called(1, "bingo"))


@pytest.mark.clause("BG.I.11")
def test_a_line_is_complete_with_its_five_numbers() -> None:
    hall = game(4, 16, 88, 30, 52, 81).drawn(5).call(1).check(1)
    assert hall.phase() is Phase.DRAW_LINE
    assert hall.drawn(1).call(1).check(1).phase() is Phase.ASK_LINE


@pytest.mark.clause("BG.I.13")
@pytest.mark.parametrize("row", K)
def test_any_of_the_three_lines_wins(row: tuple[int, ...]) -> None:
    assert game(*row).drawn(5).call(1).check(1).phase() is Phase.ASK_LINE


@pytest.mark.clause("BG.I.14")
def test_bingo_is_complete_with_fifteen_numbers() -> None:
    hall = game(*(number for number in NUMBERS if number != 77), 77).drawn(14).call(1, BINGO).check(1, prize=BINGO)
    assert (hall.phase(), hall.play.last.events[0].missing_numbers) == (Phase.DRAW_LINE, (77,))  # type: ignore[union-attr]
    assert hall.drawn(1).call(1, BINGO).check(1, prize=BINGO).phase() is Phase.ASK_BINGO


@pytest.mark.clause("BG.I.02")
def test_each_cartón_of_a_player_competes_on_its_own_account() -> None:
    hall = Hall(MIDDLE, cartones=GivenCartones({"B-1047/2": K})).started("ana", "ana").drawn(5)
    hall.call(1).call(2).check(1, 2).on()
    assert [(one.card, one.amount) for one in hall.game.awards[LINE]] == [("B-1047/1", 30_00), ("B-1047/2", 30_00)]


@pytest.mark.clause("BG.I.15")
def test_several_winning_cartones_divide_a_prize_in_every_order_of_calls_and_checks() -> None:
    found = set()
    for calls in permutations((1, 2)):
        for checks in permutations((1, 2)):
            hall = game(*SHARED).drawn(6)
            for number in calls:
                hall.call(number)
            found.add(hall.check(*checks).on().game.awards[LINE])
    assert [(one.card, one.amount) for one in found.pop()] == [("B-1047/1", 30_00), ("B-1047/2", 30_00)]
    assert not found


@pytest.mark.clause("BG.IV.20")
def test_a_call_stops_the_drawing() -> None:
    hall = game(*SHARED).drawn(5)
    assert hall.accepts(CALLER, a.DrawBall())
    assert hall.call(1).refusal(CALLER, a.DrawBall()).code == "claim-pending"


def test_a_ball_that_is_out_when_somebody_calls_is_held_back_and_announced_first() -> None:
    hall = game(*MIDDLE).drawn(3).do(CALLER, a.DrawBall()).call(2)
    assert hall.refused(CALLER, a.AnnounceBall()) == "wrong-window"
    hall.check(2).do(CALLER, a.AnnounceBall())
    assert hall.game.announced_balls == MIDDLE[:4]


@pytest.mark.clause("BG.IV.23")
def test_the_master_stands_before_the_camera_during_the_check() -> None:
    hall = game(*MIDDLE).drawn(5).call(1)
    assert (hall.play.view().calls[0].lines, hall.accepts(CHIEF, a.CheckCard(LINE, "B-1047/1"))) == ((), False)
    assert hall.do(CHIEF, a.ShowMaster("B-1047/1")).play.view().calls[0].lines == K


def test_paper_that_differs_from_the_register_is_noted_and_the_register_prevails() -> None:
    hall = game(*MIDDLE).drawn(5).call(1).do(CHIEF, a.NoteDifference("B-1047/1", "un 61 por el 60")).check(1)
    assert hall.phase() is Phase.ASK_LINE


@pytest.mark.clause("BG.IV.24")
def test_every_called_cartón_is_checked_before_the_order() -> None:
    hall = game(*SHARED).drawn(6).call(1).call(2).check(1)
    assert hall.refusal(CHIEF, a.OrderResume()).code == "card-unchecked"
    assert hall.check(2).on().phase() is Phase.DRAW_BINGO


@pytest.mark.clause("BG.IV.25")
def test_a_wrong_call_uses_nothing_up_and_bars_nobody() -> None:
    hall = game(22, 45, 60, 7, 1, 77).drawn(5).call(1).check(1)
    assert ((hall.phase(), dict(hall.game.awards)), hall.accepts("luis", called(2))) == ((Phase.DRAW_LINE, {}), True)
    assert hall.drawn(1).line(1).game.awards[LINE][0].person == "ana"


@pytest.mark.clause("BG.IV.26")
def test_after_a_right_line_only_bingo_is_called() -> None:
    hall = game(*NUMBERS).drawn(5).line(1)
    assert hall.phase() is Phase.DRAW_BINGO
    hall.drawn(1)
    assert (hall.accepts("luis", called(2)), hall.accepts("luis", called(2, "bingo"))) == (False, True)


@pytest.mark.clause("BG.I.12")
def test_a_silent_line_stays_good_until_one_is_called_rightly() -> None:
    slow = game(*SHARED, 1, 2).drawn(7).line(1)
    assert slow.game.awards[LINE][0].card == "B-1047/1"
    late = slow.drawn(1)
    assert (late.accepts("luis", called(2)), late.refusal("luis", called(2)).code) == (False, "line-already-won")


@pytest.mark.clause("BG.IV.32")
def test_the_order_to_go_on_ends_the_right_to_the_line() -> None:
    hall = game(*SHARED).drawn(6).call(1).check(1)
    assert hall.accepts("luis", called(2))
    assert getattr(hall.on().answer("luis", called(2)), "code", "") == "claim-precluded"


@pytest.mark.clause("BG.IV.08", "BG.IV.24")
def test_a_cartón_that_was_not_sold_wins_nothing() -> None:
    hall = game(*MIDDLE).drawn(5)
    refused = hall.answer(CALLER, a.CallForPlayer("linea", "B-1047/301"))
    assert [(one.code, one.clauses) for one in getattr(refused, "faults", ())] == [
        ("card-not-sold", ("BG.IV.08", "BG.IV.24"))
    ], "the cashier has it among the unsold ones"
    assert refused.rests_on == ("BG.IV.08", "BG.IV.24")
    assert hall.accepts(CALLER, a.CallForPlayer("linea", "B-1047/300"))


def test_the_word_binds_and_the_other_word_is_called_for_the_same_cartón() -> None:
    hall = game(*NUMBERS).drawn(15).call(1, LINE).check(1)
    assert hall.phase() is Phase.ASK_LINE
    hall.call(1, BINGO).check(1, prize=BINGO)
    assert hall.phase() is Phase.ASK_BINGO
    barred = game(*NUMBERS, claims__failed_checked_bars=True).drawn(15).call(1, LINE).check(1)
    assert barred.refused("ana", called(1, "bingo")) == "card-checked"
    assert barred.on().refused("ana", called(1, "bingo")) == "card-checked"
    assert barred.drawn(1).accepts("ana", called(1, "bingo")), "barred at that ball, and not for good"


@pytest.mark.clause("BG.IV.29")
def test_after_a_right_cartón_the_table_chief_asks_for_another() -> None:
    hall = game(*SHARED).drawn(5).call(2).check(2)
    assert not any("más" in one for one in hall.said)
    hall.call(1).check(1)
    assert hall.said[-1] == "¿Alguna línea más?"
    assert (
        game(*NUMBERS).drawn(5).line(1).drawn(10).call(1, BINGO).check(1, prize=BINGO).said[-1] == "¿Algún bingo más?"
    )


@pytest.mark.clause("BG.IV.30")
def test_the_table_chief_waits_a_prudent_interval_that_starts_anew_with_each_right_cartón() -> None:
    hall = game(*SHARED).drawn(6).call(1).check(1)
    assert not hall.accepts(CHIEF, a.OrderResume())
    hall.wait().call(2).check(2)
    assert (hall.accepts(CHIEF, a.OrderResume()), hall.wait().accepts(CHIEF, a.OrderResume())) == (False, True)


def test_a_wrong_call_after_the_interval_takes_nothing_of_it_back() -> None:
    hall = game(*SHARED).drawn(5).call(1).check(1).wait().call(2).check(2)
    assert hall.phase() is Phase.ASK_LINE
    assert (hall.accepts(CHIEF, a.OrderResume()), hall.refused(CLOCK, a.TimeUp())) == (True, "nothing-changes")


@pytest.mark.clause("BG.IV.27")
def test_after_a_right_bingo_the_game_is_over() -> None:
    hall = game(*NUMBERS).drawn(5).line(1).drawn(10)
    assert hall.accepts(CALLER, a.DrawBall())
    hall.call(1, BINGO).check(1, prize=BINGO).wait()
    assert hall.accepts(CHIEF, a.OrderEnd())
    hall.do(CHIEF, a.OrderEnd())
    assert (hall.phase(), hall.refusal(CALLER, a.DrawBall()).code) == (Phase.PAYMENT, "game-over")


@pytest.mark.clause("BG.IV.38")
def test_after_the_end_no_line_is_heard_and_its_prize_is_owed_to_nobody() -> None:
    hall = game(*NUMBERS).drawn(15).bingo(1)
    assert hall.refusal("luis", called(2)).code == "claim-precluded"
    assert (hall.balance("held:1/linea"), hall.balance("owed:1/bingo/B-1047/1")) == (60_00, 360_00)
    assert not hall.accepts(CHIEF, a.DecideUnawarded(LINE, "house"))  # type: ignore[arg-type]
    hall.do(CHIEF, a.DecideUnawarded(LINE, "house", "nadie la cantó"))  # type: ignore[arg-type]
    assert (hall.balance("held:1/linea"), hall.balance("house")) == (0, 240_00)


def test_when_all_the_balls_are_out_the_question_is_repeated_and_then_the_chief_decides() -> None:
    hall = game(*NUMBERS).drawn(5).line(1).drawn(85)
    assert hall.refused(CALLER, a.DrawBall()) == "no-ball-left"
    for _ in range(3):
        assert not hall.accepts(CHIEF, a.OrderEnd("nadie canta"))
        hall.do(CHIEF, a.AskOthers())
        assert hall.refused(CHIEF, a.AskOthers()) == "window-open"
        hall.wait()
    assert hall.refused(CHIEF, a.OrderEnd()) == "reason-missing"
    hall.do(CHIEF, a.OrderEnd("nadie canta"))
    assert (hall.balance("held:1/bingo"), hall.balance("owed:1/linea/B-1047/1")) == (360_00, 60_00)
