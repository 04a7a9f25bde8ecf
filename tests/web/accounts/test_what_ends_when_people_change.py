"""What a change of somebody's name, ways or account ends and draws anew, and what leaves everything as it is."""

from __future__ import annotations

from typing import Any

from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tests.support.web.accounts import People, browser

ANY = "everything is drawn anew"


def test_each_change_of_a_player_ends_what_is_his_and_is_seen_everywhere(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        people.join("caja", Grant(Role.CASHIER))
        ana, ways = people.player("Ana")
        eva, others = people.player("Eva")
        done: list[str] = []
        state = house.app.state
        state.redraw, state.end_sessions_of = lambda: done.append(ANY), done.append

        async def returned(person: str, address: str) -> None:
            done.append(f"{person} returned from {address}")

        state.player_returned = returned
        async with (
            browser(house, ways) as player,
            browser(house, others, "2001:db8::7") as other,
            browser(house, people.login("dora")) as director,
        ):
            for client, path, fields, status, found in (
                (player, "/jugador/nombre", {"name": " "}, 409, []),
                (player, "/jugador/nombre", {"name": "Ana María"}, 303, [ANY]),
                (player, "/jugador/volver", {"code": "mal"}, 403, []),
                (other, "/jugador/volver", {"code": "?"}, 303, [f"{ana} returned from 2001:db8::/64"]),
                (director, "/personal/jugadores/codigo", {"person": ana}, 200, []),
                (director, "/personal/jugadores/alta", {"name": "Rosa"}, 200, []),
                (director, "/personal/jugadores/anular", {"person": eva}, 303, [eva, ANY]),
                (director, "/personal/jugadores/anular", {"person": "p-nadie"}, 409, []),
                (director, "/personal/jugadores/borrar", {"person": eva}, 303, [eva, ANY]),
                (other, "/jugador/salir", {}, 303, [ana]),
                (other, "/jugador/salir", {}, 303, []),
            ):
                if fields == {"code": "?"}:
                    fields["code"] = str(people.people.players.give_code(ana))
                done.clear()
                answer = await client.post(path, data=fields)
                assert (answer.status_code, done) == (status, found), (path, fields)

    run(scene)
