"""The desks of a house with accounts: taken by whose account has the post, lost with the login, opened by no key."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.house.acts import OpenHouse
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.house_desk import is_holder
from tests.support.web.accounts import HERE, ORIGIN, People

DESKS = {"direccion": Role.DIRECTOR, "caja": Role.CASHIER, "puerta": Role.ADMISSION}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene at the desks of a house with accounts."""

    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path}/hall.db", Keys.fresh())
            await hall.open_house(OpenHouse("Casino de Prueba", PersonId("direccion")))
            people = People()
            app: Any = create_app(hall, hosts=["testserver.local"], people=people(hall))
            try:
                await scene(hall, people, lambda cookies: browser(app, cookies))
            finally:
                await hall.stop()

        anyio.run(main)

    return play


def browser(app: Any, cookies: dict[str, str]) -> httpx.AsyncClient:
    made = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=ORIGIN)
    for name, value in cookies.items():
        made.cookies.set(name, value)
    return made


@pytest.mark.parametrize("post", DESKS)
async def test_desk_is_taken_with_an_account_that_has_the_post_and_lost_with_the_login(
    hall: Any, people: People, client: Any, /, post: str
) -> None:
    own = people.join("suya", Grant(DESKS[post]))
    people.join("otra", Grant(Role.CROUPIER), Grant(DESKS[post], "mesa"))
    page = f"/casa/{post}"
    async with client({}) as nobody:
        assert 'name="key"' not in (await nobody.get(page)).text
        for fields in ({}, {"person": own.person, "key": ""}, {"person": own.person, "key": "llave-de-la-sala"}):
            done = await nobody.post(page, data=fields)
            assert done.headers["location"] == f"/personal/entrar?a={page}"
    async with client(people.login("otra")) as other:
        assert (await other.post(page)).status_code == 403
    async with client(people.login("suya")) as holder:
        links = re.findall('href="(/casa/[^"]*)"', (await holder.get("/personal")).text)
        assert links == [page]
        done = await holder.post(page)
        assert (done.status_code, done.headers["location"]) == (303, page)
        assert is_holder(hall.house.view(own.person), DESKS[post])
        shown = (await holder.get(page)).text
        assert f'action="{page}"' not in shown
        people.people.staff.grant("suya", (), by="dora")
        assert f'action="{page}"' in (await holder.get(page)).text
        people.people.staff.grant("suya", {Grant(DESKS[post])}, by="dora")
        assert f'action="{page}"' not in (await holder.get(page)).text
        before = hall.house.version
        people.people.staff.suspend("suya", by="dora")
        assert (await holder.post(f"{page}/hacer", data={"act": "open-day"})).status_code == 401
        assert hall.house.version == before


async def test_one_account_never_gives_both_signatures(hall: Any, people: People, client: Any, /) -> None:
    people.join("ambas", Grant(Role.CASHIER), Grant(Role.DIRECTOR))
    people.join("segunda", Grant(Role.CASHIER))
    async with client(people.login("dora")) as director, client(people.login("ambas")) as both:
        await director.post("/casa/direccion")
        opening = {"act": "open-day", "day": "2026-11-22", "command": "k-1"}
        assert (await director.post("/casa/direccion/hacer", data=opening)).status_code == 303
        assert (await both.post("/casa/caja")).status_code == 303
        slip = {"act": "write-slip", "kind": "supply", "chips-euros": "100", "command": "k-2"}
        assert (await both.post("/casa/caja/hacer", data=slip)).status_code == 303
        sign = {"act": "sign-slip", "serial": "1"}
        assert (await both.post("/casa/caja/hacer", data=sign | {"command": "k-3"})).status_code == 409
        assert (await both.post("/casa/direccion")).status_code == 409  # one post a person
        mine = {"role": "cashier", "person": str(people.account("ambas").person)}
        off = {"act": "go-off-duty", **mine, "command": "k-4"}
        assert (await both.post("/casa/caja/hacer", data=off)).status_code == 303
        assert (await both.post("/casa/direccion")).status_code == 303
        assert (await both.post("/casa/direccion/hacer", data=sign | {"command": "k-5"})).status_code == 409
        async with client(people.login("segunda")) as second:
            assert (await second.post("/casa/caja")).status_code == 303
            done = await second.post("/casa/caja/hacer", data=sign | {"command": "k-6"})
            assert done.status_code == 409  # the desk has signed: the other side is to sign
        assert (await director.post("/casa/direccion/hacer", data=sign | {"command": "k-7"})).status_code == 303


async def test_a_player_asks_on_their_page_reads_what_moved_and_the_director_reads_who_gave_a_code(
    hall: Any, people: People, client: Any, /
) -> None:
    """HP.HS.payment-word, in three languages: what the desk is told of a payment nobody asked for says what to do."""
    people.join("caja", Grant(Role.CASHIER))
    async with client(people.login("dora")) as director, client(people.login("caja")) as desk, client({}) as phone:
        await director.post("/casa/direccion")
        await phone.post("/jugador/alta", data={"name": "Ana"})
        (ana,) = (one.person for one in people.people.players.store.everybody())

        async def press(post: Any, page: str, act: str, status: int = 303, **fields: str) -> str:
            sent = {"act": act, "command": f"k{len(made)}", **fields}
            made.append(await post.post(f"{page}/hacer?lang=es", data=sent))
            assert made[-1].status_code == status, made[-1].text
            return str(made[-1].text)

        made: list[httpx.Response] = []
        await press(director, "/casa/direccion", "open-day", day="2026-11-22")
        await desk.post("/casa/caja")
        await press(desk, "/casa/caja", "write-slip", kind="supply", **{"chips-euros": "500", "cash-euros": "500"})
        await press(director, "/casa/direccion", "sign-slip", serial="1")
        await press(director, "/casa/direccion", "admit", person=ana)
        await press(desk, "/casa/caja", "sell-chips", person=ana, means="cash", **{"amount-euros": "300"})
        paying = {"person": ana, "amount": "10000"}
        told = await press(desk, "/casa/caja", "buy-back-chips", 409, **paying)
        assert "Ana no ha pedido 100\u00a0€. Que lo pida en su página" in told
        asking = {"kind": "buy-back", "person": ana, "means": "cash", "chips-euros": "100"}
        await press(phone, "/jugador/casa", "write-slip", **asking)
        assert "Espera a la caja" in (await phone.get("/jugador?lang=es")).text
        shown = (await desk.get("/casa/caja?lang=es")).text
        assert re.search(r"Pago de fichas · Ana 100\s€ · firmado por Ana", shown)
        assert re.search(r"Pagar fichas · 100\s€</button>", shown)
        await press(desk, "/casa/caja", "buy-back-chips", **paying)
        await desk.post("/personal/jugadores/codigo", data={"person": ana})
        notice = (await director.get("/casa/direccion?lang=es")).text.partition('id="codigos"')[2]
        assert "caja ha dado a Ana un código para entrar en su página" in notice
        assert 'id="codigos"' not in (await desk.get("/casa/caja")).text
        await press(desk, "/casa/caja", "write-slip", **asking)
        told = await press(phone, "/jugador/casa", "sign-slip", 409, serial="3")
        assert "caja ha dado a Ana, en esta jornada o en la anterior, un código" in told
        await press(director, "/casa/direccion", "sign-slip", serial="3")
        for lang, names in (
            ("es", ("Compra de fichas", "Fichas pagadas por la caja", "sin usted; firmado por caja y dora")),
            ("en", ("Chips bought", "Chips paid out by the desk", "without you; signed by caja and dora")),
            ("fr", ("Achat de jetons", "Jetons payés par la caisse", "sans vous ; signé par caja et dora")),
        ):
            page = (await phone.get(f"/jugador?lang={lang}")).text.partition('id="movimientos"')[2]
            assert all(one in page for one in names), (lang, page)
