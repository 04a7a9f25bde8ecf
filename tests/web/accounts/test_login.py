"""The staff's entrance and the director's page: two factors, one session, invitations, and an end at once."""

import re
from typing import Any

import pyotp
import pytest

from tapete.people.accounts import IDLE_S, AccountState, Grant
from tapete.table.staff import Role
from tapete.web.people.identity import DEVICE_COOKIE, STAFF_COOKIE
from tests.support.web.accounts import PASSWORD, People, browser
from tests.support.web.following import following
from tests.support.web.tried import braked_ways

OPENED_BY = "with_people"


async def enter(client: Any, people: People, name: str = "dora", **changes: str) -> Any:
    fields = {"name": name, "password": PASSWORD, "second": people.code(name) if name == "dora" else "000000"}
    return await client.post("/personal/entrar", data=fields | changes)


async def test_both_factors_open_the_staffs_own_page(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        assert (await client.get("/personal")).headers["location"] == "/personal/entrar"
        assert 'name="second"' in (await client.get("/personal/entrar")).text
        done = await enter(client, people)
        assert (done.status_code, done.headers["location"]) == (303, "/personal")
        kept = {one.name: one for one in client.cookies.jar}
        assert (kept[STAFF_COOKIE].path, kept[DEVICE_COOKIE].path) == ("/", "/personal/entrar")
        flags = [one.lower() for one in done.headers.get_list("set-cookie")]
        assert all("httponly" in one and "samesite=strict" in one for one in flags)
        page = await client.get("/personal")
        assert page.status_code == 200
        assert "/personal/cuentas" in page.text
        out = await client.post("/personal/salir")
        assert out.headers["location"] == "/personal/entrar"
        assert (await client.get("/personal")).status_code == 303
    assert people.people.staff.sessions.open_sessions() == ()


async def test_whatever_is_wrong_is_told_alike(house: Any, people: People, /) -> None:
    wrong = ({"password": "otra"}, {"second": "000000"}, {"second": ""}, {"name": "nadie"}, {"name": ""})
    for changes in wrong:
        async with browser(house) as client:
            done = await enter(client, people, **changes)
        assert done.status_code == 403, changes
        assert "El nombre, la contraseña o el código no son correctos." in done.text
        assert STAFF_COOKIE not in done.headers.get("set-cookie", "")
        assert PASSWORD not in done.text
        people.now += 900
    async with browser(house) as client:
        await enter(client, people)
        first, last = [(await client.get(f"/personal/cuentas{page}")).text for page in ("", "?avisos=9")]
        assert first == last, "three notices are one page"


async def test_failures_make_wait(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        for _ in range(3):
            assert (await enter(client, people, password="mal")).status_code == 403
        done = await enter(client, people)
        assert (done.status_code, "3 segundos" in done.text) == (429, True), "how long: tests/people/test_staff.py"


async def test_one_address_fails_so_many_times_whatever_the_names(house: Any, people: People, /) -> None:
    house.app.state.brakes.logins.clock = lambda: 0.0
    async with browser(house) as client:
        answers = [await enter(client, people, name=f"nombre{number}") for number in range(11)]
        assert [one.status_code for one in answers] == [403] * 10 + [429]


async def test_wrong_codes_of_players_keep_no_staff_of_their_address_out(house: Any, people: People, /) -> None:
    for one in (house.app.state.brakes.codes, house.app.state.brakes.logins):
        one.clock = lambda: 0.0
    async with browser(house) as client:
        codes = [await client.post("/jugador/volver", data={"code": f"zzzz{one:04}"}) for one in range(61)]
        assert [one.status_code for one in codes] == [403] * 60 + [429]
        assert (await enter(client, people)).status_code == 303


async def test_post_is_taken_with_the_account_and_no_key_opens_it(house: Any, people: People, /) -> None:
    cruz = people.join("cruz", CROUPIER)
    async with browser(house) as stranger:
        done = await stranger.post("/mesa/mesa/crupier", data={"person": "eva", "key": "llave-de-la-sala"})
        assert done.headers["location"].startswith("/personal/entrar")
    async with browser(house, people.login("cruz")) as client:
        assert 'name="key"' not in (await client.get("/mesa/mesa/crupier")).text
        done = await client.post("/mesa/mesa/crupier")
        assert "Contar las cartas" in (await client.get(done.headers["location"])).text
        told = (await client.get("/mesa/mesa/publico")).text
        assert ("cruz" in told, cruz.person in told) == (True, False)


async def test_session_ends_after_twenty_minutes_in_which_only_the_page_moves(house: Any, people: People, /) -> None:
    people.join("cruz", CROUPIER)
    async with browser(house, people.login("cruz")) as client:
        here = (await client.post("/mesa/mesa/crupier")).headers["location"]
        token = next(one.value for one in client.cookies.jar if one.name == "tapete-place")
        for _ in range(int(IDLE_S // 60) - 1):
            people.now += 60
            answer = await client.get("/api/v1/tables/mesa", headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == 200
        assert (await client.get(here)).status_code == 200  # and that he did himself
        people.now += IDLE_S - 1
        assert (await client.get(here)).status_code == 200
        people.now += IDLE_S
        gone = await client.get(here)
        assert gone.headers["location"] == f"/personal/entrar?a={here}"


async def test_every_secret_that_a_house_asks_for_has_a_brake(house: Any, people: People, /) -> None:
    """Threat: passwords, codes and words are tried out. Sessions and cookies hold 256 random bits, and need none."""
    async with browser(house) as client:
        assert await braked_ways(house, client) == {
            "POST /personal/alta",
            "POST /personal/entrar",
            "POST /jugador/volver",
            "POST /api/v1/logins",
            "POST /api/v1/players",
            "POST /api/v1/sessions back",
        }


CROUPIER = Grant(Role.CROUPIER, "mesa")


async def do(client: Any, what: str, name: str, **fields: str) -> Any:
    return await client.post(f"/personal/cuentas/{what}", data={"name": name} | fields)


async def test_director_invites_and_the_invited_enrols_before_he_logs_in(house: Any, people: People, /) -> None:
    async with browser(house, people.login("dora")) as director:
        found = re.search(
            r"/personal/alta#([a-z0-9-]{23})",
            (await do(director, "invitar", "cruz", role="croupier", table="mesa")).text,
        )
        assert found is not None
        word = found[1]
        assert word not in (await director.get("/personal/cuentas")).text
    assert people.account("cruz").grants == {CROUPIER}
    async with browser(house) as client:
        before = await client.post("/personal/entrar", data={"name": "cruz", "password": "", "second": ""})
        assert before.status_code == 403
        assert (await client.post("/personal/alta", data={"word": "abcde-fghjk-mnpqr-stuvw"})).status_code == 403
        seen, asked = [(await client.post("/personal/alta", data={"word": word})).text.replace(" ", "") for _ in "12"]
        secret = people.account("cruz").secret
        assert (secret in seen, secret in asked) == (False, True), "what somebody else was shown before is no factor"
        fields = {"word": word, "password": PASSWORD, "again": PASSWORD}
        fields["code"] = pyotp.TOTP(secret).at(int(people.now))
        for changes in ({"again": "otra"}, {"password": "corta", "again": "corta"}, {"code": "000000"}):
            told = await client.post("/personal/alta", data=fields | changes)
            assert (told.status_code, secret in told.text.replace(" ", "")) == (409, False), "it is shown once"
        done = await client.post("/personal/alta", data=fields)
        assert len(re.findall(r"<li><code>[a-z0-9]{5}-[a-z0-9]{5}</code>", done.text)) == 8
        assert (await client.post("/personal/alta", data={"word": word})).status_code == 403
        login = {"name": "CRUZ", "password": PASSWORD, "second": fields["code"]}
        assert (await client.get("/personal")).status_code == 200, "who enrols is logged in"
        assert (await client.post("/personal/entrar", data=login)).status_code == 403, "by that code nobody is again"


@pytest.mark.parametrize("what", ["suspender", "reiniciar", "quitar"])
async def test_what_a_director_takes_away_ends_pages_streams_and_api_at_once(house, people, /, what: str) -> None:
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


async def test_last_director_and_ones_own_account_stay_and_who_was_suspended_comes_back(house, people, /) -> None:
    people.join("cruz", CROUPIER)
    async with browser(house, people.login("dora")) as director:
        for what in ("suspender", "reiniciar", "quitar"):
            assert (await do(director, what, "dora")).status_code == 409, what
        assert (await do(director, "quitar-puesto", "dora", role="director", table="")).status_code == 409
        assert (await do(director, "invitar", "Dóra", role="croupier")).status_code == 409, "the name is taken"
        assert (await do(director, "invitar", "nueva", role="rey")).status_code == 400
        assert people.account("dora").state is AccountState.ACTIVE
        await do(director, "suspender", "cruz")
        assert people.account("cruz").state is AccountState.SUSPENDED
        assert (await do(director, "readmitir", "cruz")).status_code == 303
        assert people.token("cruz")
