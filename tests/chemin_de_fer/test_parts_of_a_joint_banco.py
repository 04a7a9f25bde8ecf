"""What plays of the parts of a joint banco that overshoots the bank, to the cent; a stake on the line of which its
player says what plays; and when whoever passed the hand takes the cards of the next bank.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import CallMade, CallWithdrawn
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.people.seating import banco_priority
from tapete.games.chemin_de_fer.stakes.joint import cut_to_bank, joint, parts_of_bank
from tapete.games.chemin_de_fer.stakes.passer import is_first_coup, passer_holds
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import Act, PersonId, Refused
from tapete.table.windows import Claim
from tests.support.chemin_de_fer.table import as_house, opened

ANA, BEA, CARLA, LUIS, PAU = map(PersonId, ("ana", "bea", "carla", "luis", "pau"))
WITH_ANA = f"{Call.JOINT}:ana"


def parts(*amounts: int, kind: str = WITH_ANA) -> tuple[Claim[str], ...]:
    """Return the parts of Carla, Ana, Luis and Pau, who stand so by priority; a part of nothing is none."""
    people = (CARLA, ANA, LUIS, PAU)
    return tuple(Claim(who, kind, amount) for who, amount in zip(people, amounts, strict=False) if amount)


@pytest.mark.parametrize(
    ("laid", "least", "playing"),
    [
        ((50, 50), 10, (50, 50)),
        ((60, 50), 10, (60, 40)),
        ((60, 60), 10, (60, 40)),
        ((90, 90), 10, (90, 10)),
        ((91, 90), 10, (90, 10)),
        ((95, 95), 10, (90, 10)),
        ((99, 95), 1, (99, 1)),
        ((99, 95), 2, (98, 2)),
        ((100, 95), 1, (100, 0)),
        ((60, 60, 60), 10, (60, 40, 0)),
        ((60, 30, 60), 10, (60, 30, 10)),
        ((60, 35, 60), 10, (60, 30, 10)),
        ((60, 40, 60), 10, (60, 40, 0)),
        ((60, 39, 60), 10, (60, 30, 10)),
        ((95, 10, 60), 10, (90, 10, 0)),
        ((70, 40, 10), 10, (70, 30, 0)),
        ((50, 30, 20, 10), 10, (50, 30, 20, 0)),
        ((40, 40, 40, 40), 30, (40, 30, 30, 0)),
        ((45, 45, 45), 40, (0, 0, 0)),
        ((60, 45, 45), 40, (60, 40, 0)),
        ((45, 60, 45), 40, (45, 55, 0)),
        ((45, 45, 60), 40, (45, 0, 55)),
    ],
)
def test_what_plays_of_parts_that_are_cut_down_to_a_bank_of_a_hundred(
    laid: tuple[int, ...], least: int, playing: tuple[int, ...]
) -> None:
    found = cut_to_bank(parts(*laid), 100, least)
    assert found == parts(*playing), [one.amount for one in found]


BETTING = opened().bank(100_00).bets()
"""Bea's bank of 100."""


def called(*claims: Claim[str], table: Any = BETTING, **points: Any) -> State:
    state = (as_house(table.fork(), "betting", **points) if points else table).state
    return replace(state, calls=replace(state.calls, claims=claims))


@pytest.mark.parametrize(
    ("laid", "cut", "playing"),
    [
        ((60_00, 40_00), True, (60_00, 40_00)),
        ((60_00, 40_00), False, (60_00, 40_00)),
        ((60_00, 39_99), True, None),
        ((60_00, 40_01), True, (60_00, 40_00)),
        ((60_00, 40_01), False, None),
        ((95_00, 50_00), True, (90_00, 10_00)),
    ],
)
def test_parts_that_cover_the_bank_play_and_more_is_cut_where_the_house_hands_it_back(
    laid: tuple[int, ...], cut: bool, playing: tuple[int, ...] | None
) -> None:
    state = called(*parts(*laid), remainder_accepted=cut)
    expected = () if playing is None else parts(*playing)
    assert parts_of_bank(state, parts(*laid)) == expected
    assert joint(state, banco_priority(state)) == ({WITH_ANA: expected} if expected else {})


def test_where_a_small_part_may_complete_a_bank_partners_are_cut_down_to_a_cent() -> None:
    laid = parts(99_99, 50_00)
    assert parts_of_bank(called(remainder_accepted=True, small_completion=True), laid) == parts(99_99, 1)
    assert parts_of_bank(called(remainder_accepted=True, small_completion=False), laid) == parts(90_00, 10_00)


def test_a_joint_banco_is_called_by_one_of_its_partners_and_stands_in_the_order_of_priority() -> None:
    other = f"{Call.JOINT}:pau"
    first, second = parts(60_00, 40_00), (Claim(PAU, other, 30_00), Claim(LUIS, other, 70_00))
    state = called(*reversed(first), *second)
    assert joint(state, banco_priority(state)) == {WITH_ANA: first, other: (second[1], second[0])}
    unled = (Claim(CARLA, WITH_ANA, 60_00), Claim(LUIS, WITH_ANA, 40_00))
    assert joint(called(*unled), banco_priority(state)) == {}
    apart = (Claim(ANA, WITH_ANA, 60_00), Claim(LUIS, Call.STAKE, 40_00))
    assert joint(called(*apart), banco_priority(state)) == {}


# --- on the line ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "playing", "found"),
    [
        (50_00, 51_00, ("more-than-laid", {"laid": 50_00})),
        (50_00, 50_00, [CallMade(ANA, Call.LINE, 50_00, 0), CallWithdrawn(ANA, Call.LINE, 50_00)]),
        (50_00, 10_00, [CallMade(ANA, Call.LINE, 50_00, 0), CallWithdrawn(ANA, Call.LINE, 50_00)]),
        (50_00, 9_99, ("below-minimum", {"minimum": 10_00})),
        (50_00, 0, [CallMade(ANA, Call.LINE, 50_00, 0)]),
        (20_00, 0, [CallMade(ANA, Call.LINE, 20_00, 0)]),
        (19_98, 0, ("below-minimum", {"minimum": 10_00})),
        (200_02, 0, ("above-bank", {"bank": 100_00})),
        (300_00, 100_01, ("above-bank", {"bank": 100_00})),
    ],
)
def test_of_a_stake_on_the_line_half_plays_or_what_is_said(amount: int, playing: int, found: Any) -> None:
    state = BETTING.state
    answer = CHEMIN_DE_FER.decide(state, Act(ANA, a.StakeOnLine(amount, playing=playing), state.step))
    if isinstance(answer, Refused):
        assert (answer.code, answer.facts) == found
    else:
        definite = [CallMade(ANA, Call.STAKE, playing, 0)] if playing else []
        assert [*answer.events] == [*found, *definite]


@pytest.mark.parametrize(("amount", "playing"), [(200_00, 0), (300_00, 100_00), (100_00, 100_00)])
def test_a_stake_on_the_line_that_reaches_the_bank_is_banco(amount: int, playing: int) -> None:
    state = BETTING.state
    answer = CHEMIN_DE_FER.decide(state, Act(ANA, a.StakeOnLine(amount, playing=playing), state.step))
    assert not isinstance(answer, Refused)
    laid = [CallMade(ANA, Call.LINE, amount, 0), CallWithdrawn(ANA, Call.LINE, amount)]
    assert [*answer.events] == [*laid, CallMade(ANA, Call.BANCO, 100_00, 0)]


# --- whoever passed the hand ------------------------------------------------------------------------------------------

STAKED = (Share(ANA, 50_00), Share(LUIS, 10_00))
PASSED = replace(
    BETTING.state,
    offer=replace(BETTING.state.offer, former_banker=LUIS, is_passed=True, amount=99_99),
)


def of_bank(**bank: Any) -> State:
    assert PASSED.bank is not None
    return replace(PASSED, bank=replace(PASSED.bank, **bank))


def of_offer(**offer: Any) -> State:
    return replace(PASSED, offer=replace(PASSED.offer, **offer))


@pytest.mark.parametrize(
    ("state", "holder"),
    [
        (PASSED, LUIS),
        (of_offer(amount=100_00), None),
        (of_offer(is_passed=False), None),
        (of_offer(former_banker=None), None),
        (of_offer(former_banker=ANA), None),
        (of_offer(former_banker=PAU), None),
        (of_bank(decided_coups=1), None),
        (of_bank(tied_coups=1), None),
        (of_bank(idle_coups=1), LUIS),
        (replace(PASSED, bank=None), None),
    ],
)
def test_whoever_passed_the_hand_takes_the_cards_in_the_first_coup_of_a_larger_bank(
    state: State, holder: PersonId | None
) -> None:
    assert passer_holds(state, STAKED, ANA) == holder


@pytest.mark.parametrize(("decided", "tied"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_first_coup_of_a_bank_is_the_one_before_which_none_was_dealt(decided: int, tied: int) -> None:
    bank = of_bank(decided_coups=decided, tied_coups=tied).bank
    assert bank is not None
    assert is_first_coup(bank) is (decided == tied == 0)
