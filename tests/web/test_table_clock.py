"""The clock of a table stands on every page, and an official gives more time on it."""

import re
from typing import Any

from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.web.pages import post

CLOCK = r'<p class="clock" role="timer" data-ends="(\d+)"'


async def ends(house: Any, address: str) -> int:
    found = re.search(CLOCK, (await house.client.get(address)).text)
    return int(found[1]) if found else 0


def test_everybody_sees_the_clock_and_an_official_gives_more_time(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        player, croupier = await house.enter("jugador-1"), await house.enter("crupier")
        pages = (player, croupier, "/mesa/mesa/publico")
        assert [await ends(house, one) for one in pages] == [0, 0, 0]
        house.table.countdown.show("bets", 30)
        before = [await ends(house, one) for one in pages]
        assert min(before) > 0
        assert max(before) - min(before) <= 1_000
        assert 'id="more-time"' in (await house.client.get(croupier)).text
        assert 'id="more-time"' not in (await house.client.get(player)).text
        version = house.table.version
        assert (await post(house, player, {}, "mas-tiempo")).status_code == 409
        assert (await post(house, croupier, {}, "mas-tiempo")).status_code == 200
        assert await ends(house, player) - before[0] > 14_000
        assert house.table.version == version, "nothing is recorded"

    run(scene)


def test_a_croupier_starts_the_clock_of_a_betting_that_he_closes_himself(run: Any) -> None:
    async def scene(house: Any) -> None:
        croupier = await house.enter("crupier")
        assert (await post(house, croupier, {}, "mas-tiempo")).status_code == 409
        await house.prepare()
        await house.act("ana", a.PlaceBet(Bet.PUNTO, 1_000))
        assert (await post(house, croupier, {}, "mas-tiempo")).status_code == 200
        assert await ends(house, "/mesa/mesa/publico") > 0

    run(scene)


def test_everybody_reads_that_a_post_is_unattended(run: Any) -> None:
    async def scene(house: Any) -> None:
        player, chief = await house.enter("jugador-1"), await house.enter("jefe")
        pages = (player, chief, "/mesa/mesa/publico")
        for one in pages:
            assert "post-absent" not in (await house.client.get(one)).text
        house.table.absent_staff.add(PersonId("marta"))
        for one in pages:
            assert "Puesto de crupier sin atender: marta" in (await house.client.get(one)).text
        await house.act("system:house", Relieve(Role.CROUPIER, PersonId("eva")))
        assert "post-absent" not in (await house.client.get(player)).text

    run(scene)
