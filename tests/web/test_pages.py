"""The pages without a browser: links, consoles, forms, answers, places of the clauses."""

import re
from typing import Any, ClassVar

import pytest
from jinja2 import Environment
from jinja2.defaults import DEFAULT_NAMESPACE
from jinja2.meta import find_undeclared_variables
from markupsafe import escape

from tapete.clauses import wording
from tapete.games.punto_banco.acts import PlaceBet, ReportIncident, ShowHand
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.web.games.punto_banco.inform_clauses import PLACES
from tapete.web.render import clause_text, environment
from tests.support import ROOT

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


def test_the_hall_lists_every_place(run: Any) -> None:
    async def scene(house: Any) -> None:
        page = (await house.client.get("/")).text
        for link in ("mesa/publico", "mesa/crupier", "mesa/jefe", "mesa/jugador-9", "mini/jugador-7"):
            assert f'href="/mesa/{link}"' in page
        assert "/mesa/mini/jugador-8" not in page
        for where in re.findall(r'href="(/mesa/[^"]+)"', page):
            assert (await house.client.get(where, follow_redirects=True)).status_code == 200, where

    run(scene)


def test_every_page_of_a_hall_is_drawn_by_templates_read_anew(run: Any) -> None:
    """They name nothing that nobody gives them, also before any page of this process was drawn."""
    environment.cache_clear()

    async def scene(house: Any) -> None:
        pages = ["/", "/clausula/PB.B.17", "/mesa/mesa/publico", "/mesa/mini/publico"]
        pages += [await house.enter(link, "mesa") for link in ("jugador-1", "crupier", "jefe")]
        for where in pages:
            assert (await house.client.get(where, follow_redirects=True)).status_code == 200, where

    run(scene)
    own, bare = set(environment().globals) - set(DEFAULT_NAMESPACE), Environment()
    bare.filters.update(environment().filters)
    used = set[str]()
    for file in (ROOT / "src" / "tapete" / "web").rglob("*.html"):
        used |= find_undeclared_variables(bare.parse(file.read_text(encoding="utf-8")))
    assert own <= used, "and nothing is given that no page names"


def test_an_empty_hall_says_what_to_do() -> None:
    from litestar.testing import TestClient

    from tapete.web import create_app

    class Nothing:
        tables: ClassVar[dict[str, Any]] = {}
        parked_tables: ClassVar[dict[str, str]] = {}
        games: ClassVar[dict[str, Any]] = {}
        presence: ClassVar[Any] = None  # nobody opens a page of a table
        house: ClassVar[Any] = None
        successor_of: ClassVar[Any] = {}.get

    with TestClient(create_app(Nothing(), hosts=["testserver.local"])) as client:
        assert "No hay ninguna mesa abierta" in client.get("/").text
        assert "No table is open" in client.get("/?lang=en").text
        assert client.get("/mesa/nada/publico").status_code == 404


@pytest.mark.clause("PB.B.17", "PB.B.20")
def test_hands_lie_right_and_left_of_the_croupier(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@pytest.mark.clause("MPB.01", "MPB.05", "MPB.06", "MPB.07")
def test_the_mini_table_is_drawn_as_the_text_describes_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        page = (await house.client.get("/mesa/mini/publico")).text
        assert re.search(r'<section class="felt half-moon" data-clause="MPB\.01">', page)
        assert 'class="edge" data-clause="MPB.05"' in page
        assert len(re.findall(r'class="spot banca" data-clause="MPB\.06"', page)) == 7
        assert len(re.findall(r'class="spot punto" data-clause="MPB\.07"', page)) == 7
        assert len(re.findall(r'class="spot empate" data-clause="MPB\.07"', page)) == 7
        large = (await house.client.get("/mesa/mesa/publico")).text
        assert "MPB." not in large
        assert {str(cite) for cite in PLACES.values()} <= set(re.findall(r'data-clause="([^"]+)"', page))

    run(scene)


def test_a_player_sits_buys_and_bets_with_forms(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_a_refusal_is_told_with_its_clause_beside_the_button(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_one_button_pressed_in_two_tabs_is_one_command(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_last_bets_are_repeated(run: Any) -> None:
    async def scene(house: Any) -> None:
        from tapete.games.punto_banco import acts as a

        await house.deal()
        await house.finish()
        while house.table.view(None).history[-1].winner == "empate":  # the stakes lie where they lay
            for who, what in (("marta", a.OpenBets()), ("marta", a.CloseBets()), (house.dealer(), a.Deal())):
                await house.act(who, what)
            await house.finish()
        await house.act("marta", a.OpenBets())
        here = await house.enter("jugador-1")
        page = (await house.client.get(here)).text
        assert 'id="repeat"' in page
        fields = {"at": str(house.table.step), "command": "again-1"}
        answer = await house.client.post(f"{here}/repetir", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert dict(house.table.view("ana").me.bets) == {"punto": 2_000}
        nothing = await house.enter("jugador-9")
        answer = await house.client.post(f"{nothing}/repetir", data=fields, headers=FORM)
        assert 'data-code="nothing-to-repeat"' in answer.text

    run(scene)


def test_without_scripts_a_form_leads_back_to_its_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        here = await house.enter("jugador-2")
        fields = hidden((await house.client.get(here)).text, "sit") | {"seat": "2"}
        answer = await house.client.post(f"{here}/hacer", data=fields, headers=ORIGIN, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, here)

    run(scene)


def test_the_chief_rules_on_an_incident(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        croupier = await house.enter("crupier")
        page = (await house.client.get(croupier)).text
        fields = hidden(page, "report-incident") | {"kind": "misdeal", "note": "<script>alert(1)</script>"}
        answer = await house.client.post(f"{croupier}/hacer", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        chief = await house.enter("jefe")
        page = (await house.client.get(chief)).text
        assert "reparto equivocado" in page
        assert "Anular la jugada" in page
        assert "HP.PB.misdeal" in page
        assert "HP.PB.misdeal" not in (await house.client.get(await house.enter("crupier"))).text
        await house.enter("jefe")
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        fields = hidden(page, "give-ruling") | {"reason": "mal repartidas"}
        answer = await house.client.post(f"{chief}/hacer", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert house.table.view(None).incident is None
        assert house.table.view(None).phase == "between"

    run(scene)


def test_the_chief_rules_with_effects_of_his_own(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        chief = await house.enter("jefe")
        page = (await house.client.get(chief)).text
        fields = hidden(page, "report-incident") | {"kind": "other", "note": "discusión"}
        assert (await house.client.post(f"{chief}/hacer", data=fields, headers=FORM)).status_code == 200
        page = (await house.client.get(chief)).text
        fields = hidden(page, "give-ruling") | {
            "reason": "sigue",
            "effect.1": "return-stake",
            "person.1": "bea",
            "effect.2": "note-only",
        }
        answer = await house.client.post(f"{chief}/hacer", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert house.table.view("bea").me.bets == {}
        fields |= {"effect.3": "burn-the-house"}
        assert (await house.client.post(f"{chief}/hacer", data=fields, headers=FORM)).status_code == 400

    run(scene)


def test_a_lost_session_is_told_and_nobody_becomes_the_public_in_silence(run: Any) -> None:
    async def scene(house: Any) -> None:
        answer = await house.client.get("/mesa/mesa/como/ana")
        assert answer.status_code == 401
        assert "Vuelva a entrar" in answer.text
        assert (await house.client.get("/mesa/mesa/como/ana/flujo")).status_code == 401
        here = await house.enter("jugador-1")
        other = here.replace("mesa-j1", "marta")
        assert (await house.client.get(other)).status_code == 401
        assert (await house.client.post(f"{other}/hacer", data={"act": "settle"}, headers=FORM)).status_code == 401

    run(scene)


def test_pages_carry_no_inline_code_and_strict_headers(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_every_button_has_its_own_letter(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        for link in ("crupier", "jefe", "jugador-1", "jugador-2"):
            keys = re.findall(r'data-key="([a-z])"', (await house.client.get(await house.enter(link))).text)
            assert len(keys) == len(set(keys)), (link, keys)

    run(scene)


def test_a_clause_has_a_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        page = await house.client.get("/clausula/PB.B.09")
        assert "en inglés" not in page.text
        french = await house.client.get("/clausula/PB.B.09", params={"lang": "fr"})
        assert "En anglais" in french.text
        assert page.status_code == 200
        assert "AST2011-PB" in page.text
        assert (await house.client.get("/clausula/PB.Z.99")).status_code == 404
        practice = await house.client.get("/clausula/HP.CF.absent-holder", params={"lang": "es"})
        assert practice.status_code == 200
        assert "Práctica de la casa" in practice.text
        told = await house.client.get("/api/v1/clauses/HP.CF.absent-holder")
        assert (told.status_code, told.json()["kind"]) == (200, "practice")

    run(scene)


def test_a_language_asked_for_at_the_door_is_remembered_inside(run: Any) -> None:
    async def scene(house: Any) -> None:
        door = await house.client.get("/mesa/mesa/jugador-3?lang=fr", follow_redirects=False)
        assert '<html lang="fr"' in door.text
        entered = await house.client.post("/mesa/mesa/jugador-3", headers=ORIGIN, follow_redirects=False)
        assert entered.status_code == 303
        page = await house.client.get(entered.headers["location"])
        assert '<html lang="fr"' in page.text

    run(scene)


@pytest.mark.parametrize(
    ("lang", "of_text", "topic"),
    [("es", "es", "tercera carta"), ("en", "en", "third card"), ("fr", "en", "troisième carte")],
)
def test_a_clause_is_told_in_the_language_of_the_page(run: Any, lang: str, of_text: str, topic: str) -> None:
    async def scene(house: Any) -> None:
        page = (await house.client.get("/clausula/CF.A.13", params={"lang": lang})).text
        words = wording("CF.A.13", lang)
        assert words.lang == of_text
        assert f'<html lang="{lang}"' in page
        told = re.findall(rf'<(?:p class="rule"|i|span) lang="{of_text}">(.*?)</', page)
        assert told == [str(escape(text)) for text in (words.rule, words.example, words.variants)]
        dealing = (await house.client.get("/clausula/CF.A.07", params={"lang": lang})).text
        assert {"es": "(por remisión", "en": "(by reference", "fr": "(par renvoi"}[lang] in dealing
        assert f'<span class="tag">{topic}</span>' in page
        other = wording("CF.A.13", "en" if of_text == "es" else "es")
        assert str(escape(other.rule)) not in page

    run(scene)


def test_a_clause_without_translation_is_marked_as_english(run: Any) -> None:
    async def scene(house: Any) -> None:
        page = (await house.client.get("/clausula/BG.I.01", params={"lang": "fr"})).text
        assert f'<p class="rule" lang="en">{escape(wording("BG.I.01", "fr").rule)}' in page

    run(scene)


def test_why_is_told_in_the_language_of_the_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        here = await house.enter("jugador-1")
        for lang in ("es", "en"):
            page = (await house.client.get(here, params={"lang": lang})).text
            chips = re.findall(r'<summary>([^<]*)</summary><div class="clause-text"><p lang="(..)">(.*?)</p>', page)
            assert chips
            assert {of for _, of, _ in chips} == {lang}
            assert all(text == str(escape(wording(one, lang).rule)) for one, _, text in chips)
        for lang in ("es", "en"):
            practice = wording("HP.PB.relief", lang)
            text = clause_text("HP.PB.relief", lang)
            assert f'<p lang="{lang}">{escape(practice.rule)}</p>' in text
            assert f'<span lang="{lang}">{escape(practice.reason)}</span>' in text

    run(scene)


@pytest.mark.clause("PB.B.09", "PB.B.19", "PB.B.21")
def test_everything_said_in_one_act_is_on_the_page(run: Any) -> None:
    """Both calls of the close stand in the place that a screen reader announces, and who is waited for has a line."""

    async def scene(house: Any) -> None:
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

    run(scene)


@pytest.mark.clause("PB.A2.12")
def test_the_staff_see_the_numbers_of_the_cards_and_choose_among_them(run: Any) -> None:
    """The report preselects no irregularity and offers the cards by number, the next of the shoe among them; the
    ruling offers the same cards; nobody else sees numbers.
    """

    async def scene(house: Any) -> None:
        await house.deal()
        lying = [card.position for card in house.table.state.layout]
        following = house.table.view(None).cards_out
        page = await page_of(house, "crupier")
        assert re.findall(r"<small>n\.º (\d+)</small>", page) == [str(lying[n] + 1) for n in (0, 2, 1, 3)]
        kind = re.search(r'<select name="kind"[^>]* required>(.*?)</select>', page, re.S)
        assert kind is not None
        assert kind[1].startswith('<option value="">')
        position = re.search(r'<select name="position" [^>]*>(.*?)</select>', page, re.S)
        assert position is not None
        assert re.findall(r'value="(\d*)"', position[1]) == ["", *map(str, [*lying, following])]
        await house.act("marta", ReportIncident("exposed-in-shoe", "", following))
        chief = await page_of(house, "jefe")
        ruling = re.search(r'<select name="position.1"[^>]*>(.*?)</select>', chief, re.S)
        assert ruling is not None
        assert sorted(re.findall(r'value="(\d+)"', ruling[1])) == sorted(map(str, [*lying, following]))
        assert "n.º" not in (await house.client.get("/mesa/mesa/publico")).text

    run(scene)
