"""Chance from outside: drawn cards as acts, and the commitments that prove a sealed shoe.

The shoe has no cursor: the position of the next card is counted in the table's state, so a crash before the commit
draws the same card again. This room holds only what is pure: the shape of a draw and the arithmetic of the commitments.
The order of a sealed shoe and its secrets stay with :mod:`tapete.live`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from tapete.cards import Card
from tapete.kernel import ActBody, Event


class ShoeKind(StrEnum):
    """Where the faces of a shoe come from."""

    SEALED = "sealed"
    """The operating system's randomness; encrypted order, a public commitment for each position."""
    KEYED = "keyed"
    """A real shoe: a person keys each card when it is shown."""
    SEEDED = "seeded"
    """Drills and tests; visibly marked, refused by a live table."""


class CardOut(ActBody, frozen=True, tag="card-out"):
    """Chance: the card at ``position`` leaves the shoe. ``face`` is ``None`` for a real card that lies face down."""

    position: int
    face: Card | None = None


class SealShoe(ActBody, frozen=True, tag="seal-shoe"):
    """Chance: a fresh shoe lies in a fixed order. ``commitments`` has one entry for each position of a sealed shoe."""

    shoe: int
    commitments: tuple[str, ...] = ()


class Source(Protocol):
    """Where cards come from. ``None`` for a card means that its face is not known (a real card, face down)."""

    kind: ShoeKind

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay a fresh shoe of ``size`` cards in order, number ``shoe`` of its table, and return its commitments."""

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the face at one committed index of a shoe. Asked twice, it answers the same."""


class ShoeSealed(Event, frozen=True, tag="shoe-sealed@1"):
    """The commitments of a shoe, one for each position, published before the first bet.

    ``shoe`` numbers the shoes of a table without gaps; ``kind`` says where the faces come from.
    """

    shoe: int
    kind: ShoeKind
    size: int
    commitments: tuple[str, ...] = ()


class CardRekeyed(Event, frozen=True):
    """Base of the corrections of a keyed card: at ``position`` of coup ``coup`` lay ``face``, not ``was``."""

    coup: int
    position: int
    was: Card
    face: Card


class CardProof(msgspec.Struct, frozen=True):
    """The proof of one shown card: its position, its face and the salt of its commitment (hexadecimal)."""

    position: int
    face: Card
    salt: str


SALT_BYTES = 16
"""Bytes of salt behind each commitment: without it 52 tries would open it."""


def commitment(shoe: str, position: int, face: Card, salt: str) -> str:
    """Return the commitment to ``face`` lying at ``position`` of ``shoe``: SHA-256 over a fixed, readable line."""
    return hashlib.sha256(f"tapete shoe {shoe} {position} {face} {salt}".encode("ascii")).hexdigest()


def rotate(order: Sequence[str], cut: int) -> tuple[str, ...]:
    """Cut a committed order: the part below ``cut`` comes to the top. Public, so anyone can follow it."""
    if not 0 < cut < len(order):
        raise ValueError("a cut leaves cards on both sides")
    return (*order[cut:], *order[:cut])


def original_position(position: int, cut: int, size: int) -> int:
    """Return where the card at ``position`` of the cut shoe lay before the cut."""
    return (position + cut) % size
