"""What a hall with a staff key answers at its ways in: status, where to, with which cookies, which session begins for
which address, and what the security log is told.
"""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tapete.kernel import PersonId
from tapete.live import security_log
from tapete.table.acts import Leave, Sit
from tapete.web import place_claims, sessions
from tapete.web.staff_access import StaffAccess

KEY = "llave-de-la-sala"
CLOSED, OPEN = StaffAccess(key=KEY), StaffAccess(is_open=True)
ORIGIN = {"origin": "http://testserver.local"}
HERE, KEPT = "2001:db8::7", "2001:db8::/64"
VALUE = re.compile(r"^([a-z-]+)=[^;]*")
Answered = tuple[int, str, list[str]]
Told = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the security log is told from the beginning of the scene on."""
    found: Told = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


def browser(house: Any, address: str = HERE) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(house.app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN["origin"], headers=ORIGIN)


def answered(found: httpx.Response) -> tuple[int, str, list[str]]:
    """Return status, address to go on to and cookies of an answer, without their values."""
    cookies = [VALUE.sub(r"\1", one) for one in found.headers.get_list("set-cookie")]
    return found.status_code, found.headers.get("location", ""), cookies


def known(house: Any) -> list[tuple[str, str, bool, str]]:
    """Return table, person, post and address of each session."""
    return [(one.table, one.person, one.is_staff, one.address) for one in house.app.state.sessions._known.values()]


def place(path: str) -> str:
    return f"tapete-place; HttpOnly; Path={path}; SameSite=lax"


def kept(name: str, path: str, seconds: int) -> str:
    return f"tapete-{name}; HttpOnly; Max-Age={seconds}; Path={path}; SameSite=lax"


MONTH, HALF_DAY = 30 * 86_400, 12 * 3600


def test_a_post_is_taken_with_the_key_and_a_name_of_its_own(run: Any, told: Told) -> None:
    async def scene(house: Any) -> None:
        await house.act("ana", Sit(1))
        told.clear()
        wrong = ("wrong-key", {"address": KEPT})
        facts = {"table": "mesa", "role": "croupier", "address": KEPT}
        async with browser(house) as client:
            for fields, status, log in (
                ({"person": "luis"}, 403, []),
                ({"person": "luis", "key": "mal"}, 403, [wrong]),
                ({"person": "luis", "key": ""}, 403, []),
                ({"person": "", "key": KEY}, 400, []),
                ({"person": "bot-luis", "key": KEY}, 400, []),
                ({"person": "ana", "key": KEY}, 409, [("staff-entry-refused", facts | {"person": "ana"})]),
            ):
                assert answered(await client.post("/mesa/mesa/crupier", data=fields)) == (status, "", []), fields
                assert told == log
                told.clear()
            assert known(house) == []
            came = await client.post("/mesa/mesa/crupier", data={"person": "luis", "key": KEY})
            mine = "/mesa/mesa/como/luis"
            cookies = [place(mine), place("/mesa/mesa/crupier"), kept("post", mine, HALF_DAY)]
            assert answered(came) == (303, mine, cookies)
            assert told == [("staff-entry", facts | {"person": "luis"})]
            assert known(house) == [("mesa", "luis", True, KEPT)]
            assert house.table.view(None).staff["croupier"] == "luis"
            assert (await client.get(mine)).status_code == 200
            house.app.state.sessions.close_of("luis")
            back = await client.post(mine)
            assert answered(back) == (303, mine, [place(mine), kept("post", mine, HALF_DAY)])

    run(scene, staff_access=CLOSED)


def test_a_newcomer_comes_by_the_link_of_a_place_and_keeps_the_way_back(run: Any, told: Told) -> None:
    async def scene(house: Any) -> None:
        async with browser(house) as client:
            asked = await client.get("/mesa/mesa/jugador-1")
            assert answered(asked) == (200, "", [])
            came = await client.post("/mesa/mesa/jugador-1")
            ((_, person, _, _),) = known(house)
            mine = f"/mesa/mesa/como/{person}"
            cookies = [place(mine), place("/mesa/mesa/jugador-1"), kept("return", mine, MONTH)]
            assert answered(came) == (303, mine, cookies)
            assert known(house) == [("mesa", person, False, KEPT)]
            assert answered(await client.get("/mesa/mesa/jugador-1")) == (303, mine, [])
            assert answered(await client.post("/mesa/mesa/jugador-1")) == (303, mine, [])
            await house.act(person, Sit(1))
            house.app.state.sessions.close_of(person)
            back = await client.post(mine)
            assert answered(back) == (303, mine, [place(mine), kept("return", mine, MONTH)])
        async with browser(house, "192.0.2.7") as other:
            assert answered(await other.get("/mesa/mesa/jugador-1")) == (303, mine, [])  # which asks for his cookie
            assert answered(await other.post("/mesa/mesa/jugador-1")) == (303, mine, [])
            assert (await other.get(mine)).status_code == 401
            assert (await other.post(mine)).status_code == 401
            assert (await other.post("/mesa/mesa/entrar", data={"person": person})).status_code == 403
            word = place_claims.return_word(house.app.state, person)
            for method, status in (("GET", 200), ("POST", 303)):
                path = f"/mesa/mesa/volver/{person}/{word}"
                found = await other.request(method, path)
                assert found.status_code == status
                assert (await other.request(method, f"{path}0")).status_code in (401, 403, 409)
            assert answered(found) == (303, mine, [place(mine), kept("return", mine, MONTH)])
            assert known(house)[-1] == ("mesa", person, False, "192.0.2.7")
        assert told == [("wrong-key", {"address": "192.0.2.7"})] * 2

    run(scene, staff_access=CLOSED)


def test_with_open_doors_a_post_and_a_place_are_entered_by_their_links_and_nobody_keeps_a_word(
    run: Any, told: Told
) -> None:
    async def scene(house: Any) -> None:
        holder = house.table.view(None).staff["croupier"]
        async with browser(house) as client:
            came = await client.post("/mesa/mesa/crupier")
            mine = f"/mesa/mesa/como/{holder}"
            assert answered(came) == (303, mine, [place(mine), place("/mesa/mesa/crupier")])
            sat = await client.post("/mesa/mesa/jugador-2")
            his = "/mesa/mesa/como/mesa-j2"
            assert answered(sat) == (303, his, [place(his), place("/mesa/mesa/jugador-2")])
            assert known(house) == [("mesa", holder, True, KEPT), ("mesa", "mesa-j2", False, KEPT)]
        async with browser(house) as client:
            anyway = await client.post("/mesa/mesa/entrar", data={"person": holder})
            assert answered(anyway) == (303, mine, [place(mine), place("/mesa/mesa/crupier")])
            eva = await client.post("/mesa/mesa/entrar", data={"person": "eva"})
            assert answered(eva) == (303, "/mesa/mesa/como/eva", [place("/mesa/mesa/como/eva")])
            assert (await client.post("/mesa/mesa/entrar", data={"person": "¡eva!"})).status_code == 400
            assert (await client.post("/mesa/mesa/entrar", data={"person": "bot-eva"})).status_code == 403
        assert told == []

    run(scene, staff_access=OPEN)


@pytest.mark.parametrize("access", [CLOSED, OPEN])
def test_where_no_session_can_begin_whoever_comes_is_told_to_wait(
    run: Any, told: Told, access: StaffAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: Any) -> None:
        monkeypatch.setattr(sessions, "MOST", 0)
        async with browser(house) as client:
            found = await client.post("/mesa/mesa/jugador-1")
            assert (found.status_code, known(house)) == (429, [])
        assert told == [("sessions-full", {"address": KEPT})]

    run(scene, staff_access=access)


def test_links_that_lead_nowhere_say_so_and_one_without_a_place_leads_to_the_places(run: Any) -> None:
    async def scene(house: Any) -> None:
        async with browser(house) as client:
            asked: tuple[tuple[str, Answered], ...] = (
                ("/mesa/mesa", (303, "/#mesa-mesa", [])),
                ("/mesa/mesa/jugador", (303, "/#mesa-mesa", [])),
                ("/mesa/mesa/jugador-99", (404, "", [])),
                ("/mesa/mesa/nadie", (404, "", [])),
                ("/mesa/otra", (404, "", [])),
                ("/mesa/otra/crupier", (404, "", [])),
            )
            for path, found in asked:
                assert answered(await client.get(path)) == found, path
            for path in ("/mesa/otra/crupier", "/mesa/mesa/nadie", "/mesa/otra/como/eva"):
                assert (await client.post(path, data={"person": "eva", "key": KEY})).status_code == 404, path

    run(scene, staff_access=CLOSED)


def test_an_official_who_plays_elsewhere_comes_to_his_post_from_his_own_browser(run: Any, told: Told) -> None:
    """The name of a player is his own: with the key alone nobody takes a post under it, from his own page he does."""

    async def scene(house: Any) -> None:
        await house.act("ana", Sit(1))
        async with browser(house) as client:
            token = house.app.state.sessions.open("mesa", "ana", address=HERE)
            client.cookies.set("tapete-place", token)
            await house.act("ana", Leave())
            told.clear()
            came = await client.post("/mesa/mesa/crupier", data={"person": "ana", "key": KEY})
            assert came.status_code == 303, came.text
            assert house.table.view(None).staff["croupier"] == PersonId("ana")
            assert [code for code, _ in told] == ["staff-entry"]

    run(scene, staff_access=CLOSED)
