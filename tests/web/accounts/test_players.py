"""Players of a house: a name that is shown, a place of their own, a code that leads back; and no right of the staff."""

from __future__ import annotations

import re
from typing import Any

from tapete.kernel import PersonId
from tapete.people.accounts import Grant
from tapete.people.house_people import HousePeople
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tapete.web.people.wiring import CODE_TRIES
from tests.support.web.accounts import People, browser
from tests.support.web.following import following

CASHIER = Grant(Role.CASHIER)
CHIPS = "123\u00a0€"


async def seated(house: Any, client: Any, name: str = "Ana") -> str:
    """Come in under a name and sit down at place 1; return the address of the page."""
    asked = await client.get("/mesa/mesa/jugador-1")
    assert asked.headers["location"] == "/jugador?a=/mesa/mesa/jugador-1"
    done = await client.post("/jugador/alta", data={"name": name, "a": "/mesa/mesa/jugador-1"})
    assert done.headers["location"] == "/mesa/mesa/jugador-1"
    assert (await client.get("/mesa/mesa/jugador-1")).status_code == 200
    here = (await client.post("/mesa/mesa/jugador-1")).headers["location"]
    person = here.rpartition("/")[2]
    assert re.fullmatch("p-[0-9a-f]{32}", person)
    await house.act(person, Sit(1))
    await house.act(person, BuyIn(12_300))
    return str(here)


async def test_player_has_a_name_that_is_shown_and_never_recorded(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        here = await seated(house, client, "Ana & <b>Eva</b>")
        page = (await client.get(here)).text
        public = (await client.get("/mesa/mesa/publico")).text
        hall = (await client.get("/")).text
        for text in (page, public, hall):
            assert "Ana &amp; &lt;b&gt;Eva&lt;/b&gt;" in text
            assert "<b>Eva" not in text
        assert "volver" not in page  # no link that leads here for ever
        assert "Eva" not in "".join(str(one) for one in await house.table.entries(0))
        assert (await client.post("/jugador/nombre", data={"name": "Berta"})).status_code == 303
        assert "Berta" in (await client.get("/mesa/mesa/publico")).text


async def test_only_his_own_browser_opens_a_players_place(house: Any, people: People, /) -> None:
    people.join("caja", CASHIER, Grant(Role.CROUPIER))
    people.join("jefa", Grant(Role.TABLE_CHIEF), Grant(Role.INSPECTOR))
    _bea, other = people.player("Bea")
    async with browser(house) as client:
        here = await seated(house, client)
        person = here.rpartition("/")[2]
        assert (await client.get("/mesa/mesa/jugador-1")).headers["location"] == here
    logins = [(name, people.token(name)) for name in ("dora", "caja", "jefa")]
    cookies = [{}, other, *({"tapete-staff": token} for _, token in logins)]
    known = house.app.state.sessions
    for shown in cookies:
        async with browser(house, shown) as stranger:
            before = set(known._known)
            for method, path, fields in (
                ("GET", here, {}),
                ("POST", here, {}),
                ("POST", f"{here}/hacer", {"act": "leave-table"}),
                ("POST", "/mesa/mesa/jugador-1", {}),
                ("POST", "/mesa/mesa/entrar", {"person": person}),
                ("GET", f"/mesa/mesa/volver/{person}/{house.hall.keys.word('return', person)}", {}),
                ("POST", f"/mesa/mesa/volver/{person}/{house.hall.keys.word('return', person)}", {}),
            ):
                answer = await stranger.request(method, path, data=fields)
                assert answer.status_code in (303, 401, 403), (shown, path)
                assert CHIPS not in answer.text
                assert answer.headers.get("location") != here
            assert set(known._known) == before, shown
    for _, token in [*logins, ("nobody", "x")]:
        headers = {"authorization": f"Bearer {token}"}
        asked = {"table": "mesa", "person": person, "key": "llave"}
        async with browser(house) as program:
            assert (await program.post("/api/v1/sessions", json=asked, headers=headers)).status_code == 403
            asked = {"table": "mesa", "person": person, "back": token}
            assert (await program.post("/api/v1/sessions", json=asked, headers=headers)).status_code == 403


async def test_code_of_the_cash_desk_leads_its_player_back_and_ends_what_he_had_open(
    house: Any, people: People, /
) -> None:
    people.join("caja", CASHIER)
    async with browser(house) as old, browser(house, people.login("caja")) as desk, browser(house) as new:
        here = await seated(house, old)
        person = here.rpartition("/")[2]
        place = next(one.value for one in old.cookies.jar if one.name == "tapete-place")
        assert "Ana" in (await desk.get("/personal/jugadores")).text
        given = await desk.post("/personal/jugadores/codigo", data={"person": person})
        code = re.search(r"/jugador/volver#([a-z0-9]{8})", given.text) or re.search(
            "<code[^>]*>(.{9})</code>", given.text
        )
        assert code is not None
        assert "<svg" in given.text
        word = code[1].replace(" ", "")
        async with following(house.app, f"{here}/flujo", cookie=f"tapete-place={place}") as stream:
            while not stream.messages:
                await stream.more()
            assert (await new.post("/jugador/volver", data={"code": "aaaa aaaa"})).status_code == 403
            assert (await new.post("/jugador/volver", data={"code": word.upper()})).status_code == 303
            while not stream.ended:
                await stream.more()
        assert (await old.get(here)).status_code in (303, 401)
        assert "Ana" in (await new.get("/jugador")).text
        assert (await new.post(here)).headers["location"] == here
        assert CHIPS in (await new.get(here)).text
        assert (await old.post("/jugador/volver", data={"code": word})).status_code == 403
    told = [one for one in people.people.notices.newest_first() if one.name == person]
    assert [one.code for one in told] == ["player-returned", "player-code-given"]
    assert told[1].by == "caja"


async def test_codes_are_not_tried_out_from_one_address(house: Any, people: People, /) -> None:
    """Not even the right one is taken there for a while; elsewhere it is good."""
    house.app.state.wrong_codes._clock = lambda: 0.0
    person, _ = people.player("Ana")
    code = {"code": people.people.players.give_code(person)}
    async with browser(house) as client, browser(house, address="192.0.2.9") as elsewhere:
        for number in range(CODE_TRIES):
            wrong = await client.post("/jugador/volver", data={"code": f"aaaa aa{number:02}"})
            assert wrong.status_code == 403, number
        paused = await client.post("/jugador/volver", data=code)
        assert (paused.status_code, "Espere un minuto" in paused.text) == (429, True)
        assert (await elsewhere.post("/jugador/volver", data=code)).status_code == 303


async def test_erased_player_is_nowhere_and_the_record_holds(house: Any, people: People, /) -> None:
    async with browser(house) as client:
        here = await seated(house, client, "Leocadia")
        person = here.rpartition("/")[2]
        async with browser(house, people.login("dora")) as director:
            told = await director.post("/personal/jugadores/borrar", data={"person": person})
            assert (told.status_code, "en una mesa" in told.text) == (409, True)
            again = {"person": person, "deuda": "deuda"}
            assert (await director.post("/personal/jugadores/borrar", data=again)).status_code == 409
            assert "de todos modos" not in told.text
            assert people.people.players.name_of(PersonId(person)) == "Leocadia"
            await house.act(person, Leave())
            assert (await director.post("/personal/jugadores/borrar", data={"person": person})).status_code == 303
        assert (await client.get(here)).status_code in (303, 401)
        for path in ("/", "/mesa/mesa/publico", "/jugador"):
            text = (await client.get(path)).text
            assert "Leocadia" not in text
            assert person not in text
        assert "Leocadia" not in "".join(str(one) for one in await house.table.entries(0))


async def test_players_register_themselves_or_at_the_cash_desk_alone_as_the_director_says(
    house: Any, people: People, /
) -> None:
    people.join("caja", Grant(Role.CASHIER))
    name = {"name": "Ana"}
    async with (
        browser(house, people.login("dora")) as director,
        browser(house, people.login("caja")) as desk,
        browser(house) as phone,
    ):
        assert (await desk.post("/personal/cuentas/altas", data={"donde": "caja"})).status_code == 403
        assert people.people.has_open_registration
        assert (await director.post("/personal/cuentas/altas", data={"donde": "caja"})).status_code == 303
        assert "Solo en la caja" not in (await director.get("/personal/cuentas")).text.partition("Avisos de")[0]
        page = (await phone.get("/jugador")).text
        assert ("/jugador/alta" in page, "se dan de alta en la caja" in page) == (False, True)
        refused = await phone.post("/jugador/alta", data=name)
        assert (refused.status_code, "pida allí un código" in refused.text) == (403, True)
        assert (await phone.post("/api/v1/players", json=name)).json()["code"] == "newcomers-at-desk"
        assert people.people.players.store.everybody() == ()
        assert (await phone.post("/personal/jugadores/alta", data=name)).status_code in (401, 403)
        assert (await desk.post("/personal/jugadores/alta", data={"name": "\u202e"})).status_code == 409
        given = await desk.post("/personal/jugadores/alta", data=name)
        code = re.search(r">([a-z0-9]{4} [a-z0-9]{4})</code>", given.text)
        assert code is not None, given.text
        assert (await phone.post("/jugador/volver", data={"code": code[1]})).status_code == 303
        assert "Ana" in (await phone.get("/jugador")).text
        told = [(one.code, one.by) for one in people.people.notices.newest_first()]
        assert ("player-registered", "caja") in told
        assert ("newcomers-at-desk", "dora") in told
    again = HousePeople.of_store(house.hall.store, house.hall.keys.sealing, lambda: people.now)
    assert again is not None
    assert not again.has_open_registration
    async with browser(house, people.login("dora")) as director, browser(house) as phone:
        assert (await director.post("/personal/cuentas/altas", data={"donde": ""})).status_code == 303
        assert (await phone.post("/jugador/alta", data=name)).status_code == 303
