"""Numbers that follow from a secret: whoever has it computes them again, nobody else foretells one.

Every value is an exact whole number. A number below a bound comes from just enough bits, and a value that is not below
the bound is thrown away: no remainder, no floats.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

SECRET_SIZE: Final = 32
ROUNDS: Final = 8


def keyed_bytes(secret: bytes, purpose: bytes, index: int, counter: int, size: int) -> bytes:
    """Return ``size`` bytes for a purpose (at most 16 bytes), an index and a counter."""
    place = index.to_bytes(8, "big") + counter.to_bytes(8, "big")
    return blake2b(place, digest_size=size, key=secret, person=purpose).digest()


def number_below(secret: bytes, purpose: bytes, index: int, bound: int) -> int:
    """Return the number below ``bound`` that a secret has for a purpose and an index."""
    bits = (bound - 1).bit_length()
    size = (bits + 7) // 8 or 1
    counter = 0
    while True:
        found = int.from_bytes(keyed_bytes(secret, purpose, index, counter, size), "big") >> 8 * size - bits
        if found < bound:
            return found
        counter += 1


def permuted(secret: bytes, purpose: bytes, index: int, bound: int) -> int:
    """Return where a secret's permutation of the numbers below ``bound`` takes ``index``.

    Eight rounds of a Feistel network on two halves; what falls outside of the bound is taken on until it is inside.
    """
    half = ((bound - 1).bit_length() + 1) // 2 or 1
    low = (1 << half) - 1
    while True:
        left, right = index >> half, index & low
        for step in range(ROUNDS):
            mixed = int.from_bytes(keyed_bytes(secret, purpose, right, step, 8), "big") & low
            left, right = right, left ^ mixed
        index = left << half | right
        if index < bound:
            return index
