"""A cartón has one name and one share, of a double one part in each game; a check lasts until another number counts."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.choices import CheckOrder
from tapete.games.bingo.terms import card_name, split_card
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS, Hall, K

CARD = "B-1047/1"
SPELLINGS = tuple(f"B-1047/{one}" for one in ("01", "0000001", "\u0661", "\u00b9", "+1", " 1", "1 ", "1_0"))
"""A leading nought, other digits of the world, signs and blanks."""


def called(number: int = 1, prize: Any = LINE, part: int = 0) -> a.CallPrize:
    return a.CallPrize(prize, f"B-1047/{number}", part)


# --- one name ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 10, 420, 9_999_999])
def test_the_name_of_a_cartón_says_its_series_and_number(number: int) -> None:
    assert split_card(card_name("B-1047", number)) == ("B-1047", number)


@pytest.mark.parametrize("spelling", [*SPELLINGS, "B-1047/", "/1", "B-1047", "B-1047/1000000000"])
def test_another_spelling_names_no_cartón(spelling: str) -> None:
    assert split_card(spelling) is None


@pytest.mark.clause("BG.I.15")
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_cartón_wins_one_share_however_it_is_spelled(spelling: str) -> None:
    hall = Hall(NUMBERS).started("ana", None).drawn(15).call(1, BINGO)
    assert hall.refused("ana", a.CallPrize(BINGO, spelling)) == "card-unclear"
    assert hall.refused(CALLER, a.CallForPlayer(BINGO, spelling)) == "card-unclear"
    hall.check(1, prize=BINGO).end()
    assert [(one.card, one.amount) for one in hall.game.awards[BINGO]] == [(CARD, 360_00)]


# --- one part in each game --------------------------------------------------------------------------------------------


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


def test_whoever_names_no_part_uses_the_one_that_is_left() -> None:
    hall = double().drawn(5).do("ana", called(part=1)).check(1).on().drawn(10)
    hall.do("ana", called(prize=BINGO)).check(1, prize=BINGO).end().pay(1, LINE).pay(1, BINGO).do(
        CHIEF, a.AnnounceSecond()
    ).drawn(5)
    hall.do("ana", called()).check(1).on().drawn(10).do("ana", called(prize=BINGO))
    assert dict(hall.game.parts_shown) == {(1, CARD): 1, (2, CARD): 2}


def test_a_call_that_was_taken_back_used_no_part() -> None:
    hall = double(claims__taken_back=True).drawn(5).do("ana", called(part=1), a.TakeCallBack(LINE, CARD))
    assert dict(hall.game.parts_shown) == {}
    hall.drawn(1).do("ana", called(part=2), called(prize=BINGO, part=2), a.TakeCallBack(LINE, CARD))
    assert dict(hall.game.parts_shown) == {(1, CARD): 2}, "the other call still has it"


# --- until another number counts --------------------------------------------------------------------------------------


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


def test_where_a_wrong_call_closes_the_stage_a_number_that_was_out_and_unsaid_opens_it_again() -> None:
    hall = Hall(NUMBERS, claims__failed_order_closes=True).started("ana", "luis").drawn(4).do(CALLER, a.DrawBall())
    hall.call(2).check(2)
    assert hall.refused("ana", called()) == "claim-precluded"
    hall.do(CALLER, a.AnnounceBall(), a.ShowBall())
    assert hall.accepts("ana", called())


def test_where_a_wrong_call_closes_the_stage_it_does_not_after_the_last_ball() -> None:
    """No other number would open it again, and nobody could win."""
    hall = Hall(NUMBERS, claims__failed_order_closes=True).started("ana", "luis").drawn(15).line(1).drawn(75)
    hall.play.game.cartones.given["B-1047/2"] = (*K[:2], (19, 28, 38, 63, 0))
    hall.call(2, BINGO).check(2, prize=BINGO)
    assert hall.accepts("ana", called(prize=BINGO))


@pytest.mark.parametrize("prize", [LINE, BINGO])
def test_where_a_check_bars_it_bars_the_bingo_of_that_number_alone(prize: Any) -> None:
    """A cartón that was checked for the línea; not one that was checked for the bingo."""
    hall = Hall((*NUMBERS[:4], 71, *NUMBERS[4:]), claims__failed_checked_bars=True).started("ana", "luis").drawn(5)
    hall.call(1, prize).check(1, prize=prize)
    assert hall.accepts("ana", called(prize=BINGO)) is False
    assert hall.refused("ana", called(prize=prize)) == "call-unchanged"
    other = LINE if prize is BINGO else BINGO
    assert hall.accepts("ana", called(prize=other)) is (prize is BINGO)
    assert hall.drawn(1).accepts("ana", called(prize=other))


@pytest.mark.clause("BG.IV.29")
def test_where_a_bingo_ends_the_línea_one_that_was_called_beside_it_is_still_asked_for() -> None:
    hall = Hall((*NUMBERS, 8), claims__bingo_first="lapsed").started("ana", "luis").drawn(16)
    hall.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert hall.said[-2:] == ["¿Alguna línea más?", "¿Algún bingo más?"]
    assert hall.accepts("ana", called())
    wrong = Hall(NUMBERS, claims__bingo_first="lapsed").started("ana", "luis").drawn(15)
    wrong.call(1, BINGO).call(2).check(1, prize=BINGO).check(2)
    assert (wrong.said[-1], wrong.refused("ana", called())) == ("¿Algún bingo más?", "claim-precluded")


def test_a_call_is_taken_back_once_before_another_number_counts() -> None:
    hall = Hall(NUMBERS, claims__taken_back=True).started("ana").drawn(4)
    back = a.TakeCallBack(LINE, CARD)
    hall.do("ana", called(), back, called())
    assert hall.refused("ana", back) == "call-stands"
    assert "take-call-back" not in {one.act for one in hall.play.legal("ana")}
    hall.check(1).drawn(1).do("ana", called())
    assert hall.accepts("ana", back)


@pytest.mark.parametrize("order", [*CheckOrder])
@pytest.mark.parametrize("by", [CHIEF, "nobody"])
def test_a_check_when_nothing_was_called_is_refused_in_every_order(order: CheckOrder, by: str) -> None:
    hall = Hall(NUMBERS, claims__check_order=str(order)).started("ana").drawn(5)
    assert hall.refused(by, a.CheckCard(LINE, CARD)) in {"wrong-window", "not-your-post"}
    assert hall.call(1).refused(CHIEF, a.CheckCard(BINGO, CARD)) == "not-called"
