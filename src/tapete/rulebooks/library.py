"""Loading and hashing rulebooks.

``data/<game>/<id>.toml`` is a document's layer; its head may name other documents that fill its silence. Below it lie
``data/<game>/practice.toml``, the house practice, and ``data/<game>/gaps.toml``, what an older document fills where
this one is silent; every value there is labelled as such. A later layer replaces a value of an earlier one whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Generic, Protocol, TypeVar, cast, final, runtime_checkable

import msgspec

from tapete.clauses import UnknownClauseError, trace
from tapete.folders import DataFolders
from tapete.rulebooks.errors import RulebookError, UnknownRulebookError
from tapete.rulebooks.recipe import practice_in, recipes_in
from tapete.rulebooks.resolve import Resolver
from tapete.words import place_of

R = TypeVar("R")


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook as data: ``content`` is a plain tree; ``sha256`` is the hash of its canonical JSON."""

    id: str
    game: str
    sha256: str
    content: dict[str, Any]

    def read(self, shape: type[R]) -> R:
        """Read the content into a typed shape, strictly; raise :class:`RulebookError` where it does not fit."""
        file = f"{self.game}/{self.id}"
        try:
            return cast(R, _typed(msgspec.json.encode(self.content), cast(Any, shape)))
        except msgspec.ValidationError as error:
            raise RulebookError("option-malformed", file, place=place_of(str(error)), detail=str(error)) from error
        except UnknownClauseError as error:
            raise RulebookError("option-uncited", file, clause=error.clause) from error


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
        """Return a game's rulebook by its id."""
        for one in self.books:
            if one.game == game and one.id == book:
                return one
        raise UnknownRulebookError("book-unknown", game=game, book=book)

    def by_hash(self, sha256: str) -> Rulebook:
        """Return the rulebook with this content hash."""
        for one in self.books:
            if one.sha256 == sha256:
                return one
        raise UnknownRulebookError("hash-unknown", sha256=sha256)

    def of(self, game: str) -> tuple[Rulebook, ...]:
        """Return the rulebooks of a game."""
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
    """A game whose rules are values of a rulebook."""

    library: Library
    """The rulebooks that it knows."""


def read_library(root: Traversable) -> Library:
    """Return the rulebooks of a folder with one folder for each game.

    Raises :class:`~tapete.rulebooks.errors.RulebookError`, which names file and key, for a book that breaks a rule of
    the layers.
    """
    folders = sorted((one for one in root.iterdir() if one.is_dir()), key=lambda one: one.name)
    recipes = {(one.name, recipe.head_tree["id"]): recipe for one in folders for recipe in recipes_in(one)}
    resolver = Resolver(recipes, {one.name: practice_in(one) for one in folders})
    with trace():  # what a document says of itself while it is read is no part of anybody's decision
        return Library(tuple(make(resolver.content(key)) for key in recipes))


FOLDERS: Final = DataFolders(files("tapete.rulebooks") / "data")
"""Where the rulebooks lie, a folder for each game."""


@FOLDERS.read_once
def house_library() -> Library:
    """Return the rulebooks that are shipped with the package."""
    return Library(tuple(book for folder in FOLDERS for book in read_library(folder).books))
