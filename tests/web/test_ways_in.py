"""Threats T3, T12 and T13: who comes in by which address; nobody is somebody else; the staff key opens posts alone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.bots import AT_ONCE
from tapete.bots.friends import FriendTables
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.bingo import acts as b
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import CLOCK, HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.table.acts import Away, BuyIn, Relieve, Sit
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.browser import POST_COOKIE, WORDS_COOKIE, post_word, return_word
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.web.accounts import People
from tests.support.web.following import following
from tests.support.web.house import HERE, KEY, OPEN, ORIGIN, SHUT, House, opened

LINKS = ("jugador-3", "jugador-1", "crupier", "jefe", "de-pie")
OWN = {"sec-fetch-site": "none", "sec-fetch-dest": "document"}
FETCHES: dict[str, dict[str, str]] = {
    "typed": OWN,
    "from the hall": OWN | {"sec-fetch-site": "same-origin"},
    "from another site": OWN | {"sec-fetch-site": "cross-site"},
    "as a picture": {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"},
    "beforehand": OWN | {"sec-purpose": "prefetch"},
    "by a program": {},
}


@pytest.mark.parametrize("staff_access", [OPEN, SHUT], ids=["open", "key"])
def test_no_address_begins_a_session_when_it_is_fetched(run: Any, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        known = house.app.state.sessions._known
        for how, headers in FETCHES.items():
            for path in (f"/mesa/{table}/{link}" for table in ("mesa", "cf") for link in LINKS):
                answer = await house.client.get(path, headers=headers, follow_redirects=True)
                assert answer.status_code in (200, 401, 404)
                by_itself = 'id="come-in"' in answer.text and how in ("typed", "from the hall")
                assert ("data-by-itself" in answer.text) == by_itself, (how, path)
            for person in ("ana", "luz-cf", "nadie"):
                for path in (f"/mesa/mesa/como/{person}", f"/mesa/mesa/volver/{person}/{'0' * 40}"):
                    await house.client.get(path, headers=headers, follow_redirects=True)
            assert (known, dict(house.client.cookies)) == ({}, {}), how

    run(scene, staff_access=staff_access)


BOT = PersonId("bot-croupier-mesa")


async def take(house: Any, link: str, table: str = "mesa", **fields: str) -> Any:
    return await house.client.post(f"/mesa/{table}/{link}", data=fields, headers=ORIGIN, follow_redirects=False)


@opened(staff_access=SHUT)
async def test_without_open_doors_a_post_needs_the_key(house: Any, /) -> None:
    asked = await house.client.get("/mesa/mesa/crupier", follow_redirects=False)
    assert (asked.status_code, 'name="key"' in asked.text) == (200, True)
    for wrong in ({}, {"key": "llave"}, {"key": ""}, {"key": KEY.upper()}):
        answer = await take(house, "crupier", person="eva", **wrong)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    for name in ("", "bot-eva", "Eva!", "system:house"):
        assert (await take(house, "crupier", person=name, key=KEY)).status_code == 400
    await house.prepare()
    assert (await take(house, "crupier", person="ana", key=KEY)).status_code == 409, "a player is not put on duty"
    assert house.table.view(None).staff["croupier"] == "marta"
    answer = await take(house, "crupier", person="Doña Rosa", key=KEY)
    assert (answer.status_code, house.table.view(None).staff["croupier"]) == (303, "dona-rosa")
    assert '"tag":"close-bets"' in (await house.client.get(answer.headers["location"])).text


@opened(staff_access=StaffAccess())
async def test_a_hall_without_a_key_lets_nobody_take_a_post(house: Any, /) -> None:
    for key in ("", "x", KEY):
        assert (await take(house, "crupier", person="eva", key=key)).status_code == 403
        body = {"table": "mesa", "person": "marta", "key": key}
        answer = await house.client.post("/api/v1/sessions", json=body)
        assert answer.status_code == 403, f"the key {key!r} opens a post"


@opened(staff_access=SHUT)
async def test_nobody_speaks_under_a_machines_name_or_steals_a_post_by_name(house: Any, /) -> None:
    await house.act("system:house", Relieve(Role.CROUPIER, BOT))
    for person, code in ((str(BOT), "machine-person"), ("julio", "post-needs-key")):
        answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": person})
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": "julio", "key": KEY})
    assert answer.status_code == 201
    headers = {"authorization": f"Bearer {answer.json()['token']}", "idempotency-key": "1"}
    relief = {"what": {"act": "relieve", "role": "table-chief", "person": "bot-x"}}
    sent = await house.client.post("/api/v1/tables/mesa/acts", json=relief, headers=headers)
    assert sent.json()["code"] == "machine-person", "a post is handed to whom nobody can come in as"


WORDS = {"table_id": "otra", "person": "ana", "link": "jugador-1", "word": "w", "post_name": "cocina"}


def addresses(app: Any, part: str) -> list[tuple[str, str]]:
    """Return every way to ask for an address with some part in it: method and path."""
    found = []
    for route in app.routes:
        if "{" + part in route.path:
            path = route.path
            for name, value in WORDS.items():
                path = path.replace("{" + name + ":str}", value)
            found += [(method, path) for method in sorted(route.methods - {"OPTIONS", "HEAD"})]
    return found


@pytest.mark.parametrize("doors", ["open", "key", "accounts"])
def test_a_table_that_is_not_there_is_told_alike_at_every_address(run: Any, doors: str) -> None:
    async def scene(here: House) -> None:
        state = here.app.state
        token = state.sessions.open("otra", "ana")
        shown = {
            "nothing": {},
            "a session": {"cookie": f"{COOKIE}={token}", "authorization": f"Bearer {token}"},
            "a return link": {"cookie": f"{WORDS_COOKIE}=ana.{return_word(state, 'ana')}"},
            "a post": {"cookie": f"{POST_COOKIE}={post_word(state, 'otra', 'ana')}"},
        }
        asked = addresses(here.app, "table_id")
        assert len(asked) > 25
        for what, more in shown.items():
            headers = ORIGIN | {"idempotency-key": "k"} | more
            for method, path in asked:
                answer = await here.client.request(method, path, headers=headers)
                # the form of a demo tells nobody elsewhere whether there is a table
                expected = 403 if doors != "open" and path.endswith("/entrar") else 404
                assert (answer.status_code, "set-cookie" in answer.headers) == (expected, False), (what, method, path)
            begun = await here.client.post("/api/v1/sessions", json={"table": "otra", "person": "ana"}, headers=headers)
            assert (begun.status_code, begun.json()["code"]) == (404, "no-such-table"), what

    if doors == "accounts":
        run(scene, people=People())
    else:
        run(scene, staff_access=OPEN if doors == "open" else SHUT)


def stranger(house: Any) -> httpx.AsyncClient:
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


@opened(staff_access=SHUT)
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
        link = f"/mesa/mesa/volver/{person}/{word_of(own.text, person)}"
        assert (await other.get(link)).status_code == 200
        assert not other.cookies
        back = await other.post(link, headers=ORIGIN, follow_redirects=True)
        assert back.status_code == 200
        assert "200" in back.text


@pytest.mark.parametrize("access", [OPEN, SHUT], ids=["open", "key"])
def test_from_the_lobby_to_a_seat_with_chips_a_name_is_asked_once_and_is_nobody_elses(
    run: Any, access: StaffAccess
) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        async with stranger(house) as ana, stranger(house) as other:
            asked = await ana.get("/mesa/mesa/sentarse")
            assert ('name="name"' in asked.text, 'value="25000"' in asked.text) == (True, True)
            command = asked.text.partition('name="command" value="')[2].partition('"')[0]
            sent = {"name": "Doña Ana", "amount": "25000", "command": command}
            async with stranger(house) as lost:  # the answer is lost, and the same form is sent again
                await lost.post("/mesa/mesa/sentarse", data=sent, headers=ORIGIN)
            await ana.post("/mesa/mesa/sentarse", data=sent, headers=ORIGIN)
            house.app.state.repeats._begun.clear()
            await ana.post("/mesa/mesa/sentarse", data=sent, headers=ORIGIN)  # long after, by the browser's back button
            me = house.table.view(PersonId("dona-ana")).me
            assert (me.seat, me.chips) == (1, 25_000)
            assert "/mesa/mesa/como/dona-ana" in (await ana.get("/")).text
            second = (await ana.get("/mesa/sala/sentarse")).text
            assert ("Usted es dona-ana" in second, 'name="name"' in second) == (True, False)
            assert "déjela antes" in (await ana.get("/mesa/cf/sentarse")).text
            await house.act("bot-carmen-mini", Sit(3), "mini")
            for name in ("doña ana", "bot-ana", "nadie todavía", "¡!", "Cármen"):
                answer = await other.post("/mesa/mini/sentarse", data={"name": name}, headers=ORIGIN)
                assert (answer.status_code, dict(other.cookies)) == (409, {}), name
            other.cookies.set("tapete-me", f"dona-ana.{'0' * 40}", domain="testserver.local", path="/")
            page = (await other.get("/mesa/sala/sentarse")).text
            assert ("Usted es dona-ana" in page) is access.is_open, "with closed doors a name needs its word"

    run(scene, staff_access=access)


@opened(staff_access=SHUT)
async def test_anybody_opens_a_table_among_friends_a_few_in_a_row_and_an_empty_one_is_ended(
    house: Any, /, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, known = house.app.state, set(house.hall.tables)
    most = state.brakes.friend_tables.one.most
    assert (await house.client.get("/amigos")).status_code == 404, "not where the hall does not say so"
    state.friends = friends = await FriendTables.start(house.hall, AT_ONCE, empty_s=0.0)
    try:
        games = [one.name for one in friends.games()]
        for number, game in enumerate([*games[:most], games[0]]):
            async with stranger(house) as maker:
                sent = {"table": f"{game} 0", "name": f"ana {number}", "command": f"c-{number}"}
                answer = await maker.post("/amigos", data=sent, headers=ORIGIN)
                if number == most:
                    assert answer.status_code == 429
                    break
                for _ in ("at once", "long after"):
                    again = await maker.post("/amigos", data=sent, headers=ORIGIN)
                    assert again.headers["location"] == answer.headers["location"], "it opens no other table"
                    state.repeats._begun.clear()
                table = answer.headers["location"].split("/")[2]
                here, ana = house.hall.tables[table], PersonId(f"ana-{number}")
                assert (here.view(ana).me.seat, len(here.machines) > 0) == (1, True)
                page = (await maker.get(answer.headers["location"])).text
                assert (f"/mesa/{table}/sentarse" in page, "<svg" in page) == (True, True)
                assert (await maker.get(f"/mesa/{table}/crupier")).text.count('name="key"') == 1, "a post has its key"
                assert table not in (await house.client.get("/")).text
                other = await maker.post("/amigos", data={**sent, "command": f"d-{number}"}, headers=ORIGIN)
                assert (other.status_code, table in other.text) == (409, True), "who sits there opens none elsewhere"
        for table in set(house.hall.tables) - known:
            await friends.end(table)
            assert table in house.hall.tables, "whoever has just come keeps the table"
            for one in house.hall.presence.people_at(table):
                await house.hall.tables[table].act(Act(CLOCK, Away(one)))
            await friends.end(table)
        assert set(house.hall.tables) == known
        monkeypatch.setattr("tapete.bots.friends.MOST", 1)
        made = await asyncio.gather(*(friends.open(games[0], 0) for _ in range(3)))
        (closed,) = filter(None, made)  # so many may be open, also of those that are asked for at one moment
        await house.hall.tables[closed].act(Act(HOUSE, CloseTable()))
        staff = {Role.CROUPIER: PersonId("eva"), Role.TABLE_CHIEF: PersonId("luis")}
        own = OpenTable("amigos-0000abcd", "asturias-2011", 500, 50_000, staff=staff)
        await house.hall.open_table("punto-y-banca", own)
        await friends.stop()
        friends = await FriendTables.start(house.hall, AT_ONCE)  # the hall starts again before it was let go
        assert set(house.hall.tables) == {*known, own.name}
        assert not friends.is_one(own.name), "an operator's own table is none, whatever it is called"
        kept = await friends.open(games[0], 0)
        await friends.stop()
        state.friends = friends = await FriendTables.start(house.hall, AT_ONCE, may_open=False)
        assert (await house.client.get("/amigos")).status_code == 404, "nobody opens one any more"
        lobby = (await house.client.get("/")).text
        assert ("/amigos" in lobby, f"/mesa/{kept}" in lobby) == (False, False), (
            "those of before stay with their friends"
        )
    finally:
        await friends.stop()


async def restarted(
    folder: Path, doings: Callable[[Hall, httpx.AsyncClient], Awaitable[Any]], access: StaffAccess = SHUT
) -> Any:
    """Start a hall that may have been there before, with one table; do something in it; stop it."""
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "hall.key"))
    try:
        if not hall.tables:
            staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
            await hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff))
        transport = httpx.ASGITransport(create_app(hall, hosts=["testserver.local"], staff_access=access))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url=HERE, headers=ORIGIN) as browser:
            return await doings(hall, browser)
    finally:
        await hall.stop()


def test_the_return_link_outlives_a_restart(tmp_path: Path) -> None:
    async def begin(hall: Hall, browser: httpx.AsyncClient) -> tuple[str, str]:
        page = await browser.post("/mesa/mesa/jugador-2", follow_redirects=True)
        person = page.url.path.rpartition("/")[2]
        await hall.tables["mesa"].act(Act(PersonId(person), Sit(2), hall.tables["mesa"].step))
        return person, word_of(page.text, person)

    person, word = anyio.run(restarted, tmp_path, begin)
    path = f"/mesa/mesa/como/{person}"

    async def by_link(_: Hall, browser: httpx.AsyncClient) -> None:
        assert (await browser.get(path)).status_code == 401
        assert (await browser.post(f"/mesa/mesa/volver/{person}/{word}", follow_redirects=True)).status_code == 200

    async def by_the_browser_of_before(_: Hall, browser: httpx.AsyncClient) -> None:
        browser.cookies.set("tapete-me", f"{person}.{word}", domain="testserver.local", path="/")
        door = await browser.get(path, follow_redirects=True)
        assert (f'action="{path}"' in door.text, door.headers.get("set-cookie")) == (True, None)
        assert (await browser.post(path, follow_redirects=True)).status_code == 200
        app: Any = browser._transport.app  # type: ignore[attr-defined]
        place = next(one.value for one in browser.cookies.jar if (one.name, one.path) == ("tapete-place", path))
        async with following(app, f"{path}/flujo", cookie=f"tapete-place={place}") as stream:
            await stream.next()
            assert (await browser.post(f"{path}/salir")).headers["location"] == "/"
            await stream.end()
        assert ((await browser.get(path)).status_code, (await browser.post(path)).status_code) == (401, 401)
        assert [one.name for one in browser.cookies.jar if one.path in (path, "/")] == []

    anyio.run(restarted, tmp_path, by_link)
    anyio.run(restarted, tmp_path, by_the_browser_of_before)
    anyio.run(restarted, tmp_path, by_link)  # whoever left a device has still what is theirs


def test_an_officials_page_outlives_a_restart_while_he_holds_the_post_and_the_key_is_the_same(tmp_path: Path) -> None:
    """The browser that was let in with the key finds its page again; relieved, or with another key, it does not."""

    async def let_in(_: Hall, browser: httpx.AsyncClient) -> str:
        entered = await browser.post("/mesa/mesa/crupier", data={"person": "marta", "key": KEY})
        return str(entered.cookies["tapete-post"])

    word = anyio.run(restarted, tmp_path, let_in)

    async def back(hall: Hall, browser: httpx.AsyncClient, relieved: bool = False) -> list[int]:
        if relieved:
            table = hall.tables["mesa"]
            await table.act(Act(PersonId("julio"), Relieve(Role.CROUPIER, PersonId("eva")), table.step))
        found = []
        for path in ("/mesa/mesa/como/julio", "/mesa/mesa/como/marta"):
            browser.cookies.set("tapete-post", word, domain="testserver.local", path=path)
            found.append((await browser.post(path, follow_redirects=True)).status_code)
        return found

    assert anyio.run(restarted, tmp_path, back) == [401, 200], "it is the word of nobody else"
    assert anyio.run(restarted, tmp_path, back, StaffAccess(key="otra-llave-distinta")) == [401, 401]
    assert anyio.run(restarted, tmp_path, partial(back, relieved=True)) == [401, 401]


@opened(staff_access=SHUT)
async def test_whoever_was_sent_to_a_post_comes_to_it_unless_the_key_would_open_a_player(house: Any, /) -> None:
    """Nobody sends a player to a post and comes in as them: their chips, and what they see, are their own."""
    await house.open_bingo()
    await house.act("eva", b.BuyIn(12_00), "sala")
    await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("rosa")), "sala")
    for who, status in (("rosa", 303), ("eva", 409)):
        assert (await take(house, "locutor", "sala", person=who, key=KEY)).status_code == status
    asked = {"table": "sala", "person": "eva", "key": KEY}
    answer = await house.client.post("/api/v1/sessions", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (403, "place-taken")
    word = return_word(house.app.state, "eva")
    assert (await house.client.post("/api/v1/sessions", json=asked | {"back": word})).status_code == 201


@pytest.mark.usefixtures("empty_security_log")
@opened(staff_access=SHUT)
async def test_the_staff_key_opens_no_player_and_the_security_log_says_who_tried(house: Any, /, caplog: Any) -> None:
    """Neither whoever has an account here, nor whoever sits at another table, nor whoever has but a page."""
    await house.open_bingo()
    await house.act("eva", b.BuyIn(12_00), "sala")
    await house.act("ana", Sit(1))
    house.cookie("bea", "mesa")
    with caplog.at_level(logging.INFO, "tapete.security"):
        for person in ("eva", "ana", "bea"):
            for table in ("sala", "mesa"):
                body = {"table": table, "person": person, "key": KEY}
                answer = await house.client.post("/api/v1/sessions", json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "place-taken"), (person, table)
        chief = {"table": "sala", "person": "table-chief-sala", "key": KEY}
        opened = await house.client.post("/api/v1/sessions", json=chief)
        assert (opened.status_code, opened.json()["back"]) == (201, "")
    told = [(one.message, one.facts["person"]) for one in caplog.records if one.name == "tapete.security"]  # type: ignore[attr-defined]
    refused = [("staff-entry-refused", who) for who in ("eva", "ana", "bea") for _ in "12"]
    assert told == [*refused, ("staff-entry", "table-chief-sala")]


@opened(staff_access=SHUT)
async def test_a_page_whose_post_is_lost_does_not_become_a_players(house: Any, /) -> None:
    await house.open_bingo()
    page = str((await take(house, "locutor", "sala", person="rosa", key=KEY)).headers["location"])
    await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("luis")), "sala")
    told = (await house.client.get(page)).text
    assert "Ingresar" not in told
    buy = {"act": "buy-in", "amount": "10", "command": "c-1", "at": str(house.tables["sala"].step)}
    answer = await house.client.post(f"{page}/hacer", data=buy, headers=ORIGIN)
    assert answer.status_code == 403
    assert "para jugar, entre como jugador" in answer.text


@opened(staff_access=SHUT)
async def test_nobody_new_is_called_like_a_post_or_looks_like_somebody_whom_the_hall_knows(house: Any, /) -> None:
    """Whoever has chips or cartones, a page alone, or a seat at another table is somebody to be taken for."""
    await house.open_bingo()
    await house.act("olga", BuyIn(12_00), "sala")
    await house.act("ana", Sit(1))
    house.cookie("carlos", "mesa")
    posts = ("cajero", "jefe-de-mesa", "croupier-2", "casa", "ana-", "tab1e-chief-sala")
    for person in (*posts, "0lga", "o-lga", "an-a", "car1os"):
        answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": person})
        assert answer.status_code == 403, (person, answer.json())
        assert answer.json()["detail"].startswith("Ese nombre es de un puesto") or person not in posts
        answer = await house.client.post("/mesa/mesa/entrar", data={"person": person}, headers=ORIGIN)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False), f"by the form of a demo: {person}"
    assert (await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": "luis"})).status_code == 201
