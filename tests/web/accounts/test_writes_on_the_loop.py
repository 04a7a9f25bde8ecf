"""While a page or a program is answered nothing is written to the disk on the event loop: everybody would wait."""

from __future__ import annotations

import re
from typing import Any

from tapete.people.accounts import Grant
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.people.on_the_loop import writes_on_the_loop
from tests.support.web.accounts import People, browser


def test_the_watch_sees_a_write_on_the_loop(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        with writes_on_the_loop() as found:
            people.player("Ana")
        assert any("stored_players" in one for one in found)

    run(scene)


def test_nothing_about_people_is_written_on_the_loop(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("caja", Grant(Role.CASHIER))
        ana, shown = people.player("Ana")
        bea, _ = people.player("Bea")
        desk, director = browser(house, people.login("caja")), browser(house, people.login("dora"))
        async with desk, director, browser(house, shown) as player, browser(house) as program:

            async def code() -> str:
                given = await desk.post("/personal/jugadores/codigo", data={"person": ana})
                found = re.search("<code[^>]*>(.{9})</code>", given.text)
                assert found is not None, given.text
                return found[1]

            with writes_on_the_loop() as found:
                for what, fields in (("alta", {"name": "Cira"}), ("anular", {"person": bea})):
                    assert (await desk.post(f"/personal/jugadores/{what}", data=fields)).status_code in (200, 303)
                assert (await director.post("/personal/jugadores/borrar", data={"person": bea})).status_code == 303
                assert (await player.post("/jugador/nombre", data={"name": "Eva"})).status_code == 303
                assert (await player.post("/jugador/volver", data={"code": await code()})).status_code == 303
                assert (await program.post("/api/v1/players", json={"code": await code()})).status_code == 201
                for what, fields in (
                    ("invitar", {"name": "zoe"}),
                    ("dar-puesto", {"name": "zoe", "role": "croupier"}),
                    ("suspender", {"name": "zoe"}),
                    ("reiniciar", {"name": "zoe"}),
                    ("quitar", {"name": "zoe"}),
                    ("altas", {"donde": "caja"}),
                ):
                    done = await director.post(f"/personal/cuentas/{what}", data=fields)
                    assert done.status_code in (200, 303), what
                await house.act(ana, Sit(1))
                await house.act(ana, BuyIn(12_300))
            assert found == []
        told = {one.code for one in people.people.notices.newest_first()}
        assert {"player-registered", "player-ways-voided", "player-erased", "player-returned"} <= told

    run(scene)
