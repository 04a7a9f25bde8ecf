"""The links of a table in a house with accounts: who is led to his page, who is asked, who learns why he is not let in.

Every link is followed by everybody who may come to it: with a login or as a player, there already or not, with a
session of his own page or without.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.people.accounts import Grant
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.web.sessions import COOKIE
from tests.support.web.accounts import People, browser
from tests.support.web.house import House

POST, SEAT, STANDING = "/mesa/mesa/crupier", "/mesa/mesa/jugador-1", "/mesa/cf/de-pie"


def answered(answer: httpx.Response) -> tuple[int, str]:
    """Return status and where an answer leads."""
    return answer.status_code, answer.headers.get("location", "")


@pytest.mark.parametrize("is_granted", [True, False])
@pytest.mark.parametrize("is_holder", [True, False])
@pytest.mark.parametrize("session", ["", "own", "of another", "of another table"])
def test_the_link_of_a_post_leads_its_holder_to_his_page_and_anybody_else_to_the_post(
    run: Any, is_granted: bool, is_holder: bool, session: str
) -> None:
    async def scene(here: House, people: People) -> None:
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

    run(scene)


@pytest.mark.parametrize("seat", ["free", "own", "of another"])
@pytest.mark.parametrize("session", ["", "own", "of another"])
def test_the_link_of_a_place_leads_a_player_to_his_page_and_to_nobody_elses(run: Any, seat: str, session: str) -> None:
    async def scene(here: House, people: People) -> None:
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

    run(scene)


def test_people_come_on_their_feet_where_they_may_stand_and_nowhere_else(run: Any) -> None:
    async def scene(here: House, people: People) -> None:
        ana, cookie = people.player("Ana")
        async with browser(here, cookie) as client, browser(here) as stranger:
            for method in ("GET", "POST"):
                assert answered(await stranger.request(method, STANDING)) == (303, "/jugador?a=/mesa/cf/de-pie")
                assert answered(await client.request(method, "/mesa/mesa/de-pie")) == (404, "")
            assert answered(await client.get(STANDING)) == (200, "")
            assert answered(await client.post(STANDING)) == (303, f"/mesa/cf/como/{ana}")

    run(scene)


def test_whoever_comes_back_to_his_page_gets_it_as_what_he_is(run: Any) -> None:
    async def scene(here: House, people: People) -> None:
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

    run(scene)
