"""Where a right bingo ends the línea: one that was called before it, and keyed for another cartón, is still checked."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K

SLIP = a.TakeCallBack(LINE, "B-1047/4", "era el 3")
CALLED = a.CallForPlayer(LINE, "B-1047/3")


def hall_of(*people: str) -> Hall:
    """Return a pause in which the bearer of 3 has called línea, keyed for 4, and the one of 1 bingo."""
    cartones = GivenCartones({"B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones, claims__bingo_first="lapsed").started(*people, sold=20).drawn(15)
    return hall.do(CALLER, a.CallForPlayer(LINE, "B-1047/4")).call(1, BINGO)


@pytest.mark.parametrize("order", [(SLIP, CALLED), (CALLED, SLIP)])
@pytest.mark.parametrize("is_bingo_first", [True, False])
def test_whoever_called_before_the_right_bingo_has_the_line_in_whichever_order_it_is_put_right(
    order: tuple[a.TakeCallBack | a.CallForPlayer, ...], is_bingo_first: bool
) -> None:
    hall = hall_of()
    if is_bingo_first:
        hall.check(1, prize=BINGO)
    hall.do(CALLER, order[0])
    if not is_bingo_first:
        hall.check(1, prize=BINGO)
    hall.do(CALLER, order[1], a.HandInCard("B-1047/3")).check(3).end()
    assert {prize: [one.card for one in won] for prize, won in hall.game.awards.items()} == {
        LINE: ["B-1047/3"],
        BINGO: ["B-1047/1"],
    }


def test_it_is_offered_to_who_keys_it() -> None:
    hall = hall_of().check(1, prize=BINGO).do(CALLER, SLIP)
    offered = [one.fixed_value("prize") for one in hall.play.legal(CALLER) if one.act == "call-for-player"]
    assert LINE in offered


def test_another_slip_in_between_changes_nothing() -> None:
    hall = hall_of().do(CALLER, a.CallForPlayer(BINGO, "B-1047/5"), SLIP, a.TakeCallBack(BINGO, "B-1047/5", "era el 1"))
    assert hall.check(1, prize=BINGO).accepts(CALLER, CALLED)


def test_nobody_calls_it_himself_then() -> None:
    hall = hall_of("ana", "luis").check(1, prize=BINGO).do(CALLER, SLIP)
    assert hall.refused("luis", a.CallPrize(LINE, "B-1047/2")) == "claim-precluded"


def test_a_bingo_that_was_keyed_wrongly_opens_no_line() -> None:
    hall = Hall(NUMBERS, claims__bingo_first="lapsed").started(sold=20).drawn(15).call(1, BINGO)
    hall.do(CALLER, a.CallForPlayer(BINGO, "B-1047/4")).check(1, prize=BINGO)
    hall.do(CHIEF, a.TakeCallBack(BINGO, "B-1047/4", "era el 1"))
    assert hall.answer(CALLER, CALLED).faults[0].code == "claim-precluded"


def test_nor_does_a_line_that_its_player_took_back_or_one_of_an_earlier_pause() -> None:
    own = Hall(NUMBERS, claims__bingo_first="lapsed", claims__taken_back=True).started("ana", "luis", sold=20).drawn(15)
    own.call(1, BINGO).call(2).do("luis", a.TakeCallBack(LINE, "B-1047/2")).check(1, prize=BINGO)
    assert own.answer(CALLER, CALLED).faults[0].code == "claim-precluded"
    earlier = Hall(NUMBERS, claims__bingo_first="lapsed").started(sold=20).drawn(15)
    earlier.do(CALLER, a.CallForPlayer(LINE, "B-1047/4"), SLIP).call(1, BINGO).check(1, prize=BINGO)
    assert earlier.answer(CALLER, CALLED).faults[0].code == "claim-precluded"
