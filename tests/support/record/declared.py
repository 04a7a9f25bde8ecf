"""What each act and event of a game declares, a line for each: its flags, its fields, their bounds and defaults.

    python -m tests.support.record.declared

writes the lines of the games as they stand now, and a golden file for each kind that has none. A line that changes
changes what a record means: fields are only ever added, with a default that leaves what was recorded as it is. A golden
file is never changed: its values are made from the types, each field filled, so it holds every field of its version.
"""

import json
import typing
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from tapete.cards import Card
from tapete.catalogue import house_games, recorded_engines
from tapete.games.bingo.game import BINGO
from tapete.kernel import Act, Game, PersonId, Step
from tapete.record.codec import members, read_act, read_event, tag_of, to_tree
from tapete.record.entry import canonical
from tests.support import ROOT

ENGINES: dict[str, Game[Any]] = {**recorded_engines(), BINGO.key: BINGO}
FOLDER = ROOT / "tests" / "record" / "declared"
FLAGS = ("is_timeless", "is_of_system", "opens_cycle", "is_beside_record", "closes_stakes", "settles_cycle")
FLAGS += ("keeps_secret", "rests_on_secret", "is_decided_without_secret")
BOUNDS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
PERSON = inspect.type_info(PersonId)


def lines(game: Game[Any]) -> list[str]:
    kinds = {*members(game.act_types), *members(game.event_types)}
    return [line(kind) for kind in sorted(kinds, key=tag_of)]


def line(kind: type[Any]) -> str:
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
    if one.required:
        return f"{one.encode_name}: {text(one.type)}"
    if one.default is NODEFAULT and one.default_factory is NODEFAULT:
        return f"{one.encode_name}: {text(one.type)} = left out"
    made = one.default_factory() if one.default is NODEFAULT else one.default
    return f"{one.encode_name}: {text(one.type)} = {json.dumps(msgspec.to_builtins(made))}"


def bounds(kind: inspect.Type) -> str:
    found = {name: getattr(kind, name) for name in BOUNDS if getattr(kind, name, None) is not None}
    return f"({' '.join(f'{name}={json.dumps(bound)}' for name, bound in found.items())})" if found else ""


SAMPLES: dict[Any, Any] = {Card: "7s", PersonId: "p-0001"}
OF_A_PATTERN = {"letter": "B", "secret": "0b" * 32, "cause": "evacuation", "game": "12/1"}
"""Values of fields whose text has to have a form of its own, by the name of the field."""


def sample(hint: Any, name: str = "") -> Any:
    """Return a value of a type, the fullest that is still small."""
    if hint in SAMPLES:
        return SAMPLES[hint]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        has_form = any(getattr(one, "pattern", None) for one in args[1:])
        return OF_A_PATTERN[name] if has_form and name in OF_A_PATTERN else sample(args[0], name)
    if origin is tuple and args[-1] is not ...:
        return [sample(one, name) for one in args]
    if origin in (tuple, list, frozenset):
        return [sample(args[0], name)]
    if origin is dict:
        return {sample(args[0], name): sample(args[1], name)}
    if args:  # a union, a literal
        first = next(one for one in args if one is not type(None))
        return first if origin is typing.Literal else sample(first, name)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint)).value
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return fields(hint)
    return {str: "ab" * 32 if name == "sha256" else "mesa", int: 1, bool: True}.get(hint, "x")


def fields(kind: type[Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    tree = {one.encode_name: sample(hints[one.name], one.name) for one in msgspec.structs.fields(kind)}
    config = kind.__struct_config__
    return {config.tag_field: config.tag, **tree} if config.tag_field else tree


def golden_trees(home: Path) -> dict[str, Any]:
    """Return what a folder of golden files holds, or one file with a line for each kind, by the tag of the kind."""
    lines = home.read_bytes().splitlines() if home.is_file() else [one.read_bytes() for one in home.rglob("*.json")]
    trees = map(msgspec.json.decode, lines)
    return {tree["what"]["act"] if "what" in tree else tree["event"]: tree for tree in trees}


def record(game: Game[Any], home: Path) -> None:
    """Write a golden file for each kind that has none, or a line of ``home`` where that is a ``.jsonl``."""
    known = golden_trees(home)
    for sort in ("event", "act"):
        for kind in members(getattr(game, f"{sort}_types")):
            path = home if home.suffix else home / f"{sort}s" / f"{tag_of(kind)}.json"
            if tag_of(kind) in known:
                continue
            if sort == "event":
                tree = to_tree(read_event(game, fields(kind)))
            else:
                what = read_act(game, {"by": "p-0001", "what": fields(kind), "at": None}).body
                tree = to_tree(Act(PersonId("p-0001"), what, Step(1, 2, "bets", 3)))
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(canonical(tree) + b"\n")
            print(path)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key, engine in ENGINES.items():
        (FOLDER / f"{key}.txt").write_text("\n".join(lines(engine)) + "\n", encoding="utf-8")
        record(engine, ROOT / "tests" / "record" / "golden" / key) if key in house_games() else None
