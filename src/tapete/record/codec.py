"""Acts and events to plain trees and back, strictly through the game's own types.

Sets are written sorted; frozen maps as objects. Reading refuses unknown kinds, unknown fields and values of another
type, after the upcasting steps have brought an old kind up to the one that the game knows now.

Event kinds are written ``name@version`` and acts by their name (version 1) or ``name@version``. A released kind never
changes its meaning and only ever gains fields with defaults; where that is not enough there is a new version, and one
step here that makes the new tree from the old. Steps are pure; a recorded file of each kind stays in the tests for
ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from immutables import Map

from tapete.kernel import Act, Game
from tapete.record.entry import Tree
from tapete.words import CodedError, place_of

Sort = Literal["act", "event"]
Upcast = Callable[[Tree], Tree]
"""Makes the tree of the next version from the tree of one version, and changes nothing of what it is given."""

EVERY = "*"
"""Stands for every game, in a step of a kind that games share."""

_LONGEST = 100


class UpcastError(CodedError, ValueError):
    """The steps of a kind lead in a circle, or a step does not name its kind."""


class Upcasters:
    """The known steps, by game, sort and kind."""

    __slots__ = ("_steps",)

    def __init__(self, steps: Mapping[tuple[str, Sort, str], Upcast] = {}) -> None:
        self._steps = dict(steps)

    def __len__(self) -> int:
        return len(self._steps)

    def upcast(self, game: str, sort: Sort, tree: Tree) -> Tree:
        """Return ``tree`` raised to the newest version of its kind; the same tree where there is no step."""
        if not self._steps:
            return tree
        for _ in range(_LONGEST):
            kind = tree.get(sort, "")
            step = self._steps.get((game, sort, kind)) or self._steps.get((EVERY, sort, kind))
            if step is None:
                return tree
            tree = step(tree)
            if sort not in tree:
                raise UpcastError("step-without-kind", kind=kind)
        raise UpcastError("steps-in-circle", game=game, kind=str(tree.get(sort)))


UPCASTERS = Upcasters()
"""The steps of the released kinds: none so far, every kind is in its first version."""


class DecodeError(CodedError, ValueError):
    """A tree is not an act or an event of the game."""


def _plain(value: Any) -> Any:
    if isinstance(value, Map):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} has no wire form")


def _rich(shape: Any, value: Any) -> Any:
    if (get_origin(shape) or shape) is Map:
        return Map(msgspec.convert(value, dict[get_args(shape) or (Any, Any)], dec_hook=_rich, str_keys=True))  # type: ignore[misc]
    raise NotImplementedError(f"{shape} has no wire form")


def to_tree(value: Any) -> Tree:
    tree: Tree = msgspec.json.decode(msgspec.json.encode(value, order="deterministic", enc_hook=_plain))
    return tree


@lru_cache(maxsize=64)
def _shape(types: Any, wrapped: bool) -> Any:
    """Return a struct with one field for the union: of a struct the reader is built once, of a union each time."""
    generic: Any = Act  # the members of the union are known at run time only
    union = Union[types] if isinstance(types, tuple) else types  # noqa: UP007
    return msgspec.defstruct("Wire", [("it", generic[union] if wrapped else union)])


@lru_cache(maxsize=64)
def _shape_of(game: Game[Any], wrapped: bool) -> Any:
    """Return the shape of a game's acts or events: to find it by its union takes longer than to read one."""
    return _shape(game.act_types if wrapped else game.event_types, wrapped)


def _read(game: Any, tree: Tree, wrapped: bool) -> Any:
    try:
        shape = _shape_of(game, wrapped)
        found = msgspec.convert({"it": tree}, shape, strict=True, dec_hook=_rich, str_keys=True).it
    except msgspec.ValidationError as error:
        detail = str(error).replace("`$.it", "`$")
        raise DecodeError("tree-unfit", place=place_of(detail), detail=detail) from error
    for place in _unread(tree, found, "$"):
        raise DecodeError("tree-unfit", place=place, detail=f"Nothing reads `{place}`")
    return found


@lru_cache(maxsize=1024)
def _fields(kind: type[msgspec.Struct]) -> dict[str, str]:
    return {one.encode_name: one.name for one in msgspec.structs.fields(kind)}


def _unread(tree: Any, value: Any, place: str) -> Iterator[str]:
    match value:
        case msgspec.Struct():
            fields, tag = _fields(type(value)), value.__struct_config__.tag_field
            for name, inner in tree.items():
                if name in fields:
                    if isinstance(inner, dict | list):
                        yield from _unread(inner, getattr(value, fields[name]), f"{place}.{name}")
                elif name != tag:
                    yield f"{place}.{name}"
        case tuple() | list():
            for at, (inner, one) in enumerate(zip(tree, value, strict=True)):
                if isinstance(inner, dict | list):
                    yield from _unread(inner, one, f"{place}[{at}]")
        case frozenset() if len(value) != len(tree):
            yield place
        case Map() | dict():
            for name, inner in tree.items():
                if isinstance(inner, dict | list):
                    yield from _unread(inner, value.get(name), f"{place}.{name}")
        case _:
            pass


def read_act(game: Game[Any], tree: Tree, steps: Upcasters = UPCASTERS) -> Act[Any]:
    """Read an act with its author and window. Raises :class:`DecodeError`."""
    what = tree.get("what")
    if not isinstance(what, dict):
        raise DecodeError("act-without-what")
    act: Act[Any] = _read(game, {**tree, "what": steps.upcast(game.key, "act", what)}, wrapped=True)
    return act


def read_event(game: Game[Any], tree: Tree, steps: Upcasters = UPCASTERS) -> Any:
    """Read an event. Raises :class:`DecodeError`."""
    return _read(game, steps.upcast(game.key, "event", tree), wrapped=False)


def members(types: Any) -> tuple[type[Any], ...]:
    return types if isinstance(types, tuple) else get_args(types) or (types,)


def tag_of(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)
