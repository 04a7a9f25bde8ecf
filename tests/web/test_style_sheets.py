"""What one game alone draws stands in that game's own sheet, and the sheet of all pages draws nothing of one game."""

import re
from functools import cache
from typing import Any

import pytest

from tapete.catalogue import entries
from tapete.web.games import has_screen, screen_of
from tapete.web.render import static_folder

WEB = static_folder().parent
SHARED = "tapete.css"
ROOM_OF = {screen_of(key).style_sheet: one.room for key, one in entries().items() if has_screen(key)}
"""The rooms whose games have a sheet of their own, by its name."""


@cache
def selectors(sheet: str) -> tuple[str, ...]:
    """Return the selectors of a sheet, each by itself."""
    text = re.sub(r"/\*.*?\*/", "", (static_folder() / sheet).read_text("utf-8"), flags=re.DOTALL)
    found = re.findall(r"(?:^|[{}])\s*([^{}@]+?)\s*\{", re.sub(r"@(media|container|supports)[^{]*\{", "{}", text))
    return tuple(one.strip() for group in found for one in re.split(r",(?![^(]*\))", group) if one.strip())


def classes(selector: str) -> set[str]:
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", selector))


@cache
def written_in(room: str) -> frozenset[str]:
    """Return every word of the pages of one room, or, for no room, of the pages and scripts that all games share."""
    rooms = {one.room for one in entries().values()} | {"baccarat"}
    files = [one for kind in ("*.html", "*.py", "*.js") for one in WEB.rglob(kind)]
    own = {
        one: next((part for part in one.relative_to(WEB).parts if part in rooms - {"baccarat"}), "") for one in files
    }
    return frozenset(
        word for one in files if own[one] == room for word in re.findall(r"[\w-]+", one.read_text("utf-8"))
    )


def is_of_one_room(name: str, room: str) -> bool:
    others = {"", *(one.room for one in entries().values())} - {room}
    return name in written_in(room) and not any(name in written_in(other) for other in others)


@pytest.mark.parametrize("sheet", sorted(ROOM_OF))
def test_the_sheet_of_all_pages_draws_nothing_that_one_game_alone_has(sheet: str) -> None:
    room = ROOM_OF[sheet]
    lone = {one: {name for name in classes(one) if is_of_one_room(name, room)} for one in selectors(SHARED)}
    assert {one: found for one, found in lone.items() if found and one not in SHARED_LINES} == {}


@pytest.mark.parametrize("sheet", sorted(ROOM_OF))
def test_the_sheet_of_a_game_draws_nothing_else(sheet: str) -> None:
    assert len(selectors(sheet)) > 20
    room = ROOM_OF[sheet]
    assert [one for one in selectors(sheet) if not any(is_of_one_room(name, room) for name in classes(one))] == []


SHARED_LINES = {".back-row", ".empty-box"}
"""Classes of one game that share a line of the sheet with one that all have."""


def test_a_page_has_the_sheet_of_its_game_after_that_of_all_pages(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_two_cloths()
        await house.open_bingo()
        met = set()
        for name, table in house.tables.items():
            page = (await house.client.get(f"/mesa/{name}/publico")).text
            sheets = re.findall(r'<link rel="stylesheet" href="/static/([\w.]+)\?\w+">', page)
            assert sheets == [SHARED, screen_of(table.game.key).style_sheet]
            met.add(sheets[1])
        assert met == set(ROOM_OF)
        hall = (await house.client.get("/")).text
        assert re.findall(r'<link rel="stylesheet" href="/static/([\w.]+)', hall) == [SHARED]

    run(scene)
