"""Making acts out of offers: a bot knows what it is offered and nothing else of its game's acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, get_args

import msgspec

from tapete.kernel import ActBody, Offer

Offers = dict[str, list[Offer]]
"""Offers by the name of their act."""


def act_kinds(union: Any) -> dict[str, type[ActBody]]:
    """Return the acts of a game by their names."""
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def build_act(acts: Mapping[str, type[ActBody]], offer: Offer, chance: Random, **given: Any) -> ActBody:
    """Return an act of what was offered: ``given`` where the bot has decided, otherwise any value inside the offer."""
    kind = acts[offer.act]
    values = {name: _any(bounds, chance) for name, bounds in offer.fields.items() if name in kind.__struct_fields__}
    return msgspec.convert({**values, **given, "act": offer.act}, kind)


def offer_with_value(offers: Iterable[Offer], **wanted: Any) -> Offer | None:
    """Return the first offer whose fields allow these values."""
    for offer in offers:
        if all(_allows(offer.fields.get(name), value) for name, value in wanted.items()):
            return offer
    return None


def amount_within(offer: Offer, amount: int, field: str = "amount") -> int | None:
    """Return an amount of cents inside an offer's bounds, as near to ``amount`` as they let it be."""
    bounds = offer.fields.get(field, {})
    least, most = bounds.get("min", 1), bounds.get("max")
    amount = max(amount, least)
    if most is not None:
        amount = min(amount, most)
    return amount if amount >= least else None


def _allows(bounds: Any, value: Any) -> bool:
    if isinstance(bounds, list | tuple):
        return value in bounds
    return bool(bounds == value)


def _any(bounds: Any, chance: Random) -> Any:
    match bounds:
        case list() | tuple() if bounds:
            return chance.choice(bounds)
        case {"min": low, "max": high}:
            return chance.randint(low, max(low, high))
        case {"min": low}:
            return low
        case {"max": high}:
            return high
        case _:
            return bounds
