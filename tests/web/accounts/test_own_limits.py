"""A player's own page in a house: his purse, the limits that he sets himself, self-exclusion, a complaint."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import PersonId
from tapete.live import Hall, Keys, ManualClock
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tapete.web import create_app
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import do, open_day, pay, slip
from tests.support.web.accounts import HERE, ORIGIN, People

DO = "/jugador/casa/hacer"


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a house with accounts on an open day; Ana is in it, with 600 € in chips."""

    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path}/hall.db", Keys.fresh(), clock=ManualClock())
            house, people = await open_day(hall), People()
            app: Any = create_app(hall, hosts=["testserver.local"], people=people(hall))
            ana, shown = people.player("Ana")
            await do(house, DIRECTOR, a.Admit(ana))
            await do(house, CASHIER, a.SellChips(ana, 60_000))
            try:
                async with browser(app, shown) as client:
                    await scene(house, people, ana, client)
            finally:
                await hall.stop()

        anyio.run(main)

    return play


def browser(app: Any, cookies: dict[str, str]) -> httpx.AsyncClient:
    made = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=ORIGIN)
    for name, value in cookies.items():
        made.cookies.set(name, value)
    return made


async def sent(client: httpx.AsyncClient, act: str, **fields: str) -> None:
    """Send a form of one's own page that is taken."""
    answer = await client.post(DO, data={"act": act, **fields})
    assert (answer.status_code, answer.headers["location"]) == (303, "/jugador"), answer.text


async def test_player_sees_his_purse_and_limits_what_he_may_lose(
    house: Any, people: People, ana: PersonId, client: Any, /
) -> None:
    page = (await client.get("/jugador")).text
    assert "600\u00a0€" in page
    assert all(f'value="{act}"' in page for act in ("limit-loss", "limit-time", "exclude-oneself", "complain"))
    await sent(client, "limit-loss", **{"amount-euros": "700,50"})
    assert house.state.visitor(ana).loss.now == 70_050
    page = (await client.get("/jugador")).text
    assert "700,50\u00a0€" in page
    await sent(client, "limit-loss", **{"amount-euros": ""})
    assert (house.state.visitor(ana).loss.now, house.state.visitor(ana).loss.next) == (70_050, None)
    assert "Desde la próxima jornada, sin límite de pérdida." in (await client.get("/jugador")).text


async def test_a_double_press_is_one_act_and_a_complaint_comes_to_the_director(
    house: Any, people: People, ana: PersonId, client: Any, /
) -> None:
    version = house.version
    for _ in range(2):
        await sent(client, "complain", text="Me pagaron de menos", table="", command="k-1")
    assert house.version == version + 1
    (one,) = house.view(DIRECTOR).complaints
    assert one.person == ana
    page = (await client.get("/jugador")).text
    assert "Me pagaron de menos" in page
    assert "Recibida" in page
    await do(house, DIRECTOR, a.AnswerComplaint(1, "Se le ha pagado la diferencia"))
    page = (await client.get("/jugador")).text
    assert "Recibida" not in page
    assert "Se le ha pagado la diferencia" in page
    await pay(house, a.BuyBackChips(ana, 60_000))
    await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
    await do(house, DIRECTOR, a.CloseDay(), a.OpenDay("2026-11-23"))
    page = (await client.get("/jugador")).text
    assert "Se le ha pagado la diferencia" in page
    assert "<small>2026-11-22</small>" in page
    _, bea = people.player("Bea")
    async with browser(client._transport.app, bea) as other:
        assert "diferencia" not in (await other.get("/jugador")).text


NOTHING_ABOUT_ONESELF: tuple[dict[str, str], ...] = (
    {"act": "sell-chips", "person": "ana", "amount-euros": "100", "means": "cash"},
    {"act": "open-day", "day": "2026-12-01"},
    {"act": "end-play", "person": "ana"},
    {"act": "limit-loss", "amount-euros": "mucho"},
    {"act": "limit-loss", "amount-euros": "-5"},
    {"act": "limit-time", "minutes": "0"},
    {"act": "limit-time", "minutes": "1441"},
    {"act": "exclude-oneself", "until": ""},
    {"act": "exclude-oneself", "until": "mañana"},
    {"act": "complain", "text": ""},
    {"act": "complain", "text": "x", "person": "otra"},
    {"act": ""},
    {},
)


async def test_what_is_nothing_about_oneself_is_not_done(
    house: Any, people: People, ana: PersonId, client: Any, /
) -> None:
    version = house.version
    for fields in NOTHING_ABOUT_ONESELF:
        answer = await client.post(DO, data=fields)
        assert (answer.status_code in (400, 409), house.version) == (True, version), (fields, answer.text)


async def test_nobody_does_it_for_another(house: Any, people: People, ana: PersonId, client: Any, /) -> None:
    people.join("directora", Grant(Role.DIRECTOR))
    version, app = house.version, client._transport.app
    for shown in ({}, people.login("directora"), {"tapete-player": "x" * 43}):
        async with browser(app, shown) as other:
            answer = await other.post(DO, data={"act": "complain", "text": "ruido"})
            assert answer.status_code == 401
            assert "600\u00a0€" not in (await other.get("/jugador")).text
    _, bea = people.player("Bea")
    async with browser(app, bea) as other:
        assert "600\u00a0€" not in (await other.get("/jugador")).text
        await sent(other, "limit-time", minutes="5")
    assert house.state.visitor(ana).time.now is None
    assert house.version == version + 1


async def test_a_name_is_erased_once_the_house_owes_nothing_or_the_director_knows_what(
    house: Any, people: People, ana: PersonId, client: Any, /
) -> None:
    app = client._transport.app
    async with browser(app, people.login("dora")) as director:
        told = await director.post("/personal/jugadores/borrar", data={"person": ana})
        assert (told.status_code, "600" in told.text) == (409, True)
        assert people.people.players.name_of(ana) == "Ana"
        fields = dict(re.findall('name="([a-z]+)" value="([^"]+)"', told.text))
        assert fields == {"person": ana, "deuda": "deuda"}
        assert (await director.post("/personal/jugadores/borrar", data=fields)).status_code == 303
        assert people.people.players.name_of(ana) == ""
    await pay(house, a.BuyBackChips(ana, 60_000))  # whoever shows them is paid
