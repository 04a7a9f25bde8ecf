"""Two browsers stand on a hall that is closed and opened again: the wall and a player's page go on by themselves."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest
from playwright.sync_api import Browser, expect

from tapete.games.bingo import acts as b
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.web import place_claims
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess
from tests.support.live.evening import do
from tests.support.web.house import HALL_POSTS

pytestmark = pytest.mark.e2e

OPENING = b.OpenHall("sala", "orden-1979", staff={role: PersonId(f"{role}-sala") for role in HALL_POSTS})


class ServedHall:
    """A served hall of bingo, with what happens to it meanwhile."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._ready, self._stop = folder, threading.Event(), threading.Event()
        self.reopen = threading.Event()
        self.address = self.word = ""

    async def serve(self) -> None:
        """Serve until told to stop; close the hall and open it again when told to."""
        hall = await Hall.start(f"sqlite:///{self._folder / 'hall.db'}", Keys.fresh())
        table = await hall.open_table("bingo", OPENING)
        await table.act(Act(PersonId("marta"), b.BuyIn(12_00), table.step))
        server = make_server(hall, port=0, staff_access=StaffAccess(key="llave-de-la-sala"))
        self.word = place_claims.return_word(server._state, "marta")
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve)
            while not server.started:
                await anyio.sleep(0.01)
            self.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            self._ready.set()
            await self._told(self.reopen)
            await do(table, HOUSE, b.CloseHall())
            await hall.open_table("bingo", OPENING)
            await self._told(self._stop)
            server.should_exit = True
        await hall.stop()

    async def _told(self, what: threading.Event) -> None:
        while not what.is_set() and not self._stop.is_set():
            await anyio.sleep(0.01)

    def begin(self) -> Callable[[], None]:
        """Serve in a thread of its own; return what ends it."""
        thread = threading.Thread(target=anyio.run, args=(self.serve,), daemon=True)
        thread.start()
        assert self._ready.wait(60)

        def end() -> None:
            self._stop.set()
            thread.join(10)
            assert not thread.is_alive()

        return end


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedHall]:
    """A served hall in which somebody has money."""
    hall = ServedHall(tmp_path)
    end = hall.begin()
    yield hall
    end()


def test_wall_and_player_find_the_hall_that_was_opened_again(served: ServedHall, browser: Browser) -> None:
    contexts = [browser.new_context(), browser.new_context()]
    wall, player = (one.new_page() for one in contexts)
    wall.goto(f"{served.address}/mesa/sala/publico")
    player.goto(f"{served.address}/mesa/sala/volver/marta/{served.word}")
    player.wait_for_url(re.compile("/mesa/sala/como/marta$"))
    for page in (wall, player):
        expect(page.locator("#live[data-following=yes]")).to_be_attached()
    served.reopen.set()
    wall.wait_for_url(re.compile("/mesa/sala-2/publico$"))
    player.wait_for_url(re.compile("/mesa/sala-2/como/marta$"))
    expect(player.get_by_text("12 €").first).to_be_visible()
    for one in contexts:
        one.close()
