"""The rulebooks that a hall reads and keeps: those that are shipped, and those that only its store still has."""

from __future__ import annotations

from typing import Any

from tapete.record.store import Store
from tapete.rulebooks import Library, UnknownRulebookError, house_library, make


def whole_library(store: Store) -> Library:
    """Return the shipped rulebooks, and after them those that only the store still has: old tables stand on them."""
    shipped = house_library()
    known = {one.sha256 for one in shipped.books}
    kept = (make(store.rulebook(sha256)) for sha256 in store.rulebooks() if sha256 not in known)
    return Library((*shipped.books, *kept))


def rulebook_content(sha256: str) -> dict[str, Any] | None:
    """Return the content of a shipped rulebook by its hash, to be kept beside the record."""
    try:
        return house_library().by_hash(sha256).content
    except UnknownRulebookError:
        return None
