"""What a player asked of the cash desk ends when the hall is closed, and his page says so."""

from __future__ import annotations

import re

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CASHIER, CHIEF, MANAGER, NUMBERS, Hall
from tests.web.test_bingo_panel import page_of


def told(hall: Hall) -> str:
    """Return what Ana reads of her ask."""
    found = re.search(r'id="bg-money"[^>]*>(.*?)</p>', page_of(hall, "ana"))
    return found[1] if found else ""


def asked(*, is_paid_in: bool) -> Hall:
    """Return a hall in which Ana has asked to pay in, or to draw, seven euros."""
    hall = Hall(NUMBERS).open().do(MANAGER, a.SetCounter(is_on=True)).do("ana", a.BuyIn(7_00))
    if is_paid_in:
        return hall
    return hall.do(CASHIER, a.SettleMoney("ana", 7_00, is_paid_in=True, is_done=True)).do("ana", a.CashOut(7_00))


@pytest.mark.parametrize(
    ("is_paid_in", "open_", "closed"),
    [
        (
            True,
            "Ha pedido ingresar 7\xa0€",
            "Su petición de ingresar 7\xa0€ terminó al cerrarse la sala",
        ),
        (False, "Ha pedido retirar 7\xa0€", "Su petición de retirar 7\xa0€ terminó al cerrarse la sala"),
    ],
)
def test_the_page_of_a_closed_hall_says_that_the_ask_ended_with_it(is_paid_in: bool, open_: str, closed: str) -> None:
    hall = asked(is_paid_in=is_paid_in)
    assert told(hall).startswith(open_)
    hall.do(CHIEF, a.CloseSession()).do(MANAGER, a.CloseHall())
    assert told(hall).startswith(closed)
    assert "en caja" not in told(hall)


def test_whoever_asked_for_nothing_is_told_nothing() -> None:
    hall = Hall(NUMBERS).open().do(MANAGER, a.SetCounter(is_on=True)).do(CHIEF, a.CloseSession())
    assert told(hall.do(MANAGER, a.CloseHall())) == ""
