"""A table that was closed for good and opened again stands at a new address: what people hold in hand leads there."""

from __future__ import annotations

import re
from typing import Any

import anyio
import httpx
import pytest

from tapete.catalogue import house_games
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.bingo import acts as b
from tapete.games.bingo.terms import CheckItem, MachineType
from tapete.games.punto_banco.acts import OpenTable
from tapete.house import acts as a
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.table.staff import Role
from tapete.web import place_claims
from tapete.web.seat_links import newcomer_seat, short_name
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess
from tests.support.bingo.drawn import drawn, registering
from tests.support.house import DIRECTOR
from tests.support.live.days import DAYS, play_day
from tests.support.live.evening import OPENING, do
from tests.support.web.following import following
from tests.support.web.house import HALL_POSTS
from tests.web.test_streams import BEGINNING

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


def told_to(message: str) -> str:
    """Return where a message of a stream leads its page; nothing where it does not."""
    found = re.search(r'data-goes-on="([^"]*)"', message)
    return found[1] if found else ""


# --- the wall ---------------------------------------------------------------------------------------------------------


def test_the_wall_of_the_closed_hall_leads_to_the_open_one(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act(HOUSE, b.CloseHall(), "sala")
        assert (await get(house, "/mesa/sala/publico")).status_code == 200, "it is not opened again yet"
        await reopened(house, close_first=False)
        led = await get(house, "/mesa/sala/publico")
        assert (led.status_code, led.headers["location"]) == (303, "/mesa/sala-2/publico")
        assert (await get(house, "/mesa/sala-2/publico")).status_code == 200
        assert (await get(house, "/mesa/sala")).headers["location"] == "/#mesa-sala-2"

    run(scene)


def test_a_wall_that_stands_open_on_the_closed_hall_finds_the_next_one_by_itself(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        async with following(house.app, "/mesa/sala/publico/flujo") as wall:
            assert told_to(await wall.next()) == ""
            await house.act(HOUSE, b.CloseHall(), "sala")
            assert told_to(await wall.next()) == ""
            await reopened(house, close_first=False)
            said = await wall.next()
            assert told_to(said) == "/mesa/sala-2/publico"
            assert "Ir a «sala-2»" in said

    run(scene)


def test_the_wall_of_a_card_table_leads_on_too(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.act("julio", CloseTable())
        staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
        await house.hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff))
        assert (await get(house, "/mesa/mesa/publico")).headers["location"] == "/mesa/mesa-2/publico"
        async with following(house.app, "/mesa/mesa/publico/flujo") as wall:
            assert told_to(await wall.next()) == "/mesa/mesa-2/publico"

    run(scene)


# --- a player's link --------------------------------------------------------------------------------------------------


def test_a_players_link_opens_his_page_where_his_money_is_now(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene, staff_access=SHUT)


def test_nobody_else_comes_in_by_a_link_of_the_closed_hall(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene, staff_access=SHUT)


def test_of_whom_nothing_was_carried_over_reads_where_the_hall_goes_on(run: Any) -> None:
    async def scene(house: Any) -> None:
        await with_money(house)
        word = place_claims.return_word(house.app.state, "nadie")
        await reopened(house)
        for answer in (
            await get(house, f"/mesa/sala/volver/nadie/{word}"),
            await post(house, f"/mesa/sala/volver/nadie/{word}"),
        ):
            assert answer.status_code == 200
            assert "«sala-2»" in answer.text
            assert 'href="/mesa/sala-2/publico"' in answer.text
            assert not answer.headers.get("set-cookie")

    run(scene, staff_access=SHUT)


def test_a_players_link_opens_no_post(run: Any) -> None:
    """Marta had money at the closed hall, and is its chief where it goes on."""

    async def scene(house: Any) -> None:
        word = await with_money(house)
        await house.act(HOUSE, b.CloseHall(), "sala")
        chief = POSTS | {Role.TABLE_CHIEF: PersonId("marta")}
        await house.hall.open_table("bingo", b.OpenHall("sala", "orden-1979", staff=chief))
        refused = await post(house, f"/mesa/sala/volver/marta/{word}")
        assert (refused.status_code, refused.headers.get("set-cookie")) == (403, None)

    run(scene, staff_access=SHUT)


@pytest.mark.parametrize("doors", [SHUT, StaffAccess(is_open=True)], ids=["closed doors", "open doors"])
def test_a_page_that_a_player_has_open_goes_on_with_him(run: Any, doors: StaffAccess) -> None:
    async def scene(house: Any) -> None:
        await with_money(house)
        cookie = house.cookie("marta", "sala")
        async with following(house.app, "/mesa/sala/como/marta/flujo", cookie=cookie) as page:
            assert told_to(await page.next()) == ""
            await house.act(HOUSE, b.CloseHall(), "sala")
            await page.next()
            await reopened(house, close_first=False)
            assert told_to(await page.next()) == "/mesa/sala/como/marta"
        asked = await get(house, "/mesa/sala/como/marta", cookie=cookie)
        assert asked.status_code == 200
        assert 'action="/mesa/sala/como/marta"' in asked.text
        came = await post(house, "/mesa/sala/como/marta", cookie=cookie)
        assert (came.status_code, came.headers["location"]) == (303, "/mesa/sala-2/como/marta")
        assert (await get(house, "/mesa/sala-2/como/marta")).status_code == 200

    run(scene, staff_access=doors)


def test_the_word_that_a_browser_keeps_leads_on_without_a_session(run: Any) -> None:
    """The hall was stopped between the two, and knows no session of before."""

    async def scene(house: Any) -> None:
        word = await with_money(house)
        await reopened(house)
        kept = f"{place_claims.RETURN_COOKIE}={word}"
        assert 'action="/mesa/sala/como/marta"' in (await get(house, "/mesa/sala/como/marta", cookie=kept)).text
        came = await post(house, "/mesa/sala/como/marta", cookie=kept)
        assert (came.status_code, came.headers["location"]) == (303, "/mesa/sala-2/como/marta")

    run(scene, staff_access=SHUT)


def test_the_link_of_a_place_leads_to_the_place_or_to_who_came_by_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        await with_money(house)
        await reopened(house)
        for answer in (await get(house, "/mesa/sala/jugador-1"), await post(house, "/mesa/sala/jugador-1")):
            assert (answer.status_code, answer.headers["location"]) == (303, "/mesa/sala-2/jugador-1")
        own = await get(house, "/mesa/sala/jugador-1", cookie=house.cookie("marta", "sala"))
        assert own.headers["location"] == "/mesa/sala/como/marta"
        assert (await get(house, "/mesa/sala/jugador")).headers["location"] == "/#mesa-sala-2"

    run(scene, staff_access=SHUT)


def test_a_closed_hall_gives_nobody_a_link(run: Any) -> None:
    """Its staff hand out no keys to what lies in the hall that goes on; whoever is on duty there does."""

    async def scene(house: Any) -> None:
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

    run(scene, staff_access=SHUT)


# --- what stays -------------------------------------------------------------------------------------------------------


def test_staff_book_and_record_of_the_closed_hall_stay_at_its_address(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        materials = (
            b.RegisterMachine("M-1", MachineType.PNEUMATIC, "simulation"),
            b.RegisterBalls("S-1", "simulation"),
            registering(drawn()),
        )
        session = (*(b.PassCheck(one) for one in CheckItem), b.LoadBalls("S-1"), b.OpenSession(), b.CloseSession())
        for post_name, acts in (("hall-manager", materials), ("table-chief", session)):
            for what in acts:
                await house.act(f"{post_name}-sala", what, "sala")
        await reopened(house)
        entered = await post(house, "/mesa/sala/jefe", {"person": "table-chief-sala", "key": KEY})
        own = "/mesa/sala/como/table-chief-sala"
        assert entered.headers["location"] == own
        page = await get(house, own)
        assert page.status_code == 200
        assert 'href="/mesa/sala-2"' in page.text
        assert told_to(page.text) == ""
        assert (await get(house, f"{own}/libro")).status_code == 200
        assert (await get(house, f"{own}/libro.pdf")).headers["content-type"] == "application/pdf"
        async with following(house.app, f"{own}/flujo", cookie=entered.headers["set-cookie"].partition(";")[0]) as desk:
            said = await desk.next()
            assert 'href="/mesa/sala-2"' in said
            assert told_to(said) == ""
        token = {"person": "table-chief-sala", "table": "sala", "key": KEY}
        opened = await house.client.post("/api/v1/sessions", json=token)
        bearer = {"authorization": f"Bearer {opened.json()['token']}"}
        entries = await house.client.get("/api/v1/tables/sala/entries", headers=bearer)
        assert entries.status_code == 200
        assert entries.json()

    run(scene, staff_access=SHUT)


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["sala", "sala-2", "sala-14"])
@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("sala-j3", "jugador C"),
        ("sala-2-j3", "jugador C"),
        ("sala-2-j3-ab12", "jugador ab12"),
        ("sala-de-pie-ab12", "jugador ab12"),
        ("table-chief-sala", "table-chief"),
        ("table-chief-sala-2", "table-chief"),
        ("sala-jefe-de-sala", "jefe-de-sala"),
        ("bot-sala-j2", "jugador B"),
        ("marta", "marta"),
    ],
)
def test_names_are_shortened_by_the_name_of_the_hall_however_often_it_was_opened(
    table: str, person: str, name: str
) -> None:
    assert short_name(person, table, "es") == name


def test_a_table_whose_own_name_ends_in_a_number_shortens_by_that() -> None:
    assert short_name("mesa-1-j2", "mesa-1", "es") == "jugador B"
    assert short_name("mesa-1-j2", "mesa-11", "es") == "mesa-1-j2"
    assert (newcomer_seat("sala-j3-ab12", "sala-2"), newcomer_seat("sala-2-j4", "sala-3")) == (3, 4)
    assert newcomer_seat("marta", "sala-2") is None


# --- a real server ----------------------------------------------------------------------------------------------------


async def open_stream(client: httpx.AsyncClient, path: str) -> str:
    """Follow a stream until it leads on; return where."""
    async with client.stream("GET", path) as stream:
        assert (stream.status_code, {name: stream.headers.get(name) for name in BEGINNING}) == (200, BEGINNING)
        async for line in stream.aiter_lines():
            if found := told_to(line):
                return found
    return ""


@pytest.mark.slow
def test_a_served_hall_is_closed_and_opened_again_while_wall_and_player_watch(tmp_path: Any) -> None:
    async def main() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
        first = await hall.open_table("bingo", HALL)
        await first.act(Act(PersonId("marta"), b.BuyIn(MONEY), first.step))
        server = make_server(hall, port=0, staff_access=SHUT)
        word, led = place_claims.return_word(server._state, "marta"), dict[str, str]()
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve)
            while not server.started:
                await anyio.sleep(0.01)
            base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            async with httpx.AsyncClient(base_url=base, timeout=60, headers={"origin": base}) as client:
                came = await client.post(f"/mesa/sala/volver/marta/{word}")
                assert came.headers["location"] == "/mesa/sala/como/marta"

                async def watch(path: str) -> None:
                    led[path] = await open_stream(client, path)

                async with anyio.create_task_group() as watching:
                    for path in ("/mesa/sala/publico/flujo", "/mesa/sala/como/marta/flujo"):
                        watching.start_soon(watch, path)
                    while server._state.streams.open < 2:
                        await anyio.sleep(0.01)
                    await do(first, HOUSE, b.CloseHall())
                    await hall.open_table("bingo", HALL)
                assert sorted(led.values()) == ["/mesa/sala-2/publico", "/mesa/sala/como/marta"]
                assert (await client.get("/mesa/sala/publico", follow_redirects=True)).status_code == 200
                came = await client.post("/mesa/sala/como/marta", follow_redirects=True)
                assert (came.status_code, str(came.url)) == (200, f"{base}/mesa/sala-2/como/marta")
            server.should_exit = True
        await hall.stop()

    anyio.run(main)


@pytest.mark.slow
def test_the_next_day_of_a_house_the_wall_and_the_word_of_a_player_lead_on(tmp_path: Any) -> None:
    """The tables of the day before have left the hall: nothing of them has a page any more."""

    async def main() -> None:
        url, keys = f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh()
        hall = await Hall.start(url, keys, games=house_games())
        table = await play_day(hall, DAYS[0])
        assert hall.house is not None
        await do(hall.house, DIRECTOR, a.OpenDay(DAYS[1]))
        await hall.archive.settle()
        server = make_server(hall, port=0, staff_access=SHUT)
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve)
            while not server.started:
                await anyio.sleep(0.01)
            base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            async with httpx.AsyncClient(base_url=base, timeout=60) as client:
                for path in ("publico", "publico/flujo", "como/ana", "como/ana/flujo", "volver/ana/x", "jugador-1"):
                    assert (await client.get(f"/mesa/{table.id}/{path}")).status_code == 404, path
                again = await hall.open_table("punto-y-banca", OPENING)
                new = f"/mesa/{again.id}"
                assert await open_stream(client, f"/mesa/{table.id}/publico/flujo") == f"{new}/publico"
                assert await open_stream(client, f"/mesa/{table.id}/como/ana/flujo") == f"{new}/como/ana"
                for path in ("publico", "como/ana", "jugador-1", "crupier"):
                    assert (await client.get(f"/mesa/{table.id}/{path}")).headers["location"] == f"{new}/{path}"
                word = place_claims.return_word(server._state, "ana")
                told = await client.get(f"/mesa/{table.id}/volver/ana/{word}")
                assert (told.status_code, again.id in told.text) == (200, True)
                assert (await client.get(f"/mesa/{table.id}/volver/ana/falsa")).status_code == 401
            server.should_exit = True
        await hall.stop()

    anyio.run(main)
