"""A call is taken back before its check, where the house lets it: by its player, for paper by the staff."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, Hall


def called(*people: str | None, **options: Any) -> Hall:
    """Return a hall in which each of some people has called a línea, after five balls."""
    hall = Hall(NUMBERS, claims__taken_back=True, **options).started(*people).drawn(5)
    for number, _ in enumerate(people, start=1):
        hall.call(number)
    return hall


def back(number: int = 1, prize: Any = LINE) -> a.TakeCallBack:
    return a.TakeCallBack(prize, f"B-1047/{number}")


def test_a_call_stands_unless_the_house_lets_it_be_taken_back() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).call(1)
    assert hall.refused("ana", back()) == "call-stands"
    assert "take-call-back" not in {one.act for one in hall.play.legal("ana")}


def test_a_call_that_is_taken_back_lets_the_game_go_on_and_may_be_made_again() -> None:
    hall = called("ana").do("ana", back())
    assert hall.phase() == "draw-line"
    assert not hall.game.awards
    assert hall.call(1).check(1).on().game.awards[LINE][0].card == "B-1047/1"


def test_a_player_takes_back_his_own_call_alone() -> None:
    hall = called("ana", "luis")
    assert hall.refused("luis", back(1)) == "not-your-card"
    assert hall.refused(CHIEF, back(1)) == "not-your-card"
    assert [one.act for one in hall.play.legal("ana") if one.act == "take-call-back"] == ["take-call-back"]


def test_the_call_of_a_paper_cartón_is_taken_back_by_the_staff() -> None:
    hall = called(None)
    assert [hall.accepts(who, back()) for who in (CHIEF, CALLER, "assistant", CASHIER, "ana")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_once_the_master_is_shown_a_call_stands() -> None:
    hall = called("ana").do(CHIEF, a.ShowMaster("B-1047/1"))
    assert hall.refused("ana", back()) == "card-checked"


def test_only_what_was_called_is_taken_back() -> None:
    assert called("ana").refused("ana", back(prize=BINGO)) == "not-called"


def test_while_another_call_waits_the_hall_waits_for_it() -> None:
    hall = called("ana", "luis").do("luis", back(2))
    assert hall.phase() == "check"
    assert hall.check(1).phase() == "ask-line"


def test_after_a_right_cartón_the_question_comes_with_the_last_call_taken_back() -> None:
    hall = called("ana", "luis").check(1)
    assert hall.phase() == "check"
    assert hall.do("luis", back(2)).phase() == "ask-line"
    assert hall.said.count("¿Alguna línea más?") == 1


def test_a_call_taken_back_after_the_interval_takes_nothing_of_it_back() -> None:
    hall = called("ana").check(1).wait()
    hall.do(CALLER, a.CallForPlayer(LINE, "B-1047/9"), back(9))
    assert hall.phase() == "ask-line"
    assert hall.accepts(CHIEF, a.OrderResume())


def test_a_call_taken_back_closes_no_stage() -> None:
    hall = called("ana", claims__failed_order_closes=True).do("ana", back())
    assert hall.call(1).check(1).phase() == "ask-line"


def test_of_a_wrong_cartón_it_is_said_whether_another_is_checked() -> None:
    hall = called("ana").call(2).check(2)
    assert hall.said[-1] == "No es correcto; se comprueba otro cartón"
    alone = called("ana").do("ana", back()).call(2).check(2)
    assert "No es correcto" in alone.said
