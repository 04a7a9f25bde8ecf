"""Small models of a table with a bank: the order of priority, the auction of the bank; its cover: ``tests/models``."""

import itertools
from typing import Any

import pytest
from immutables import Map

from tapete.clauses import Sourced
from tapete.games.banked import priority
from tapete.games.banked.priority import Auction, AuctionRules, LotsAwaited, PriorityRules, ranks
from tapete.kernel import PersonId
from tapete.table.seats import Seats, Standing
from tests.support.rows import rows

ANA, BEA, CARLA, PAU, ROSA, TEO = map(PersonId, ("ana", "bea", "carla", "pau", "rosa", "teo"))


def own(value: Any) -> Sourced[Any]:
    return Sourced(value, practice="a table of tests")


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


BY_LOT = AuctionRules(highest_wins=own(True))
BIDS = {ANA: 500_00, BEA: 700_00, PAU: 700_00}


def of(bids: dict[PersonId, int]) -> Auction:
    made = priority.start(1, 100_00, frozenset())
    for person, amount in bids.items():
        made = priority.bid(made, person, amount)
    return made


@rows("order", list(itertools.permutations(BIDS)))
def test_equal_bids_go_by_priority_or_to_a_lot_whoever_bid_first(order: tuple[PersonId, ...]) -> None:
    auction = of({person: BIDS[person] for person in order})
    won = priority.winner(auction, BY_LOT, priority.by_priority({ANA: (1,), PAU: (2,), BEA: (3,)}))
    assert won is not None
    assert not isinstance(won, LotsAwaited)
    assert (won.person, won.amount) == (PAU, 700_00)
    assert priority.winner(auction, BY_LOT, priority.by_lots) == LotsAwaited((BEA, PAU))


def test_a_bid_that_nobody_equals_needs_no_lot() -> None:
    won = priority.winner(of({ANA: 500_00, BEA: 700_00}), BY_LOT, priority.by_lots)
    assert won is not None
    assert not isinstance(won, LotsAwaited)
    assert won.person == BEA
    assert priority.winner(of({}), BY_LOT, priority.by_lots) is None
