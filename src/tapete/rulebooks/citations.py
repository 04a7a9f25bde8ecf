"""Comparison of what a value says of itself (who states it, where, and how) with the register of clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from tapete.clauses import Clause, Origin, register
from tapete.clauses.register import Source, documents
from tapete.rulebooks.recipe import RulebookError


class Claim(msgspec.Struct, frozen=True):
    """What a value says of itself: it comes from ``at`` in ``document`` (via ``via``), and ``clauses`` word it."""

    file: str
    key: str
    game: str
    origin: Origin
    document: str
    at: tuple[str, ...]
    via: tuple[str, ...]
    lender: str
    """Document of the lending book; empty where nothing is borrowed."""
    clauses: tuple[str, ...]


def check_claim(claim: Claim) -> None:
    """Raise :class:`RulebookError` where the register does not bear the claim out."""
    if not claim.at:
        raise RulebookError("no-place", claim.file, key=claim.key, document=claim.document)
    clauses = tuple(_clause(claim, name) for name in claim.clauses)
    if claim.document in documents():  # of another, such as one from outside of the package, its file alone speaks
        CHECKS[claim.origin](claim, clauses)


def _clause(claim: Claim, name: str) -> Clause:
    found = register().get(name)
    if found is None:
        raise RulebookError("unknown-clause", claim.file, key=claim.key, clause=name)
    if found.game != claim.game:
        raise RulebookError("foreign-clause", claim.file, key=claim.key, clause=name, other=found.game)
    return found


def _own(claim: Claim, clauses: tuple[Clause, ...]) -> None:
    for clause in clauses:
        if not _sources_at(claim, clause):
            raise _against("not-a-source", claim, clause)
    for place in claim.at:
        if not any(one.place == place for clause in clauses for one in _sources_at(claim, clause)):
            raise RulebookError("unused-place", claim.file, key=claim.key, at=place)


def _variant(claim: Claim, clauses: tuple[Clause, ...]) -> None:
    """Each clause is stated at the place or names the document as one that departs from it; one at least does."""
    for clause in clauses:
        if not _sources_at(claim, clause) and not _names(clause.variants, claim.document):
            raise _against("not-a-variant", claim, clause)
    if not any(_names(clause.variants, claim.document) for clause in clauses):
        raise _against("not-a-variant", claim, clauses[0])


def _reading(claim: Claim, clauses: tuple[Clause, ...]) -> None:
    for clause in clauses:
        if not _sources_at(claim, clause) and not _names(f"{clause.variants} {clause.ambiguity}", claim.document):
            raise _against("not-a-reading", claim, clause)


def _import(claim: Claim, clauses: tuple[Clause, ...]) -> None:
    """Each clause is brought in at the place, or stated there; one at least is brought in or names the other text."""
    others = {place.partition(" ")[0] for place in claim.via}
    brought = False
    for clause in clauses:
        here = [one for one in clause.sources if one.document == claim.document and one.place in claim.at]
        is_brought = any(one.via and _is_brought(one, claim) for one in here)
        if not is_brought and not _sources_at(claim, clause):
            raise _against("not-imported", claim, clause)
        brought = brought or is_brought or any(_names(clause.variants, other) for other in others)
    if not brought:
        raise _against("not-imported", claim, clauses[0])


def _stand_in(claim: Claim, clauses: tuple[Clause, ...]) -> None:
    for clause in clauses:
        if not _sources_at(claim, clause) and not _names(clause.variants, claim.document):
            raise _against("not-referred", claim, clause)


CHECKS: Final[Mapping[Origin, Callable[[Claim, tuple[Clause, ...]], None]]] = MappingProxyType(
    {
        Origin.OWN: _own,
        Origin.VARIANT: _variant,
        Origin.READING: _reading,
        Origin.IMPORT: _import,
        Origin.STAND_IN: _stand_in,
    }
)


def _sources_at(claim: Claim, clause: Clause) -> list[Source]:
    return [one for one in clause.sources if one.document == claim.document and one.place in claim.at and not one.via]


def _is_brought(source: Source, claim: Claim) -> bool:
    """Return True if a source is the reference that is claimed; for a borrowed value the document decides."""
    return source.via in claim.via or (bool(claim.lender) and source.via.partition(" ")[0] == claim.lender)


def _names(text: str, document: str) -> bool:
    """Return True if a text names a document by its key."""
    return re.search(rf"(?<![\w-]){re.escape(document)}(?![\w-])", text) is not None


def _against(code: str, claim: Claim, clause: Clause) -> RulebookError:
    return RulebookError(
        code,
        claim.file,
        key=claim.key,
        clause=clause.id,
        document=claim.document,
        at=", ".join(claim.at),
        via=", ".join(claim.via) or claim.lender,
        sources="; ".join(map(str, clause.sources)),
    )
