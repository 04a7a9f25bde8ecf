"""Chips («fichas») and plaques («placas»). Colours are each house's own choice, so the value is always printed."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup

from tapete.money import Cents
from tapete.words import money


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


def chip(kind: Denomination, lang: str, *, hidden: bool = False) -> Markup:
    """Draw one chip or plaque. ``hidden`` leaves its name to the text beside it."""
    label = money(kind.value, lang, sign=False)
    name = 'aria-hidden="true"' if hidden else f'role="img" aria-label="{money(kind.value, lang)}"'
    size = {1: 34, 2: 34, 3: 29, 4: 24}.get(len(label), 20)
    if kind.is_plaque:
        return Markup(
            f'<svg class="chip plaque chip-{kind.colour}" viewBox="0 0 140 100" {name}>'
            '<rect class="body" x="3" y="3" width="134" height="94" rx="14"/>'
            '<rect class="edge" x="12" y="12" width="116" height="76" rx="9"/>'
            f'<text x="70" y="60" font-size="30" text-anchor="middle">{label}</text></svg>'
        )
    spots = "".join(
        f'<path class="spot" d="M42 3H58L55 18H45Z" transform="rotate({turn} 50 50)"/>' for turn in range(0, 360, 45)
    )
    return Markup(
        f'<svg class="chip chip-{kind.colour}" viewBox="0 0 100 100" {name}>'
        f'<circle class="body" cx="50" cy="50" r="47"/>{spots}<circle class="face" cx="50" cy="50" r="31"/>'
        f'<text x="50" y="{50 + size * 0.35:g}" font-size="{size}" text-anchor="middle">{label}</text></svg>'
    )


def breakdown(amount: Cents) -> tuple[Denomination, ...]:
    """Return an amount in as few chips as the set allows, the largest first; what is below the smallest is left."""
    found = []
    for kind in reversed(DENOMINATIONS):
        count, amount = divmod(amount, kind.value)
        found += [kind] * count
    return tuple(found)


def stack(amount: Cents, lang: str, most: int = 4) -> Markup:
    """Draw an amount as a small pile with its value beside it; more than ``most`` chips show the largest."""
    pile = breakdown(amount)[:most]
    drawn = Markup("").join(chip(kind, lang, hidden=True) for kind in reversed(pile))
    return Markup('<span class="stack"><span class="pile" aria-hidden="true">{}</span><b>{}</b></span>').format(
        drawn, money(amount, lang)
    )


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
