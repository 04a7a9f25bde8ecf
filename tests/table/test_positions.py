"""Where people are at a table: on a place, in the second row, on their feet, in the banker's chair, or nowhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.table.seats import (
    Position,
    Row,
    Seats,
    Standing,
    leave,
    put,
    queue,
    set_away,
    sit,
    sit_behind,
    stand,
    take_chair,
    unqueue,
)
from tests.support.rows import rows

ANA, BEA, CARLA, DANI, EVA, FEO = map(PersonId, ("ana", "bea", "carla", "dani", "eva", "feo"))
SEATS = Seats(
    (1, 2, 3, 4),
    Map({1: ANA, 3: BEA}),
    (Standing(CARLA, 3), Standing(DANI, 1)),
    (EVA, ANA),
    frozenset({BEA, CARLA}),
    Map({3: EVA}),
    FEO,
)
"""Two on places, one behind one of them, two on their feet, one in the chair."""

NOBODY = PersonId("nobody")


@rows(
    "who, seat, behind, place, position, stands, there",
    [
        (ANA, 1, None, 1, Position(1, Row.FIRST), False, True),
        (BEA, 3, None, 3, Position(3, Row.FIRST), False, True),
        (CARLA, None, None, 3, Position(3, Row.STANDING), True, True),
        (DANI, None, None, 1, Position(1, Row.STANDING), True, True),
        (EVA, None, 3, 3, Position(3, Row.SECOND), False, True),
        (FEO, None, None, None, None, False, True),
        (NOBODY, None, None, None, None, False, False),
    ],
)
def test_everybody_is_found_where_he_is(
    who: PersonId,
    seat: int | None,
    behind: int | None,
    place: int | None,
    position: Position | None,
    stands: bool,
    there: bool,
) -> None:
    assert (SEATS.seat_of(who), SEATS.second_row_of(who), SEATS.place_of(who)) == (seat, behind, place)
    assert (SEATS.position_of(who), SEATS.is_standing(who), SEATS.is_at_table(who)) == (position, stands, there)


@pytest.mark.parametrize("place", [1, 2, 3, 4])
@pytest.mark.parametrize("row", list(Row))
def test_a_position_is_taken_by_who_sits_there_and_any_number_stand_behind_a_place(place: int, row: Row) -> None:
    taken = {Row.FIRST: (1, 3), Row.SECOND: (3,), Row.STANDING: ()}[row]
    assert SEATS.is_taken(Position(place, row)) is (place in taken)


def test_people_are_named_in_the_order_of_their_places_the_chair_first_and_who_stands_last() -> None:
    assert SEATS.people() == (FEO, ANA, BEA, EVA, CARLA, DANI)
    turned = replace(SEATS, labels=(3, 4, 1, 2), in_chair=None)
    assert turned.people() == (BEA, ANA, EVA, CARLA, DANI)
    assert (SEATS.first_occupied(), turned.first_occupied()) == (1, 3)
    assert list(turned.occupied_rightwards(4)) == [1, 3]


def elsewhere(who: PersonId) -> Seats:
    """Return the table without somebody, by hand."""
    return Seats(
        SEATS.labels,
        Map({at: one for at, one in SEATS.occupants.items() if one != who}),
        tuple(one for one in SEATS.standing if one.person != who),
        SEATS.waiting_list,
        SEATS.away - {who},
        Map({at: one for at, one in SEATS.second_row.items() if one != who}),
        None if SEATS.in_chair == who else SEATS.in_chair,
    )


EVERYBODY = (ANA, BEA, CARLA, DANI, EVA, FEO, NOBODY)


@rows("who", EVERYBODY)
def test_whoever_leaves_is_nowhere_and_everybody_else_where_he_was(who: PersonId) -> None:
    assert leave(SEATS, who) == elsewhere(who)


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("row", list(Row))
def test_whoever_is_put_somewhere_is_there_alone_and_only_a_seat_ends_his_waiting(who: PersonId, row: Row) -> None:
    gone = elsewhere(who)
    waits = tuple(one for one in SEATS.waiting_list if one != who)
    expected, how = {
        Row.FIRST: (replace(gone, occupants=gone.occupants.set(4, who), waiting_list=waits), sit),
        Row.SECOND: (replace(gone, second_row=gone.second_row.set(4, who)), sit_behind),
        Row.STANDING: (replace(gone, standing=(*gone.standing, Standing(who, 4))), stand),
    }[row]
    assert put(SEATS, who, Position(4, row)) == how(SEATS, who, 4) == expected
    assert take_chair(SEATS, who) == replace(gone, in_chair=who, waiting_list=waits)


@rows(
    "change, expected",
    [
        (lambda: queue(SEATS, BEA), replace(SEATS, waiting_list=(EVA, ANA, BEA))),
        (lambda: queue(SEATS, EVA), SEATS),
        (lambda: unqueue(SEATS, EVA), replace(SEATS, waiting_list=(ANA,))),
        (lambda: unqueue(SEATS, BEA), SEATS),
        (lambda: set_away(SEATS, ANA, True), replace(SEATS, away=frozenset({ANA, BEA, CARLA}))),
        (lambda: set_away(SEATS, BEA, False), replace(SEATS, away=frozenset({CARLA}))),
        (lambda: set_away(SEATS, BEA, True), SEATS),
    ],
)
def test_the_list_and_absences_change_for_one_and_nothing_else_does(
    change: Callable[[], Seats], expected: Seats
) -> None:
    assert change() == expected
