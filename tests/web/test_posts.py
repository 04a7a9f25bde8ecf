"""Who comes on duty: the hall vouches for staff, by open doors or by the staff key; no other session acts as staff."""

from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.web.staff_access import StaffAccess

ORIGIN = {"origin": "http://testserver.local"}
KEY = "llave-de-la-sala"
CLOSED = StaffAccess(key=KEY)
BOT = PersonId("bot-croupier-mesa")


async def by_machine(house: Any) -> None:
    """Give the croupier's post to a machine."""
    await house.act("system:house", Relieve(Role.CROUPIER, BOT))


async def take(house: Any, link: str, **fields: str) -> Any:
    return await house.client.post(f"/mesa/mesa/{link}", data=fields, headers=ORIGIN, follow_redirects=False)


def test_the_hall_puts_a_person_on_duty_in_a_machines_place(run: Any) -> None:
    async def scene(house: Any) -> None:
        await by_machine(house)
        asked = await house.client.get("/mesa/mesa/crupier")
        assert asked.status_code == 200
        assert "Entrar de crupier" in asked.text
        assert house.table.view(None).staff["croupier"] == BOT  # looking at a link takes nothing
        answer = await take(house, "crupier")
        assert answer.status_code == 303
        assert answer.headers["location"].endswith("/mesa-crupier")
        assert house.table.view(None).staff["croupier"] == "mesa-crupier"
        entry = (await house.table.entries())[-1]
        assert (entry.by, entry.act["what"]["act"]) == ("system:house", "relieve")
        page = (await house.client.get(answer.headers["location"])).text
        assert "Contar las cartas" in page
        player = (await house.client.get(await house.enter("jugador-1"))).text
        assert "Relevar" not in player

    run(scene)


def test_without_open_doors_a_post_needs_the_key(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene, staff_access=CLOSED)


def test_a_hall_without_a_key_lets_nobody_take_a_post(run: Any) -> None:
    async def scene(house: Any) -> None:
        for key in ("", "x", KEY):
            assert (await take(house, "crupier", person="eva", key=key)).status_code == 403

    run(scene, staff_access=StaffAccess())


def test_a_player_at_the_table_is_not_put_on_duty(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        answer = await take(house, "crupier", person="ana", key=KEY)
        assert answer.status_code == 409
        assert house.table.view(None).staff["croupier"] == "marta"

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize("staff_access", [CLOSED, StaffAccess(is_open=True)], ids=["closed", "open"])
def test_a_players_token_never_becomes_staff(run: Any, staff_access: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        token = await house.token("eva")
        url = "/api/v1/tables/mesa"
        relieve = {"what": {"act": "relieve", "role": "croupier", "person": "eva"}}
        answer = await house.client.post(f"{url}/acts", json=relieve, headers=token | {"idempotency-key": "k-1"})
        assert (answer.status_code, answer.json()["code"]) == (403, "post-needs-key")
        assert house.table.view(None).staff["croupier"] == "marta"
        # When its person comes on duty later, a token from before is good for nothing any more.
        await house.act("system:house", Relieve(Role.CROUPIER, PersonId("eva")))
        for path in ("", "/legal", "/entries"):
            assert (await house.client.get(url + path, headers=token)).status_code == 403
        count = {"what": {"act": "count-pack"}}
        answer = await house.client.post(f"{url}/acts", json=count, headers=token | {"idempotency-key": "k-2"})
        assert answer.status_code == 403
        assert answer.json()["code"] == "post-needs-key"

    run(scene, staff_access=staff_access)


def test_nobody_speaks_under_a_machines_name_or_steals_a_post_by_name(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene, staff_access=CLOSED)
