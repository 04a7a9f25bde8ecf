"""The pages of a house: a day at the desks of director, cashier and door, and who opens which of them."""

from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.house import acts as a
from tapete.house.terms import KEY as PLACE
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.live.answer import today
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.house_desk import POSTS, opening_act
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR
from tests.support.live.evening import do, pay
from tests.support.web.following import BEGINNING, following
from tests.support.web.house import HERE, KEY


class Desks:
    def __init__(self, hall: Hall) -> None:
        self.hall, self.house = hall, hall.house
        self.app: Any = create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key=KEY))  # type: ignore[arg-type]

    def browser(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app)
        return httpx.AsyncClient(transport=transport, base_url=HERE, headers={"origin": HERE, **headers})

    async def come(self, post: str, person: str, key: str = KEY) -> tuple[httpx.AsyncClient, httpx.Response]:
        browser = self.browser()
        return browser, await browser.post(f"/casa/{post}", data={"person": person, "key": key})

    async def at(self, post: str, person: str) -> Callable[..., Awaitable[httpx.Response]]:
        browser, answer = await self.come(post, person)
        assert answer.status_code == 303, answer.text

        async def press(act: str, **fields: str) -> httpx.Response:
            sent = {"act": act, "command": f"{person}-{self.house.version}", **fields}  # type: ignore[union-attr]
            return await browser.post(f"/casa/{post}/hacer", data=sent)

        press.browser = browser  # type: ignore[attr-defined]
        return press


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
            await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
            try:
                await scene(Desks(hall))
            finally:
                await hall.stop()

        anyio.run(main)

    return play


async def test_a_count_that_differs_is_said_in_words_and_signed_with_its_reason(desks: Desks, /) -> None:
    """The form carries the figure that it shows: where the books have moved since, what holds now is shown instead."""
    await prepared(desks)
    house: Any = desks.house
    director, cashier = await desks.at("direccion", DIRECTOR), await desks.at("caja", CASHIER)
    counted = {"kind": "count", "chips-euros": "375", "cash-euros": "125"}  # the books: 377 € and 123 €
    assert (await cashier("write-slip", **counted)).status_code == 303
    for page, post in (("caja", cashier), ("direccion", director)):
        text = (await post.browser.get(f"/casa/{page}")).text  # type: ignore[attr-defined]
        for told in ("Faltan 2\u00a0€ en fichas", "Sobran 2\u00a0€ en efectivo", 'name="missing_cash" value="-200"'):
            assert told in text, page
    unsaid = await director("sign-slip", serial="2")
    assert (unsaid.status_code, "no coincide con los libros" in unsaid.text) == (409, True)
    shown = {"serial": "2", "missing_chips": "200", "missing_cash": "-200", "reason": "cambio mal dado"}
    assert (await director("confirm-difference", **{**shown, "reason": ""})).status_code == 400
    await pay(house, a.BuyBackChips(ANA, 100))
    late = await director("confirm-difference", **shown)
    assert (late.status_code, "ya no es la que se mostró" in late.text) == (409, True)
    again = {**shown, "missing_chips": "300", "missing_cash": "-300"}
    assert (await director("confirm-difference", **again)).status_code == 303
    assert (house.state.ledger["difference-chips"], house.state.ledger["difference-cash"]) == (300, -300)
    for page in ("", "/actas"):
        minutes = (await director.browser.get(f"/casa/direccion{page}")).text.split('id="acta')[1]  # type: ignore[attr-defined]
        told = ("Faltan 3\u00a0€ en fichas", "cambio mal dado", *(["<td>500\u00a0€</td>"] if page else []))
        assert [one for one in told if one not in minutes] == [], "the minutes list what was signed"


HOLDERS = {"direccion": DIRECTOR, "caja": CASHIER, "puerta": DOOR}


async def prepared(desks: Desks) -> None:
    """An open day with somebody on each post, and Ana with chips of 123 € that only the desk may read of."""
    house: Any = desks.house
    await do(house, DIRECTOR, a.OpenDay("2026-11-22"), a.GoOnDuty(Role.CASHIER, CASHIER))
    await do(house, DIRECTOR, a.GoOnDuty(Role.ADMISSION, DOOR), a.Admit(ANA))
    await do(house, CASHIER, a.WriteSlip("supply", 50_000))  # type: ignore[arg-type]
    await do(house, DIRECTOR, a.SignSlip(1))
    await do(house, CASHIER, a.SellChips(ANA, 12_300))


@pytest.mark.parametrize("post", POSTS)
async def test_a_desk_opens_to_whoever_is_on_duty_there_and_came_with_the_key(desks: Desks, /, post: str) -> None:
    await prepared(desks)
    house: Any = desks.house
    sessions, holder = desks.app.state.sessions, HOLDERS[post]
    shown = {
        "right": sessions.open(PLACE, holder, staff=True),
        **{f"of {who}": sessions.open(PLACE, who, staff=True) for who in {*HOLDERS.values(), ANA} - {holder}},
        "without the key": sessions.open(PLACE, holder),
        "of a table": sessions.open("mesa-1", holder, staff=True),
        "nonsense": "x" * 43,
        "none": "",
    }
    for method, path, fields in (
        ("GET", f"/casa/{post}", {}),
        ("POST", f"/casa/{post}/hacer", {"act": "write-minutes", "text": "nota", "command": "x"}),
        ("POST", f"/casa/{post}/mesa", {"game": "punto-y-banca", "name": "mesa-1"}),
    ):
        for wrong, token in shown.items():
            before = house.version
            async with desks.browser(cookie=f"{COOKIE}={token}") as browser:
                answer = await browser.request(method, path, data=fields)
            tells = "123\u00a0€" in answer.text or "123,00" in answer.text
            if wrong != "right":
                assert answer.status_code == (200 if method == "GET" else 401), (path, wrong, answer.status_code)
                assert (tells, house.version, 'type="password"' in answer.text) == (False, before, method == "GET")
            elif path.endswith("/mesa"):
                assert answer.status_code == (303 if post == "direccion" else 403)
            else:
                assert answer.status_code == (200 if method == "GET" else 303)
                assert tells == (post != "puerta") or method == "POST"


async def test_the_way_to_a_post(desks: Desks, /) -> None:
    await prepared(desks)
    house: Any = desks.house
    before = house.version
    for person, key, status in (("caja-2", "", 403), ("bot-caja", KEY, 400), ("¡!", KEY, 400), (str(DOOR), KEY, 409)):
        _, answer = await desks.come("caja", person, key)
        assert (answer.status_code, "set-cookie" in answer.headers, house.version) == (status, False, before), person
    browser, answer = await desks.come("caja", "Caja Dos")
    assert (answer.status_code, house.view(PersonId("caja-dos")).posts) == (303, (Role.CASHIER,))
    off = {"act": "go-off-duty", "role": "cashier", "person": "caja-dos", "command": "x"}
    assert (await browser.post("/casa/caja/hacer", data=off)).status_code == 303
    assert 'type="password"' in (await browser.get("/casa/caja")).text
    assert (await browser.get("/casa/cocina")).status_code == 404


@pytest.mark.parametrize("post", POSTS)
async def test_a_desk_follows_the_house_until_its_holder_goes(desks: Desks, /, post: str) -> None:
    await prepared(desks)
    house: Any = desks.house
    holder, stream = HOLDERS[post], f"/casa/{post}/flujo"
    for token in (desks.app.state.sessions.open(PLACE, BEA, staff=True), "x" * 43):
        async with following(desks.app, stream, cookie=f"{COOKIE}={token}") as stranger:
            await stranger.end()
            assert stranger.status == 401
    session = desks.app.state.sessions.open(PLACE, holder, staff=True)
    async with following(desks.app, stream, cookie=f"{COOKIE}={session}") as page:
        first = await page.next()
        assert (page.status, {name: page.headers.get(name) for name in BEGINNING}) == (200, BEGINNING)
        assert "ana" in first
        assert ("123\u00a0€" in first) == (post != "puerta")
        await do(house, DOOR, a.Admit(BEA))
        assert "bea" in await page.next()
        assert desks.app.state.sessions.find(session).streams == 1
        if post == "direccion":
            await do(house, DIRECTOR, a.GoOnDuty(Role.DIRECTOR, PersonId("otra")))
            await page.next()
        await do(house, holder, a.GoOffDuty(POSTS[post], holder))
        await page.end()
    assert desks.app.state.sessions.find(session).streams == 0
    assert desks.app.state.streams.open == 0


async def test_a_table_that_cannot_be_opened_so_is_told_by_its_field(desks: Desks, /) -> None:
    """Whoever opens a table at the director's page reads which field it is, its bounds, and what they gave."""
    director = await desks.at("direccion", DIRECTOR)
    assert f'value="{today()}"' in (await director.browser.get("/casa/direccion")).text  # type: ignore[attr-defined]
    empty = await director("open-day", day="")
    assert (empty.status_code, "Falta rellenar: Fecha de la jornada" in unescape(empty.text)) == (400, True)
    assert (await director("open-day", day="2026-11-22")).status_code == 303
    right = {"game": "punto-y-banca", "name": "mesa-1", "minimum-euros": "10", "maximum-euros": "500"}
    for field, given, told in (
        ("minimum-euros", "diez", ("Mínimo", "«diez»")),
        ("name", "Mesa Ñ", ("Nombre", "«Mesa Ñ»")),
        ("game", "poker", ("Juego: no vale «poker»; elija ", "chemin-de-fer")),
    ):
        answer = await director.browser.post("/casa/direccion/mesa", data={**right, field: given})  # type: ignore[attr-defined]
        assert answer.status_code == 400
        assert [one for one in told if one not in unescape(answer.text)] == []
    opened = await director.browser.post("/casa/direccion/mesa", data=right)  # type: ignore[attr-defined]
    assert opened.status_code == 303, opened.text
    table: Any = desks.hall.tables["mesa-1"]
    assert (table.view(None).minimum, table.view(None).maximum) == (1_000, 50_000)


def test_each_post_of_a_table_of_the_longest_name_has_somebody_of_its_own() -> None:
    staff = opening_act("dos-panos", "m" * 40, None, None)[1].staff
    assert sorted(map(len, {*staff.values()})) == [40] * len(staff)
