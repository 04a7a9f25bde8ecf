"""A hall behind a real server, once for the tests of a file, and a real browser in front of it."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.crowd import PACE, Crowd
from tests.support.e2e.served import KINDS, Served, served

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
ARGUMENTS += ["--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    async def start() -> tuple[Hall, dict[str, Any]]:
        file = tmp_path_factory.mktemp("hall") / "hall.db"
        return await Hall.start(f"sqlite:///{file}", Keys.fresh()), {"staff_access": StaffAccess(is_open=True)}

    with served(start) as found:
        yield found


@pytest.fixture
def site(hall: Served) -> str:
    return hall.address


@pytest.fixture
def tables(hall: Served, known_order: None) -> Iterator[Callable[[str], str]]:
    """Return the name of this test's own table of a kind, which is opened when it is first asked for."""
    opened: dict[str, str] = {}

    def name_of(kind: str) -> str:
        if kind in KINDS and kind not in opened:
            opened[kind] = hall.open(kind)
        return opened.get(kind, kind)

    yield name_of
    hall.forget([*opened.values()])


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
def crowd(browser: Browser, site: str, tables: Callable[[str], str], request: pytest.FixtureRequest) -> Iterator[Crowd]:
    """Pages; at the end none of them may have met an error."""
    pace = getattr(request.module, "PACE", PACE)
    here = Crowd(browser, site, tables, lambda: request.getfixturevalue("hall"), pace)
    yield here
    for context in here.contexts:
        context.close()
    assert [one for one in here.errors if "409" not in one] == []


@pytest.fixture
def window() -> Callable[[Page], str]:
    return lambda page: str(page.locator("main").get_attribute("data-step")).split(".")[2]
