"""What the pages of every game show: who and where, the frame around the felt, the names and the rim of the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from tapete.kernel import PersonId
from tapete.rulebooks import UnknownRulebookError, house_library
from tapete.web import cast
from tapete.web.doors import MACHINE
from tapete.words import label

SEATING: Final = frozenset({"sit", "stand-behind"})
"""Acts by which somebody takes a place."""


class LogLine(msgspec.Struct, frozen=True):
    """One line of the record: the time of day and what became so."""

    time: str
    text: str


class PastCoup(msgspec.Struct, frozen=True):
    """A coup that is over: who won, both totals (none where a ruling decided), what was covered and how, in cents."""

    winner: str
    punto: int | None
    banca: int | None
    cover: str = ""
    covered: int = 0


class Sight(NamedTuple):
    """One look at a table: by whom (nobody: the public screen), in which language, with which lines of its record."""

    table: Any
    person: PersonId | None
    lang: str
    log: tuple[LogLine, ...] = ()
    past: tuple[PastCoup, ...] = ()

    @property
    def view(self) -> Any:
        """Return what the viewer sees."""
        return self.table.view(self.person)

    @property
    def screen(self) -> str:
        """Return which page it is: ``public``, ``player``, ``croupier`` or ``chief``."""
        return "public" if self.person is None else cast.screen_of(self.view)


@cache
def formulas(game: str, rulebook: str) -> Mapping[str, str]:
    """Return the Spanish formulas of a rulebook; none for one that the library does not have any more."""
    try:
        content = house_library().named(game, rulebook).content
    except UnknownRulebookError:
        return {}
    return {name: str(entry["value"]) for name, entry in content.get("formulas", {}).items() if entry["value"]}


def frame(sight: Sight) -> dict[str, Any]:
    """Return what the templates of every table print around the felt."""
    table, person = sight.table, sight.person
    here = f"/mesa/{table.id}/{cast.PUBLIC}" if person is None else f"/mesa/{table.id}/como/{person}"
    return {
        "table": table.id,
        "screen": sight.screen,
        "version": table.version,
        "step": str(sight.view.step),
        "here": here,
        "stream": f"{here}/flujo?lang={sight.lang}",
        "croupier": croupier(sight.view, sight.lang),
        "clauses": tuple(table.explain(person)),
    }


def croupier(view: Any, lang: str) -> str:
    """Name the croupier; a machine is called one."""
    name = str(view.staff.get("croupier", "—"))
    return label("ui", "machine", lang) if name.startswith(MACHINE) else cast.short(name, view.name, lang)


def people(view: Any) -> tuple[PersonId, ...]:
    """Return everybody at the table: those who sit, in order of their places, then those on their feet."""
    seated = tuple(seat.person for seat in view.seats if seat.person is not None)
    return (*seated, *(one.person for one in view.standing))


def rise(n: int, places: int) -> int:
    """Return how far (0 to 10) the rim of the table bends at the ``n``-th of its places, counted from 0."""
    last = max(1, places - 1)
    return round(10 * (2 * n / last - 1) ** 2)
