"""Tables of a game: each act has its handler, each event its fold, each phase its rules, and nothing else a line."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import ModuleType
from typing import Any, Union


def declared_types(module: ModuleType, base: type) -> frozenset[type]:
    """Return the acts or events that a game's module declares: the classes of ``base`` in it that have a tag.

    A class without a tag of its own is the base of others.
    """
    kinds = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, base)]
    return frozenset(kind for kind in kinds if kind.__struct_config__.tag != kind.__name__)  # type: ignore[attr-defined]


def _named(one: object) -> str:
    return one.__qualname__ if isinstance(one, type) else str(one)


def require_lines(table: Iterable[object], kinds: Collection[object]) -> None:
    """Raise ``TypeError`` when a table has a line for something that is not among ``kinds``."""
    foreign = sorted(_named(one) for one in table if one not in kinds)
    if foreign:
        raise TypeError(f"lines for what is not declared: {', '.join(foreign)}")


def require_complete(table: Collection[object], kinds: Collection[object]) -> None:
    """Raise ``TypeError`` unless a table has a line for each of ``kinds``, and no other.

    A game calls it where its tables of acts, events and phases stand, so that one without its line fails at import.
    """
    require_lines(table, kinds)
    missing = sorted(_named(one) for one in kinds if one not in table)
    if missing:
        raise TypeError(f"no line for {', '.join(missing)}")


def union_of(kinds: Iterable[type]) -> Any:
    """Return the union of some classes, as a codec reads them: of the acts or the events that a table has lines for."""
    return Union[tuple(kinds)]  # noqa: UP007  # the classes are known when the game is imported, not before
