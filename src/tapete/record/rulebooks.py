"""The rulebooks that lie beside a record: whether each is what its hash says, and a house's layer lawful."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from tapete.record.canonical import CanonicalError, canonical, sha256
from tapete.record.chain import Problem, problem
from tapete.rulebooks import Library, UnknownRulebookError, house_library, make, overstepped
from tapete.rulebooks.house_layer import OVER


def rulebook_problems(books: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with the rulebooks that lie beside a record: another content than their hash says, and a
    layer of a house's own that sets what a document settles.
    """
    yield from _changed(books)
    yield from _overstepping(books)


def _changed(books: Mapping[str, Any]) -> Iterator[Problem]:
    for digest, content in books.items():
        try:
            found = sha256(canonical(content))
        except CanonicalError as error:
            found = error.code
        except RecursionError:
            found = "-"
        if found != digest:
            yield problem(0, "rulebook-changed", rulebook=digest, found=found)


def _overstepping(books: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each option that a layer of a house's own sets although a document settles it."""
    known = {one.sha256: one for one in house_library().books}
    for content in books.values():
        with suppress(KeyError, ValueError, TypeError, RecursionError):  # told as one that cannot be read
            known.setdefault((made := make(content)).sha256, made)
    library = Library(tuple(known.values()))
    for digest in sorted(books.keys() & known.keys()):
        try:
            for option, clauses in overstepped(known[digest], library):
                yield problem(
                    0, "rulebook-oversteps", rulebook=digest, option=option, clauses=", ".join(clauses) or "-"
                )
        except UnknownRulebookError:
            over = known[digest].content[OVER]
            yield problem(0, "rulebook-missing", rulebook=str(over.get("sha256", "-")))


def layers_below(books: Mapping[str, Any]) -> frozenset[str]:
    """Return the rulebooks over which layers lie: they are kept for these."""
    overs = (one.get(OVER) for one in books.values() if isinstance(one, Mapping))
    return frozenset(str(one.get("sha256", "")) for one in overs if isinstance(one, Mapping))
