"""A session begins by a form alone: whatever a browser fetches, for whomever, begins none."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.web.staff_access import StaffAccess
from tests.support.web.house import ORIGIN

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


def test_a_return_link_is_not_used_up_or_used_by_whoever_looks_at_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        told = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": "eva"})
        known = house.client._transport.app.state.sessions._known
        before, link = len(known), f"/mesa/mesa/volver/eva/{told.json()['back']}"
        door = await house.client.get(link, headers=FETCHES["from another site"])
        assert (door.status_code, 'id="come-in"' in door.text, "enter.js" in door.text) == (200, True, False)
        assert (len(known), dict(house.client.cookies)) == (before, {})
        entered = await house.client.post(link, headers=ORIGIN)
        assert (entered.status_code, entered.headers["location"]) == (303, "/mesa/mesa/como/eva")
        assert len(known) == before + 1

    run(scene, staff_access=StaffAccess(key="llave-de-la-sala"))


@pytest.mark.parametrize("path", ["/mesa/mesa/jugador-3", "/mesa/cf/de-pie", "/mesa/mesa/como/ana"])
def test_a_form_of_another_site_begins_none(run: Any, path: str) -> None:
    async def scene(house: Any) -> None:
        known = house.client._transport.app.state.sessions._known
        for origin in ("https://otra.example", "null"):
            answer = await house.client.post(path, headers={"origin": origin})
            assert answer.status_code == 403
        assert known == {}

    run(scene)
