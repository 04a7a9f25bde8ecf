"""Rulebooks of files outside of the package: a document of one's own, or a house's own layer over a rulebook.

A layer gives values for what the documents leave open, and for nothing else. Its file names the rulebook over which it
lies and gives each value with the reason of the house. What comes out is a rulebook of its own, whose id ends with a
digest of what it says: two of one name are never taken for each other. Its content names the rulebook below by hash,
so whoever has both can tell that nothing stated was set.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Origin
from tapete.clauses.register import documents
from tapete.rulebooks.library import DIGITS, Library, Rulebook, make, with_own_document
from tapete.rulebooks.recipe import (
    HouseLayerError,
    Leaf,
    RulebookError,
    Tree,
    UnknownRulebookError,
    bare,
    leaves,
    recipe_of,
)
from tapete.rulebooks.resolve import origin_of, places_of
from tapete.words import place_of, placeholders

OVER: Final = "over"
"""Key of the content under which a layer names the rulebook below it."""
HEAD: Final = ("id", "game", OVER, "title")
"""What the head of a layer says."""
OPEN: Final = frozenset({Origin.PRACTICE})
"""Origins of what no document settles."""
TITLE_MOST, REASON_MOST, VALUE_MOST = 80, 400, 200
"""The most signs of a title, of a reason, and of words that a house sets."""
DOCUMENT_KEY: Final = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
NUMBER_MOST: Final = 10**11
"""The greatest number of a rulebook: a thousand million euros in cents."""


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: Any
    reason: str


def is_document(tree: Tree) -> bool:
    """Return True for the file of a document; a house's layer names neither a document nor books to fall back on."""
    return OVER not in tree and bool({"document", "extends", "falls_back", "borrows"} & tree.keys())


def read_document(tree: Tree, file: str, library: Library) -> Rulebook:
    """Return the rulebook of a document's file that lies outside of the package. Raises :class:`RulebookError`."""
    recipe = replace(recipe_of(tree, file), is_outside=True)
    _require_head(tree, ("id", "game", "document", "title"), file, library)
    _require_own_name(tree, file)
    for key, leaf in leaves(recipe.sections):
        for name, one in leaf.items():
            _require_plain(key if name == "value" else f"{key}.{name}", one, file)
    return with_own_document(recipe)


def read_house_layer(tree: Tree, file: str, library: Library) -> Rulebook:
    """Return the rulebook of a house's file. Raises :class:`HouseLayerError`; typed rules check values later."""
    head = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    for key in head.keys() - set(HEAD):
        raise HouseLayerError("unknown-head-key", file, key=key, known=", ".join(HEAD))
    _require_head(head, HEAD, file, library)
    try:
        below = library.by_id(head["game"], head["over"])
    except UnknownRulebookError as error:
        known = ", ".join(one.id for one in library.of(head["game"])) or "-"
        raise HouseLayerError("no-book-below", file, game=head["game"], book=head["over"], known=known) from error
    if OVER in below.content:
        raise HouseLayerError("layer-over-layer", file, book=head["over"])
    sections = {key: value for key, value in tree.items() if key not in head}
    for key in bare(sections):
        raise HouseLayerError("bare-value", file, key=key)
    set_by_house = {key: _value(key, leaf, file) for key, leaf in leaves(sections)}
    if not set_by_house:
        raise HouseLayerError("nothing-set", file)
    content = deepcopy(below.content)
    for key, value in set_by_house.items():
        _set(content, key, value, below, file)
    said = {
        "name": head["id"],
        "title": head["title"],
        "below": below.sha256,
        "values": msgspec.to_builtins(set_by_house),
    }
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode("ascii")).hexdigest()[:DIGITS]
    title = f"{content.get('title', below.id)} · {head['title']}"
    over = {"id": below.id, "sha256": below.sha256}
    return make({**content, "id": f"{head['id']}-{digest}", "title": title, OVER: over})


def overstepped(book: Rulebook, library: Library) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the options that a house's layer changes although a document settles them, each with its clauses; none of
    a rulebook that is no layer. Raises :class:`UnknownRulebookError` where the rulebook below is not there.
    """
    over = book.content.get(OVER)
    if not isinstance(over, Mapping):
        return
    below = dict(leaves(library.by_hash(str(over.get("sha256", ""))).content))
    above = dict(leaves(book.content))
    for key in sorted(below.keys() | above.keys()):
        was, now = below.get(key), above.get(key)
        if was != now and (was is None or now is None or not _is_lawful(was, now)):
            yield key, tuple((was or now or {}).get("clauses", ()))


def _is_lawful(was: Leaf, now: Leaf) -> bool:
    return origin_of(was) in OPEN and origin_of(now) is Origin.HOUSE


def _require_head(head: Tree, keys: tuple[str, ...], file: str, library: Library) -> None:
    for key in keys:
        if not isinstance(head.get(key), str) or not head[key].strip():
            raise HouseLayerError("head-lacks", file, key=key)
    name, game = head["id"], head["game"]
    _require_text("title", head["title"], TITLE_MOST, file)
    if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower() and len(name) <= 24):
        raise HouseLayerError("wrong-name", file, name=name)
    if not library.of(game):
        known = ", ".join(sorted({one.game for one in library.books}))
        raise HouseLayerError("unknown-game", file, game=game, known=known)


def _require_own_name(head: Tree, file: str) -> None:
    """Raise where a file from outside would speak in the name of a document that the register knows, or say more than a
    line of its day.
    """
    if "extends" in head:
        raise RulebookError("extends-outside", file)
    document, known = head["document"], {one.casefold() for one in documents()}
    if DOCUMENT_KEY.fullmatch(document) is None or document.casefold() in known:
        raise RulebookError("document-taken", file, document=document)
    if isinstance(in_force := head.get("in_force", "-"), str):
        _require_text("in_force", in_force, TITLE_MOST, file)


def _value(key: str, leaf: Leaf, file: str) -> _Value:
    try:
        found = msgspec.convert(leaf, _Value)
    except msgspec.ValidationError as error:
        raise HouseLayerError("wrong-value", file, key=key, place=place_of(str(error)), detail=str(error)) from error
    if not found.reason.strip():
        raise HouseLayerError("no-reason", file, key=key)
    _require_text(f"{key}.reason", found.reason, REASON_MOST, file)
    _require_plain(key, found.value, file)
    return found


def _require_text(key: str, text: str, most: int, file: str) -> None:
    """Raise unless a text is one line of signs that everybody sees, and no longer than ``most``."""
    if not text.strip() or not text.isprintable() or len(text) > most:
        raise HouseLayerError("text-unfit", file, key=key, most=most)


def _require_plain(key: str, value: Any, file: str) -> None:
    """Raise unless a value is yes or no, a whole number, a text, or made of such; a list names nothing twice."""
    match value:
        case bool():
            return
        case int():
            if not 0 <= value <= NUMBER_MOST:
                raise HouseLayerError("number-unfit", file, key=key, most=str(NUMBER_MOST))
        case str():
            _require_text(key, value, VALUE_MOST, file)
        case list():
            for one in value:
                _require_plain(key, one, file)
            if (twice := next((one for at, one in enumerate(value) if one in value[:at]), None)) is not None:
                raise HouseLayerError("named-twice", file, key=key, one=str(twice))
        case dict():
            for one in value.values():
                _require_plain(key, one, file)
        case _:
            raise HouseLayerError("not-plain", file, key=key)


def _require_known_places(key: str, value: Any, below: Any, file: str) -> None:
    """Raise unless words have exactly the places of the words below."""
    if not (isinstance(value, str) and isinstance(below, str)):
        return
    known = {name for name, _ in placeholders(below)}
    try:
        named = {name for name, _ in placeholders(value)}
    except ValueError:
        named = {"{"}
    if wrong := sorted(named - known):
        raise HouseLayerError("place-unknown", file, key=key, place=wrong[0], known=", ".join(sorted(known)) or "-")
    if missing := sorted(known - named):
        raise HouseLayerError("place-missing", file, key=key, place=missing[0], known=", ".join(sorted(known)))


def _set(content: Tree, key: str, value: _Value, below: Rulebook, file: str) -> None:
    leaf = dict(leaves(content)).get(key)
    if leaf is None:
        raise HouseLayerError("no-such-option", file, key=key, book=below.id)
    if origin_of(leaf) not in OPEN:
        said = leaf.get("provenance", {})
        document = str(said.get("document", below.content.get("document", "")))
        raise HouseLayerError(
            "document-settles-it",
            file,
            key=key,
            document=document,
            at=", ".join(places_of(leaf, document)),
            clauses=", ".join(leaf.get("clauses", ())),
        )
    _require_known_places(key, value.value, leaf["value"], file)
    if leaf["value"] == value.value and type(leaf["value"]) is type(value.value):
        raise HouseLayerError("nothing-new", file, key=key)
    leaf.clear()
    leaf.update(value=value.value, practice=value.reason, provenance={"origin": Origin.HOUSE.value, "document": ""})
