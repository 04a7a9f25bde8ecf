"""A series («serie»): the cards that are printed under one letter and number, and by which law they were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b
from itertools import chain, starmap
from typing import Annotated, Final

import msgspec

from tapete.cartones.shape import parts, price
from tapete.cartones.strips import STRIP
from tapete.clauses import Fault, fault
from tapete.money import Amount, Cents

Runs = tuple[tuple[int, int], ...]
"""Numbers in order, those that follow one another as their first and last."""

LARGEST = 10_000_000


class Law(StrEnum):
    """How the numbers of a series' cards came about."""

    STRIPS = "strips"
    """Ordered strips of six, each independent of the others and uniform among all strips; a card of one is not."""
    SINGLES = "singles"
    """Single cards, drawn without repeats among all that have a rank, by a permutation that follows from the secret."""
    FOREIGN = "foreign"
    """Cards that somebody else has printed: no law is claimed."""


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may know of a series. It is pinned as it is; its digest binds the rest of it and every card."""

    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{1,2}$(?!\n)")]
    id: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    """Cards, numbered from 1 unless ``runs`` says otherwise."""
    face_value: Amount
    """Of a part, in cents."""
    double: bool = False
    law: Law = Law.STRIPS
    digest: str = ""
    runs: Runs | msgspec.UnsetType = msgspec.UNSET
    """The numbers that foreign cards bear. What is unset is not bound, as in digests of before."""

    @property
    def key(self) -> str:
        return f"{self.letter}-{self.id}"

    @property
    def numbers(self) -> Sequence[int]:
        runs = self.runs or ((1, self.size),)
        each = tuple(starmap(lambda first, last: range(first, last + 1), runs))
        return each[0] if len(each) == 1 else tuple(chain(*each))

    @property
    def has_as_many_numbers(self) -> bool:
        """Return True if the runs grow, and are together as many numbers as the series has cards."""
        ends = [0, *chain(*(self.runs or ((1, self.size),)))]
        grows = all(last < first for last, first in zip(ends[::2], ends[1::2], strict=False)) and ends == sorted(ends)
        return grows and sum(ends[2::2]) - sum(ends[1::2]) + len(ends) // 2 == self.size

    @property
    def parts(self) -> tuple[int, ...]:
        return parts(self.double)

    @property
    def price(self) -> Cents:
        return price(self.face_value, self.double)


def runs_of(numbers: Sequence[int]) -> Runs:
    found: list[tuple[int, int]] = []
    for one in numbers:
        found[-1:] = [(found[-1][0], one)] if found and found[-1][1] + 1 == one else [*found[-1:], (one, one)]
    return tuple(found)


def require_whole_strips(series: Series) -> Fault | None:
    whole = series.law is not Law.STRIPS or series.size % STRIP == 0
    return None if whole else fault("size-not-strips", size=series.size, strip=STRIP)


# Numbers that follow from a secret: whoever has it computes them again, nobody else foretells one.
#
# Every value is an exact whole number. A number below a bound comes from just enough bits; a draw that is not below
# it is thrown away: no remainder, no floats.

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
