"""Layout: for every card out of the shoe its place, its face if known, and who has seen it.

The layout holds whatever can happen at a table; what the rules make of it (totals, duties, deemed values) is reckoned
elsewhere and never stored here.
"""

from __future__ import annotations

from collections.abc import Set

import msgspec

from tapete.cards import Card
from tapete.kernel import PersonId

Place = str
"""Where a card lies: a hand (``punto``, ``banca``), its third card (``punto-3``, ``banca-3``), ``basket``, ``floor``,
``discard``, or ``aside`` (a card whose place an official has still to say)."""

BASKET = "basket"
FLOOR = "floor"
DISCARD = "discard"
ASIDE = "aside"


class LaidCard(msgspec.Struct, frozen=True):
    """One card out of the shoe. ``seen_by`` are those who saw it while it lay face down. Of some of them, ``noted_of``,
    the staff only say so: they may be asked about the card, but their page does not show it.
    """

    position: int
    place: Place
    face: Card | None
    face_up: bool = False
    seen_by: frozenset[PersonId] = frozenset()
    noted_of: frozenset[PersonId] = frozenset()

    def known_to(self, viewer: PersonId | None) -> Card | None:
        """Return the face, if ``viewer`` may know it."""
        return self.face if self.face_up or (viewer is not None and viewer in self.seen_by - self.noted_of) else None


Layout = tuple[LaidCard, ...]


def at(layout: Layout, place: Place) -> Layout:
    """Return the cards at one place, in the order in which they left the shoe."""
    return tuple([card for card in layout if card.place == place])


def lay(layout: Layout, card: LaidCard) -> Layout:
    """Put a card out of the shoe on the table."""
    return (*layout, card)


def move(layout: Layout, position: int, place: Place) -> Layout:
    return tuple(msgspec.structs.replace(card, place=place) if card.position == position else card for card in layout)


def turn_up(layout: Layout, position: int, face: Card | None) -> Layout:
    """Turn a card face up; ``face`` is its face when it was not known before."""
    return tuple(
        msgspec.structs.replace(card, face=face or card.face, face_up=True) if card.position == position else card
        for card in layout
    )


def look(layout: Layout, place: Place, person: PersonId) -> Layout:
    """Let a person see the cards at a place that lie face down."""
    return tuple(_seen(card, person) if card.place == place else card for card in layout)


def note_seen(layout: Layout, position: int, person: PersonId) -> Layout:
    """Note that a person saw the card of a shoe position that lies face down."""
    return tuple(
        _seen(card, person, noted={person} - (card.seen_by - card.noted_of)) if card.position == position else card
        for card in layout
    )


def _seen(card: LaidCard, person: PersonId, noted: Set[PersonId] = frozenset()) -> LaidCard:
    others = card.noted_of - {person}
    return msgspec.structs.replace(card, seen_by=card.seen_by | {person}, noted_of=others | noted)


def rekey(layout: Layout, position: int, face: Card) -> Layout:
    """Correct the face of a card that was keyed wrongly."""
    return tuple(msgspec.structs.replace(card, face=face) if card.position == position else card for card in layout)
