"""Who is in the hall: a place, a post or chips at any of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.accounts import associate, person
from tapete.kernel import PersonId
from tapete.table.state import KeepsForPeople, KeepsLedger, StaffsPosts, TableView, people_of


def is_player_at(table: Any, who: PersonId) -> bool:
    """Return True if somebody has a place, chips or cartones at a table, or chips in another's bank."""
    view, state = table.view(None), table.state
    present = people_of(view) if isinstance(view, TableView) else ()
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    kept = isinstance(state, KeepsForPeople) and state.has_something_of(who)
    return kept or who in present or person(who) in ledger or associate(who) in ledger


def is_at_table(table: Any, who: PersonId) -> bool:
    """Return True if somebody has a post at a table, or anything of a player's."""
    view, state = table.view(None), table.state
    seen = view.staff.values() if isinstance(view, TableView) else ()
    on_duty = state.staff.values() if isinstance(state, StaffsPosts) else ()
    return who in seen or who in on_duty or is_player_at(table, who)


def has_place(table: Any, who: PersonId) -> bool:
    """Return True if somebody sits at a table or holds one of its posts: there are only so many of those."""
    view = table.view(None)
    if not isinstance(view, TableView):
        return False
    return who in view.staff.values() or any(place.person == who for place in view.seats)


def known_people(tables: Mapping[str, Any], house: Any = None) -> frozenset[PersonId]:
    """Return everybody whom tables or the house above them know today: by a place, a post, chips or a visit."""
    views = [view for one in tables.values() if isinstance(view := one.view(None), TableView)]
    placed = {who for view in views for who in (*people_of(view), *view.staff.values())}
    books = [*tables.values(), *(() if house is None else (house,))]
    accounts = (name for one in books if isinstance(one.state, KeepsLedger) for name in one.state.ledger)
    held = {who for name in accounts if name in (person(who := PersonId(name.rpartition(":")[2])), associate(who))}
    return frozenset(placed | held | (set() if house is None else set(house.state.visitors)))


def is_player_in_hall(tables: Mapping[str, Any], who: PersonId) -> bool:
    return any(is_player_at(table, who) for table in tables.values())


def is_in_hall(tables: Mapping[str, Any], who: PersonId) -> bool:
    return any(is_at_table(table, who) for table in tables.values())
