"""An option of bingo turned alone: a recorded game is played again under it, and whatever is told otherwise is said.

``python -m tests.support.bingo.flips`` writes ``tests/bingo/flips.tsv``: for each option and other value the recorded
game that tells it first, with the number of the line at which the two part.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_origin

import msgspec

from tapete.catalogue import house_games
from tapete.clauses import Sourced
from tapete.comparison.run import under
from tapete.games.bingo.rules import Rules
from tapete.kernel import HOUSE, Act, Refused
from tapete.money import Fraction
from tapete.play import transition
from tapete.record.notation.books import with_rulebooks
from tapete.record.notation.play import ListedOrders, as_listed
from tapete.record.notation.text import Notation, read_notation
from tapete.record.notation.verbs import person, verbs_of
from tapete.rulebooks import Rulebook, house_library
from tests.support import ROOT
from tests.support.altered import leaves_of, with_value
from tests.support.bingo.option_scenes import SCENES, scene

TABLES: Final = ROOT / "tests" / "tables" / "bingo"
FLIPS: Final = ROOT / "tests" / "bingo" / "flips.tsv"
BINGO: Final = house_games()["bingo"]
WORDS: Final = verbs_of(BINGO)


class Flip(NamedTuple):
    """An option with another value, and the recorded game that tells it first: its name and the number of its line."""

    option: str
    value: Any
    table: str
    line: int


# --- other values -----------------------------------------------------------------------------------------------------


def type_of(option: str) -> Any:
    """Return the type of an option's value, without its bounds."""
    kind: Any = Rules
    for part in option.split("."):
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
        else:
            kind = next(one.type for one in msgspec.structs.fields(kind) if one.name == part)
    return get_args(kind)[0] if get_origin(kind) is Sourced else kind


def others(option: str, value: Any) -> Iterator[Any]:
    """Yield other values of an option: every other word of a choice, the other truth, numbers near and far, one item
    less or another one, a share of a twentieth, a formula with one word more.
    """
    kind = type_of(option)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from (str(one) for one in kind if str(one) != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (one for one in (1, 2, 5, 20) if one != value)
    elif isinstance(value, str):
        yield f"{value}, señores"
    elif isinstance(value, list):
        yield value[1:] or ["caller"]
    elif kind is Fraction:
        yield {"num": 5, "den": 100}
    else:
        raise TypeError(f"{option}: {kind}")


# --- playing again ----------------------------------------------------------------------------------------------------


@cache
def recorded(table: str) -> tuple[Notation, Rulebook]:
    """Return a recorded game, and the rulebook under which it is played."""
    is_scene = table in SCENES
    notation = scene(table) if is_scene else read_notation(TABLES / f"{table}.toml")
    known: Any = with_rulebooks(BINGO, notation)
    return notation, known.library.by_id("bingo", notation.opening_fields["rulebook"])


def told(table: str, book: Rulebook) -> Iterator[tuple[str, ...]]:
    """Yield what comes of the opening and of each line of a recorded game under a rulebook: why it is refused, or what
    is recorded and said, until when the table waits, which ball it awaits, and how a page shows balls and marks. What
    is opened tells its rulebook, so of an opening it is told whether it is refused.
    """
    notation, _ = recorded(table)
    game, source = under(BINGO, book), ListedOrders(notation)
    source.sealed = notation.opening_fields["balls"] == "sealed"
    state = game.blank()
    opening = WORDS.make(WORDS.table.opening, {**notation.opening_fields, "rulebook": book.id})
    acts = [(HOUSE, opening), *((person(one.actor, {}), WORDS.read(one, {})) for one in notation.actions)]
    for by, what in acts:
        made = transition(game, state, Act(by, what, game.step(state)), source, as_listed)
        state = made.state
        if isinstance(made.outcome, Refused):
            yield (made.outcome.code,)
        else:
            seen = game.view(state, None)
            shown = (str(seen.number_style), str(seen.has_automatic_marks), str(seen.previous_shown))
            waits = (repr(game.time_limit(state)), repr(game.draw_awaited(state)), *shown)
            yield waits if what is opening else (*map(repr, made.events), *waits)


@cache
def as_played(table: str) -> tuple[tuple[str, ...], ...]:
    """Return what came of the lines of a recorded game under its own rulebook."""
    return tuple(told(table, recorded(table)[1]))


def parting(table: str, option: str, value: Any) -> int | None:
    """Return the number of the line of a recorded game at which another value of an option is told first, 0 for its
    opening; ``None`` where the two never part.
    """
    _, book = recorded(table)
    if leaves_of(book)[option]["value"] == value:
        return None
    pairs = zip(as_played(table), told(table, with_value(book, option, value)), strict=True)
    return next((at for at, (before, after) in enumerate(pairs) if before != after), None)


# --- the file ---------------------------------------------------------------------------------------------------------

BOOK: Final = house_library().by_id("bingo", "orden-1979")
LONG: Final = "many-games"
TABLE_NAMES: Final = (*(one for one in SCENES if one != LONG), *sorted(one.stem for one in TABLES.glob("*.toml")), LONG)


def flips() -> Iterator[tuple[str, Any]]:
    """Yield every option of the document with every other value of it that is tried."""
    for option, leaf in leaves_of(BOOK).items():
        for value in others(option, leaf["value"]):
            yield option, value


def first_telling(option: str, value: Any) -> Flip | None:
    """Return the first recorded game that tells another value of an option; ``None`` where none does."""
    found = ((table, parting(table, option, value)) for table in TABLE_NAMES)
    return next((Flip(option, value, table, at) for table, at in found if at is not None), None)


def read() -> tuple[Flip, ...]:
    """Return what the file says."""
    rows = (line.split("\t") for line in FLIPS.read_text("utf-8").splitlines())
    return tuple(Flip(option, json.loads(value), table, int(at)) for option, value, table, at in rows)


def main() -> None:
    """Write the file, and say what no recorded game tells."""
    rows = []
    for option, value in flips():
        found = first_telling(option, value)
        if found is None:
            print(option, json.dumps(value), "is told by no recorded game", file=sys.stderr)
        else:
            rows.append("\t".join((option, json.dumps(value), found.table, str(found.line))))
    FLIPS.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
