"""A value in the layer of its document: what stands in the file, with its provenance, checked against the register."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tapete.clauses import Origin, register
from tapete.rulebooks.citations import Claim, check_claim
from tapete.rulebooks.errors import RulebookError
from tapete.rulebooks.lending import lent_sections
from tapete.rulebooks.recipe import Head
from tapete.rulebooks.tree import Leaf, Tree, is_under, leaves

STATED: Final = frozenset({Origin.OWN, Origin.VARIANT, Origin.READING})
"""Origins of what a document says in its own words."""


class Lender(msgspec.Struct, frozen=True):
    """The book of another game to which a document refers, by its name ``game/id``."""

    name: str
    content: Tree

    @property
    def document(self) -> str:
        """Return the key of its document."""
        return str(self.content["document"])


def origin_of(leaf: Leaf) -> Origin:
    """Return the origin of a value of a resolved tree."""
    if "provenance" in leaf:
        return Origin(leaf["provenance"]["origin"])
    return Origin.OWN if leaf.get("clauses") else Origin.PRACTICE


def places_of(leaf: Leaf, document: str) -> tuple[str, ...]:
    """Return where a value stands in its document; for one without provenance, where its clauses say so."""
    if "provenance" in leaf:
        return tuple(leaf["provenance"].get("at", ()))
    found = (one for clause in leaf.get("clauses", ()) for one in register()[clause].sources)
    return tuple(dict.fromkeys(one.place for one in found if one.document == document))


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
