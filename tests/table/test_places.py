"""Places: where people are at a table, to whose right is whom, and who waits; in one of them at most."""

from hypothesis import given, strategies as st
from immutables import Map
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.table import seats as seating
from tests.support.rows import rows

ANA, BEA, CARLA, DANI, EVA, FEO = map(PersonId, ("ana", "bea", "carla", "dani", "eva", "feo"))
SEATS = seating.Seats(
    (1, 2, 3, 4),
    Map({1: ANA, 3: BEA}),
    (seating.Standing(CARLA, 3), seating.Standing(DANI, 1)),
    (EVA, ANA),
    frozenset({BEA, CARLA}),
    Map({3: EVA}),
    FEO,
)
"""Two on places, one behind one of them, two on their feet, one in the chair."""
NOBODY, NO_CHAIR = PersonId("nobody"), replace(SEATS, in_chair=None)


@rows(
    "who, seat, behind, place, position, stands, there",
    [
        (ANA, 1, None, 1, seating.Position(1, seating.Row.FIRST), False, True),
        (BEA, 3, None, 3, seating.Position(3, seating.Row.FIRST), False, True),
        (CARLA, None, None, 3, seating.Position(3, seating.Row.STANDING), True, True),
        (DANI, None, None, 1, seating.Position(1, seating.Row.STANDING), True, True),
        (EVA, None, 3, 3, seating.Position(3, seating.Row.SECOND), False, True),
        (FEO, None, None, None, None, False, True),
        (NOBODY, None, None, None, None, False, False),
    ],
)
def test_everybody_is_found_where_he_is(
    who: PersonId,
    seat: int | None,
    behind: int | None,
    place: int | None,
    position: seating.Position | None,
    stands: bool,
    there: bool,
) -> None:
    assert (SEATS.seat_of(who), SEATS.second_row_of(who), SEATS.place_of(who)) == (seat, behind, place)
    assert (SEATS.position_of(who), SEATS.is_standing(who), SEATS.is_at_table(who)) == (position, stands, there)


def test_people_are_named_in_the_order_of_their_places_the_chair_first_and_who_stands_last() -> None:
    assert SEATS.people() == (FEO, ANA, BEA, EVA, CARLA, DANI)
    turned = replace(SEATS, labels=(3, 4, 1, 2), in_chair=None)
    assert turned.people() == (BEA, ANA, EVA, CARLA, DANI)
    assert (SEATS.first_occupied(), turned.first_occupied()) == (1, 3)
    assert list(turned.occupied_rightwards(4)) == [1, 3]


WITHOUT_13 = (*range(1, 13), 14)
PEOPLE = st.sampled_from([PersonId(name) for name in ("ana", "bea", "eva", "luz")])
MOVES = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from([seating.sit, seating.sit_behind, seating.stand]), PEOPLE, st.sampled_from(WITHOUT_13)
        ),
        st.tuples(
            st.sampled_from([seating.leave, seating.queue, seating.take_chair, seating.unqueue]), PEOPLE, st.just(0)
        ),
    ),
    max_size=40,
)


@given(MOVES)
def test_a_person_is_in_one_place_at_most(moves: list[tuple[object, PersonId, int]]) -> None:
    seats = seating.Seats(WITHOUT_13)
    for how, who, seat in moves:
        if how in (seating.sit, seating.sit_behind, seating.stand):
            row = {seating.sit: seats.occupants, seating.sit_behind: seats.second_row}.get(how, {})
            if row.get(seat, who) != who:
                continue
            seats = how(seats, who, seat)  # type: ignore[operator]
            assert seats.place_of(who) == seat
        elif how is not seating.take_chair or seats.in_chair is None:
            seats = how(seats, who)  # type: ignore[operator]
        chair = [] if seats.in_chair is None else [seats.in_chair]
        everywhere = [
            *chair,
            *seats.occupants.values(),
            *seats.second_row.values(),
            *(one.person for one in seats.standing),
        ]
        assert len(everywhere) == len(set(everywhere)) == len(seats.people())
        assert set(seats.people()) == set(everywhere)
        assert len(set(seats.waiting_list)) == len(seats.waiting_list)
        assert how is not seating.sit or who not in seats.waiting_list
        in_rows = (seats.seat_of(who) is not None) + (seats.second_row_of(who) is not None)
        assert in_rows + seats.is_standing(who) + (seats.in_chair == who) == seats.is_at_table(who)
