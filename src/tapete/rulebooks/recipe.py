"""A rulebook's file as it is written: a head, and sections of values.

The head says which document it is and how the layers below it are found. Only ``id``, ``game``, ``document``, ``title``
and ``in_force`` become part of the rulebook; the rest is the recipe by which its tree is made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from tapete.clauses import is_practice
from tapete.clauses.register import documents
from tapete.words import CodedError, place_of, toml_place

# --- errors -----------------------------------------------------------------------------------------------------------
# What can be wrong with a rulebook: a code for each rule of the layers, with a sentence that says what to do.


class RulebookError(CodedError, ValueError):
    """A rulebook breaks a rule of the layers, or does not fit the rules of its game."""

    topic = "rulebook"

    def __init__(self, code: str, file: str, **facts: Any) -> None:
        super().__init__(code, file=file, **facts)
        self.file = file


class HouseLayerError(RulebookError):
    """A house's own layer breaks a rule of such layers: it sets what a document settles, or is not written as one."""

    topic = "house-layer"


class UnknownRulebookError(CodedError, LookupError):
    """No rulebook of that name or hash is in the library."""

    topic = "rulebook"


# Trees of values: a section is a table, a value is a table with ``value`` (or ``borrow``), a row of values is a list.
#
# The name of an option is its path with dots; the values of a row have their index as last part.

Tree = dict[str, Any]
Leaf = dict[str, Any]


def is_leaf(node: object) -> bool:
    return isinstance(node, dict) and ("value" in node or "borrow" in node)


def is_row(node: object) -> bool:
    return isinstance(node, list) and all(map(is_leaf, node))


def join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def leaves(node: object, path: str = "") -> Iterator[tuple[str, Leaf]]:
    if is_leaf(node):
        yield path, node  # type: ignore[misc]
    elif isinstance(node, Mapping):
        for key, below in node.items():
            yield from leaves(below, join(path, key))
    elif isinstance(node, list):
        for index, below in enumerate(node):
            yield from leaves(below, join(path, index))


def bare(node: Mapping[str, Any], path: str = "") -> Iterator[str]:
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


def option_place(detail: str) -> str:
    """Return the option or key that a complaint of the parser is about: the missing or unknown field too."""
    field = re.search(r"(?:missing|unknown) .*field `([^`]*)`", detail)
    place = place_of(detail).removeprefix("$").removeprefix(".")
    return join(place, field[1]) if field else place


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
    for key, below in node.items():
        here = join(path, key)
        if is_leaf(below) or isinstance(below, list):
            yield here
        elif isinstance(below, Mapping):
            yield from shapes(below, here)


def sections_of(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts)))


def is_under(name: str, section: str) -> bool:
    return name == section or name.startswith(section + ".")


def overlay(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> Tree:
    """Lay one tree over another: tables are merged, anything that is a value is replaced whole."""
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        table = isinstance(value, dict) and isinstance(below, dict) and not is_leaf(value)
        merged[key] = overlay(below, value) if table and isinstance(below, dict) else value
    return merged


Key = tuple[str, str]
"""Game and id of a book."""

KEPT: Final = ("id", "game", "document", "title", "in_force")
"""Head keys that are in the rulebook."""

PLACED: Final = frozenset({"at", "via", "borrow", "variant", "reading", "literal"})
"""Keys that only a value with its place has."""

VALUE_KEYS: Final = ("value", "clauses", "neutral", "practice", *sorted(PLACED))

EXCLUSIVE: Final = (
    *(("practice", one) for one in ("clauses", *sorted(PLACED))),
    *(("borrow", one) for one in ("value", "neutral", "via", "variant", "reading")),
    ("via", "variant"),
    ("variant", "reading"),
    ("via", "reading"),
)
"""Keys of which a value has one at most."""


class ValueKeys(msgspec.Struct, frozen=True):
    clauses: tuple[str, ...] = ()
    practice: str = ""
    at: str | tuple[str, ...] = ()
    via: str | tuple[str, ...] = ()
    borrow: str = ""
    variant: Literal[True] = True
    reading: str = ""
    literal: dict[str, Any] = {}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a file.

    ``extends``: a book of the same document, whose file is taken over; what this file says comes over it.
    ``falls_back``: books of the same game whose documents fill the silence of this one, the first that speaks.
    ``borrows``: the book of another game, as ``game/id``, to whose text the document refers. ``stand_in``: the text
    that the document refers to is not held, and the lender's stands in for it. ``lost``: parts of the document that are
    not held, each with the options or sections that would have stood there.
    """

    id: str
    game: str
    document: Annotated[str, Meta(pattern=r"^\S+$(?!\n)")]
    title: str = ""
    in_force: str = ""
    extends: str = ""
    falls_back: tuple[str, ...] = ()
    borrows: str = ""
    stand_in: bool = False
    lost: dict[str, tuple[str, ...]] = {}

    @property
    def has_layers(self) -> bool:
        """Return True if the head names other books or lost parts."""
        return bool(self.extends or self.falls_back or self.borrows or self.stand_in or self.lost)


class Recipe(msgspec.Struct, frozen=True):
    """One file: its name for messages, its head as written, its sections.

    ``is_outside``: it lies outside of the package; the register need not know its document.
    """

    file: str
    head_tree: Tree
    sections: Tree
    is_outside: bool = False

    @property
    def head(self) -> Head:
        try:
            return msgspec.convert(self.head_tree, Head)
        except msgspec.ValidationError as error:
            raise RulebookError("wrong-head", self.file, place=option_place(str(error)), detail=str(error)) from error

    @property
    def kept_head(self) -> Tree:
        return {key: self.head_tree[key] for key in KEPT if key in self.head_tree}

    @property
    def is_placed(self) -> bool:
        """Return True if every stated value has to name its place, as in any file that uses layers."""
        return self.is_outside or self.head.has_layers or any(PLACED & leaf.keys() for _, leaf in leaves(self.sections))

    def over(self, below: Recipe) -> Recipe:
        head = {**below.head_tree, **self.head_tree}
        return Recipe(self.file, head, overlay(below.sections, self.sections), self.is_outside)


def text_of(data: bytes, file: str) -> str:
    """Return the text of a file; some editors begin one with a mark of its coding, which is no part of it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulebookError("not-utf-8", file, at=error.start) from error


def read_tree(text: str, file: str, parse_float: Callable[[str], Any] = float) -> Tree:
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except ValueError as error:  # not only of the parser: of a number with thousands of digits too
        raise RulebookError("not-toml", file, where=toml_place(str(error), text), detail=str(error)) from error


def read_recipe(text: str, game: str, name: str) -> Recipe:
    """Return the recipe of a document's file, checked as far as one file can be; ``name`` is the file's name."""
    file = f"{game}/{name}"
    recipe = recipe_of(read_tree(text, file), file)
    given = recipe.head_tree
    if (given.get("game"), given.get("id")) != (game, name.removesuffix(".toml")):
        raise RulebookError("misplaced", file, game=given.get("game"), id=given.get("id"))
    return recipe


def recipe_of(tree: Tree, file: str) -> Recipe:
    """Return the recipe of a tree: its head holds keys of a head alone, and each of its sections values of due form."""
    given = {key: value for key, value in tree.items() if key == "lost" or not isinstance(value, dict)}
    for key in given:
        if key not in Head.__struct_fields__:
            raise RulebookError("unknown-head-key", file, key=key, known=", ".join(Head.__struct_fields__))
    recipe = Recipe(file, given, {key: value for key, value in tree.items() if key not in given})
    _check_form(recipe.sections, file)
    return recipe


def check_head(recipe: Recipe) -> None:
    """Check what a head says by itself; of a book that extends another, the head over the other's."""
    head, file = recipe.head, recipe.file
    if recipe.is_placed and not recipe.is_outside and head.document not in documents():
        raise RulebookError("unknown-document", file, document=head.document)
    if head.stand_in and not head.borrows:
        raise RulebookError("stand-in-without-lender", file)
    for book in head.falls_back:
        if head.falls_back.count(book) > 1:
            raise RulebookError("twice-in-chain", file, book=book)
        if "/" in book:
            raise RulebookError("foreign-fallback", file, book=book)
    if head.borrows.partition("/")[0] == head.game:
        raise RulebookError("lender-of-same-game", file, book=head.borrows)


def read_practice(text: str, file: str) -> Tree:
    tree = read_tree(text, file)
    _check_form(tree, file)
    for key, leaf in leaves(tree):
        if not leaf.get("practice"):
            raise RulebookError("not-practice", file, key=key)
    return tree


def _check_form(sections: Mapping[str, Any], file: str) -> None:
    for key in bare(sections):
        raise RulebookError("bare-value", file, key=key)
    for key, leaf in leaves(sections):
        _check_leaf(key, leaf, file)


def _check_leaf(key: str, leaf: Leaf, file: str) -> None:
    for unknown in leaf.keys() - set(VALUE_KEYS):
        raise RulebookError("unknown-value-key", file, key=key, unknown=unknown, known=", ".join(VALUE_KEYS))
    try:
        msgspec.convert(leaf, ValueKeys)
    except msgspec.ValidationError as error:
        raise RulebookError("wrong-value", file, key=key, place=option_place(str(error)), detail=str(error)) from error
    for one, other in EXCLUSIVE:
        if one in leaf and other in leaf:
            raise RulebookError("two-origins", file, key=key, one=one, other=other)
    if not leaf.get("clauses") and not leaf.get("practice"):
        raise RulebookError("no-origin", file, key=key)
    for clause in leaf.get("clauses", ()):
        if is_practice(clause):
            raise RulebookError("practice-as-clause", file, key=key, clause=clause)
    if "reading" in leaf and "literal" not in leaf:
        raise RulebookError("reading-without-literal", file, key=key)
    if "literal" in leaf:
        _check_literal(key, leaf, file)


def _check_literal(key: str, leaf: Leaf, file: str) -> None:
    literal = leaf["literal"]
    if "reading" not in leaf:
        raise RulebookError("literal-without-reading", file, key=key)
    if tuple(literal) not in (("value",), ("book",), ("none",)):
        raise RulebookError("literal-form", file, key=key)
    if literal.get("value", ...) == leaf["value"]:
        raise RulebookError("literal-same", file, key=key)


def recipes_in(folder: Traversable) -> Iterator[Recipe]:
    for name, one in sorted((one.name, one) for one in folder.iterdir()):
        if name.endswith(".toml") and name not in ("practice.toml", "gaps.toml"):
            yield read_recipe(text_of(one.read_bytes(), f"{folder.name}/{name}"), folder.name, name)


def practice_in(folder: Traversable) -> Tree:
    """Return what lies below every book of a game's folder: house practice, with the filled gaps over it."""
    tree: Tree = {}
    for name in ("practice.toml", "gaps.toml"):
        for one in folder.iterdir():
            if one.name == name:
                file = f"{folder.name}/{name}"
                tree = overlay(tree, read_practice(text_of(one.read_bytes(), file), file))
    return tree


# Types of options with their bounds: what a house may set where the documents leave an option open.
#
# Typed rules use them, so a value out of bounds is refused when a rulebook is read. Only options that no document
# states have them: the knocked-out value of a clause may lie below every bound.

Seconds = Annotated[int, Meta(ge=1, le=3600)]
"""A time that somebody has, up to an hour."""
SecondsOrNone = Annotated[int, Meta(ge=0, le=3600)]
"""A time that passes at least, or after which somebody is reminded, where 0 is none."""
RoundingUnit = Annotated[int, Meta(ge=1, le=100_000)]
"""What an amount is rounded to, in cents."""
SeatCount = Annotated[int, Meta(ge=1, le=20)]
"""Numbered places of a table, or of a cloth."""
Decks = Annotated[int, Meta(ge=1, le=12)]
"""Packs in a shoe."""
DeckChoice = Annotated[tuple[Decks, ...], Meta(min_length=1, max_length=12)]
"""Numbers of packs that a table may be opened with."""
Times = Annotated[int, Meta(ge=1, le=20)]
"""How often something is done before it is over."""
Pieces = Annotated[int, Meta(ge=1, le=1_000_000)]
"""A number of things that are sold; at least one."""
PiecesOrNone = Annotated[int, Meta(ge=0, le=1_000_000)]
"""The same, where 0 sets no bound."""
Sessions = Annotated[int, Meta(ge=0, le=1000)]
"""How many sessions something waits at least, where 0 is none."""
BallsBefore = Annotated[int, Meta(ge=0, le=20)]
"""How many balls are shown beside the last one, as many as a screen holds."""
FixedAmount = Annotated[int, Meta(ge=0, le=10**11)]
"""An amount in cents, where 0 is none."""
