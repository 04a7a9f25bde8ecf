"""Which game's pages a table has, and how they are drawn."""

from __future__ import annotations

from typing import Any, Final

from tapete.kernel import PersonId
from tapete.web import cast, chemin, render, screen
from tapete.web.logbook import Past, lines
from tapete.words import Lang

SCREENS: Final = frozenset({"punto-y-banca", chemin.GAME})
"""Games that have pages. The others are played through the API until they have."""


async def person_html(table: Any, person: PersonId, lang: Lang, past: Past, *, whole: bool) -> str:
    """Render a person's page, or the part that the stream renews, from one look at the table."""
    log = await lines(table, lang) if cast.screen_of(table.view(person)) != "player" else ()
    draw = render.table_page if whole else render.live_part
    if table.game.key == chemin.GAME:
        coups = await past.of(table)
        return draw(chemin.person_screen(table, person, lang, log, coups), table.view(person), lang)
    return draw(screen.person_screen(table, person, lang, log), table.view(person), lang)


async def public_html(table: Any, lang: Lang, past: Past, *, whole: bool) -> str:
    """Render the public screen, or the part of it that the stream renews."""
    draw = render.table_page if whole else render.live_part
    if table.game.key == chemin.GAME:
        coups = await past.of(table)
        return draw(chemin.public_screen(table, lang, coups), table.view(None), lang)
    return draw(screen.public_screen(table, lang), table.view(None), lang)
