"""Every act that an offer promises: each value of each of its fields, and what lies just beyond an amount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from tapete.cards import DECK
from tapete.games.baccarat.effects import NoteOnly
from tapete.kernel import (
    ActBody,
    Amount,
    CardFace,
    Choice,
    Count,
    Effects,
    Field,
    FixedValue,
    Note,
    Offer,
    People,
    Several,
    Text,
)

Kinds = Mapping[str, type[ActBody]]


def promised(kinds: Kinds, offer: Offer) -> Iterator[ActBody]:
    """Yield the acts of an offer: every combination of what is listed, with the least, the first and the greatest of
    each number.
    """
    fields = own_fields(kinds, offer)
    for values in product(*(promised_values(field) for field in fields.values())):
        yield made(kinds, offer, dict(zip(fields, values, strict=True)))


def beyond(kinds: Kinds, offer: Offer) -> Iterator[ActBody]:
    """Yield the acts of an offer with an amount that is a cent above its greatest, whatever else is chosen."""
    fields = own_fields(kinds, offer)
    for name, field in fields.items():
        if isinstance(field, Amount) and field.maximum is not None:
            others = {other: promised_values(one) for other, one in fields.items() if other != name}
            for values in product(*others.values()):
                yield made(kinds, offer, {**dict(zip(others, values, strict=True)), name: field.maximum + 1})


def own_fields(kinds: Kinds, offer: Offer) -> dict[str, Field]:
    """Return the fields of an offer that are fields of its act."""
    return {name: field for name, field in offer.fields.items() if name in kinds[offer.act].__struct_fields__}


def made(kinds: Kinds, offer: Offer, values: dict[str, Any]) -> ActBody:
    return msgspec.convert(msgspec.to_builtins({"act": offer.act, **values}), kinds[offer.act])


def promised_values(field: Field) -> tuple[Any, ...]:
    """Return the values of a field that are tried: all that are listed, the ends of a range, a word of text."""
    match field:
        case FixedValue(value=value):
            return (value,)
        case Choice(options=options) | People(options=options):
            return options
        case Several(options=options, least=least, most=most):
            return (options[:least], options[:most])
        case Amount():
            ends = (field.first(), field.minimum, field.maximum)
            return tuple(dict.fromkeys(one for one in ends if one is not None and field.may_be(one)))
        case Count(minimum=least, maximum=most):
            return tuple(dict.fromkeys(one for one in (least, most) if one is not None)) or (1,)
        case Text():
            return ("seen by all",)
        case Effects():
            return ((NoteOnly("as it lies"),),)
        case CardFace():
            return (str(DECK[0]),)
        case Note():
            return (None,)
