"""Whether a rulebook governs what is played on a given day."""

from __future__ import annotations

import msgspec

from tapete.catalogue.listed import entries
from tapete.clauses import Cite, trace
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
    entry = entries().get(book.game)
    if entry is None or entry.days is None:
        return Applying("")
    with trace() as trail:
        since, holds = entry.days(book, day)
    return Applying(since, holds, trail.rests_on)
