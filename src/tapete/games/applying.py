"""Whether a rulebook governs what is played on a given day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from tapete.clauses import Cite, trace
from tapete.games.chemin_de_fer import rules as chemin_de_fer
from tapete.games.chemin_de_fer.names import is_in_force_on
from tapete.rulebooks import Rulebook


class Applying(msgspec.Struct, frozen=True):
    """A rulebook on a day. ``since`` is its first day as its document gives it, empty where the document gives none;
    then ``applies`` is unknown. ``clauses`` are those that say so.
    """

    since: str
    applies: bool | None = None
    clauses: tuple[Cite, ...] = ()


def applying(book: Rulebook, day: str) -> Applying:
    """Return whether ``book`` governs a coup played on ``day``, written 2011-06-22."""
    asked = DATED.get(book.game)
    return Applying("") if asked is None else asked(book, day)


def _chemin_de_fer(book: Rulebook, day: str) -> Applying:
    rules = chemin_de_fer.read(book)
    with trace() as trail:
        holds = is_in_force_on(rules, day)
    return Applying(rules.in_force, holds, trail.rests_on)


DATED: Final[Mapping[str, Callable[[Rulebook, str], Applying]]] = MappingProxyType({chemin_de_fer.GAME: _chemin_de_fer})
"""Games whose document says from which day it holds."""
