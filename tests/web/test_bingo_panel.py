"""What the wall of a bingo hall and the players' pages show of what is said, called, won and sold."""

from __future__ import annotations

import re

import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import PersonId
from tapete.web.render import static_folder
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, MANAGER, NUMBERS, Hall
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


@pytest.mark.clause("BG.IV.10", document="orden-1979")
def test_of_one_series_with_a_gap_all_ranges_are_read() -> None:
    hall = Hall(NUMBERS, sale__upwards=False).open().sale().sell(1, 30).sell(41, 50).close().do(CHIEF, a.AnnounceSold())
    assert said_on(page_of(hall)) == (
        "Cartones vendidos 40, de la serie B 1047 del número 1 al 30 y de la serie B 1047 del número 41 al 50"
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


def test_the_prizes_and_the_balls_of_the_next_game_stand_there_again() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(3).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    ended = page_of(hall.do(CHIEF, a.EndGame()))
    assert ('class="bg-prizes"' in ended, 'class="bg-balls"' in ended) == (False, False)
    hall.sale().sell(301, 330).close().announced()
    shown = page_of(hall)
    assert ('class="bg-prizes"' in shown, 'class="bg-balls"' in shown) == (True, True)


@pytest.mark.parametrize(("cause", "is_long"), [("evacuation", True), ("", False)])
def test_a_long_announcement_stands_in_smaller_type(cause: str, is_long: bool) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1)
    if cause:
        hall.do(CHIEF, a.VoidGame(cause, "alarma"))
    assert ('class="bg-said bg-long"' in page_of(hall)) is is_long


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


def test_where_one_series_is_played_a_number_names_a_winner() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).line()
    assert '<dd class="bg-winners">Cartón 1</dd>' in page_of(hall)
    page = page_of(hall, "ana")
    assert "con el cartón 1 (línea)" in page
    assert "<h2>Cartón 1 <small>serie B-1047</small></h2>" in page


def test_the_question_before_a_call_names_the_cartón_with_its_series() -> None:
    hall = two_series().announced().do(CHIEF, a.AnnounceStart()).drawn(5)
    assert "se comprueba el cartón B-1047/1." in page_of(hall, "ana")


@pytest.mark.clause("BG.II.06", document="orden-1979")
def test_a_cartón_tells_how_many_its_series_has() -> None:
    assert '<p class="bg-print">12 de 420 · 2\xa0€</p>' in page_of(
        Hall(NUMBERS).open().sale().sell(1, 12, "ana"), "ana"
    )


@pytest.mark.clause("BG.II.05", document="orden-1979")
@pytest.mark.parametrize(("value", "shown"), [(2_00, "2\xa0€"), (3_00, "3\xa0€")])
def test_a_cartón_tells_its_face_value(value: int, shown: str) -> None:
    page = page_of(Hall(NUMBERS).open(value=value).sale().sell(1, 1, "ana"), "ana")
    assert f'<p class="bg-print">1 de 420 · {shown}</p>' in page


def test_a_double_cartón_tells_what_both_its_parts_cost() -> None:
    page = page_of(Hall(NUMBERS).open(double=True).sale().sell(1, 1, "ana"), "ana")
    assert '<p class="bg-print">1 de 420 · 4\xa0€</p>' in page


def test_a_price_of_one_euro_is_said_as_one() -> None:
    hall = Hall(NUMBERS).open(value=1_00).sale()
    assert hall.state.announcements[-1][1].endswith("a 1 euros"), "the record keeps the words with which it began"
    assert said_on(page_of(hall)).endswith("a 1 euro")
    for viewer in (None, "ana", CHIEF):
        assert "1 euros" not in page_of(hall, viewer)


@pytest.mark.parametrize("has_played", [False, True])
def test_the_pages_of_a_closed_hall_say_that_it_is_closed(has_played: bool) -> None:
    hall = Hall(NUMBERS).open()
    assert "La sala está cerrada" not in page_of(hall, "ana") + page_of(hall, CHIEF) + page_of(hall, CALLER)
    if has_played:
        hall.started("ana").do(CHIEF, a.VoidGame("evacuation", "alarma"), a.EndGame())
        hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.HandOverTakings(PersonId(CALLER), 2_00 * 299))
    hall.do(CHIEF, a.CloseSession()).do(MANAGER, a.CloseHall())
    for who in ("ana", CALLER):
        page = page_of(hall, who)
        assert "La sala está cerrada" in page
        assert "pida cartones" not in page
        assert "la mesa sigue" not in page


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


def test_behind_the_one_under_check_stand_the_right_ones_those_that_wait_and_the_wrong_ones() -> None:
    hall = Hall(NUMBERS).started("ana", "berta", "carla", "dora").drawn(5)
    for number in (1, 2, 3, 4):
        hall.call(number)
    hall.check(2).check(1).do(CHIEF, a.ShowMaster("B-1047/4"))
    assert called_on(page_of(hall)) == ["4", "1", "3", "2"]


def test_called_cartones_that_wait_stand_in_the_order_of_their_numbers() -> None:
    hall = Hall(NUMBERS).started().drawn(5)
    for number in (10, 9, 2):
        hall.call(number)
    assert called_on(page_of(hall)) == ["2", "9", "10"]


def sheet_size(selector: str) -> str:
    """Return the font size that the sheet of the wall gives a selector."""
    sheet = (static_folder() / "bingo.css").read_text(encoding="utf-8")
    found = re.search(rf"^\s*{re.escape(selector)} {{[^}}]*font-size: ([^;}}]+)", sheet, re.M)
    assert found is not None
    return found[1].strip()


def test_the_words_of_the_last_ball_are_readable_across_the_hall() -> None:
    size = sheet_size(".public .bg-spoken")
    assert size.endswith("vw")
    assert float(size.removesuffix("vw")) >= 2.2


def test_the_words_of_the_last_ball_stand_free_of_its_ring() -> None:
    sheet = (static_folder() / "bingo.css").read_text(encoding="utf-8")
    ring = re.search(r"^\.bg-ball {.*?box-shadow: 0 0 0 ([\d.]+)em", sheet, re.M)
    room = re.search(r"^\.bg-huge {.*?margin: ([\d.]+)em", sheet, re.M)
    assert ring is not None
    assert room is not None
    assert float(room[1]) > float(ring[1])


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


def test_when_its_session_is_over_a_hall_shows_nothing_more_of_its_last_game() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(15).bingo(1).pay(1, BINGO).do(CHIEF, a.EndGame())
    assert "Aún no ha salido ninguna" not in page_of(hall)
    taken = hall.play.game.view(hall.state, PersonId(CASHIER)).duty.tills[CALLER]
    hall.do(CASHIER, a.HandOverTakings(PersonId(CALLER), taken)).do(CHIEF, a.CloseSession())
    for who in (None, "ana", CHIEF):
        page = page_of(hall, who)
        assert ('class="bg-prizes"' in page, "Aún no ha salido ninguna" in page) == (False, True)


def test_a_prize_of_one_euro_is_said_as_one() -> None:
    hall = Hall(NUMBERS).open(value=1_00).sale().sell(1, 10).close().announced()
    assert ("prizes", "Línea, 1 euros; bingo, 6 euros") in hall.state.announcements, "the record keeps its words"
    for viewer in (None, "ana", CHIEF):
        assert "1 euros" not in page_of(hall, viewer)
    assert "1 euro;" in page_of(hall)
