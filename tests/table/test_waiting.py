"""Who has a vacant place first, where somebody on the list can take none now."""

from tapete.kernel import PersonId
from tapete.table.seats import Seats
from tapete.table.waiting import first_to_come

ANA, BEA, CARLA = PersonId("ana"), PersonId("bea"), PersonId("carla")
SEATS = Seats(labels=(1,))
"""One place, and nobody in it."""


def first(who: PersonId, *held_up: PersonId, asked: list[str] | None = None) -> PersonId | None:
    order = (ANA, BEA)

    def who_can_come() -> tuple[PersonId, ...]:
        if asked is not None:
            asked.append("asked")
        return tuple(one for one in order if one not in held_up)

    return first_to_come(SEATS, who, order, lambda one: one in held_up, who_can_come)


def test_the_first_comes_first_and_whoever_is_held_up_is_passed_over() -> None:
    assert [first(who) for who in (ANA, BEA, CARLA)] == [None, ANA, ANA]
    assert [first(who, ANA) for who in (ANA, BEA, CARLA)] == [None, None, BEA]
    assert first(CARLA, ANA, BEA) is None


def test_the_clause_of_those_who_are_held_up_is_asked_where_it_decides_alone() -> None:
    asked: list[str] = []
    first(ANA, BEA, asked=asked)
    first(CARLA, asked=asked)
    assert asked == []
    first(CARLA, ANA, asked=asked)
    assert asked == ["asked"]
