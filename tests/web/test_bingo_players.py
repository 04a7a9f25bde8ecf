"""The players of a bingo hall on its desks: accounts with money are listed, and a lost link is given anew."""

import re
from typing import Any

import pytest

from tapete.games.bingo import acts as b
from tapete.web.staff_access import StaffAccess

KEY = "llave-de-la-sala"
FORM = {"origin": "http://testserver.local", "hx-request": "true"}


async def opened(house: Any) -> None:
    """Open a hall in which somebody has money."""
    await house.open_bingo()
    await house.act("marta", b.BuyIn(12_00), "sala")


async def desk(house: Any, link: str, role: str) -> str:
    """Return the page of an official of the hall."""
    post = {"person": f"{role}-sala", "key": KEY}
    entered = await house.client.post(f"/mesa/sala/{link}", data=post, headers=FORM, follow_redirects=False)
    return str(entered.headers["location"])


@pytest.mark.parametrize(("link", "role"), [("jefe", "table-chief"), ("jefe-de-sala", "hall-manager")])
def test_the_chief_or_the_manager_gives_a_player_who_lost_it_the_link_to_his_money(
    run: Any, link: str, role: str
) -> None:
    async def scene(house: Any) -> None:
        await opened(house)
        own = await desk(house, link, role)
        assert 'id="player-link"' in (await house.client.get(own)).text
        told = await house.client.post(f"{own}/enlace", data={"player": "marta"}, headers=FORM)
        way = re.search(r'value="([^"]*/volver/[^"]*)"', told.text)
        assert way, told.text
        page = await house.client.post(way[1], headers={"origin": FORM["origin"]}, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/mesa/sala/como/marta")
        for wrong in ("nadie", "caller-sala", ""):
            refused = await house.client.post(f"{own}/enlace", data={"player": wrong}, headers=FORM)
            assert refused.status_code in (403, 409)

    run(scene, staff_access=StaffAccess(key=KEY))


def test_the_cashier_reads_the_accounts_with_money_and_gives_nobody_a_link(run: Any) -> None:
    async def scene(house: Any) -> None:
        await opened(house)
        own = await desk(house, "cajero", "cashier")
        page = (await house.client.get(own)).text
        listed = page[page.index('id="drawer-accounts"') :].partition("</details>")[0]
        assert "marta" in listed
        assert "12" in listed
        assert 'id="player-link"' not in page
        refused = await house.client.post(f"{own}/enlace", data={"player": "marta"}, headers=FORM)
        assert refused.status_code == 403
        caller = await desk(house, "locutor", "caller")
        assert "drawer-accounts" not in (await house.client.get(caller)).text

    run(scene, staff_access=StaffAccess(key=KEY))
