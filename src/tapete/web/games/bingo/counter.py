"""The counter of bingo: the accounts of players, and the book of a session."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.acts import NoteLink as NoteLink
from tapete.games.bingo.minutes import GameLine, Minutes, Told, kind_of, minutes
from tapete.games.bingo.terms import Prize
from tapete.games.bingo.view import View
from tapete.kernel import PersonId
from tapete.printing import MinutesPage, MinutesTable
from tapete.table.staff import Role
from tapete.web.games.bingo.wording import log_wording
from tapete.web.ports import Table
from tapete.web.seat_links import short_name, table_naming
from tapete.web.stage.model import Fact
from tapete.words import event as event_sentence, fill, label, long_day, money

# The minutes book of a session, as a page and for the printer: of the last one, or of any before it.

READERS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF, Role.CASHIER})
"""The posts that read the book, in practice: those who sign it and who has the money."""
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
    view = table.view(None)

    def word(code: str) -> str:
        return label("bingo-minutes", code, lang)

    staff = "; ".join(
        f"{label('role', role, lang)}: {short_name(str(who), table.id, lang)}" for role, who in view.staff.items()
    )
    head = tuple(word(one) for one in ("game", "time", "ranges", "sold", "value", "takings"))
    head += (*(label("prize", one, lang) for one in ("linea", "bingo")), *(word(one) for one in ("balls", "winners")))
    head += (word("held"), word("house"), word("back"), word("result"))
    games = MinutesTable(word("games"), head, _rows(book.games, lang), (5, 6, 13, 6, 6, 8, 8, 8, 7, 19, 7, 8, 7, 9))
    noted = tuple((_time(one.time), _sentence(one.event, table, lang)) for one in book.incidents)
    entries = MinutesTable(word("incidents"), (word("time"), word("entry")), noted, (10, 90))
    title = fill(word("title"), {"name": view.name, "session": book.session}, lang)
    begun = (one.time for one in book.incidents if kind_of(one.event) == "session-opened")
    day = long_day(next(begun, book.incidents[0].time if book.incidents else "")[:10], lang)
    drawn = tuple((one.game, ", ".join(map(str, one.drawn_numbers))) for one in book.games if one.drawn_numbers)
    balls = MinutesTable(word("order"), (word("game"), word("drawn")), drawn, (5, 95))
    lead = tuple(one for one in (day, staff, view.title) if one)
    return MinutesPage(title, lead, (games, balls, entries), word("sign"))


def _rows(games: tuple[GameLine, ...], lang: str) -> tuple[tuple[str, ...], ...]:
    """Return a line for each game, and one for what they come to. Prizes are those of games that are not void."""
    if not games:
        return ()
    stand = tuple(one for one in games if not one.is_void)
    won = sum(each.amount for one in stand for each in one.winners)
    total = (
        *(label("bingo-minutes", "total", lang), "", "", str(sum(one.cards_sold for one in games)), ""),
        money(sum(one.value * one.cards_sold for one in games), lang),
        *(money(sum(one.prizes.get(prize, 0) for one in stand), lang) for prize in Prize),
        *("", money(won, lang)),
        *(money(sum(sums), lang) for sums in zip(*((one.held, one.house, one.refunds) for one in games), strict=True)),
        "",
    )
    return (*(_row(one, lang) for one in games), total)


def _row(one: GameLine, lang: str) -> tuple[str, ...]:
    won = "; ".join(
        f"{label('prize', each.prize, lang)} {each.card} {money(each.amount, lang)}" for each in one.winners
    )
    at = " / ".join(str(count) for count in one.balls_at.values()) or str(len(one.drawn_numbers))
    result = label("bingo-minutes", one.result, lang)
    if one.result == "void":
        result = f"{result}: {label('cause', one.cause, lang)}"
    return (
        *(one.game, _time(one.begin), "; ".join(one.ranges), str(one.cards_sold)),
        *(money(sum_, lang) for sum_ in (one.value, one.value * one.cards_sold)),
        *(money(one.prizes.get(prize, 0), lang) for prize in ("linea", "bingo")),
        *(at, won),
        *(money(sum_, lang) for sum_ in (one.held, one.house, one.refunds)),
        result,
    )


def _time(text: str) -> str:
    return datetime.fromisoformat(text).strftime("%H:%M")


def _sentence(told: Mapping[str, Any], table: Table, lang: str) -> str:
    code, facts = log_wording(kind_of(told), told)
    return event_sentence(code, facts, lang, table_naming(table.id))


# --- accounts ---------------------------------------------------------------------------------------------------------


LINK_GIVERS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF})
"""The posts that give a player the way back to their page."""


def _holds(view: View, posts: frozenset[Role]) -> bool:
    return view.me is not None and not posts.isdisjoint(view.me.roles)


def players(view: View) -> tuple[PersonId, ...]:
    """Return the players who have money in an account, or cartones by name."""
    if view.duty is None:
        return ()
    owners = {one.person for one in view.duty.sales if one.person is not None}
    with_money = {PersonId(who) for who, held in view.duty.accounts.items() if held}
    return tuple(sorted(one for one in owners | with_money if one not in view.staff.values()))


def linked(view: View, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the players to whom an official gives the way back to their pages, each with their name."""
    listed = players(view) if _holds(view, LINK_GIVERS) else ()
    return tuple((str(who), short_name(who, view.name, lang)) for who in listed)


def accounts(view: View, lang: str) -> tuple[Fact, ...]:
    """Return the accounts in which there is money, for the posts that have the money or sign the book."""
    held = view.duty.accounts if view.duty is not None and _holds(view, READERS) else {}
    listed = ((who, amount) for who, amount in held.items() if amount)
    return tuple(Fact(name=short_name(who, view.name, lang), value=money(amount, lang)) for who, amount in listed)
