"""Loading and hashing rulebooks.

``data/<game>/<id>.toml`` is a document's layer; its head may name other documents that fill its silence. Below it lie
``data/<game>/practice.toml``, the house practice, and ``data/<game>/gaps.toml``, what an older document fills where
this one is silent; every value there is labelled as such. A later layer replaces a value of an earlier one whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Generic, Protocol, TypeVar, cast, final, runtime_checkable

import msgspec

from tapete.clauses import Origin, UnknownClauseError, trace
from tapete.clauses.coverage import fallback_clauses, leaves_citing
from tapete.clauses.register import Clause
from tapete.folders import DataFolders
from tapete.rulebooks.recipe import (
    Key,
    Leaf,
    Recipe,
    RulebookError,
    Tree,
    UnknownRulebookError,
    leaves,
    option_place,
    practice_in,
    recipes_in,
)
from tapete.rulebooks.resolve import ABOUT_ITSELF, Resolver, origin_of, places_of

R = TypeVar("R")

DIGITS: Final = 12
"""Digits of the digest at the end of an id."""


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook as data: ``content`` is a plain tree; ``sha256`` is the hash of its canonical JSON."""

    id: str
    game: str
    sha256: str
    content: dict[str, Any]

    def read(self, shape: type[R]) -> R:
        file = f"{self.game}/{self.id}"
        try:
            return cast(R, _typed(msgspec.json.encode(self.content), cast(Any, shape)))
        except msgspec.ValidationError as error:
            raise misfit(error, file) from error
        except UnknownClauseError as error:
            raise RulebookError("option-uncited", file, clause=error.clause) from error


def misfit(error: Exception, file: str) -> RulebookError:
    """Return what a parser found where a rulebook does not fit the rules of its game, as an error of the rulebook."""
    place, detail = option_place(str(error)), str(error)
    if "missing required field" in detail:
        return RulebookError("option-without-origin", file, key=place, place=place)
    if "unknown field" in detail:
        return RulebookError("option-unknown", file, key=place, place=place)
    return RulebookError("option-malformed", file, place=place, detail=detail)


@lru_cache(maxsize=128)
def _typed(content: bytes, shape: type[Any]) -> Any:
    return msgspec.json.decode(content, type=shape)


def make(content: dict[str, Any]) -> Rulebook:
    """Return the rulebook of a content tree (with its keys ``id`` and ``game``)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return Rulebook(content["id"], content["game"], hashlib.sha256(text.encode("ascii")).hexdigest(), content)


class Library(msgspec.Struct, frozen=True):
    """Rulebooks by id and by hash. Old contents stay readable by hash for ever."""

    books: tuple[Rulebook, ...]

    def by_id(self, game: str, book: str) -> Rulebook:
        for one in self.books:
            if one.game == game and one.id == book:
                return one
        raise UnknownRulebookError("book-unknown", game=game, book=book)

    def by_hash(self, sha256: str) -> Rulebook:
        for one in self.books:
            if one.sha256 == sha256:
                return one
        raise UnknownRulebookError("hash-unknown", sha256=sha256)

    def of(self, game: str) -> tuple[Rulebook, ...]:
        return tuple(one for one in self.books if one.game == game)

    def with_books(self, *books: Rulebook) -> Library:
        """Return a library that also knows ``books``, by hash; the newest of a name comes first."""
        known = {one.sha256 for one in books}
        return Library((*books, *(one for one in self.books if one.sha256 not in known)))


@final
class ByLibrary(msgspec.Struct, Generic[R], frozen=True):
    """A line of a table of handlers or folds: its function gets the library of the rulebooks as its last argument."""

    function: Callable[..., R]


@runtime_checkable
class ReadsRulebooks(Protocol):
    library: Library
    """The rulebooks that it knows."""


def read_library(root: Traversable) -> Library:
    """Return the rulebooks of a folder with one folder for each game.

    Raises :class:`~tapete.rulebooks.recipe.RulebookError`, which names file and key, for a book that breaks a rule of
    the layers.
    """
    recipes, practice = _read_folders((root,))
    resolver = Resolver(recipes, practice)
    with trace():  # what a document says of itself while it is read is no part of anybody's decision
        return Library(tuple(make(resolver.content(key)) for key in recipes))


def _read_folders(roots: Iterable[Traversable]) -> tuple[dict[Key, Recipe], dict[str, Tree]]:
    folders = sorted((one for root in roots for one in root.iterdir() if one.is_dir()), key=lambda one: one.name)
    recipes = {(one.name, recipe.head_tree["id"]): recipe for one in folders for recipe in recipes_in(one)}
    return recipes, {one.name: practice_in(one) for one in folders}


FOLDERS: Final = DataFolders(files("tapete.rulebooks") / "data")
"""Where the rulebooks lie, a folder for each game."""


@FOLDERS.read_once
def house_library() -> Library:
    return Library(tuple(book for folder in FOLDERS for book in read_library(folder).books))


def with_own_document(recipe: Recipe) -> Rulebook:
    """Return the rulebook of a document's file that lies outside of the package, beside those of the house.

    Its id ends with a digest of what it says: two of one name are never taken for each other.
    """
    recipes, practice = _read_folders(FOLDERS)
    game, name = key = (recipe.head_tree["game"], recipe.head_tree["id"])
    if key in recipes:
        raise RulebookError("book-exists", recipe.file, game=game, book=name)
    stated = [one.sections for other, one in recipes.items() if other[0] == game]
    for option, leaf in leaves(recipe.sections):
        if option.partition(".")[0] in ABOUT_ITSELF:
            raise RulebookError("option-unknown", recipe.file, key=option)
        known = {clause for tree in stated for clause in dict(leaves(tree)).get(option, {}).get("clauses", ())}
        if "clauses" in leaf and known and known.isdisjoint(leaf["clauses"]):
            raise RulebookError("other-clauses", recipe.file, key=option, known=", ".join(sorted(known)))
    with trace():
        content = Resolver({**recipes, key: recipe}, practice).content(key)
    return make({**content, "id": f"{name}-{make(content).sha256[:DIGITS]}"})


class Followed(msgspec.Struct, frozen=True):
    """A rulebook whose document is silent on a clause, and the places of another document that it follows there."""

    rulebook: str
    title: str
    places: tuple[str, ...]


def followed_elsewhere(clause: Clause, books: Iterable[Rulebook]) -> tuple[Followed, ...]:
    """Return the rulebooks of a clause's game whose own document does not state it; the newest of each name."""
    newest: dict[str, Rulebook] = {}
    for one in books:
        newest.setdefault(one.id, one)
    stating = {source.document for source in clause.sources}
    return tuple(
        Followed(one.id, str(one.content.get("title", one.id)), places_followed(clause.id, one))
        for one in newest.values()
        if one.content.get("document") not in stating and clause.id in fallback_clauses(one.content)
    )


def places_followed(clause: str, book: Rulebook) -> tuple[str, ...]:
    """Return the places of other documents that a rulebook follows for a clause, each with the key of its document."""
    found = [leaf["provenance"] for leaf in leaves_citing(book.content, clause)]
    named = (f"{one['document']} {at}" for one in found for at in one.get("at", ()))
    return tuple(dict.fromkeys(named))


def require_options(book: Rulebook, shape: type) -> None:
    """Raise :class:`RulebookError` for options that are missing or unknown; sections on the document are none."""
    book.read(shape)
    known = {*ABOUT_ITSELF, *(one.encode_name for one in msgspec.structs.fields(shape))}
    for key, _ in leaves(book.content):
        if key.partition(".")[0] not in known:
            raise RulebookError("option-unknown", f"{book.game}/{book.id}", key=key)


class RulebookOption(msgspec.Struct, frozen=True):
    """One option in one rulebook: its value, and where it comes from.

    ``document`` is empty for house practice. ``why`` is the reason of the practice or of the reading. The other fields
    are those of :class:`tapete.clauses.Provenance`.
    """

    value: Any
    origin: Origin
    document: str
    at: tuple[str, ...]
    via: tuple[str, ...]
    clauses: tuple[str, ...]
    why: str
    literal: dict[str, Any]
    stated_origin: Origin | None = msgspec.field(name="stated")
    lost_part: str = msgspec.field(name="lost")


def options_of_book(book: Rulebook) -> dict[str, RulebookOption]:
    document = str(book.content.get("document", ""))
    return {key: _settle(leaf, document) for key, leaf in leaves(book.content)}


def compare(books: Iterable[Rulebook]) -> dict[str, dict[str, RulebookOption | None]]:
    found = {book.id: options_of_book(book) for book in books}
    names = sorted({name for options in found.values() for name in options})
    return {name: {book: options.get(name) for book, options in found.items()} for name in names}


def differing_options(compared: dict[str, dict[str, RulebookOption | None]]) -> tuple[str, ...]:
    return tuple(
        name
        for name, by_book in compared.items()
        if any(
            one is None or one.value != first.value for first in by_book.values() if first for one in by_book.values()
        )
    )


def _settle(leaf: Leaf, document: str) -> RulebookOption:
    said, origin = leaf.get("provenance", {}), origin_of(leaf)
    is_practice = origin is Origin.PRACTICE
    return RulebookOption(
        value=leaf["value"],
        origin=origin,
        document=str(said.get("document", "" if is_practice else document)),
        at=() if is_practice else places_of(leaf, document),
        via=tuple(said.get("via", ())),
        clauses=tuple(leaf.get("clauses", ())),
        why=str(said.get("reading", leaf.get("practice", ""))),
        literal=dict(said.get("literal", {})),
        stated_origin=Origin(said["stated"]) if "stated" in said else None,
        lost_part=str(said.get("lost", "")),
    )
