"""The lobby: its tables as they stand now, with one button to a seat at each, and how a table is opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from hashlib import blake2b
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from tapete.catalogue import Unit, entries
from tapete.clauses import GAMES
from tapete.kernel import PersonId
from tapete.live.presence import is_in_hall
from tapete.web import compare_pages, render, seat_links
from tapete.web.browser import Browser, page_path
from tapete.web.games import has_screen
from tapete.web.page_access import answer_page
from tapete.web.ports import Table
from tapete.web.responses import Request_, html_response, lang_of
from tapete.web.stage.lobby import lobby_words, tile
from tapete.web.stage.page import Drawings, drawing_for
from tapete.words import Lang, label, money

BEAT_S: Final = 1.0
"""Seconds between two looks at the tables: who chooses one need not see each chip fall."""


@get("/")
async def hall_page(request: Request_, state: State) -> Response[str]:
    """Show a tile a table; the browser draws them from the model that stands in the page, then from its stream."""
    lang, tables = lang_of(request), _with_pages(state)
    me = Browser(request, state).name
    own = _own(state, me, lang)
    purse = next((one.purse(PersonId(me)) for one in tables.values()), None) if me else None
    return html_response(
        request,
        render.page(
            "hall.html",
            lang,
            model=LobbySent().message(await tiles_now(state, lang), own),
            words=lobby_words(lang),
            me=seat_links.short_name(me, "", lang) if me else "",
            purse="" if purse is None else money(purse, lang),
            pageless=tuple(
                (label("game", table.game.key, lang), table.id)
                for table in state.hall.tables.values()
                if not has_screen(table.game.key)
            ),
            parked=tuple(state.hall.parked_tables),
            alarm="",
            hall="",
            has_tables=bool(tables),
            examples=() if state.hall.house is not None else opening_examples(),
            note="demo-note"
            if state.staff_access.is_open
            else "house-note"
            if state.people is None
            else "accounts-note",
            accounts=state.people is not None,
            has_house=state.hall.house is not None,
            friends=state.friends is not None and state.friends.may_open,
            among_friends=tuple((name, own[name].page) for name in sorted(own.keys() - tables.keys())),
            compared=tuple(game for game in GAMES if compare_pages.books_of(game, state.hall.games)),
        ),
    )


@get("/flujo")
async def lobby_stream(request: Request_, state: State) -> Response[Any]:
    lang, me, sent = lang_of(request), Browser(request, state).name, LobbySent()

    async def draw() -> str:
        return sent.message(await tiles_now(state, lang), _own(state, me, lang))

    async def tag() -> str:
        made, own = await tiles_now(state, lang), msgspec.json.encode(_own(state, me, lang))
        return blake2b(b"".join((*made.values(), own)), digest_size=12).hexdigest()

    return await answer_page(request, state, LobbyBeat(state), draw, tag=tag)


def _with_pages(state: State) -> dict[str, Table]:
    """Return the tables of the lobby: none that goes on elsewhere; those among friends are for whoever has the link."""
    found = {name: one for name, one in state.hall.tables.items() if has_screen(one.game.key)}
    there = {name: one for name, one in found.items() if state.hall.successor_of(name) is None}
    own = {name: one for name, one in there.items() if state.friends is None or not state.friends.is_one(name)}
    return dict(
        sorted(own.items(), key=lambda one: GAMES.index(one[1].game.key) if one[1].game.key in GAMES else len(GAMES))
    )


class OwnPlace(msgspec.Struct, frozen=True):
    """Where the viewer plays: their page there, and what chips they have."""

    page: str
    chips: str = ""


def _own(state: State, me: str, lang: Lang) -> dict[str, OwnPlace]:
    found: dict[str, OwnPlace] = {}
    for name, table in state.hall.tables.items() if me else ():
        if is_in_hall({name: table}, PersonId(me)):
            own = table.view(PersonId(me)).me
            chips = "" if own is None else f"{label('ui', 'my-chips', lang)}: {money(own.chips, lang)}"
            found[name] = OwnPlace(page_path(name, me), chips)
    return found


class LobbyBeat:
    """What the lobby follows: all its tables, at a steady beat."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def version(self) -> int:
        return sum(one.version for one in self._state.hall.tables.values())

    @property
    def revision(self) -> tuple[int, int]:
        seen = tuple((name, one.revision) for name, one in self._state.hall.tables.items())
        return (self.version, hash(seen) & 0xFFFFFFFF)

    async def changes(self) -> AsyncGenerator[int]:
        while True:
            yield self.version
            await asyncio.sleep(BEAT_S)


class LobbySent:
    """The tiles that one browser has been sent; each message holds those that differ, and all names in their order.
    Where nothing differs there is none.
    """

    def __init__(self) -> None:
        self._tiles: dict[str, bytes] | None = None
        self._own: dict[str, OwnPlace] = {}

    def message(self, made: dict[str, bytes], own: dict[str, OwnPlace]) -> str:
        had, self._tiles = self._tiles, made
        had_own, self._own = self._own, own
        if had is not None and list(had.items()) == list(made.items()) and had_own == own:
            return ""
        changed = {name: msgspec.Raw(one) for name, one in made.items() if (had or {}).get(name) != one}
        return msgspec.json.encode({"order": list(made), "tiles": changed, "own": own}).decode()


def opening_examples() -> tuple[str, ...]:
    """Return, for each game, a command that opens a table of it, with the numbers that it must be given."""
    found: list[str] = []
    for key, entry in entries().items():
        if not entry.has_pages:
            continue
        fields = entry.demo[0] if entry.demo else {}
        asked = [one for one in entry.form().options if one.required and one.field in fields and one.unit != Unit.TEXT]
        told = {one.name: fields[one.field] // (100 if one.unit == Unit.MONEY else 1) for one in asked}
        rest = " ".join(f"--{name} {value}" for name, value in told.items())
        found.append(f"tapete open {key} --store sqlite:///sala.db --name mesa-{len(found) + 1} {rest}")
    return tuple(found)


async def tiles_now(state: State, lang: Lang) -> dict[str, bytes]:
    async def made(table: Table) -> bytes:
        return msgspec.json.encode(tile(table, (await drawing_for(state, table, None, lang)).stage, lang))

    drawings: Drawings[bytes] = state.tiles
    found = _with_pages(state).items()
    return {name: await drawings.of((name, lang), one.revision, partial(made, one)) for name, one in found}


ROUTES: Final = (hall_page, lobby_stream)
