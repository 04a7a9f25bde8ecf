"""The arithmetic of the commitments that prove a sealed order."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec


class TokenProof(msgspec.Struct, frozen=True):
    """The proof of one shown token: its position, its face and the salt of its commitment (hexadecimal)."""

    position: int
    face: str
    salt: str


SALT_BYTES = 16
"""Bytes of salt behind each commitment: without it 52 tries would open it."""


def commitment(order: str, position: int, face: str, salt: str) -> str:
    """Return the commitment to ``face`` lying at ``position`` of an order: SHA-256 over a fixed, readable line."""
    return hashlib.sha256(f"tapete shoe {order} {position} {face} {salt}".encode("ascii")).hexdigest()


def rotate(order: Sequence[str], cut: int) -> tuple[str, ...]:
    """Cut a committed order: the part below ``cut`` comes to the top. Public, so anyone can follow it."""
    if not 0 < cut < len(order):
        raise ValueError("a cut leaves cards on both sides")
    return (*order[cut:], *order[:cut])


def original_position(position: int, cut: int, size: int) -> int:
    """Return where the card at ``position`` of the cut shoe lay before the cut."""
    return (position + cut) % size
