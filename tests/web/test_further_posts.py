"""The hall manager fills a further post of a bingo hall from his page; whoever was sent comes to its address."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tapete.catalogue import entry
from tapete.web.staff_access import StaffAccess
from tests.web.test_posts import KEY

CLOSED = StaffAccess(key=KEY)
FORM = {"origin": "http://testserver.local"}
FURTHER = {str(role): post.link for role, post in entry("bingo").further_posts.items()}


async def come(house: Any, link: str, person: str) -> Any:
    """Come to a post of the hall with the staff key."""
    post = {"person": person, "key": KEY}
    return await house.client.post(f"/mesa/sala/{link}", data=post, headers=FORM, follow_redirects=False)


async def page_of(house: Any, link: str, person: str) -> str:
    """Return the page of an official."""
    return str((await come(house, link, person)).headers["location"])


async def offered(house: Any, page: str) -> list[str]:
    """Return the posts that a page offers to fill."""
    found = re.search(r'<select name="role" id="open-post-role">(.*?)</select>', (await house.client.get(page)).text)
    return sorted(re.findall(r'value="([^"]*)"', found[1])) if found else []


@pytest.mark.clause("BG.IV.07", "BG.III.01")
@pytest.mark.parametrize("role", FURTHER)
def test_the_manager_fills_a_further_post_whose_holder_comes_to_its_address(run: Any, role: str) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        page = await page_of(house, "jefe-de-sala", "hall-manager-sala")
        assert await offered(house, page) == sorted(FURTHER)
        assert (await come(house, FURTHER[role], "pepa")).status_code == 404, "nobody was sent to it"
        sent = await house.client.post(f"{page}/puesto", data={"role": role, "person": "Pepa"}, headers=FORM)
        assert sent.status_code == 303, sent.text
        assert house.tables["sala"].view(None).staff[role] == "pepa"
        assert role not in await offered(house, page)
        assert f'href="/mesa/sala/{FURTHER[role]}"' in (await house.client.get("/")).text
        answer = await come(house, FURTHER[role], "pepa")
        assert (answer.status_code, answer.headers["location"]) == (303, "/mesa/sala/como/pepa")
        assert (await house.client.get("/mesa/sala/como/pepa")).status_code == 200

    run(scene, staff_access=CLOSED)


def test_others_are_offered_what_they_may_fill(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        chief = await page_of(house, "jefe", "table-chief-sala")
        assert await offered(house, chief) == sorted(set(FURTHER) - {"admission"})
        assert await offered(house, await page_of(house, "locutor", "caller-sala")) == []
        foreign = {"role": "croupier", "person": "pepa"}
        assert (await house.client.post(f"{chief}/puesto", data=foreign, headers=FORM)).status_code == 409
        taken = await house.client.post(f"{chief}/puesto", data={"role": "seller-1"}, headers=FORM)
        assert taken.status_code == 409, "nobody takes a further post himself"

    run(scene, staff_access=CLOSED)
