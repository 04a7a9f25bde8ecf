"""Who of a house with accounts is led where by the links of a table, and what ends when people change."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tapete.live.posts import put_on_duty
from tapete.people.accounts import Grant
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.web.sessions import COOKIE
from tests.support.web.accounts import People, browser
from tests.support.web.house import HALL_POSTS, House

POST, SEAT, STANDING = "/mesa/mesa/crupier", "/mesa/mesa/jugador-1", "/mesa/cf/de-pie"
HALL = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


def answered(answer: httpx.Response) -> tuple[int, str]:
    """Return status and where an answer leads."""
    return answer.status_code, answer.headers.get("location", "")


@pytest.mark.parametrize("is_granted", [True, False])
@pytest.mark.parametrize("is_holder", [True, False])
@pytest.mark.parametrize("session", ["", "own", "of another", "of another table"])
async def test_the_link_of_a_post_leads_its_holder_to_his_page_and_anybody_else_to_the_post(
    here: House, people: People, /, is_granted: bool, is_holder: bool, session: str
) -> None:
    eva = people.join("eva", *([Grant(Role.CROUPIER)] if is_granted else [Grant(Role.CASHIER)])).person
    if is_holder:
        await put_on_duty(here.table, Role.CROUPIER, eva)
    async with browser(here, people.login("eva")) as client:
        if session:
            person, table = (
                ("marta" if session == "of another" else eva),
                ("mini" if "table" in session else "mesa"),
            )
            token = here.app.state.sessions.open(table, person, staff=True)
            client.cookies.set(COOKIE, token)
        mine = f"/mesa/mesa/como/{eva}"
        found = answered(await client.get(POST))
        if not is_granted:
            assert found == (403, "")
        elif is_holder and session == "own":
            assert found == (303, mine)
        else:
            assert found == (200, "")
        taken = answered(await client.post(POST))
        assert taken == ((303, mine) if is_granted else (403, ""))
        holder = here.table.view(None).staff[Role.CROUPIER]
        assert holder == (eva if is_holder or is_granted else "marta")
    async with browser(here) as stranger:
        for method in ("GET", "POST"):
            asked = answered(await stranger.request(method, POST))
            assert asked == (303, "/personal/entrar?a=/mesa/mesa/crupier")


@pytest.mark.parametrize("seat", ["free", "own", "of another"])
@pytest.mark.parametrize("session", ["", "own", "of another"])
async def test_the_link_of_a_place_leads_a_player_to_his_page_and_to_nobody_elses(
    here: House, people: People, /, seat: str, session: str
) -> None:
    ana, cookie = people.player("Ana")
    bea, _ = people.player("Bea")
    if seat != "free":
        await here.act(ana if seat == "own" else bea, Sit(1))
    async with browser(here, cookie) as client:
        if session:
            client.cookies.set(COOKIE, here.app.state.sessions.open("mesa", ana if session == "own" else bea))
        mine = f"/mesa/mesa/como/{ana}"
        found, came = answered(await client.get(SEAT)), answered(await client.post(SEAT))
        if seat == "of another":
            assert (found, came) == ((401, ""), (401, ""))
        else:
            assert (found, came) == ((303, mine) if session == "own" else (200, ""), (303, mine))
    async with browser(here) as stranger:
        for method in ("GET", "POST"):
            assert answered(await stranger.request(method, SEAT)) == (303, "/jugador?a=/mesa/mesa/jugador-1")


async def test_whoever_comes_back_to_his_page_gets_it_as_what_he_is(here: House, people: People, /) -> None:
    eva, (ana, cookie) = people.join("eva", Grant(Role.CROUPIER)).person, people.player("Ana")
    bea, _ = people.player("Bea")
    staff, nobody = f"/mesa/mesa/como/{eva}", "/mesa/mesa/como/nadie"
    own, others = f"/mesa/mesa/como/{ana}", f"/mesa/mesa/como/{bea}"
    async with browser(here, people.login("eva")) as holder, browser(here, cookie) as player, browser(here) as no:
        assert answered(await holder.get(staff)) == (200, ""), "the page that asks whether he would"
        assert answered(await holder.post(staff)) == (303, "/personal"), "he is on no post here"
        await put_on_duty(here.table, Role.CROUPIER, eva)
        assert answered(await holder.post(staff)) == (303, staff)
        assert answered(await player.get(own)) == (200, "")
        assert answered(await player.post(own)) == (303, own)
        assert answered(await no.get(staff)) == (303, f"/personal/entrar?a={staff}")
        assert answered(await no.get(own)) == (303, f"/jugador?a={own}")
        for client, path in ((player, others), (holder, nobody), (player, nobody), (no, nobody)):
            assert [(await client.request(way, path)).status_code for way in ("GET", "POST")] == [401, 401], path
        for path in (staff, own, others):
            assert (await no.post(path)).status_code == 401, path
        assert answered(await player.get(staff)) == (303, f"/personal/entrar?a={staff}")
        assert answered(await holder.get(own)) == (303, f"/jugador?a={own}")
    known = here.app.state.sessions._known.values()
    assert sorted((one.table, str(one.person), one.is_staff, bool(one.login)) for one in known) == sorted(
        [("mesa", str(eva), True, True), ("mesa", str(ana), False, False)]
    )
    assert PersonId("nadie") not in {one.person for one in known}


async def at_post(house: Any, people: People, name: str, link: str) -> tuple[Any, str]:
    """Return a browser of somebody who has taken a post of the table, and the address of his page."""
    client = browser(house, people.login(name))
    taken = await client.post(f"/mesa/mesa/{link}")
    assert taken.status_code == 303, taken.text
    return client, taken.headers["location"]


async def test_relief_names_only_whose_account_has_the_post(house: Any, people: People, /) -> None:
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


async def test_a_players_page_leads_on_and_opens_for_his_own_browser_alone(house: Any, people: People, /) -> None:
    ana, cookies = people.player("Ana")
    await house.open_bingo()
    await house.act(ana, b.BuyIn(12_00), "sala")
    await house.act(HOUSE, b.CloseHall(), "sala")
    await house.hall.open_table("bingo", HALL)
    old, new = f"/mesa/sala/como/{ana}", f"/mesa/sala-2/como/{ana}"
    async with browser(house, cookies) as mine, browser(house) as strange:
        for client in (mine, strange):
            for answer in (await client.get(old), await client.post(old)):
                assert (answer.status_code, answer.headers["location"]) == (303, new)
            assert (await client.get("/mesa/sala/publico")).headers["location"] == "/mesa/sala-2/publico"
        assert f'action="{new}"' in (await mine.get(new)).text
        assert (await mine.post(new)).headers["location"] == new
        assert "12" in (await mine.get(new)).text
        assert (await strange.get(new)).headers["location"] == f"/jugador?a={new}"
