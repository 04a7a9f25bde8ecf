"""A cartón of a double is good for two consecutive games (BG.II.22): of a void first game its part is paid back, and
the cartón stays where it is; it is handed in for the second, or where the house gives back whole cartones (BG.V.03).
"""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CASHIER, CHIEF, NUMBERS, Hall

NAME = "B-1047"
VOID = a.VoidGame("evacuation", "alarma")


def void_first(**options: object) -> Hall:
    """Return a double whose first game is void; Ana has its first cartón."""
    return Hall(NUMBERS, **options).started("ana", sold=10, double=True).do(CHIEF, VOID)


def offers(hall: Hall, who: str) -> list[str]:
    return [one.act for one in hall.play.legal(who) if one.act in ("return-cards", "pay-refund")]


@pytest.mark.parametrize(("who", "number"), [("ana", 1), (CASHIER, 1), (CASHIER, 5)])
@pytest.mark.parametrize("game", ["", "1/1"])
def test_what_is_good_for_the_second_game_is_not_handed_back_for_the_first(who: str, number: int, game: str) -> None:
    hall = void_first()
    no = hall.answer(who, a.ReturnCards(NAME, number, number, game))
    assert (no.code, dict(no.facts), no.clauses) == ("card-kept", {"card": f"{NAME}/{number}"}, ("BG.II.22",))
    assert "return-cards" not in offers(hall, who)


def test_its_part_is_paid_back_without_it_before_and_during_the_second_game() -> None:
    hall = void_first().do(CASHIER, a.PayRefund(NAME, 1, 1, "1/1"))
    assert hall.balance("person:ana") == 2_00
    hall.do(CHIEF, a.AnnounceSecond()).do(CASHIER, a.PayRefund(NAME, 2, 10, "1/1"))
    assert hall.refused("ana", a.ReturnCards(NAME, 1, 1, "1/1")) == "card-refunded"
    assert hall.drawn(5).call(1).check(1).phase() == "ask-line"


def test_while_the_second_game_is_played_nothing_is_handed_back_for_the_first() -> None:
    hall = void_first().do(CHIEF, a.AnnounceSecond())
    assert hall.refused("ana", a.ReturnCards(NAME, 1, 1)) == "card-kept"
    assert hall.refused("ana", a.ReturnCards(NAME, 1, 1, "1/1")) == "card-kept"


def test_for_a_void_second_game_the_cartones_are_handed_back() -> None:
    hall = void_first().do(CHIEF, a.AnnounceSecond(), VOID)
    assert hall.refused(CASHIER, a.PayRefund(NAME, 1, 1, "1/2")) == "cards-not-returned"
    hall.do("ana", a.ReturnCards(NAME, 1, 1, "1/2")).do(CASHIER, a.PayRefund(NAME, 1, 1, "1/2"))
    assert hall.balance("person:ana") == 2_00


def test_where_whole_cartones_are_given_back_they_are_handed_in_for_the_first_game() -> None:
    hall = void_first(void__double_scope="whole-card").do("ana", a.ReturnCards(NAME, 1, 1, "1/1"))
    assert hall.do(CASHIER, a.PayRefund(NAME, 1, 1)).balance("person:ana") == 4_00
