"""Tables that were closed for good and opened again: at which table of the hall each of them goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Protocol

from tapete.house.following import is_in_play
from tapete.live.table import TableActor
from tapete.record.entry import StreamEnd


class Recorded(Protocol):
    """A table by its record: the id, and from which one it goes on."""

    @property
    def id(self) -> str:
        """Return its id."""

    @property
    def continues(self) -> StreamEnd | None:
        """Return where the record ends from which it goes on."""


def later_tables(table: str, known: Iterable[Recorded]) -> Iterator[str]:
    """Yield the tables that go on from a table, by way of one another, the nearest first."""
    next_of = {one.continues.table: one.id for one in known if one.continues is not None}
    while table in next_of:
        table = next_of.pop(table)  # no table twice, whatever a record says of itself
        yield table


def successor_of(table: str, live: Mapping[str, TableActor[Any]], former: Iterable[Recorded]) -> str | None:
    """Return the last table of a hall that goes on from a closed one; ``None`` for one in play, and where there is
    none. ``former`` are those of former days, of which nobody has a page.
    """
    here = live.get(table)
    if here is not None and is_in_play(here.game, here.state):
        return None
    found = [one for one in later_tables(table, chain(live.values(), former)) if one in live]
    return found[-1] if found else None
