"""The accounts of a whole house as one Beancount file: the safe, the cash desk, purses, and every table from inside.

What stands in two records, a table's and the house's, is one transaction here. The chips that players bring to a table
or take from it pass by its float, which comes out as the house counts it: opening, fills and credits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tapete.accounts import CASH_DESK, Posting, person
from tapete.house.acts import FollowTable, NoteTableClosed, TakeChips
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import Game
from tapete.record.beancount import BookedEntry, books, entry_legs
from tapete.record.codec import read_act, read_event
from tapete.record.entry import Entry
from tapete.words import CodedError


class TableAbsentError(CodedError, LookupError):
    """The house tells of a table whose entries are not here, or not as far as it has told of them."""


TABLE = "table:"
"""How the house's account of a table begins, and those of the table's own accounts in these books."""


def house_books(
    games: Mapping[str, Game[Any]],
    house: Iterable[Entry],
    tables: Mapping[str, Sequence[Entry]],
    currency: str = "EUR",
) -> str:
    """Return the accounts of a house and of all its tables as the text of a Beancount file.

    Raises :class:`tapete.record.codec.DecodeError` for an event that its game does not know, and
    :class:`TableAbsentError` for a table of which the house tells and whose entries are not here.
    """
    title = ESTABLISHMENT.key
    found: list[BookedEntry] = []
    twins: dict[tuple[str, int], BookedEntry] = {}
    ended: dict[str, int] = {}
    for entry in house:
        title = str(entry.act["what"].get("name", title)) if entry.version == 1 else title
        body = read_act(ESTABLISHMENT, entry.act).body
        booked = BookedEntry(entry, [_of_house(leg) for leg in entry_legs(ESTABLISHMENT, entry, is_first=not found)])
        if isinstance(body, FollowTable):
            twins[body.table, body.entry] = booked
            if len(tables.get(body.table, ())) < body.entry:
                raise TableAbsentError("table-absent", table=body.table)
            booked.legs.extend(_handed_back(body, _taken_in(tables[body.table][body.entry - 1], games)))
            if any(isinstance(move, NoteTableClosed) for move in body.moves):
                ended[body.table] = body.entry
        found.append(booked)
    for table, entries in tables.items():
        for entry in entries:
            legs = list(_of_table(table, entry, games, is_over=entry.version > ended.get(table, entry.version)))
            twin = twins.get((table, entry.version))
            if twin is None:
                found.append(BookedEntry(entry, legs))
            else:
                twin.legs.extend(legs)
    return books(title, sorted(found, key=lambda one: one.when), currency)


def _float(table: str) -> str:
    return f"{TABLE}{table}:float"


def _of_house(leg: Posting) -> Posting:
    return Posting(_float(leg.account.removeprefix(TABLE)), leg.amount) if leg.account.startswith(TABLE) else leg


def _of_table(table: str, entry: Entry, games: Mapping[str, Game[Any]], *, is_over: bool) -> Iterator[Posting]:
    """Yield the legs of an entry of a table; when it is closed its players have their chips already."""
    game = games[entry.game]
    for tree in entry.events:
        legs = game.postings(read_event(game, tree))
        if is_over and any(leg.account == CASH_DESK for leg in legs):
            continue
        for leg in legs:
            account = _float(table) if leg.account == CASH_DESK else f"{TABLE}{table}:{leg.account}"
            yield Posting(account, leg.amount)


def _taken_in(entry: Entry, games: Mapping[str, Game[Any]]) -> int:
    """Return how often an entry of a table itself books chips that leave it."""
    game = games[entry.game]
    legs = (leg for tree in entry.events for leg in game.postings(read_event(game, tree)))
    return sum(leg.account == CASH_DESK and leg.amount > 0 for leg in legs)


def _handed_back(body: FollowTable, taken: int) -> Iterator[Posting]:
    """Yield what a table that closes hands back to its players, which its own record books when they leave it; the
    first so many that have ``taken`` chips are in the entry itself.
    """
    if not any(isinstance(move, NoteTableClosed) for move in body.moves):
        return
    for move in [one for one in body.moves if isinstance(one, TakeChips)][taken:]:
        yield Posting(f"{TABLE}{body.table}:{person(move.person)}", -move.amount)
        yield Posting(_float(body.table), move.amount)
