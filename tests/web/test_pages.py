"""The pages of any table without a browser, by the example of punto y banca: who reads and presses what."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from markupsafe import escape

from tapete.clauses import wording
from tapete.games.punto_banco.acts import PlaceBet, ShowHand
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.live import Hall, Keys
from tapete.rulebooks import Rulebook
from tapete.web import create_app
from tapete.web.games.chemin_de_fer.inform_clauses import PLACES as OF_CIRCLE
from tapete.web.games.dos_panos.inform_clauses import PLACES as OF_CLOTHS
from tapete.web.games.punto_banco.inform_clauses import PLACES as OF_PUNTO
from tapete.web.staff_access import StaffAccess
from tests.support.dos_panos.walks import BOOKS, GAME, states
from tests.support.web.still import still_part

ORIGIN = {"origin": "http://testserver.local"}
FORM = ORIGIN | {"hx-request": "true"}


def hidden(page: str, act: str) -> dict[str, str]:
    """Return the hidden fields of the form of an act."""
    for form in re.findall(r"<form.*?</form>", page, re.S):
        if f'name="act" value="{act}"' in form:
            return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    raise AssertionError(f"no form of {act}")


async def page_of(house: Any, link: str, table: str = "mesa") -> str:
    here = await house.enter(link, table)
    answer = await house.client.get(here)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.clause("MPB.01", "MPB.05", "MPB.06", "MPB.07")
async def test_the_mini_table_is_drawn_as_the_text_describes_it(house: Any, /) -> None:
    page = (await house.client.get("/mesa/mini/publico")).text
    assert re.search(r'<section class="felt half-moon" data-clause="MPB\.01">', page)
    assert 'class="edge" data-clause="MPB.05"' in page
    for spot, clause in (("banca", "06"), ("punto", "07"), ("empate", "07")):
        assert len(re.findall(rf'class="spot {spot}" data-clause="MPB\.{clause}"', page)) == 7
    assert "MPB." not in (await house.client.get("/mesa/mesa/publico")).text


async def test_every_clause_that_only_informs_stands_on_a_page_of_its_game(house: Any, /) -> None:
    """A clause counts as shown because a module of its game says so: here each is found on a page that is drawn."""
    await house.betting("real")
    pages = [(await house.client.get(f"/mesa/{table}/publico")).text for table in ("mini", "real")]
    pages += [still_part(GAME, next(states(book)), None) for book in BOOKS]
    marked = {clause for page in pages for clause in re.findall(r'data-clause="([^"]+)"', page)}
    declared = {str(cite) for places in (OF_PUNTO, OF_CIRCLE, OF_CLOTHS) for cite in places.values()}
    assert declared - marked == set()


@pytest.mark.clause("PB.B.17", "PB.B.20")
async def test_hands_lie_right_and_left_of_the_croupier(house: Any, /) -> None:
    for page in (await page_of(house, "crupier"), (await house.client.get("/mesa/mesa/publico")).text):
        hand = re.search(r'id="hand-punto" data-clause="PB\.B\.17"', page)
        other = re.search(r'id="hand-banca" data-clause="PB\.B\.20"', page)
        assert hand
        assert other
    # From the players' side his right is on the left; his own console is turned round.
    public = (await house.client.get("/mesa/mesa/publico")).text
    assert public.index('id="hand-punto"') < public.index('id="hand-banca"')
    assert "from-croupier" in await page_of(house, "crupier")
    assert "from-croupier" not in public


async def test_a_player_sits_buys_and_bets_with_forms(house: Any, /) -> None:
    here = await house.enter("jugador-3")
    page = (await house.client.get(here)).text
    fields = hidden(page, "sit") | {"seat": "3"}
    answer = await house.client.post(f"{here}/hacer", data=fields, headers=FORM)
    assert answer.status_code == 200
    assert "Hecho: Sentarse" in answer.text
    page = (await house.client.get(here)).text
    answer = await house.client.post(
        f"{here}/hacer", data=hidden(page, "buy-in") | {"amount-euros": "120,50"}, headers=FORM
    )
    assert answer.status_code == 200, answer.text
    assert "120,50" in (await house.client.get(here)).text
    assert house.table.view("mesa-j3").me.chips == 12_050


async def test_a_refusal_is_told_with_its_clause_beside_the_button(house: Any, /) -> None:
    await house.prepare()
    here = await house.enter("jugador-1")
    page = (await house.client.get(here)).text
    fields = hidden(page, "place-bet") | {"bet": "punto", "amount": "100"}
    answer = await house.client.post(f"{here}/hacer", data=fields, headers=FORM)
    assert answer.status_code == 409
    assert 'data-code="below-minimum"' in answer.text
    assert "El mínimo de la mesa es 5" in answer.text
    assert "PB.D.04" in answer.text
    assert "AST2011-PB" in answer.text
    english = await house.client.post(f"{here}/hacer?lang=en", data=fields, headers=FORM)
    assert "The table minimum is €5" in english.text
    for told, lang in ((answer, "es"), (english, "en")):
        assert f'<p lang="{lang}">{escape(wording("PB.D.04", lang).rule)}</p>' in told.text


async def test_one_button_pressed_in_two_tabs_is_one_command(house: Any, /) -> None:
    await house.prepare()
    await house.client.get("/")
    here = await house.enter("crupier")
    first, second = [(await house.client.get(here)).text for _ in range(2)]
    assert hidden(first, "close-bets") == hidden(second, "close-bets")
    await house.act("ana", PlaceBet(Bet.PUNTO, 500))
    fields = hidden((await house.client.get(here)).text, "close-bets")
    before = house.table.version
    done = [await house.client.post(f"{here}/hacer", data=fields, headers=FORM) for _ in range(2)]
    assert [one.status_code for one in done] == [200, 200]
    assert "Ya estaba hecho" in done[1].text
    assert house.table.version == before + 1


async def test_without_scripts_a_form_leads_back_to_its_page(house: Any, /) -> None:
    here = await house.enter("jugador-2")
    fields = hidden((await house.client.get(here)).text, "sit") | {"seat": "2"}
    answer = await house.client.post(f"{here}/hacer", data=fields, headers=ORIGIN, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, here)


async def test_a_lost_session_is_told_and_nobody_becomes_the_public_in_silence(house: Any, /) -> None:
    answer = await house.client.get("/mesa/mesa/como/ana")
    assert answer.status_code == 401
    assert "Vuelva a entrar" in answer.text
    assert (await house.client.get("/mesa/mesa/como/ana/flujo")).status_code == 401
    here = await house.enter("jugador-1")
    other = here.replace("mesa-j1", "marta")
    assert (await house.client.get(other)).status_code == 401
    assert (await house.client.post(f"{other}/hacer", data={"act": "settle"}, headers=FORM)).status_code == 401


async def test_pages_carry_no_inline_code_and_strict_headers(house: Any, /) -> None:
    await house.deal()
    for link in ("crupier", "jefe", "jugador-1"):
        answer = await house.client.get(await house.enter(link))
        assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text)
        assert not re.search(r'\sstyle="', answer.text)
        assert not re.search(r"\son[a-z]+=", answer.text)
        assert "//" not in re.sub(
            r"https?://[^\s\"<]+", "", "".join(re.findall(r'(?:src|href)="([^"]+)"', answer.text))
        )
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.clause("PB.B.09", "PB.B.19", "PB.B.21")
async def test_everything_said_in_one_act_is_on_the_page(house: Any, /) -> None:
    """Both calls of the close stand in the place that a screen reader announces, and who is waited for has a line."""
    await house.deal()
    page = (await house.client.get("/mesa/mesa/publico")).text
    said = re.search(r'<p class="said" aria-live="polite" aria-atomic="true">(.*?)</p>', page, re.S)
    assert said is not None
    assert re.findall(r"<q>(.*?)</q>", said[1]) == ["No va más", "Cartas"]
    assert "Se espera a" not in page
    await house.act("marta", ShowHand(Hand.PUNTO))
    page = (await house.client.get("/mesa/mesa/publico")).text
    assert re.search(r'<p class="waits" role="status">Se espera a \w+ \([Pp]uesto 1\)<', page)
    mine = await page_of(house, "crupier")
    assert "Se espera a" in mine
    assert hidden(mine, "call-person")["act"] == "call-person"


MARK = "Demostración: sin contraseñas"


@pytest.mark.parametrize("staff_access", [StaffAccess(is_open=True), StaffAccess(key="llave-de-la-sala")])
def test_demonstration_says_that_it_is_one(run: Any, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        house.client.headers["cookie"] = house.cookie("ana")
        for path in ("/", "/mesa/mesa/publico", "/mesa/mesa/como/ana", "/mesa/mesa/crupier", "/clausula/PB.D.04"):
            page = (await house.client.get(path)).text
            assert (MARK in page) is staff_access.is_open, path
            assert ("<title>DEMO · " in page) is staff_access.is_open, path

    run(scene, staff_access=staff_access)


HERE = "http://testserver.local"
COMPARED = "dos-panos"


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
    every, differing = (
        rows_of(get(f"/reglas/{COMPARED}/comparar").text),
        rows_of(get(f"/reglas/{COMPARED}/diferencias").text),
    )
    assert set(differing) < set(every)
    assert {name for name, row in every.items() if 'class="differs"' in row} == set(differing)
    assert len(differing) == 20
    assert "cómo se viene por la banca" in every["award.ways"]
    assert 'href="/clausula/DP.E1.03"' in every["award.ways"]
    assert f"/reglas/{COMPARED}/mano/lots-at-once/" in every["award.ways"]
    assert "lugar del tapete" in every["stakes.across_lines"]
    assert "GUIDE 11 ¶3" in every["award.ways"]


def test_a_hand_opens_where_the_two_rulebooks_part(get: Any) -> None:
    page = get(f"/reglas/{COMPARED}/mano/banker-has-baccarat/asturias-2011/guia").text
    assert "Aquí se separan" in page
    left, right = re.findall(r'<section class="side-view.*?</section>\n', page, re.DOTALL)[:2]
    assert "No se puede." in left
    assert 'href="/clausula/DP.A.20"' in left
    assert "No se puede." not in right
    assert 'aria-current="step"' in page
    assert page.count('class="parting"') == 1


NOWHERE = (
    "/reglas/tute/comparar",
    f"/reglas/{COMPARED}/mano/none/guia/orden-1979",
    f"/reglas/{COMPARED}/mano/early-card/guia/none",
    f"/reglas/{COMPARED}/mano/early-card/guia/orden-1979/0",
    f"/reglas/{COMPARED}/mano/early-card/guia/orden-1979/99",
    f"/reglas/{COMPARED}/mano/early-card/guia/orden-1979/x",
    f"/reglas/{COMPARED}/mano/early-card?a=guia",
)


def test_what_is_not_there_is_said_to_be_nowhere(get: Any) -> None:
    assert [path for path in NOWHERE if get(path).status_code != 404] == []
