"""In a demo every place is open; but whose page is open elsewhere is nobody else's without being asked."""

from typing import Any

import httpx

from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.web.house import ORIGIN


def other_browser(house: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=house.client._transport, base_url="http://testserver.local")


def test_a_place_whose_player_has_a_page_asks_before_it_opens(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_the_cookie_of_another_place_spares_nobody_the_question(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        await house.enter("jugador-1")
        async with other_browser(house) as neighbour:
            entered = await neighbour.post("/mesa/mesa/jugador-2", headers=ORIGIN)
            assert entered.status_code == 303
            cookie = entered.headers["set-cookie"].partition(";")[0]
            asked = await neighbour.get("/mesa/mesa/jugador-1", headers={"cookie": cookie})
            assert asked.status_code == 401
            assert "Este puesto lo ocupa ana desde otro navegador" in asked.text

    run(scene)


def test_a_post_that_a_human_holds_asks_before_it_opens(run: Any) -> None:
    async def scene(house: Any) -> None:
        here = await house.enter("crupier")
        assert await house.enter("crupier") == here
        async with other_browser(house) as stranger:
            asked = await stranger.get("/mesa/mesa/crupier")
            assert asked.status_code == 401
            assert "marta" in asked.text
            assert 'id="enter-anyway"' in asked.text
            assert "set-cookie" not in asked.headers

    run(scene)


def test_a_place_without_a_page_opens_at_once(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        async with other_browser(house) as stranger:
            assert (await stranger.post("/mesa/mesa/jugador-1", headers=ORIGIN)).status_code == 303

    run(scene)


def test_at_a_free_place_each_newcomer_has_a_name_of_his_own(run: Any) -> None:
    async def scene(house: Any) -> None:
        here = await house.enter("jugador-7")
        async with other_browser(house) as stranger:
            answer = await stranger.post("/mesa/mesa/jugador-7", headers=ORIGIN)
            assert answer.status_code == 303, "nobody sits there: nobody is asked"
            assert answer.headers["location"] != here

    run(scene)


def test_an_officials_own_link_leads_him_back_to_his_desk(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.act("system:house", Relieve(Role.CROUPIER, PersonId("bot-croupier-mesa")))
        for table, link in (("mesa", "crupier"), ("cf", "crupier"), ("cf", "inspector")):
            here = await house.enter(link, table)
            for _ in range(2):
                again = await house.client.get(f"/mesa/{table}/{link}", follow_redirects=False)
                assert (again.status_code, again.headers.get("location")) == (303, here), again.text
            assert "/como/" in here
            async with other_browser(house) as stranger:
                assert (await stranger.get(f"/mesa/{table}/{link}")).status_code == 401

    run(scene)


def test_an_official_who_entered_anyway_finds_his_desk_by_the_same_link(run: Any) -> None:
    async def scene(house: Any) -> None:
        here = await house.enter("crupier")
        async with other_browser(house) as second:
            inside = await second.post("/mesa/mesa/entrar", data={"person": "marta"}, headers=ORIGIN)
            assert inside.headers["location"] == here
            assert (await second.get("/mesa/mesa/crupier")).headers["location"] == here

    run(scene)
