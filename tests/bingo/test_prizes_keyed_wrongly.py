"""A prize that staff keyed for a cartón whose master stands there for another call: nobody called it, and it is paid
to nobody.
"""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Prize
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS, Hall
from tests.web.test_bingo_desk_buttons import desk_of

CARD = "B-1047/1"
MASTER = a.ShowMaster(CARD)


def keyed(prize: Prize) -> a.CallForPlayer:
    return a.CallForPlayer(prize, CARD)


def put_right(prize: Prize) -> a.TakeCallBack:
    return a.TakeCallBack(prize, CARD, "se pulsó el otro premio")


def hall_of(*people: str, **options: bool) -> Hall:
    """Return a game in which cartón 1 has línea and bingo."""
    return Hall(NUMBERS, **options).started(*people, sold=20).drawn(15)


@pytest.mark.parametrize("is_checked", [False, True])
@pytest.mark.parametrize("who", [CALLER, CHIEF])
def test_a_prize_that_nobody_called_is_taken_back_while_the_master_stands_for_the_other(
    who: str, is_checked: bool
) -> None:
    hall = hall_of("ana").call(1).do(CHIEF, MASTER)
    if is_checked:
        hall.check(1)
    hall.do(CALLER, keyed(BINGO)).do(who, put_right(BINGO))
    assert hall.phase() == ("ask-line" if is_checked else "check")
    if not is_checked:
        hall.check(1)
    hall.on()
    assert {prize: [one.card for one in won] for prize, won in hall.game.awards.items()} == {LINE: [CARD]}


def test_of_two_calls_that_waited_when_the_master_was_shown_the_slip_is_put_right() -> None:
    hall = hall_of().do(CALLER, keyed(LINE), keyed(BINGO), a.HandInCard(CARD)).do(CHIEF, MASTER)
    assert hall.accepts(CALLER, put_right(BINGO))
    hall.do(CALLER, put_right(LINE)).check(1, prize=BINGO).end()
    assert list(hall.game.awards) == [BINGO]


def test_and_the_other_one_is_checked_then_because_the_master_stands_for_it_alone() -> None:
    hall = hall_of().do(CALLER, keyed(LINE), keyed(BINGO)).do(CHIEF, MASTER).do(CALLER, put_right(LINE))
    assert hall.refused(CHIEF, put_right(BINGO)) == "card-checked"


def test_a_call_that_is_keyed_later_does_not_let_the_one_be_taken_back_that_the_master_was_shown_for() -> None:
    hall = hall_of().do(CALLER, keyed(LINE)).do(CHIEF, MASTER).do(CALLER, keyed(BINGO))
    answer = hall.answer(CHIEF, put_right(LINE))
    assert (answer.code, answer.clauses) == ("card-checked", ("HP.BG.keyed-call",))
    assert hall.accepts(CHIEF, put_right(BINGO))


def test_nor_does_the_master_of_another_cartón() -> None:
    hall = hall_of().do(CALLER, keyed(LINE), a.CallForPlayer(LINE, "B-1047/2")).do(CHIEF, MASTER)
    hall.do(CHIEF, a.ShowMaster("B-1047/2"))
    assert hall.refused(CHIEF, put_right(LINE)) == "card-checked"


def test_what_was_checked_is_not_taken_back() -> None:
    hall = hall_of().do(CALLER, keyed(LINE), keyed(BINGO), a.HandInCard(CARD)).check(1)
    assert hall.refused(CHIEF, put_right(LINE)) == "card-checked"
    assert hall.accepts(CHIEF, put_right(BINGO))


def test_a_call_that_is_keyed_again_after_its_check_was_not_shown_yet() -> None:
    hall = Hall((*NUMBERS[:4], 71)).started("ana", "luis", sold=20).drawn(4)
    hall.do(CALLER, a.DrawBall(), a.AnnounceBall(81), a.ShowBall(), a.CallForPlayer(LINE, "B-1047/2"), keyed(LINE))
    hall.do("luis", a.ReportCallerError()).check(1).do(CHIEF, a.LetStand("se corrige"))
    assert hall.do(CALLER, keyed(LINE)).accepts(CALLER, put_right(LINE))


def test_no_player_learns_from_the_master_and_takes_his_own_call_back() -> None:
    hall = hall_of("ana", claims__taken_back=True).call(1).call(1, BINGO)
    assert hall.accepts("ana", a.TakeCallBack(BINGO, CARD))
    hall.do(CHIEF, MASTER)
    assert {hall.refused("ana", a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}
    paper = hall_of(claims__taken_back=True).do(CALLER, keyed(LINE), keyed(BINGO)).do(CHIEF, MASTER)
    assert {paper.refused(CALLER, a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}


def test_the_button_stands_beside_the_call_that_may_be_put_right() -> None:
    hall = hall_of("ana").call(1).do(CHIEF, MASTER).do(CALLER, keyed(BINGO))
    for who in (CHIEF, CALLER):
        names = [one.name for one in desk_of(hall, who) if one.tag == "take-call-back"]
        assert names == ["Quitar el canto de bingo: cartón B-1047/1 apuntado por error"]
