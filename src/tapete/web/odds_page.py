"""The general odds of a table's game under its rulebook, as a page. It says nothing of a hand in play."""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import Any, Final, cast

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.rulebooks import Library, ReadsRulebooks, Rulebook
from tapete.web import render
from tapete.web.page_access import require_table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of
from tapete.words import CodedError, label, sentence

Told = tuple[tuple[str, tuple[tuple[str, ...], ...], tuple[str, ...]], ...]
"""Of each section its title, its rows and its sentences."""
KEPT: Final = dict[tuple[str, int, str, str], Told]()
"""By the hash of a rulebook, packs, the mode of the bank, and language."""
ONE_AT_A_TIME: Final = Lock()
"""What is counted takes a second of a core; who comes meanwhile waits, and has it then."""


def figures(book: Rulebook, library: Library, decks: int, mode: str, lang: str) -> Told:
    """Return the sections of a game's odds in a language. What counts them is loaded when somebody first asks."""
    key = (book.sha256, decks, mode, lang)
    with ONE_AT_A_TIME:
        if key not in KEPT:
            from tapete.odds.general import sections

            def say(code: str, facts: Any, topic: str = "command") -> str:
                return sentence(topic, code, lang, **facts)

            KEPT[key] = tuple(
                (
                    say(*one.title, one.topic),
                    tuple(
                        (label(*row.name, lang), *filter(None, (row.exact, row.rounded, row.more))) for row in one.rows
                    ),
                    tuple(say(*told) for told in one.sentences),
                )
                for one in sections(book.game, book.id, library, decks, mode)
            )
        return KEPT[key]


@get("/mesa/{table_id:str}/probabilidades")
async def odds_page(request: Request_, state: State, table_id: FromPath[str]) -> Response[str]:
    """Show how any coup of a table's game ends, counted exactly from its rulebook and commission."""
    table, lang = require_table(state, table_id), lang_of(request)
    view, engine = table.view(None), table.game
    if not isinstance(engine, ReadsRulebooks) or not view.rulebook:
        raise ProblemError(404, "no-odds")
    book = engine.library.by_id(engine.key, view.rulebook)
    note, found = "", cast("Told", ())
    decks, mode = int(getattr(view, "decks", 0)), str(getattr(view, "mode", None) or "")
    try:
        found = await asyncio.to_thread(figures, book, engine.library, decks, mode, lang)
    except CodedError as error:  # rules that leave a case to an official
        note = error.sentence(lang)
    if not (found or note):
        raise ProblemError(404, "no-odds")
    values = {"title": str(book.content.get("title", book.id)), "game": engine.key, "sections": found, "note": note}
    return html_response(request, render.page("odds.html", lang, back=f"/mesa/{table.id}", **values))


ROUTES: Final = (odds_page,)
