"""Trees of values: a section is a table, a value is a table with ``value`` (or ``borrow``), a row of values is a list.

The name of an option is its path with dots; the values of a row have their index as last part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Tree = dict[str, Any]
Leaf = dict[str, Any]


def is_leaf(node: object) -> bool:
    """Return True if a node is a value."""
    return isinstance(node, dict) and ("value" in node or "borrow" in node)


def is_row(node: object) -> bool:
    """Return True if a node is a list of values."""
    return isinstance(node, list) and all(map(is_leaf, node))


def join(path: str, key: object) -> str:
    """Return the path one step further down."""
    return f"{path}.{key}" if path else str(key)


def leaves(node: object, path: str = "") -> Iterator[tuple[str, Leaf]]:
    """Return the values of a tree with their names."""
    if is_leaf(node):
        yield path, node  # type: ignore[misc]
    elif isinstance(node, Mapping):
        for key, below in node.items():
            yield from leaves(below, join(path, key))
    elif isinstance(node, list):
        for index, below in enumerate(node):
            yield from leaves(below, join(path, index))


def bare(node: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Return the names of what is neither a section nor a value."""
    for key, below in node.items():
        here = join(path, key)
        if isinstance(below, Mapping) and not is_leaf(below):
            yield from bare(below, here)
        elif not is_leaf(below) and not is_row(below):
            yield here


def map_leaves(node: Any, change: Callable[[str, Leaf], Leaf], path: str = "") -> Any:
    """Return the tree with each value changed; everything else stays, empty sections too."""
    if is_leaf(node):
        return change(path, node)
    if isinstance(node, Mapping):
        return {key: map_leaves(below, change, join(path, key)) for key, below in node.items()}
    if isinstance(node, list):
        return [map_leaves(below, change, join(path, index)) for index, below in enumerate(node)]
    return node


def keep_leaves(node: Mapping[str, Any], wanted: Callable[[Leaf], bool]) -> Tree:
    """Return the tree without unwanted values. A row is kept whole, if all its values are wanted."""
    kept: Tree = {}
    for key, below in node.items():
        if is_leaf(below) or isinstance(below, list):
            if all(wanted(leaf) for _, leaf in leaves(below)):
                kept[key] = below
        elif isinstance(below, Mapping) and (rest := keep_leaves(below, wanted)):
            kept[key] = rest
    return kept


def shapes(node: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Return the names of values and of rows, each row as one."""
    for key, below in node.items():
        here = join(path, key)
        if is_leaf(below) or isinstance(below, list):
            yield here
        elif isinstance(below, Mapping):
            yield from shapes(below, here)


def sections_of(name: str) -> Iterator[str]:
    """Return the names of the sections in which a name lies."""
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts)))


def is_under(name: str, section: str) -> bool:
    """Return True if a name is ``section`` or lies in it."""
    return name == section or name.startswith(section + ".")


def overlay(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> Tree:
    """Lay one tree over another: tables are merged, anything that is a value is replaced whole."""
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        table = isinstance(value, dict) and isinstance(below, dict) and not is_leaf(value)
        merged[key] = overlay(below, value) if table and isinstance(below, dict) else value
    return merged
