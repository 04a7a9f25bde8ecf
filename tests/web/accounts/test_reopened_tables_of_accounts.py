"""In a house with accounts too a player's page at a closed table leads to where it goes on, by his own word alone."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tests.support.web.accounts import People, browser
from tests.support.web.house import HALL_POSTS

HALL = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


def test_a_players_page_leads_on_and_opens_for_his_own_browser_alone(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
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

    run(scene)
