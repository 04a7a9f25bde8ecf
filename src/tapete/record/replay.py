"""From the record back to the state: events are folded, nothing is decided again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from tapete.kernel import Game
from tapete.record.card_proofs import ShoeWatch
from tapete.record.codec import read_event
from tapete.record.entry import Entry, Head, read_entry
from tapete.record.private import Sealer, join
from tapete.record.source import Source

S = TypeVar("S")


class RestoredTable(msgspec.Struct, Generic[S], frozen=True):
    """Where a table stands: its state, the head of its record, and which cards of its shoes have been shown."""

    state: S
    head: Head
    watch: ShoeWatch


def read(source: Source, table: str, sealer: Sealer | None = None) -> Iterator[Entry]:
    """Yield a table's entries, with their private parts joined where the source has them and they can be opened."""
    for kept in source.stored_entries(table):
        entry = read_entry(kept.link.body)
        yield join(entry, kept.private(entry, sealer))


def states(game: Game[S], entries: Iterator[Entry]) -> Iterator[tuple[Entry, S]]:
    state = game.blank()
    for entry in entries:
        for tree in entry.events:
            state = game.evolve(state, read_event(game, tree))
        yield entry, state


def replay(game: Game[S], source: Source, table: str, sealer: Sealer | None = None) -> S:
    """Return the state after a table's last entry.

    Raises :class:`~tapete.record.codec.DecodeError` for an event that the game does not know. Whether the chain holds
    is the audit's question.
    """
    state = game.blank()
    for _, after in states(game, read(source, table, sealer)):
        state = after
    return state


def restore(game: Game[S], source: Source, table: str, sealer: Sealer) -> RestoredTable[S]:
    """Return everything that a live table needs to go on after a restart."""
    state, head, watch = game.blank(), Head(), ShoeWatch()
    for kept in source.stored_entries(table):
        entry = read_entry(kept.link.body)
        for tree in join(entry, kept.private(entry, sealer)).events:
            event = read_event(game, tree)
            state = game.evolve(state, event)
            watch.apply_event(game, state, event)
        head = Head(entry.version, kept.link.hash or "")
    return RestoredTable(state, head, watch)
