"""Loading and hashing rulebooks.

``data/<game>/<id>.toml`` is a document's layer. Below it lie ``data/<game>/practice.toml``, the house practice, and
``data/<game>/gaps.toml``, what an older document fills where this one is silent; every value there is labelled as such.
A later layer replaces a value of an earlier one whole.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from tapete.clauses import Sourced

R = TypeVar("R")


class UnknownRulebookError(LookupError):
    """No rulebook of that name or hash is in the library."""


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook as data: ``content`` is a plain tree; ``sha256`` is the hash of its canonical JSON."""

    id: str
    game: str
    sha256: str
    content: dict[str, Any]

    def read(self, shape: type[R]) -> R:
        """Read the content into a typed shape, strictly."""
        return msgspec.convert(self.content, shape)


def make(content: dict[str, Any]) -> Rulebook:
    """Return the rulebook of a content tree (with its keys ``id`` and ``game``)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return Rulebook(content["id"], content["game"], hashlib.sha256(text.encode("ascii")).hexdigest(), content)


def overlay(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one tree over another: tables are merged, anything that is a value is replaced whole."""
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        table = isinstance(value, dict) and isinstance(below, dict) and "value" not in value
        merged[key] = overlay(below, value) if table and isinstance(below, dict) else value
    return merged


def prevailing(older: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a document over older ones and over house practice: they only fill its gaps.

    A document that says so itself does it by its value ``precedence.over_older`` with its clause.
    """
    says = document.get("precedence", {}).get("over_older")
    wins = says is None or msgspec.convert(says, Sourced[bool]).use()
    return overlay(older, document) if wins else overlay(document, older)


class Library(msgspec.Struct, frozen=True):
    """Rulebooks by id and by hash. Old contents stay readable by hash for ever."""

    books: tuple[Rulebook, ...]

    def named(self, game: str, book: str) -> Rulebook:
        """Return a game's rulebook by its id."""
        for one in self.books:
            if one.game == game and one.id == book:
                return one
        raise UnknownRulebookError(f"{game}: {book}")

    def hashed(self, sha256: str) -> Rulebook:
        """Return the rulebook with this content hash."""
        for one in self.books:
            if one.sha256 == sha256:
                return one
        raise UnknownRulebookError(sha256)

    def of(self, game: str) -> tuple[Rulebook, ...]:
        """Return the rulebooks of a game."""
        return tuple(one for one in self.books if one.game == game)

    def with_books(self, *books: Rulebook) -> Library:
        """Return a library that also knows ``books``, by hash; the newest of a name comes first."""
        known = {one.sha256 for one in books}
        return Library((*books, *(one for one in self.books if one.sha256 not in known)))


@cache
def house_library() -> Library:
    """Return the rulebooks that are shipped with the package."""
    books = []
    for folder in sorted((files("tapete.rulebooks") / "data").iterdir(), key=lambda one: one.name):
        if not folder.is_dir():
            continue
        layers = {
            one.name: tomllib.loads(one.read_text("utf-8")) for one in folder.iterdir() if one.name.endswith(".toml")
        }
        practice = overlay(layers.pop("practice.toml", {}), layers.pop("gaps.toml", {}))
        for name in sorted(layers):
            layer = layers[name]
            base = practice
            if "extends" in layer:
                base = overlay(practice, layers[f"{layer['extends']}.toml"])
            own = {key: value for key, value in layer.items() if key != "extends"}
            books.append(make(prevailing(base, own)))
    return Library(tuple(books))
