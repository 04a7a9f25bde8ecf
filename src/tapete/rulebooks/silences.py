"""Clauses of which the document of a rulebook says nothing: which other document it follows for them, and where."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.clauses.coverage import fallback_clauses, leaves_citing
from tapete.clauses.register import Clause
from tapete.rulebooks.library import Rulebook


class Followed(msgspec.Struct, frozen=True):
    """A rulebook whose document is silent on a clause, and the places of another document that it follows there."""

    rulebook: str
    title: str
    places: tuple[str, ...]


def followed_elsewhere(clause: Clause, books: Iterable[Rulebook]) -> tuple[Followed, ...]:
    """Return the rulebooks of a clause's game whose own document does not state it; the newest of each name."""
    newest: dict[str, Rulebook] = {}
    for one in books:
        newest.setdefault(one.id, one)
    stating = {source.document for source in clause.sources}
    return tuple(
        Followed(one.id, str(one.content.get("title", one.id)), places_followed(clause.id, one))
        for one in newest.values()
        if one.content.get("document") not in stating and clause.id in fallback_clauses(one.content)
    )


def places_followed(clause: str, book: Rulebook) -> tuple[str, ...]:
    """Return the places of other documents that a rulebook follows for a clause, each with the key of its document."""
    found = [leaf["provenance"] for leaf in leaves_citing(book.content, clause)]
    named = (f"{one['document']} {at}" for one in found for at in one.get("at", ()))
    return tuple(dict.fromkeys(named))
