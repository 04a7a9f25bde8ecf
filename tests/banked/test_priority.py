"""The order of priority: from the banker's right, the seated before those on their feet, and who comes last of all."""

import pytest
from immutables import Map

from tapete.games.banked.priority import PriorityRules, ranks
from tapete.kernel import PersonId
from tapete.table.seats import Seats, Standing
from tests.support.banked.two_cloths import own

ANA, BEA, CARLA, PAU, ROSA, TEO = (PersonId(one) for one in ("ana", "bea", "carla", "pau", "rosa", "teo"))
SEATS = Seats((1, 2, 3, 4), Map({1: ANA, 2: BEA, 4: CARLA}), (Standing(PAU, 4), Standing(ROSA, 2), Standing(TEO, 2)))
EVERYBODY = [ANA, BEA, CARLA, ROSA, TEO, PAU]


def order(banker: int | None, *last: PersonId, **rules: bool) -> list[PersonId]:
    values = {"seated_first": True, "from_banker": True, "standing_by_place": True} | rules
    found = ranks(SEATS, banker, PriorityRules(**{name: own(value) for name, value in values.items()}), frozenset(last))
    assert len(set(found.values())) == len(found), "no two people have the same rank"
    return sorted(found, key=lambda one: found[one])


@pytest.mark.parametrize(
    ("banker", "people"),
    [
        (None, EVERYBODY),
        (4, EVERYBODY),
        (1, [BEA, CARLA, ANA, ROSA, TEO, PAU]),
        (2, [CARLA, ANA, BEA, PAU, ROSA, TEO]),
        (3, [CARLA, ANA, BEA, PAU, ROSA, TEO]),  # an empty place, which the banker has left
    ],
)
def test_places_count_from_the_right_of_the_bankers(banker: int | None, people: list[PersonId]) -> None:
    assert order(banker) == people
    assert order(banker, from_banker=False) == EVERYBODY


@pytest.mark.parametrize(
    ("last", "people"),
    [
        ((ANA,), [BEA, CARLA, ROSA, TEO, PAU, ANA]),
        ((ROSA,), [ANA, BEA, CARLA, TEO, PAU, ROSA]),
        ((ROSA, BEA), [ANA, CARLA, TEO, PAU, BEA, ROSA]),
        (tuple(EVERYBODY), EVERYBODY),
    ],
)
def test_who_comes_last_keeps_the_order_among_themselves(last: tuple[PersonId, ...], people: list[PersonId]) -> None:
    assert order(None, *last) == people


def test_each_principle_is_the_rulebooks() -> None:
    assert order(1, standing_by_place=False) == [BEA, CARLA, ANA, PAU, ROSA, TEO]
    # without the first principle a person on his feet comes after whoever sits at the place behind which he stands
    assert order(None, seated_first=False) == [ANA, BEA, ROSA, TEO, CARLA, PAU]
