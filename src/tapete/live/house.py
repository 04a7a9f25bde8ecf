"""The house of a hall: an actor of its own above the tables, over the engine of :mod:`tapete.house`.

What people do in it comes here like an act to a table. What a table tells it is recorded by that table, in one
transaction with its own entry: see :mod:`tapete.live.twins`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.terms import KEY
from tapete.kernel import Act, Offer, PersonId, Refused
from tapete.live import recovery
from tapete.live.answer import Answer
from tapete.live.errors import LiveError, RecordRefusedError, TableLostError
from tapete.live.minutes_book import MinutesBook
from tapete.live.play_time import PlayTime
from tapete.live.purses import person_named
from tapete.live.said_by_hall import as_first_said, with_hall_said
from tapete.live.services import HallServices, RecoveredTable
from tapete.live.slip_offers import within_debts
from tapete.live.table import TableActor
from tapete.live.vault import KeyedOrders
from tapete.play import transition
from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint
from tapete.record.compose import ComposedEntry, compose
from tapete.record.entry import BadEntryError, Entry
from tapete.record.private import Sealer
from tapete.record.store import Append, Store, Writer


class HouseActor(TableActor[State]):
    """The house of a hall. Whoever adds to its record has its ``turn``: the tables do, and so do its own acts."""

    def __init__(self, services: HallServices, writer: Writer, recalled: RecoveredTable[State] | None = None) -> None:
        super().__init__(services, ESTABLISHMENT, writer, KeyedOrders(), recalled)
        self.turn = asyncio.Lock()
        self.play_time = PlayTime(services.clock, lambda: self.state, self.act)
        self.play_time.restore(() if recalled is None else recalled.entries)
        self.minutes_book = MinutesBook(() if recalled is None else recalled.entries)
        self.person_named: list[Callable[[PersonId], None]] = []
        """Called with whom an act names that was committed: his purse may have changed."""

    def move_on(self, state: State, made: ComposedEntry, author: PersonId) -> None:
        """As at a table; whose time of play runs is another question from then on."""
        super().move_on(state, made, author)
        self.play_time.follow(made.entry)
        self.minutes_book.follow(made.entry)
        if (who := person_named(made.entry.act, made.entry.events)) is not None:
            for callback in self.person_named:
                callback(who)

    def end(self, why: LiveError) -> None:
        """As at a table; nobody's time is measured any more."""
        self.play_time.stop()
        super().end(why)

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """As the house has it; a slip takes no more off a table than its hall knows to be left of its players'."""
        return tuple(within_debts(super().legal(viewer), self.state, self._services.house.debt_at))

    async def _decide(self, act: Act[Any], command: str | None) -> Answer:
        async with self.turn:
            return await super()._decide(with_hall_said(act, self.state, self._services), command)

    def _as_first_said(self, act: Act[Any], first: Entry) -> Act[Any]:
        return as_first_said(act, first)

    def twin(self, act: Act[Any]) -> tuple[Append, State, ComposedEntry] | Refused:
        """Return the entry of what a table tells the house, with the house after it, or why the house refuses it.

        Nothing is recorded yet; the caller has the ``turn``. Raises what has ended the house.
        """
        self.require_open()
        made = transition(self.game, self.state, act, self.source)
        if isinstance(made.outcome, Refused):
            return made.outcome
        entry = compose(
            self.game,
            made,
            self.head,
            self._services.sealer,
            table=self.id,
            epoch=self.epoch,
            time=self._services.clock.wall(),
        )
        return Append(self._writer, entry), made.state, entry

    def end_if_replaced(self, why: TableLostError) -> None:
        """End the house where another server writes its record now."""
        if self._writer.stale:
            self.end(why)


def has_house(store: Store) -> bool:
    """Return True if a store is that of a house. Raises :class:`RecordRefusedError` where that cannot be read."""
    try:
        return any(row.entry().game == KEY for row in islice(store.entries(KEY), 1))
    except BadEntryError as error:
        raise RecordRefusedError("record-unreadable", kind=type(error).__name__, detail=str(error)) from error


def read_house(
    store: Store, sealer: Sealer, authority: Authority, witnessed: Iterable[Checkpoint]
) -> tuple[RecoveredTable[State], int]:
    """Return the house as its record has it, and from which of its entries on they carry tags.

    Raises :class:`RecordRefusedError` for a record that cannot be played on.
    """
    said = tuple(witnessed)
    rows, entries, known = recovery.load_table(store, KEY, said, authority)
    try:
        recalled = recovery.recover_table(ESTABLISHMENT, rows, entries, sealer)
    except recovery.BROKEN as error:
        raise recovery.park_reason(error) from error
    recovery.keep_last_word(store, KEY, said)
    return recalled, known.tagged_from
