"""Rulebooks beside each other as pages, and a recorded hand step by step under two of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.catalogue.house_layers import house_book
from tapete.clauses import GAMES
from tapete.comparison import hand_file
from tapete.live import Hall, Keys
from tapete.rulebooks import Rulebook
from tapete.web import create_app
from tapete.words import LANGS, label

HERE = "http://testserver.local"
GAME = "dos-panos"


@pytest.fixture
def get(tmp_path: Path) -> Callable[..., httpx.Response]:
    """Return a function that asks a hall for a page."""

    def ask(path: str, *rulebooks: Rulebook) -> httpx.Response:
        found: list[httpx.Response] = []

        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh(), rulebooks=rulebooks)
            app: Any = create_app(hall, hosts=["testserver.local"])  # type: ignore[arg-type]
            browser = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE)
            try:
                found.append(await browser.get(path))
            finally:
                await hall.stop()

        anyio.run(main)
        return found[0]

    return ask


def rows_of(page: str) -> dict[str, str]:
    """Return the rows of the table by option."""
    return {one[1]: one[2] for one in re.finditer(r'<tr id="([\w.-]+)"(.*?)</tr>', page, re.DOTALL)}


def test_all_points_and_only_those_that_differ(get: Any) -> None:
    every, differing = rows_of(get(f"/reglas/{GAME}/comparar").text), rows_of(get(f"/reglas/{GAME}/diferencias").text)
    assert set(differing) < set(every)
    assert {name for name, row in every.items() if 'class="differs"' in row} == set(differing)
    assert len(differing) == 20
    assert "cómo se viene por la banca" in every["award.ways"]
    assert 'href="/clausula/DP.E1.03"' in every["award.ways"]
    assert f"/reglas/{GAME}/mano/lots-at-once/" in every["award.ways"]
    assert "lugar del tapete" in every["stakes.across_lines"]
    assert "GUIDE 11 ¶3" in every["award.ways"]


def test_the_cell_of_whoever_departs_is_marked(get: Any) -> None:
    row = rows_of(get(f"/reglas/{GAME}/diferencias?lang=en").text)["banker.draws_on"]
    cells = re.findall(r"<td( class=\"other\")? data-book=\"([^\"]+)\"><b>([^<]*)</b>", row)
    assert [value for mark, _, value in cells if mark] == ["none"]
    assert {value for mark, _, value in cells if not mark} == {"0"}


def test_a_hand_opens_where_the_two_rulebooks_part(get: Any) -> None:
    page = get(f"/reglas/{GAME}/mano/banker-has-baccarat/asturias-2011/guia").text
    assert "Aquí se separan" in page
    left, right = re.findall(r'<section class="side-view.*?</section>\n', page, re.DOTALL)[:2]
    assert "No se puede." in left
    assert 'href="/clausula/DP.A.20"' in left
    assert "No se puede." not in right
    assert 'aria-current="step"' in page
    assert page.count('class="parting"') == 1


def test_before_they_part_both_sides_are_alike_and_cards_are_drawn(get: Any) -> None:
    page = get(f"/reglas/{GAME}/mano/banker-has-baccarat/asturias-2011/guia/5").text
    left, right = re.findall(r'<div class="felt two-cloths shown-felt">.*?</div>\n</section>', page, re.DOTALL)
    assert left == right
    assert left.count("<svg") >= 6
    assert 'rel="prev"' in page
    assert 'rel="next"' in page


def test_two_rulebooks_are_chosen_by_a_form(get: Any) -> None:
    found = get(f"/reglas/{GAME}/mano/early-card?a=orden-1979&b=guia")
    assert (found.status_code, found.headers["location"]) == (303, f"/reglas/{GAME}/mano/early-card/orden-1979/guia")
    same = get(f"/reglas/{GAME}/mano/early-card/orden-1979/asturias-2011").text
    assert "la mano acaba igual" in same
    assert "Aquí se separan" not in same


@pytest.mark.parametrize("hand", [one.name for one in hand_file(GAME).hands])
def test_every_hand_has_a_title_and_is_drawn_at_each_step(get: Any, hand: str) -> None:
    first = get(f"/reglas/{GAME}/mano/{hand}/catalogo-51-53/guia/1?lang=en")
    assert first.status_code == 200
    assert f"<h1>{hand}" not in first.text
    count = len(re.findall(r"<li[^>]*><a href=\"/reglas", first.text))
    last = get(f"/reglas/{GAME}/mano/{hand}/catalogo-51-53/guia/{count}?lang=fr")
    assert last.status_code == 200
    assert 'rel="next"' not in last.text


@pytest.mark.parametrize(
    "path",
    [
        "/reglas/tute/comparar",
        f"/reglas/{GAME}/mano/none/guia/orden-1979",
        f"/reglas/{GAME}/mano/early-card/guia/none",
        f"/reglas/{GAME}/mano/early-card/guia/orden-1979/0",
        f"/reglas/{GAME}/mano/early-card/guia/orden-1979/99",
        f"/reglas/{GAME}/mano/early-card/guia/orden-1979/x",
        f"/reglas/{GAME}/mano/early-card?a=guia",
    ],
)
def test_what_is_not_there_is_said_to_be_nowhere(get: Any, path: str) -> None:
    assert get(path).status_code == 404


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ["chemin-de-fer", "punto-y-banca", "bingo"])
def test_other_games_have_their_points_too(get: Any, game: str, lang: str) -> None:
    page = get(f"/reglas/{game}/comparar?lang={lang}").text
    assert rows_of(page)
    assert not rows_of(get(f"/reglas/{game}/diferencias?lang={lang}").text)


def test_a_house_s_own_layer_has_a_column_with_an_origin_of_its_own(get: Any) -> None:
    head = f'id = "casa"\ngame = "{GAME}"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    book = house_book(f'{head}turn.needs_stake = {{ value = false, reason = "aquí" }}\n', "casa.toml")
    row = rows_of(get(f"/reglas/{GAME}/diferencias", book).text)["turn.needs_stake"]
    assert row.count("<td") == 6
    own = re.findall(
        r'<td class="other" data-book="([^"]+)"><b>no</b>.*?<small>propio de la casa</small>', row, re.DOTALL
    )
    assert [one.endswith("Casa de prueba") for one in own] == [True]
    page = get(f"/reglas/{GAME}/mano/place-without-a-stake/asturias-2011/{book.id}", book).text
    assert "Aquí se separan" in page
    assert get(f"/reglas/{GAME}/mano/place-without-a-stake/asturias-2011/{book.id}").status_code == 404


@pytest.mark.parametrize("lang", LANGS)
def test_the_front_page_leads_to_the_rulebooks_of_each_game(get: Any, lang: str) -> None:
    page = get(f"/?lang={lang}").text
    found = re.findall(r'href="(/reglas/[^"]+/comparar)"', page)
    assert found == [f"/reglas/{game}/comparar" for game in GAMES]
    assert [get(one).status_code for one in found] == [200] * len(GAMES)


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_ruling_does_is_told_in_words_where_two_rulebooks_part(get: Any, lang: str) -> None:
    page = get(f"/reglas/{GAME}/mano/both-cards-exposed/asturias-2011/guia?lang={lang}").text
    left, right = re.findall(r'<div class="came-of-it">(.*?)</div>', page, re.DOTALL)
    assert left != right
    assert "<code>" not in left + right
    if lang == "es":
        assert "se atiene al cuadro" in left
        assert "Abrir incidencia (" in page


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("hand", "is_opening"), [("no-table-chief", True), ("banker-has-baccarat", False)])
def test_where_a_rulebook_opens_no_table_the_opening_is_the_only_step(
    get: Any, hand: str, is_opening: bool, lang: str
) -> None:
    page = get(f"/reglas/{GAME}/mano/{hand}/catalogo-51-53/asturias-2011/1?lang={lang}").text
    steps = re.findall(r"<li[^>]*><a href=\"/reglas[^>]*>[0-9]+\. ([^<]*)</a>", page)
    assert (steps == [label("compare", "opening", lang)]) is is_opening
    assert (len(steps) > 5) is not is_opening
