"""A document of one's own, or a house's layer, checked against the rules of its game and the posts that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from tapete.catalogue.entry import GameEntry
from tapete.catalogue.games import entries
from tapete.clauses import Origin, Sourced
from tapete.rulebooks import HouseLayerError, Library, Rulebook, RulebookError, house_layer, house_library, recipe
from tapete.rulebooks.library import misfit, options_of_book, require_options
from tapete.rulebooks.resolve import STATED
from tapete.table.staff import Role
from tapete.words import place_of

RULING: Final = frozenset({"authority.pronounce", "authority.decide"})
"""Options that say who rules on an incident."""
AUTHORITIES: Final = RULING | {"authority.report"}
"""Options that give posts a power which nobody else has."""


def house_book(text: str, file: str, library: Library | None = None) -> Rulebook:
    """Return the rulebook of a document's file, or of a house's layer. Raises
    :class:`~tapete.ruleRulebookError` for one that is not written as such, for a layer that sets what a document
    settles, for values that do not fit the rules of the game, for a post that the game does not have, or for an
    authority given to one that cannot use it.
    """
    tree = recipe.read_tree(text, file)
    is_own = house_layer.is_document(tree)
    read = house_layer.read_document if is_own else house_layer.read_house_layer
    book = read(tree, file, library or house_library())
    game = entries().get(book.game)
    if game is None or game.read_rules is None:
        return book
    try:
        rules = game.read_rules(book)
        if is_own:
            require_options(book, type(rules))
    except ValueError as error:
        if is_own:
            raise document_error(error, book, file) from error
        facts = error.facts if isinstance(error, RulebookError) else {}
        place = str(facts.get("place") or place_of(str(error)))
        raise HouseLayerError("value-unfit", file, place=place, detail=str(error)) from error
    for key, post in posts_named(rules):
        if post not in game.all_posts:
            known = ", ".join(game.all_posts)
            raise HouseLayerError("post-unknown", file, key=key, post=str(post), game=book.game, known=known)
    require_authorities(game, rules, book.id if is_own else str(book.content[house_layer.OVER]["id"]), file)
    return book


def document_error(error: ValueError, book: Rulebook, file: str) -> RulebookError:
    """Return why a document does not fit the rules of its game: for a missing option, who would state it."""
    found = error if isinstance(error, RulebookError) else misfit(error, file)
    key, origins = str(found.facts.get("key", "")), (*STATED, Origin.IMPORT)
    options = ((one.id, options_of_book(one).get(key)) for one in house_library().of(book.game))
    stating = ", ".join(name for name, option in options if option is not None and option.origin in origins)
    if found.code == "option-without-origin" and stating:
        return RulebookError("not-in-chain", file, key=key, known=stating)
    found.facts["file"] = file
    return found


def require_authorities(game: GameEntry, rules: Any, over: str, file: str) -> None:
    """Raise unless authorities go to posts that the table has under ``over``, and rulings to posts that may rule."""
    if game.offices is None:
        return
    offices, given = game.offices(rules), dict[str, list[Role]]()
    for key, post in posts_named(rules):
        given.setdefault(key, []).append(post)
    for key in sorted(AUTHORITIES & given.keys()):
        posts = given[key]
        if offices.filled.isdisjoint(posts):
            known, clauses = _listed(offices.filled), ", ".join(offices.filled_by)
            named = ", ".join(posts)
            raise HouseLayerError("post-unfilled", file, key=key, posts=named, book=over, known=known, clauses=clauses)
        silent = [one for one in posts if one not in offices.ruling]
        if key in RULING and silent:
            known, clauses = _listed(offices.ruling & offices.filled), ", ".join(offices.ruling_by)
            raise HouseLayerError(
                "post-without-ruling", file, key=key, post=str(silent[0]), known=known, clauses=clauses
            )


def _listed(posts: frozenset[Role]) -> str:
    return ", ".join(one for one in Role if one in posts)


def posts_named(rules: Any, key: str = "") -> Iterator[tuple[str, Role]]:
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
