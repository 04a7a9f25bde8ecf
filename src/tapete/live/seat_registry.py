"""One seat for each person in the whole hall, also while two tables decide at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tapete.catalogue import one_seat
from tapete.house import require_one_seat
from tapete.house.following import is_in_play
from tapete.kernel import Act, Game, PersonId, Refused
from tapete.table.acts import NotesAct, Seated as TookSeat, Sit
from tapete.table.state import SeatsPeople

SeatedPeople = Callable[[], Mapping[str, frozenset[PersonId]]]
"""Returns who is seated at each table, as committed."""


def seated_people(game: Game[Any], state: Any) -> frozenset[PersonId]:
    """Return the people seated at a table in play; nobody at a closed one, and at a game without seats."""
    if not isinstance(state, SeatsPeople) or not is_in_play(game, state):
        return frozenset()
    return frozenset(state.seats.occupants.values())


def seat_seeker(act: Act[Any]) -> PersonId | None:
    """Return who asks for a seat by an act, also where the staff notes it for him; nobody by any other act."""
    what, person = act.body, act.by
    if isinstance(what, NotesAct):
        person, what = what.person, what.what
    return person if isinstance(what, Sit) else None


class SeatRegistry:
    """Holds a seat for whoever is on the way to one, so that two tables cannot both give him one."""

    def __init__(self, everybody: SeatedPeople) -> None:
        self._seated_people = everybody
        self._reservations: dict[PersonId, str] = {}

    def seated_elsewhere(self, table: str, events: Iterable[Any]) -> tuple[PersonId, ...]:
        """Return who would take a seat at ``table`` by these events and has one elsewhere, or is on the way to it.

        Whoever asks for a seat is stopped before; here it comes to somebody who waits for it.
        """
        found = tuple(one.person for one in events if isinstance(one, TookSeat))
        return tuple(one for one in found if require_one_seat(self._seated_or_reserved(one), one, table) is not None)

    def _seated_or_reserved(self, person: PersonId) -> dict[str, set[PersonId]]:
        """Return who is seated at each table, and with them the person where he is on the way to a seat."""
        people = {table: set(there) for table, there in self._seated_people().items()}
        if person in self._reservations:
            people.setdefault(self._reservations[person], set()).add(person)
        return people

    @contextmanager
    def reserve(self, table: str, events: Iterable[Any]) -> Iterator[None]:
        """Keep the other tables of everybody who takes a seat by these events waiting while the block commits them."""
        new = {one.person for one in events if isinstance(one, TookSeat)} - self._reservations.keys()
        self._reservations.update(dict.fromkeys(new, table))
        try:
            yield
        finally:
            for one in new:
                del self._reservations[one]

    @contextmanager
    def admit(self, table: str, game: str, act: Act[Any]) -> Iterator[Refused | None]:
        """Answer with a refusal, or keep the person's other tables waiting while the block decides and commits."""
        person = seat_seeker(act)
        if person is None:
            yield None
            return
        found = one_seat.require_one_seat(game, self._seated_or_reserved(person), person, table)
        if found is not None:
            yield Refused(found.code, found.facts, found.clauses, found.clauses)
            return
        self._reservations[person] = table
        try:
            yield None
        finally:
            del self._reservations[person]
