"""A series («serie»): the cards that are printed under one letter and number, and by which law they were drawn."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from tapete.cartones.checks import parts, price
from tapete.cartones.strips import STRIP
from tapete.clauses import Fault, fault
from tapete.money import Amount, Cents

LARGEST = 10_000_000
"""Cards of the largest series."""


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

    letter: Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,2}$")]
    id: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    """Cards, numbered from 1."""
    face_value: Amount
    """Of a part, in cents."""
    double: bool = False
    law: Law = Law.STRIPS
    digest: str = ""

    @property
    def key(self) -> str:
        """Return the name of the series: «B-1047»."""
        return f"{self.letter}-{self.id}"

    @property
    def numbers(self) -> range:
        """Return the numbers of its cards."""
        return range(1, self.size + 1)

    @property
    def parts(self) -> tuple[int, ...]:
        """Return the parts of each card."""
        return parts(self.double)

    @property
    def price(self) -> Cents:
        """Return what a card costs."""
        return price(self.face_value, self.double)


def require_whole_strips(series: Series) -> Fault | None:
    """Return a Fault if a series of strips is not made of whole ones."""
    whole = series.law is not Law.STRIPS or series.size % STRIP == 0
    return None if whole else fault("size-not-strips", size=series.size, strip=STRIP)
