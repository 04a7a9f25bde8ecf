"""The page of the tables of former days."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from tapete.house import acts as a
from tapete.kernel import Act
from tapete.live import Hall, Keys
from tapete.live.archive import FormerTable
from tapete.record.entry import StreamEnd
from tapete.web import create_app
from tapete.web.archive_page import PAGE
from tests.support.house import DIRECTOR, TABLE
from tests.support.live.days import DAYS, play_day

HERE = "http://testserver.local"


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a hall whose house has had one day."""

    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
            await play_day(hall, DAYS[0])
            app: Any = create_app(hall, hosts=["testserver.local"])  # type: ignore[arg-type]
            browser = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE)
            try:
                await scene(hall, browser)
            finally:
                await hall.stop()

        anyio.run(main)

    return play


def test_a_table_leaves_the_hall_s_list_for_the_archive_with_the_next_day(run: Any) -> None:
    async def scene(hall: Hall, browser: httpx.AsyncClient) -> None:
        lobby, archive = (await browser.get("/")).text, (await browser.get("/archivo")).text
        assert (f'id="mesa-{TABLE}"' in lobby, f'id="mesa-{TABLE}"' in archive) == (True, False)
        assert "Todavía no hay ninguna" in archive
        house: Any = hall.house
        assert (await house.act(Act(DIRECTOR, a.OpenDay(DAYS[1])))).refusal is None
        await hall.archive.settle()
        lobby, archive = (await browser.get("/")).text, (await browser.get("/archivo?lang=en")).text
        assert (f'id="mesa-{TABLE}"' in lobby, f'id="mesa-{TABLE}"' in archive) == (False, True)
        assert 'href="/archivo"' in lobby
        assert (await browser.get(f"/mesa/{TABLE}/publico")).status_code == 404

    run(scene)


def test_the_archive_is_read_page_by_page(run: Any) -> None:
    async def scene(hall: Hall, browser: httpx.AsyncClient) -> None:
        for number in range(PAGE + 1):
            name = f"t{number:03}"
            end = StreamEnd(name, 3, "0" * 64)
            hall.archive._kept[name] = FormerTable(name, "punto-y-banca", "2026-01-02T20:00:00+01:00", end, None)
        for asked, here, first in (
            ("", 1, f"t{PAGE:03}"),
            ("1", 1, f"t{PAGE:03}"),
            ("2", 2, "t000"),
            ("99", 2, "t000"),
        ):
            page = (await browser.get("/archivo", params={"pagina": asked})).text
            assert page.count("<li id=") == (PAGE if here == 1 else 1)
            assert f'id="mesa-{first}"' in page
            assert ('rel="next"' in page, 'rel="prev"' in page) == (here == 1, here == 2)
        for odd in ("0", "-1", "dos", "9999999", "²"):
            assert 'rel="next"' in (await browser.get("/archivo", params={"pagina": odd})).text

    run(scene)
