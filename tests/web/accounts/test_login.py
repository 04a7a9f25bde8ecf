"""The staff's entrance: two factors, one session, an end at once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tapete.people.accounts import Grant
from tapete.people.staff_sessions import IDLE_S
from tapete.table.staff import Role
from tapete.web.people.identity import DEVICE_COOKIE, STAFF_COOKIE
from tests.support.web.accounts import PASSWORD, People, browser
from tests.support.web.following import following
from tests.support.web.tried import braked_ways

CROUPIER = Grant(Role.CROUPIER, "mesa")


async def enter(client: Any, people: People, name: str = "dora", **changes: str) -> Any:
    fields = {"name": name, "password": PASSWORD, "second": people.code(name) if name == "dora" else "000000"}
    return await client.post("/personal/entrar", data=fields | changes)


def test_both_factors_open_the_staffs_own_page(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
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

    run(scene)


@pytest.mark.parametrize(
    "changes", [{"password": "otra"}, {"second": "000000"}, {"second": ""}, {"name": "nadie"}, {"name": ""}]
)
def test_whatever_is_wrong_is_told_alike(run: Any, changes: dict[str, str]) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            done = await enter(client, people, **changes)
            assert done.status_code == 403
            assert "El nombre, la contraseña o el código no son correctos." in done.text
            assert STAFF_COOKIE not in done.headers.get("set-cookie", "")
            assert PASSWORD not in done.text

    run(scene)


def test_failures_make_wait(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            for _ in range(3):
                assert (await enter(client, people, password="mal")).status_code == 403
            done = await enter(client, people)
            assert done.status_code == 429
            assert "3 segundos" in done.text

    run(scene)


def test_one_address_fails_so_many_times_whatever_the_names(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        house.app.state.wrong_logins._clock = lambda: 0.0
        async with browser(house) as client:
            answers = [await enter(client, people, name=f"nombre{number}") for number in range(11)]
            assert [one.status_code for one in answers] == [403] * 10 + [429]

    run(scene)


def test_wrong_codes_of_players_keep_no_staff_of_their_address_out(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        for one in (house.app.state.wrong_codes, house.app.state.wrong_logins):
            one._clock = lambda: 0.0
        async with browser(house) as client:
            codes = [await client.post("/jugador/volver", data={"code": f"zzzz{one:04}"}) for one in range(61)]
            assert [one.status_code for one in codes] == [403] * 60 + [429]
            assert (await enter(client, people)).status_code == 303

    run(scene)


def test_known_browser_logs_in_though_its_address_is_paused(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        house.app.state.wrong_logins._clock = lambda: 0.0
        async with browser(house) as known, browser(house) as stranger:
            assert (await enter(known, people)).status_code == 303
            await known.post("/personal/salir")
            for number in range(10):
                await enter(stranger, people, name=f"nombre{number}")
            assert (await enter(stranger, people)).status_code == 429
            people.now += 60
            assert (await enter(known, people)).status_code == 303
            await known.post("/personal/salir")
            assert (await enter(known, people, name="otra")).status_code == 429

    run(scene)


@pytest.mark.parametrize(
    ("onward", "leads"),
    [
        ("/mesa/mesa/crupier", "/mesa/mesa/crupier"),
        ("/personal/cuentas", "/personal/cuentas"),
        ("https://malo.example/", "/personal"),
        ("//malo.example/mesa/", "/personal"),
        ("/mesa/\\malo", "/personal"),
        ("/otra", "/personal"),
    ],
)
def test_login_leads_on_within_the_house_alone(run: Any, onward: str, leads: str) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            assert (await enter(client, people, a=onward)).headers["location"] == leads
            assert (await client.get("/personal/entrar", params={"a": onward})).headers["location"] == leads

    run(scene)


def test_post_is_taken_with_the_account_and_no_key_opens_it(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        cruz = people.join("cruz", CROUPIER)
        async with browser(house) as stranger:
            asked = await stranger.get("/mesa/mesa/crupier")
            assert asked.headers["location"] == "/personal/entrar?a=/mesa/mesa/crupier"
            for key in ("", "llave-de-la-sala"):
                done = await stranger.post("/mesa/mesa/crupier", data={"person": "eva", "key": key})
                assert done.headers["location"].startswith("/personal/entrar")
        assert house.table.view(None).staff["croupier"] == "marta"
        async with browser(house, people.login("cruz")) as client:
            assert 'name="key"' not in (await client.get("/mesa/mesa/crupier")).text
            done = await client.post("/mesa/mesa/crupier")
            assert done.headers["location"] == f"/mesa/mesa/como/{cruz.person}"
            assert house.table.view(None).staff["croupier"] == cruz.person
            assert "Contar las cartas" in (await client.get(done.headers["location"])).text
            told = await client.get("/mesa/mesa/publico")
            assert "cruz" in told.text
            assert cruz.person not in told.text
            again = await client.get("/mesa/mesa/crupier")
            assert again.headers["location"] == f"/mesa/mesa/como/{cruz.person}"

    run(scene)


@pytest.mark.parametrize(("table", "link"), [("mesa", "jefe"), ("mini", "crupier")])
def test_account_takes_no_post_that_it_was_not_given(run: Any, table: str, link: str) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        before = {name: one.version for name, one in house.tables.items()}
        async with browser(house, people.login("cruz")) as client:
            for answer in (await client.get(f"/mesa/{table}/{link}"), await client.post(f"/mesa/{table}/{link}")):
                assert answer.status_code == 403
                assert "Su cuenta no tiene este puesto" in answer.text
        assert {name: one.version for name, one in house.tables.items()} == before

    run(scene)


def test_session_ends_after_twenty_minutes_in_which_only_the_page_moves(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
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

    run(scene)


@pytest.mark.parametrize("way", ["page", "program"])
def test_what_only_follows_a_table_keeps_nobody_logged_in_and_ends_with_the_login(run: Any, way: str) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("cruz")) as client:
            here = (await client.post("/mesa/mesa/crupier")).headers["location"]
            token = next(one.value for one in client.cookies.jar if one.name == "tapete-place")
            path, headers = {
                "page": (f"{here}/flujo", {"cookie": f"tapete-place={token}"}),
                "program": ("/api/v1/tables/mesa/stream", {"authorization": f"Bearer {token}"}),
            }[way]
            async with following(house.app, path, **headers) as stream:
                await stream.next()
                people.now += 12 * 60
                house.table.redraw()
                await stream.next()
                people.now += 12 * 60
                house.table.redraw()
                await stream.end()  # nobody pressed anything for twenty minutes
            assert (await client.get(here)).headers["location"] == f"/personal/entrar?a={here}"

    run(scene)


@pytest.mark.parametrize("path", ["/api/v1/tables/mesa", "/api/v1/tables/mesa/entries"])
def test_what_a_program_only_reads_keeps_nobody_logged_in(run: Any, path: str) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", CROUPIER)
        async with browser(house, people.login("cruz")) as client:
            here = (await client.post("/mesa/mesa/crupier")).headers["location"]
            token = next(one.value for one in client.cookies.jar if one.name == "tapete-place")
            bearer = {"authorization": f"Bearer {token}"}
            for _ in range(int(IDLE_S // 60) - 1):
                people.now += 60
                assert (await client.get(path, headers=bearer)).status_code == 200
            people.now += 60
            assert (await client.get(path, headers=bearer)).status_code == 401
            assert (await client.get(here)).headers["location"] == f"/personal/entrar?a={here}"

    run(scene)


@pytest.mark.parametrize("grants", [[Grant(one)] for one in Role] + [[Grant(one) for one in Role]])
def test_every_link_of_the_staffs_own_page_leads_somewhere(run: Any, grants: list[Grant]) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("todo", *grants)
        async with browser(house, people.login("todo")) as client:
            page = (await client.get("/personal")).text
            links = set(re.findall('href="(/[^"]*)"', page.partition("<main")[2]))
            assert "/" in links
            for link in links:
                assert (await client.get(link)).status_code == 200, link

    run(scene)


def test_every_secret_that_a_house_asks_for_has_a_brake(run: Any) -> None:
    """Threat: passwords, codes and words are tried out. Sessions and cookies hold 256 random bits, and need none."""

    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            assert await braked_ways(house, client) == {
                "POST /personal/alta",
                "POST /personal/entrar",
                "POST /jugador/volver",
                "POST /api/v1/logins",
                "POST /api/v1/players",
                "POST /api/v1/sessions back",
            }

    run(scene)
