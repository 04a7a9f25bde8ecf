"""A hall behind a real server, in a thread of its own, and a real browser in front of it."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as b
from tapete.games.chemin_de_fer import acts as c
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.crowd import Crowd

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def site(tmp_path: Path, known_order: None) -> Iterator[str]:
    """The address of a hall with tables of each game, of two of them also one with a real shoe."""
    ready = threading.Event()
    found: dict[str, Any] = {}

    async def main() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
        for name, maximum, variant in (("mesa", 50_000, Variant.PUNTO_BANCO), ("mini", 10_000, Variant.MINI)):
            staff = {Role.CROUPIER: PersonId(f"crupier-{name}"), Role.TABLE_CHIEF: PersonId(f"jefe-{name}")}
            opening = a.OpenTable(name, "asturias-2011", 500, maximum, variant=variant, staff=staff)
            await hall.open_table("punto-y-banca", opening)
        staff = {Role.CROUPIER: PersonId("crupier-llaves"), Role.TABLE_CHIEF: PersonId("jefe-llaves")}
        keyed = a.OpenTable("llaves", "asturias-2011", 500, 50_000, shoe=ChanceKind.KEYED, staff=staff)
        await hall.open_table("punto-y-banca", keyed)
        posts = {Role.CROUPIER: PersonId("crupier-circulo"), Role.INSPECTOR: PersonId("inspector-circulo")}
        await hall.open_table("chemin-de-fer", c.OpenTable("circulo", "asturias-2011", 1_000, staff=posts))
        real = {Role.CROUPIER: PersonId("crupier-real"), Role.INSPECTOR: PersonId("inspector-real")}
        what = c.OpenTable("real", "asturias-2011", 1_000, staff=real, shoe=ChanceKind.KEYED, conduct=Conduct.OBSERVED)
        await hall.open_table("chemin-de-fer", what)
        written = {"bank_maximum": 1_000_000, "shoe": ChanceKind.KEYED, "conduct": Conduct.OBSERVED}
        cloths: dict[str, dict[str, Any]] = {"panos": {"bank_maximum": 1_000_000}, "escrita": written}
        for name, limits in (cloths | {"abierta": {"mode": BankMode.OPEN}}).items():
            of_cloths = (Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, Role.INSPECTOR, Role.DIRECTOR)
            on_duty = {role: PersonId(f"{role}-{name}") for role in of_cloths}
            opened = d.OpenTable(name, "asturias-2011", 1_000, bank_minimum=100_000, staff=on_duty, **limits)
            await hall.open_table("dos-panos", opened)
        hall_posts = (Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER, Role.HALL_MANAGER)
        at_bingo = {role: PersonId(f"{role}-bingo") for role in hall_posts}
        await hall.open_table("bingo", b.OpenHall("bingo", "orden-1979", staff=at_bingo))
        server = found["server"] = make_server(hall, port=0, staff_access=StaffAccess(is_open=True))
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve)
            while not server.started:
                await anyio.sleep(0.01)
            found["port"] = server.servers[0].sockets[0].getsockname()[1]
            ready.set()
        await hall.stop()

    thread = threading.Thread(target=anyio.run, args=(main,), daemon=True)
    thread.start()
    assert ready.wait(60)
    yield f"http://127.0.0.1:{found['port']}"
    found["server"].config.timeout_graceful_shutdown = None  # it would cut off streams that do not end by themselves
    found["server"].should_exit = True
    thread.join(60)
    assert not thread.is_alive(), "the server did not stop while pages were open"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, the one without a screen first; no browser is ever downloaded."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium here")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def crowd(browser: Browser, site: str) -> Iterator[Crowd]:
    """Pages; at the end none of them may have met an error."""
    here = Crowd(browser, site)
    yield here
    for context in here.contexts:
        context.close()
    assert [one for one in here.errors if "409" not in one] == []


@pytest.fixture
def window() -> Callable[[Page], str]:
    """Read the window that a page shows."""
    return lambda page: str(page.locator("main").get_attribute("data-step")).split(".")[2]
