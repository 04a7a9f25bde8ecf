"""What one table left, and with what the next one of its name began: held against one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from tapete.kernel import Game
from tapete.record.chain import Problem, problem
from tapete.record.codec import read_act, read_event
from tapete.record.entry import BadEntryError, Entry, read_entry
from tapete.record.source import StoredEntry
from tapete.table.inventories import HandsOn


class PlayedTable(NamedTuple):
    """A table by the first entry of its record and the state after the last one; ``None`` where nobody can say it."""

    game: Game[Any]
    first: Entry
    state: Any | None


def played(games: Mapping[str, Game[Any]], entries: Iterable[StoredEntry]) -> tuple[Entry | None, PlayedTable | None]:
    """Return the first entry of a table, and how it was played where its game hands something on; the private parts
    need not be there. All entries are read, once.
    """
    first, one = None, None
    for number, kept in enumerate(entries):
        if number == 0:
            with suppress(BadEntryError):
                first = read_entry(kept.link.body)
            game = games.get(first.game) if first is not None else None
            one = PlayedTable(game, first, game.blank()) if first and game and isinstance(game, HandsOn) else None
        if one is not None and one.state is not None:
            one = one._replace(state=_after(one, kept))
    return first, one


def _after(one: PlayedTable, kept: StoredEntry) -> Any | None:
    """Return the state of a table after one more entry; ``None`` where it cannot be read."""
    state = one.state
    try:
        for tree in read_entry(kept.link.body).events:
            state = one.game.evolve(state, read_event(one.game, tree))
    except Exception:  # a record may hold anything; the audit of this table says so
        return None
    return state


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
