"""Reliefs in a house with accounts: they name one of the staff who may hold the post, by page and by API."""

from __future__ import annotations

from typing import Any

from tapete.live.posts import put_on_duty
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tests.support.web.accounts import People, browser


async def at_post(house: Any, people: People, name: str, link: str) -> tuple[Any, str]:
    """Return a browser of somebody who has taken a post of the table, and the address of his page."""
    client = browser(house, people.login(name))
    taken = await client.post(f"/mesa/mesa/{link}")
    assert taken.status_code == 303, taken.text
    return client, taken.headers["location"]


def test_relief_names_only_whose_account_has_the_post(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        ana, _ = people.player("Ana")
        people.join("jefa", Grant(Role.TABLE_CHIEF))
        other = people.join("otra", Grant(Role.CROUPIER, "mini"))
        relief = people.join("relevo", Grant(Role.CROUPIER, "mesa"))
        client, here = await at_post(house, people, "jefa", "jefe")
        token = {"authorization": f"Bearer {people.token('jefa')}"}
        sent = {"table": "mesa", "person": str(people.account("jefa").person)}
        opened = await client.post("/api/v1/sessions", json=sent, headers=token)
        bearer = {"authorization": f"Bearer {opened.json()['token']}", "idempotency-key": "k"}
        before = house.table.version

        def act(person: str) -> dict[str, str]:
            return {"act": "relieve", "role": "croupier", "person": person}

        for number, person in enumerate((ana, other.person, "quien-sea", "staff-" + "0" * 32)):
            formed = await client.post(f"{here}/hacer", data=act(person) | {"command": f"f-{number}"})
            asked = {"at": None, "what": act(person)}
            called = await client.post("/api/v1/tables/mesa/acts", json=asked, headers=bearer)
            pressed = await client.post(f"{here}/puesto", data={"role": "croupier", "person": person})
            assert (formed.status_code, called.status_code, pressed.status_code) == (403, 403, 409), person
            assert called.json()["code"] == "post-not-granted"
            assert house.table.version == before, person
        asked = {"at": None, "what": act(relief.person)}
        called = await client.post("/api/v1/tables/mesa/acts", json=asked, headers=bearer)
        assert called.status_code == 200, called.text
        assert house.table.view(None).staff["croupier"] == relief.person

    run(scene)


def test_nobody_takes_from_his_page_a_post_that_his_account_has_not(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("cruz", Grant(Role.CROUPIER))
        client, here = await at_post(house, people, "cruz", "crupier")
        await put_on_duty(house.table, Role.CROUPIER, people.join("nueva", Grant(Role.CROUPIER)).person)
        house.table.absent_staff.add(house.table.view(None).staff["table-chief"])
        before = house.table.version
        taken = await client.post(f"{here}/puesto", data={"role": "table-chief"})
        assert (taken.status_code, house.table.version) == (403, before)
        people.people.staff.grant("cruz", {Grant(Role.TABLE_CHIEF)}, by="dora")
        await client.post(f"{here}/puesto", data={"role": "table-chief"})
        assert house.table.view(None).staff["table-chief"] == people.account("cruz").person

    run(scene)
