"""The rulebook that governs a table: between two series the house may put another in its place."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tapete.clauses import Fault, fault
from tapete.kernel import ActBody, Event
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError


class AdoptRulebook(ActBody, frozen=True, tag="adopt-rulebook"):
    """Between shoes: the table goes on under another rulebook, named by the hash of its content."""

    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class RulebookAdopted(Event, frozen=True, tag="rulebook-adopted@1"):
    """The table goes on under the rulebook with this hash."""

    rulebook: str
    sha256: str

    def pinned_rulebook(self) -> str:
        return self.sha256


def adoptable(library: Library, game: str, sha256: str) -> Rulebook | Fault:
    """Return the rulebook of ``game`` with this hash, or the fault that there is none."""
    try:
        book = library.by_hash(sha256)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=sha256)
    return book if book.game == game else fault("no-such-rulebook", name=sha256)
