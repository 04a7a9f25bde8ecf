"""Clauses BG.IV.20 to 24, BG.I.15 and BG.II.23: a call is one of one cartón, of a double with one part; the staff take
back what they keyed wrongly, a player his own call where the house lets him, and nobody once the check has begun.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Prize
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall

SLIP = "era el 21"


def keyed(number: int, prize: Prize = LINE) -> a.CallForPlayer:
    return a.CallForPlayer(prize, f"B-1047/{number}")


def put_right(number: int, reason: str = SLIP, prize: Prize = LINE) -> a.TakeCallBack:
    return a.TakeCallBack(prize, f"B-1047/{number}", reason)


def hall_with(*people: str | None, **options: Any) -> Hall:
    """Return a hall of the shipped rulebook, unless told otherwise, in which the caller has keyed cartón 12."""
    return Hall(NUMBERS, **options).started(*people, sold=30).drawn(5).do(CALLER, keyed(12))


def test_what_was_keyed_wrongly_is_put_right_and_the_cartón_that_was_called_is_checked() -> None:
    hall = hall_with().do(CALLER, keyed(1), put_right(12))
    assert hall.phase() == "check"
    hall.do(CALLER, a.HandInCard("B-1047/1")).check(1).on()
    assert [one.card for one in hall.game.awards[LINE]] == ["B-1047/1"]


def test_whoever_keyed_it_takes_it_back_or_the_table_chief() -> None:
    hall = hall_with()
    taken = [who for who in (CALLER, CHIEF, "assistant", CASHIER, MANAGER, "ana") if hall.accepts(who, put_right(12))]
    assert taken == [CALLER, CHIEF]
    answer = hall.refusal("assistant", put_right(12))
    assert (answer.code, answer.clauses) == ("not-your-post", ("BG.III.02",))
    by_assistant = Hall(NUMBERS).started(sold=30).drawn(5).do("assistant", keyed(12))
    assert by_assistant.accepts("assistant", put_right(12))
    assert by_assistant.refused(CALLER, put_right(12)) == "not-your-post"


def test_once_its_master_is_shown_it_is_checked() -> None:
    hall = hall_with().do(CALLER, a.HandInCard("B-1047/12")).do(CHIEF, a.ShowMaster("B-1047/12"))
    assert hall.refused(CHIEF, put_right(12)) == "card-checked"


def test_the_call_of_a_player_stays_his_as_the_option_says() -> None:
    hall = Hall(NUMBERS).started("ana", sold=30).drawn(5).call(1)
    assert [hall.refused(who, put_right(1)) for who in ("ana", CALLER, CHIEF)] == [
        "call-stands",
        "not-your-card",
        "not-your-card",
    ]


def called_by(*people: str | None, **options: Any) -> Hall:
    """Return a hall in which each of some people has called_by a línea, after five balls."""
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
    hall = called_by("ana").do("ana", back())
    assert hall.phase() == "draw-line"
    assert not hall.game.awards
    assert hall.call(1).check(1).on().game.awards[LINE][0].card == "B-1047/1"


def test_a_player_takes_back_his_own_call_alone() -> None:
    hall = called_by("ana", "luis")
    assert hall.refused("luis", back(1)) == "not-your-card"
    assert hall.refused(CHIEF, back(1)) == "not-your-card"
    assert [one.act for one in hall.play.legal("ana") if one.act == "take-call-back"] == ["take-call-back"]


CARD = "B-1047/1"
MASTER = a.ShowMaster(CARD)


def keyed_prize(prize: Prize) -> a.CallForPlayer:
    return a.CallForPlayer(prize, CARD)


def prize_put_right(prize: Prize) -> a.TakeCallBack:
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
    hall.do(CALLER, keyed_prize(BINGO)).do(who, prize_put_right(BINGO))
    assert hall.phase() == ("ask-line" if is_checked else "check")
    if not is_checked:
        hall.check(1)
    hall.on()
    assert {prize: [one.card for one in won] for prize, won in hall.game.awards.items()} == {LINE: [CARD]}


def test_a_call_that_is_keyed_later_does_not_let_the_one_be_taken_back_that_the_master_was_shown_for() -> None:
    hall = hall_of().do(CALLER, keyed_prize(LINE)).do(CHIEF, MASTER).do(CALLER, keyed_prize(BINGO))
    answer = hall.refusal(CHIEF, prize_put_right(LINE))
    assert (answer.code, answer.clauses) == ("card-checked", ("HP.BG.keyed-call",))
    assert hall.accepts(CHIEF, prize_put_right(BINGO))


def test_no_player_learns_from_the_master_and_takes_his_own_call_back() -> None:
    hall = hall_of("ana", claims__taken_back=True).call(1).call(1, BINGO)
    assert hall.accepts("ana", a.TakeCallBack(BINGO, CARD))
    hall.do(CHIEF, MASTER)
    assert {hall.refused("ana", a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}
    paper = hall_of(claims__taken_back=True).do(CALLER, keyed_prize(LINE), keyed_prize(BINGO)).do(CHIEF, MASTER)
    assert {paper.refused(CALLER, a.TakeCallBack(one, CARD)) for one in Prize} == {"card-checked"}


SPELLINGS = tuple(f"B-1047/{one}" for one in ("01", "0000001", "\u0661", "\u00b9", "+1", " 1", "1 ", "1_0"))
"""A leading nought, other digits of the world, signs and blanks."""


def called(number: int = 1, prize: Any = LINE, part: int = 0) -> a.CallPrize:
    return a.CallPrize(prize, f"B-1047/{number}", part)


@pytest.mark.clause("BG.I.15")
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_cartón_wins_one_share_however_it_is_spelled(spelling: str) -> None:
    hall = Hall(NUMBERS).started("ana", None).drawn(15).call(1, BINGO)
    assert hall.refused("ana", a.CallPrize(BINGO, spelling)) == "card-unclear"
    assert hall.refused(CALLER, a.CallForPlayer(BINGO, spelling)) == "card-unclear"
    hall.check(1, prize=BINGO).end()
    assert [(one.card, one.amount) for one in hall.game.awards[BINGO]] == [(CARD, 360_00)]


def double(**options: Any) -> Hall:
    return Hall(NUMBERS, **options).started("ana", "luis", double=True)


@pytest.mark.clause("BG.II.23")
def test_of_a_double_one_part_is_used_in_a_game_and_the_other_in_the_next() -> None:
    hall = double().drawn(5).do("ana", called(part=1)).check(1).on().drawn(10)
    assert hall.refused("ana", called(prize=BINGO, part=2)) == "other-part-used"
    hall.do("ana", called(prize=BINGO, part=1)).check(1, prize=BINGO).end().pay(1, LINE).pay(1, BINGO).do(
        CHIEF, a.AnnounceSecond()
    )
    hall.drawn(5)
    assert hall.refused("ana", called(part=1)) == "part-used"
    hall.do("ana", called(part=2)).check(1).on().drawn(10)
    assert hall.refused("ana", called(prize=BINGO, part=1)) == "part-used"
    assert hall.accepts("ana", called(prize=BINGO, part=2))


@pytest.mark.clause("BG.V.01")
def test_a_number_that_is_put_right_in_a_check_gives_a_wrong_call_another_one() -> None:
    hall = Hall(NUMBERS).started("ana", "luis").drawn(4)
    hall.do(CALLER, a.DrawBall(), a.AnnounceBall(71), a.ShowBall())
    hall.call(1).call(2)
    hall.do("luis", a.ReportCallerError()).check(1)
    hall.do(CHIEF, a.LetStand("se corrige"))
    hall.call(1).check(1)
    assert hall.game.pause.results[LINE, CARD] == 1
    assert hall.refused("ana", called()) == "already-called"


@pytest.mark.clause("BG.IV.29")
def test_where_a_bingo_ends_the_línea_one_that_was_called_beside_it_is_still_asked_for() -> None:
    hall = Hall((*NUMBERS, 8), claims__bingo_first="lapsed").started("ana", "luis").drawn(16)
    hall.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert hall.said[-2:] == ["¿Alguna línea más?", "¿Algún bingo más?"]
    assert hall.accepts("ana", called())
    wrong = Hall(NUMBERS, claims__bingo_first="lapsed").started("ana", "luis").drawn(15)
    wrong.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert (wrong.said[-1], wrong.refused("ana", called())) == ("¿Algún bingo más?", "claim-precluded")
