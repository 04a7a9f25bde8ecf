"""What the record says, for the consoles and for the history of a table: public parts of entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from tapete.record.entry import Entry
from tapete.results import Results, begin
from tapete.web.game_screen import GameScreen
from tapete.web.page_context import History, KnownCards, formulas
from tapete.web.ports import Table
from tapete.web.seat_links import table_naming
from tapete.web.stage.model import LogLine
from tapete.words import Naming, announcement, event

SHOWN: Final = 14
READ: Final = 10
LOOK_BACK: Final = 200

CASH_DESK: Final = frozenset({"bought-in", "cashed-out"})
"""Events whose amount is between a person and the cash desk: only that person reads them. What else says nothing to a
reader, a game says.
"""


class RecordReader:
    """What pages tell out of the records of their tables; each call reads on from where the last one stopped."""

    def __init__(self) -> None:
        self._read: dict[str, int] = {}
        self._histories: dict[str, History] = {}

    async def of(self, table: Table, make: Callable[[], History]) -> History:
        """Return the history of a table up to now; ``make`` begins one."""
        after = self._read.get(table.id, max(0, table.version - 5 * LOOK_BACK))
        history = self._histories.get(table.id)
        if history is None:
            history = self._histories[table.id] = make()
        while after < table.version:
            found = await table.entries(after, LOOK_BACK)
            if not found or self._read.get(table.id, after) > after:
                break  # somebody else has read on in the meantime
            for entry in found:
                for one in entry.events:
                    history.read(one, entry.rests_on)
            after = self._read[table.id] = found[-1].version
        return history


class ResultsReader:
    """The rows of the tables of a hall, read on in a thread when somebody asks for them, one table at a time.

    A reading goes on where whoever asked has gone: no entry is read twice.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Results, int]] = {}
        self._readings: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def of(self, table: Table) -> Results:
        reading = self._readings.get(table.id)
        if reading is None or reading.done():
            reading = self._readings[table.id] = asyncio.create_task(self._read_on(table))
        await asyncio.shield(reading)
        return self._kept[table.id][0]

    async def _read_on(self, table: Table) -> None:
        async with self._turn:
            found, read = self._kept.setdefault(table.id, (begin(table.game, table.id), 0))
            while read < table.version and (entries := await table.entries(read, LOOK_BACK)):
                await asyncio.to_thread(_follow, found, entries)
                read = entries[-1].version
                self._kept[table.id] = found, read


def _follow(found: Results, entries: Iterable[Entry]) -> None:
    for entry in entries:
        found.follow(entry)
    _ = found.rows  # those of bingo are made when they are asked for


async def log_lines(
    table: Table, lang: str, game: GameScreen[Any], cards: KnownCards | None = None, noted_for: str = ""
) -> tuple[LogLine, ...]:
    """Return the last lines of a table's record, the newest first; of a card of the coup in progress with its face, if
    everybody has seen it. ``noted_for``: whose acts staff noted, where it is of these alone.
    """
    found = []
    known = KnownCards() if cards is None else cards
    spanish, naming = formulas(table.game, table.view(None).rulebook), table_naming(table.id)
    for entry in reversed(await table.entries(max(0, table.version - READ))):
        what = entry.act["what"]
        if noted_for and ("what" not in what or what.get("person") != noted_for):
            continue
        time = datetime.fromisoformat(entry.time).strftime("%H:%M:%S")
        for one in reversed(tuple(game.telling_events(entry.events))):
            kind = str(one["event"]).partition("@")[0]
            if kind not in game.quiet_events and (noted_for or kind not in CASH_DESK):
                found.append(LogLine(time, event_sentence(_with_face(one, known), game, lang, spanish, naming)))
    return tuple(found[:SHOWN])


def _with_face(event: dict[str, Any], known: KnownCards) -> dict[str, Any]:
    """Return an event with the face of its card, if it tells none and the card is of the coup in progress. So few
    entries are read that none of another shoe is among them once cards of this one are known.
    """
    position = event.get("position")
    face = known.face_of(position) if isinstance(position, int) and event.get("face") is None else None
    return event if face is None else {**event, "face": face}


def event_sentence(
    tree: dict[str, Any], game: GameScreen[Any], lang: str, spanish: Mapping[str, str], naming: Naming
) -> str:
    """Return the sentence of an event: of an incident with its own facts, of a formula as it was said."""
    kind = str(tree["event"]).partition("@")[0]
    code, facts = (f"{kind}.own", tree) if kind in CASH_DESK else game.log_wording(kind, tree)
    if tree.get("admitted") is False:
        code = f"{kind}.refused"
    if "booked" in tree and tree["booked"] != tree.get("paid"):
        code = f"{kind}.rebooked"
    if isinstance(inner := tree.get("incident"), dict):
        facts = {**facts, **inner}
    elif "formula" in tree:
        words = announcement(tree["formula"], tree.get("values", {}), lang, spanish, naming)
        facts = {**facts, "words": words}
    return event(code, facts, lang, naming)
