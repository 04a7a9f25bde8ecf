"""Which game's pages a table has, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tapete.games.chemin_de_fer.rules import GAME as CHEMIN_DE_FER
from tapete.games.punto_banco.rules import GAME as PUNTO_BANCO
from tapete.kernel import PersonId
from tapete.web import render, seat_links
from tapete.web.logbook import TableHistory, log_lines
from tapete.web.screens import chemin, punto_banco
from tapete.web.screens.frame import PageContext
from tapete.words import Lang


class GameScreen(NamedTuple):
    """The pages of one game. ``screen`` makes what its templates print (it names the one that the stream renews);
    ``facts`` what the list of the hall tells of a table; ``coups``: its pages show past coups out of the record;
    ``standing``: people may come in without a place and play on their feet.
    """

    screen: Callable[[PageContext], Any]
    facts: Callable[[Any, str], tuple[str, ...]]
    coups: bool = False
    standing: bool = False


SCREENS: Final[Mapping[str, GameScreen]] = MappingProxyType(
    {
        PUNTO_BANCO: GameScreen(punto_banco.screen, punto_banco.facts),
        CHEMIN_DE_FER: GameScreen(chemin.screen, chemin.facts, coups=True, standing=True),
    }
)
"""Games that have pages. The others are played through the API until they have."""


async def person_html(
    table: Any, person: PersonId, lang: Lang, past: TableHistory, *, whole: bool, back: str = ""
) -> str:
    """Render a person's page, or the part that the stream renews, from one look at the table. ``back``: the address of
    his return link, told on the whole page alone.
    """
    log = await log_lines(table, lang) if seat_links.screen_kind(table.view(person)) != "player" else ()
    sight = PageContext(table, person, lang, log, machines=await past.machines(table))
    return await _html(sight, past, whole=whole, back=back)


async def public_html(table: Any, lang: Lang, past: TableHistory, *, whole: bool) -> str:
    """Render the public screen, or the part of it that the stream renews."""
    return await _html(PageContext(table, None, lang), past, whole=whole)


async def _html(sight: PageContext, past: TableHistory, *, whole: bool, back: str = "") -> str:
    game = SCREENS[sight.table.game.key]
    if game.coups:
        sight = sight._replace(past=await past.of(sight.table), told=await past.told(sight.table))
    screen = game.screen(sight)
    if whole:
        return render.table_page(screen, sight.view, sight.lang, back)
    return render.live_part(screen, sight.view, sight.lang)
