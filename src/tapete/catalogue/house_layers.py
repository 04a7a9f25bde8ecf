"""A house's own layer over a rulebook, checked against the typed rules of its game and the posts that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tapete.catalogue.games import entries
from tapete.clauses import Sourced
from tapete.rulebooks import HouseLayerError, Library, Rulebook, RulebookError, house_library, read_house_layer
from tapete.table.staff import Role
from tapete.words import place_of


def house_book(text: str, file: str, library: Library | None = None) -> Rulebook:
    """Return the rulebook of a house's file. Raises :class:`~tapete.rulebooks.RulebookError` for one that sets what a
    document settles, that is not written as a layer, whose values do not fit the rules of the game, or that names a
    post which the game does not have.
    """
    book = read_house_layer(text, file, library or house_library())
    game = entries().get(book.game)
    if game is None or game.read_rules is None:
        return book
    try:
        rules = game.read_rules(book)
    except (msgspec.ValidationError, ValueError) as error:
        facts = error.facts if isinstance(error, RulebookError) else {}
        place = str(facts.get("place") or place_of(str(error)))
        raise HouseLayerError("value-unfit", file, place=place, detail=str(error)) from error
    for key, post in posts_named(rules):
        if post not in game.all_posts:
            known = ", ".join(game.all_posts)
            raise HouseLayerError("post-unknown", file, key=key, post=str(post), game=book.game, known=known)
    return book


def posts_named(rules: Any, key: str = "") -> Iterator[tuple[str, Role]]:
    """Return every post that typed rules name, each with the option that names it."""
    match rules:
        case Role():
            yield key, rules
        case Sourced():
            yield from posts_named(rules.value, key)
        case msgspec.Struct():
            for field in msgspec.structs.fields(rules):
                inner = f"{key}.{field.encode_name}" if key else field.encode_name
                yield from posts_named(getattr(rules, field.name), inner)
        case Mapping():
            for name, one in rules.items():
                yield from posts_named(one, f"{key}.{name}" if key else str(name))
        case tuple() | list() | frozenset():
            for one in rules:
                yield from posts_named(one, key)
        case _:
            return
