"""Offers: the acts that a viewer may do now, with the values that their fields may take.

A field is described once, here; pages, bots, the API and the library read the same description.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.clauses import Cite

Scalar = str | int | bool | None
"""A plain value of a field: a word, a number, yes or no, or nothing."""


class FixedValue(msgspec.Struct, frozen=True, tag_field="field", tag="fixed"):
    """Exactly one value makes sense."""

    value: Scalar


class Choice(msgspec.Struct, frozen=True, tag_field="field", tag="choice"):
    """One of several values, in the order in which they are shown."""

    options: tuple[Scalar, ...]


class Several(msgspec.Struct, frozen=True, tag_field="field", tag="several"):
    """From ``least`` to ``most`` different values of a list, in any order: the act takes them as a tuple."""

    options: tuple[Scalar, ...]
    least: int
    most: int


class People(msgspec.Struct, frozen=True, tag_field="field", tag="people"):
    """One of several people, in the order in which they are shown."""

    options: tuple[Scalar, ...]


class Amount(msgspec.Struct, frozen=True, tag_field="field", tag="amount"):
    """Money in cents, from ``minimum`` to ``maximum`` inclusive, in steps of ``step`` from the minimum; ``None``: no
    bound. ``standing``: what stands there already, which is no value of the field, because it would change nothing.
    """

    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    standing: int | None = None

    def may_be(self, value: int) -> bool:
        """Return True if an amount lies within the field."""
        if (self.minimum is not None and value < self.minimum) or (self.maximum is not None and value > self.maximum):
            return False
        is_on_step = not self.step or (value - (self.minimum or 0)) % self.step == 0
        return is_on_step and value != self.standing

    def first(self) -> int | None:
        """Return the least amount within the field; ``None`` where it has none."""
        least, step = self.minimum or 0, self.step or 1
        return next((one for one in (least, least + step) if self.may_be(one)), None)


class Count(msgspec.Struct, frozen=True, tag_field="field", tag="count"):
    """A whole number that is no money, from ``minimum`` to ``maximum`` inclusive; ``optional``: it may be left out."""

    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


class CardFace(msgspec.Struct, frozen=True, tag_field="field", tag="card"):
    """A card in notation, as somebody keys it."""


class Text(msgspec.Struct, frozen=True, tag_field="field", tag="text"):
    """Free text; ``optional``: it may be left out."""

    optional: bool = False


class Effects(msgspec.Struct, frozen=True, tag_field="field", tag="effects"):
    """A tuple of effects, as a ruling has them."""


class Note(msgspec.Struct, frozen=True, tag_field="field", tag="note"):
    """No field of the act: what whoever fills it in should know, as the place of a card whose face is asked for."""

    value: Scalar | tuple[Scalar, ...]


Field = FixedValue | Choice | Several | People | Amount | Count | CardFace | Text | Effects | Note
"""What the field of an offered act may hold."""


class Offer(msgspec.Struct, frozen=True):
    """An act that a viewer may do now, as far as he may know.

    ``fields`` describes the fields of the act that somebody has to fill in; ``main`` marks the act that the table
    waits for; ``clauses`` are those that give the right or the duty.
    """

    act: str
    fields: dict[str, Field] = {}
    main: bool = False
    clauses: tuple[Cite, ...] = ()

    def fixed_value(self, name: str) -> Scalar:
        """Return the one value of a field; ``None`` where the field is missing or more than one value makes sense."""
        return fixed_value(self.fields, name)

    def options(self, name: str) -> tuple[Scalar, ...]:
        """Return the values among which a field is chosen; empty where nothing is listed."""
        match self.fields.get(name):
            case Choice(options=options) | People(options=options) | Several(options=options):
                return options
            case FixedValue(value=value):
                return (value,)
            case _:
                return ()

    def bounds(self, name: str) -> tuple[int, int | None]:
        """Return the least and the greatest number of a field; 0 and ``None`` where it has no such bound.

        Raises ``LookupError`` for a field that is no number.
        """
        match self.fields.get(name):
            case Amount(minimum=least, maximum=most) | Count(minimum=least, maximum=most):
                return least or 0, most
            case _:
                raise LookupError(f"{name} of {self.act} is no number")


def fixed_value(fields: Mapping[str, Field], name: str) -> Scalar:
    """Return the one value of a field; ``None`` where the field is missing or more than one value makes sense."""
    field = fields.get(name)
    return field.value if isinstance(field, FixedValue) else None


def is_allowed(field: Field, value: Any) -> bool:
    """Return True if a value lies within what a field may hold, as far as its description tells."""
    match field:
        case FixedValue(value=only):
            return bool(value == only)
        case Choice(options=options) | People(options=options):
            return value in options
        case Several(options=options, least=least, most=most):
            is_listed = isinstance(value, tuple) and all(one in options for one in value)
            return is_listed and len(set(value)) == len(value) and least <= len(value) <= most
        case Amount():
            return isinstance(value, int) and field.may_be(value)
        case Count(minimum=least, maximum=most):
            return isinstance(value, int) and (least is None or value >= least) and (most is None or value <= most)
        case _:
            return True


def plain(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return fields as the HTTP API writes them: a value, a list of values, bounds, or the word for what is keyed."""
    return {name: _plain(field) for name, field in fields.items()}


def _plain(field: Field) -> Any:
    match field:
        case FixedValue(value=value) | Note(value=value):
            return list(value) if isinstance(value, tuple) else value
        case Choice(options=options) | People(options=options):
            return list(options)
        case Several(options=options, least=least, most=most):
            return {"several": list(options), "min": least, "max": most}
        case Amount(minimum=least, maximum=most, step=step, standing=standing):
            return _stated(min=least, max=most, step=step, standing=standing)
        case Count(minimum=least, maximum=most, optional=optional):
            return _stated(min=least, max=most, optional=optional or None)
        case CardFace():
            return "card"
        case Text():
            return "text"
        case Effects():
            return "effects"


def _stated(**bounds: int | None) -> dict[str, int]:
    return {name: value for name, value in bounds.items() if value is not None}
