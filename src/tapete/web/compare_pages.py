"""The pages that put the rulebooks of a game side by side, and step through a recorded hand under two of them."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from tapete.catalogue import game_key
from tapete.clauses import GAMES
from tapete.comparison import hand_file
from tapete.web import compared_rules, render
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.words import label

MOST: Final = 4
"""Digits of the highest number of a step that is read."""


@get("/reglas/{game:str}/comparar")
async def compare_page(request: Request_, state: State, game: FromPath[str]) -> Response[str]:
    """Put every option of a game's rulebooks side by side."""
    return _table(request, state, game, only_differing=False)


@get("/reglas/{game:str}/diferencias")
async def differences_page(request: Request_, state: State, game: FromPath[str]) -> Response[str]:
    """Put side by side the options on which a game's rulebooks differ."""
    return _table(request, state, game, only_differing=True)


def _table(request: Request_, state: State, game: str, *, only_differing: bool) -> Response[str]:
    (key, found), lang = _require_game(state, game), lang_of(request)
    rows = compared_rules.rows(key, found, lang)
    differing = tuple(one for one in rows if one.is_differing)
    books = tuple((one.id, compared_rules.title_of(one)) for one in compared_rules.known_books(found))
    values = {
        "game": key,
        "books": books,
        "rows": differing if only_differing else rows,
        "counts": (len(rows), len(differing)),
        "only_differing": only_differing,
    }
    return html_response(request, render.page("compare.html", lang, **values))


@get("/reglas/{game:str}/mano/{hand:str}")
async def choose_books(request: Request_, state: State, game: FromPath[str], hand: FromPath[str]) -> Redirect:
    """Lead to a hand under the two rulebooks that a form has chosen."""
    key, books = _require_game(state, game)
    left, right = (request.query_params.get(one, "") for one in ("a", "b"))
    if compared_rules.hand_beside(key, hand, books, left, right) is None:
        raise ProblemError(404, "no-such-hand")
    return redirect(request, f"/reglas/{key}/mano/{hand}/{left}/{right}")


@get("/reglas/{game:str}/mano/{hand:str}/{left:str}/{right:str}")
async def parting_page(
    request: Request_,
    state: State,
    game: FromPath[str],
    hand: FromPath[str],
    left: FromPath[str],
    right: FromPath[str],
) -> Response[Any]:
    """Show a hand under two rulebooks where they part."""
    return _hand(request, _require_game(state, game), hand, (left, right), None)


@get("/reglas/{game:str}/mano/{hand:str}/{left:str}/{right:str}/{step:str}")
async def step_page(
    request: Request_,
    state: State,
    game: FromPath[str],
    hand: FromPath[str],
    left: FromPath[str],
    right: FromPath[str],
    step: FromPath[str],
) -> Response[Any]:
    """Show a step of a hand under two rulebooks."""
    if not (step.isascii() and step.isdecimal() and len(step) <= MOST):
        raise ProblemError(404, "no-such-hand")
    return _hand(request, _require_game(state, game), hand, (left, right), int(step))


def _hand(
    request: Request_, of: tuple[str, compared_rules.Books], hand: str, names: tuple[str, str], step: int | None
) -> Response[Any]:
    game, books = of
    lang, shown = lang_of(request), hand_file(game).named(hand)
    found = compared_rules.hand_beside(game, hand, books, *names)
    if found is None or shown is None or (step is not None and not 1 <= step <= len(found.pairs)):
        raise ProblemError(404, "no-such-hand")
    at = (found.parting or 0) if step is None else step - 1
    titles = tuple(compared_rules.title_of(run.book) for run in found.runs)
    values = {
        "game": game,
        "hand": hand,
        "title": label("shown-hand", hand, lang),
        "options": shown.shows,
        "books": tuple((one.id, compared_rules.title_of(one)) for one in compared_rules.known_books(books)),
        "chosen": names,
        "titles": titles,
        "here": f"/reglas/{game}/mano/{hand}/{names[0]}/{names[1]}",
        "at": at,
        "parting": found.parting,
        "steps": compared_rules.steps(found, lang),
        "sides": compared_rules.sides(game, found, at, lang),
        "endings": compared_rules.endings(game, hand, books, lang),
    }
    return html_response(request, render.page("shown_hand.html", lang, **values))


def _require_game(state: State, name: str) -> tuple[str, compared_rules.Books]:
    """Return the key and the rulebooks of a game, by any of its names; raise :class:`ProblemError` for another."""
    key = game_key(name)
    books = () if key is None else compared_rules.books_of(key, state.hall.games)
    if key is None or not books:
        raise ProblemError(404, "no-such-game", games=tuple(GAMES))
    return key, books


ROUTES: Final = (compare_page, differences_page, choose_books, parting_page, step_page)
