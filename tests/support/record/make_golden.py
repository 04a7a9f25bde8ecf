"""Writes a golden file for each kind that has none yet, and never changes one.

    python -m tests.support.record.make_golden

The values are made from the types: each field is filled, optional ones too, so that the file holds every field of its
version.
"""

import typing
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from tapete.cards import Card
from tapete.catalogue import house_games
from tapete.kernel import Act, Game, PersonId, Step
from tapete.record.canonical import canonical
from tapete.record.codec import members, read_act, read_event, tag_of, to_tree
from tests.support import ROOT

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
        return (
            sample(next(one for one in args if one is not type(None)), name)
            if origin is not typing.Literal
            else args[0]
        )
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


def record(game: Game[Any], home: Path) -> None:
    """Write what is missing of one game in its folder."""
    for sort in ("event", "act"):
        folder = home / f"{sort}s"
        folder.mkdir(parents=True, exist_ok=True)
        for kind in members(getattr(game, f"{sort}_types")):
            path = folder / f"{tag_of(kind)}.json"
            if path.exists():
                continue
            if sort == "event":
                tree = to_tree(read_event(game, fields(kind)))
            else:
                what = read_act(game, {"by": "p-0001", "what": fields(kind), "at": None}).body
                tree = to_tree(Act(PersonId("p-0001"), what, Step(1, 2, "bets", 3)))
            path.write_bytes(canonical(tree) + b"\n")
            print(path)


def main() -> None:
    for key, game in house_games().items():
        record(game, ROOT / "tests" / "record" / "golden" / key)


if __name__ == "__main__":
    main()
