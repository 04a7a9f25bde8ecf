"""A call that staff keyed for the wrong cartón: nobody called it. Who keyed it takes it back, or the table chief."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Prize
from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall
from tests.web.test_bingo_desk_buttons import desk_of

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


def test_alone_in_its_pause_it_lets_the_game_go_on_and_the_right_one_be_keyed() -> None:
    hall = hall_with(claims__failed_order_closes=True).do(CALLER, put_right(12))
    assert hall.phase() == "draw-line"
    assert hall.accepts(CALLER, keyed(1))


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_reason_is_given(reason: str) -> None:
    assert hall_with().refused(CALLER, put_right(12, reason)) == "reason-missing"


def test_whoever_keyed_it_takes_it_back_or_the_table_chief() -> None:
    hall = hall_with()
    taken = [who for who in (CALLER, CHIEF, "assistant", CASHIER, MANAGER, "ana") if hall.accepts(who, put_right(12))]
    assert taken == [CALLER, CHIEF]
    answer = hall.answer("assistant", put_right(12))
    assert (answer.code, answer.clauses) == ("not-your-post", ("BG.III.02",))
    by_assistant = Hall(NUMBERS).started(sold=30).drawn(5).do("assistant", keyed(12))
    assert by_assistant.accepts("assistant", put_right(12))
    assert by_assistant.refused(CALLER, put_right(12)) == "not-your-post"


def test_whoever_was_relieved_since_takes_nothing_back() -> None:
    hall = hall_with().do(MANAGER, Relieve(Role.CALLER, PersonId("sara")))
    assert hall.refused(CALLER, put_right(12)) == "not-your-post"
    assert hall.accepts(CHIEF, put_right(12))


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


def test_for_the_cartón_of_an_account_it_is_taken_back_in_the_same_way_and_by_its_owner_as_the_option_says() -> None:
    hall = Hall(NUMBERS).started("ana", sold=30).drawn(5).do(CALLER, keyed(1))
    assert hall.refused("ana", put_right(1)) == "call-stands"
    assert hall.do(CALLER, put_right(1)).phase() == "draw-line"
    allowed = Hall(NUMBERS, claims__taken_back=True).started("ana", sold=30).drawn(5).do(CALLER, keyed(1))
    assert allowed.accepts("ana", put_right(1, ""))


def test_a_call_that_nobody_made_counts_for_nothing() -> None:
    hall = hall_with(None, claims__taken_back=True).do(CALLER, put_right(12), keyed(12))
    hall.do(CHIEF, a.TakeCallBack(LINE, "B-1047/12")).do(CALLER, keyed(12))
    assert hall.refused(CHIEF, a.TakeCallBack(LINE, "B-1047/12")) == "call-stands"


def test_nor_is_its_cartón_in_the_table_chiefs_hands() -> None:
    hall = hall_with("ana").do(CALLER, keyed(2), a.HandInCard("B-1047/12"), put_right(12), keyed(12))
    hall.do(CHIEF, a.ShowMaster("B-1047/12"))
    assert hall.refused(CHIEF, a.CheckCard(LINE, "B-1047/12")) == "card-not-handed-in"


def test_one_of_two_prizes_is_taken_back_alone() -> None:
    hall = hall_with().do(CALLER, a.HandInCard("B-1047/12"), keyed(12, BINGO), put_right(12, prize=BINGO))
    assert hall.phase() == "check"
    assert hall.refused(CALLER, put_right(12, prize=BINGO)) in ("not-called", "call-stands")
    assert hall.check(12).phase() == "draw-line"


def test_the_record_has_who_keyed_it_who_took_it_back_and_why() -> None:
    hall = hall_with().do(CHIEF, put_right(12))
    assert hall.play.last is not None
    taken = hall.play.last.events[0]
    assert (taken.by, taken.keyed_by, taken.reason) == (CHIEF, CALLER, SLIP)


def test_the_button_stands_beside_the_called_cartón_with_its_reason() -> None:
    hall = hall_with()
    for who in (CHIEF, CALLER):
        (button,) = [one for one in desk_of(hall, who) if one.tag == "take-call-back"]
        assert button.name == "Quitar el canto de línea: cartón B-1047/12 apuntado por error"
        assert [field.name for field in button.fields] == ["reason"]
    assert not [one for one in desk_of(hall, "assistant") if one.tag == "take-call-back"]


def test_where_a_player_may_take_back_his_call_his_word_and_the_slip_are_two_buttons() -> None:
    names = [one.name for one in desk_of(hall_with(claims__taken_back=True), CHIEF) if one.tag == "take-call-back"]
    assert names == [
        "Retirar el canto de línea, cartón B-1047/12",
        "Quitar el canto de línea: cartón B-1047/12 apuntado por error",
    ]
