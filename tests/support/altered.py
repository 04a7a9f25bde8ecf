"""A rulebook with another value in one option, to show what that option alone changes."""

from copy import deepcopy
from typing import Any

from tapete.rulebooks import Rulebook, make
from tapete.rulebooks.recipe import leaves


def with_value(book: Rulebook, option: str, value: Any) -> Rulebook:
    """Return a rulebook that differs from ``book`` in the value of one option."""
    content = deepcopy(book.content)
    leaf = dict(leaves(content))[option]
    assert leaf["value"] != value, option
    leaf["value"] = value
    return make({**content, "id": "altered"})


def leaves_of(book: Rulebook) -> dict[str, dict[str, Any]]:
    """Return the values of a rulebook as they stand in its tree, by option."""
    return {name: leaf for name, leaf in leaves(book.content) if name.partition(".")[0] not in ("precedence", "lends")}
