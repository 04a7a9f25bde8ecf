"""The director's page: he invites, suspends, resets, and sees who is where; nobody else does."""

from __future__ import annotations

import re
from typing import Any

import pyotp
import pytest

from tapete.people.accounts import AccountState, Grant
from tapete.table.staff import Role
from tests.support.web.accounts import PASSWORD, People, browser
from tests.support.web.following import following

CROUPIER = Grant(Role.CROUPIER, "mesa")


async def do(client: Any, what: str, name: str, **fields: str) -> Any:
    return await client.post(f"/personal/cuentas/{what}", data={"name": name} | fields)


async def test_director_invites_and_the_invited_enrols_before_he_logs_in(house: Any, people: People, /) -> None:
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


@pytest.mark.parametrize("what", ["suspender", "reiniciar", "quitar"])
async def test_what_a_director_takes_away_ends_pages_streams_and_api_at_once(
    house: Any, people: People, /, what: str
) -> None:
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


async def test_last_director_and_ones_own_account_stay(house: Any, people: People, /) -> None:
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


async def test_suspended_account_comes_back(house: Any, people: People, /) -> None:
    people.join("cruz", CROUPIER)
    async with browser(house, people.login("dora")) as director:
        await do(director, "suspender", "cruz")
        assert people.account("cruz").state is AccountState.SUSPENDED
        assert (await do(director, "readmitir", "cruz")).status_code == 303
        assert people.token("cruz")
