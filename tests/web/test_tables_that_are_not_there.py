"""A table that is not there is told alike at every address of it, to whoever asks and whatever he shows.

So is a post that a house has not, and every post in a hall without a house.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.house import acts as a
from tapete.house.terms import KEY
from tapete.live import Hall, Keys
from tapete.web import create_app, place_claims
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.house import DIRECTOR
from tests.support.web.accounts import People
from tests.support.web.house import OPEN, ORIGIN, House

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


@pytest.mark.parametrize("doors", ["open", "key", "accounts"])
def test_a_hall_without_a_house_has_no_posts_of_one(run: Any, doors: str) -> None:
    async def scene(here: House) -> None:
        token = here.app.state.sessions.open(KEY, "dora", staff=True)
        asked = addresses(here.app, "post_name")
        assert len(asked) == 5
        pages = [("GET", "/casa"), ("GET", "/casa/flujo"), ("GET", "/casa/minutas")]
        for method, path in (*asked, *((way, one.replace("cocina", "caja")) for way, one in asked), *pages):
            answer = await here.client.request(method, path, headers=ORIGIN | {"cookie": f"{COOKIE}={token}"})
            assert (answer.status_code, "set-cookie" in answer.headers) == (404, False), (method, path)

    if doors == "accounts":
        run(scene, people=People())
    else:
        run(scene, staff_access=OPEN if doors == "open" else StaffAccess(key="llave"))


def test_a_post_that_a_house_has_not_is_told_alike_at_every_address(run: Any, tmp_path: Any) -> None:
    async def scene(here: House) -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'house.db'}", Keys.fresh())
        await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
        app: Any = create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key="llave"))
        here.client._transport.app = app  # type: ignore[attr-defined]
        token = app.state.sessions.open(KEY, DIRECTOR, staff=True)
        for cookie in ({}, {"cookie": f"{COOKIE}={token}"}):
            for method, path in addresses(app, "post_name"):
                answer = await here.client.request(method, path, headers=ORIGIN | cookie)
                assert (answer.status_code, "set-cookie" in answer.headers) == (404, False), (method, path)
        await hall.stop()

    run(scene)
