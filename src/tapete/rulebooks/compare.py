"""Rulebooks of one game beside each other: for each option, what each of them says and where it has it from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.clauses import Origin
from tapete.rulebooks.layer_values import origin_of, places_of
from tapete.rulebooks.library import Rulebook
from tapete.rulebooks.tree import Leaf, leaves


class RulebookOption(msgspec.Struct, frozen=True):
    """One option in one rulebook: its value, and where it comes from.

    ``document`` is empty for house practice. ``why`` is the reason of the practice or of the reading. The other fields
    are those of :class:`tapete.clauses.Provenance`.
    """

    value: Any
    origin: Origin
    document: str
    at: tuple[str, ...]
    via: tuple[str, ...]
    clauses: tuple[str, ...]
    why: str
    literal: dict[str, Any]
    stated_origin: Origin | None = msgspec.field(name="stated")
    lost_part: str = msgspec.field(name="lost")


def options_of(book: Rulebook) -> dict[str, RulebookOption]:
    """Return every option of a rulebook by its name."""
    document = str(book.content.get("document", ""))
    return {key: _settle(leaf, document) for key, leaf in leaves(book.content)}


def compare(books: Iterable[Rulebook]) -> dict[str, dict[str, RulebookOption | None]]:
    """Return for each option what each rulebook settles, by its id; None where a rulebook lacks the option."""
    found = {book.id: options_of(book) for book in books}
    names = sorted({name for options in found.values() for name in options})
    return {name: {book: options.get(name) for book, options in found.items()} for name in names}


def differing_options(compared: dict[str, dict[str, RulebookOption | None]]) -> tuple[str, ...]:
    """Return the options on whose value the rulebooks differ."""
    return tuple(
        name
        for name, by_book in compared.items()
        if any(
            one is None or one.value != first.value for first in by_book.values() if first for one in by_book.values()
        )
    )


def _settle(leaf: Leaf, document: str) -> RulebookOption:
    said, origin = leaf.get("provenance", {}), origin_of(leaf)
    is_practice = origin is Origin.PRACTICE
    return RulebookOption(
        value=leaf["value"],
        origin=origin,
        document=str(said.get("document", "" if is_practice else document)),
        at=() if is_practice else places_of(leaf, document),
        via=tuple(said.get("via", ())),
        clauses=tuple(leaf.get("clauses", ())),
        why=str(said.get("reading", leaf.get("practice", ""))),
        literal=dict(said.get("literal", {})),
        stated_origin=Origin(said["stated"]) if "stated" in said else None,
        lost_part=str(said.get("lost", "")),
    )
