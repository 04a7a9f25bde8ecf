"""What a house with accounts answers at its ways in: status, where to, with which cookies, and what its director reads
of it, from which address.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tapete.people.accounts import Grant
from tapete.people.notices import Notice
from tapete.people.throttle import MOST
from tapete.table.staff import Role
from tapete.web import sessions
from tests.support.web.accounts import PASSWORD, WORDS, People, browser

HERE = "2001:db8::7"
KEPT = "2001:db8::/64"
CROUPIER, CASHIER = Grant(Role.CROUPIER, "mesa"), Grant(Role.CASHIER)
VALUE = re.compile(r"^([a-z-]+)=[^;]*")


def answered(found: Any) -> tuple[int, str, list[str]]:
    """Return status, address to go on to and cookies of an answer, without their values."""
    cookies = [VALUE.sub(r"\1", one) for one in found.headers.get_list("set-cookie")]
    return found.status_code, found.headers.get("location", ""), cookies


def read(people: People) -> list[tuple[str, str, str, int, tuple[str, ...]]]:
    """Return what the director reads, the last that happened first."""
    return [(one.code, one.name, one.by, one.count, one.addresses) for one in people.people.notices.newest_first()]


STAFF = "tapete-staff; HttpOnly; Path=/; SameSite=strict"
NO_STAFF = "tapete-staff; HttpOnly; Max-Age=0; Path=/; SameSite=strict"
DEVICE = "tapete-device; HttpOnly; Max-Age=31536000; Path=/personal/entrar; SameSite=strict"
PLAYER = "tapete-player; HttpOnly; Max-Age=2592000; Path=/; SameSite=lax"
NO_PLAYER = "tapete-player; HttpOnly; Max-Age=0; Path=/; SameSite=lax"


def place(path: str) -> str:
    return f"tapete-place; HttpOnly; Path={path}; SameSite=lax"


async def enter(client: Any, people: People, **changes: str) -> Any:
    fields = {"name": "dora", "password": PASSWORD, "second": people.code("dora")}
    return await client.post("/personal/entrar", data=fields | changes)


def test_logins_are_answered_and_read_by_the_director_with_their_addresses(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, address=HERE) as client:
            assert answered(await enter(client, people, password="mal")) == (403, "", [])
            assert answered(await enter(client, people, name="  Dora ")) == (303, "/personal", [STAFF, DEVICE])
            out = await client.post("/personal/salir")
            assert answered(out) == (303, "/personal/entrar", [NO_STAFF])
            assert answered(await client.get("/personal")) == (303, "/personal/entrar", [])
        async with browser(house, address="192.0.2.7") as client:
            for _ in range(MOST):
                people.now += 60
                assert answered(await enter(client, people, password="mal")) == (403, "", [])
            assert answered(await enter(client, people)) == (429, "", [])
        assert read(people) == [
            ("login-throttled", "dora", "", 1, ("192.0.2.7",)),
            ("login-paused", "dora", "", 1, ("192.0.2.7",)),
            ("login-failed", "dora", "", 1 + MOST, (KEPT, "192.0.2.7")),
            ("login", "dora", "", 1, (KEPT,)),
        ]

    run(scene)


@pytest.mark.parametrize("left", [2, 3])
@pytest.mark.parametrize("onward", ["", "/mesa/mesa/crupier"])
def test_whoever_has_few_recovery_words_left_is_told_so_on_his_own_page(run: Any, left: int, onward: str) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            for word in WORDS[: len(WORDS) - left]:
                await client.post("/personal/salir")
                done = await enter(client, people, second=word, a=onward)
            where = onward or ("/personal?pocas" if left < 3 else "/personal")
            assert answered(done) == (303, where, [STAFF, DEVICE])

    run(scene)


def test_a_new_login_ends_the_one_that_its_browser_had(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            for _ in range(2):
                await enter(client, people)
                people.now += 30
        assert len(people.people.staff.sessions.open_sessions()) == 1

    run(scene)


def test_somebody_who_is_logged_in_is_led_on_from_the_login(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, people.login("dora")) as client:
            for asked, where in (("", "/personal"), ("?a=/casa/caja", "/casa/caja"), ("?a=//malo", "/personal")):
                assert answered(await client.get(f"/personal/entrar{asked}")) == (303, where, [])

    run(scene)


def test_players_come_with_a_name_or_a_code_and_their_return_is_read_by_the_director(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house, address=HERE) as client:
            named = {"name": "Ana", "a": "/mesa/mesa/jugador-1"}
            assert answered(await client.post("/jugador/alta", data={"name": " "})) == (409, "", [])
            assert answered(await client.post("/jugador/alta", data=named)) == (303, "/mesa/mesa/jugador-1", [PLAYER])
            assert answered(await client.post("/jugador/alta", data={"name": "Bea"})) == (303, "/jugador", [])
            assert answered(await client.post("/jugador/alta", data=named)) == (303, "/mesa/mesa/jugador-1", [])
            assert answered(await client.post("/jugador/nombre", data={"name": ""})) == (409, "", [])
            assert answered(await client.post("/jugador/nombre", data={"name": "Ana María"})) == (303, "/jugador", [])
            (ana,) = people.people.players.store.everybody()
            assert ana.name == "Ana María"
            assert answered(await client.post("/jugador/salir")) == (303, "/jugador", [NO_PLAYER])
            assert answered(await client.post("/jugador/salir")) == (303, "/jugador", [NO_PLAYER])
            assert (await client.post("/jugador/nombre", data={"name": "Eva"})).status_code == 401
        async with browser(house, address="192.0.2.7") as client:
            code = people.people.players.give_code(ana.person)
            for given, onward, found in (
                ("zzzzzzzz", "", (403, "", [])),
                (code, "", (303, "/", [PLAYER])),
                (code, "", (403, "", [])),
            ):
                assert answered(await client.post("/jugador/volver", data={"code": given, "a": onward})) == found
            code = people.people.players.give_code(ana.person)
            again = await client.post("/jugador/volver", data={"code": code, "a": "/casa/caja"})
            assert answered(again) == (303, "/casa/caja", [PLAYER])
        assert read(people) == [("player-returned", ana.person, "", 2, ("192.0.2.7",))]

    run(scene)


def test_newcomers_are_counted_only_where_somebody_was_registered(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        counts = house.app.state.newcomers
        async with browser(house, address=HERE) as client:
            await client.post("/jugador/alta", data={"name": " "})
            assert dict(counts._counts) == {}
            await client.post("/jugador/alta", data={"name": "Ana"})
            await client.post("/jugador/alta", data={"name": "Ana"})
            assert [(key, round(one)) for key, (one, _) in counts._counts.items()] == [(KEPT, 1)]

    run(scene)


def test_the_cash_desk_and_the_director_serve_players_and_each_time_it_is_read_who_did(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("caja", CASHIER)
        ana, _ = people.player("Ana")
        people.people.notices._days = {}
        async with browser(house) as stranger:
            away = await stranger.get("/personal/jugadores")
            assert answered(away) == (303, "/personal/entrar?a=/personal/jugadores", [])
            assert (await stranger.post("/personal/jugadores/codigo", data={"person": ana})).status_code == 401
        async with browser(house, people.login("caja")) as desk:
            people.people.notices._days = {}
            for what, fields, status in (
                ("alta", {"name": "Bea"}, 200),
                ("alta", {"name": ""}, 409),
                ("codigo", {"person": ana}, 200),
                ("codigo", {"person": "p-nadie"}, 409),
                ("anular", {"person": ana}, 303),
                ("borrar", {"person": ana}, 403),
                ("otra", {"person": ana}, 404),
            ):
                people.now += 1
                assert (await desk.post(f"/personal/jugadores/{what}", data=fields)).status_code == status, what
        bea = next(one.person for one in people.people.players.store.everybody() if one.name == "Bea")
        async with browser(house, people.login("dora")) as director:
            people.now += 1
            done = await director.post("/personal/jugadores/borrar", data={"person": ana})
            assert answered(done) == (303, "/personal/jugadores", [])
            assert (await director.post("/personal/jugadores/borrar", data={"person": ana})).status_code == 409
        assert [one for one in read(people) if one[0].startswith("player")] == [
            ("player-erased", ana, "dora", 1, ()),
            ("player-ways-voided", ana, "caja", 1, ()),
            ("player-code-given", ana, "caja", 1, ()),
            ("player-registered", bea, "caja", 1, ()),
        ]

    run(scene)


def test_accounts_are_changed_at_the_word_of_a_director_and_led_back_to_their_page(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("caja", CASHIER)
        async with browser(house, people.login("caja")) as cashier:
            assert (await cashier.get("/personal/cuentas")).status_code == 403
            assert (await cashier.post("/personal/cuentas/suspender", data={"name": "dora"})).status_code == 403
        async with browser(house) as stranger:
            away = await stranger.get("/personal/cuentas")
            assert answered(away) == (303, "/personal/entrar?a=/personal/cuentas", [])
            assert (await stranger.post("/personal/cuentas/suspender", data={"name": "caja"})).status_code == 401
        people.people.notices._days = {}
        done: tuple[int, str, list[str]] = (303, "/personal/cuentas", [])
        async with browser(house, people.login("dora")) as director:
            people.people.notices._days = {}
            croupier = {"role": "croupier", "table": "mesa"}
            for what, fields, found in (
                ("dar-puesto", {"name": " caja ", **croupier}, done),
                ("quitar-puesto", {"name": "caja", "role": "cashier"}, done),
                ("suspender", {"name": "caja"}, done),
                ("readmitir", {"name": "caja"}, done),
                ("readmitir", {"name": "caja"}, (409, "", [])),
                ("altas", {"donde": "caja"}, done),
                ("altas", {"donde": ""}, done),
                ("reiniciar", {"name": "dora"}, (409, "", [])),
                ("quitar", {"name": "dora"}, (409, "", [])),
                ("dar-puesto", {"name": "caja", "role": "king"}, (400, "", [])),
                ("dar-puesto", {"name": "caja", "role": "croupier", "table": "m" * 41}, (400, "", [])),
                ("otra", {"name": "caja"}, (404, "", [])),
                ("invitar", {"name": "caja"}, (409, "", [])),
                ("invitar", {"name": "nuria", "role": "croupier", "table": "m" * 40}, (200, "", [])),
            ):
                people.now += 1
                assert answered(await director.post(f"/personal/cuentas/{what}", data=fields)) == found, what
                if what == "dar-puesto" and found == done:
                    assert people.account("caja").grants == {CASHIER, CROUPIER}
            assert people.account("caja").grants == {CROUPIER}
            assert people.account("nuria").grants == {Grant(Role.CROUPIER, "m" * 40)}
            people.now += 1
            assert answered(await director.post("/personal/cuentas/quitar", data={"name": "nuria"})) == done
        told = [(code, name, by, count) for code, name, by, count, _ in read(people)]
        gone = told.pop(0)
        assert (gone[0], gone[1][:6], gone[2:]) == ("account-removed", "staff-", ("dora", 1))
        person = gone[1]
        assert told == [
            ("account-invited", person, "dora", 1),
            ("newcomers-anywhere", "", "dora", 1),
            ("newcomers-at-desk", "", "dora", 1),
            ("account-reinstated", "caja", "dora", 1),
            ("account-suspended", "caja", "dora", 1),
            ("account-granted", "caja", "dora", 2),
        ]

    run(scene)


def test_an_invitation_is_taken_up_step_by_step_and_a_wrong_word_is_counted_by_its_address(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        word = str(people.people.staff.invite("cruz", {CROUPIER}))
        counts = house.app.state.wrong_keys
        counts._clock = lambda: 0.0
        async with browser(house, address=HERE) as client:

            async def sent(**fields: str) -> int:
                return (await client.post("/personal/alta", data=fields)).status_code

            assert await sent(word="otra") == 403
            assert [(key, one) for key, (one, _) in counts._counts.items()] == [(KEPT, 1)]
            assert await sent(word=word) == 200
            code = people.code("cruz")
            right = {"word": word, "password": PASSWORD, "again": PASSWORD, "code": code}
            assert await sent(**right | {"again": "otra"}) == 409
            assert await sent(**right | {"code": "000000"}) == 409
            assert await sent(**right | {"password": "corta", "again": "corta"}) == 409
            assert await sent(**right) == 200
            assert await sent(**right) == 403
            for _ in range(7):
                assert await sent(word="otra") == 403
            assert await sent(word="otra") == 429

    run(scene)


def test_a_session_of_a_house_lives_with_its_login_and_is_of_the_address_that_it_came_from(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        cruz = people.join("cruz", CROUPIER)
        ana, ways = people.player("Ana")
        async with browser(house, people.login("cruz"), HERE) as staff, browser(house, ways, "192.0.2.7") as player:
            for client, link, person in ((staff, "crupier", cruz.person), (player, "jugador-1", ana)):
                mine = f"/mesa/mesa/como/{person}"
                came = await client.post(f"/mesa/mesa/{link}")
                assert answered(came) == (303, mine, [place(mine), place(f"/mesa/mesa/{link}")])
                back = await client.post(mine)
                assert answered(back) == (303, mine, [place(mine)])
        kept = [(one.table, one.person, one.is_staff, one.address, bool(one.login)) for one in known(house)]
        assert kept == [
            ("mesa", cruz.person, True, KEPT, True),
            ("mesa", cruz.person, True, KEPT, True),
            ("mesa", ana, False, "192.0.2.7", False),
            ("mesa", ana, False, "192.0.2.7", False),
        ]

    run(scene)


def known(house: Any) -> list[sessions.Session]:
    return list(house.app.state.sessions._known.values())


def test_where_no_session_can_begin_a_player_is_told_to_wait(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: Any, people: People) -> None:
        _, ways = people.player("Ana")
        async with browser(house, ways) as client:
            monkeypatch.setattr(sessions, "MOST", 0)
            found = await client.post("/mesa/mesa/jugador-1")
            assert (found.status_code, known(house)) == (429, [])

    run(scene)


def test_whoever_has_not_said_who_he_is_is_led_there_from_each_link(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        cruz = people.join("cruz", CROUPIER)
        ana, ways = people.player("Ana")
        staff, player = "/personal/entrar?a=", "/jugador?a="
        async with browser(house) as client:
            for method, path, where in (
                ("GET", "/mesa/mesa/crupier", f"{staff}/mesa/mesa/crupier"),
                ("POST", "/mesa/mesa/crupier", f"{staff}/mesa/mesa/crupier"),
                ("GET", "/mesa/mesa/jugador-1", f"{player}/mesa/mesa/jugador-1"),
                ("POST", "/mesa/mesa/jugador-1", f"{player}/mesa/mesa/jugador-1"),
                ("GET", f"/mesa/mesa/como/{cruz.person}", f"{staff}/mesa/mesa/como/{cruz.person}"),
                ("GET", f"/mesa/mesa/como/{ana}", f"{player}/mesa/mesa/como/{ana}"),
            ):
                found = await client.request(method, path)
                assert answered(found) == (303, where, []), (method, path)
            assert (await client.get("/mesa/mesa/como/p-nadie")).status_code in (401, 403, 409)
        async with browser(house, {**ways, **people.login("cruz")}) as client:
            asked = await client.get(f"/mesa/mesa/como/{cruz.person}")
            assert asked.status_code == 200
            away = await client.post(f"/mesa/mesa/como/{cruz.person}")
            assert answered(away) == (303, "/personal", [])

    run(scene)


def test_notices_say_nothing_of_an_account_but_what_they_are_of(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.people.notices._days = {}
        async with browser(house, address=HERE) as client:
            await enter(client, people, name="mi contraseña es tres")
        at = people.now
        assert people.people.notices.newest_first() == (Notice("login-failed", "", "", at, at, 1, (KEPT,)),)

    run(scene)
