"""Coverage of the register, computed: which clauses the code cites, which are proved by their own tests, which are
shown.

Citations are read from the syntax tree (calls of ``rule``, ``cite`` and ``cite_on_page`` with a literal clause) and
from the rulebooks' values. Proofs come from the last knock-out report: a clause is *tested* when, with the code that
cites it giving its neutral answer, at least one of the clause's own tests failed. An ``inform`` clause is *shown* when
a page or an answer presents it, or when it is declared out of scope with a reason.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from tapete.clauses.register import GAMES, Clause, Kind, documents, game_clauses, register

REPORT = "knockout.json"
CITING = {"rule": "rule", "cite": "cite", "cite_on_page": "shown"}
DECIDING = ("cartones", "catalogue", "games", "house", "rulebooks")
"""Packages whose modules decide rules: what is played, what holds on a day, and how rulebooks fall back and borrow."""


class Proof(msgspec.Struct, frozen=True):
    """What the knock-out of one clause showed: how many tests carry it, whether one of them proves it, and which.

    ``documents``: where a document differs, the test that proves the clause under that document.
    """

    tests: int
    is_killed: bool = msgspec.field(name="killed")
    test: str = ""
    documents: dict[str, str] = {}


class ProofReport(msgspec.Struct, frozen=True):
    """The last knock-out run. ``sources`` is the digest of the code and rulebooks that it ran on."""

    sources: str = ""
    clauses: dict[str, Proof] = {}


class DocumentCoverage(msgspec.Struct, frozen=True):
    """How much of one document holds for a game: counts of the clauses that it states and that are proved, and of those
    that its rulebooks have by falling back on another document; ``open_clauses`` are the stated ones that are not
    covered yet.
    """

    stated_count: int = msgspec.field(name="stated")
    proved_count: int = msgspec.field(name="proved")
    fallback: int
    open_clauses: tuple[str, ...] = msgspec.field(name="open")


class GameCoverage(msgspec.Struct, frozen=True):
    """Counts for one game and the clauses that are still open."""

    clauses: int
    cited_count: int = msgspec.field(name="cited")
    tested_count: int = msgspec.field(name="tested")
    shown_count: int = msgspec.field(name="shown")
    out_of_scope: int
    open_clauses: tuple[str, ...] = msgspec.field(name="open")
    by_document: dict[str, DocumentCoverage] = {}


class Coverage(msgspec.Struct, frozen=True):
    """Coverage of all games; ``is_current`` says that the report belongs to the code as it stands."""

    games: dict[str, GameCoverage]
    is_current: bool = msgspec.field(name="current")


def _walk(folder: Traversable, ending: str) -> list[Traversable]:
    found: list[Traversable] = []
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            found += _walk(one, ending)
        elif one.name.endswith(ending):
            found.append(one)
    return found


def citations_in(tree: ast.AST) -> tuple[tuple[str, str], ...]:
    """Return the literal citations of a module, each with its way of citing."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in CITING:
                literal = (one.value for one in node.args if isinstance(one, ast.Constant))
                found += [(CITING[name], value) for value in literal if isinstance(value, str)]
    return tuple(found)


def clauses_in(tree: object) -> frozenset[str]:
    if isinstance(tree, dict):
        own = tree.get("clauses", ()) if "value" in tree or "borrow" in tree else ()
        return frozenset(own) | frozenset[str]().union(*(clauses_in(one) for one in tree.values()))
    if isinstance(tree, list):
        return frozenset[str]().union(*(clauses_in(one) for one in tree))
    return frozenset()


@cache
def citations() -> dict[str, frozenset[str]]:
    """Return every clause that the package cites, with its ways: ``rule``, ``cite``, ``shown``, ``value``."""
    found: dict[str, set[str]] = {}
    for module in _walk(files("tapete"), ".py"):
        for how, clause in citations_in(ast.parse(module.read_text("utf-8"))):
            found.setdefault(clause, set()).add(how)
    for book in _walk(files("tapete.rulebooks") / "data", ".toml"):
        for clause in clauses_in(tomllib.loads(book.read_text("utf-8"))):
            found.setdefault(clause, set()).add("value")
    return {clause: frozenset(how) for clause, how in found.items()}


def sources_digest() -> str:
    """Return the digest of everything that can decide a rule: the modules of :data:`DECIDING`, the rulebooks and the
    register.

    What the register says in other languages decides nothing and stays out.
    """
    digest = hashlib.sha256()
    core = files("tapete")
    data = core / "clauses" / "data"
    register = [one for one in sorted(data.iterdir(), key=lambda entry: entry.name) if one.name.endswith(".csv")]
    code = [module for part in DECIDING for module in _walk(core / part, ".py")]
    for module in code + _walk(core / "rulebooks", ".toml") + register:
        digest.update(module.name.encode() + b"\0" + module.read_bytes() + b"\0")
    return digest.hexdigest()


def report() -> ProofReport:
    kept = files("tapete.clauses") / "data" / REPORT
    return msgspec.json.decode(kept.read_bytes(), type=ProofReport) if kept.is_file() else ProofReport()


@cache
def out_of_scope() -> dict[str, str]:
    """Return the clauses that the software cannot present or decide, each with the reason."""
    kept = files("tapete.clauses") / "data" / "out-of-scope.csv"
    rows = csv.DictReader(kept.read_text("utf-8").splitlines())
    return {row["id"]: row["reason"] for row in rows}


def is_open(clause: Clause, proofs: Mapping[str, Proof]) -> bool:
    """Return True if a clause still lacks its proof, or the place that shows it."""
    if clause.id in out_of_scope():
        return False
    how = citations().get(clause.id, frozenset())
    if clause.kind is Kind.INFORM and "shown" in how:
        return False
    proof = proofs.get(clause.id)
    return not how or proof is None or not proof.is_killed


def is_stated_otherwise(clause: Clause, document: str) -> bool:
    """Return True if a document words a clause otherwise than the register: it then needs its own proof."""
    named = re.search(rf"(?<![\w-]){re.escape(document)}(?![\w-])", clause.variants)
    return document != clause.sources[0].document and named is not None


def fallback_clauses(tree: Mapping[str, Any]) -> frozenset[str]:
    """Return the clauses that a rulebook has only by falling back on another document."""
    fallback: set[str] = set()
    otherwise: set[str] = set()
    for leaf in _leaves(tree):
        fell_back = leaf.get("provenance", {}).get("origin") == "fallback"
        (fallback if fell_back else otherwise).update(leaf.get("clauses", ()))
    known, own = register(), tree.get("document")
    stated = {one for one in fallback if one in known and own in {place.document for place in known[one].sources}}
    return frozenset(fallback - otherwise - stated)


def leaves_citing(tree: Mapping[str, Any], clause: str) -> tuple[Mapping[str, Any], ...]:
    """Return the values of a resolved rulebook that cite a clause and that it has by falling back."""
    found = (leaf for leaf in _leaves(tree) if clause in leaf.get("clauses", ()))
    return tuple(leaf for leaf in found if leaf.get("provenance", {}).get("origin") == "fallback")


def _leaves(tree: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(tree, list | tuple):
        for one in tree:
            yield from _leaves(one)
    elif isinstance(tree, Mapping):
        if "value" in tree:
            yield tree
        else:
            for one in tree.values():
                yield from _leaves(one)


def document_coverage(
    game: str, document: str, proofs: Mapping[str, Proof], books: Iterable[Mapping[str, Any]] = ()
) -> DocumentCoverage:
    """Compute the coverage of what one document states for a game; ``books`` are resolved rulebooks."""
    stated = [one for one in game_clauses(game) if document in {source.document for source in one.sources}]
    lacking = {
        one.id
        for one in stated
        if is_stated_otherwise(one, document) and not (one.id in proofs and document in proofs[one.id].documents)
    }
    own = [book for book in books if (book.get("game"), book.get("document")) == (game, document)]
    return DocumentCoverage(
        stated_count=len(stated),
        proved_count=sum(one.id in proofs and proofs[one.id].is_killed and one.id not in lacking for one in stated),
        fallback=len(frozenset[str]().union(*map(fallback_clauses, own))),
        open_clauses=tuple(one.id for one in stated if one.id in lacking or is_open(one, proofs)),
    )


def coverage(books: Iterable[Mapping[str, Any]] = ()) -> Coverage:
    """Compute the coverage of every game; ``books`` are the contents of the rulebooks, as resolved."""
    shelf = tuple(books)
    last = report()
    cited = citations()
    games = {}
    for game in GAMES:
        own = game_clauses(game)
        games[game] = GameCoverage(
            clauses=len(own),
            cited_count=sum(one.id in cited for one in own),
            tested_count=sum(one.id in last.clauses and last.clauses[one.id].is_killed for one in own),
            shown_count=sum("shown" in cited.get(one.id, frozenset()) for one in own),
            out_of_scope=sum(one.id in out_of_scope() for one in own),
            open_clauses=tuple(one.id for one in own if is_open(one, last.clauses)),
            by_document={
                key: document_coverage(game, key, last.clauses, shelf)
                for key, document in documents().items()
                if game in document.games
            },
        )
    return Coverage(games, last.sources == sources_digest())
