"""A game of the catalogue that has no pages is played through the interface; the hall names its tables all the same."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tapete.catalogue import GameEntry, additional_game
from tapete.live import Hall
from tapete.web import create_app
from tapete.web.games import has_screen
from tapete.web.staff_access import StaffAccess
from tests.toy_game.entry import CARTA_ALTA
from tests.toy_game.test_toy_game import HERE, in_a_hall, opened


def without_pages(screen: str) -> AbstractContextManager[GameEntry]:
    """Put the game into the catalogue with its pages in a module that is not there."""
    return additional_game(msgspec.structs.replace(CARTA_ALTA, screen=screen))


@pytest.mark.parametrize("screen", ["tests.toy_game.no_pages", "tests.no_game.pages", "no_package.pages"])
def test_the_hall_names_its_table_and_links_to_nothing_of_it(screen: str, tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        await opened(hall)
        app: Any = create_app(hall, staff_access=StaffAccess(is_open=True))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as client:
            found = await client.get("/")
            assert found.status_code == 200
            assert "La mesa «alta» (carta alta) no tiene páginas" in found.text
            assert "/mesa/alta" not in found.text
            for part in ("", "/publico", "/crupier", "/jugador-1"):
                assert (await client.get(f"/mesa/alta{part}")).status_code == 404, part

    with without_pages(screen):
        in_a_hall(tmp_path, scene)


def test_a_fault_in_its_pages_is_not_taken_for_a_game_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with without_pages("broken_game.pages"), pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        has_screen(CARTA_ALTA.key)
