"""Places: a person is in one of them, and to the right is the next number."""

import pytest
from hypothesis import given, strategies as st

from tapete.kernel import PersonId
from tapete.table.seats import Seats, leave, queue, set_away, sit, sit_behind, stand, take_chair, unqueue

WITHOUT_13 = (*range(1, 13), 14)
PEOPLE = st.sampled_from([PersonId(name) for name in ("ana", "bea", "eva", "luz")])
MOVES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([sit, sit_behind, stand]), PEOPLE, st.sampled_from(WITHOUT_13)),
        st.tuples(st.sampled_from([leave, queue, take_chair, unqueue]), PEOPLE, st.just(0)),
    ),
    max_size=40,
)


@given(MOVES)
def test_a_person_is_in_one_place_at_most(moves: list[tuple[object, PersonId, int]]) -> None:
    seats = Seats(WITHOUT_13)
    for how, who, seat in moves:
        if how in (sit, sit_behind, stand):
            row = {sit: seats.occupants, sit_behind: seats.second_row}.get(how, {})
            if row.get(seat, who) != who:
                continue
            seats = how(seats, who, seat)  # type: ignore[operator]
            assert seats.place_of(who) == seat
        elif how is not take_chair or seats.in_chair is None:
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
        assert how is not sit or who not in seats.waiting_list
        in_rows = (seats.seat_of(who) is not None) + (seats.second_row_of(who) is not None)
        assert in_rows + seats.is_standing(who) + (seats.in_chair == who) == seats.is_at_table(who)


@pytest.mark.parametrize(("start", "round_"), [(1, [2, 3, 4, 1]), (4, [1, 2, 3, 4]), (2, [3, 4, 1, 2])])
def test_to_the_right_is_the_next_number_and_after_the_last_the_first(start: int, round_: list[int]) -> None:
    assert list(Seats((1, 2, 3, 4)).rightwards(start)) == round_


def test_empty_places_are_skipped_and_13_does_not_exist() -> None:
    seats = sit(sit(Seats(WITHOUT_13), PersonId("ana"), 12), PersonId("bea"), 14)
    assert list(seats.occupied_rightwards(12)) == [14, 12]
    assert list(seats.occupied_rightwards(1)) == [12, 14]
    assert seats.first_occupied() == 12
    assert next(iter(seats.rightwards(12))) == 14
    assert Seats(WITHOUT_13).first_occupied() is None
    with pytest.raises(ValueError, match="not in tuple"):
        list(seats.rightwards(13))


def test_whoever_leaves_takes_his_absence_with_him() -> None:
    seats = set_away(sit(Seats((1, 2)), PersonId("ana"), 1), PersonId("ana"), True)
    assert seats.away == {"ana"}
    assert leave(seats, PersonId("ana")) == Seats((1, 2))
    assert set_away(seats, PersonId("ana"), False).away == frozenset()


def test_the_waiting_list_keeps_its_order() -> None:
    seats = Seats((1,))
    for who in ("ana", "bea", "ana", "eva"):
        seats = queue(seats, PersonId(who))
    assert seats.waiting_list == ("ana", "bea", "eva")
    assert unqueue(seats, PersonId("bea")).waiting_list == ("ana", "eva")
    assert sit(seats, PersonId("eva"), 1).waiting_list == ("ana", "bea")


def test_the_second_row_is_behind_a_place_and_is_no_place() -> None:
    ana, bea, eva = map(PersonId, ("ana", "bea", "eva"))
    seats = stand(sit_behind(sit(Seats((1, 2, 3)), ana, 2), bea, 2), eva, 1)
    assert (seats.seat_of(bea), seats.second_row_of(bea), seats.place_of(bea)) == (None, 2, 2)
    assert not seats.is_standing(bea)
    assert seats.people() == (ana, bea, eva)
    assert list(seats.occupied_rightwards(1)) == [2]
    moved = sit(seats, bea, 3)
    assert (moved.second_row_of(bea), moved.seat_of(bea)) == (None, 3)
    assert not leave(seats, bea).is_at_table(bea)


def test_the_banker_sits_in_a_chair_that_is_no_numbered_place() -> None:
    ana, bea = map(PersonId, ("ana", "bea"))
    seats = take_chair(sit(sit(Seats((1, 2)), ana, 1), bea, 2), bea)
    assert (seats.in_chair, seats.seat_of(bea), seats.place_of(bea)) == (bea, None, None)
    assert seats.is_at_table(bea)
    assert seats.people() == (bea, ana)
    assert leave(seats, bea).in_chair is None
    assert sit(seats, bea, 2).in_chair is None
    assert set_away(seats, bea, True).in_chair == bea
