"""The days on which a rulebook governs what is played."""

from __future__ import annotations

import msgspec

from tapete.catalogue.games import entries
from tapete.clauses import Cite, trace
from tapete.rulebooks import Rulebook


class Applicability(msgspec.Struct, frozen=True):
    """A rulebook on a day. ``since`` is its first day as its document gives it, empty where the document gives none;
    then ``applies`` is unknown. ``clauses`` are those that say so.
    """

    since: str
    applies: bool | None = None
    clauses: tuple[Cite, ...] = ()


def applicability(book: Rulebook, day: str) -> Applicability:
    """Return True if ``book`` governs a coup played on ``day``, written 2011-06-22."""
    entry = entries().get(book.game)
    if entry is None or entry.days is None:
        return Applicability("")
    with trace() as trail:
        since, holds = entry.days(book, day)
    return Applicability(since, holds, trail.rests_on)
