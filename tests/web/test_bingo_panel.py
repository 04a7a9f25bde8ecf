"""What the wall of a bingo hall and the players' pages show of what is said, called, checked, won and sold."""

from __future__ import annotations

import re

import pytest

from tapete.games.bingo import acts as a
from tapete.web.games.bingo.answering import answer_words
from tapete.web.seat_links import table_naming
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall
from tests.support.web.still import still_part


def page_of(hall: Hall, who: str | None = None) -> str:
    """Return what a viewer reads; of nobody, the wall."""
    return still_part(hall.play.game, hall.state, who)


def said_on(page: str) -> str:
    """Return the announcement that a page shows."""
    found = re.search(r'class="bg-said[^>]*><q>(.*?)</q>', page)
    assert found is not None
    return found[1]


def two_series() -> Hall:
    """Return a hall in which a cartón of each of two series was sold, to one person each, and the rest collected."""
    hall = Hall(NUMBERS).material().do(MANAGER, a.RegisterSeries("C", 7, 60, 2_00)).checked()
    hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("B-1047", "C-7")))
    hall.sell(1, 30, "ana").do(CALLER, a.SellCards("C-7", 1, 20)).do(CHIEF, a.CloseSale())
    return hall.do(CASHIER, a.CollectUnsold("B-1047", 390), a.CollectUnsold("C-7", 40))


@pytest.mark.clause("BG.IV.10", document="orden-1979")
@pytest.mark.parametrize("who", [None, CHIEF])
def test_what_was_sold_is_read_from_the_total_to_the_last_range(who: str | None) -> None:
    hall = two_series().do(CHIEF, a.AnnounceSold())
    assert said_on(page_of(hall, who)) == (
        "Cartones vendidos 50, de la serie B 1047 del número 1 al 30 y de la serie C 7 del número 1 al 20"
    )


def test_a_void_game_shows_its_announcement_and_neither_prizes_nor_a_last_ball() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3)
    played = page_of(hall)
    assert ('class="bg-prizes"' in played, 'class="bg-balls"' in played) == (True, True)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    for who in (None, "ana", CHIEF):
        page = page_of(hall, who)
        assert said_on(page).startswith("Partida anulada por desalojo de la sala: entreguen sus cartones")
        assert ('class="bg-prizes"' in page, 'class="bg-balls"' in page) == (False, False)


def won_in_two_series() -> Hall:
    """Return a game of two series in which ana's cartón 1 of the first one has won the línea."""
    hall = two_series().announced().do(CHIEF, a.AnnounceStart()).drawn(5)
    return hall.call(1).check(1).on()


def test_where_several_series_are_played_a_winner_is_named_with_his_series() -> None:
    hall = won_in_two_series()
    assert '<dd class="bg-winners">Cartón B-1047/1</dd>' in page_of(hall)
    page = page_of(hall, "ana")
    assert "con el cartón B-1047/1 (línea)" in page
    assert "<h2>Cartón B-1047/1</h2>" in page


@pytest.mark.clause("BG.II.05", document="orden-1979")
@pytest.mark.parametrize(("value", "shown"), [(2_00, "2\xa0€"), (3_00, "3\xa0€")])
def test_a_cartón_tells_its_face_value(value: int, shown: str) -> None:
    page = page_of(Hall(NUMBERS).open(value=value).sale().sell(1, 1, "ana"), "ana")
    assert f'<p class="bg-print">1 de 420 · {shown}</p>' in page


def called_on(page: str) -> list[str]:
    """Return the cartones under check on a page, in order, by their numbers."""
    return re.findall(r'<article class="bg-called.*?cartón (\d+) <small>', page, re.S)


@pytest.mark.clause("BG.IV.23", document="orden-1979")
@pytest.mark.clause("BG.IV.24", document="orden-1979")
@pytest.mark.parametrize("under_check", [1, 3, 4])
def test_of_many_called_cartones_the_wall_shows_all_and_first_the_one_under_check(under_check: int) -> None:
    hall = Hall(NUMBERS).started("ana", "berta", "carla", "dora").drawn(5)
    for number in (1, 2, 3, 4):
        hall.call(number)
    first = f"B-1047/{under_check}"
    for who in (None, "ana"):
        assert sorted(called_on(page_of(hall, who))) == ["1", "2", "3", "4"]
    hall.do(CHIEF, a.ShowMaster(first))
    for who in (None, "ana"):
        shown = called_on(page_of(hall, who))
        assert (shown[0], sorted(shown)) == (str(under_check), ["1", "2", "3", "4"])


def test_while_a_report_waits_everybody_reads_that_the_chief_decides() -> None:
    told = "Se ha avisado de algo: decide el jefe de mesa"
    hall = Hall(NUMBERS).started("ana").drawn(3)
    assert not [who for who in (None, "ana", CALLER, CHIEF) if told in page_of(hall, who)]
    hall.do(CALLER, a.ReportCause("sound-breakdown", "se fue el altavoz"))
    assert [told in page_of(hall, who) for who in (None, "ana", CALLER, CHIEF)] == [True] * 4
    assert [who for who in (None, "ana") if "altavoz" in page_of(hall, who)] == []
    hall.do(CHIEF, a.LetStand("ya suena"))
    assert told not in page_of(hall)


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (399, "contados 399 sin vender de 400, falta 1 cartón."),
        (401, "contados 401 sin vender, y debían ser 400; sobra 1 cartón."),
        (390, "contados 390 sin vender de 400, faltan 10 cartones."),
    ],
)
def test_a_count_of_the_unsold_that_does_not_come_out_stands_on_the_desks(count: int, told: str) -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    hall.do(CASHIER, a.CollectUnsold("B-1047", count))
    assert [f"Serie B-1047: {told}" in page_of(hall, who) for who in (CASHIER, CHIEF, None)] == [
        True,
        True,
        False,
    ]
    hall.do(CASHIER, a.CollectUnsold("B-1047", 400, "recontados"))
    assert "contados" not in page_of(hall, CASHIER)


@pytest.mark.clause("BG.IV.10", document="orden-1979")
def test_whoever_closes_the_sale_reads_which_unsold_numbers_keep_it_open() -> None:
    hall = Hall(NUMBERS, sale__upwards=False, sale__gaps="block").open().sale().sell(1, 3).sell(5, 6).sell(9, 10)
    page = page_of(hall, CHIEF)
    assert "el 4 queda sin vender entre los vendidos; así no se cierra la venta." in page
    assert "del 7 al 8 quedan sin vender entre los vendidos; así no se cierra la venta." in page
    assert "sin vender entre los vendidos" not in page_of(hall.sell(4, 4).sell(7, 8), CHIEF)
    ranges = Hall(NUMBERS, sale__upwards=False).open().sale().sell(1, 3).sell(5, 6)
    assert "sin vender entre los vendidos" not in page_of(ranges, CHIEF)


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


def told(hall: Hall) -> str:
    """Return what Ana reads of her ask."""
    found = re.search(r'id="bg-money"[^>]*>(.*?)</p>', page_of(hall, "ana"))
    return found[1] if found else ""
