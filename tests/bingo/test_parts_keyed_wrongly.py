"""A part of a double that staff keyed with a call nobody made is free again, unless another call was made for it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS, Hall, K

CARD = "B-1047/1"
SLIP = a.TakeCallBack(LINE, CARD, "era otro cartón")


def double(**options: Any) -> Hall:
    """Return the first game of a double in which the caller has keyed línea for the cartón of «ana», with part 2."""
    hall = Hall(NUMBERS, **options).started("ana", "luis", sold=20, double=True).drawn(15)
    return hall.do(CALLER, a.CallForPlayer(LINE, CARD, 2))


def parts(hall: Hall) -> dict[tuple[int, str], int]:
    """Return which part of which cartón is used in which game."""
    return dict(hall.game.parts_shown)


@pytest.mark.clause("BG.II.23")
def test_a_part_that_nobody_chose_is_free_when_the_call_that_was_keyed_with_it_goes() -> None:
    hall = double().do("ana", a.CallPrize(BINGO, CARD)).do("luis", a.CallPrize(BINGO, "B-1047/2", 1)).do(CALLER, SLIP)
    assert parts(hall) == {(1, "B-1047/2"): 1}
    assert hall.accepts("ana", a.CallPrize(LINE, CARD, 1))
    hall.do(CALLER, a.CallForPlayer(LINE, CARD), SLIP)
    assert parts(hall) == {(1, "B-1047/2"): 1}


def test_another_call_that_was_made_for_it_keeps_it() -> None:
    hall = double().do("ana", a.CallPrize(BINGO, CARD, 2)).do(CALLER, SLIP)
    assert parts(hall) == {(1, CARD): 2}
    assert hall.refused("ana", a.CallPrize(LINE, CARD, 1)) == "other-part-used"


def test_a_call_that_was_keyed_rightly_says_the_part_of_the_game() -> None:
    hall = double().do("ana", a.CallPrize(BINGO, CARD)).check(1)
    assert parts(hall) == {(1, CARD): 2}
    checked = double().check(1).do("ana", a.CallPrize(BINGO, CARD))
    assert checked.play.last is not None
    assert checked.play.last.events[0].part == 2


def test_of_a_players_own_calls_the_one_without_a_part_has_that_of_the_other() -> None:
    hall = Hall(NUMBERS, claims__taken_back=True).started("ana", sold=20, double=True).drawn(15)
    hall.do("ana", a.CallPrize(LINE, CARD, 1), a.CallPrize(BINGO, CARD), a.TakeCallBack(LINE, CARD))
    assert parts(hall) == {(1, CARD): 1}


def test_a_part_that_was_used_before_the_pause_stays() -> None:
    hall = Hall(NUMBERS[:14]).started("ana", sold=20, double=True).drawn(5)
    hall.do("ana", a.CallPrize(LINE, CARD, 1)).check(1).on().drawn(10).do(CALLER, a.CallForPlayer(BINGO, CARD))
    hall.do(CALLER, a.TakeCallBack(BINGO, CARD, "era otro cartón"))
    assert parts(hall) == {(1, CARD): 1}


def test_a_part_that_was_used_before_is_said_whatever_is_keyed_with_it() -> None:
    hall = Hall(NUMBERS).started("ana", sold=20, double=True).drawn(4).do("ana", a.CallPrize(BINGO, CARD, 1))
    hall.check(1, prize=BINGO).drawn(1).do(CALLER, a.CallForPlayer(BINGO, CARD, 1)).do("ana", a.CallPrize(LINE, CARD))
    assert hall.play.last is not None
    assert hall.play.last.events[0].part == 1


def test_a_part_that_was_checked_stays_used_after_the_last_ball_too() -> None:
    hall = Hall(NUMBERS).started("ana", sold=20, double=True).drawn(90)
    hall.play.game.cartones.given[CARD] = (*K[:2], (19, 28, 38, 63, 0))
    hall.do(CHIEF, a.AskOthers()).do("ana", a.CallPrize(BINGO, CARD, 1)).check(1, prize=BINGO)
    hall.do(CALLER, a.CallForPlayer(LINE, CARD), SLIP)
    assert (hall.phase(), parts(hall)) == ("ask-out", {(1, CARD): 1})


def test_in_the_second_game_whoever_names_no_part_has_the_one_that_is_left() -> None:
    hall = Hall(NUMBERS, double__part_again=True).started("ana", sold=20, double=True).drawn(15)
    hall.do("ana", a.CallPrize(BINGO, CARD, 1)).check(1, prize=BINGO).end().pay(1, BINGO)
    hall.do(CHIEF, a.AnnounceSecond()).drawn(15).do(CALLER, a.CallForPlayer(LINE, CARD, 1))
    hall.do("ana", a.CallPrize(BINGO, CARD)).do(CALLER, SLIP)
    assert parts(hall) == {(1, CARD): 1, (2, CARD): 2}
