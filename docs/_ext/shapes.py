"""Acts, events and views told in words: what each field holds, in which unit, and what it is when nothing is said."""

from __future__ import annotations

import ast
import enum
import inspect
import json
import sys
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, Union

import msgspec
from immutables import Map

from tapete.clauses import Cite
from tapete.games.baccarat.effects import Effect
from tapete.kernel import ActBody, Offer, Step
from tapete.money import LIMIT

CENTS = {"Cents": Annotated[int, "cents"]}
"""How amounts are told from other whole numbers: the names are the same type to the program."""

PLAIN: Mapping[Any, str] = {
    int: "whole number",
    str: "text",
    bool: "yes or no",
    type(None): "nothing",
    Any: "any value",
    Cite: "id of a clause",
    bytes: "bytes",
}
NAMED = {"PersonId": "person", "Card": "card"}


class Field(NamedTuple):
    """A field of a struct: its names in Python and in JSON, what it holds, its default in JSON, a note."""

    name: str
    json: str
    holds: str
    default: str | None
    note: str


class Shape(NamedTuple):
    """A struct or an enum: its class, its name in the record (empty where it has none), its text, its fields."""

    name: str
    tag: str
    text: str
    fields: tuple[Field, ...]


def members(union: Any) -> tuple[type, ...]:
    """Return the classes of a union of acts, events or effects, by name."""
    return tuple(sorted(typing.get_args(union) or (union,), key=lambda one: one.__name__))


def shape(kind: type) -> Shape:
    """Return what a struct or an enum says about itself."""
    text = inspect.cleandoc(kind.__doc__ or "")
    notes = attribute_notes(kind)
    if issubclass(kind, enum.Enum):
        values = (Field(one.name, str(one.value), "", None, notes.get(one.name, "")) for one in kind)
        return Shape(kind.__name__, "", text, tuple(values))
    config = kind.__struct_config__  # type: ignore[attr-defined]
    own = config.tag if isinstance(config.tag, str) and config.tag != kind.__name__ else ""
    hints = typing.get_type_hints(kind, localns=CENTS, include_extras=True)
    fields = (
        Field(one.name, one.encode_name, holds(hints[one.name]), _default(one), notes.get(one.name, ""))
        for one in msgspec.structs.fields(kind)
    )
    return Shape(kind.__name__, own, text, tuple(fields))


def parts(kinds: Iterable[type]) -> tuple[type, ...]:
    """Return the structs and enums that lie in the fields of some classes, and in theirs, by name."""
    known, left = set(kinds), list(kinds)
    found: set[type] = set()
    while left:
        kind = left.pop()
        if issubclass(kind, enum.Enum):
            continue
        for hint in typing.get_type_hints(kind, localns=CENTS).values():
            new = {one for one in _classes(hint) if _is_shape(one) and one not in known}
            known |= new
            found |= new
            left += new
    return tuple(sorted(found, key=lambda one: one.__name__))


def _is_shape(kind: type) -> bool:
    is_struct = issubclass(kind, msgspec.Struct) and not issubclass(kind, ActBody | Offer | Step)
    return is_struct or issubclass(kind, enum.Enum)


def _classes(hint: Any) -> Iterator[type]:
    origin = typing.get_origin(hint)
    if isinstance(origin, type) and origin is not types.UnionType:
        yield origin
    elif isinstance(hint, type):
        yield hint
    for one in typing.get_args(hint):
        yield from _classes(one)


def holds(hint: Any) -> str:
    """Say in words what a type holds."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, typing.NewType):
        return NAMED[hint.__name__]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _bounded(holds(inner[0]), inner[1:])
    if msgspec.UnsetType in inner:
        return " or ".join(holds(one) for one in inner if one is not msgspec.UnsetType) + ", or left out"
    if origin in (Union, types.UnionType):
        if all(isinstance(one, type) and issubclass(one, ActBody) for one in inner):
            return "one of the acts " + ", ".join(sorted(_tag(one) for one in inner))
        if hint == Effect or set(typing.get_args(Effect)) <= set(inner):
            return "effect" if hint == Effect else "effect or nothing"
        return " or ".join(sorted(map(holds, inner), key=lambda one: one == "nothing"))
    if origin is tuple:
        return f"list of {holds(inner[0])}" if inner[-1] is ... else ", then ".join(map(holds, inner))
    if origin is frozenset:
        return f"set of {holds(inner[0])}"
    if origin is typing.Literal:
        return " or ".join(json.dumps(one) for one in inner)
    if origin in (dict, Map, Mapping):
        return f"{holds(inner[1])} by {holds(inner[0])}"
    if isinstance(origin, type):
        return origin.__name__
    if isinstance(hint, typing.TypeVar):
        return "text"
    return str(hint.__name__)


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def _bounded(what: str, notes: Iterable[Any]) -> str:
    for note in notes:
        if note == "cents":
            return "cents"
        if not isinstance(note, msgspec.Meta):
            continue
        if note.description and "cents" in note.description:
            return "cents, 1 or more"
        if note.le == LIMIT:
            return "cents"
        low, high = (note.min_length, note.max_length) if what == "text" else (note.ge, note.le)
        unit = " characters" if what == "text" else ""
        if high is not None:
            what += f" of {low or 0} to {high}{unit}" if unit else f", {low or 0} to {high}"
        elif low is not None:
            what += f", {low} or more{unit}"
    return what


def _default(field: msgspec.structs.FieldInfo) -> str | None:
    value = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if value is msgspec.NODEFAULT:
        return None
    if value is msgspec.UNSET:
        return None
    plain = msgspec.to_builtins(value, enc_hook=dict, str_keys=True)
    return json.dumps(plain, ensure_ascii=False)


@cache
def _written_classes(module: str) -> Mapping[str, ast.ClassDef]:
    """Return the classes that a module defines, by name."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


@cache
def attribute_notes(kind: type) -> Mapping[str, str]:
    """Return the texts that stand below the fields of a class, its bases' first."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("tapete"):
            body = _written_classes(one.__module__)[one.__qualname__]
            for line, after in zip(body.body, body.body[1:], strict=False):
                target = line.target if isinstance(line, ast.AnnAssign) else None
                target = line.targets[0] if isinstance(line, ast.Assign) else target
                text = (
                    after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
                )
                if isinstance(target, ast.Name) and isinstance(text, str) and text:
                    found[target.id] = inspect.cleandoc(text)
    return found
