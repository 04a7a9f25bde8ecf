"""The pages of a table: rendered whole, or the part that a stream renews, for a person or for the public."""

from __future__ import annotations

from tapete.kernel import PersonId
from tapete.web import render, seat_links
from tapete.web.games import screen_of
from tapete.web.logbook import RecordReader, log_lines
from tapete.web.ports import Table
from tapete.web.screens.frame import LogLine, PageContext, is_real_table
from tapete.words import Lang


async def person_html(
    table: Table,
    person: PersonId,
    lang: Lang,
    past: RecordReader,
    *,
    whole: bool,
    back: str = "",
    admitted: bool = False,
    lost: bool = False,
    successor: str = "",
) -> str:
    """Render a person's page, or the part that the stream renews, from one look at the table. ``back``: the address of
    their return link, told on the whole page alone. ``admitted``: the page was opened for a post. ``lost``: they have
    none any more. ``successor``: the table at which this one, closed, goes on.
    """
    log: tuple[LogLine, ...] = ()
    view, game = table.view(person), screen_of(table.game.key)
    is_player = seat_links.screen_kind(view) == "player"
    if not is_player or is_real_table(view):
        cards = None if game.history is None else (await past.of(table, game.history)).cards
        log = await log_lines(table, lang, game, cards, person if is_player else "")
    sight = PageContext(table, person, lang, log, machines=table.machines, is_admitted=admitted, is_post_lost=lost)
    return await _html(sight, past, whole=whole, back=back, successor=successor)


async def public_html(table: Table, lang: Lang, past: RecordReader, *, whole: bool) -> str:
    """Render the public screen, or the part of it that the stream renews."""
    return await _html(PageContext(table, None, lang), past, whole=whole)


async def _html(sight: PageContext, past: RecordReader, *, whole: bool, back: str = "", successor: str = "") -> str:
    game = screen_of(sight.table.game.key)
    sight = sight._replace(more_time=game.more_time)
    if game.history is not None:
        sight = sight._replace(history=await past.of(sight.table, game.history))
    model = game.model(sight)
    if whole:
        return render.table_page(model, sight.view, sight.lang, game.names, game.style_sheet, back, successor)
    return render.live_part(model, sight.view, sight.lang, game.names, successor)
