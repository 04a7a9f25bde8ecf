"""Threats T3 and T12: a person who is in the hall is nobody else's, and the staff key opens posts, never a player."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.games.bingo import acts as b
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.table.acts import BuyIn, Relieve, Sit
from tapete.table.staff import Role
from tapete.web import create_app, place_claims
from tapete.web.staff_access import StaffAccess
from tests.support.web.house import opened

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


@opened(staff_access=CLOSED)
async def test_a_taken_place_opens_for_its_own_browser_alone(house: Any, /) -> None:
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


@opened(staff_access=CLOSED)
async def test_a_program_opens_no_session_of_somebody_else(house: Any, /) -> None:
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


SHUT = StaffAccess(key=KEY)
FORM = {"origin": "http://testserver.local"}


async def take(house: Any, link: str, person: str, key: str = KEY) -> Any:
    """Ask for a post of the hall with the staff key."""
    post = {"person": person, "key": key}
    return await house.client.post(f"/mesa/sala/{link}", data=post, headers=FORM, follow_redirects=False)


@opened(staff_access=SHUT)
async def test_whoever_was_sent_to_a_post_comes_to_it_unless_the_key_would_open_a_player(house: Any, /) -> None:
    """Nobody sends a player to a post and comes in as them: their chips, and what they see, are their own."""
    await house.open_bingo()
    await house.act("eva", b.BuyIn(12_00), "sala")
    await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("rosa")), "sala")
    for who, status in (("rosa", 303), ("eva", 409)):
        assert (await take(house, "locutor", who)).status_code == status
    asked = {"table": "sala", "person": "eva", "key": KEY}
    answer = await house.client.post("/api/v1/sessions", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (403, "place-taken")
    word = place_claims.return_word(house.app.state, "eva")
    assert (await house.client.post("/api/v1/sessions", json=asked | {"back": word})).status_code == 201


@pytest.mark.usefixtures("empty_security_log")
@opened(staff_access=SHUT)
async def test_the_staff_key_opens_no_player_and_the_security_log_says_who_tried(
    house: Any, /, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither whoever has an account here, nor whoever sits at another table, nor whoever has but a page."""
    await house.open_bingo()
    await house.act("eva", b.BuyIn(12_00), "sala")
    await house.act("ana", Sit(1))
    house.cookie("bea", "mesa")
    with caplog.at_level(logging.WARNING, "tapete.security"):
        for person in ("eva", "ana", "bea"):
            for table in ("sala", "mesa"):
                body = {"table": table, "person": person, "key": KEY}
                answer = await house.client.post("/api/v1/sessions", json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "place-taken"), (person, table)
    told = [(one.message, one.facts["person"]) for one in caplog.records]  # type: ignore[attr-defined]
    assert told == [("staff-entry-refused", who) for who in ("eva", "ana", "bea") for _ in "12"]
    chief = {"table": "sala", "person": "table-chief-sala", "key": KEY}
    opened = await house.client.post("/api/v1/sessions", json=chief)
    assert (opened.status_code, opened.json()["back"]) == (201, "")


@opened(staff_access=SHUT)
async def test_a_page_whose_post_is_lost_does_not_become_a_players(house: Any, /) -> None:
    await house.open_bingo()
    page = str((await take(house, "locutor", "rosa")).headers["location"])
    await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("luis")), "sala")
    told = (await house.client.get(page)).text
    assert "Ingresar" not in told
    buy = {"act": "buy-in", "amount": "10", "command": "c-1", "at": str(house.tables["sala"].step)}
    answer = await house.client.post(f"{page}/hacer", data=buy, headers=FORM)
    assert answer.status_code == 403
    assert "para jugar, entre como jugador" in answer.text


@pytest.mark.parametrize("person", ["cajero", "jefe-de-mesa", "croupier-2", "casa", "ana-", "tab1e-chief-sala"])
@opened(staff_access=SHUT)
async def test_no_program_calls_a_player_like_a_post_or_like_somebody_here(house: Any, /, person: str) -> None:
    await house.open_bingo()
    await house.act("ana", Sit(1))
    answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": person})
    assert (answer.status_code, answer.json()["detail"].split(",")[0]) == (403, "Ese nombre es de un puesto")


@opened(staff_access=SHUT)
async def test_nobody_new_looks_like_somebody_whom_the_hall_knows_without_a_place(house: Any, /) -> None:
    """Whoever has chips or cartones, a page alone, or a seat at another table is somebody to be taken for."""
    await house.open_bingo()
    await house.act("olga", BuyIn(12_00), "sala")
    await house.act("ana", Sit(1))
    house.cookie("carlos", "mesa")
    for person, status in (("0lga", 403), ("o-lga", 403), ("an-a", 403), ("car1os", 403), ("luis", 201)):
        answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": person})
        assert answer.status_code == status, (person, answer.json())
