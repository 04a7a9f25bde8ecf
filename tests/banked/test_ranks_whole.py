"""The rank of everybody at a table, whole, and which principle of the order decides between two of them."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.clauses import Sourced, cite, trace
from tapete.games.banked.priority import PriorityRules, rank, ranks
from tapete.kernel import PersonId
from tapete.table.seats import Seats, Standing

ANA, BEA, CARLA, PAU, ROSA = (PersonId(one) for one in ("ana", "bea", "carla", "pau", "rosa"))
SEATS = Seats((1, 2, 4), Map({1: ANA, 2: BEA, 4: CARLA}), (Standing(PAU, 4), Standing(ROSA, 2)))
CLAUSES = {"seated_first": "CF.B.04", "from_banker": "CF.B.05", "standing_by_place": "CF.B.06"}


def sourced(name: str, value: bool) -> Sourced[bool]:
    return Sourced(value, clauses=(cite(CLAUSES[name]),))


def rules(**values: bool) -> PriorityRules:
    settled = dict.fromkeys(CLAUSES, True) | values
    return PriorityRules(**{name: sourced(name, value) for name, value in settled.items()})


LAST = Sourced(True, practice="who comes last")
FROM_FIRST = {ANA: 0, BEA: 1, CARLA: 2}
FROM_SECOND = {CARLA: 0, ANA: 1, BEA: 2}
CASES: list[tuple[int | None, dict[str, bool], tuple[PersonId, ...], dict[PersonId, int], dict[PersonId, Any]]] = [
    (None, {}, (), FROM_FIRST, {PAU: (0, 1, 2, 1), ROSA: (0, 1, 1, 2)}),
    (2, {}, (), FROM_SECOND, {PAU: (0, 1, 0, 1), ROSA: (0, 1, 2, 2)}),
    (2, {"from_banker": False}, (), FROM_FIRST, {PAU: (0, 1, 2, 1), ROSA: (0, 1, 1, 2)}),
    (2, {"seated_first": False}, (), FROM_SECOND, {PAU: (0, 0, 0, 1), ROSA: (0, 0, 2, 2)}),
    (2, {"standing_by_place": False}, (), FROM_SECOND, {PAU: (0, 1, 0, 1), ROSA: (0, 1, 0, 2)}),
    (None, {}, (BEA, ROSA), FROM_FIRST, {PAU: (0, 1, 2, 1), ROSA: (1, 1, 1, 2)}),
]


@pytest.mark.parametrize(("banker", "values", "last", "places", "standing"), CASES)
def test_everybody_has_a_rank_by_each_principle(
    banker: int | None,
    values: dict[str, bool],
    last: tuple[PersonId, ...],
    places: dict[PersonId, int],
    standing: dict[PersonId, tuple[int, ...]],
) -> None:
    settled = rules(**values)
    found = ranks(SEATS, banker, settled, frozenset(last), LAST)
    seated = {person: (int(person in last), 0, place, 0) for person, place in places.items()}
    assert {person: tuple(one) for person, one in found.items()} == seated | standing
    numbered = None if banker is None else settled.from_banker
    for person, one in found.items():
        by = settled.standing_by_place if person in standing else numbered
        assert one.principles == (LAST, settled.seated_first, by, None)


@pytest.mark.parametrize(
    ("one", "other", "smaller", "clauses"),
    [
        ((0, 0, 1), (0, 0, 2), True, {"CF.B.06"}),
        ((0, 0, 2), (0, 0, 1), False, {"CF.B.06"}),
        ((0, 1, 0), (0, 0, 9), False, {"CF.B.05"}),
        ((0, 0, 9), (1, 0, 0), True, {"CF.B.04"}),
        ((0, 0, 0), (0, 0, 0), False, set()),
    ],
)
def test_a_comparison_rests_on_the_first_principle_that_tells_two_apart(
    one: tuple[int, ...], other: tuple[int, ...], smaller: bool, clauses: set[str]
) -> None:
    principles = tuple(sourced(name, True) for name in CLAUSES)
    with trace() as trail:
        assert (rank(one, *principles) < rank(other, *principles)) is smaller
    assert set(trail.rests_on) == clauses


def test_a_part_without_a_principle_rests_on_nothing() -> None:
    with trace() as trail:
        assert rank((0, 1), sourced("seated_first", True), None) < rank((0, 2), sourced("seated_first", True), None)
    assert trail.rests_on == ()


def test_the_parts_of_the_order_that_are_asked_for_are_weighed() -> None:
    with trace() as trail:
        ranks(SEATS, 2, rules())
    assert (set(trail.weighed), trail.rests_on) == (set(CLAUSES.values()), ())
    with trace() as trail:
        ranks(SEATS, None, rules())
    assert set(trail.weighed) == {"CF.B.04", "CF.B.06"}


def test_ranks_of_two_orders_are_not_compared() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        _ = rank((0, 1)) < rank((0, 1, 0))
