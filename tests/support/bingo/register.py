"""The register of the choices that a hall of bingo has, and where each of them is made.

``python -m tests.support.bingo.register`` writes ``docs/generated/bingo-options.md`` from ``tests/bingo/register.tsv``.
"""

import ast
import json
from enum import StrEnum
from functools import cache
from importlib import import_module
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec

from tapete.rulebooks import house_library
from tests.support import ROOT
from tests.support.altered import leaves_of

BOOK: Final = house_library().by_id("bingo", "orden-1979")
REGISTER: Final = ROOT / "tests" / "bingo" / "register.tsv"
DOCUMENT: Final = ROOT / "docs" / "generated" / "bingo-options.md"


class How(StrEnum):
    KEY = "key"
    """In the rulebook; a house layer may set it."""
    FIXED = "fixed"
    """Nowhere: the regulation states it, or it is read in one way. Tests show it."""
    ROOM = "room"
    """In another part of the program, by an act, a setting of the house or a command."""
    AS = "as"
    """With another choice, by the same key."""
    NONE = "none"
    """It is not offered."""


class Choice(NamedTuple):
    option: str
    origin: str
    meaning: str
    default: str
    how: How
    where: str
    note: str

    @property
    def keys(self) -> list[str]:
        named = self.where.split() if self.how is How.KEY else []
        return [one for one in leaves_of(BOOK) for name in named if one == name or _is_below(one, name)]

    @property
    def shipped(self) -> Any:
        values = [leaves_of(BOOK)[one]["value"] for one in self.keys]
        return values[0] if len(values) == 1 and "*" not in self.where else values


def _is_below(option: str, name: str) -> bool:
    return name.endswith("*") and option.startswith(name.removesuffix("*"))


def choices() -> tuple[Choice, ...]:
    rows = (line.split("\t") for line in REGISTER.read_text("utf-8").splitlines())
    return tuple(Choice(*head, How(how), where, note) for *head, how, where, note in rows)


@cache
def names_in(path: str) -> frozenset[str]:
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    body = ast.parse(file.read_text("utf-8")).body
    return frozenset(one.name for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def has_place(place: str) -> bool:
    module, _, name = place.partition(":")
    try:
        found: Any = import_module(module)
    except ImportError:
        return False
    owner, _, field = name.partition(".")
    if owner and not hasattr(found, owner):
        return False
    return not field or field in {one.name for one in msgspec.structs.fields(getattr(found, owner))}


HEAD: Final = """# The choices of a hall of bingo

The order states some things, leaves others open, and a hall still needs an answer to each. These are all of them:
the {count} choices of the register, {text} that the text settles, {reading} that are read in one way or another, and
{practice} that are practice.

What may be turned is a key of the rulebook, which has its origin and its reason there. A key of practice is set by a
layer of the house; one that is text or reading by a rulebook of its own ([](../how-to/add-a-rulebook.md)). What is
fixed says which tests show it. What is decided elsewhere names the act, the setting or the command. What is not
offered says why.

The table is written by `python -m tests.support.bingo.register` from `tests/bingo/register.tsv`, and a test holds it
true: each key of the shipped rulebook stands here once, with its default and origin; each test and each place that is
named is there.

| Where it is decided | Choices |
|---|---|
"""
PLACES: Final = {
    How.KEY: "a key of the rulebook",
    How.FIXED: "fixed",
    How.ROOM: "elsewhere",
    How.AS: "with another choice",
    How.NONE: "not offered",
}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("{", "\\{").replace("<", "\\<")


def _values(one: Choice) -> str:
    if one.how is not How.KEY:
        return _cell(one.default)
    if len(one.keys) > 3:
        return "as the rulebook has them"
    return ", ".join(_written(leaves_of(BOOK)[key]["value"]) for key in one.keys)


def _written(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case {"num": num, "den": den}:
            return f"{num}/{den}"
        case list():
            return " ".join(value)
        case str():
            return _cell(value)
        case _:
            return str(value)


def _place(one: Choice) -> str:
    note = _cell(one.note)
    named = one.where.split()
    match one.how:
        case How.KEY:
            found = ", ".join(f"`{name}`" for name in named)
            return f"{found}; {note}" if note else found
        case How.FIXED:
            files = ", ".join(dict.fromkeys(f"`{name.partition('::')[0]}`" for name in named))
            return f"fixed: {note}; {files}" if note else f"fixed: {files}"
        case How.ROOM:
            return f"{note} (`{one.where}`)"
        case How.AS:
            return f"as `{one.where}`"
        case How.NONE:
            return f"not offered: {note}"


def document() -> str:
    known = choices()
    origins = {origin: sum(one.origin == origin for one in known) for origin in ("text", "reading", "practice")}
    lines = [HEAD.format(count=len(known), **origins).rstrip("\n")]
    lines += [f"| {place} | {sum(one.how is how for one in known)} |" for how, place in PLACES.items()]
    by_section = sorted(known, key=lambda one: SECTIONS.index(one.option.partition(".")[0]))
    for section, rows in groupby(by_section, key=lambda one: one.option.partition(".")[0]):
        lines += ["", f"## {section}", "", "| Choice | Meaning | Settled by | Value | Where |", "|---|---|---|---|---|"]
        lines += [
            f"| `{one.option}` | {_cell(one.meaning)} | {one.origin} | {_values(one)} | {_place(one)} |" for one in rows
        ]
    return "\n".join(lines) + "\n"


SECTIONS: Final = list(dict.fromkeys(one.option.partition(".")[0] for one in choices()))


def json_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    DOCUMENT.write_text(document(), "utf-8")
