"""What takes longer than a house has it is told on the desks of a bingo hall, and nowhere else."""

from typing import Any

from tapete.games.bingo import acts as b
from tapete.kernel import CLOCK
from tapete.web.seat_links import PUBLIC

TABLE = "sala"


async def page_of(house: Any, link: str) -> str:
    return str((await house.client.get(await house.enter(link, TABLE))).text)


def test_a_check_that_takes_long_is_told_on_the_desk_and_not_on_the_panel(run: Any) -> None:
    async def scene(house: Any) -> None:
        told = "La comprobación dura más de lo previsto"
        await house.start_bingo(TABLE)
        (series,) = house.tables[TABLE].state.hall.series
        await house.act(f"caller-{TABLE}", b.DrawBall(), TABLE)
        await house.act(f"caller-{TABLE}", b.CallForPlayer("linea", f"{series}/1"), TABLE)
        assert told not in await page_of(house, "jefe")
        await house.act(CLOCK, b.TimeUp(), TABLE)
        assert told in await page_of(house, "jefe")
        panel = await house.client.get(f"/mesa/{TABLE}/{PUBLIC}")
        assert panel.status_code == 200
        assert told not in panel.text

    run(scene)
