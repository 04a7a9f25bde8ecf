"""A player's link: what a new one ends, that no word outlives its bearer, where those of a closed table lead."""

from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, PersonId
from tapete.people.credentials import RowSeal
from tapete.people.stored import LINKS_ROW, SUM_ROW, LinkRows, PlayerLinks, StoredAccounts
from tapete.record.store import schema
from tapete.table.acts import Relieve, Sit
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.browser import POST_COOKIE, WORDS_COOKIE, return_word
from tapete.web.sessions import IDLE_S
from tests.support.web.following import following
from tests.support.web.house import HALL_POSTS, KEY, ORIGIN, SHUT, opened


async def desk_opened(house: Any) -> str:
    await house.open_bingo()
    await house.act("marta", b.BuyIn(12_00), "sala")
    return await official(house, "sala", "jefe", "table-chief-sala")


async def official(house: Any, table: str, link: str, person: str) -> str:
    post = {"person": person, "key": KEY}
    entered = await house.client.post(f"/mesa/{table}/{link}", data=post, headers=ORIGIN, follow_redirects=False)
    return str(entered.headers["location"])


async def give(house: Any, desk: str, person: str = "marta") -> str:
    told = await house.client.post(f"{desk}/enlace", data={"player": person}, headers=ORIGIN)
    assert told.status_code == 200, told.text
    return "/" + str(told.json()["link"]).split("/", 3)[3]


async def come(house: Any, link: str) -> Any:
    """Come in by a link, in a browser that knows nothing yet."""
    house.client.cookies.clear()
    return await house.client.post(link, headers=ORIGIN, follow_redirects=False)


@opened(staff_access=SHUT)
async def test_what_the_old_link_opened_ends_with_it(house: Any, /) -> None:
    """His page that stands open, the word that his browser keeps, and the token of a program of his."""
    desk = await desk_opened(house)
    cookie = house.cookie("marta", "sala")
    word = return_word(house.app.state, "marta")
    token = {"table": "sala", "person": "marta", "back": word}
    bearer = {"authorization": f"Bearer {(await house.client.post('/api/v1/sessions', json=token)).json()['token']}"}
    assert (await house.client.get("/api/v1/tables/sala/legal", headers=bearer)).status_code == 200
    async with following(house.app, "/mesa/sala/como/marta/flujo", cookie=cookie) as page:
        await page.next()
        await give(house, desk)
        await page.end(within=1)  # the hall may be drawn once more: it has written down that the link was given
    assert (await house.client.get("/api/v1/tables/sala/legal", headers=bearer)).status_code == 401
    assert (await house.client.post("/api/v1/sessions", json=token)).status_code == 403
    for kept in (cookie, f"{WORDS_COOKIE}=marta.{word}"):
        house.client.cookies.clear()
        assert (await house.client.get("/mesa/sala/como/marta", headers={"cookie": kept})).status_code == 401


@opened(staff_access=SHUT)
async def test_a_link_that_is_given_at_one_table_is_noted_wherever_a_cashier_pays_that_player(house: Any, /) -> None:
    """HP.BG.counter: whoever gives it as croupier of a card table pays nothing out as cashier of the bingo hall."""
    await house.open_bingo()
    await house.act("marta", b.BuyIn(12_00), "sala")
    await house.act("marta", Sit(1), "real")
    desk = await official(house, "real", "crupier", "luz-real")
    await give(house, desk)
    assert house.tables["sala"].state.given_links == {("marta", "luz-real")}


@pytest.mark.parametrize("tampering", ["forged", "taken away", "put back", "copied", "sum taken away", "emptied"])
@opened(staff_access=SHUT)
async def test_a_row_that_this_hall_has_not_written_ends_every_link_until_one_is_given_anew(
    house: Any, /, tampering: str
) -> None:
    desk = await desk_opened(house)
    await house.act("ana", b.BuyIn(12_00), "sala")
    name, store, column = f"{LINKS_ROW}marta", house.hall.store, schema.staff.c
    old = [await give(house, desk, who) for who in ("ana", "marta")]
    with store.reading() as connection:
        bodies = {row.name: row.body for row in connection.execute(select(schema.staff))}
    if tampering == "put back":
        old.append(await give(house, desk))
    body = {"forged": RowSeal(b"x" * 32).seal(name, b'"mine"'), "copied": bodies[f"{LINKS_ROW}ana"]}
    with store.writing() as connection:
        gone = SUM_ROW if tampering.startswith("sum") else name
        connection.execute(delete(schema.staff).where((column.name == gone) | (tampering == "emptied")))
        if tampering in ("forged", "copied", "put back"):
            put = insert(schema.staff).values(name=name, body=body.get(tampering, bodies[name]))
            connection.execute(put)
    told: list[str] = []
    house.app.state.player_links = PlayerLinks(lambda: LinkRows(store, house.hall.keys.sealing, tell=told.append))
    for link in (*old, f"/mesa/sala/volver/marta/{house.hall.keys.word('return', 'marta')}"):
        assert (await come(house, link)).status_code == 401
    assert told == ["links-ended"] * (tampering != "emptied"), "a hall that nobody visited yet is as empty"
    desk = await official(house, "sala", "jefe", "table-chief-sala")
    assert (await come(house, await give(house, desk))).status_code == 303
    again = PlayerLinks(lambda: LinkRows(store, house.hall.keys.sealing, tell=told.append))
    assert again.mark_of("marta") == house.app.state.player_links.mark_of("marta")
    assert told == ["links-ended"] * (tampering != "emptied"), "what the hall writes from then on is its own"
    assert list(StoredAccounts(store, RowSeal(house.hall.keys.sealing))) == [], "no account is read from it"
    told.clear()
    with store.writing() as connection:
        connection.execute(delete(schema.staff))  # under the hall, which knows that there were some
    last = await give(house, await official(house, "sala", "jefe", "table-chief-sala"), "ana")
    assert (told, (await come(house, last)).status_code) == (["links-ended"], 303)


@pytest.mark.parametrize("way", ["after a restart", "when nobody used it any more", "while the table is set aside"])
@opened(staff_access=SHUT)
async def test_no_word_outlives_who_it_was_given_to(house: Any, /, way: str) -> None:
    """Threat: whoever was here under a name comes back as the next one who bears it, with their cards and chips."""
    await house.open_bingo()
    body, sessions = {"table": "sala", "person": "nora"}, "/api/v1/sessions"
    clock = [0.0]
    house.app.state.sessions._clock = lambda: clock[0]
    old = (await house.client.post(sessions, json=body)).json()["back"]
    again = await house.client.post(sessions, json=body | {"back": old})
    assert (again.status_code, again.json()["back"]) == (201, old), "who comes back keeps the word"
    if way == "after a restart":
        house.client._transport.app = house.app = create_app(house.hall, hosts=["testserver.local"], staff_access=SHUT)
    clock[0] += IDLE_S + 1
    if way == "while the table is set aside":
        house.hall.parked_tables["sala"] = house.hall._tables.pop("sala")
        assert (await house.client.post(sessions, json=body | {"table": "mesa"})).status_code == 403, "it is Nora's"
        assert (await house.client.post(sessions, json=body | {"table": "mesa", "back": old})).status_code == 201
        return
    new = (await house.client.post(sessions, json=body)).json()["back"]
    await house.act("nora", b.BuyIn(12_00), "sala")
    house.client._transport.app = house.app = create_app(house.hall, hosts=["testserver.local"], staff_access=SHUT)
    cookies = {"cookie": f"{WORDS_COOKIE}=nora.{old}"}
    page, link = "/mesa/sala/como/nora", "/mesa/sala/volver/nora/"
    assert (await house.client.post(sessions, json=body | {"back": old})).status_code == 403
    assert (await come(house, link + old)).status_code == 401
    assert (await house.client.post(page, headers=ORIGIN | cookies)).status_code == 401
    assert (await house.client.get(page, headers=cookies)).status_code == 401
    assert (await come(house, link + new)).status_code == 303


@opened(staff_access=SHUT)
async def test_two_people_of_one_browser_come_back_each_as_themselves_and_one_who_leaves_is_forgotten(house, /) -> None:
    pages = [await house.enter(f"jugador-{seat}") for seat in (1, 2)]
    for seat, page in enumerate(pages, 1):
        await house.act(page.rpartition("/")[2], Sit(seat))
    house.client._transport.app = house.app = create_app(house.hall, hosts=["testserver.local"], staff_access=SHUT)
    assert [(await post(house, one)).status_code for one in pages] == [303, 303]
    assert (await post(house, f"{pages[1]}/salir")).status_code == 303
    house.client._transport.app = house.app = create_app(house.hall, hosts=["testserver.local"], staff_access=SHUT)
    assert [(await post(house, one)).status_code for one in pages] == [303, 401]


@opened(staff_access=SHUT)
async def test_no_officials_word_outlives_who_it_was_given_to(house: Any, /) -> None:
    post, page = {"person": "rosa", "key": KEY}, "/mesa/mesa/como/rosa"
    words = []
    for _ in range(2):
        told = await house.client.post("/mesa/mesa/crupier", data=post, headers=ORIGIN)
        words.append(told.cookies[POST_COOKIE])
        if len(words) < 2:
            await house.act("julio", Relieve(Role.CROUPIER, PersonId("marta")))
    house.client.cookies.clear()
    cookies = [{"cookie": f"{POST_COOKIE}={one}"} for one in words]
    found = [(await house.client.post(page, headers=ORIGIN | one)).status_code for one in cookies]
    assert found == [401, 303]


POSTS = {role: PersonId(f"{role}-sala") for role in HALL_POSTS}
HALL = b.OpenHall("sala", "orden-1979", staff=POSTS)
MONEY = 12_00


async def reopened(house: Any, *, close_first: bool = True) -> None:
    if close_first:
        await house.act(HOUSE, b.CloseHall(), "sala")
    house.tables["sala-2"] = await house.hall.open_table("bingo", HALL)
    assert house.tables["sala-2"].continues.table == "sala"


async def with_money(house: Any, person: str = "marta") -> str:
    await house.open_bingo()
    await house.act(person, b.BuyIn(MONEY), "sala")
    return str(return_word(house.app.state, person))


async def get(house: Any, path: str, **headers: str) -> Any:
    return await house.client.get(path, headers=headers, follow_redirects=False)


async def post(house: Any, path: str, data: dict[str, str] | None = None, **headers: str) -> Any:
    return await house.client.post(path, data=data, headers=ORIGIN | headers, follow_redirects=False)


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
    assert '"link_for"' in (await get(house, old)).text
    await house.act(HOUSE, b.CloseHall(), "sala")
    for is_reopened in (False, True):
        if is_reopened:
            await reopened(house, close_first=False)
        assert '"link_for"' not in (await get(house, old)).text
        refused = await post(house, f"{old}/enlace", {"player": "marta"})
        assert refused.status_code == 409
        assert "los enlaces los da el personal de la que sigue" in refused.text
        assert return_word(house.app.state, "marta") == word, "his link is good still"
    entered = await post(house, "/mesa/sala-2/jefe", {"person": "table-chief-sala", "key": KEY})
    given = await post(house, f"{entered.headers['location']}/enlace", {"player": "marta"})
    assert "/mesa/sala-2/volver/marta/" in given.text
