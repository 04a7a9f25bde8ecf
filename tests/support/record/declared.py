"""What each act and event of a game declares, a line for each: its flags, its fields, their bounds and defaults.

    python -m tests.support.record.declared

writes the lines of the games as they stand now. A line that changes changes what a record means: fields are only ever
added, with a default that leaves what was recorded as it is.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from tapete.catalogue import recorded_engines
from tapete.games.bingo.game import BINGO
from tapete.kernel import Game, PersonId
from tapete.record.codec import members, tag_of
from tests.support import ROOT

ENGINES: dict[str, Game[Any]] = {**recorded_engines(), BINGO.key: BINGO}
FOLDER = ROOT / "tests" / "record" / "declared"
FLAGS = ("is_timeless", "is_of_system", "opens_cycle", "is_beside_record", "closes_stakes", "settles_cycle")
FLAGS += ("keeps_secret", "rests_on_secret", "is_decided_without_secret")
BOUNDS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
PERSON = inspect.type_info(PersonId)


def lines(game: Game[Any]) -> list[str]:
    """Return the lines of a game, sorted."""
    kinds = {*members(game.act_types), *members(game.event_types)}
    return [line(kind) for kind in sorted(kinds, key=tag_of)]


def line(kind: type[Any]) -> str:
    """Return what a kind declares: its tag, its flags, and its fields as a record writes them."""
    flags = [name for name in FLAGS if getattr(kind, name, False)]
    return " ".join((*flags, text(inspect.type_info(kind))))


def text(kind: inspect.Type) -> str:
    """Return what a type takes: names of classes say nothing about that and are left out."""
    if kind == PERSON:
        return "person"
    match kind:
        case inspect.StructType(fields=fields, tag=tag, array_like=False):
            return f"{tag or ''}{{{', '.join(field(one) for one in fields)}}}"
        case inspect.UnionType(types=types):
            return " | ".join(sorted(text(one) for one in types))
        case inspect.EnumType(cls=cls):
            return "/".join(str(one.value) for one in cls)
        case inspect.LiteralType(values=values):
            return "/".join(str(one) for one in values)
        case inspect.Metadata(type=inner):
            return text(inner)
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            return f"[{text(kind.item_type)}]{bounds(kind)}"
        case inspect.TupleType(item_types=types):
            return f"({', '.join(text(one) for one in types)})"
        case inspect.DictType():
            return f"{{{text(kind.key_type)}: {text(kind.value_type)}}}{bounds(kind)}"
    return type(kind).__name__.removesuffix("Type").lower() + bounds(kind)


def field(one: inspect.Field) -> str:
    """Return a field: its name in a record, its type, its default."""
    if one.required:
        return f"{one.encode_name}: {text(one.type)}"
    if one.default is NODEFAULT and one.default_factory is NODEFAULT:
        return f"{one.encode_name}: {text(one.type)} = left out"
    made = one.default_factory() if one.default is NODEFAULT else one.default
    return f"{one.encode_name}: {text(one.type)} = {json.dumps(msgspec.to_builtins(made))}"


def bounds(kind: inspect.Type) -> str:
    """Return the bounds of a type."""
    found = {name: getattr(kind, name) for name in BOUNDS if getattr(kind, name, None) is not None}
    return f"({' '.join(f'{name}={json.dumps(bound)}' for name, bound in found.items())})" if found else ""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key, engine in ENGINES.items():
        (FOLDER / f"{key}.txt").write_text("\n".join(lines(engine)) + "\n", encoding="utf-8")
