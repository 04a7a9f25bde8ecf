"""What a clause says, in the language of the reader.

The register is written in English. ``data/<language>/<game>.csv`` holds the same rules in another language, in our
own words too: a row a clause, with the columns that people read. ``practice.csv`` beside it holds house practice.
Whatever a language lacks is told in English, and :attr:`Wording.lang` says so, so that a page can mark it.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from tapete.clauses.practice import FOLDERS, is_practice, practices
from tapete.clauses.register import GAMES, RegisterError, game_clauses, register, rows

OWN: Final = "en"
"""The language of the register itself."""

TRANSLATED: Final = ("es",)
"""The languages that have a folder of their own."""

PRACTICE: Final = "practice"

_COLUMNS: Final = ("id", "rule", "example", "variants")
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
    """Return what a clause or a point of house practice says, in ``lang`` if it has been written in it.

    Raises:
        KeyError: neither the register nor the list of house practice has ``cited``.
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
    """Return everything that has been written in a language by id; nothing for a language without a folder.

    Raises:
        RegisterError: a data file is wrong. It cannot happen with the files as released; the tests see to it.
    """
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
    """Read one file's rows from CSV text; ``known`` holds the ids that may stand in it.

    Raises:
        RegisterError: wrong header or number of cells, an id that is unknown or stands twice, or a row without rule.
    """
    left = set(known)
    for line, row in rows(text, columns=_PRACTICE_COLUMNS if practice else _COLUMNS, name=name):
        identity = row.pop("id")
        if identity not in left:
            raise RegisterError(f"{name}:{line}: {identity or 'row without id'} is unknown or stands twice")
        if not row["rule"]:
            raise RegisterError(f"{name}:{line}: {identity}: no rule")
        left.remove(identity)
        yield identity, Wording(lang, **row)
