"""A code opens a player's page: the house knows whom each desk gave one, and then two people pay that player."""

import re
from typing import Any

from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tests.web.accounts.test_desks_of_the_house import run  # noqa: F401


def test_no_desk_ever_shows_a_code_that_the_house_does_not_know_of(run: Any) -> None:  # noqa: F811
    """Threat: whoever registers a player uses the code on that page, asks in the player's name and pays the sum out."""

    async def scene(hall: Any, people: Any, client: Any) -> None:
        people.join("caja", Grant(Role.CASHIER))
        ana, _ = people.player("Ana")
        shown = 0
        async with client(people.login("caja")) as desk:
            for what in ("alta", "codigo", "anular"):
                done = await desk.post(f"/personal/jugadores/{what}", data={"name": "Bea", "person": ana})
                for code in re.findall(r'class="secret">([^<]+)<', done.text):
                    shown += 1
                    player = people.people.players.redeem(code)
                    assert player is not None
                    by = hall.house.state.visitor(player.person).code_by
                    assert by == people.account("caja").person, f"{what}: nobody knows of this code"
        assert shown == 2

    run(scene)
