"""The pages of chemin de fer without a browser."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from tapete.cards import Card, card
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.games.chemin_de_fer.view.parts import BankView, CardView
from tapete.kernel import PersonId, plain
from tapete.record.codec import members
from tapete.table.staff import Role
from tapete.web.games.chemin_de_fer import felt
from tapete.web.games.chemin_de_fer.inform_clauses import PLACES
from tapete.words import money
from tests.support.web.pages import hidden, post, report
from tests.support.web.shoes import every_coup_is

ORIGIN = {"origin": "http://testserver.local"}
FORM = ORIGIN | {"hx-request": "true"}


async def page_of(house: Any, link: str, table: str = "cf") -> str:
    here = await house.enter(link, table)
    answer = await house.client.get(here)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


async def public(house: Any, table: str = "cf") -> str:
    return str((await house.client.get(f"/mesa/{table}/publico")).text)


def marked(page: str) -> set[str]:
    return set(re.findall(r'data-clause="([^"]+)"', page))


def test_the_hall_lists_both_conducts(run: Any) -> None:
    async def scene(house: Any) -> None:
        page = (await house.client.get("/")).text
        for link in ("cf/publico", "cf/crupier", "cf/inspector", "cf/jugador-9", "real/crupier"):
            assert f'href="/mesa/{link}"' in page
        assert "mesa observada" in page
        for where in re.findall(r'href="(/mesa/(?:cf|real)/[^"]+)"', page):
            assert (await house.client.get(where, follow_redirects=True)).status_code == 200, where

    run(scene)


def test_who_comes_by_the_link_of_a_place_finds_it_chosen(run: Any) -> None:
    async def scene(house: Any) -> None:
        for table, link, seat in (("cf", "jugador-9", "9"), ("mesa", "jugador-6", "6")):
            page = await page_of(house, link, table)
            chosen = re.findall(r'<select name="seat"[^>]*><option value="(\d+)"', page)
            assert chosen, table
            assert set(chosen) == {seat}

    run(scene)


def test_the_last_hand_is_not_called_the_new_bankers() -> None:
    """The cards of the last coup lie until the next; a banker whose bank has dealt none of them is not named there."""
    lying = CardView(0, "banca", card("9s"), True)
    for dealt, owner in ((True, "Bea"), (False, "")):
        bank = BankView(PersonId("bea"), 100, (), 100, 0, is_dealt_from=dealt)
        coup = SimpleNamespace(holder=None, cards=(lying,), totals={}, naturals=())
        view = SimpleNamespace(phase=Phase.BETWEEN, coup=coup, bank=bank)
        assert felt.hand(view, "banca", None, {"bea": "Bea"}).owner == owner


# --- what must be readable ----------------------------------------------------------------------------------------


@pytest.mark.clause("CF.R.01", "CF.R.02", "CF.R.04", "CF.R.05", "CF.S.03", "CF.S.04")
def test_the_rules_of_the_table_say_where_they_come_from(run: Any) -> None:
    async def scene(house: Any) -> None:
        for page in (await public(house), await page_of(house, "jugador-2"), await page_of(house, "inspector")):
            panel = page[page.index('id="rules-panel"') :]
            said = dict(re.findall(r'<li data-clause="([^"]+)">(.*?)</li>', panel, re.S))
            assert "Anexo I" in said["CF.R.01"]
            assert "AST2011-CF" in said["CF.R.01"]
            assert "2011-06-10" in said["CF.R.02"]
            assert "2011-06-22" in said["CF.R.02"]
            assert "Catálogo" in said["CF.R.04"]
            assert "9 puestos, 6 barajas" in said["CF.R.04"]
            assert "ferrocarril, bacarrá o chemin de fer" in said["CF.R.05"]
            assert "Inspector, crupier y cambista" in said["CF.S.03"]
            assert "epígrafe" in said["CF.S.04"]

    run(scene)


@pytest.mark.clause("CF.E2.03", "CF.E3.01")
def test_limits_and_the_garage_are_plainly_displayed(run: Any) -> None:
    async def scene(house: Any) -> None:
        for page in (await public(house), await page_of(house, "jugador-2"), await page_of(house, "crupier")):
            limits = page[page.index('data-clause="CF.E2.03"') : page.index("</header>")]
            assert "Mínimo de la mesa" in limits
            assert "10 €" in limits.replace("\N{NO-BREAK SPACE}", " ")
            assert page.count('data-clause="CF.E2.03"') == 2  # on top, and with the authorised one among the rules
            assert "Mínimo autorizado: el de la autorización" in page
            said = re.search(r'<li data-clause="CF\.E3\.01">(.*?)</li>', page, re.S)
            assert said
            assert "saca del juego" in said.group(1)

    run(scene)


@pytest.mark.clause("CF.B.46")
def test_the_bank_lies_at_the_croupiers_left_and_the_garage_at_his_right(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        for page in (await public(house), await page_of(house, "crupier")):
            assert '<section class="purse-box garage" data-side="right" data-clause="CF.B.46">' in page
            assert '<section class="purse-box bank" data-side="left">' in page
        # From the players' side his right is on the left; his own console is turned round.
        page = await public(house)
        assert page.index("purse-box garage") < page.index("purse-box bank")
        assert "from-croupier" in await page_of(house, "crupier")

    run(scene)


@pytest.mark.clause("CF.B.09", "CF.D.02", "CF.C4.17", "CF.B.39")
def test_the_felt_shows_the_stop_card_the_places_and_the_paddle(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        page = await page_of(house, "jugador-2")
        assert re.search(r'class="stop-card" data-clause="CF\.B\.09"', page)
        assert page.count('<div class="own-area" data-clause="CF.D.02">') == 9
        assert re.search(r'<p class="note" data-clause="CF\.C4\.17">Cada jugador vigila', page)
        await house.act("bea-cf", c.CallBanco(), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        for hand in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO, Hand.BANCA):
            await house.act("ana-cf", c.DealCard(hand), "cf")
        page = await public(house)
        assert 'data-clause="CF.B.39"' in page
        assert '<p class="paddle-note">El crupier lleva las cartas al punto con la pala.</p>' in page

    run(scene)


def test_every_shown_clause_is_marked_on_a_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        assert {str(one) for one in PLACES.values()} <= marked(await page_of(house, "jugador-2"))
        assert {str(one) for one in PLACES.values()} <= marked(await public(house, "real"))

    run(scene)


# --- playing ------------------------------------------------------------------------------------------------------


def test_a_bank_is_taken_and_staked_against_with_forms(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle()
        ana = await house.enter("jugador-1", "cf")
        page = (await house.client.get(ana)).text
        assert "Se ofrece la banca a <b>ana</b>" in page
        form = re.search(r'<form[^>]*id="do-take-bank".*?</form>', page, re.S)
        assert form
        # A preset fills the field; one button acts, and says act and sum.
        assert re.search(r'<button type="button" data-fill="[\d.,]+" data-into="do-take-bank-amount"', form[0])
        assert re.findall(r'<button type="submit"[^>]*>', form[0]) == ['<button type="submit" class="main">'], form[0]
        assert 'data-sum-of="do-take-bank-amount"' in form[0]
        answer = await post(house, ana, hidden(page, "take-bank") | {"amount-euros": "200"})
        assert answer.status_code == 200, answer.text
        assert house.tables["cf"].view(None).bank.total == 20_000
        luz = await house.enter("crupier", "cf")
        assert (await post(house, luz, hidden((await house.client.get(luz)).text, "open-bets"))).status_code == 200
        bea = await house.enter("jugador-2", "cf")
        page = (await house.client.get(bea)).text
        assert "la mitad" in page
        answer = await post(house, bea, hidden(page, "stake") | {"amount-euros": "5"})
        assert answer.status_code == 409
        assert 'data-code="below-minimum"' in answer.text
        assert "CF.E2.10" in answer.text
        answer = await post(house, bea, hidden(page, "stake") | {"amount-euros": "120"})
        assert answer.status_code == 200, answer.text
        page = await public(house)
        assert "120" in page
        assert "Por cubrir" in page

    run(scene)


def test_one_whole_coup_with_the_offered_buttons(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        table = house.tables["cf"]
        links = {"ana": "jugador-1", "bea": "jugador-2", "luz": "crupier"}
        pages = {who: await house.enter(link, "cf") for who, link in links.items()}
        for _ in range(20):
            if table.view(None).coup.number == 1 and table.view(None).phase in ("between", "bank"):
                break
            for here in pages.values():
                page = (await house.client.get(here)).text
                big = re.search(r'<form class="do do-main".*?</form>', page, re.S)
                if big:
                    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', big.group()))
                    answer = await post(house, here, fields)
                    assert answer.status_code == 200, answer.text
                    break
        page = await public(house)
        past = re.search(r'<ol class="coups"><li class="(\w+)"><b>\w</b> <span class="score">\d–\d</span>', page)
        assert past, page[page.index("past-coups") :][:600]
        assert "banco</small>" in page

    run(scene)


def with_punto(state: Any, *faces: str) -> Any:
    """Return the same table with these two cards in the punto's hand."""
    left = iter(faces)
    layout = tuple(
        replace(card, face=Card(next(left))) if card.place == Hand.PUNTO else card for card in state.coup.cards.layout
    )
    return replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))


@pytest.mark.parametrize(
    ("faces", "lawful"),
    [("4h Kd", {"«Carta»"}), ("5h Kd", {"«Carta»", "«No»"}), ("6h Kd", {"«No»"}), ("9h Kd", {"Abatir"})],
)
def test_the_punto_has_the_big_words_that_his_total_allows(run: Any, faces: str, lawful: set[str]) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        table = house.tables["cf"]
        table.state = with_punto(table.state, *faces.split())
        await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
        page = (await house.client.get(await house.enter("jugador-2", "cf"))).text
        big = page[page.index('class="big-words"') :] if "big-words" in page else ""
        words = {word for word in ("«Carta»", "«No»", "Abatir") if word in big}
        assert words == lawful
        assert "Solo usted ve estas cartas" in page
        other = (await house.client.get(await house.enter("jugador-3", "cf"))).text
        assert "big-words" not in other

    run(scene)


def test_every_button_has_its_own_letter(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        for link in ("crupier", "inspector", "jugador-1", "jugador-2", "jugador-9"):
            keys = re.findall(r'data-key="([a-z])"', await page_of(house, link))
            assert len(keys) == len(set(keys)), (link, keys)

    run(scene)


# --- the inspector ------------------------------------------------------------------------------------------------


def test_a_report_shows_its_remedy_and_clauses_before_it_is_confirmed(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        table = house.tables["real"]
        here = await house.enter("inspector", "real")
        page = (await house.client.get(here)).text
        fields = hidden(page, "report", accident="basket")
        assert 'name="fault_of"' in page
        before = table.version
        shown = await post(house, here, fields | {"fault_of": "player", "position": "0"}, "examinar")
        assert shown.status_code == 200, shown.text
        assert "La mano del punto pierde la jugada" in shown.text
        assert "CF.C4.15" in shown.text
        assert "Confirmar" in shown.text
        assert table.version == before  # nothing was recorded by looking
        confirmed = await post(house, here, hidden(shown.text, "report"))
        assert confirmed.status_code == 200, confirmed.text
        page = (await house.client.get(here)).text
        assert "carta en la cesta" in page
        assert "La mano del punto pierde la jugada" in page
        done = await post(house, here, hidden(page, "give-ruling"))
        assert done.status_code == 200, done.text
        assert table.view(None).incidents == ()

    run(scene)


def test_other_effects_need_a_reason(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="other")
        assert (await report(house, here, fields | {"note": "discusión"})).status_code == 200
        page = (await house.client.get(here)).text
        ruling = hidden(page, "give-ruling") | {"effect.1": "void-coup"}
        assert (await post(house, here, ruling)).status_code == 409
        done = await post(house, here, ruling | {"reason": "no se puede reconstruir"})
        assert done.status_code == 200, done.text

    run(scene)


@pytest.mark.clause("CF.C4.11")
def test_an_alternative_is_ruled_by_its_own_button(run: Any) -> None:
    async def scene(house: Any) -> None:
        table = house.tables["real"]
        await house.betting("real")
        await house.act("bea-real", c.Stake(10_000), "real")
        await house.act("luz-real", c.CloseBets(), "real")
        for hand in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO, Hand.BANCA):
            await house.act("ana-real", c.DealCard(hand), "real")
        await house.act("luz-real", c.CarryCards(), "real")
        await house.act("luz-real", c.Lift(Hand.PUNTO, "bea-real"), "real")
        await house.act("bea-real", c.Say(Word.CARTA), "real")
        here = await house.enter("inspector", "real")
        fields = hidden((await house.client.get(here)).text, "report", accident="wrong-announcement") | {
            "fault_of": "player"
        }
        shown = await post(house, here, fields, "examinar")
        assert "O bien: Se vuelve a este paso: habla el punto." in shown.text
        assert (await post(house, here, hidden(shown.text, "report"))).status_code == 200
        page = (await house.client.get(here)).text
        form = re.search(r'<form[^>]*id="alternative-1-1".*?</form>', page, re.S)
        assert form
        given = {
            name: value.replace("&#34;", '"')
            for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form.group())
        }
        assert (await post(house, here, given)).status_code == 409  # a reason is asked for
        assert (await post(house, here, given | {"reason": "lo vio el crupier"})).status_code == 200
        assert table.view(None).incidents == ()
        assert "say" in {one.act for one in table.legal(PersonId("bea-real"))}

    run(scene)


def test_nobody_else_reports_or_looks_into_remedies(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        here = await house.enter("jugador-2", "real")
        page = (await house.client.get(here)).text
        assert "examinar" not in page
        fields = {"act": "report", "accident": "other", "at": str(house.tables["real"].step), "command": "x"}
        assert (await post(house, here, fields, "examinar")).status_code == 409
        assert (await post(house, here, fields)).status_code == 409

    run(scene)


def test_a_real_card_is_keyed_as_people_say_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        await house.act("luz-real", c.Lift(Hand.PUNTO, "bea-real"), "real")
        await house.act("luz-real", c.LayDown(Hand.PUNTO), "real")
        here = await house.enter("crupier", "real")
        for face, number in (("9s", 1), ("10♥", 3)):
            page = (await house.client.get(here)).text
            assert f"<b>n.º {number}" in page
            assert 'class="key-card"' in page
            answer = await post(house, here, hidden(page, "card-out") | {"face": face})
            assert answer.status_code == 200, answer.text
        assert house.tables["real"].view(None).coup.totals["punto"] == 9
        assert "9 de picas" in await public(house, "real")

    run(scene)


def test_each_stake_says_by_which_call_it_lies_there(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        await house.act("bea-cf", c.CallConLaMesa(), "cf")
        await house.act("carla-cf", c.StakeOnLine(6_000), "cf")
        await house.act("dani-cf", c.CallUltimoCompleto(), "cf")
        before = await public(house, "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        after = await public(house, "cf")
        for page, amounts in ((before, ("100", "60", "100")), (after, ("100", "30", "70"))):
            areas = re.findall(r'<div class="own-area"[^>]*>(.*?)</div>', page)[1:4]
            for area, amount, call in zip(areas, amounts, ("con la mesa", "raya", "último completo"), strict=True):
                assert f">{amount}\N{NO-BREAK SPACE}€<" in area
                assert call in area
        assert "raya: la mitad" in after

    run(scene)


@pytest.mark.clause("CF.C4.19")
def test_covered_counts_what_would_play(run: Any) -> None:
    """Half of a stake on the line, and no promise to complete a «con la mesa» that nobody has called."""

    async def scene(house: Any) -> None:
        await house.betting()
        await house.act("bea-cf", c.Stake(5_000), "cf")
        await house.act("carla-cf", c.StakeOnLine(4_000), "cf")
        await house.act("dani-cf", c.CallUltimoCompleto(), "cf")
        table = house.tables["cf"]
        assert table.view(None).coup.covered_amount == 7_000
        told = re.findall(r"<i>(?:Cubierto|Por cubrir)</i> <b>(\d+)", await public(house))
        assert told == ["70", "130"]
        await house.act("carla-cf", c.CallConLaMesa(), "cf")
        assert table.view(None).coup.covered_amount == 20_000
        await house.act("luz-cf", c.CloseBets(), "cf")
        assert table.view(None).coup.covered_amount == 20_000

    run(scene)


def test_ultimo_completo_is_offered_once_somebody_calls_con_la_mesa(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        table = house.tables["cf"]
        assert "call-ultimo-completo" not in {one.act for one in table.legal(PersonId("bea-cf"))}
        await house.act("carla-cf", c.CallConLaMesa(), "cf")
        assert "call-ultimo-completo" in {one.act for one in table.legal(PersonId("bea-cf"))}

    run(scene)


@pytest.mark.parametrize("winner", ["punto", "banca", "empate"])
def test_between_coups_the_panel_says_what_the_bank_stands_at(
    run: Any, monkeypatch: pytest.MonkeyPatch, winner: str
) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        assert "La banca queda en" not in await public(house, "cf")
        await house.act("bea-cf", c.Stake(5_000), "cf")
        await house.act("luz-cf", c.CloseBets(), "cf")
        table = house.tables["cf"]
        kinds = {str(one.__struct_config__.tag): one for one in members(CHEMIN_DE_FER.act_types)}
        done: list[Any] = []
        while table.view(None).phase not in ("between", "bank"):
            who, offer = next(
                (who, one)
                for who in ("luz-cf", "ana-cf", "bea-cf", "carla-cf", "dani-cf")
                for one in table.legal(PersonId(who))
                if one.main and (who, one.act, one.fields) not in done[4:]  # four cards are dealt one by one
            )
            done.append((who, offer.act, offer.fields))
            await house.act(who, convert(plain(offer.fields), kinds[offer.act]), "cf")
        page, bank = await public(house, "cf"), table.view(None).bank
        assert (bank is None) is (winner == "punto")
        if bank is None:  # lost: it goes round
            assert "Se ofrece la banca" in page
        else:
            assert f"La banca queda en</i> <b>{money(bank.total, 'es')}<" in page
        assert "en juego" not in page
        assert "Por cubrir" not in page

    every_coup_is(winner, monkeypatch)
    run(scene)


@pytest.mark.clause("CF.E2.03")
def test_the_authorised_minimum_stands_beside_the_tables(run: Any) -> None:
    async def scene(house: Any) -> None:
        staff = {Role.CROUPIER: PersonId("luz-permiso"), Role.INSPECTOR: PersonId("fermin-permiso")}
        what = c.OpenTable("permiso", "asturias-2011", 2_000, authorised_minimum=500, staff=staff)
        await house.hall.open_table("chemin-de-fer", what)
        page = (await public(house, "permiso")).replace("\N{NO-BREAK SPACE}", " ")
        limits = page[page.index('data-clause="CF.E2.03"') : page.index("</header>")]
        assert re.search("Mínimo de la mesa</dt><dd>20 €.*Mínimo autorizado</dt><dd>5 €", limits, re.S)
        assert "Mínimo de la mesa: 20 €. Mínimo autorizado: 5 €." in page

    run(scene)
