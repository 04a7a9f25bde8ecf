"""What is rounded at two cloths, and by which rule of the house: half a stake, a stake on both cloths, a short bank."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos.people.cloths import ranks_by_cloth
from tapete.games.dos_panos.rules.table import AcrossLine, BetweenCloths, OddTest, StakeRules
from tapete.games.dos_panos.stakes.banco import parts_of_banco
from tapete.games.dos_panos.stakes.cover import ClothStake, cover_by_priority
from tapete.games.dos_panos.stakes.placing import parts_at_risk, playing_parts
from tapete.games.dos_panos.state.coup import LaidStake
from tapete.games.dos_panos.terms import Hand, Spot
from tapete.kernel import PersonId
from tapete.money import Fraction, Rounding
from tests.support.dos_panos.table import opened

ANA, BEA, CARLA, DANI = map(PersonId, ("ana", "bea", "carla", "dani"))
FIRST, SECOND = Hand.PRIMERO, Hand.SEGUNDO
STATE = opened().state
"""Ana and Bea on the first cloth, Carla and Dani on the second; nearest to the banker are Ana and Carla."""


def rules(**values: Any) -> StakeRules:
    own = STATE.book.stakes
    return replace(own, **{name: replace(getattr(own, name), value=value) for name, value in values.items()})


@pytest.mark.parametrize(
    ("rounding", "part", "amount", "plays"),
    [
        (Rounding.DOWN, Fraction(1, 2), 100_01, 50_00),
        (Rounding.UP, Fraction(1, 2), 100_01, 50_01),
        (Rounding.HALF_UP, Fraction(1, 2), 100_01, 50_01),
        (Rounding.UP, Fraction(1, 2), 100_00, 50_00),
        (Rounding.DOWN, Fraction(1, 3), 100_00, 33_33),
        (Rounding.HALF_UP, Fraction(1, 3), 100_00, 33_33),
        (Rounding.UP, Fraction(1, 3), 100_00, 33_34),
        (Rounding.DOWN, Fraction(2, 3), 100_00, 66_66),
        (Rounding.HALF_UP, Fraction(2, 3), 100_00, 66_67),
        (Rounding.DOWN, Fraction(1, 1), 100_01, 100_01),
    ],
)
@pytest.mark.parametrize("cloth", [FIRST, SECOND])
def test_of_a_stake_on_the_line_the_part_of_the_house_plays_rounded_by_its_rule(
    rounding: Rounding, part: Fraction, amount: int, plays: int, cloth: Hand
) -> None:
    chosen = rules(half_rounding=rounding, line_plays=part)
    assert playing_parts(chosen, Spot.LINE, cloth, amount, 10_00) == {cloth: plays}
    assert parts_at_risk(chosen, [LaidStake(ANA, amount, cloth, Spot.LINE)], 10_00) == (ClothStake(ANA, cloth, plays),)


@pytest.mark.parametrize(
    ("test", "amount", "first", "second"),
    [
        (OddTest.WHOLE, 20_00, 10_00, 10_00),
        (OddTest.WHOLE, 30_00, 20_00, 10_00),
        (OddTest.WHOLE, 50_00, 30_00, 20_00),
        (OddTest.HALF, 30_00, 15_00, 15_00),
        (OddTest.HALF, 30_01, 15_01, 15_00),
        (OddTest.HALF, 1, 1, 0),
    ],
)
def test_of_a_stake_across_the_line_the_larger_part_plays_on_the_first_cloth(
    test: OddTest, amount: int, first: int, second: int
) -> None:
    chosen = rules(across_odd_test=test, across_lines=(AcrossLine.BETWEEN_CLOTHS,))
    for cloth in (FIRST, SECOND):
        assert playing_parts(chosen, Spot.ACROSS, cloth, amount, 10_00) == {FIRST: first, SECOND: second}


def test_a_stake_on_a_cloth_plays_whole_there_and_one_for_the_other_cloth_plays_on_that() -> None:
    for cloth, other in ((FIRST, SECOND), (SECOND, FIRST)):
        assert playing_parts(rules(), Spot.CLOTH, cloth, 10_01, 10_00) == {cloth: 10_01}
        assert playing_parts(rules(), Spot.OTHER_CLOTH, cloth, 10_01, 10_00) == {other: 10_01}


@pytest.mark.parametrize(
    ("amount", "first", "second"),
    [
        (1_000_00, 500_00, 500_00),
        (1_010_00, 510_00, 500_00),
        (1_000_01, 500_01, 500_00),
        (1_019_99, 519_99, 500_00),
        (9_99, 9_99, 0),
    ],
)
def test_of_a_banco_against_an_odd_bank_the_first_cloth_has_what_is_over(amount: int, first: int, second: int) -> None:
    """The least stake is 10: whole units are parted first, and the rest goes with those of the first cloth."""
    found = {one.cloth: one.amount for one in parts_of_banco(STATE, ANA, amount)}
    assert (found.get(FIRST, 0), found.get(SECOND, 0)) == (first, second)


@pytest.mark.parametrize(
    ("way", "bank", "plays"),
    [
        (BetweenCloths.FIRST_CLOTH, 100, (60, 30, 10, 0)),
        (BetweenCloths.FIRST_CLOTH, 90, (60, 30, 0, 0)),
        (BetweenCloths.FIRST_CLOTH, 89, (60, 29, 0, 0)),
        (BetweenCloths.FIRST_CLOTH, 159, (60, 30, 40, 29)),
        (BetweenCloths.FIRST_CLOTH, 160, (60, 30, 40, 30)),
        (BetweenCloths.PRO_RATA, 160, (60, 30, 40, 30)),
        (BetweenCloths.PRO_RATA, 80, (45, 0, 35, 0)),
        (BetweenCloths.PRO_RATA, 100, (57, 0, 40, 3)),
        (BetweenCloths.PRO_RATA, 101, (57, 0, 40, 4)),
        (BetweenCloths.PRO_RATA, 159, (60, 30, 40, 29)),
        (BetweenCloths.PRO_RATA, 1, (1, 0, 0, 0)),
    ],
)
def test_a_short_bank_covers_the_first_cloth_first_or_each_by_its_share_and_the_odd_cent_is_the_first_cloth_s(
    way: BetweenCloths, bank: int, plays: tuple[int, ...]
) -> None:
    """Ana 60 and Bea 30 against Carla 40 and Dani 30: the nearest to the banker come first on each cloth."""
    laid = zip((ANA, BEA, CARLA, DANI), (FIRST, FIRST, SECOND, SECOND), (60, 30, 40, 30), strict=True)
    stakes = tuple(ClothStake(*one) for one in laid)
    priority = STATE.book.priority
    priority = replace(priority, between_cloths=replace(priority.between_cloths, value=way))
    found = cover_by_priority(stakes, bank, ranks_by_cloth(STATE.seats, priority), priority)
    assert {one.person: one.amount for one in found} == {
        who: part for who, part in zip((ANA, BEA, CARLA, DANI), plays, strict=True) if part
    }
    assert sum(one.amount for one in found) == bank
