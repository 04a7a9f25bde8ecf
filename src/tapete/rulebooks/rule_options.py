"""The options of a game's typed rules, and whether a rulebook gives each of them, with its origin, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec

from tapete.clauses import Sourced
from tapete.rulebooks.errors import RulebookError
from tapete.rulebooks.library import Rulebook
from tapete.rulebooks.resolve import ABOUT_ITSELF
from tapete.rulebooks.tree import join, leaves

ANY = "*"
"""Part of an option's name that may be any key, or any index of a row."""


def options_of(shape: Any, path: str = "") -> Iterator[str]:
    """Return the names of the options of typed rules; ``*`` stands for the keys of a table and the indices of a row."""
    if is_sourced(shape):
        yield path
    elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        for field in msgspec.structs.fields(shape):
            yield from options_of(field.type, join(path, field.encode_name))
    elif get_origin(shape) is dict:
        yield from options_of(get_args(shape)[1], join(path, ANY))
    elif get_origin(shape) in (tuple, list):
        yield from options_of(get_args(shape)[0], join(path, ANY))


def is_sourced(shape: Any) -> bool:
    """Return True if a type is a :class:`Sourced` value."""
    return get_origin(shape) is Sourced or shape is Sourced


def require_options(book: Rulebook, shape: type) -> None:
    """Raise :class:`RulebookError` for an option that the book does not give, and for one that the rules do not know.

    Sections in which a document speaks of itself are no options.
    """
    file = f"{book.game}/{book.id}"
    given = [key for key, _ in leaves(book.content) if key.partition(".")[0] not in ABOUT_ITSELF]
    wanted = tuple(options_of(shape))
    for option in wanted:
        if ANY not in option.split(".") and option not in given:
            raise RulebookError("option-without-origin", file, key=option)
    for key in given:
        if not any(_fits(key, option) for option in wanted):
            raise RulebookError("option-unknown", file, key=key)


def _fits(key: str, option: str) -> bool:
    parts, pattern = key.split("."), option.split(".")
    return len(parts) == len(pattern) and all(one in (part, ANY) for part, one in zip(parts, pattern, strict=True))
