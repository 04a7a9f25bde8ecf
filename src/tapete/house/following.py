"""What an entry of a table means for the house above it: seats, posts, and chips that cross the table's edge.

It is read from the table before and after the entry, whatever is played there. So whoever keeps a record and whoever
audits it find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tapete.accounts import CASH_DESK, person
from tapete.house.acts import (
    BringChips,
    NoteSeat,
    NoteTableClosed,
    NoteTableOpen,
    NoteTablePost,
    TableMove,
    TakeChips,
)
from tapete.kernel import Game, PersonId
from tapete.table.phases import CLOSED
from tapete.table.state import KeepsLedger, SeatsPeople, StaffsPosts

PERSON = person(PersonId(""))
"""How the accounts of people begin."""


def is_in_play(game: Game[Any], state: Any) -> bool:
    """Return True if a table has been opened and not closed since."""
    return game.step(state).phase != CLOSED


def table_moves(game: Game[Any], table: str, before: Any, after: Any, events: Iterable[Any]) -> tuple[TableMove, ...]:
    """Return what an entry of ``table`` with these ``events`` means for the house; nothing for most of them.

    When a table closes, what lies before its players is theirs again: nothing that is done at it afterwards is told.
    """
    was, now = is_in_play(game, before), is_in_play(game, after)
    crossing = tuple(_crossing(game, table, events))
    if not now:
        return (*crossing, *_chips_left(table, after), NoteTableClosed(table)) if was else ()
    opened = () if was else (NoteTableOpen(table, game.key),)
    old, new = _sitting(before), _sitting(after)
    up = tuple(NoteSeat(one, "") for one in sorted(old - new))
    down = tuple(NoteSeat(one, table) for one in sorted(new - old))
    return (*opened, *_posts(table, before, after), *up, *down, *crossing)


def _sitting(state: Any) -> frozenset[PersonId]:
    if not isinstance(state, SeatsPeople):
        return frozenset()
    seats = state.seats
    chair = () if seats.in_chair is None else (seats.in_chair,)
    return frozenset((*seats.occupants.values(), *seats.second_row.values(), *chair))


def _posts(table: str, before: Any, after: Any) -> Iterator[NoteTablePost]:
    old = before.staff if isinstance(before, StaffsPosts) else {}
    new = after.staff if isinstance(after, StaffsPosts) else {}
    for role in sorted({*old, *new}):
        if old.get(role) != new.get(role):
            yield NoteTablePost(table, role, new.get(role))


def _crossing(game: Game[Any], table: str, events: Iterable[Any]) -> Iterator[BringChips | TakeChips]:
    """Yield the chips that come to the table or leave it. Raises ``ValueError`` for chips that are nobody's."""
    for event in events:
        legs = game.postings(event)
        if not any(leg.account == CASH_DESK for leg in legs):
            continue
        (leg,) = (one for one in legs if one.account != CASH_DESK)
        if not leg.account.startswith(PERSON):
            raise ValueError(f"{leg.account} is no account of a person")
        who = PersonId(leg.account.removeprefix(PERSON))
        yield BringChips(who, table, leg.amount) if leg.amount > 0 else TakeChips(who, table, -leg.amount)


def _chips_left(table: str, state: Any) -> Iterator[TakeChips]:
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    for account, held in sorted(ledger.items()):
        if account.startswith(PERSON) and held > 0:
            yield TakeChips(PersonId(account.removeprefix(PERSON)), table, held)
