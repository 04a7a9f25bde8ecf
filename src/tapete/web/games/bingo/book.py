"""The minutes book of a session, as a page and for the printer: of the last one, or of any before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.minutes import GameLine, Minutes, Told, kind_of, minutes
from tapete.games.bingo.terms import Prize
from tapete.money import Cents
from tapete.printing import MinutesPage, MinutesTable
from tapete.web.games.bingo.wording import log_wording
from tapete.web.ports import Table
from tapete.web.seat_links import table_naming
from tapete.words import event as event_sentence, fill, label, long_day, money

PAGE: Final = 200
"""Entries that are read at once."""


async def book(table: Table, lang: str, session: int | None = None) -> MinutesPage | None:
    """Return the minutes of a session, the last one where none is named; ``None`` for a session that never was."""
    listed = await sessions(table)
    if session is not None and session not in listed:
        return None
    wanted = session if session is not None else next(iter(listed), None)
    return replace(page_of(minutes(await told_of(table, wanted)), table, lang), session=wanted or 0, sessions=listed)


async def sessions(table: Table) -> tuple[int, ...]:
    """Return the numbers of the sessions of a record, the newest first; one that continues another counts on."""
    begun = [one for entry in await table.entries(0, 1) for one in entry.events if kind_of(one) == "hall-continued"]
    former = begun[0]["inventory"].get("session", 0) if begun else 0
    return tuple(range(getattr(table.view(None), "session", 0), former, -1))


async def told_of(table: Table, session: int | None) -> tuple[Told, ...]:
    """Return the public events of a session in their order, with what was prepared for it; of the last one also what
    came after it. ``None`` is a hall of which no session was opened.
    """
    found: list[Told] = []
    last, begun = table.version, 0
    while last > 0:
        first = max(0, last - PAGE)
        for entry in reversed(await table.entries(first, last - first)):
            for one in reversed(entry.events):
                kind = kind_of(one)
                if kind == "session-closed" and begun:
                    if begun == session:
                        return tuple(reversed(found))
                    found, begun = [], 0
                begun = one["session"] if kind == "session-opened" else begun
                found.append((entry.time, one))
        last = first
    return tuple(reversed(found))


def page_of(book: Minutes, table: Table, lang: str) -> MinutesPage:
    """Return the minutes in words."""
    view, naming = table.view(None), table_naming(table.id)

    def word(code: str) -> str:
        return label("bingo-minutes", code, lang)

    def sentence(told: Mapping[str, Any]) -> str:
        return event_sentence(*log_wording(kind_of(told), told), lang, naming)

    staff = "; ".join(f"{label('role', role, lang)}: {naming(str(who), lang)}" for role, who in view.staff.items())
    begun = (one.time for one in book.incidents if kind_of(one.event) == "session-opened")
    day = long_day(next(begun, book.incidents[0].time if book.incidents else "")[:10], lang)
    noted = tuple((_time(one.time), sentence(one.event)) for one in book.incidents)
    drawn = tuple((one.game, ", ".join(map(str, one.drawn_numbers))) for one in book.games if one.drawn_numbers)
    return MinutesPage(
        fill(word("title"), {"name": view.name, "session": book.session}, lang),
        tuple(one for one in (day, staff, view.title) if one),
        (
            _games(book.games, lang),
            MinutesTable(word("order"), (word("game"), word("drawn")), drawn, (5, 95)),
            MinutesTable(word("incidents"), (word("time"), word("entry")), noted, (10, 90)),
        ),
        word("sign"),
    )


def _time(text: str) -> str:
    return datetime.fromisoformat(text).strftime("%H:%M")


SUMS: Final[Mapping[str, Callable[[GameLine], Cents]]] = {
    "takings": lambda one: one.value * one.cards_sold,
    "linea": lambda one: one.prizes.get("linea", 0),
    "bingo": lambda one: one.prizes.get("bingo", 0),
    "held": lambda one: one.held,
    "house": lambda one: one.house,
    "back": lambda one: one.refunds,
}
"""Columns of money that come to something."""

PRIZES: Final = tuple(Prize)

COLUMNS: Final = {
    "game": 5,
    "time": 6,
    "ranges": 13,
    "sold": 6,
    "value": 6,
    "takings": 8,
    "linea": 8,
    "bingo": 8,
    "balls": 7,
    "winners": 19,
    "held": 7,
    "house": 8,
    "back": 7,
    "result": 9,
}
"""The columns of the games, and how wide each is."""


def _games(games: tuple[GameLine, ...], lang: str) -> MinutesTable:
    """Return a line for each game, and one for what they come to. Prizes are those of games that are not void."""
    head = [label("prize" if one in PRIZES else "bingo-minutes", one, lang) for one in COLUMNS]
    rows = [_line(one, lang) for one in games]
    if games:
        stand = [one for one in games if not one.is_void]
        total = {
            name: money(sum(of(one) for one in (stand if name in PRIZES else games)), lang) for name, of in SUMS.items()
        }
        total["game"] = label("bingo-minutes", "total", lang)
        total["sold"] = str(sum(one.cards_sold for one in games))
        total["winners"] = money(sum(each.amount for one in stand for each in one.winners), lang)
        rows.append(total)
    cells = tuple(tuple(row.get(name, "") for name in COLUMNS) for row in rows)
    return MinutesTable(label("bingo-minutes", "games", lang), tuple(head), cells, tuple(COLUMNS.values()))


def _line(one: GameLine, lang: str) -> dict[str, str]:
    won = (f"{label('prize', each.prize, lang)} {each.card} {money(each.amount, lang)}" for each in one.winners)
    result = label("bingo-minutes", one.result, lang)
    return {name: money(of(one), lang) for name, of in SUMS.items()} | {
        "game": one.game,
        "time": _time(one.begin),
        "ranges": "; ".join(one.ranges),
        "sold": str(one.cards_sold),
        "value": money(one.value, lang),
        "balls": " / ".join(map(str, one.balls_at.values())) or str(len(one.drawn_numbers)),
        "winners": "; ".join(won),
        "result": f"{result}: {label('cause', one.cause, lang)}" if one.result == "void" else result,
    }
