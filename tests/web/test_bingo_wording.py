"""Small words of the pages of a bingo hall: winners in the plural, a board that is clear after the session, names."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tapete.kernel import PersonId
from tapete.web.seat_links import short_name
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, NUMBERS, GivenCartones, Hall, K
from tests.web.test_bingo_panel import page_of


def test_two_winning_cartones_are_named_in_the_plural() -> None:
    hall = Hall(NUMBERS, cartones=GivenCartones({"B-1047/3": K})).started("ana", "berta", "carla").drawn(5)
    hall.call(1).call(3).check(1, 3).on()
    assert "Cartones 1 y 3" in page_of(hall)


def test_the_board_is_clear_when_the_session_is_closed() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3).do(CHIEF, a.VoidGame("evacuation", "alarma"), a.EndGame())
    assert "bg-lit" in page_of(hall)
    hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.HandOverTakings(PersonId(CALLER), 2_00 * 299))
    page = page_of(hall.do(CHIEF, a.CloseSession()))
    assert "bg-lit" not in page


def test_the_manager_of_a_hall_named_sala_keeps_his_whole_name() -> None:
    assert short_name("sala-jefe-de-sala", "sala", "es") == "jefe-de-sala"
    assert short_name("caller-sala", "sala", "es") == "caller"
