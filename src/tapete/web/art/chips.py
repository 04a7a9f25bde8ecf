"""Chips («fichas») and plaques («placas»). Colours are each house's own choice, so the value is always printed."""

from __future__ import annotations

from typing import Final

import msgspec

from tapete.money import Cents


class Denomination(msgspec.Struct, frozen=True):
    """One kind of chip: its value in cents, the name of its colour in the style sheet, and whether it is a plaque."""

    value: Cents
    colour: str
    is_plaque: bool = False


DENOMINATIONS: Final = (
    Denomination(100, "ivory"),
    Denomination(250, "sky"),
    Denomination(500, "rose"),
    Denomination(2_500, "green"),
    Denomination(10_000, "black"),
    Denomination(50_000, "violet"),
    Denomination(100_000, "amber", is_plaque=True),
    Denomination(500_000, "teal", is_plaque=True),
    Denomination(1_000_000, "wine", is_plaque=True),
)
"""The default set, in euros 1, 2.50, 5, 25, 100, 500, then plaques of 1,000, 5,000 and 10,000."""


def rack(minimum: Cents, maximum: Cents, multiples: bool = False) -> tuple[Denomination, ...]:
    """Return the chips that somebody can stake at a table, six at the most: none below its least bet or above its
    highest, the least bet among them. ``multiples``: only multiples of the least bet are staked.
    """
    fitting = [
        kind for kind in DENOMINATIONS if minimum <= kind.value <= maximum and not (multiples and kind.value % minimum)
    ]
    if minimum > 0 and all(kind.value != minimum for kind in fitting):
        below = [kind for kind in DENOMINATIONS if kind.value < minimum] or [DENOMINATIONS[0]]
        fitting.insert(0, Denomination(minimum, below[-1].colour, below[-1].is_plaque))
    return tuple(fitting[:6])
