"""What a check found is told to the whole hall until the next ball is out, and to the table chief in his answer."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.web.games.bingo.answering import answer_words
from tapete.web.games.bingo.log_wording import log_wording
from tapete.web.seat_links import table_naming
from tapete.words import event
from tests.support.bingo.hall import CHIEF, LINE, NUMBERS, Hall
from tests.web.test_bingo_panel import page_of, said_on

EVERYBODY = (None, "ana", CHIEF)


def wrong_call() -> Hall:
    """Return a hall in which the one call of the pause was found wrong: its cartón lacks numbers of every line."""
    return Hall(NUMBERS).started("ana", "berta").drawn(4).call(1).check(1)


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_wrong_call_is_told_whole_until_the_next_ball_is_out(who: str | None) -> None:
    hall = wrong_call()
    page = page_of(hall, who)
    assert said_on(page) == "No es correcto. Continúa la partida"
    assert "Cartón 1, línea: incorrecto, falta 1 número." in page
    hall.drawn(1)
    assert "incorrecto" not in page_of(hall, who)


def test_each_checked_cartón_of_a_pause_has_its_own_verdict() -> None:
    hall = Hall(NUMBERS).started("ana", "berta").drawn(5).call(1).call(2).check(2, 1)
    assert "No es correcto: falta 1 número" in page_of(hall)
    assert said_on(page_of(hall)).startswith("La línea es correcta. ")
    hall.on()
    page = page_of(hall)
    assert "Cartón 1, línea: correcto." in page
    assert "Cartón 2, línea: incorrecto, falta 1 número." in page


@pytest.mark.parametrize(
    ("drawn", "told"), [(5, "Comprobado: correcto."), (4, "Comprobado: incorrecto, falta 1 número.")]
)
def test_the_answer_to_the_check_says_the_verdict(drawn: int, told: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(drawn).call(1)
    hall.do(CHIEF, a.ShowMaster("B-1047/1"))
    answer = hall.answer(CHIEF, a.CheckCard(LINE, "B-1047/1"))
    assert answer_words(tuple(answer.events), "es", table_naming("sala")) == told


def test_the_log_of_the_hall_tells_the_verdict() -> None:
    told = {"prize": "linea", "card": "B-1047/1", "valid": False, "missing": [1, 2]}
    code, facts = log_wording("card-checked", told)
    assert event(code, facts, "es", table_naming("sala")).endswith("incorrecto, faltan 2 números")
