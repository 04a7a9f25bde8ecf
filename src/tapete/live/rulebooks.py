"""The rulebooks that a hall reads and keeps: those that are shipped, and those that only its store still has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.record.store import Store
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError, house_library, make
from tapete.rulebooks.house_layer import OVER


def whole_library(store: Store, brought: Sequence[Rulebook] = ()) -> Library:
    """Return the shipped rulebooks, and after them those that only the store still has (old tables stand on them) and
    those that a house has ``brought``.
    """
    shipped = house_library()
    known = {one.sha256 for one in (*shipped.books, *brought)}
    kept = (make(store.rulebook(sha256)) for sha256 in store.rulebooks() if sha256 not in known)
    return Library((*shipped.books, *brought, *kept))


class RulebookContents:
    """What is kept beside the record of a rulebook that an entry names: its content, and that of the one below it."""

    def __init__(self, brought: Sequence[Rulebook] = ()) -> None:
        self._brought = {one.sha256: one for one in brought}

    def __call__(self, sha256: str) -> tuple[dict[str, Any], ...]:
        """Return the contents of a shipped or brought rulebook by its hash; none where only the store has it."""
        book = self._brought.get(sha256)
        if book is not None:
            return (*self(str(book.content[OVER]["sha256"])), book.content)
        try:
            return (house_library().by_hash(sha256).content,)
        except UnknownRulebookError:
            return ()
