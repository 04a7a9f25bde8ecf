"""The director's page: he invites, suspends, resets, and sees who is where; nobody else does."""

from __future__ import annotations

import re
from typing import Any

import pyotp
import pytest

from tapete.people.accounts import AccountState, Grant
from tapete.table.staff import Role
from tapete.web.people.accounts_pages import SHOWN_NOTICES
from tapete.words import label
from tests.support.web.accounts import PASSWORD, People, browser
from tests.support.web.following import following

CROUPIER = Grant(Role.CROUPIER, "mesa")


async def do(client: Any, what: str, name: str, **fields: str) -> Any:
    return await client.post(f"/personal/cuentas/{what}", data={"name": name} | fields)


def test_director_invites_and_the_invited_enrols_before_he_logs_in(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, people.login("dora")) as director:
            shown = await do(director, "invitar", "cruz", role="croupier", table="mesa")
            assert shown.status_code == 200
            found = re.search(r"/personal/alta#([a-z0-9-]{23})", shown.text)
            assert found is not None
            word = found[1]
            assert "<svg" in shown.text
            assert word not in (await director.get("/personal/cuentas")).text
        assert people.account("cruz").grants == {CROUPIER}
        async with browser(house) as client:
            before = await client.post("/personal/entrar", data={"name": "cruz", "password": "", "second": ""})
            assert before.status_code == 403
            assert (await client.get("/personal/alta")).status_code == 200
            assert (await client.post("/personal/alta", data={"word": "abcde-fghjk-mnpqr-stuvw"})).status_code == 403
            seen = await client.post("/personal/alta", data={"word": word})
            asked = await client.post("/personal/alta", data={"word": word})
            assert (seen.status_code, asked.status_code) == (200, 200)
            secret = people.account("cruz").secret
            assert "<svg" in asked.text
            assert secret in asked.text.replace(" ", "")
            assert secret not in seen.text.replace(" ", ""), "what somebody else was shown before is no factor"
            fields = {"word": word, "password": PASSWORD, "again": PASSWORD}
            code = pyotp.TOTP(secret).at(int(people.now))
            for changes in ({"again": "otra"}, {"password": "corta", "again": "corta"}, {"code": "000000"}):
                told = await client.post("/personal/alta", data=fields | {"code": code} | changes)
                assert (told.status_code, secret in told.text.replace(" ", "")) == (409, False), "it is shown once"
            done = await client.post("/personal/alta", data=fields | {"code": code})
            assert done.status_code == 200
            assert len(re.findall(r"<li><code>[a-z0-9]{5}-[a-z0-9]{5}</code>", done.text)) == 8
            assert (await client.post("/personal/alta", data={"word": word})).status_code == 403
            people.now += 30
            login = {"name": "CRUZ", "password": PASSWORD, "second": people.code("cruz")}
            assert (await client.post("/personal/entrar", data=login)).status_code == 303

    run(scene)


def test_of_whoever_has_not_logged_in_yet_the_page_says_so(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, people.login("dora")) as director:
            await do(director, "invitar", "cruz", role="croupier", table="mesa")
            page = (await director.get("/personal/cuentas")).text
            row = page[page.index("<h2>cruz") : page.index("<h2>dora")]
            assert label("ui", "never-logged-in", "es") in row
            assert label("ui", "last-login", "es") not in row

    run(scene)


def test_director_sees_who_is_in_and_at_which_post(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("cruz")) as croupier, browser(house, people.login("dora")) as director:
            await croupier.post("/mesa/mesa/crupier")
            people.now += 120
            page = (await director.get("/personal/cuentas")).text
            row = page[page.index("<h2>cruz") : page.index("<h2>dora")]
            assert "crupier · mesa" in row
            assert "activa" in row
            assert "dentro, quieto desde hace 2 min" in row
            failed = {"name": "cruz", "password": "mal", "second": "000000"}
            await croupier.post("/personal/entrar", data=failed)
            page = (await director.get("/personal/cuentas")).text
            assert "Intento fallido" in page
            assert "mal" not in page.partition("Avisos de seguridad")[2].split()

    run(scene)


def test_director_reads_older_notices_page_by_page(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        for number in range(2 * SHOWN_NOTICES):
            people.people.staff.invite(f"cuenta {number}", frozenset(), by="dora")
            people.now += 60
        async with browser(house, people.login("dora")) as director:
            assert (await do(director, "reiniciar", "cuenta 0")).status_code == 200
            assert (await do(director, "reiniciar", "cuenta 0")).status_code == 200

            async def said(asked: str) -> str:
                page: str = (await director.get(f"/personal/cuentas{asked}")).text
                return page.partition("Avisos de seguridad")[2]

            first = await said("")
            assert ("2 veces desde" in first, "(por dora)" in first, "Más recientes" in first) == (True, True, False)
            assert ("avisos=1#avisos" in first, first.count("<li>")) == (True, SHOWN_NOTICES)
            second, last = await said("?avisos=1"), await said("?avisos=2")
            assert ("avisos=0#avisos" in second, "avisos=2#avisos" in second) == (True, True)
            assert ("Anteriores" in last, "cuenta 1<" in last) == (False, True)
            assert await said("?avisos=999") == last
            for asked in ("?avisos=-1", "?avisos=²", "?avisos=uno", "?avisos=99999999999999999999"):
                assert await said(asked) == first

    run(scene)


@pytest.mark.parametrize(
    ("what", "name", "is_oneself"),
    [("reiniciar", "dora", True), ("invitar", "dora", False), ("reiniciar", "cruz", False)],
)
def test_a_director_is_told_not_to_reset_himself_and_nothing_of_the_kind_otherwise(
    run: Any, what: str, name: str, is_oneself: bool
) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("dora")) as director:
            page = (await do(director, what, name)).text
            assert (label("ui", "not-yourself", "es") in page) is is_oneself

    run(scene)


@pytest.mark.parametrize("what", ["suspender", "reiniciar", "quitar"])
def test_what_a_director_takes_away_ends_pages_streams_and_api_at_once(run: Any, what: str) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("cruz")) as croupier, browser(house, people.login("dora")) as director:
            here = (await croupier.post("/mesa/mesa/crupier")).headers["location"]
            token = next(one.value for one in croupier.cookies.jar if one.name == "tapete-place")
            bearer = {"authorization": f"Bearer {token}"}
            entries = "/api/v1/tables/mesa/entries"
            assert (await croupier.get(entries, headers=bearer)).status_code == 200
            async with following(house.app, f"{here}/flujo", cookie=f"tapete-place={token}") as stream:
                while not stream.messages:
                    await stream.more()
                assert (await do(director, what, "cruz")).status_code in (200, 303)
                assert (await croupier.get(entries, headers=bearer)).status_code == 401
                assert (await croupier.get(here)).status_code in (303, 401)
                before = house.table.version
                assert (await croupier.post(f"{here}/hacer", data={"act": "count-pack"})).status_code == 401
                assert house.table.version == before
                while not stream.ended:
                    await stream.more()

    run(scene)


def test_post_that_is_taken_away_is_no_longer_his_though_he_stays_logged_in(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("cruz")) as croupier, browser(house, people.login("dora")) as director:
            here = (await croupier.post("/mesa/mesa/crupier")).headers["location"]
            assert (await do(director, "quitar-puesto", "cruz", role="croupier", table="mesa")).status_code == 303
            assert (await croupier.post(f"{here}/hacer", data={"act": "count-pack"})).status_code == 401
            assert (await croupier.get("/personal")).status_code == 200
            assert (await do(director, "dar-puesto", "cruz", role="croupier")).status_code == 303
            assert people.account("cruz").grants == {Grant(Role.CROUPIER)}
            assert (await croupier.get(here)).status_code == 200

    run(scene)


def test_last_director_and_ones_own_account_stay(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, people.login("dora")) as director:
            for what, fields in (
                ("suspender", {}),
                ("reiniciar", {}),
                ("quitar", {}),
                ("quitar-puesto", {"role": "director", "table": ""}),
            ):
                assert (await do(director, what, "dora", **fields)).status_code == 409, what
            assert people.account("dora").state is AccountState.ACTIVE
            assert (await do(director, "invitar", "Dóra", role="croupier")).status_code == 409  # the name is taken
            assert (await do(director, "invitar", "x", role="croupier")).status_code == 409
            assert (await do(director, "invitar", "cruz", role="rey")).status_code == 400
            assert (await do(director, "suspender", "nadie")).status_code == 409
            assert (await do(director, "ascender", "dora")).status_code == 404
            assert (await director.get("/personal/cuentas")).status_code == 200

    run(scene)


def test_suspended_account_comes_back(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("dora")) as director:
            await do(director, "suspender", "cruz")
            assert people.account("cruz").state is AccountState.SUSPENDED
            assert (await do(director, "readmitir", "cruz")).status_code == 303
            assert people.token("cruz")

    run(scene)
