"""Two entries in one transaction: what happens at a table of a house stands in the record of the house too.

A table that seats somebody, changes chips or hands over a post asks the house first. The house is written with it or
not at all; where the house refuses, nothing happens at the table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tapete.clauses import Fault
from tapete.house.acts import FollowTable, NoteSeat, TableMove
from tapete.house.admission import note_seat
from tapete.house.following import table_moves
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, Game, PersonId, Refused
from tapete.live.errors import TableLostError
from tapete.live.seat_registry import seat_seeker
from tapete.play import ActResult
from tapete.record.compose import ComposedEntry
from tapete.record.store import Append

if TYPE_CHECKING:
    from tapete.live.house import HouseActor


class HouseTwins:
    """The house of a hall as its tables know it; ``actor`` is ``None`` in a hall without one."""

    def __init__(self) -> None:
        self.actor: HouseActor | None = None

    def moves(self, game: Game[Any], table: str, before: Any, made: ActResult[Any]) -> tuple[TableMove, ...]:
        """Return what an act at a table means for the house; nothing where there is no house above it."""
        if self.actor is None or game.key == KEY:
            return ()
        return table_moves(game, table, before, made.state, made.events)

    def not_to_be_seated(self, act: Act[Any], moves: tuple[TableMove, ...]) -> Iterator[PersonId]:
        """Yield the people who would come to a seat unasked, and whom the house lets have none."""
        if self.actor is None:
            return
        seeker = seat_seeker(act)
        for move in moves:
            if not isinstance(move, NoteSeat) or not move.table or move.person == seeker:
                continue
            if isinstance(note_seat(self.actor.state, HOUSE, move), Fault):
                yield move.person

    @asynccontextmanager
    async def following(
        self, table: str, entry: ComposedEntry, moves: tuple[TableMove, ...]
    ) -> AsyncIterator[Append | Refused | None]:
        """Give the house's twin of an entry that is about to be stored, ``None`` for one that needs none.

        Unless the house refuses, the block stores both or raises. No other entry of the house comes between.
        """
        house = self.actor
        if house is None or not moves:
            yield None
            return
        async with house.turn:
            act = Act(HOUSE, FollowTable(table, entry.entry.version, entry.hash, moves), house.step)
            found = house.twin(act)
            if isinstance(found, Refused):
                yield found
                return
            append, after, made = found
            try:
                yield append
            except TableLostError as error:
                house.end_if_replaced(error)
                raise
            house.move_on(after, made, HOUSE)
