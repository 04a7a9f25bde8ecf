"""The pages of a house: a day at the desks of director, cashier and door, and who opens which of them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.games.baccarat.procedure import CloseTable
from tapete.house import acts as a
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.minutes_book import MinutesBook
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.house_desk import POSTS, opening_act
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR
from tests.support.live.evening import do, pay
from tests.support.web.following import following
from tests.web.test_streams import BEGINNING

KEY_OF_STAFF = "llave-de-la-sala"
HERE = "http://testserver.local"


class Desks:
    """The application over a hall with a house, and people who come to it each with a browser."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.house = hall, hall.house
        self.app: Any = create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key=KEY_OF_STAFF))  # type: ignore[arg-type]

    def browser(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app)
        return httpx.AsyncClient(transport=transport, base_url=HERE, headers={"origin": HERE, **headers})

    async def come(self, post: str, person: str, key: str = KEY_OF_STAFF) -> tuple[httpx.AsyncClient, httpx.Response]:
        browser = self.browser()
        return browser, await browser.post(f"/casa/{post}", data={"person": person, "key": key})

    async def at(self, post: str, person: str) -> Callable[..., Awaitable[httpx.Response]]:
        """Come to a post; return what presses a button of its page."""
        browser, answer = await self.come(post, person)
        assert answer.status_code == 303, answer.text

        async def press(act: str, **fields: str) -> httpx.Response:
            sent = {"act": act, "command": f"{person}-{self.house.version}", **fields}  # type: ignore[union-attr]
            return await browser.post(f"/casa/{post}/hacer", data=sent)

        press.browser = browser  # type: ignore[attr-defined]
        return press


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a hall with a house whose director is Dora."""

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


def test_a_day_from_the_first_key_to_the_last_count(run: Any) -> None:
    """Every act of it is pressed on a page, but for what the player does at his table."""

    async def scene(desks: Desks) -> None:
        house: Any = desks.house
        director = await desks.at("direccion", DIRECTOR)
        assert (await director("open-day", day="2026-11-22")).status_code == 303
        cashier, door = await desks.at("caja", CASHIER), await desks.at("puerta", DOOR)
        steps = [
            (cashier, "write-slip", {"kind": "supply", "chips-euros": "50.000", "cash-euros": "20.000,00"}),
            (director, "sign-slip", {"serial": "1"}),
            (door, "admit", {"person": "Ana"}),
            (cashier, "sell-chips", {"person": "ana", "amount-euros": "600", "means": "cash"}),
        ]
        for press, act, fields in steps:
            answer = await press(act, **fields)
            assert answer.status_code == 303, (act, answer.text)
        named = {"game": "punto-y-banca", "name": "mesa-1", "minimum-euros": "10", "maximum-euros": "500"}
        opened = await director.browser.post("/casa/direccion/mesa", data=named)  # type: ignore[attr-defined]
        assert opened.status_code == 303, opened.text
        table: Any = desks.hall.tables["mesa-1"]
        assert (table.view(None).minimum, table.view(None).maximum) == (1_000, 50_000)
        await do(table, ANA, Sit(1), BuyIn(40_000))
        shown = (await cashier.browser.get("/casa/caja")).text  # type: ignore[attr-defined]
        assert "200,00" in shown or "200\u00a0€" in shown
        assert (await cashier("buy-back-chips", person="ana", **{"amount-euros": "201"})).status_code == 409
        await do(table, ANA, Leave())
        await do(table, PersonId("mesa-1-jefe"), CloseTable())
        steps = [
            (cashier, "write-slip", {"kind": "closing", "table": "mesa-1"}),
            (director, "sign-slip", {"serial": "2"}),
            (cashier, "write-slip", {"kind": "buy-back", "person": "ana", "chips-euros": "600"}),
            (director, "sign-slip", {"serial": "3"}),
            (cashier, "write-slip", {"kind": "count", "chips-euros": "50000", "cash-euros": "20000"}),
            (director, "sign-slip", {"serial": "4"}),
            (director, "close-day", {}),
        ]
        for press, act, fields in steps:
            answer = await press(act, **fields)
            assert answer.status_code == 303, (act, answer.text)
        assert (house.state.phase, dict(house.state.ledger)) == ("closed", {})

    run(scene)


def test_a_count_that_differs_is_said_in_words_and_signed_with_its_reason(run: Any) -> None:
    """The form carries the figure that it shows: where the books have moved since, what holds now is shown instead."""

    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        director, cashier = await desks.at("direccion", DIRECTOR), await desks.at("caja", CASHIER)
        counted = {"kind": "count", "chips-euros": "375", "cash-euros": "125"}  # the books: 377 € and 123 €
        assert (await cashier("write-slip", **counted)).status_code == 303
        for page in ("caja", "direccion"):
            post: Any = cashier if page == "caja" else director
            text = (await post.browser.get(f"/casa/{page}")).text
            assert "Faltan 2\u00a0€ en fichas" in text
            assert "Sobran 2\u00a0€ en efectivo" in text
            assert 'name="missing_chips" value="200"' in text
            assert 'name="missing_cash" value="-200"' in text
        unsaid = await director("sign-slip", serial="2")
        assert (unsaid.status_code, "no coincide con los libros" in unsaid.text) == (409, True)
        shown = {"serial": "2", "missing_chips": "200", "missing_cash": "-200", "reason": "cambio mal dado"}
        assert (await director("confirm-difference", **{**shown, "reason": ""})).status_code == 400
        await pay(house, a.BuyBackChips(ANA, 100))
        late = await director("confirm-difference", **shown)
        assert (late.status_code, "ya no es la que se mostró" in late.text) == (409, True)
        assert "Faltan 3\u00a0€ en fichas" in late.text
        again = {**shown, "missing_chips": "300", "missing_cash": "-300"}
        assert (await director("confirm-difference", **again)).status_code == 303
        assert (house.state.ledger["difference-chips"], house.state.ledger["difference-cash"]) == (300, -300)
        minutes = (await director.browser.get("/casa/direccion")).text.split('id="acta"')[1]  # type: ignore[attr-defined]
        assert "Faltan 3\u00a0€ en fichas" in minutes
        assert "cambio mal dado" in minutes

    run(scene)


def test_above_the_limit_of_the_house_the_page_wants_both_sides(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        director, cashier = await desks.at("direccion", DIRECTOR), await desks.at("caja", CASHIER)
        assert (await director("set-difference-limit", **{"amount-euros": "1"})).status_code == 303
        counted = {"kind": "count", "chips-euros": "375", "cash-euros": "123"}
        assert (await cashier("write-slip", **counted)).status_code == 303
        shown = {"serial": "2", "missing_chips": "200", "missing_cash": "0"}
        alone = await director("confirm-difference", reason="x", **shown)
        assert (alone.status_code, "se ratifican las dos partes" in alone.text) == (409, True)
        assert 'value="confirm-difference"' not in alone.text, "it is the other side's turn"
        assert (await cashier("confirm-difference", reason="contado dos veces", **shown)).status_code == 303
        page = (await director.browser.get("/casa/direccion")).text  # type: ignore[attr-defined]
        assert "contado dos veces" in page
        assert (await director("confirm-difference", reason="visto", **shown)).status_code == 303

    run(scene)


def test_a_refusal_is_a_sentence_on_the_page_and_what_cannot_be_read_is_too(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        director = await desks.at("direccion", DIRECTOR)
        refused = await director("close-day")
        assert (refused.status_code, "La casa está cerrada" in refused.text) == (409, True)
        for fields in ({"act": "open-day", "day": "mañana"}, {"act": "nada"}, {"act": "write-slip", "kind": "x"}):
            answer = await director(**fields)
            assert (answer.status_code, "No se entiende" in answer.text) == (400, True), fields
        assert desks.house.version == 1  # type: ignore[union-attr]
        assert (await director("follow-table", table="x", entry="1", digest="0" * 64)).status_code == 400
        told = await director("note-seat", person="ana", table="")
        assert told.status_code in (400, 409)

    run(scene)


def test_a_press_that_comes_twice_is_one_act(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        director = await desks.at("direccion", DIRECTOR)
        for _ in range(2):
            answer = await director("write-minutes", text="una nota", command="uno")
            assert answer.status_code == 303
        assert desks.house.version == 2  # type: ignore[union-attr]

    run(scene)


ROUTES = {
    "GET /casa/{post}": {},
    "POST /casa/{post}/hacer": {"act": "write-minutes", "text": "nota", "command": "x"},
    "POST /casa/{post}/mesa": {"game": "punto-y-banca", "name": "mesa-1"},
}
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
def test_a_desk_opens_to_whoever_is_on_duty_there_and_came_with_the_key(run: Any, post: str) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        sessions, holder = desks.app.state.sessions, HOLDERS[post]
        others = [who for name, who in HOLDERS.items() if name != post]
        shown = {
            "right": sessions.open(KEY, holder, staff=True),
            **{f"of {who}": sessions.open(KEY, who, staff=True) for who in others},
            "of a visitor": sessions.open(KEY, ANA, staff=True),
            "without the key": sessions.open(KEY, holder),
            "of a table": sessions.open("mesa-1", holder, staff=True),
            "nonsense": "x" * 43,
            "none": "",
        }
        for route, fields in ROUTES.items():
            method, path = route.format(post=post).split()
            for wrong, token in shown.items():
                before = house.version
                async with desks.browser(cookie=f"{COOKIE}={token}") as browser:
                    answer = await browser.request(method, path, data=fields)
                tells = "123\u00a0€" in answer.text or "123,00" in answer.text
                if wrong != "right":
                    assert answer.status_code == (200 if method == "GET" else 401), (route, wrong, answer.status_code)
                    assert (tells, house.version, 'type="password"' in answer.text) == (False, before, method == "GET")
                elif route.endswith("/mesa"):
                    assert answer.status_code == (303 if post == "direccion" else 403)
                else:
                    assert answer.status_code == (200 if method == "GET" else 303)
                    assert not tells or post != "puerta"
                    assert tells or post == "puerta" or method == "POST"

    run(scene)


@pytest.mark.parametrize("post", POSTS)
def test_a_form_of_a_desk_is_taken_from_pages_of_this_address_alone(run: Any, post: str) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        token, before = desks.app.state.sessions.open(KEY, HOLDERS[post], staff=True), desks.house.version  # type: ignore[union-attr]
        forms = {**ROUTES, "POST /casa/{post}": {"person": "nueva", "key": KEY_OF_STAFF}}
        for route, fields in forms.items():
            method, path = route.format(post=post).split()
            for origin in ("http://evil.example", "https://testserver.local", "null"):
                if method == "POST":
                    async with desks.browser(cookie=f"{COOKIE}={token}", origin=origin) as browser:
                        assert (await browser.post(path, data=fields)).status_code == 403
        assert desks.house.version == before  # type: ignore[union-attr]

    run(scene)


def test_the_way_to_a_post(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        before = house.version
        for person, key, status in (
            ("caja-2", "otra", 403),
            ("caja-2", "", 403),
            ("bot-caja", KEY_OF_STAFF, 400),
            ("¡!", KEY_OF_STAFF, 400),
            (str(DOOR), KEY_OF_STAFF, 409),
        ):
            _, answer = await desks.come("caja", person, key)
            assert (answer.status_code, "set-cookie" in answer.headers) == (status, False), person
        assert house.version == before
        browser, answer = await desks.come("caja", "Caja Dos")
        assert (answer.status_code, house.view(PersonId("caja-dos")).posts) == (303, (Role.CASHIER,))
        left = await browser.post(
            "/casa/caja/hacer", data={"act": "go-off-duty", "role": "cashier", "person": "caja-dos", "command": "x"}
        )
        assert left.status_code == 303
        assert 'type="password"' in (await browser.get("/casa/caja")).text
        assert (await browser.get("/casa/cocina")).status_code == 404

    run(scene)


def test_the_page_of_the_house_tells_everybody_the_same(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        async with desks.browser() as browser:
            shown = await browser.get("/casa")
            assert (shown.status_code, "Casino de prueba" in shown.text) == (200, True)
            assert not {str(ANA), "123"} & set(re.findall(r"[\w-]+", shown.text))
            assert '/casa"' in (await browser.get("/")).text
            for lang, word in (("en", "Cash desk"), ("fr", "Caisse"), ("es", "Caja")):
                assert word in (await browser.get(f"/casa?lang={lang}")).text

    run(scene)


def test_a_player_reads_the_name_by_which_the_door_lets_him_in(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        _, what = opening_act("punto-y-banca", "mesa-1", None, None)
        table: Any = await desks.hall.open_table("punto-y-banca", what)  # type: ignore[arg-type]
        browser = desks.browser()
        entered = await browser.post("/mesa/mesa-1/jugador-3")
        page = entered.headers["location"]
        name = page.rpartition("/")[2]
        sitting = {"act": "sit", "seat": "3", "at": str(table.step), "command": "uno"}
        told = await browser.post(f"{page}/hacer", data=sitting)
        assert (told.status_code, f"«{name}»" in told.text) == (409, True), told.text
        door = await desks.at("puerta", DOOR)
        assert (await door("admit", person=name)).status_code == 303
        assert (await browser.post(f"{page}/hacer", data=sitting | {"command": "dos"})).status_code in (200, 303)
        assert table.state.seats.seat_of(name) == 3

    run(scene)


def test_the_door_sees_who_may_not_come_and_nobodys_chips(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        await do(house, DIRECTOR, a.Bar(BEA, "pelea", "2026-12-24"))
        door = await desks.at("puerta", DOOR)
        shown = (await door.browser.get("/casa/puerta")).text  # type: ignore[attr-defined]
        assert "No se admite hasta el 2026-12-24" in shown
        assert "pelea" not in shown
        assert "sell-chips" not in shown
        assert (await door("admit", person="bea")).status_code == 409
        assert (await door("sell-chips", person="ana", **{"amount-euros": "1"})).status_code == 409

    run(scene)


@pytest.mark.parametrize("game", ["punto-y-banca", "mini", "chemin-de-fer"])
def test_a_table_is_opened_with_what_the_form_says_and_the_demo_otherwise(game: str) -> None:
    _, what = opening_act(game, "mesa-9", 2_000, None)
    assert (what.name, what.minimum) == ("mesa-9", 2_000)  # type: ignore[attr-defined]


def test_nobody_does_what_only_a_table_tells(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        for who in HOLDERS.values():
            assert (await house.act(Act(who, a.NoteSeat(ANA, "mesa-1")))).refusal.code == "only-system"
        assert (await house.act(Act(HOUSE, a.SellChips(ANA, 1)))).refusal.code == "only-people"

    run(scene)


@pytest.mark.parametrize("post", POSTS)
def test_a_desk_follows_the_house_until_its_holder_goes(run: Any, post: str) -> None:
    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        holder, stream = HOLDERS[post], f"/casa/{post}/flujo"
        for token in (desks.app.state.sessions.open(KEY, BEA, staff=True), "x" * 43):
            async with following(desks.app, stream, cookie=f"{COOKIE}={token}") as stranger:
                await stranger.end()
                assert stranger.status == 401
        session = desks.app.state.sessions.open(KEY, holder, staff=True)
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

    run(scene)


def test_everybody_follows_what_may_be_known_of_the_house(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        house: Any = desks.house
        async with following(desks.app, "/casa/flujo?lang=en") as page:
            assert "2026-11-22" not in await page.next()
            assert (page.status, {name: page.headers.get(name) for name in BEGINNING}) == (200, BEGINNING)
            await do(house, DIRECTOR, a.OpenDay("2026-11-22"))
            assert "2026-11-22" in await page.next()
            await do(house, DIRECTOR, a.GoOnDuty(Role.CASHIER, CASHIER), a.Admit(ANA))
            later = await page.next()
            assert "ana" not in later

    run(scene)


def test_the_director_s_page_shows_the_sessions_of_the_open_bank(run: Any) -> None:
    """Shoes used and left, and who held the bank; the dinner hour is set on the same page."""

    async def scene(desks: Desks) -> None:
        director = await desks.at("direccion", DIRECTOR)
        assert (await director("open-day", day="2026-11-22")).status_code == 303
        assert (await director("set-dinner-hour", begin="20:45", end="22:00")).status_code == 303
        assert (await director("set-dinner-hour", begin="22:00", end="20:45")).status_code == 409
        page = (await director.browser.get("/casa/direccion")).text  # type: ignore[attr-defined]
        assert all(one in page for one in ("de 20:45 a 22:00", "Hoy no ha habido ninguna", 'type="time" name="begin"'))
        session = a.BeginSession("libre", 1, 2, "2026-11-22T17:00", SessionClauses())
        for move in (a.NoteTableOpen("libre", "dos-panos"), session, a.NoteSession("libre", 1, PersonId("rosa"))):
            await do(desks.house, HOUSE, move)
        for post in ("direccion", "caja"):
            press = director if post == "direccion" else await desks.at("caja", CASHIER)
            page = (await press.browser.get(f"/casa/{post}")).text  # type: ignore[attr-defined]
            assert all(one in page for one in ("Sesión 1 en la mesa libre, desde las 17:00", "se juega", "Banca: rosa"))
            assert "Sabots usados: 1; quedan: 1" in page
        await do(desks.house, HOUSE, a.EndSession("libre", "2026-11-22T20:30"))
        assert "hasta las 20:30" in (await director.browser.get("/casa/direccion")).text  # type: ignore[attr-defined]
        public = (await desks.browser().get("/casa")).text
        assert "Sesi" not in public

    run(scene)


def test_the_director_opens_an_open_bank_as_the_session_that_the_house_counts(run: Any) -> None:
    async def scene(desks: Desks) -> None:
        director = await desks.at("direccion", DIRECTOR)
        assert (await director("open-day", day="2999-11-22")).status_code == 303
        page = (await director.browser.get("/casa/direccion")).text  # type: ignore[attr-defined]
        assert '<option value="banca-libre">Bacarrá a dos paños, banca libre</option>' in page
        named = {"game": "banca-libre", "name": "libre", "minimum-euros": "10", "maximum-euros": ""}
        answers = [
            await director.browser.post("/casa/direccion/mesa", data=named | {"name": name}) for name in ("uno", "dos")
        ]  # type: ignore[attr-defined]
        assert [one.status_code for one in answers] == [303, 409]
        assert "uno" in answers[1].text
        assert [one.table for one in desks.house.state.sessions] == ["uno"]  # type: ignore[union-attr]

    run(scene)


def test_minutes_of_former_days_and_answers_are_the_directors_to_read(run: Any) -> None:
    """Also after a restart they are read from the record."""

    async def scene(desks: Desks) -> None:
        await prepared(desks)
        house: Any = desks.house
        director, cashier = await desks.at("direccion", DIRECTOR), await desks.at("caja", CASHIER)
        await do(house, DIRECTOR, a.WriteMinutes("corte de luz a las 22:10"))
        await do(house, CASHIER, a.Complain("no hay monedas"))
        await do(house, DIRECTOR, a.AnswerComplaint(1, "han llegado"))
        text = (await director.browser.get("/casa/direccion/actas")).text  # type: ignore[attr-defined]
        assert all(one in text for one in ("corte de luz a las 22:10", "no hay monedas", "han llegado", "2026-11-22"))
        assert (await cashier.browser.get("/casa/direccion/actas")).status_code == 401  # type: ignore[attr-defined]
        assert (await desks.browser().get("/casa/direccion/actas")).status_code == 401
        assert MinutesBook(await house.entries()).newest_first() == house.minutes_book.newest_first()

    run(scene)


@pytest.mark.usefixtures("empty_security_log")
def test_nobody_comes_to_a_desk_under_the_name_of_somebody_with_a_page(
    run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(desks: Desks) -> None:
        desks.app.state.sessions.open("mesa", "ana")
        with caplog.at_level("WARNING", "tapete.security"):
            _, refused = await desks.come("direccion", "ana")
            _, admitted = await desks.come("direccion", str(DIRECTOR))
        assert (refused.status_code, admitted.status_code) == (409, 303)
        assert "Ese nombre es de un jugador de la sala" in refused.text
        told = [(one.message, one.facts["person"]) for one in caplog.records]  # type: ignore[attr-defined]
        assert told == [("staff-entry-refused", "ana"), ("staff-entry", str(DIRECTOR))]

    run(scene)


@pytest.mark.parametrize(
    ("field", "given", "told"),
    [
        ("minimum-euros", "diez", ("Mínimo", "«diez»")),
        ("maximum-euros", "1,2,3", ("Máximo", "«1,2,3»")),
        ("name", "Mesa Ñ", ("Nombre", "«Mesa Ñ»")),
        ("game", "poker", ("Juego", "«poker»")),
    ],
)
def test_a_table_that_cannot_be_opened_so_is_told_by_its_field(
    run: Any, field: str, given: str, told: tuple[str, str]
) -> None:
    """Whoever opens a table at the director's page reads which field it is, its bounds, and what they gave."""

    async def scene(desks: Desks) -> None:
        director = await desks.at("direccion", DIRECTOR)
        assert (await director("open-day", day="2026-11-22")).status_code == 303
        named = {"game": "punto-y-banca", "name": "mesa-1", "minimum-euros": "10", "maximum-euros": "500"} | {
            field: given
        }
        answer = await director.browser.post("/casa/direccion/mesa", data=named)  # type: ignore[attr-defined]
        said = unescape(answer.text)
        assert answer.status_code == 400
        assert all(one in said for one in told), said.partition("alert")[2][:300]

    run(scene)
