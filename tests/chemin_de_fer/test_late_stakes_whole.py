"""Late stakes and claims about stakes, whole: what is noted, removed and admitted, in each phase, of each person and at
each boundary; and in which order stakes are collected and paid.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import LiveShare, Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.coup.ending import lines, return_late_stakes
from tapete.games.chemin_de_fer.events import (
    CoverAwarded,
    GarageFormed,
    GarageReturned,
    LateStakeNoted,
    LateStakeRemoved,
    StakeClaimRecorded,
)
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import COUP, Call, Cover, Phase
from tapete.kernel import Act, PersonId, Refused
from tapete.table.conduct import Conduct
from tests.support.chemin_de_fer.table import as_house, opened

ANA, BEA, CARLA, LUIS, PAU, ROSA = map(PersonId, ("ana", "bea", "carla", "luis", "pau", "rosa"))


def dealing(staked: int = 100_00, *, admits: bool = True, conduct: str = "observed") -> State:
    """Return a table at which Ana has staked against a bank of 300 and the betting is closed."""
    table = as_house(opened(conduct=conduct), "betting", late_stakes_admitted=admits).bank(300_00).bets()
    return table.do("ana", a.Stake(staked)).closed().state


def decided(state: State, who: str, what: Any) -> Any:
    outcome = CHEMIN_DE_FER.decide(state, Act(PersonId(who), what, state.step))
    return (outcome.code, outcome.facts) if isinstance(outcome, Refused) else outcome.events


def lying(state: State, *late: tuple[PersonId, int]) -> State:
    return replace(state, coup=replace(state.coup, late=tuple(Share(*one) for one in late)))


OPEN = dealing()
LATE = lying(OPEN, (CARLA, 30_00), (LUIS, 50_00))


@pytest.mark.parametrize("phase", Phase)
def test_a_late_stake_is_noted_from_the_deal_to_the_payment(phase: Phase) -> None:
    found = decided(replace(OPEN, phase=phase), "croupier", a.NoteLateStake(LUIS, 20_00))
    if phase in COUP:
        assert found == (LateStakeNoted(LUIS, 20_00),)
    else:
        assert found == (("table-closed", {}) if phase is Phase.CLOSED else ("no-coup", {}))


@pytest.mark.parametrize(
    ("who", "person", "amount", "code"),
    [
        ("luis", LUIS, 20_00, "not-your-post"),
        ("inspector", LUIS, 20_00, "not-your-post"),
        ("bea", LUIS, 20_00, "not-your-post"),
        ("croupier", BEA, 20_00, "own-bank"),
        ("croupier", PersonId("nobody"), 20_00, "not-at-table"),
        ("croupier", LUIS, 10_000_01, "not-enough-chips"),
    ],
)
def test_whose_late_stake_is_noted_and_by_whom(who: str, person: PersonId, amount: int, code: str) -> None:
    assert decided(OPEN, who, a.NoteLateStake(person, amount))[0] == code


def test_a_late_stake_is_noted_of_all_that_its_player_has_and_at_no_strict_table() -> None:
    assert decided(OPEN, "croupier", a.NoteLateStake(LUIS, 10_000_00)) == (LateStakeNoted(LUIS, 10_000_00),)
    strict = replace(OPEN, settings=replace(OPEN.settings, conduct=Conduct.STRICT))
    assert decided(strict, "croupier", a.NoteLateStake(LUIS, 20_00)) == ("bets-closed", {"window": "deal"})


def test_the_banker_demands_that_one_late_stake_be_removed() -> None:
    for who in ("bea", "croupier"):
        for person, amount in ((CARLA, 30_00), (LUIS, 50_00)):
            assert decided(LATE, who, a.RemoveLateStake(person)) == (LateStakeRemoved(person, amount, True),)
    assert decided(LATE, "luis", a.RemoveLateStake(LUIS)) == ("not-banker", {})
    assert decided(LATE, "bea", a.RemoveLateStake(ANA)) == ("no-late-stake", {"person": "ana"})


@pytest.mark.parametrize(
    ("staked", "late", "plays"),
    [
        (100_00, 30_00, 30_00),
        (100_00, 200_00, 200_00),
        (100_00, 250_00, 200_00),
        (290_00, 30_00, 10_00),
        (290_00, 10_00, 10_00),
        (290_01, 30_00, None),
        (100_00, 9_99, None),
        (100_00, 10_00, 10_00),
    ],
)
def test_what_plays_of_an_admitted_late_stake(staked: int, late: int, plays: int | None) -> None:
    state = lying(dealing(staked), (LUIS, late))
    found = decided(state, "bea", a.AdmitLateStake(LUIS))
    if plays is None:
        assert found == ("bank-covered", {})
        return
    covered, left = (Share(ANA, staked), Share(LUIS, plays)), 300_00 - staked - plays
    calls = (LiveShare(ANA, Call.STAKE, staked), LiveShare(LUIS, Call.STAKE, plays))
    assert found == (
        LateStakeRemoved(LUIS, late),
        CoverAwarded(Cover.STAKES, ANA, covered, (), (Share(LUIS, plays),), calls),
        GarageReturned((Share(BEA, 300_00 - staked),)),
        *((GarageFormed((Share(BEA, left),)),) if left else ()),
    )


def test_an_admitted_late_stake_of_who_has_staked_already_is_added_to_it() -> None:
    state = lying(OPEN, (ANA, 30_00))
    calls = (LiveShare(ANA, Call.STAKE, 100_00), LiveShare(ANA, Call.STAKE, 30_00))
    cover = CoverAwarded(Cover.STAKES, ANA, (Share(ANA, 130_00),), (), (Share(ANA, 30_00),), calls)
    found = decided(state, "bea", a.AdmitLateStake(ANA))
    assert found[:2] == (LateStakeRemoved(ANA, 30_00), cover)


@pytest.mark.parametrize("phase", COUP)
def test_a_late_stake_is_admitted_before_the_first_card_alone(phase: Phase) -> None:
    found = decided(replace(LATE, phase=phase), "bea", a.AdmitLateStake(LUIS))
    assert (found == ("first-card-out", {})) is (phase is not Phase.DEAL)
    assert decided(LATE, "luis", a.AdmitLateStake(LUIS)) == ("not-banker", {})
    assert decided(LATE, "bea", a.AdmitLateStake(ANA)) == ("no-late-stake", {"person": "ana"})
    refused = decided(lying(dealing(admits=False), (LUIS, 50_00)), "bea", a.AdmitLateStake(LUIS))
    assert refused == ("late-stake-not-admitted", {})


def test_late_stakes_that_still_lie_there_go_back() -> None:
    assert return_late_stakes(OPEN) == ()
    assert return_late_stakes(LATE) == (LateStakeRemoved(CARLA, 30_00), LateStakeRemoved(LUIS, 50_00))


@pytest.mark.parametrize(
    ("uncovered", "watched", "code"),
    [
        (True, True, None),
        (False, True, "stake-was-covered"),
        (True, False, "stake-not-watched"),
        (False, False, "stake-was-covered"),
    ],
)
def test_a_claim_about_a_stake_is_heard_and_goes_to_the_inspector_where_its_owner_did_his_duty(
    uncovered: bool, watched: bool, code: str | None
) -> None:
    what = a.RecordStakeClaim(LUIS, 20_00, uncovered, watched, "so he says")
    outcome = CHEMIN_DE_FER.decide(OPEN, Act(PersonId("croupier"), what, OPEN.step))
    assert not isinstance(outcome, Refused)
    heard, *opened_too = outcome.events
    assert heard == StakeClaimRecorded(LUIS, 20_00, code is None, "so he says")
    if code is None:
        (made,) = opened_too
        assert isinstance(made, IncidentOpened)
        told = [(one.code, one.facts) for one in made.incident.faults]
        assert made.incident.kind == "claim-about-stake"
        assert told == [("claim-about-stake", {"person": LUIS, "amount": 20_00})]
    else:
        assert opened_too == []
    assert decided(OPEN, "luis", what)[0] == "not-your-post"
    absent = a.RecordStakeClaim(PersonId("nobody"), 20_00, uncovered, watched)
    assert decided(OPEN, "croupier", absent) == ("not-at-table", {"person": "nobody"})


# --- in which order ---------------------------------------------------------------------------------------------------

STAKED = tuple(Share(one, 10_00) for one in (ANA, CARLA, LUIS, PAU, ROSA))
IN_TURN = (CARLA, ANA, LUIS, PAU, ROSA)


@pytest.mark.parametrize("won", Winner)
@pytest.mark.parametrize(
    ("followers", "last", "moved"),
    [
        ((), (), ()),
        ((PAU,), (), (PAU,)),
        ((), (CARLA,), (CARLA,)),
        ((ROSA,), (CARLA,), (CARLA, ROSA)),
        ((ROSA, PAU), (), (PAU, ROSA)),
    ],
)
def test_followers_of_the_hand_are_collected_first_and_paid_last(
    won: Winner, followers: Any, last: Any, moved: tuple[PersonId, ...]
) -> None:
    cards = replace(OPEN.coup.cards, marks=replace(OPEN.coup.cards.marks, settle_last=frozenset(last)))
    carried = replace(OPEN.carried_over, followers=frozenset(followers))
    state = replace(OPEN, coup=replace(OPEN.coup, cards=cards), carried_over=carried)
    others = tuple(one for one in IN_TURN if one not in moved)
    found = tuple(one.person for one in lines(state, Award(Cover.STAKES, ANA, STAKED), won))
    assert found == ((*moved, *others) if won is Winner.BANCA else (*others, *moved))


def test_who_has_left_since_comes_last() -> None:
    gone = PersonId("gone")
    award = Award(Cover.STAKES, ANA, (Share(gone, 5), *STAKED))
    for won in Winner:
        assert tuple(one.person for one in lines(OPEN, award, won)) == (*IN_TURN, gone)
