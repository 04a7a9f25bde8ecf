"""From recipes to rulebooks: what a document states, what it takes over, and what fills its silence.

A rulebook is made of three layers. On top lies what the document *states*: own values, variants, readings, and what it
refers to in another game. Below it, in the order of its chain, what the other documents of the game state; never what
those have from their own chains, so two documents may name each other. At the bottom lies house practice.

Only the tree that comes out is hashed and pinned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.clauses import Origin, Sourced, register
from tapete.rulebooks.citations import Claim, check_claim
from tapete.rulebooks.recipe import (
    PLACED,
    Head,
    Key,
    Leaf,
    Recipe,
    RulebookError,
    Tree,
    check_head,
    is_under,
    keep_leaves,
    leaves,
    map_leaves,
    overlay,
    sections_of,
    shapes,
)

# What a rulebook lends to another game: the two-cloth game has the rules of chemin de fer, but for its adaptations.
#
# A lending rulebook says in its section ``lends`` which sections its document lends (``general``) and whether the
# banker's table is lent too (``bank_table``). Nothing else can be borrowed from it.

BANK_TABLE: Final = "banker.table"
"""Name of the section that ``bank_table`` lends."""


class Lending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``general``: names of the sections that are lent; ``bank_table``: whether the banker's table is the same one."""

    general: Sourced[tuple[str, ...]]
    bank_table: Sourced[bool]


def lent_sections(content: Mapping[str, Any]) -> tuple[str, ...]:
    if "lends" not in content:
        return ()
    lends = msgspec.convert(content["lends"], Lending)
    return (*lends.general.use(), *(BANK_TABLE for _ in (1,) if lends.bank_table.use()))


# A value in the layer of its document: what stands in the file, with its provenance, checked against the register.

STATED: Final = frozenset({Origin.OWN, Origin.VARIANT, Origin.READING})
"""Origins of what a document says in its own words."""


class Lender(msgspec.Struct, frozen=True):
    """The book of another game to which a document refers, by its name ``game/id``."""

    name: str
    content: Tree

    @property
    def document(self) -> str:
        return str(self.content["document"])


def origin_of(leaf: Leaf) -> Origin:
    if "provenance" in leaf:
        return Origin(leaf["provenance"]["origin"])
    return Origin.OWN if leaf.get("clauses") else Origin.PRACTICE


def places_of(leaf: Leaf, document: str) -> tuple[str, ...]:
    """Return where a value is in its document; for one without provenance, where its clauses say so."""
    if "provenance" in leaf:
        return tuple(leaf["provenance"].get("at", ()))
    found = (one for clause in leaf.get("clauses", ()) for one in register()[clause].sources)
    return tuple(dict.fromkeys(one.place for one in found if one.document == document))


def with_places(recipe: Recipe) -> Recipe:
    """Return a file with places for its values that name none, where the register says so of their clauses."""
    document = recipe.head.document

    def locate(_: str, leaf: Leaf) -> Leaf:
        at = () if PLACED & leaf.keys() else places_of(leaf, document)
        return {**leaf, "at": list(at)} if at else leaf

    return replace(recipe, sections=map_leaves(recipe.sections, locate))


def stated_value(file: str, head: Head, lender: Lender | None, key: str, leaf: Leaf) -> Leaf:
    """Return a value of the file with its provenance; practice of the document's own file stays as it is."""
    if "practice" in leaf:
        return leaf
    if lender is None and ("borrow" in leaf or "via" in leaf):
        raise RulebookError("no-lender", file, key=key)
    origin = _origin(head, leaf)
    made: Leaf = {name: leaf[name] for name in ("value", "clauses", "neutral") if name in leaf}
    via, lent_by = _tuple(leaf.get("via", ())), ""
    if lender is not None:
        for place in via:
            if place.partition(" ")[0] != lender.document:
                raise RulebookError("via-other-document", file, key=key, via=place, document=lender.document)
        if "borrow" in leaf:
            lent = borrowed_value(file, lender, key, leaf["borrow"])
            made |= {name: lent[name] for name in ("value", "neutral") if name in lent}
            via = tuple(f"{lender.document} {place}" for place in places_of(lent, lender.document))
            lent_by = lender.document
    at = _tuple(leaf.get("at", ()))
    check_claim(Claim(file, key, head.game, origin, head.document, at, via, lent_by, tuple(leaf["clauses"])))
    said: dict[str, Any] = {"origin": origin.value, "document": head.document, "at": list(at)}
    if via:
        said["via"] = list(via)
    return {**made, "provenance": {**said, **{name: leaf[name] for name in ("reading", "literal") if name in leaf}}}


def borrowed_value(file: str, lender: Lender, key: str, name: str) -> Leaf:
    """Return the value that a lender lends under a name: one that its document states, in a section that it lends."""
    found = dict(leaves(lender.content)).get(name)
    if found is None:
        raise RulebookError("lender-lacks", file, key=key, name=name, book=lender.name)
    origin = origin_of(found)
    if origin not in STATED:
        raise RulebookError("lender-silent", file, key=key, name=name, book=lender.name, origin=origin.value)
    lent = lent_sections(lender.content)
    if not any(is_under(name, section) for section in lent):
        code = "not-lent" if lent else "lends-nothing"
        raise RulebookError(code, file, key=key, name=name, book=lender.name, lent=", ".join(lent))
    return found


def _origin(head: Head, leaf: Leaf) -> Origin:
    if "borrow" in leaf or "via" in leaf:
        return Origin.STAND_IN if head.stand_in else Origin.IMPORT
    if "reading" in leaf:
        return Origin.READING
    return Origin.VARIANT if "variant" in leaf else Origin.OWN


def _tuple(places: str | list[str]) -> tuple[str, ...]:
    return (places,) if isinstance(places, str) else tuple(places)


T = TypeVar("T")

ABOUT_ITSELF: Final = ("precedence", "lends")
"""Sections in which a document speaks of itself: they fill no other document's silence."""


def lay_over(older: Mapping[str, Any], document: Mapping[str, Any]) -> Tree:
    """Lay a document over older ones and house practice, which fill its gaps (or by its ``precedence.over_older``)."""
    return overlay(older, document) if _prevails(document) else overlay(document, older)


def _prevails(document: Mapping[str, Any]) -> bool:
    says = document.get("precedence", {}).get("over_older")
    return says is None or msgspec.convert(says, Sourced[bool]).use()


class Resolver:
    """Makes the trees of a set of recipes; ``practice`` is the bottom layer of each game."""

    def __init__(self, recipes: Mapping[Key, Recipe], practice: Mapping[str, Tree]) -> None:
        self._recipes = recipes
        self._practice = practice
        self._made: dict[tuple[str, Key], Any] = {}
        self._open: list[tuple[str, Key]] = []

    def content(self, key: Key) -> Tree:
        return self._once("content", key, self._make_content)

    def _recipe(self, key: Key) -> Recipe:
        return self._once("recipe", key, self._make_recipe)

    def _stated(self, key: Key) -> Tree:
        return self._once("stated", key, self._make_stated)

    def _once(self, step: str, key: Key, make: Callable[[Key], T]) -> T:
        """Return what ``make`` makes of a book, made once. What needs itself to be made is a circle."""
        task = (step, key)
        if task in self._open:
            names = dict.fromkeys("/".join(book) for _, book in self._open[self._open.index(task) :])
            raise RulebookError("circle", self._recipes[key].file, chain=" → ".join((*names, "/".join(key))))
        if task not in self._made:
            self._open.append(task)
            try:
                self._made[task] = make(key)
            finally:
                self._open.pop()
        return self._made[task]  # type: ignore[no-any-return]

    def _find(self, key: Key, asking: Recipe, head_key: str) -> Key:
        if key not in self._recipes:
            known = ", ".join(sorted(book for game, book in self._recipes if game == key[0]))
            code = "no-such-book" if known else "no-books"
            raise RulebookError(code, asking.file, key=head_key, book="/".join(key), known=known)
        return key

    def _make_recipe(self, key: Key) -> Recipe:
        own = self._recipes[key]
        below = own.head_tree.get("extends")
        if below is not None:
            lower = self._recipe(self._find((key[0], str(below)), own, "extends"))
            document = own.head_tree.get("document", lower.head.document)
            if document != lower.head.document:
                raise RulebookError("other-document", own.file, book=below, document=lower.head.document)
            own = own.over(lower if lower.is_placed else with_places(lower))
        check_head(own)
        return own

    def _make_stated(self, key: Key) -> Tree:
        recipe = self._recipe(key)
        if not recipe.is_placed:
            return recipe.sections
        head, lender = recipe.head, self._lender(recipe)

        def place(name: str, leaf: Leaf) -> Leaf:
            self._check_literal(key, recipe, name, leaf)
            return stated_value(recipe.file, head, lender, name, leaf)

        stated: Tree = map_leaves(recipe.sections, place)
        if lender is not None and not any(origin_of(leaf) in REFERRED for _, leaf in leaves(stated)):
            raise RulebookError("nothing-borrowed", recipe.file, book=head.borrows)
        return stated

    def _lender(self, recipe: Recipe) -> Lender | None:
        name = recipe.head.borrows
        if not name:
            return None
        game, _, book = name.partition("/")
        return Lender(name, self.content(self._find((game, book), recipe, "borrows")))

    def _check_literal(self, key: Key, recipe: Recipe, name: str, leaf: Leaf) -> None:
        """A book that follows the letter extends the one that reads it otherwise, and states another value there."""
        book = leaf.get("literal", {}).get("book")
        if book is None:
            return
        literal = self._recipes[self._find((key[0], book), recipe, f"literal of {name}")]
        read_by = {key[1]}
        while below := self._recipes[key].head_tree.get("extends"):
            read_by.add(below)
            key = (key[0], below)
        other = dict(leaves(literal.sections)).get(name)
        if literal.head_tree.get("extends") not in read_by or other is None or other.get("value") == leaf["value"]:
            raise RulebookError("literal-book", recipe.file, key=name, book=book)

    def _make_content(self, key: Key) -> Tree:
        recipe = self._recipe(key)
        if recipe.head.extends:
            self.content((key[0], recipe.head.extends))  # so that a fault of the book below is told in its file
        stated = self._stated(key)
        head, lower = recipe.head, self._practice.get(key[0], {})
        if head.falls_back and not _prevails(stated):
            raise RulebookError("fallback-over-own", recipe.file)
        for book in reversed(head.falls_back):
            lower = _laid(lower, self._fallback((key[0], book), recipe), recipe.file)
        _check_shapes(lower, stated, recipe.file)
        content = {**recipe.kept_head, **lay_over(lower, stated)}
        _check_lost(recipe, stated, content)
        return content

    def _fallback(self, key: Key, asking: Recipe) -> Tree:
        """Return what another document states, as it fills the silence of the asking one."""
        recipe = self._recipe(self._find(key, asking, "falls_back"))
        if recipe.head.document == asking.head.document:
            raise RulebookError("same-document", asking.file, book=key[1])
        stated = keep_leaves(
            {name: one for name, one in self._stated(key).items() if name not in ABOUT_ITSELF},
            lambda leaf: origin_of(leaf) not in FILLING_NOTHING,
        )
        lost = [(name, part) for part, names in asking.head.lost.items() for name in names]

        def fill(name: str, leaf: Leaf) -> Leaf:
            document = recipe.head.document
            said = leaf.get("provenance") or {
                "origin": Origin.OWN.value,
                "document": document,
                "at": list(places_of(leaf, document)),
            }
            if not said["at"]:
                raise RulebookError("no-place", recipe.file, key=name, document=document)
            filled = {**said, "origin": Origin.FALLBACK.value, "stated": said["origin"]}
            part = next((part for section, part in lost if is_under(name, section)), None)
            return {**leaf, "provenance": filled if part is None else {**filled, "lost": part}}

        return map_leaves(stated, fill)  # type: ignore[no-any-return]


FILLING_NOTHING: Final = frozenset({Origin.PRACTICE, Origin.STAND_IN})
"""Origins of what is no document's own word: it fills no other document's silence."""
REFERRED: Final = frozenset({Origin.IMPORT, Origin.STAND_IN})
"""Origins of what a document takes over from another game."""


def _laid(lower: Mapping[str, Any], upper: Mapping[str, Any], file: str) -> Tree:
    _check_shapes(lower, upper, file)
    return overlay(lower, upper)


def _check_shapes(lower: Mapping[str, Any], upper: Mapping[str, Any], file: str) -> None:
    """Raise where a name is a value in one layer and a section in the other."""
    below, above = frozenset(shapes(lower)), frozenset(shapes(upper))
    for names, others in ((below, above), (above, below)):
        for clash in sorted(others & {section for name in names for section in sections_of(name)}):
            raise RulebookError("shape-clash", file, key=clash)


def _check_lost(recipe: Recipe, stated: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    for part, names in recipe.head.lost.items():
        for name in names:
            for key, leaf in leaves(stated):
                if is_under(key, name) and origin_of(leaf) is not Origin.PRACTICE:
                    raise RulebookError("lost-but-stated", recipe.file, key=key, part=part)
            if not any(is_under(key, name) for key, _ in leaves(content)):
                raise RulebookError("lost-nowhere", recipe.file, key=name, part=part)
