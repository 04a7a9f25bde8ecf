"""Promise: a table that was closed and opened again stands at a new address, and what people hold leads there."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tapete.web import place_claims
from tapete.web.staff_access import StaffAccess
from tests.support.web.house import HALL_POSTS, opened

KEY = "llave-de-la-sala"
SHUT = StaffAccess(key=KEY)
FORM = {"origin": "http://testserver.local"}
POSTS = {role: PersonId(f"{role}-sala") for role in HALL_POSTS}
HALL = b.OpenHall("sala", "orden-1979", staff=POSTS)
MONEY = 12_00


async def reopened(house: Any, *, close_first: bool = True) -> None:
    """Close the hall of bingo and open it again under its name."""
    if close_first:
        await house.act(HOUSE, b.CloseHall(), "sala")
    house.tables["sala-2"] = await house.hall.open_table("bingo", HALL)
    assert house.tables["sala-2"].continues.table == "sala"


async def with_money(house: Any, person: str = "marta") -> str:
    """Open a hall in which somebody has money; return the word of his link."""
    await house.open_bingo()
    await house.act(person, b.BuyIn(MONEY), "sala")
    return str(place_claims.return_word(house.app.state, person))


async def get(house: Any, path: str, **headers: str) -> Any:
    return await house.client.get(path, headers=headers, follow_redirects=False)


async def post(house: Any, path: str, data: dict[str, str] | None = None, **headers: str) -> Any:
    return await house.client.post(path, data=data, headers=FORM | headers, follow_redirects=False)


async def test_the_wall_of_the_closed_hall_leads_to_the_open_one(house: Any, /) -> None:
    await house.open_bingo()
    await house.act(HOUSE, b.CloseHall(), "sala")
    assert (await get(house, "/mesa/sala/publico")).status_code == 200, "it is not opened again yet"
    await reopened(house, close_first=False)
    led = await get(house, "/mesa/sala/publico")
    assert (led.status_code, led.headers["location"]) == (303, "/mesa/sala-2/publico")
    assert (await get(house, "/mesa/sala-2/publico")).status_code == 200
    assert (await get(house, "/mesa/sala")).headers["location"] == "/#mesa-sala-2"


@opened(staff_access=SHUT)
async def test_a_players_link_opens_his_page_where_his_money_is_now(house: Any, /) -> None:
    word = await with_money(house)
    await reopened(house)
    led = await get(house, f"/mesa/sala/volver/marta/{word}")
    assert (led.status_code, led.headers["location"]) == (303, f"/mesa/sala-2/volver/marta/{word}")
    for way in (led.headers["location"], f"/mesa/sala/volver/marta/{word}"):
        came = await post(house, way)
        assert (came.status_code, came.headers["location"]) == (303, "/mesa/sala-2/como/marta")
        page = await get(house, "/mesa/sala-2/como/marta")
        assert page.status_code == 200
        assert "12" in page.text
        house.client.cookies.clear()


@opened(staff_access=SHUT)
async def test_nobody_else_comes_in_by_a_link_of_the_closed_hall(house: Any, /) -> None:
    word = await with_money(house)
    await house.act("ana", b.BuyIn(MONEY), "sala")
    await reopened(house)
    for person, shown in (("ana", word), ("marta", "falsa"), ("table-chief-sala", word)):
        for answer in (
            await get(house, f"/mesa/sala/volver/{person}/{shown}"),
            await post(house, f"/mesa/sala/volver/{person}/{shown}"),
        ):
            assert answer.status_code == 401, (person, answer.headers)
    for answer in (await get(house, "/mesa/sala/como/marta"), await post(house, "/mesa/sala/como/marta")):
        assert answer.headers["location"] == "/mesa/sala-2/como/marta"
    assert (await get(house, "/mesa/sala-2/como/marta")).status_code == 401


@opened(staff_access=SHUT)
async def test_a_closed_hall_gives_nobody_a_link(house: Any, /) -> None:
    """Its staff hand out no keys to what lies in the hall that goes on; whoever is on duty there does."""
    word = await with_money(house)
    entered = await post(house, "/mesa/sala/jefe", {"person": "table-chief-sala", "key": KEY})
    old = str(entered.headers["location"])
    assert 'id="player-link"' in (await get(house, old)).text
    await house.act(HOUSE, b.CloseHall(), "sala")
    for is_reopened in (False, True):
        if is_reopened:
            await reopened(house, close_first=False)
        assert 'id="player-link"' not in (await get(house, old)).text
        refused = await post(house, f"{old}/enlace", {"player": "marta"})
        assert refused.status_code == 409
        assert "los enlaces los da el personal de la que sigue" in refused.text
        assert place_claims.return_word(house.app.state, "marta") == word, "his link is good still"
    entered = await post(house, "/mesa/sala-2/jefe", {"person": "table-chief-sala", "key": KEY})
    given = await post(house, f"{entered.headers['location']}/enlace", {"player": "marta"})
    assert "/mesa/sala-2/volver/marta/" in given.text


@opened(staff_access=SHUT)
async def test_of_whom_nothing_was_carried_over_reads_where_the_hall_goes_on(house: Any, /) -> None:
    await with_money(house)
    word = place_claims.return_word(house.app.state, "nadie")
    await reopened(house)
    for ask in (get, post):
        answer = await ask(house, f"/mesa/sala/volver/nadie/{word}")
        assert answer.status_code == 200
        assert "«sala-2»" in answer.text
        assert 'href="/mesa/sala-2/publico"' in answer.text
        assert not answer.headers.get("set-cookie")
