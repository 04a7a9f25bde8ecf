"""A person who is in the hall is nobody else's: cookie or return link with closed doors, a question in the demo."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.table.acts import BuyIn, Relieve, Sit
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.staff_access import StaffAccess

HERE = "http://testserver.local"
ORIGIN = {"origin": HERE}
KEY = "llave-de-la-sala"
CLOSED = StaffAccess(key=KEY)


def stranger(house: Any) -> httpx.AsyncClient:
    """Return another browser in the same hall."""
    return httpx.AsyncClient(transport=house.client._transport, base_url=HERE)


async def seated(house: Any, link: str = "jugador-3") -> str:
    """Come in by a free place, sit down at it and buy chips; return the person."""
    where = await house.enter(link)
    person = where.rpartition("/")[2]
    await house.act(person, Sit(int(link[-1])))
    await house.act(person, BuyIn(20_000))
    return str(person)


def word_of(page: str, person: str) -> str:
    """Return the word of the return link on a page."""
    return page.partition(f"/volver/{person}/")[2][:40]


def test_a_taken_place_opens_for_its_own_browser_alone(run: Any) -> None:
    async def scene(house: Any) -> None:
        person = await seated(house)
        own = await house.client.post("/mesa/mesa/jugador-3", headers=ORIGIN, follow_redirects=True)
        assert own.status_code == 200
        assert "Su enlace para volver" in own.text
        async with stranger(house) as other:
            for path in ("/mesa/mesa/jugador-3", f"/mesa/mesa/como/{person}", f"/mesa/mesa/volver/{person}/{'0' * 40}"):
                page = await other.get(path, follow_redirects=True)
                assert page.status_code == 401
                assert "Este puesto está ocupado" in page.text
                assert 'href="/mesa/mesa/jugador-4"' in page.text
                assert 'href="/mesa/mesa/jugador-3"' not in page.text
                assert not other.cookies
            fields = {"person": person, "anyway": "yes"}
            assert (await other.post("/mesa/mesa/entrar", data=fields, headers=ORIGIN)).status_code == 403
            assert not other.cookies
            link = f"/mesa/mesa/volver/{person}/{word_of(own.text, person)}"
            assert (await other.get(link)).status_code == 200
            assert not other.cookies
            back = await other.post(link, headers=ORIGIN, follow_redirects=True)
            assert back.status_code == 200
            assert "200" in back.text

    run(scene, staff_access=CLOSED)


def test_the_old_place_of_somebody_is_a_newcomers(run: Any) -> None:
    async def scene(house: Any) -> None:
        first = (await house.enter("jugador-3")).rpartition("/")[2]
        assert (await house.enter("jugador-3")).rpartition("/")[2] == first  # his own browser finds him again
        async with stranger(house) as other:
            answer = await other.post("/mesa/mesa/jugador-3", headers=ORIGIN, follow_redirects=False)
            second = answer.headers["location"].rpartition("/")[2]
            assert second != first
            assert (await other.get(f"/mesa/mesa/como/{second}")).status_code == 200
            assert (await other.get(f"/mesa/mesa/como/{first}")).status_code == 401

    run(scene, staff_access=CLOSED)


def test_a_program_opens_no_session_of_somebody_else(run: Any) -> None:
    async def scene(house: Any) -> None:
        person, sessions = await seated(house), "/api/v1/sessions"
        asked = {"table": "mesa", "person": person}
        for more in ({}, {"back": ""}, {"back": "0" * 40}, {"back": None}, {"key": "no"}):
            answer = await house.client.post(sessions, json=asked | more)
            assert (answer.status_code, answer.json()["code"]) == (403, "place-taken")
        page = (await house.client.get(f"/mesa/mesa/como/{person}")).text
        answer = await house.client.post(sessions, json=asked | {"back": word_of(page, person)})
        assert answer.status_code == 201
        # A new name is whose it is from its first session on; its own token and word open another.
        new = {"table": "mesa", "person": "nuevo"}
        opened = (await house.client.post(sessions, json=new)).json()
        assert (await house.client.post(sessions, json=new)).status_code == 403
        again = await house.client.post(sessions, json=new, headers={"authorization": f"Bearer {opened['token']}"})
        assert again.status_code == 201
        assert (await house.client.post(sessions, json=new | {"back": opened["back"]})).status_code == 201
        assert (await house.client.post(sessions, json=asked | {"back": opened["back"]})).status_code == 403

    run(scene, staff_access=CLOSED)


def test_the_demo_opens_every_place_to_whoever_says_that_he_wants_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        person = await seated(house)
        async with stranger(house) as other:
            asked = await other.get("/mesa/mesa/jugador-3", follow_redirects=True)
            assert (asked.status_code, "otro navegador" in asked.text) == (401, True)
            fields = {"person": person, "anyway": "yes"}
            page = await other.post("/mesa/mesa/entrar", data=fields, headers=ORIGIN, follow_redirects=True)
            assert (page.status_code, str(page.url).endswith(f"/como/{person}")) == (200, True)
            assert "Su enlace para volver" not in page.text
            asked = {"table": "mesa", "person": person}
            assert (await other.post("/api/v1/sessions", json=asked)).status_code == 201

    run(scene)


def test_the_return_link_outlives_a_restart(tmp_path: Path) -> None:
    async def once(first: bool, client: dict[str, str]) -> None:
        keys = Keys.load(tmp_path / "hall.key")
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", keys)
        try:
            transport = httpx.ASGITransport(create_app(hall, hosts=["testserver.local"], staff_access=CLOSED))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:
                if first:
                    await begin(hall, browser, client)
                    return
                person, word = client["person"], client["word"]
                assert (await browser.get(f"/mesa/mesa/como/{person}")).status_code == 401
                link = f"/mesa/mesa/volver/{person}/{word}"
                back = await browser.post(link, headers=ORIGIN, follow_redirects=True)
                assert back.status_code == 200
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:  # the one of before
                path = f"/mesa/mesa/como/{person}"
                browser.cookies.set("tapete-return", word, domain="testserver.local", path=path)
                door = await browser.get(path, follow_redirects=True)
                assert (f'action="{path}"' in door.text, door.headers.get("set-cookie")) == (True, None)
                assert (await browser.post(path, headers=ORIGIN, follow_redirects=True)).status_code == 200
        finally:
            await hall.stop()

    async def begin(hall: Hall, browser: httpx.AsyncClient, client: dict[str, str]) -> None:
        staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
        table = await hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff))
        page = await browser.post("/mesa/mesa/jugador-2", headers=ORIGIN, follow_redirects=True)
        client["person"] = page.url.path.rpartition("/")[2]
        client["word"] = word_of(page.text, client["person"])
        await table.act(Act(PersonId(client["person"]), Sit(2), table.step))

    seen: dict[str, str] = {}
    anyio.run(once, True, seen)
    anyio.run(once, False, seen)


def test_an_officials_page_outlives_a_restart_while_he_holds_the_post_and_the_key_is_the_same(tmp_path: Path) -> None:
    """The browser that was let in with the key finds its page again; relieved, or with another key, it does not."""
    path = "/mesa/mesa/como/marta"
    kept: dict[str, str] = {}

    async def once(staff_access: StaffAccess, *, relieved: bool = False) -> int:
        keys = Keys.load(tmp_path / "hall.key")
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", keys)
        try:
            transport = httpx.ASGITransport(create_app(hall, hosts=["testserver.local"], staff_access=staff_access))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:
                if not kept:
                    staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
                    opening = OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff)
                    await hall.open_table("punto-y-banca", opening)
                    fields = {"person": "marta", "key": KEY}
                    told = await browser.post("/mesa/mesa/crupier", data=fields, headers=ORIGIN)
                    kept["word"] = told.cookies["tapete-post"]
                    return told.status_code
                if relieved:
                    table = hall.tables["mesa"]
                    await table.act(Act(PersonId("julio"), Relieve(Role.CROUPIER, PersonId("eva")), table.step))
                browser.cookies.set("tapete-post", kept["word"], domain="testserver.local", path=path)
                back = await browser.post(path, headers=ORIGIN, follow_redirects=True)
                if back.status_code == 200:
                    assert "Contar las cartas" in back.text
                elsewhere = path.replace("marta", "julio")
                browser.cookies.set("tapete-post", kept["word"], domain="testserver.local", path=elsewhere)
                assert (await browser.post(elsewhere, headers=ORIGIN, follow_redirects=True)).status_code == 401
                return back.status_code
        finally:
            await hall.stop()

    assert anyio.run(once, CLOSED) == 303
    assert anyio.run(once, CLOSED) == 200
    assert anyio.run(once, StaffAccess(key="otra-llave-distinta")) == 401
    assert anyio.run(partial(once, relieved=True), CLOSED) == 401


def test_the_link_of_a_machines_place_says_whose_it_is_and_where_one_may_come_in(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.act("bot-lucia-cf", Sit(4), "cf")
        page = await house.client.get("/mesa/cf/jugador-4", follow_redirects=True)
        assert page.status_code == 200
        assert "Este puesto es de lucia, una máquina que juega sola" in page.text
        assert "entrar" not in page.text
        free = re.findall(r'href="/mesa/cf/(jugador-\d)"', page.text)
        assert free == [f"jugador-{seat}" for seat in (1, 2, 3, 5, 6, 7, 8, 9)]
        assert 'href="/mesa/cf/de-pie"' in page.text

    for staff_access in (StaffAccess(is_open=True), CLOSED):
        run(scene, staff_access=staff_access)


def test_whoever_finds_every_place_taken_comes_in_standing(run: Any) -> None:
    async def scene(house: Any) -> None:
        for seat in range(1, 10):
            await house.act(f"p{seat}", Sit(seat), "cf")
        assert 'href="/mesa/cf/de-pie"' in (await house.client.get("/")).text
        async with stranger(house) as other, stranger(house) as third:
            taken = await other.get("/mesa/cf/jugador-3", follow_redirects=True)
            assert (taken.status_code, 'href="/mesa/cf/de-pie"' in taken.text) == (401, True)
            here = await other.post("/mesa/cf/de-pie", headers=ORIGIN, follow_redirects=True)
            assert here.status_code == 200
            for act in ("stand-behind", "join-list"):
                assert f'name="act" value="{act}"' in here.text
            again = await other.get("/mesa/cf/de-pie", follow_redirects=True)
            assert again.url == here.url
            assert (await third.post("/mesa/cf/de-pie", headers=ORIGIN, follow_redirects=True)).url != here.url
        assert (await house.client.get("/mesa/mesa/de-pie")).status_code == 404

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize("address", ["/mesa/cf", "/mesa/cf/jugador"])
def test_an_address_without_a_place_leads_to_the_places_of_its_table(run: Any, address: str) -> None:
    async def scene(house: Any) -> None:
        answer = await house.client.get(address, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/#mesa-cf"
        assert 'id="mesa-cf"' in (await house.client.get("/")).text
        assert (await house.client.get(address.replace("/cf", "/no-hay"))).status_code == 404

    run(scene)
