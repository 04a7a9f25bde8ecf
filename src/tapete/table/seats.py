"""Places and people: who sits where, who stands behind which place, who waits, who is away.

Places are labels (a house may leave 13 out), numbered from the croupier's right; «to the right of» means the next
label, after the last comes the first. A standing person always has a recorded place behind which they stand. A game may
also have a second row, whose seats stand behind the numbered places, and a chair for the banker, which is no numbered
place; at a table without them nobody ever sits there.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from immutables import Map

from tapete.kernel import PersonId

Seat = int


class Row(StrEnum):
    """How somebody takes part at a place: on it, seated behind it, or on their feet behind it."""

    FIRST = "first"
    SECOND = "second"
    STANDING = "standing"


class Position(msgspec.Struct, frozen=True):
    """Where somebody takes part: at which numbered place, and in which row of it."""

    place: Seat
    row: Row = Row.FIRST


class Standing(msgspec.Struct, frozen=True):
    person: PersonId
    behind: Seat


class Seats(msgspec.Struct, frozen=True):
    """Everybody at the table.

    ``waiting_list`` and ``standing`` are in order of arrival; ``second_row`` are those who sit behind a numbered place,
    by its number; ``in_chair`` sits in the banker's chair.
    """

    labels: tuple[Seat, ...]
    occupants: Map[Seat, PersonId] = Map()
    standing: tuple[Standing, ...] = ()
    waiting_list: tuple[PersonId, ...] = ()
    away: frozenset[PersonId] = frozenset()
    second_row: Map[Seat, PersonId] = Map()
    in_chair: PersonId | None = None

    def seat_of(self, person: PersonId) -> Seat | None:
        return next((seat for seat, who in self.occupants.items() if who == person), None)

    def is_standing(self, person: PersonId) -> bool:
        return any(one.person == person for one in self.standing)

    def second_row_of(self, person: PersonId) -> Seat | None:
        return next((seat for seat, who in self.second_row.items() if who == person), None)

    def place_of(self, person: PersonId) -> Seat | None:
        """Return the place where a person sits, or behind which they sit or stand; the banker's chair is none."""
        seat = self.seat_of(person)
        if seat is None:
            seat = self.second_row_of(person)
        if seat is not None:
            return seat
        return next((one.behind for one in self.standing if one.person == person), None)

    def position_of(self, person: PersonId) -> Position | None:
        place = self.place_of(person)
        if place is None:
            return None
        if self.is_standing(person):
            return Position(place, Row.STANDING)
        return Position(place, Row.FIRST if self.seat_of(person) == place else Row.SECOND)

    def is_taken(self, position: Position) -> bool:
        """Return True if somebody sits at a position; any number of people stand behind a place."""
        match position.row:
            case Row.FIRST:
                return position.place in self.occupants
            case Row.SECOND:
                return position.place in self.second_row
            case Row.STANDING:
                return False

    def is_at_table(self, person: PersonId) -> bool:
        return person == self.in_chair or self.place_of(person) is not None

    def sitting(self) -> tuple[PersonId, ...]:
        """Return who sits: in the banker's chair, at the places, then in the second row."""
        chair = () if self.in_chair is None else (self.in_chair,)
        first = tuple(self.occupants[seat] for seat in self.labels if seat in self.occupants)
        behind = tuple(self.second_row[seat] for seat in self.labels if seat in self.second_row)
        return (*chair, *first, *behind)

    def people(self) -> tuple[PersonId, ...]:
        """Return everybody at the table: who sits, then who stands, by arrival."""
        return (*self.sitting(), *(one.person for one in self.standing))

    def rightwards(self, start: Seat) -> Iterator[Seat]:
        """Go once round the table to the right: first the place after ``start``, last ``start`` itself."""
        at = self.labels.index(start)
        yield from self.labels[at + 1 :]
        yield from self.labels[: at + 1]

    def occupied_rightwards(self, start: Seat) -> Iterator[Seat]:
        """As :meth:`rightwards`, occupied places only."""
        return (seat for seat in self.rightwards(start) if seat in self.occupants)

    def first_occupied(self) -> Seat | None:
        return next((seat for seat in self.labels if seat in self.occupants), None)


def sit(seats: Seats, person: PersonId, seat: Seat) -> Seats:
    """Put a person on a place, wherever they were before."""
    gone = leave(seats, person)
    return msgspec.structs.replace(
        gone,
        occupants=gone.occupants.set(seat, person),
        waiting_list=tuple(who for who in gone.waiting_list if who != person),
    )


def sit_behind(seats: Seats, person: PersonId, seat: Seat) -> Seats:
    """Put a person on the seat of the second row behind a place, wherever they were before."""
    gone = leave(seats, person)
    return msgspec.structs.replace(gone, second_row=gone.second_row.set(seat, person))


def take_chair(seats: Seats, person: PersonId) -> Seats:
    """Put a person in the banker's chair, wherever they were before; they wait for no place any more."""
    return msgspec.structs.replace(unqueue(leave(seats, person), person), in_chair=person)


def stand(seats: Seats, person: PersonId, behind: Seat) -> Seats:
    gone = leave(seats, person)
    return msgspec.structs.replace(gone, standing=(*gone.standing, Standing(person, behind)))


def put(seats: Seats, person: PersonId, position: Position) -> Seats:
    match position.row:
        case Row.FIRST:
            return sit(seats, person, position.place)
        case Row.SECOND:
            return sit_behind(seats, person, position.place)
        case Row.STANDING:
            return stand(seats, person, position.place)


def leave(seats: Seats, person: PersonId) -> Seats:
    seat, behind = seats.seat_of(person), seats.second_row_of(person)
    return msgspec.structs.replace(
        seats,
        occupants=seats.occupants if seat is None else seats.occupants.delete(seat),
        second_row=seats.second_row if behind is None else seats.second_row.delete(behind),
        in_chair=None if seats.in_chair == person else seats.in_chair,
        standing=tuple(one for one in seats.standing if one.person != person),
        away=seats.away - {person},
    )


def set_away(seats: Seats, person: PersonId, away: bool) -> Seats:
    return msgspec.structs.replace(seats, away=seats.away | {person} if away else seats.away - {person})


def queue(seats: Seats, person: PersonId) -> Seats:
    return (
        seats
        if person in seats.waiting_list
        else msgspec.structs.replace(seats, waiting_list=(*seats.waiting_list, person))
    )


def unqueue(seats: Seats, person: PersonId) -> Seats:
    return msgspec.structs.replace(seats, waiting_list=tuple(who for who in seats.waiting_list if who != person))
