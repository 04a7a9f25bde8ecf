"""What the pages of a bingo hall are drawn from, kept in short: the screens of the recorded tables, and their record.

    python -m tests.support.web.hall_screens               write down what is shown now
    python -m tests.support.web.hall_screens SCENE ...     print it in full, to lay it beside what it was before

Of a recorded table those screens are kept that look like none before them, whatever numbers stand on them; every
sentence of its record and of the answers to its acts; and its minutes book. Of each a digest. The tables are read in
each language in turn.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from tapete.accounts import PERSON
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.minutes import minutes
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.record.notation import parse_notation, play
from tapete.web import action_buttons
from tapete.web.games import screen_of
from tapete.web.games.bingo.answering import answer_words
from tapete.web.games.bingo.book import page_of
from tapete.web.games.bingo.screen import facts
from tapete.web.logbook import event_sentence
from tapete.web.screens.frame import PageContext, formulas
from tapete.words import LANGS, person_name
from tests.support import ROOT
from tests.support.recorded.answers import written
from tests.support.web.outlines import TABLES, scenes, states
from tests.support.web.still import StillTable

KEPT: Final = ROOT / "tests" / "web" / "hall_screens.txt"
SCENES: Final = tuple(scenes(BINGO.key))
PUBLIC: Final = "-"
FEW: Final = 10
"""A table with fewer screens that look like none before is left out."""
BEGIN: Final = datetime.fromisoformat("2026-05-09T18:30:00+02:00")
"""When a recorded table begins; each act takes a minute."""

_CELL: Final = re.compile(r'\{"number":\d+,"is_out":\w+,"is_marked":\w+\}')
_BALL: Final = re.compile(r'"(last_words|last|before|announcements|log)":("[^"]*"|\[[^\]]*\]|\w+)')


class Sight(NamedTuple):
    """A state of a recorded table, by its number, and who looks at it."""

    number: int
    viewer: str


Kept = dict[str, str]
"""Digests, by what they are of: ``record``, ``book`` and the like, and of a screen its number and its viewer."""


def at_table(state: Any) -> set[str]:
    """Return the staff of a hall, and whoever has an account there."""
    accounts = (one.removeprefix(PERSON) for one in state.ledger if one.startswith(PERSON))
    return {*map(str, state.staff.values()), *accounts}


def lang_of(scene: str) -> str:
    """Return the language in which a table is read."""
    return LANGS[SCENES.index(scene) % len(LANGS)]


def screen(scene: str, sight: Sight) -> str:
    """Return the screen of somebody at a state of a table, as text."""
    table: Any = StillTable(BINGO, states(BINGO.key, scene)[sight.number])
    pages = screen_of(BINGO.key)
    who = None if sight.viewer == PUBLIC else PersonId(sight.viewer)
    with patch.object(action_buttons, "SECRET", b"of this house"):
        return written(pages.model(PageContext(table, who, lang_of(scene), more_time=pages.more_time)))


def record(scene: str) -> dict[str, str]:
    """Return, as text: the sentences of the record of a table, how each act is answered, what the list of tables tells
    after it, and the minutes book.
    """
    run = play(BINGO, parse_notation((TABLES / BINGO.key / f"{scene}.toml").read_text(encoding="utf-8")))
    pages, lang, state = screen_of(BINGO.key), lang_of(scene), run.turns[-1].state
    spanish = formulas(BINGO, BINGO.view(state, None).rulebook)
    found = [
        ((BEGIN + timedelta(minutes=number)).isoformat(), to_tree(event))
        for number, turn in enumerate(run.turns)
        for event in turn.events
    ]
    table: Any = StillTable(BINGO, state)
    told = {
        "record": [event_sentence(event, pages, lang, spanish, person_name) for _, event in found],
        "answers": [answer_words(tuple(turn.events), lang, person_name) for turn in run.turns],
        "listed": [facts(BINGO.view(turn.state, None), lang) for turn in run.turns],
        "book": page_of(minutes(found), table, lang),
    }
    return {name: written(one) for name, one in told.items()}


def digest(text: str) -> str:
    """Return a digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def digests(scene: str, sights: tuple[Sight, ...]) -> Kept:
    """Return the digests of a table: of its record, of its book, and of some of its screens."""
    told = {name: digest(text) for name, text in record(scene).items()}
    return told | {f"{one.number}:{one.viewer}": digest(_drawn(scene, one)) for one in sights}


def _drawn(scene: str, sight: Sight) -> str:
    """Return a screen; of one that cannot be drawn its error, which is told as a difference like any other."""
    try:
        return screen(scene, sight)
    except Exception as error:
        return repr(error)


def _look(text: str) -> str:
    """Return what a screen looks like, whatever numbers stand on it."""
    plain = re.sub(r"[0-9a-f]{32}|\d+", "#", _BALL.sub("", _CELL.sub("null", text)))
    return re.sub("true|false", "?", plain)


def chosen() -> Iterator[tuple[str, tuple[Sight, ...]]]:
    """Yield the tables with the screens that look like none before them."""
    seen: set[str] = set()
    for scene in SCENES:
        found = []
        for number, state in enumerate(states(BINGO.key, scene)):
            for viewer in (PUBLIC, *sorted(at_table(state))):
                if (look := _look(screen(scene, Sight(number, viewer)))) not in seen:
                    seen.add(look)
                    found.append(Sight(number, viewer))
        if len(found) >= FEW:
            yield scene, tuple(found)


@cache
def kept() -> dict[str, Kept]:
    """Return the digests that are kept, by table."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {scene: dict(one.split("=") for one in found) for scene, *found in rows}


def sights_of(scene: str) -> tuple[Sight, ...]:
    """Return the screens of a table that are kept."""
    named = (one.split(":") for one in kept()[scene] if ":" in one)
    return tuple(Sight(int(number), viewer) for number, viewer in named)


def main() -> None:
    """Write down what is shown now, or print what is shown of some tables."""
    for scene in sys.argv[1:]:
        print(scene, *record(scene).values(), *(f"{one} {screen(scene, one)}" for one in sights_of(scene)), sep="\n")
    if not sys.argv[1:]:
        rows = [(scene, digests(scene, sights)) for scene, sights in chosen()]
        lines = (" ".join((scene, *(f"{of}={said}" for of, said in found.items()))) for scene, found in rows)
        KEPT.write_text("".join(f"{one}\n" for one in lines), "utf-8")


if __name__ == "__main__":
    main()
