"""Stakes against a bank that cannot take them all: by priority, never by who staked first."""

import itertools

import pytest

from tapete.games.banked import cover, line
from tapete.kernel import PersonId
from tapete.money import Fraction, Rounding
from tapete.table.windows import Claim
from tests.support.banked.two_cloths import own
from tests.support.rows import rows

ANA, BEA, PAU = (PersonId(one) for one in ("ana", "bea", "pau"))
RANKS = {ANA: (1,), BEA: (2,), PAU: (3,)}
LAID = (Claim(ANA, "postura", 60_00), Claim(BEA, "postura", 50_00), Claim(PAU, "postura", 30_00))


def playing(free: int, *, small: bool = False, remainder: bool = True) -> list[dict[str, int]]:
    """Return what plays of the stakes, for every order in which they were laid."""
    orders = itertools.permutations(LAID)
    made = (
        cover.accepted_stakes(one, RANKS, free, least=20_00, small=own(small), remainder=own(remainder))
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
    assert {line.live_part(101, half, one) for one in roundings} <= {50, 51}
    assert line.live_part(100, half, roundings[0]) == 50


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize(
    ("free", "completes"), [(9_99, True), (10_00, True), (10_01, False), (100_00, False), (0, False)]
)
def test_less_than_the_least_stake_plays_where_it_completes_the_bank_and_nowhere_else(
    small: bool, free: int, completes: bool
) -> None:
    laid = (Claim(ANA, "postura", 10_00),)
    found = cover.accepted_stakes(laid, RANKS, free, least=20_00, small=own(small), remainder=own(True))
    assert [(one.person, one.amount) for one in found] == ([(ANA, min(free, 10_00))] if small and completes else [])


def test_the_least_stake_itself_plays_and_comes_before_smaller_ones() -> None:
    laid = (Claim(ANA, "postura", 19_99), Claim(BEA, "postura", 20_00), Claim(PAU, "postura", 25_00))
    for free, plays in (
        (64_99, [(ANA, 19_99), (BEA, 20_00), (PAU, 25_00)]),
        (50_00, [(ANA, 5_00), (BEA, 20_00), (PAU, 25_00)]),
    ):
        found = cover.accepted_stakes(laid, RANKS, free, least=20_00, small=own(True), remainder=own(True))
        assert [(one.person, one.amount) for one in found] == plays
