"""The pages of a table, for a person or for the public: what they are made from, and what is drawn once for many."""

from __future__ import annotations

from litestar.datastructures import State
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.web import seat_links
from tapete.web.games import screen_of
from tapete.web.logbook import RecordReader, log_lines
from tapete.web.packing import Private
from tapete.web.page_context import PageContext, is_real_table
from tapete.web.ports import Table
from tapete.web.sessions import Session
from tapete.web.staff_access import is_post_lost
from tapete.web.stage import page
from tapete.web.stage.model import LogLine
from tapete.web.stage.page import Drawing, Drawings
from tapete.words import Lang, label


async def person_sight(
    table: Table, person: PersonId, lang: Lang, past: RecordReader, *, admitted: bool = False, lost: bool = False
) -> PageContext:
    """Return one look of a person at a table. ``admitted``: their page was opened for a post. ``lost``: they have none
    any more.
    """
    log: tuple[LogLine, ...] = ()
    view, game = table.view(person), screen_of(table.game.key)
    is_player = seat_links.screen_kind(view) == "player"
    if not is_player or is_real_table(view):
        cards = None if game.history is None else (await past.of(table, game.history)).cards
        log = await log_lines(table, lang, game, cards, person if is_player else "")
    sight = PageContext(table, person, lang, log, machines=table.machines, is_admitted=admitted, is_post_lost=lost)
    return await _with_history(sight, past)


async def public_sight(table: Table, lang: Lang, past: RecordReader) -> PageContext:
    """Return the look of the public screen at a table."""
    return await _with_history(PageContext(table, None, lang), past)


async def _with_history(sight: PageContext, past: RecordReader) -> PageContext:
    game = screen_of(sight.table.game.key)
    sight = sight._replace(more_time=game.more_time)
    return sight if game.history is None else sight._replace(history=await past.of(sight.table, game.history))


async def drawing_for(state: State, table: Table, session: Session | None, lang: Lang) -> Drawing:
    """Return what the page of a session, or the public screen, shows now: drawn once for all who see the same."""
    person = None if session is None else session.person
    is_admitted = session is not None and session.is_staff
    is_lost = session is not None and is_post_lost(state, table, session)

    async def make() -> Drawing:
        if person is None:
            sight = await public_sight(table, lang, state.past)
        else:
            sight = await person_sight(table, person, lang, state.past, admitted=is_admitted, lost=is_lost)
        return _drawing(sight)

    drawings: Drawings = state.drawings
    revision = table.followed_by(person).revision
    return await drawings.of((table.id, person, lang, is_admitted, is_lost), revision, make)


def _drawing(sight: PageContext) -> Drawing:
    """Return what a game shows; at a table that waits for an official, this is said over what may be done."""
    made = screen_of(sight.table.game.key).stage(sight)
    if sight.person is not None and sight.table.hold.face() is not None:
        made = replace(made, ask=replace(made.ask, sentence=label("refusal", "table-held", sight.lang)))
    return Drawing(made, is_private=sight.view.is_private)


def page_html(sight: PageContext, back: str = "", successor: str = "") -> str:
    """Return the whole page of one look at a table. ``back``: the address of their return link, on the public screen
    that of the hall. ``successor``: the table at which this one, closed, goes on.
    """
    game = screen_of(sight.table.game.key)
    about = () if game.about is None else game.about(sight)
    text = page.shell(sight, _drawing(sight), game.felt, back, successor, about, game.browser_words)
    return Private(text) if sight.view.is_private else text
