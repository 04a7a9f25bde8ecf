"""Every route of a house with accounts with every credential: who is let through; to others nothing happens."""

from typing import Any

import pytest

from tapete.people.accounts import IDLE_S, Grant
from tapete.table.staff import Role
from tapete.web.people.identity import PLAYER_COOKIE, STAFF_COOKIE
from tapete.web.people.player_pages import EVENTS
from tapete.web.people.staff_pages import CHANGES, NEWCOMERS
from tests.support.web.accounts import People, browser

OPENED_BY = "with_people"
DESK = {"cashier", "director"}
STAFF = {str(one) for one in Role} | {"director of a table"}
NEEDS: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "GET /personal": ("staff", {}, STAFF),
    "GET /personal/cuentas": ("staff", {}, {"director"}),
    "POST /personal/cuentas/invitar": ("staff", {"name": "nueva", "role": "director"}, {"director"}),
    "POST /personal/cuentas/reiniciar": ("staff", {"name": "victima"}, {"director"}),
    "POST /personal/cuentas/suspender": ("staff", {"name": "victima"}, {"director"}),
    "POST /personal/cuentas/readmitir": ("staff", {"name": "parada"}, {"director"}),
    "POST /personal/cuentas/dar-puesto": ("staff", {"name": "victima", "role": "caller"}, {"director"}),
    "POST /personal/cuentas/quitar-puesto": ("staff", {"name": "victima", "role": "croupier"}, {"director"}),
    "POST /personal/cuentas/quitar": ("staff", {"name": "victima"}, {"director"}),
    "POST /personal/cuentas/altas": ("staff", {"donde": "caja"}, {"director"}),
    "GET /personal/jugadores": ("staff", {}, DESK),
    "POST /personal/jugadores/alta": ("staff", {"name": "Nueva"}, DESK),
    "POST /personal/jugadores/codigo": ("staff", {"person": "{player}"}, DESK),
    "POST /personal/jugadores/anular": ("staff", {"person": "{player}"}, DESK),
    "POST /personal/jugadores/borrar": ("staff", {"person": "{player}"}, {"director"}),
    "POST /jugador/nombre": ("player", {"name": "Otra"}, {"player"}),
}
"""What a route needs, what is sent, and who is let through."""
ANYBODY = {
    *(
        f"{method} {path}"
        for path in ("/personal/entrar", "/personal/alta", "/jugador/volver")
        for method in ("GET", "POST")
    ),
    *("POST /personal/salir", "GET /jugador", "POST /jugador/alta", "POST /jugador/salir"),
    *("DELETE /api/v1/logins", "POST /api/v1/logins", "POST /api/v1/players"),
}
"""Where somebody says who he is, or is no longer: no credential makes a difference, see the other tests."""
OF_A_HOUSE = {"POST /jugador/casa/hacer"}
"""What needs the record of a house too: ``test_players.py`` tries each credential there."""


async def test_every_route_of_accounts_has_a_row(house: Any, people: People, /) -> None:
    known = {*CHANGES, *EVENTS, NEWCOMERS, "invitar", "reiniciar"}
    found = set()
    for route in house.app.routes:
        path = route.path_format.replace(":str", "")
        if path.startswith(("/personal", "/jugador", "/api/v1/logins", "/api/v1/players")):
            found |= {f"{method} {path}" for method in route.methods - {"OPTIONS", "HEAD"}}
    rows = {*ANYBODY, *OF_A_HOUSE}
    for row in NEEDS:
        start, _, last = row.rpartition("/")
        rows.add(f"{start}/{{what}}" if last in known else row)
        known.discard(last)
    assert rows == found
    assert known == set()


def credentials(people: People) -> dict[str, dict[str, str]]:
    for name, grant in (
        ("victima", Grant(Role.CROUPIER)),
        ("parada", Grant(Role.DIRECTOR)),
        ("ida", Grant(Role.DIRECTOR)),
    ):
        people.join(name, grant)
    found = {}
    for role in Role:
        people.join(str(role), Grant(role))
    people.join("director of a table", Grant(Role.DIRECTOR, "mesa"))
    _player, player = people.player("Ana")
    suspended, ended, idle = people.login("parada"), people.login("ida"), people.login("ida")
    people.now += IDLE_S
    people.people.staff.suspend("parada", by="dora")
    people.people.staff.sessions.end(ended[STAFF_COOKIE])
    for name in (*map(str, Role), "director of a table"):
        found[name] = people.login(name)
    return found | {
        "nobody": {},
        "player": player,
        "suspended": suspended,
        "ended": ended,
        "idle": idle,
        "nonsense": {STAFF_COOKIE: "x" * 43, PLAYER_COOKIE: "x" * 43},
        "crossed": {STAFF_COOKIE: player[PLAYER_COOKIE], PLAYER_COOKIE: found["director"][STAFF_COOKIE]},
    }


def state_of(people: People) -> Any:
    players = people.people.players.store
    ways = dict(players._ways)  # type: ignore[attr-defined]
    return list(people.people.staff.accounts), players.everybody(), ways, people.people.has_open_registration


@pytest.mark.parametrize("route", NEEDS)
async def test_route_lets_through_whom_it_names_and_nothing_happens_to_others(house, people, /, route: str) -> None:
    shown = credentials(people)
    target, _ = people.player("Objetivo")
    kind, fields, allowed = NEEDS[route]
    method, path = route.split(" ")
    sent = {name: value.format(player=target) for name, value in fields.items()}
    order = sorted(shown, key=lambda one: one in allowed)  # whoever is let through comes last
    for who in order:
        before = state_of(people)
        async with browser(house, shown[who]) as client:
            answer = await client.request(method, path, data=sent)
        if who in allowed:
            assert answer.status_code in (200, 303), (who, answer.status_code)
            assert not answer.headers.get("location", "").startswith("/personal/entrar"), who
            if method == "POST":
                assert state_of(people) != before, who
            break
        is_login = answer.status_code == 303 and answer.headers["location"].startswith("/personal/entrar")
        assert is_login or answer.status_code in (401, 403), (who, answer.status_code)
        assert kind == "player" or (who in STAFF) == (answer.status_code == 403), (who, answer.status_code)
        assert state_of(people) == before, who
        assert "Objetivo" not in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
async def test_forms_are_taken_from_pages_of_this_address_alone(house, people, /, origin: str | None) -> None:
    cookies = people.login("dora") | people.player("Ana")[1]
    target, _ = people.player("Objetivo")
    posts = {route: fields for route, (_, fields, _) in NEEDS.items()} | {one: {} for one in ANYBODY}
    before = state_of(people)
    async with browser(house, cookies) as client:
        del client.headers["origin"]
        for route, fields in posts.items():
            method, path = route.split(" ")
            if method == "POST":
                headers = {} if origin is None else {"origin": origin}
                sent = {name: value.format(player=target) for name, value in fields.items()}
                answer = await client.post(path, data=sent, headers=headers)
                assert answer.status_code == 403, route
    assert state_of(people) == before
    assert people.people.staff.bearer(cookies[STAFF_COOKIE]) is not None
