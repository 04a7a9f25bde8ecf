"""Rulebooks side by side, as pages: points with their values, and a recorded hand step by step under two of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from tapete.catalogue import game_key, house_games
from tapete.clauses import GAMES
from tapete.comparison import HandsBeside, Step, beside, compared_options, end_of, hand_file, run_hand, under
from tapete.kernel import Game, Refused
from tapete.record.codec import tag_of, to_tree
from tapete.rulebooks import ReadsRulebooks, Rulebook, RulebookOption, house_library
from tapete.web import render
from tapete.web.games import has_screen, screen_of
from tapete.web.logbook import event_sentence
from tapete.web.page_context import formulas
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.words import act, label, option_name, option_value, person_name, refusal, source

Books = tuple[str, ...]
"""Rulebooks by the hashes of their contents."""


class Cell(msgspec.Struct, frozen=True):
    """What a rulebook settles: the value in words, where it has it from, the clauses. ``is_other``: not the value that
    most of them have.
    """

    value: str
    origin: str
    place: str
    clauses: tuple[str, ...]
    is_other: bool = False


class Row(msgspec.Struct, frozen=True):
    """An option with a cell for each rulebook. ``hand`` shows the difference; ``reason`` says why none does."""

    option: str
    name: str
    cells: tuple[Cell, ...]
    is_differing: bool
    hand: str = ""
    sides: tuple[str, str] = ("", "")
    """Two rulebooks under which the hand ends otherwise."""
    reason: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a hand ends under a rulebook: what was refused and why, and what came last."""

    book: str
    title: str
    refusals: tuple[str, ...]
    last: tuple[str, ...]


class Side(msgspec.Struct, frozen=True):
    """A step under one rulebook: what came of it, the clauses behind it, the table after it."""

    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    is_refused: bool
    is_done: bool
    picture: Markup
    results: tuple[str, ...] = ()
    """What came of it in the words of the notation."""


class StepLine(msgspec.Struct, frozen=True):
    line: str
    is_parting: bool
    is_parted: bool


_KNOWN: dict[str, Rulebook] = {}
"""Rulebooks that a page has shown, by hash: what is worked out once about them is kept by their hashes."""


def books_of(game: str, games: Mapping[str, Game[Any]]) -> Books:
    """Return the rulebooks of a game that a hall knows, the houses' own layers too; the newest of each name."""
    engine: object = games.get(game)
    library = engine.library if isinstance(engine, ReadsRulebooks) else house_library()
    found: dict[str, Rulebook] = {}
    for one in library.of(game):
        found.setdefault(one.id, one)
    _KNOWN.update({one.sha256: one for one in found.values()})
    return tuple(one.sha256 for one in found.values())


def known_books(books: Books) -> tuple[Rulebook, ...]:
    return tuple(_KNOWN[one] for one in books)


def title_of(book: Rulebook) -> str:
    return str(book.content.get("title", book.id))


def titles(books: Books) -> tuple[tuple[str, str], ...]:
    return tuple((one.id, title_of(one)) for one in known_books(books))


@lru_cache(maxsize=32)
def rows(game: str, books: Books, lang: str) -> tuple[Row, ...]:
    """Return a row for each option of a game, in the order of its sections."""
    found = compared_options(game, house_games().get(game), known_books(books))
    made = []
    for one in found.options:
        values = [one.values[book] for book in found.rulebooks]
        usual = _usual(values)
        cells = tuple(_cell(value, usual, lang) for value in values)
        reason = "" if one.reason is None else label("no-end", one.reason, lang)
        hand, sides = "", ("", "")
        if one.shown_by is not None:
            hand, sides = one.shown_by.table, _sides(one.shown_by.ends)
        made.append(Row(one.option, option_name(one.option, lang), cells, one.differs, hand, sides, reason))
    return tuple(made)


def _usual(values: list[RulebookOption | None]) -> Any:
    known = [one.value for one in values if one is not None]
    return max(known, key=known.count)


def _cell(value: RulebookOption | None, usual: Any, lang: str) -> Cell:
    if value is None:
        return Cell("—", "", "", ())
    place = source(" ".join((value.document, *value.at)), lang).strip()
    told, origin = option_value(value.value, lang), label("origin", value.origin, lang)
    return Cell(told, origin, place, value.clauses, value.value != usual)


def _sides(ends: dict[str, str]) -> tuple[str, str]:
    first, *others = ends
    return first, next(one for one in others if ends[one] != ends[first])


@lru_cache(maxsize=64)
def endings(game: str, name: str, books: Books, lang: str) -> tuple[Ending, ...]:
    hand = hand_file(game).named(name)
    if hand is None:
        return ()
    found = []
    for book in known_books(books):
        run = run_hand(house_games()[game], hand, book)
        refused = tuple(
            refusal(one.outcome.code, one.outcome.facts, lang)
            for one in run.own_steps
            if isinstance(one.outcome, Refused)
        )
        done = [one for one in run.own_steps if not one.is_refused]
        last = _sentences(game, done[-1], book, lang)[-1:] if done else ()
        found.append(Ending(book.id, title_of(book), refused, last or end_of(run).results[-1:]))
    return tuple(found)


@lru_cache(maxsize=64)
def hand_beside(game: str, hand: str, books: Books, left: str, right: str) -> HandsBeside[Any] | None:
    """Return a hand under two rulebooks; None where there is no such hand or rulebook."""
    known = {one.id: one for one in known_books(books)}
    shown = hand_file(game).named(hand)
    if shown is None or left not in known or right not in known or game not in house_games():
        return None
    return beside(house_games()[game], shown, (known[left], known[right]))


def steps(found: HandsBeside[Any], lang: str) -> tuple[StepLine, ...]:
    parting = found.parting
    first = (next(one for one in pair.steps if one is not None) for pair in found.pairs)
    return tuple(
        StepLine(_line(one, lang), at == parting, parting is not None and at > parting) for at, one in enumerate(first)
    )


def _line(step: Step[Any], lang: str) -> str:
    if step.at < 0:
        return label("compare", "opening", lang)
    tree = to_tree(step.act.body)
    about = tree.get("accident")
    what = f" ({label('irregularity', str(about), lang)})" if about else ""
    return f"{person_name(str(step.act.by), lang)}: {act(tag_of(type(step.act.body)), tree, lang)}{what}"


def sides(game: str, found: HandsBeside[Any], at: int, lang: str) -> tuple[Side, ...]:
    """Return both sides of a step. Where they part and the same is told of both, what came of it is told in the words
    of the notation too.
    """
    pair = found.pairs[at]
    made = tuple(
        _side(game, step, state, run.book, lang)
        for step, state, run in zip(pair.steps, pair.states, found.runs, strict=True)
    )
    if not pair.is_parting or made[0].sentences != made[1].sentences:
        return made
    return tuple(
        one if step is None else msgspec.structs.replace(one, results=step.results)
        for one, step in zip(made, pair.steps, strict=True)
    )


def _side(game: str, step: Step[Any] | None, state: Any, book: Rulebook, lang: str) -> Side:
    draw = screen_of(game).picture if has_screen(game) else None
    picture = Markup("" if draw is None or state.rules is None else draw(state, lang))  # a page of ours, escaped
    if step is None:
        return Side((), (), False, False, picture)
    clauses = tuple(dict.fromkeys(map(str, step.clauses)))
    if isinstance(step.outcome, Refused):
        return Side((refusal(step.outcome.code, step.outcome.facts, lang),), clauses, True, True, picture)
    return Side(_sentences(game, step, book, lang), clauses, False, True, picture)


def _sentences(game: str, step: Step[Any], book: Rulebook, lang: str) -> tuple[str, ...]:
    if not has_screen(game):
        return step.results
    screen, spanish = screen_of(game), formulas(under(house_games()[game], book), book.id)
    found: list[str] = []
    for event in step.events:
        tree = to_tree(event)
        if str(tree["event"]).partition("@")[0] not in screen.quiet_events:
            found.append(event_sentence(tree, screen, lang, spanish, person_name))
        if screen.ruling is not None and (effects := getattr(event, "effects", ())):
            found += screen.ruling(effects, lang)
    return tuple(found)


# --- the pages --------------------------------------------------------------------------------------------------------


MOST: Final = 4
"""Digits of the highest number of a step that is read."""
HAND: Final = "/reglas/{game:str}/mano/{hand:str}"
BESIDE: Final = f"{HAND}/{{left:str}}/{{right:str}}"


def _require_game(state: State, name: str) -> tuple[str, Books]:
    """Return the key and the rulebooks of a game, by any of its names; raise :class:`ProblemError` for another."""
    key = game_key(name)
    books = () if key is None else books_of(key, state.hall.games)
    if key is None or not books:
        raise ProblemError(404, "no-such-game", games=tuple(GAMES))
    return key, books


@get(["/reglas/{game:str}/comparar", "/reglas/{game:str}/diferencias"])
async def compare_page(request: Request_, state: State, game: FromPath[str]) -> Response[str]:
    """Put every option of a game's rulebooks side by side, or those alone on which they differ."""
    (key, books), lang = _require_game(state, game), lang_of(request)
    every, only_differing = rows(key, books, lang), request.url.path.endswith("/diferencias")
    differing = tuple(one for one in every if one.is_differing)
    values = {
        "game": key,
        "books": titles(books),
        "rows": differing if only_differing else every,
        "counts": (len(every), len(differing)),
        "only_differing": only_differing,
    }
    return html_response(request, render.page("compare.html", lang, **values))


@get(HAND)
async def choose_books(request: Request_, state: State, game: FromPath[str], hand: FromPath[str]) -> Redirect:
    """Lead to a hand under the two rulebooks that a form has chosen."""
    key, books = _require_game(state, game)
    left, right = (request.query_params.get(one, "") for one in ("a", "b"))
    if hand_beside(key, hand, books, left, right) is None:
        raise ProblemError(404, "no-such-hand")
    return redirect(request, f"/reglas/{key}/mano/{hand}/{left}/{right}")


@get([BESIDE, f"{BESIDE}/{{step:str}}"])
async def hand_page(
    request: Request_,
    state: State,
    game: FromPath[str],
    hand: FromPath[str],
    left: FromPath[str],
    right: FromPath[str],
    step: FromPath[str | None] = None,
) -> Response[str]:
    """Show a step of a hand under two rulebooks; without one, where they part."""
    (key, books), lang = _require_game(state, game), lang_of(request)
    shown, found = hand_file(key).named(hand), hand_beside(key, hand, books, left, right)
    is_number = step is None or (step.isascii() and step.isdecimal() and len(step) <= MOST)
    if found is None or shown is None or not is_number:
        raise ProblemError(404, "no-such-hand")
    at = (found.parting or 0) if step is None else int(step) - 1
    if not 0 <= at < len(found.pairs):
        raise ProblemError(404, "no-such-hand")
    values = {
        "game": key,
        "hand": hand,
        "title": label("shown-hand", hand, lang),
        "options": shown.shows,
        "books": titles(books),
        "chosen": (left, right),
        "titles": tuple(title_of(run.book) for run in found.runs),
        "here": f"/reglas/{key}/mano/{hand}/{left}/{right}",
        "at": at,
        "parting": found.parting,
        "steps": steps(found, lang),
        "sides": sides(key, found, at, lang),
        "endings": endings(key, hand, books, lang),
    }
    return html_response(request, render.page("shown_hand.html", lang, **values))


ROUTES: Final = (compare_page, choose_books, hand_page)
