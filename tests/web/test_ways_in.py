"""Promise (docs/security.md, T12 and T13): who comes in by which address, and what begins a session."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.web import place_claims
from tapete.web.responses import preferred_lang
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.web.accounts import People
from tests.support.web.house import OPEN, ORIGIN, House, opened

OWN = {"sec-fetch-site": "none", "sec-fetch-dest": "document"}
LINKS = ("jugador-3", "jugador-1", "crupier", "jefe", "de-pie")
FETCHES: dict[str, dict[str, str]] = {
    "typed": OWN,
    "from the hall": OWN | {"sec-fetch-site": "same-origin"},
    "from another site": OWN | {"sec-fetch-site": "cross-site"},
    "as a picture": {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"},
    "beforehand": OWN | {"sec-purpose": "prefetch"},
    "by a program": {},
}
BY_ITSELF = ("typed", "from the hall")


@pytest.mark.parametrize("how", FETCHES)
@pytest.mark.parametrize("staff_access", [StaffAccess(is_open=True), StaffAccess(key="llave-de-la-sala")])
def test_no_address_begins_a_session_when_it_is_fetched(run: Any, how: str, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        known = house.client._transport.app.state.sessions._known
        for table in ("mesa", "cf"):
            for link in LINKS:
                answer = await house.client.get(f"/mesa/{table}/{link}", headers=FETCHES[how], follow_redirects=True)
                assert answer.status_code in (200, 401, 404)
                assert ("/static/enter.js" in answer.text) == ('id="come-in"' in answer.text and how in BY_ITSELF)
        for person in ("ana", "luz-cf", "nadie"):
            for path in (f"/mesa/mesa/como/{person}", f"/mesa/mesa/volver/{person}/{'0' * 40}"):
                await house.client.get(path, headers=FETCHES[how], follow_redirects=True)
        assert (known, dict(house.client.cookies)) == ({}, {})

    run(scene, staff_access=staff_access)


@opened(staff_access=StaffAccess(key="llave-de-la-sala"))
async def test_a_return_link_is_not_used_up_or_used_by_whoever_looks_at_it(house: Any, /) -> None:
    told = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": "eva"})
    known = house.client._transport.app.state.sessions._known
    before, link = len(known), f"/mesa/mesa/volver/eva/{told.json()['back']}"
    door = await house.client.get(link, headers=FETCHES["from another site"])
    assert (door.status_code, 'id="come-in"' in door.text, "enter.js" in door.text) == (200, True, False)
    assert (len(known), dict(house.client.cookies)) == (before, {})
    entered = await house.client.post(link, headers=ORIGIN)
    assert (entered.status_code, entered.headers["location"]) == (303, "/mesa/mesa/como/eva")
    assert len(known) == before + 1


@pytest.mark.parametrize("path", ["/mesa/mesa/jugador-3", "/mesa/cf/de-pie", "/mesa/mesa/como/ana"])
async def test_a_form_of_another_site_begins_none(house: Any, /, path: str) -> None:
    known = house.client._transport.app.state.sessions._known
    for origin in ("https://otra.example", "null"):
        answer = await house.client.post(path, headers={"origin": origin})
        assert answer.status_code == 403
    assert known == {}


KEY = "llave-de-la-sala"
CLOSED = StaffAccess(key=KEY)
BOT = PersonId("bot-croupier-mesa")


async def by_machine(house: Any) -> None:
    """Give the croupier's post to a machine."""
    await house.act("system:house", Relieve(Role.CROUPIER, BOT))


async def take(house: Any, link: str, **fields: str) -> Any:
    return await house.client.post(f"/mesa/mesa/{link}", data=fields, headers=ORIGIN, follow_redirects=False)


@opened(staff_access=CLOSED)
async def test_without_open_doors_a_post_needs_the_key(house: Any, /) -> None:
    asked = await house.client.get("/mesa/mesa/crupier", follow_redirects=False)
    assert asked.status_code == 200
    assert 'name="key"' in asked.text
    for wrong in ({}, {"key": "llave"}, {"key": ""}, {"key": KEY.upper()}):
        answer = await take(house, "crupier", person="eva", **wrong)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    for name in ("", "bot-eva", "Eva!", "system:house"):
        assert (await take(house, "crupier", person=name, key=KEY)).status_code == 400
    assert house.table.view(None).staff["croupier"] == "marta"
    answer = await take(house, "crupier", person="eva", key=KEY)
    assert answer.status_code == 303
    assert house.table.view(None).staff["croupier"] == "eva"
    assert "Contar las cartas" in (await house.client.get(answer.headers["location"])).text


@opened(staff_access=StaffAccess())
async def test_a_hall_without_a_key_lets_nobody_take_a_post(house: Any, /) -> None:
    for key in ("", "x", KEY):
        assert (await take(house, "crupier", person="eva", key=key)).status_code == 403
        body = {"table": "mesa", "person": "marta", "key": key}
        assert (await house.client.post("/api/v1/sessions", json=body)).status_code == 403, (
            f"the key {key!r} opens a post"
        )


@opened(staff_access=CLOSED)
async def test_a_player_at_the_table_is_not_put_on_duty(house: Any, /) -> None:
    await house.prepare()
    answer = await take(house, "crupier", person="ana", key=KEY)
    assert answer.status_code == 409
    assert house.table.view(None).staff["croupier"] == "marta"


@opened(staff_access=CLOSED)
async def test_nobody_speaks_under_a_machines_name_or_steals_a_post_by_name(house: Any, /) -> None:
    await by_machine(house)
    sessions = "/api/v1/sessions"
    answer = await house.client.post(sessions, json={"table": "mesa", "person": BOT})
    assert (answer.status_code, answer.json()["code"]) == (403, "machine-person")
    answer = await house.client.post("/mesa/mesa/entrar", data={"person": str(BOT)}, headers=ORIGIN)
    assert answer.status_code == 403
    answer = await house.client.post(sessions, json={"table": "mesa", "person": "julio"})
    assert (answer.status_code, answer.json()["code"]) == (403, "post-needs-key")
    answer = await house.client.post("/mesa/mesa/entrar", data={"person": "julio"}, headers=ORIGIN)
    assert answer.status_code == 403
    answer = await house.client.post(sessions, json={"table": "mesa", "person": "julio", "key": KEY})
    assert answer.status_code == 201


def other_browser(house: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=house.client._transport, base_url="http://testserver.local")


async def test_a_place_whose_player_has_a_page_asks_before_it_opens(house: Any, /) -> None:
    await house.prepare()
    here = await house.enter("jugador-1")
    assert await house.enter("jugador-1") == here, "his own browser is not asked"
    async with other_browser(house) as stranger:
        asked = await stranger.get("/mesa/mesa/jugador-1")
        assert asked.status_code == 401
        assert "Este puesto lo ocupa ana desde otro navegador" in asked.text
        assert "set-cookie" not in asked.headers
        assert 'id="enter-anyway"' in asked.text
        assert (await stranger.get(here)).status_code == 401
        inside = await stranger.post("/mesa/mesa/entrar", data={"person": "ana"}, headers=ORIGIN)
        assert inside.status_code == 303
        assert (await stranger.get(here)).status_code == 200


async def test_a_post_that_a_human_holds_asks_before_it_opens(house: Any, /) -> None:
    here = await house.enter("crupier")
    assert await house.enter("crupier") == here
    async with other_browser(house) as stranger:
        asked = await stranger.get("/mesa/mesa/crupier")
        assert asked.status_code == 401
        assert "marta" in asked.text
        assert 'id="enter-anyway"' in asked.text
        assert "set-cookie" not in asked.headers


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


@pytest.mark.parametrize("shown", ["nothing", "a session", "the word of a return link", "the word of a post"])
@pytest.mark.parametrize("doors", ["open", "key", "accounts"])
def test_a_table_that_is_not_there_is_told_alike_at_every_address(run: Any, doors: str, shown: str) -> None:
    async def scene(here: House) -> None:
        state = here.app.state
        token = state.sessions.open("otra", "ana", staff=shown == "the word of a post")
        headers = ORIGIN | {"idempotency-key": "k"}
        if shown == "a session":
            headers |= {"cookie": f"{COOKIE}={token}", "authorization": f"Bearer {token}"}
        elif shown == "the word of a return link":
            headers |= {"cookie": f"{place_claims.RETURN_COOKIE}={place_claims.return_word(state, 'ana')}"}
        elif shown == "the word of a post":
            word = place_claims.post_word(state, "otra", "ana")  # as of a table of a former day
            headers |= {"cookie": f"{place_claims.POST_COOKIE}={word}"}
        asked = addresses(here.app, "table_id")
        assert len(asked) > 25
        for method, path in asked:
            answer = await here.client.request(method, path, headers=headers)
            # a house of people who log in tells nobody by this way whether there is a table
            expected = 403 if doors == "accounts" and path.endswith("/entrar") else 404
            assert answer.status_code == expected, (method, path)
            assert "set-cookie" not in answer.headers
        begun = await here.client.post("/api/v1/sessions", json={"table": "otra", "person": "ana"}, headers=headers)
        assert (begun.status_code, begun.json()["code"]) == (404, "no-such-table")

    if doors == "accounts":
        run(scene, people=People())
    else:
        run(scene, staff_access=OPEN if doors == "open" else StaffAccess(key="llave"))


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("en-GB,en;q=0.9", "en"),
        ("de-DE,de;q=0.9,fr;q=0.5,en;q=0.4", "fr"),
        ("en;q=0.3, es-ES;q=0.8", "es"),
        ("ca", ""),
        ("en;q=0", ""),
        ("en;q=nan,fr;q=9e9", ""),
        ("", ""),
    ],
)
def test_a_browser_says_what_it_would_read(header: str, lang: str) -> None:
    assert preferred_lang(header) == lang


async def test_the_hall_speaks_it_until_somebody_chooses(house: Any, /) -> None:
    english = {"accept-language": "en-GB,en;q=0.9"}
    assert '<html lang="en"' in (await house.client.get("/", headers=english)).text
    assert '<html lang="es"' in (await house.client.get("/", headers={"accept-language": "de"})).text
    assert '<html lang="fr"' in (await house.client.get("/?lang=fr", headers=english)).text
    assert '<html lang="fr"' in (await house.client.get("/", headers=english)).text


@opened(staff_access=StaffAccess(key=KEY))
async def test_a_post_is_taken_under_a_name_with_capitals_and_accents(house: Any, /) -> None:
    fields = {"person": "Doña Rosa", "key": KEY}
    origin = {"origin": "http://testserver.local"}
    answer = await house.client.post("/mesa/mesa/crupier", data=fields, headers=origin, follow_redirects=False)
    assert answer.status_code == 303
    assert house.table.view(None).staff["croupier"] == "dona-rosa"
