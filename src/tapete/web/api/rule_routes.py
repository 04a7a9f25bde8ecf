"""Rules: the register of clauses and the rulebooks."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Final

from litestar import get
from litestar.params import PathParameter, QueryParameter

from tapete.catalogue import applicability, entries, game_key
from tapete.clauses import GAMES, game_clauses, practices, register
from tapete.rulebooks import Rulebook, house_library
from tapete.web.api.identity import Request_
from tapete.web.api.shapes import ClauseOut, RulebookOut
from tapete.web.api.table_routes import AskedLang, clause_out, reader
from tapete.web.problems import ProblemError, problem_specs

TAGS: Final = ["rules"]


@get("/clauses", tags=TAGS, summary="Read the register", responses=problem_specs(400, 405))
async def list_clauses(
    request: Request_,
    game: Annotated[str, QueryParameter(description=f"Game by one of its names: {', '.join(GAMES)}", max_length=40)] = (
        next(iter(entries()))
    ),
    lang: AskedLang = None,
) -> list[ClauseOut]:
    """Return a game's clauses, in our own words, with their sources."""
    key = game_key(game)
    if key is None:
        raise ProblemError(400, "no-such-game", games=tuple(GAMES))
    tongue = reader(request, lang)
    return [clause_out(one.id, tongue) for one in game_clauses(key)]


@get("/clauses/{clause:str}", tags=TAGS, summary="Read one clause", responses=problem_specs(400, 404, 405))
async def read_clause(
    request: Request_, clause: Annotated[str, PathParameter(max_length=40)], lang: AskedLang = None
) -> ClauseOut:
    """Return one clause, or one point of house practice."""
    if clause not in register() and clause not in practices():
        raise ProblemError(404, "no-such-clause")
    return clause_out(clause, reader(request, lang))


@get("/rules", tags=TAGS, summary="List the rulebooks", responses=problem_specs(400, 405))
async def list_rulebooks(
    day: Annotated[
        date | None, QueryParameter(description="A day of play, such as 2011-06-22; today if left out")
    ] = None,
) -> list[RulebookOut]:
    """List the rulebooks that are shipped, and whether each governs a coup of ``day``."""
    return [rulebook_out(book, day) for book in house_library().books]


def rulebook_out(book: Rulebook, day: date | None) -> RulebookOut:
    """Return a rulebook as it is told: with what holds on ``day``, today when not given."""
    found = applicability(book, (day or datetime.now(UTC).date()).isoformat())
    title = str(book.content.get("title", book.id))
    return RulebookOut(book.id, book.game, title, book.sha256, found.since, found.applies, found.clauses)


RULE_ROUTES: Final = (list_clauses, read_clause, list_rulebooks)
