"""What people ask the house for: a rule, a post given back to its machine, another edition of the rulebook."""

import re
from typing import Any

from markupsafe import escape

from tapete.games.punto_banco import acts as p
from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.rulebooks import house_library, make
from tapete.table.staff import Role

FORM = {"origin": "http://testserver.local", "hx-request": "true"}


def form(page: str, number: str) -> dict[str, str]:
    """Return the fields of a form as they stand."""
    found = re.search(rf'<form[^>]*id="{number}".*?</form>', page, re.S)
    assert found is not None, number
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0]))


def test_a_participant_asks_for_a_rule_at_any_moment(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        here, before = await house.enter("jugador-3", "cf"), house.tables["cf"].version
        assert 'id="ask-rule"' in (await house.client.get(here)).text
        one = (await house.client.get(f"{here}/regla", params={"about": "CF.A.13"})).text
        assert re.findall(r"<summary>(.*?)</summary>", one) == ["CF.A.13"]
        about = (await house.client.get(f"{here}/regla", params={"about": "garage"})).text
        assert len(re.findall("<summary>CF", about)) > 1
        assert "<summary>CF" in (await house.client.get(f"{here}/regla", params={"about": "?"})).text
        assert house.tables["cf"].version == before
        mesa = await house.enter("jugador-3")
        assert "<summary>PB.B.17" in (await house.client.get(f"{mesa}/regla", params={"about": "PB.B.17"})).text
        house.client.cookies.clear()
        assert (await house.client.get(f"{here}/regla")).status_code == 401

    run(scene)


def test_a_post_goes_back_to_the_machine_that_held_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        staff = {Role.CROUPIER: PersonId("bot-croupier-tres"), Role.TABLE_CHIEF: PersonId("julia")}
        table = await house.hall.open_table(
            "punto-y-banca", p.OpenTable("tres", "asturias-2011", 500, 50_000, staff=staff)
        )
        house.tables["tres"] = table
        chief = (await house.client.get(await house.enter("jefe", "tres"))).text
        assert 'action="/mesa/tres/como/julia/devolver"' not in chief
        entered = await house.client.post("/mesa/tres/crupier", headers=FORM)
        here = str(entered.headers["location"])
        assert table.view(None).staff["croupier"] == "tres-crupier"
        page = (await house.client.get(here)).text
        fields = form(page, "hand-back-croupier")
        answer = await house.client.post(f"{here}/devolver", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert table.view(None).staff["croupier"] == "bot-croupier-tres"
        again = await house.client.post(f"{here}/devolver", data=fields, headers=FORM)
        assert again.status_code == 409

    run(scene)


def test_the_director_adopts_another_edition_between_shoes(run: Any) -> None:
    async def scene(house: Any) -> None:
        library = house_library()
        old = library.named("punto-y-banca", "asturias-2011")
        new = make({**old.content, "id": "otra-2026", "title": "Otra edición"})
        house.table.game.library = library.with_books(new)
        await put_on_duty(house.table, Role.DIRECTOR, PersonId("sara"))
        here = await house.enter("director")
        page = (await house.client.get(here)).text
        assert f'<option value="{new.sha256}">Otra edición</option>' in page
        assert old.sha256 not in page
        fields = form(page, "do-adopt-rulebook") | {"sha256": new.sha256}
        answer = await house.client.post(f"{here}/hacer", data=fields, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert house.table.view(None).rulebook == "otra-2026"
        chief = (await house.client.get(await house.enter("jefe"))).text
        assert "adopt-rulebook" not in chief

    run(scene)


def test_a_topic_is_asked_for_by_its_name_in_any_language(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt()
        here = await house.enter("jugador-3", "cf")
        answers = {}
        for lang, name in (("es", "cuadro de la banca"), ("en", "banker's table"), ("fr", "tableau de la banque")):
            page = (await house.client.get(here, params={"lang": lang})).text
            assert f'<option value="{escape(name)}">' in page
            assert '<option value="bank-table">' not in page
            found = (await house.client.get(f"{here}/regla", params={"about": name})).text
            answers[lang] = re.findall("<summary>(.*?)</summary>", found)
        assert answers["es"] == answers["en"] == answers["fr"]
        assert {"CF.A.24", "CF.A.35"} <= set(answers["es"])
        for written in ("  Cuadro de la Banca ", "bank-table"):
            found = (await house.client.get(f"{here}/regla", params={"about": written})).text
            assert re.findall("<summary>(.*?)</summary>", found) == answers["es"]
        typed = (await house.client.get(f"{here}/regla", params={"about": "cf.a.13"})).text
        assert re.findall("<summary>(.*?)</summary>", typed) == ["CF.A.13"]

    run(scene)
