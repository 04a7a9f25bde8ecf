"""Punto y banca off any shoe, by how many cards of each kind it holds: counted in a moment, exactly.

In how many orders so many cards of each kind come off a shoe is a product of falling powers of what it holds; the rules
only say which of those runs of six end how. So the rules are asked once, about every run of six kinds, and each shoe is
a sum of 5,005 products. Two halves of the kinds are multiplied on their own, for each half comes in many runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from tapete.cards import DECK
from tapete.odds.coups import LONGEST, WINNERS
from tapete.odds.punto_banco import RULEBOOK
from tapete.odds.punto_shoes import CLASSES, come_to, tables_of
from tapete.odds.shoe import KINDS
from tapete.odds.simulation import Array

HALF: Final = len(KINDS) // 2
_GONE: Final = np.arange(LONGEST)


class Runs(NamedTuple):
    """``factors``: which falling powers, kind by kind, the halves of a run multiply, those of the low kinds first;
    ``low``, ``high``: which of them each makeup of six cards has; ``orders``: by winner and makeup, how many of its
    orders end so.
    """

    factors: Array
    low: Array
    high: Array
    orders: Array


@cache
def runs(rulebook: str = RULEBOOK) -> Runs:
    """Ask the rules about every run of six cards. Raises as :func:`~tapete.odds.punto_shoes.tables` does."""
    halves = np.array([one for one in product(range(LONGEST + 1), repeat=HALF) if sum(one) <= LONGEST])
    digits = (LONGEST + 1) ** np.arange(HALF)
    half_of = np.zeros(digits[-1] * (LONGEST + 1), np.int64)
    half_of[halves @ digits] = np.arange(len(halves))
    kinds = np.indices((len(KINDS),) * LONGEST, np.uint8).reshape(LONGEST, -1)
    codes = [
        half_of[np.array([*digits, *(0,) * HALF] if low else [*(0,) * HALF, *digits])[kinds].sum(axis=0)]
        for low in (True, False)
    ]
    rules = tables_of(rulebook)
    ends = come_to(rules.coded[[DECK.index(kind) for kind in KINDS]][kinds].T, rules)
    makeups, which = np.unique(codes[0] * len(halves) + codes[1], return_inverse=True)
    orders = np.bincount(
        which * len(WINNERS) + ends // (CLASSES // len(WINNERS)), minlength=len(makeups) * len(WINNERS)
    )
    low, high = makeups // len(halves), makeups % len(halves)
    kinds_of = (LONGEST + 1) * np.arange(HALF)
    factors = np.concatenate([halves + kinds_of, halves + kinds_of + (LONGEST + 1) * HALF]).T
    return Runs(factors.copy(), low, high + len(halves), orders.reshape(-1, len(WINNERS)).T.copy())


def ends_of(held: Sequence[int] | Array, rulebook: str = RULEBOOK) -> Array:
    """Return how many of the ordered runs of six end with each of :data:`~tapete.odds.coups.WINNERS`, for a shoe by
    :data:`~tapete.odds.shoe.KINDS`, or for each of many shoes (last axis). Exact up to 27 packs.

    >>> ends_of([128, *[32] * 9]).tolist()
    [2230518282592256, 2292252566437888, 475627426473216]
    """
    asked, counts = runs(rulebook), np.asarray(held)[..., None]
    powers = np.ones((*counts.shape[:-1], LONGEST + 1), np.int64)
    np.cumprod(counts - _GONE, axis=-1, out=powers[..., 1:])
    each = powers.reshape(*counts.shape[:-2], -1).take(asked.factors, axis=-1)
    halves = each[..., 0, :]
    for kind in range(1, HALF):
        halves = halves * each[..., kind, :]
    found: Array = np.einsum("...j,ij->...i", halves.take(asked.low, -1) * halves.take(asked.high, -1), asked.orders)
    return found
