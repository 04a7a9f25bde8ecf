"""What one table left, and with what the next one of its name began: held against one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tapete.kernel import Game
from tapete.record.chain import Problem, problem
from tapete.record.codec import read_act, read_event
from tapete.record.entry import Entry
from tapete.table.inventories import HandsOn


class PlayedTable(NamedTuple):
    """A table by the first entry of its record and the state after the last one; ``None`` where nobody can say it."""

    game: Game[Any]
    first: Entry
    state: Any | None


def played(game: Game[Any], entries: Iterable[Entry]) -> PlayedTable | None:
    """Follow the entries of a table, whose private parts need not be there; ``None`` where there is no entry."""
    first, state = None, game.blank()
    for entry in entries:
        first = first or entry
        try:
            for tree in entry.events:
                state = None if state is None else game.evolve(state, read_event(game, tree))
        except Exception:  # a record may hold anything; the audit of this table says so
            state = None
    return None if first is None else PlayedTable(game, first, state)


def inventory_problems(tables: Mapping[str, PlayedTable]) -> Iterator[Problem]:
    """Yield where a table begins with another inventory than the one from which it goes on left, or with one although
    it goes on from none. Nothing is said of one whose former table is not here.
    """
    for table, one in sorted(tables.items()):
        before = one.first.continues
        last = None if before is None else tables.get(before.table)
        if not isinstance(one.game, HandsOn) or (before is not None and (last is None or last.state is None)):
            continue
        try:
            opening = read_act(one.game, one.first.act).body
            is_due = one.game.is_inventory_due(opening, None if last is None else last.state)
        except Exception:  # a record may hold anything; the audit of this table says so
            continue
        if not is_due:
            yield problem(1, "inventory-differs", table, before="-" if before is None else before.table)
