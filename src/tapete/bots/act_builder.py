"""Making acts out of offers: a bot knows what it is offered and nothing else of its game's acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from types import ModuleType
from typing import Any, get_args

import msgspec

from tapete.kernel import ActBody, Amount, Choice, Count, Field, FixedValue, Offer, People, Several, Text, is_allowed

Offers = dict[str, list[Offer]]
"""Offers by the name of their act."""


def act_kinds(union: Any) -> dict[str, type[ActBody]]:
    """Return the acts of a game by their names."""
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def acts_of(room: ModuleType) -> dict[str, type[ActBody]]:
    named = (one for one in vars(room).values() if isinstance(one, type) and issubclass(one, ActBody))
    return {tag: one for one in named if isinstance(tag := one.__struct_config__.tag, str)}


def build_act(acts: Mapping[str, type[ActBody]], offer: Offer, chance: Random, **given: Any) -> ActBody:
    """Return an act of what was offered: ``given`` where the bot has decided, otherwise any value inside the offer."""
    kind = acts[offer.act]
    values = {name: _any(field, chance) for name, field in offer.fields.items() if name in kind.__struct_fields__}
    return msgspec.convert({**values, **given, "act": offer.act}, kind)


def offer_with_value(offers: Iterable[Offer], **wanted: Any) -> Offer | None:
    """Return the first offer whose fields allow these values; ``None`` where none does."""
    for offer in offers:
        if all(name in offer.fields and is_allowed(offer.fields[name], value) for name, value in wanted.items()):
            return offer
    return None


def amount_within(offer: Offer, amount: int, field: str = "amount") -> int | None:
    """Return an amount of cents inside an offer's bounds, as near to ``amount`` as they let it be; ``None`` where they
    let none be, and where that amount stands already.
    """
    bounds = offer.fields.get(field, Amount(1))
    least, most = offer.bounds(field) if field in offer.fields else (1, None)
    step = bounds.step or 1 if isinstance(bounds, Amount) else 1
    amount = max(amount, least)
    if most is not None:
        amount = min(amount, most)
    amount -= (amount - least) % step
    return amount if is_allowed(bounds, amount) else None


def _any(field: Field, chance: Random) -> Any:
    match field:
        case FixedValue(value=value):
            return value
        case Choice(options=options) | People(options=options):
            return chance.choice(options)
        case Several(options=options, least=least):
            return tuple(chance.sample(options, least))
        case Amount(minimum=low, maximum=high, step=step):
            drawn = _between(low, high, step or 1, chance)
            return drawn if drawn is None or field.may_be(drawn) else field.first()
        case Count(minimum=low, maximum=high):
            return _between(low, high, 1, chance)
        case Text():
            return ""
        case _:
            return None


def _between(low: int | None, high: int | None, step: int, chance: Random) -> int | None:
    least = high if low is None else low
    return least if least is None or high is None else chance.randrange(least, max(least, high) + 1, step)
