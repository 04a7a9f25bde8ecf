"""Small models of a table with a bank: stakes covered by priority, the order of priority, the auction of the bank."""

import itertools
from typing import Any

import pytest
from immutables import Map

from tapete.clauses import Sourced
from tapete.games.banked import priority
from tapete.games.banked.priority import Auction, AuctionRules, LotsAwaited, PriorityRules, ranks
from tapete.kernel import PersonId
from tapete.money import Fraction, Rounding, portion
from tapete.table.seats import Seats, Standing
from tapete.table.windows import Claim
from tests.support.rows import rows

ANA, BEA, CARLA, PAU, ROSA, TEO = map(PersonId, ("ana", "bea", "carla", "pau", "rosa", "teo"))


def own(value: Any) -> Sourced[Any]:
    return Sourced(value, practice="a table of tests")


RANKS = {ANA: (1,), BEA: (2,), PAU: (3,)}
LAID = (Claim(ANA, "postura", 60_00), Claim(BEA, "postura", 50_00), Claim(PAU, "postura", 30_00))


def playing(free: int, *, small: bool = False, remainder: bool = True) -> list[dict[str, int]]:
    """Return what plays of the stakes, for every order in which they were laid."""
    orders = itertools.permutations(LAID)
    made = (
        priority.accepted_stakes(one, RANKS, free, least=20_00, small=own(small), remainder=own(remainder))
        for one in orders
    )
    return [{share.person: share.amount for share in shares} for shares in made]


@rows(
    "free, small, remainder, plays",
    [
        (200_00, False, True, {ANA: 60_00, BEA: 50_00, PAU: 30_00}),
        (130_00, False, True, {ANA: 60_00, BEA: 50_00, PAU: 20_00}),
        (115_00, False, True, {ANA: 60_00, BEA: 50_00}),
        (115_00, True, True, {ANA: 60_00, BEA: 50_00, PAU: 5_00}),
        (100_00, False, False, {ANA: 60_00, PAU: 30_00}),
        (0, True, True, {}),
    ],
)
def test_the_bank_is_covered_by_priority(free: int, small: bool, remainder: bool, plays: dict[str, int]) -> None:
    assert all(found == plays for found in playing(free, small=small, remainder=remainder))


def test_a_part_of_a_stake_plays_and_is_rounded_by_the_rulebook() -> None:
    half = Fraction(1, 2)
    roundings = list(Rounding)
    assert {portion(101, half, one) for one in roundings} <= {50, 51}
    assert portion(100, half, roundings[0]) == 50


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize(
    ("free", "completes"), [(9_99, True), (10_00, True), (10_01, False), (100_00, False), (0, False)]
)
def test_less_than_the_least_stake_plays_where_it_completes_the_bank_and_nowhere_else(
    small: bool, free: int, completes: bool
) -> None:
    laid = (Claim(ANA, "postura", 10_00),)
    found = priority.accepted_stakes(laid, RANKS, free, least=20_00, small=own(small), remainder=own(True))
    assert [(one.person, one.amount) for one in found] == ([(ANA, min(free, 10_00))] if small and completes else [])


def test_the_least_stake_itself_plays_and_comes_before_smaller_ones() -> None:
    laid = (Claim(ANA, "postura", 19_99), Claim(BEA, "postura", 20_00), Claim(PAU, "postura", 25_00))
    for free, plays in (
        (64_99, [(ANA, 19_99), (BEA, 20_00), (PAU, 25_00)]),
        (50_00, [(ANA, 5_00), (BEA, 20_00), (PAU, 25_00)]),
    ):
        found = priority.accepted_stakes(laid, RANKS, free, least=20_00, small=own(True), remainder=own(True))
        assert [(one.person, one.amount) for one in found] == plays


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
