"""Old kinds of acts and events are raised to the present ones, step by step, as plain trees.

Event kinds are written ``name@version`` and acts by their name (version 1) or ``name@version``. A released kind never
changes its meaning and only ever gains fields with defaults; where that is not enough there is a new version, and one
step here that makes the new tree from the old. Steps are pure; a recorded file of each kind stays in the tests for
ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from tapete.words import CodedError

Tree = dict[str, Any]
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


def version_of(kind: str) -> int:
    """Return the version in a kind's name; 1 where none is written."""
    _, mark, number = kind.partition("@")
    return int(number) if mark else 1
