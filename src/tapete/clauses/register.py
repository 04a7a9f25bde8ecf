"""The register: every clause of the four games, in our own words, with its sources.

A clause is one rule. Each document that states it is one of its sources. The rows are package data (``data/*.csv``, one
file a game), read once. Ids never change their meaning: an id that is given up moves to ``data/retired.csv``.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct

from tapete.folders import DataFolders

GAMES: Final = ("chemin-de-fer", "dos-panos", "punto-y-banca", "bingo")
"""The games of the register; each has one data file of that name."""

PREFIXES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"chemin-de-fer": ("CF",), "dos-panos": ("DP",), "punto-y-banca": ("PB", "MPB"), "bingo": ("BG",)}
)
"""First part of a clause id for each game (``MPB`` is the mini form of punto y banca)."""


class RegisterError(ValueError):
    """A data file of the register is wrong; the message names file, line and fault."""


class Kind(StrEnum):
    """What a clause asks of the software."""

    ENFORCE = "enforce"
    """An act is lawful or a fault."""
    COMPUTE = "compute"
    """A value follows from other values: a total, a payout, an order."""
    ANNOUNCE = "announce"
    """Something must be said aloud, in fixed words or by its content."""
    INFORM = "inform"
    """Something people must be able to read."""
    RECORD = "record"
    """Something must be kept in writing."""
    RULING = "ruling"
    """What an irregularity leads to."""
    CONFIGURE = "configure"
    """A choice that the house, or the document in force, makes beforehand."""
    DISCRETION = "discretion"
    """A decision that an official takes on the spot."""


class Actor(StrEnum):
    """Whom a clause binds or empowers first."""

    ANY = "any"
    PLAYER = "player"
    BANKER = "banker"
    CROUPIER = "croupier"
    INSPECTOR = "inspector"
    TABLE_CHIEF = "table-chief"
    HALL_MANAGER = "hall-manager"
    DIRECTOR = "director"
    CALLER = "caller"
    CASHIER = "cashier"
    HOUSE = "house"


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """A document that states clauses, described in our own words."""

    key: str
    """As sources write it, e.g. ``AST2011-CF``."""
    title_es: str
    title_en: str
    date: str
    """Day of adoption, ISO 8601; empty if not known."""
    in_force: str
    """First day of application, ISO 8601, or its month where no more is known; empty if not known."""
    rank: str
    """``resolution``, ``order``, ``catalogue`` or ``guide``."""
    territory: str
    games: tuple[str, ...]
    """The games it is held for; its general rules may serve others by reference."""
    note: str = ""


class Source(Struct, frozen=True, order=True):
    """One place in one document that states a clause.

    ``str(source)`` gives back what the data file says: ``AST2011-DP A via AST2011-CF A ¶1 (by reference)``.
    """

    document: str
    """Key of a ``Document``."""
    place: str
    """Section and paragraph, e.g. ``A.1 ¶1``, or a named part, e.g. ``title``."""
    via: str = ""
    """The place in another document which this one brings in by reference; empty if it speaks itself."""
    note: str = ""
    """A remark that the register puts in brackets after the place."""

    def __str__(self) -> str:
        via = f" via {self.via}" if self.via else ""
        note = f" ({self.note})" if self.note else ""
        return f"{self.document} {self.place}{via}{note}"


class Clause(Struct, frozen=True):
    """One rule, in our own words."""

    id: str
    """Game, section and running number, e.g. ``CF.C3.05``; unique and permanent."""
    game: str
    sources: tuple[Source, ...]
    """At least one; the first is the one that the wording follows."""
    topic: str
    actor: Actor
    rule: str
    kind: Kind
    example: str = ""
    """A case as given/when/then; empty where the rule needs none."""
    variants: str = ""
    """How other documents differ."""
    ambiguity: str = ""
    """What the text leaves open, and the reading chosen."""

    @property
    def section(self) -> str:
        """The id without its running number: ``CF.C3.05`` is in ``CF.C3``."""
        return self.id.rpartition(".")[0]


_COLUMNS: Final = ("id", "sources", "topic", "actor", "rule", "kind", "example", "variants", "ambiguity")
_ID: Final = re.compile(r"[A-Z]{2,3}(\.[A-Z]+\d?)?\.\d{2}")
_PART: Final = re.compile(r"((?:\([^()]*\)|[^;])*);")
_SOURCE: Final = re.compile(r"(?P<document>\S+) (?P<place>[^(]+?)(?: via (?P<via>[^(]+?))?(?: \((?P<note>[^()]+)\))?")


@cache
def register() -> Mapping[str, Clause]:
    """Every clause by id, in the order of ``GAMES`` and of the data files. Raises :class:`RegisterError`."""
    known = frozenset(documents())
    clauses: dict[str, Clause] = {}
    for game in GAMES:
        name = f"{game}.csv"
        for clause in read_clauses(_text(name), game=game, known=known, name=name):
            if clause.id in clauses:
                raise RegisterError(f"{name}: {clause.id} stands twice")
            if clause.id in RETIRED:
                raise RegisterError(f"{name}: {clause.id} is retired and cannot be used again")
            clauses[clause.id] = clause
    return MappingProxyType(clauses)


@cache
def game_clauses(game: str) -> tuple[Clause, ...]:
    """The clauses of one game in register order. Raises ``KeyError`` for one that is not among ``GAMES``."""
    if game not in GAMES:
        raise KeyError(game)
    return tuple(clause for clause in register().values() if clause.game == game)


@cache
def documents() -> Mapping[str, Document]:
    """Every document by key, in the order of the data file. Raises :class:`RegisterError`."""
    found: dict[str, Document] = {}
    for key, entry in tomllib.loads(_text("documents.toml")).items():
        try:
            found[key] = Document(key=key, games=tuple(entry.pop("games")), **entry)
        except (KeyError, TypeError) as error:
            raise RegisterError(f"documents.toml: {key}: {error}") from error
        if strangers := set(found[key].games) - set(GAMES):
            raise RegisterError(f"documents.toml: {key}: unknown game {', '.join(sorted(strangers))}")
    return MappingProxyType(found)


def read_clauses(text: str, *, game: str, known: frozenset[str], name: str) -> Iterator[Clause]:
    """Read one game's rows from CSV text; ``name`` is used in messages, ``known`` holds the document keys. Raises
    :class:`RegisterError`, also for a cell that does not hold what its column asks for.
    """
    for line, row in rows(text, columns=_COLUMNS, name=name):
        try:
            yield _clause(row, game=game, known=known)
        except ValueError as error:
            raise RegisterError(f"{name}:{line}: {row['id'] or 'row without id'}: {error}") from error


def parse_sources(text: str) -> tuple[Source, ...]:
    """Read a ``sources`` cell: places separated by semicolons, each ``DOCUMENT place [via PLACE] [(note)]``. Raises
    ``ValueError`` for a part that is empty, names no place, or has unbalanced or nested brackets.
    """
    return tuple(_source(part.strip()) for part in _PART.findall(text + ";"))


def _source(text: str) -> Source:
    match = _SOURCE.fullmatch(text)
    if match is None:
        raise ValueError(f"source {text!r} is not 'DOCUMENT place (note)'")
    return Source(**{name: value or "" for name, value in match.groupdict().items()})


def _clause(row: Mapping[str, str], *, game: str, known: frozenset[str]) -> Clause:
    identity = row["id"]
    if not _ID.fullmatch(identity) or identity.partition(".")[0] not in PREFIXES[game]:
        raise ValueError(f"the id does not belong to {game}")
    for column in ("topic", "rule"):
        if not row[column]:
            raise ValueError(f"no {column}")
    sources = parse_sources(row["sources"])
    for source in sources:
        if source.document not in known:
            raise ValueError(f"unknown document {source.document!r}")
        if source.via and source.via.partition(" ")[0] not in known:
            raise ValueError(f"unknown document in {source.via!r}")
    return Clause(
        id=identity,
        game=game,
        sources=sources,
        topic=row["topic"],
        actor=Actor(row["actor"]),
        rule=row["rule"],
        kind=Kind(row["kind"]),
        example=row["example"],
        variants=row["variants"],
        ambiguity=row["ambiguity"],
    )


def rows(text: str, *, columns: tuple[str, ...], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows of CSV text by these columns, each with the number of its last line. Raises :class:`RegisterError`."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = tuple(next(reader, ()))
        if header != columns:
            raise RegisterError(f"{name}:1: the header is {','.join(header)}, it must be {','.join(columns)}")
        for cells in reader:
            if len(cells) != len(columns):
                raise RegisterError(f"{name}:{reader.line_num}: {len(cells)} cells, {len(columns)} columns")
            yield reader.line_num, {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
    except csv.Error as error:
        raise RegisterError(f"{name}:{reader.line_num}: {error}") from error


def _text(name: str) -> str:
    return (resources.files("tapete.clauses") / "data" / name).read_text(encoding="utf-8")


def _retired() -> Mapping[str, str]:
    name = "retired.csv"
    found: dict[str, str] = {}
    for line, row in rows(_text(name), columns=("id", "why"), name=name):
        if not row["id"] or not row["why"] or row["id"] in found:
            raise RegisterError(f"{name}:{line}: needs a new id and a reason")
        found[row["id"]] = row["why"]
    return MappingProxyType(found)


RETIRED: Final[Mapping[str, str]] = _retired()
"""Tombstones: ids that once named a clause, with what became of it. They are never used again."""


# House practice: what no clause states and a table still needs. It is cited like a clause and always labelled as
# practice.
#
# Ids begin with ``HP.`` and the game's letters (``HP.PB.relief``). Each row says what is done and why the house adopted
# it.

PREFIX = "HP."

FOLDERS: Final = DataFolders(files("tapete.clauses") / "data")
"""Where house practice lies, each with a folder for each language that it is told in."""


class Practice(msgspec.Struct, frozen=True):
    """One point of house practice: ``rule`` is what is done, ``reason`` why."""

    id: str
    game: str
    rule: str
    reason: str


def is_practice(cited: str) -> bool:
    return cited.startswith(PREFIX)


@FOLDERS.read_once
def practices() -> Mapping[str, Practice]:
    texts = [(folder / "practice.csv").read_text("utf-8") for folder in FOLDERS]
    rows = [Practice(**row) for text in texts for row in csv.DictReader(text.splitlines())]
    found = {row.id: row for row in rows}
    bad = [row.id for row in rows if not is_practice(row.id) or not row.rule or not row.reason]
    if bad or len(found) != len(rows):
        raise ValueError(f"practice.csv: bad or repeated rows {bad}")
    return MappingProxyType(found)


class Origin(StrEnum):
    """How a value came into a rulebook."""

    OWN = "own"
    """The document states it."""
    VARIANT = "variant"
    """The document states it and departs there from the clause as the register words it."""
    READING = "reading"
    """The letter of the document says something else, or nothing that can be applied; this is how it is read."""
    IMPORT = "import"
    """The document refers to the text of another game, which is held."""
    STAND_IN = "stand-in"
    """The document refers to a text that is not held; the same rule of another document stands in for it."""
    FALLBACK = "fallback"
    """The document says nothing; another document of the same game does."""
    PRACTICE = "practice"
    """No document is followed; the house adopted it."""
    HOUSE = "house"
    """No document settles it, and a house has set it in a layer of its own."""


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The document and the places of a value.

    ``at`` are places in ``document``. ``via`` are the places of another document that it refers to there, each with the
    key of that document. ``reading`` says why the letter is not followed; ``literal`` is what the letter gives. Of a
    fallback, ``stated_origin`` is how the document that speaks came to the value, and ``lost_part`` the missing part of
    the silent document in which the value would have stood; it is empty when the document is whole there and silent.
    """

    origin: Origin
    document: str
    at: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    reading: str = ""
    literal: dict[str, Any] = {}
    stated_origin: Origin | None = msgspec.field(default=None, name="stated")
    lost_part: str = msgspec.field(default="", name="lost")


# What a clause says, in the language of the reader.
#
# The register is written in English. ``data/<language>/<game>.csv`` holds the same rules in another language, in our
# own words too: a row a clause, with the columns that people read. ``practice.csv`` beside it holds house practice.
# Whatever a language lacks is told in English, and :attr:`Wording.lang` says so, so that a page can mark it.

OWN: Final = "en"

TRANSLATED: Final = ("es",)

PRACTICE: Final = "practice"

_WORDING_COLUMNS: Final = ("id", "rule", "example", "variants")
_PRACTICE_COLUMNS: Final = ("id", "rule", "reason")


class Wording(Struct, frozen=True):
    """A clause, or a point of house practice, in the words of one language."""

    lang: str
    """The language of the words: not always the one that was asked for."""
    rule: str
    example: str = ""
    variants: str = ""
    reason: str = ""
    """Why the house does so; only house practice has one."""


def wording(cited: str, lang: str) -> Wording:
    """Return what a clause or a point of house practice says, in ``lang`` if it has been written in it. Raises
    ``KeyError`` for what is neither.
    """
    found = translations(lang).get(cited)
    if found is not None:
        return found
    if is_practice(cited):
        practice = practices()[cited]
        return Wording(OWN, practice.rule, reason=practice.reason)
    clause = register()[cited]
    return Wording(OWN, clause.rule, clause.example, clause.variants)


@FOLDERS.read_once
def translations(lang: str) -> Mapping[str, Wording]:
    """Everything written in a language, by id; nothing for one without a folder. Raises :class:`RegisterError`."""
    found: dict[str, Wording] = {}
    for part in (*GAMES, PRACTICE) if lang in TRANSLATED else ():
        for file in (folder / lang / f"{part}.csv" for folder in FOLDERS):
            if file.is_file():
                known = practices() if part == PRACTICE else [clause.id for clause in game_clauses(part)]
                name, practice = f"{lang}/{part}.csv", part == PRACTICE
                found |= read_wording(file.read_text("utf-8"), lang=lang, known=known, practice=practice, name=name)
    return MappingProxyType(found)


def read_wording(
    text: str, *, lang: str, known: Iterable[str], practice: bool = False, name: str
) -> Iterator[tuple[str, Wording]]:
    """Read one file's rows from CSV text; ``known`` holds the ids that may be in it. Raises :class:`RegisterError`,
    also for an id that is unknown or stands twice, and a row without rule.
    """
    left = set(known)
    for line, row in rows(text, columns=_PRACTICE_COLUMNS if practice else _WORDING_COLUMNS, name=name):
        identity = row.pop("id")
        if identity not in left:
            raise RegisterError(f"{name}:{line}: {identity or 'row without id'} is unknown or stands twice")
        if not row["rule"]:
            raise RegisterError(f"{name}:{line}: {identity}: no rule")
        left.remove(identity)
        yield identity, Wording(lang, **row)
