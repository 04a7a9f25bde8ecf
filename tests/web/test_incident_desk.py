"""An official's desk at a real table: each sees what he may do, is asked what can be told, and reads words."""

import re
from typing import Any

import pytest

from tapete.catalogue import recorded_engines
from tapete.chance import CardOut
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.acts import TakeBank
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import Act, PersonId, Ruled
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.web.staff_access import StaffAccess
from tapete.words import LANGS

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
KEY = "una clave del personal"


async def betting(house: Any) -> None:
    """Luz keeps the real table: Ana holds the bank, Bea has staked."""
    await house.circle("real")
    for what in (TakeBank(20_000), c.OpenBets(), c.NoteAct(PersonId("bea-real"), c.Stake(10_000))):
        await house.act("luz-real", what, "real")


async def ruled(house: Any, what: Any) -> None:
    """Do what opens an incident."""
    table = house.tables["real"]
    answer = await table.act(Act(PersonId("luz-real"), what, table.step))
    assert isinstance(answer.outcome, Ruled), answer.outcome


async def desks(house: Any, lang: str = "es") -> tuple[str, str]:
    """Return the pages of the croupier and of the inspector."""
    pages = []
    for link in ("crupier", "inspector"):
        here = await house.enter(link, "real")
        pages.append((await house.client.get(f"{here}?lang={lang}")).text)
    return pages[0], pages[1]


def test_each_official_has_the_buttons_of_his_post(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await ruled(house, c.Report(Accident.EARLY_DRAW, Party.BANKER, count=1))
        croupier, inspector = await desks(house)
        assert 'class="remedy-other"' in croupier  # he reads what the inspector may do instead
        for page, alone in ((croupier, False), (inspector, True)):
            assert 'id="pronounce-1"' in page
            assert ('id="alternative-1-1"' in page) is alone
            assert ('id="drawer-ruling"' in page) is alone
            assert "Hay una incidencia: la mesa espera a que se resuelva." in page
            assert "Nada que hacer por ahora" not in page

    run(scene)


def test_what_the_text_leaves_open_is_the_inspectors_alone(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await ruled(house, c.Report(Accident.OTHER, note="algo raro"))
        croupier, inspector = await desks(house)
        assert 'id="drawer-ruling"' in inspector
        assert 'id="drawer-ruling"' not in croupier
        assert "Hay una incidencia: la mesa espera a que se resuelva." in croupier

    run(scene)


def test_a_ruling_that_has_to_wait_says_why(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await house.act("luz-real", c.CloseBets(), "real")
        await house.act("luz-real", c.DealCard(Hand.PUNTO), "real")
        await ruled(house, c.Report(Accident.FLOOR, position=0))
        croupier, _ = await desks(house)
        assert 'id="pronounce-1"' not in croupier
        assert "sigue en el suelo" in croupier

    run(scene)


def test_a_misdeal_is_said_in_words(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await house.act("luz-real", c.CloseBets(), "real")
        await ruled(house, c.DealCard(Hand.BANCA))
        await ruled(house, c.DealCard(Hand.BANCA))
        await ruled(house, c.DealCard(Hand.BANCA))
        for lang in LANGS:
            page, _ = await desks(house, lang)
            incident = page.partition('class="incident"')[2].partition("</article>")[0]
            told = re.findall(r"<li>(.*?)</li>", incident.partition('class="remedy"')[0])
            assert len(told) >= 2
            assert not [one for one in told if re.fullmatch(r"[a-z]+(-[a-z]+)+", one)], told

    run(scene)


def test_nobody_is_asked_what_can_be_one_thing_only(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await house.act("luz-real", c.CloseBets(), "real")
        await house.act("luz-real", c.DealCard(Hand.PUNTO), "real")
        _, page = await desks(house)
        form = page.partition('id="do-report-misplaced"')[2].partition("</form>")[0]
        assert '<input type="hidden" name="fault_of" value="croupier">' in form
        assert "<select" not in form
        shoe = page.partition('id="do-report-exposed-in-shoe"')[2].partition("</form>")[0]
        assert "la siguiente del sabot" in shoe
        for accident, asked in (("exposed-in-shoe", False), ("stuck", False), ("floor", False), ("basket", True)):
            form = page.partition(f'id="do-report-{accident}"')[2].partition("</form>")[0]
            assert ('name="fault_of"' in form) is asked, accident

    run(scene)


def test_the_next_card_of_the_deal_is_the_large_button(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        await house.act("luz-real", c.CloseBets(), "real")
        for due in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO):
            offers = house.tables["real"].legal(PersonId("luz-real"))
            large = {one.fixed_value("hand"): one.main for one in offers if one.act == "deal-card"}
            assert large == {str(hand): hand is due for hand in Hand}
            await house.act("luz-real", c.DealCard(due), "real")

    run(scene)


def test_who_is_noted_is_chosen_and_told(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        here = await house.enter("crupier", "real")
        page = (await house.client.get(here)).text
        form = page.partition('id="do-note-act"')[2].partition("</form>")[0]
        person = form.partition('id="note-person"')[2].partition("</select>")[0]
        assert re.findall(r'<option value="([^"]*)"', person)[0] == ""
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        what = {"person": "carla-real", "noted": "stake", "amount-euros": "20"}
        answer = await house.client.post(f"{here}/hacer", data=fields | what, headers=FORM)
        assert "carla · Apostar contra la banca · 20" in answer.text
        nobody = await house.client.post(f"{here}/hacer", data=fields | what | {"person": ""}, headers=FORM)
        assert nobody.status_code >= 400

    run(scene)


def test_the_cut_of_real_cards_needs_no_number(run: Any) -> None:
    async def scene(house: Any) -> None:
        for seat, who in enumerate(("ana", "bea", "carla", "dani"), start=1):
            await house.act("luz-real", c.NoteAct(PersonId(f"{who}-real"), c.Sit(seat)), "real")
        for what in (c.ShufflePack(), c.OfferCards(), c.ShufflePack()):
            await house.act("luz-real", what, "real")
        here = await house.enter("crupier", "real")
        page = (await house.client.get(here)).text
        form = page.partition('id="do-cut-pack"')[2].partition("</form>")[0]
        assert "required" not in form
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        answer = await house.client.post(f"{here}/hacer", data=fields | {"depth": ""}, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert "Se cortan las cartas" in (await house.client.get(here)).text

    run(scene)


def test_a_noted_players_link_opens_his_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await betting(house)
        post = {"person": "luz-real", "key": KEY}
        entered = await house.client.post("/mesa/real/crupier", data=post, headers=FORM, follow_redirects=False)
        here = entered.headers["location"]
        told = await house.client.post(f"{here}/enlace", data={"player": "bea-real"}, headers=FORM)
        link = re.search(r'value="([^"]*/volver/[^"]*)"', told.text)
        assert link, told.text
        page = await house.client.post(link[1], headers={"origin": FORM["origin"]}, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/mesa/real/como/bea-real")
        for wrong in ("nadie", "luz-real", ""):
            refused = await house.client.post(f"{here}/enlace", data={"player": wrong}, headers=FORM)
            assert refused.status_code == 409
        bea = await house.client.post(
            "/mesa/real/como/bea-real/enlace", data={"player": "carla-real"}, headers=FORM
        )  # a player hands out nobody's link
        assert bea.status_code == 403

    run(scene, staff_access=StaffAccess(key=KEY))


def test_at_a_strict_table_nobody_hands_out_a_players_link(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        post = {"person": "luz-cf", "key": KEY}
        entered = await house.client.post("/mesa/cf/crupier", data=post, headers=FORM, follow_redirects=False)
        here = entered.headers["location"]
        assert 'id="player-link"' not in (await house.client.get(here)).text
        refused = await house.client.post(f"{here}/enlace", data={"player": "bea-cf"}, headers=FORM)
        assert refused.status_code == 403

    run(scene, staff_access=StaffAccess(key=KEY))


async def dealt(house: Any, cards: int) -> None:
    """Deal that many cards of the coup."""
    await betting(house)
    await house.act("luz-real", c.CloseBets(), "real")
    for number in range(cards):
        await house.act("luz-real", c.DealCard((Hand.PUNTO, Hand.BANCA)[number % 2]), "real")


def test_two_clauses_that_come_to_the_same_are_no_conflict(run: Any) -> None:
    async def scene(house: Any) -> None:
        await dealt(house, 1)
        await ruled(house, c.Report(Accident.EXPOSED, Party.CROUPIER, position=0))
        await house.act("luz-real", CardOut(0, "7s"), "real")
        await ruled(house, c.Report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.BANCA))
        croupier, _ = await desks(house)
        assert "piden cosas distintas" not in croupier
        assert "Dos cláusulas llevan a lo mismo" in croupier
        assert 'id="pronounce-1"' in croupier, "there is nothing to judge: the croupier pronounces it"

    run(scene)


def test_the_croupier_notes_that_a_player_picked_the_card_up(run: Any) -> None:
    async def scene(house: Any) -> None:
        await dealt(house, 1)
        await ruled(house, c.Report(Accident.FLOOR, None, position=0))
        croupier, inspector = await desks(house)
        form = re.search(r'<form[^>]*id="do-pick-up-0-by".*?</form>', croupier, re.S)
        assert form is not None
        assert "La recogió un jugador" in form.group(0)
        assert '<option value="">—</option>' in form.group(0)
        assert "do-pick-up-0-by" not in inspector
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.group(0)))
        here = "/mesa/real/como/luz-real/hacer"
        answer = await house.client.post(here, data=fields | {"person": "bea-real"}, headers=FORM)
        assert answer.status_code == 200, answer.text
        (open_one,) = house.tables["real"].view(PersonId("luz-real")).incidents
        assert [one.code for one in open_one.faults] == ["floor", "floor-card-for-staff"]
        assert open_one.open_to_judgement
        page = (await house.client.get("/mesa/real/como/luz-real")).text
        assert "La carta caída (número 1) la recogió bea." in page

    run(scene)


NAMED = {
    "es": "La carta caída (número 1) la recogió bea.",
    "en": "The fallen card (number 1) was picked up by bea.",
    "fr": "La carte tombée (numéro 1) a été ramassée par bea.",
}


def test_who_picked_a_card_up_is_named_in_the_record_on_the_pages_and_by_the_clause(run: Any) -> None:
    async def scene(house: Any) -> None:
        await dealt(house, 1)
        await ruled(house, c.Report(Accident.FLOOR, None, position=0))
        await ruled(house, c.PickUp(0, PersonId("bea-real")))
        table = house.tables["real"]
        (entry,) = await table.entries(table.version - 1)
        told = [fault for event in entry.events for fault in event.get("incident", {}).get("faults", ())]
        assert told[-1]["code"] == "floor-card-for-staff"
        assert told[-1]["facts"] == {"position": 0, "person": "bea-real"}
        assert told[-1]["clauses"] == ["CF.C1.09"]
        assert "CF.C1.09" in entry.rests_on
        for lang, sentence in NAMED.items():
            for page in await desks(house, lang):
                assert sentence in page, (lang, page[page.find("incident") :][:2000])
                assert "CF.C1.09" in page
        (shown,) = table.view(PersonId("luz-real")).incidents
        assert shown.faults[-1].facts["person"] == "bea-real"
        await table.act(Act(PersonId(table.state.staff["inspector"]), GiveRuling(1, None, "lo devolvió"), table.step))
        assert not table.state.docket.open
        kept = [fault for ruling in table.state.coup.rulings for fault in ruling.faults]
        assert kept[-1].facts["person"] == "bea-real"
        assert audit(StoreSource(house.hall._store), recorded_engines()).problems == ()

    run(scene)


def test_a_report_names_nobody_and_no_card_beforehand(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        page = (await house.client.get(await house.enter("inspector", "cf"))).text
        selects = [
            one.partition("</select>")[0] for one in page.partition('id="drawer-report"')[2].split("<select ")[1:]
        ]
        told = [one for one in selects if one.startswith(('name="fault_of"', 'name="position"', 'name="hand"'))]
        assert told
        assert all('><option value="">—</option>' in one for one in told)
        assert any(" required>" in one for one in told)

    run(scene)


def test_an_inspector_chooses_among_the_names_of_the_felt(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        page = str((await house.client.get(await house.enter("inspector", "real"))).text)
        chosen = re.findall(r'<option value="(\w+-real)">([^<]*)</option>', page)
        assert chosen
        assert all(name == who.removesuffix("-real") for who, name in chosen)

    run(scene)


ADVICE = {
    ("es", "carla-cf"): (
        "carla aconsejó a bea (punto), y no debía.",
        "carla aconsejó a quien jugaba (punto) y no debía.",
    ),
    ("en", "carla-cf"): (
        "carla advised bea (Player), and should not have.",
        "carla advised whoever played (Player) and should not have.",
    ),
    ("fr", "carla-cf"): (
        "carla a conseillé bea (ponte), ce qui n'est pas permis.",
        "carla a conseillé celui qui jouait (ponte) sans en avoir le droit.",
    ),
    ("es", None): ("Alguien que no debía aconsejó a bea (punto).", "consejo de quien no debe"),
}
"""By language and adviser: what the official's desk says, and what the log says."""


@pytest.mark.parametrize(("lang", "adviser"), ADVICE)
def test_advice_says_who_advised_whom(run: Any, lang: str, adviser: str | None) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
        here = await house.enter("crupier", "cf")
        person = None if adviser is None else PersonId(adviser)
        report = c.Report(Accident.ADVICE, Party.PLAYER, hand=Hand.PUNTO, person=person)
        fields = {"act": "report", "accident": "advice", "fault_of": "player", "hand": "punto", "command": "c"}
        fields |= {"at": str(house.tables["cf"].step)} | ({} if adviser is None else {"person": adviser})
        shown = await house.client.post(f"{here}/examinar?lang={lang}", data=fields, headers=FORM)
        answer = await house.tables["cf"].act(Act(PersonId("luz-cf"), report, house.tables["cf"].step))
        assert answer.refusal is None
        page = (await house.client.get(f"{here}?lang={lang}")).text
        desk, logged = ADVICE[lang, adviser]
        for told in (shown.text, page.partition('class="log"')[0], page):
            assert desk in told.replace("&#39;", "'")
        assert logged in page.partition('class="log"')[2].replace("&#39;", "'")

    run(scene)


@pytest.mark.parametrize(("hand", "person"), [("punto", "bea-cf"), ("banca", "ana-cf")])
def test_nobody_is_offered_to_report_that_somebody_advised_himself(run: Any, hand: str, person: str) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
        view, here = house.tables["cf"].view(None), await house.enter("crupier", "cf")
        assert {"punto": view.coup.holder, "banca": view.bank.banker}[hand] == person
        fields = {"act": "report", "accident": "advice", "fault_of": "player", "hand": hand, "command": "c"}
        fields |= {"at": str(view.step), "person": person}
        own = await house.client.post(f"{here}/examinar?lang=es", data=fields, headers=FORM)
        assert "nadie se aconseja a sí mismo" in own.text
        assert "<form" not in own.text, "what is not offered cannot be confirmed"
        other = await house.client.post(f"{here}/examinar?lang=es", data=fields | {"person": "carla-cf"}, headers=FORM)
        assert "<form" in other.text

    run(scene)
