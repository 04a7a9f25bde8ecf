"""Loading and hashing rulebooks.

``data/<game>/<id>.toml`` is a document's layer; its head may name other documents that fill its silence. Below it lie
``data/<game>/practice.toml``, the house practice, and ``data/<game>/gaps.toml``, what an older document fills where
this one is silent; every value there is labelled as such. A later layer replaces a value of an earlier one whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import (
    Any,
    Final,
    Generic,
    Protocol,
    TypeVar,
    cast,
    final,
    get_args,
    get_origin,
    runtime_checkable,
)

import msgspec

from tapete.clauses import Origin, Sourced, UnknownClauseError, trace
from tapete.clauses.coverage import fallback_clauses, leaves_citing
from tapete.clauses.register import Clause
from tapete.folders import DataFolders
from tapete.rulebooks.recipe import (
    Leaf,
    RulebookError,
    UnknownRulebookError,
    join,
    leaves,
    practice_in,
    recipes_in,
)
from tapete.rulebooks.resolve import ABOUT_ITSELF, Resolver, origin_of, places_of
from tapete.words import place_of

R = TypeVar("R")


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
    folders = sorted((one for one in root.iterdir() if one.is_dir()), key=lambda one: one.name)
    recipes = {(one.name, recipe.head_tree["id"]): recipe for one in folders for recipe in recipes_in(one)}
    resolver = Resolver(recipes, {one.name: practice_in(one) for one in folders})
    with trace():  # what a document says of itself while it is read is no part of anybody's decision
        return Library(tuple(make(resolver.content(key)) for key in recipes))


FOLDERS: Final = DataFolders(files("tapete.rulebooks") / "data")
"""Where the rulebooks lie, a folder for each game."""


@FOLDERS.read_once
def house_library() -> Library:
    return Library(tuple(book for folder in FOLDERS for book in read_library(folder).books))


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


ANY = "*"
"""Part of an option's name that may be any key, or any index of a row."""


def option_names(shape: Any, path: str = "") -> Iterator[str]:
    """Return the names of the options of typed rules; ``*`` stands for the keys of a table and the indices of a row."""
    if is_sourced(shape):
        yield path
    elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        for field in msgspec.structs.fields(shape):
            yield from option_names(field.type, join(path, field.encode_name))
    elif get_origin(shape) is dict:
        yield from option_names(get_args(shape)[1], join(path, ANY))
    elif get_origin(shape) in (tuple, list):
        yield from option_names(get_args(shape)[0], join(path, ANY))


def is_sourced(shape: Any) -> bool:
    return get_origin(shape) is Sourced or shape is Sourced


def require_options(book: Rulebook, shape: type) -> None:
    """Raise :class:`RulebookError` for options that are missing or unknown; sections on the document are none."""
    file = f"{book.game}/{book.id}"
    given = [key for key, _ in leaves(book.content) if key.partition(".")[0] not in ABOUT_ITSELF]
    wanted = tuple(option_names(shape))
    for option in wanted:
        if ANY not in option.split(".") and option not in given:
            raise RulebookError("option-without-origin", file, key=option)
    for key in given:
        if not any(_fits(key, option) for option in wanted):
            raise RulebookError("option-unknown", file, key=key)


def _fits(key: str, option: str) -> bool:
    parts, pattern = key.split("."), option.split(".")
    return len(parts) == len(pattern) and all(one in (part, ANY) for part, one in zip(parts, pattern, strict=True))


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
