"""A rule is asked for at any moment, by its number or by a topic's name in any language."""

import re
from typing import Any

from markupsafe import escape

FORM = {"origin": "http://testserver.local", "hx-request": "true"}


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


def test_a_question_that_nobody_understands_is_told_so(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("cf")
        here = await house.enter("jugador-2", "cf")

        async def asked(about: str) -> str:
            return str((await house.client.get(f"{here}/regla", params={"about": about})).text)

        assert "No hay regla ni tema que se llame «xyz»" in await asked("xyz")
        for about in ("", "garaje", "Garage", "cf.e1.21"):
            assert "No hay regla" not in await asked(about)
        assert "CF.E3.04" in await asked("garaje")

    run(scene)
