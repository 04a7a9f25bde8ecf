"""Chips that stand at a place, and chips in which an amount is drawn: over all least and highest bets there may be."""

from __future__ import annotations

import itertools

import pytest

from tapete.web.art.chips import DENOMINATIONS, Denomination, breakdown, chip, rack, stack
from tapete.words import money

VALUES = (100, 250, 500, 2_500, 10_000, 50_000, 100_000, 500_000, 1_000_000)
NEAR = sorted({0, 1, *(value + by for value in VALUES for by in (-1, 0, 1)), 1_500, 12_300, 2_000_000})
"""Amounts at each chip of the set, a cent below and above it, and others."""


def expected(minimum: int, maximum: int, multiples: bool) -> list[int]:
    """Return what may be staked in one chip: the least bet first, then the chips of the set, six in all."""
    found = [one for one in VALUES if minimum <= one <= maximum]
    if multiples:
        found = [one for one in found if minimum == 0 or one % minimum == 0]
    if minimum and minimum not in found:
        found = [minimum, *found]
    return found[:6]


@pytest.mark.parametrize("multiples", [False, True])
def test_a_rack_holds_what_may_be_staked_in_one_chip_and_six_at_the_most(multiples: bool) -> None:
    assert tuple(one.value for one in DENOMINATIONS) == VALUES
    for minimum, maximum in itertools.product(NEAR, NEAR):
        if minimum > maximum or (multiples and not minimum):
            continue
        found = rack(minimum, maximum, multiples)
        assert [one.value for one in found] == expected(minimum, maximum, multiples), (minimum, maximum)
        for one in found:
            below = [kind for kind in DENOMINATIONS if kind.value <= one.value] or [DENOMINATIONS[0]]
            assert one == Denomination(one.value, below[-1].colour, below[-1].is_plaque)
    assert rack(0, 99) == ()
    assert [one.value for one in rack(1, 10**9)] == [1, 100, 250, 500, 2_500, 10_000]


@pytest.mark.parametrize("amount", NEAR)
def test_an_amount_is_drawn_in_the_fewest_chips_the_largest_on_top(amount: int) -> None:
    pile, left = breakdown(amount), amount
    for one in reversed(DENOMINATIONS):
        assert pile.count(one) == left // one.value
        left %= one.value
    assert sum(one.value for one in pile) == amount - left
    assert [one.value for one in pile] == sorted((one.value for one in pile), reverse=True)
    for most in (1, 4, 6):
        drawn = "".join(chip(one, "es", hidden=True) for one in reversed(pile[:most]))
        assert stack(amount, "es", most) == (
            f'<span class="stack"><span class="pile" aria-hidden="true">{drawn}</span>'
            f"<b>{money(amount, 'es')}</b></span>"
        )
    assert stack(amount, "en") == stack(amount, "en", 4)


@pytest.mark.parametrize("kind", DENOMINATIONS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_chip_is_named_unless_its_name_stands_beside_it(kind: Denomination, lang: str) -> None:
    named = f'role="img" aria-label="{money(kind.value, lang)}"'
    own, hidden = str(chip(kind, lang)), str(chip(kind, lang, hidden=True))
    assert own.count(named) == 1
    assert hidden == own.replace(named, 'aria-hidden="true"')
    assert (f"chip-{kind.colour}" in own, "plaque" in own) == (True, kind.is_plaque)
    assert own.count(f">{money(kind.value, lang, sign=False)}</text>") == 1
