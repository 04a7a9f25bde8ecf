"""Every route of the application with every credential: who is let through, and nothing happens to a stranger."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tapete.table.acts import BuyIn, Sit
from tapete.web.sessions import COOKIE, IDLE_S, Sessions
from tests.support.web.following import following
from tests.support.web.house import HERE, KEY, SHUT, Clock, House, opened
from tests.support.web.pages import DATA

CHIPS = 12_300
"""What Ana has, and nobody else reads."""
PUBLIC = {
    "GET /mesa/{table_id}": 303,
    "GET /reglas/{game}/mano/{hand}": 404,
    "GET /api/v1/{path}": 404,
    **{
        f"GET /{one}": 200
        for one in ("", "flujo", "archivo", "healthz", "static/{file}", "clausula/{clause}", "estilo")
    },
    **{
        f"GET /mesa/{{table_id}}/{one}": 200
        for one in ("publico", "publico/flujo", "probabilidades", "invitar", "qr.svg", "sentarse")
    },
    "GET /amigos": 404,
    **{f"GET /reglas/{{game}}/{one}": 200 for one in ("comparar", "diferencias", "mano/{hand}/{left}/{right}")},
    "GET /reglas/{game}/mano/{hand}/{left}/{right}/{step}": 200,
    **{
        f"GET /api/v1/{one}": 200
        for one in ("status", "tables", "clauses", "clauses/{clause}", "rules", "openapi.json")
    },
    "GET /api/v1": 200,
    **{f"GET /api/v1/house{one}": 404 for one in ("", "/legal", "/answers", "/stream")},
    **{f"GET /casa{one}": 404 for one in ("", "/flujo", "/{post_name}", "/{post_name}/flujo", "/direccion/actas")},
}
"""Whoever asks reads the same, with any credential or none, and does nothing."""
DOORS = {
    "GET /mesa/{table_id}/{link}",
    "POST /mesa/{table_id}/{link}",
    "POST /mesa/{table_id}/entrar",
    "POST /mesa/{table_id}/sentarse",
    "GET /mesa/{table_id}/volver/{person}/{word}",
    "POST /mesa/{table_id}/volver/{person}/{word}",
    "POST /mesa/{table_id}/como/{person}",
    "POST /mesa/{table_id}/como/{person}/salir",
    "POST /api/v1/sessions",
    "POST /api/v1/tickets",
}
"""Where sessions begin and end: below, each with what it asks for; whoever leaves ends their own."""
MONITORED = {"GET /readyz", "GET /metrics"}
"""For this machine and for a monitor with its key: tests/web/test_operations.py."""
HOUSE_DESKS = {
    "POST /casa/{post_name}": {"person": "nueva", "key": KEY},
    "POST /casa/{post_name}/hacer": {"act": "close-day"},
    "POST /casa/{post_name}/mesa": {"game": "punto-y-banca", "name": "otra"},
    "POST /api/v1/house/acts": {},
    "POST /amigos": {"table": "punto-y-banca 0"},
}
"""The desks of a house, which this hall has not: tests/web/test_house_pages.py is in one that has."""
FORMS: dict[str, dict[str, str]] = {
    "archivo": {"letter": "F"},
    "hacer": {"act": "buy-in", "amount": "500"},
    "examinar": {"act": "buy-in", "amount": "500"},
    "enlace": {"player": "ana"},
    "devolver": {"role": "croupier"},
    "puesto": {"role": "croupier"},
    "desestimar": {"first": "marta"},
    "repetir": {},
    "mas-tiempo": {},
}
READ = ("", "/flujo", "/regla", "/pulsacion", "/libro", "/libro.pdf")
OWN_PAGES: dict[str, dict[str, str]] = {
    **{f"GET /mesa/{{table_id}}/como/{{person}}{one}": {} for one in READ},
    **{f"POST /mesa/{{table_id}}/como/{{person}}/{one}": fields for one, fields in FORMS.items()},
}
"""The pages of one person at one table: his own session and no other, and from pages of this very address."""
TOLD = {
    "GET /api/v1/tables/{table_id}": "public",
    "GET /api/v1/tables/{table_id}/legal": "public",
    "GET /api/v1/tables/{table_id}/explain": "public",
    "GET /api/v1/tables/{table_id}/stream": "public",
    "GET /api/v1/tables/{table_id}/events/stream": "public",
    "GET /api/v1/tables/{table_id}/page": "public",
    "GET /api/v1/tables/{table_id}/page/stream": "public",
    "GET /api/v1/tables/{table_id}/entries": "staff",
    "GET /api/v1/tables/{table_id}/results": "public",
    "POST /api/v1/tables/{table_id}/acts": "own",
    "POST /api/v1/tables/{table_id}/files": "nobody",  # whose game has files, see test_bingo.py
}
"""What a token opens, and who may besides its person: the public reads, the staff, or nobody."""
OF_ACCOUNTS = ("/personal", "/jugador", "/api/v1/logins", "/api/v1/players")
"""Of a house with accounts, see ``accounts/test_authorisation_of_accounts.py``; no other hall has them."""
PEOPLE = {"ana": False, "bea": False, "julio": True, "marta": True}
"""Who is at the table, and whether by a post."""


def routes(app: Any) -> Iterator[str]:
    for route in app.routes:
        path = route.path_format.replace(":str", "")
        for method in getattr(route, "methods", {"GET"}) - {"OPTIONS", "HEAD"}:
            yield f"{method} /static/{{file}}" if path.startswith("/static") else f"{method} {path}"


async def test_no_route_is_without_a_row(house: House, /) -> None:
    found = {one for one in routes(house.app) if not one.partition(" ")[2].startswith(OF_ACCOUNTS)}
    assert found == {*PUBLIC, *MONITORED, *DOORS, *OWN_PAGES, *TOLD, *HOUSE_DESKS}


async def prepared(house: House, clock: Clock) -> None:
    """Ana sits at the table with chips that tell her page from every other; Bea is there too."""
    house.app.state.sessions._clock = clock
    for seat, who in ((1, "ana"), (2, "bea")):
        await house.act(who, Sit(seat))
    await house.act("ana", BuyIn(CHIPS))
    house.client.cookies.clear()


def word_of(house: House, purpose: str, of: str) -> str:
    """Return a word with the mark of its bearer, as the hall gives it now."""
    mark = house.app.state.player_links.mark_of(" ".join(of.splitlines()[-2:]))
    return house.hall.keys.word(purpose, f"{of}\n{mark}" if mark else of)


def filled(route: str, person: str, table: str = "mesa") -> tuple[str, str]:
    method, path = route.split(" ")
    rest = {
        "clause": "PB.D.04",
        "file": "pages.css",
        "link": "jugador-1",
        "word": "x",
        "path": "x",
        "post_name": "caja",
        "game": "dos-panos",
        "hand": "early-card",
        "left": "orden-1979",
        "right": "guia",
        "step": "1",
    }
    return method, path.format(table_id=table, person=person, **rest)


def tokens(house: House, clock: Clock, person: str) -> dict[str, str]:
    """Return the tokens that somebody may show who asks as ``person`` at the table, by what is wrong with them."""
    sessions, staff = house.app.state.sessions, PEOPLE[person]
    other = "bea" if person == "ana" else "ana"
    old = sessions.open("mesa", person, staff=staff)
    clock.now += IDLE_S + 1
    found = {
        "right": sessions.open("mesa", person, staff=staff),
        "old": old,
        "of another person": sessions.open("mesa", other, staff=PEOPLE[other]),
        "of another table": sessions.open("mini", person, staff=staff),
        "of another person and table": sessions.open("mini", other),
        "of another post": sessions.open("mesa", "julio" if person != "julio" else "marta", staff=True),
        "nonsense": "x" * 43,
        "none": "",
    }
    if staff:
        found["without the post"] = sessions.open("mesa", person)
    return found


ORIGINS = {
    "another scheme": "https://testserver.local",
    "another port": "http://testserver.local:8080",
    "a longer host": "http://testserver.local.evil.example",
    "nobody": "null",
    "none": None,
}


async def ask(house: House, method: str, path: str, headers: dict[str, str], **sent: Any) -> httpx.Response:
    """Send a request as a browser or a program without memory does; of a stream, take the first message."""
    if path.endswith(("/flujo", "/stream")):
        async with following(house.app, path, **headers) as stream:
            while not stream.ended and not stream.messages and stream.status in (0, 200):
                await stream.more()
            return httpx.Response(stream.status, content=bytes(stream.sent))
    async with httpx.AsyncClient(transport=house.client._transport, base_url=HERE) as browser:
        return await browser.request(method, path, headers=headers, **sent)


def secret(answer: httpx.Response) -> bool:
    """Return whether an answer tells what only Ana reads: her chips."""
    return "12300" in answer.text or "123,00" in answer.text or "123\u00a0€" in answer.text or "123 €" in answer.text


@pytest.mark.parametrize("person", ["ana", "marta"])
@opened(staff_access=SHUT)
async def test_a_page_opens_to_its_own_session_alone(house: House, /, person: str) -> None:
    clock = Clock()
    await prepared(house, clock)
    shown = tokens(house, clock, person)
    for route, fields in OWN_PAGES.items():
        method, path = filled(route, person)
        for wrong, token in shown.items():
            before = house.table.version
            headers = DATA | {"origin": HERE} | ({"cookie": f"{COOKIE}={token}"} if token else {})
            answer = await ask(house, method, path, headers, data=fields)
            if wrong == "right":
                assert answer.status_code in (200, 400, 403, 409), (route, wrong, answer.text)
                assert "no-session" not in answer.text
                assert secret(answer) == (person == "ana") or fields or not path.endswith("/ana"), route
            else:
                assert answer.status_code == 401, (route, wrong, answer.status_code)
                assert not secret(answer), (route, wrong)
                assert "set-cookie" not in answer.headers
                assert house.table.version == before


@pytest.mark.parametrize("person", ["ana", "marta"])
@opened(staff_access=SHUT)
async def test_a_form_is_taken_from_pages_of_this_address_alone(house: House, /, person: str) -> None:
    clock = Clock()
    await prepared(house, clock)
    cookie = f"{COOKIE}={tokens(house, clock, person)['right']}"
    doors = {route: {"person": "nuevo", "key": KEY} for route in DOORS}
    for route, fields in {**OWN_PAGES, **doors, **HOUSE_DESKS, **{route: {} for route in TOLD}}.items():
        method, path = filled(route, person)
        if method == "GET":
            continue
        for wrong, origin in ORIGINS.items():
            before, known = house.table.version, len(house.app.state.sessions._known)
            headers = {"cookie": cookie} | ({} if origin is None else {"origin": origin})
            answer = await ask(house, method, path, headers, data=fields)
            assert answer.status_code == 403, (route, wrong, answer.status_code)
            assert (house.table.version, len(house.app.state.sessions._known)) == (before, known), (route, wrong)


@pytest.mark.parametrize("person", ["ana", "marta"])
@opened(staff_access=SHUT)
async def test_a_token_of_the_api_is_its_persons_at_its_table_alone(house: House, /, person: str) -> None:
    clock = Clock()
    await prepared(house, clock)
    shown = tokens(house, clock, person)
    body = {"what": {"act": "buy-in", "amount": 500}}
    for route, whose in TOLD.items():
        method, path = filled(route, person)
        for wrong, token in shown.items():
            before, headers = house.table.version, {"idempotency-key": f"k-{whose}"}
            if token:
                headers["authorization"] = f"Bearer {token}"
            answer = await ask(house, method, path, headers, json=body)
            told = (answer.status_code, secret(answer))
            at = (route, wrong, answer.text)
            match wrong:
                case "right" | "of another person" | "of another post":
                    who = {"right": person, "of another person": "bea" if person == "ana" else "ana"}
                    own = who.get(wrong, "julio")
                    if whose == "nobody" or (whose == "staff" and not PEOPLE[own]):
                        assert told[0] == 403, at
                    elif whose == "own":
                        done = (200, 1) if own in ("ana", "bea") else (409, 0)
                        assert (told[0], house.table.version - before) == done, at
                        assert done[1] == 0 or (await house.table.entries(before))[0].by == own, at
                    else:
                        assert told[0] == 200, at
                        if route == "GET /api/v1/tables/{table_id}":
                            assert (answer.json()["view"]["me"]["person"], told[1]) == (own, own == "ana"), at
                case "none" if whose == "public":
                    assert told == (200, False), at
                case "of another table" | "of another person and table" | "without the post":
                    assert told == (403, False), at
                case _:
                    assert told == (401, False), at
            if whose != "own":
                assert house.table.version == before


@opened(staff_access=SHUT)
async def test_what_is_public_is_the_same_for_everybody(house: House, /) -> None:
    clock = Clock()
    await prepared(house, clock)
    shown = tokens(house, clock, "ana")
    for route, status in PUBLIC.items():
        method, path = filled(route, "ana")
        answers = set()
        for token in shown.values():
            answer = await ask(house, method, path, {"cookie": f"{COOKIE}={token}"} if token else {})
            answers.add((answer.status_code, re.sub(r'"now":\d+|"command" value="\w+"', "", answer.text)))
            assert not secret(answer), route
        assert [one for one, _ in answers] == [status], (route, [one for one, _ in answers])


SHOWN: dict[str, tuple[dict[str, str], str]] = {
    "nothing": ({}, ""),
    "a wrong key": ({"key": "otra-llave-larga"}, ""),
    "an empty key": ({"key": ""}, ""),
    "the key": ({"key": KEY}, ""),
    "a wrong word": ({"back": "0" * 40}, ""),
    "the word of another": ({"back": "return:bea"}, ""),
    "the word of a post": ({"back": "post:{person}"}, ""),
    "the word": ({"back": "return:{person}"}, ""),
    "a token of another": ({}, "bea mesa"),
    "an old token": ({}, "old"),
    "a token": ({}, "{person} mesa"),
    "a token of another table": ({}, "{person} mini"),
    "the word and a token of another": ({"back": "return:{person}"}, "bea mesa"),
    "a token and the word of another": ({"back": "return:bea"}, "{person} mesa"),
}
"""What a program shows when it asks for a session of somebody: beside his name, and as a token."""
OPENS = {
    "ana": {"the word", "a token", "a token of another table", "the word and a token of another"}
    | {"a token and the word of another"},
    "marta": {"the key"},
    "nuevo": set(SHOWN),
}
"""What opens a session: of a player who is in the hall, of an official, of somebody whom nobody knows yet."""


@pytest.mark.parametrize("person", OPENS)
@opened(staff_access=SHUT)
async def test_a_session_of_somebody_begins_for_himself_alone(house: House, /, person: str) -> None:
    clock = Clock()
    await prepared(house, clock)
    for what, (more, bearer) in SHOWN.items():
        house.app.state["sessions"] = sessions = Sessions(clock)
        body, headers = {"table": "mesa", "person": person}, {}
        for name, value in more.items():
            purpose, _, whom = value.partition(":")
            body[name] = word_of(house, purpose, whom.format(person=person)) if whom else value
        if bearer == "old":
            headers["authorization"] = f"Bearer {sessions.open('mesa', person)}"
            clock.now += IDLE_S + 1
        elif bearer:
            who, table = bearer.format(person=person).split()
            headers["authorization"] = f"Bearer {sessions.open(table, who, staff=PEOPLE.get(who, False))}"
        known = set(sessions._known)
        answer = await ask(house, "POST", "/api/v1/sessions", headers, json=body)
        assert (answer.status_code == 201) == (what in OPENS[person]), (what, answer.text)
        if answer.status_code == 201:
            found = sessions.find(answer.json()["token"])
            assert (found.table, found.person, found.is_staff) == ("mesa", person, person == "marta")
        else:
            assert (answer.status_code, set(sessions._known) <= known) == (403, True)
