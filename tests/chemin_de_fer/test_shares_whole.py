"""Associates of the banker, whole: what stands against an offer, an acceptance, a withdrawal and the taking over of a
part, with its facts, and what each of them leads to; at each boundary and of each person.
"""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import (
    ShareAccepted,
    ShareOffered,
    ShareOfferWithdrawn,
    ShareReleaseAsked,
    ShareTakenOver,
)
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Pledge
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import Act, PersonId, Refused
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA, LUIS, EVA = map(PersonId, ("ana", "bea", "carla", "luis", "eva"))


def held() -> State:
    """Return Bea's bank of 300 with Carla's 100 in it, and what Ana offers to it."""
    table = opened().bank(300_00).do("carla", a.OfferShare(100_00)).do("bea", a.AcceptShare(CARLA))
    return table.do("ana", a.OfferShare(50_00)).state


HELD = held()
OWING = opened().do("bea", a.TakeBank(300_00, 100_00)).state


def changed(state: State, **bank: Any) -> State:
    assert state.bank is not None
    return replace(state, bank=replace(state.bank, **bank))


def decided(state: State, who: str, what: Any) -> Any:
    """Return the code and facts of a refusal, or the first event of what follows."""
    outcome = CHEMIN_DE_FER.decide(state, Act(PersonId(who), what, state.step))
    return (outcome.code, outcome.facts) if isinstance(outcome, Refused) else outcome.events[0]


PASSED = replace(HELD, offer=replace(HELD.offer, is_passed=True, former_banker=LUIS))
NO_BANK = replace(HELD, bank=None)
TOO_MUCH = ("bank-above-maximum", {"maximum": 1000_00})


@pytest.mark.parametrize(
    ("state", "who", "amount", "found"),
    [
        (HELD, "luis", 1, ShareOffered(LUIS, 1)),
        (HELD, "luis", 600_00, ShareOffered(LUIS, 600_00)),
        (HELD, "luis", 600_01, TOO_MUCH),
        (OWING, "luis", 700_00, ShareOffered(LUIS, 700_00)),
        (OWING, "luis", 700_01, TOO_MUCH),
        (HELD, "ana", 50_00, ("nothing-changes", {})),
        (HELD, "ana", 50_01, ShareOffered(ANA, 50_01)),
        (HELD, "bea", 50_00, ("already-in-bank", {})),
        (HELD, "carla", 50_00, ("already-in-bank", {})),
        (HELD, "nobody", 50_00, ("not-at-table", {})),
        (HELD, "croupier", 50_00, ("not-at-table", {})),
        (HELD, "pau", 50_00, ShareOffered(PersonId("pau"), 50_00)),
        (PASSED, "luis", 50_00, ShareOffered(LUIS, 50_00)),
        (replace(HELD, ledger=HELD.ledger.set("person:luis", 49_99)), "luis", 50_00, None),
        (replace(HELD, ledger=HELD.ledger.set("person:luis", 50_00)), "luis", 50_00, ShareOffered(LUIS, 50_00)),
    ],
)
def test_what_is_offered_to_the_bank(state: State, who: str, amount: int, found: Any) -> None:
    answer = decided(state, who, a.OfferShare(amount))
    if found is None:
        assert answer[0] == "not-enough-chips"
    else:
        assert answer == found


@pytest.mark.parametrize(
    ("state", "who", "person", "found"),
    [
        (HELD, "bea", ANA, ShareAccepted(ANA, 50_00)),
        (HELD, "bea", LUIS, ("no-such-offer", {"person": LUIS})),
        (HELD, "bea", CARLA, ("no-such-offer", {"person": CARLA})),
        (HELD, "carla", ANA, ("not-banker", {})),
        (HELD, "ana", ANA, ("not-banker", {})),
        (changed(HELD, join_offers=Map({EVA: 600_00})), "bea", EVA, ShareAccepted(EVA, 600_00)),
        (changed(HELD, join_offers=Map({EVA: 600_01})), "bea", EVA, TOO_MUCH),
        (changed(OWING, join_offers=Map({EVA: 700_00})), "bea", EVA, ShareAccepted(EVA, 700_00)),
        (changed(OWING, join_offers=Map({EVA: 700_01})), "bea", EVA, TOO_MUCH),
        (
            changed(HELD, join_offers=Map({PersonId("gone"): 1_00})),
            "bea",
            PersonId("gone"),
            ("not-at-table", {"person": "gone"}),
        ),
    ],
)
def test_whom_the_banker_accepts(state: State, who: str, person: PersonId, found: Any) -> None:
    assert decided(state, who, a.AcceptShare(person)) == found


PLEDGED = replace(HELD, offer=replace(HELD.offer, pledges=Map({LUIS: Pledge(EVA, 5_00)})))


@pytest.mark.parametrize(
    ("state", "who", "found"),
    [
        (HELD, "ana", ShareOfferWithdrawn(ANA)),
        (PLEDGED, "luis", ShareOfferWithdrawn(LUIS)),
        (replace(PLEDGED, bank=None), "luis", ShareOfferWithdrawn(LUIS)),
        (HELD, "carla", ShareReleaseAsked(CARLA)),
        (changed(HELD, leavers=frozenset({CARLA})), "carla", ("release-asked", {})),
        (changed(HELD, leavers=frozenset({LUIS})), "carla", ShareReleaseAsked(CARLA)),
        (HELD, "bea", ("no-such-offer", {"person": BEA})),
        (HELD, "luis", ("no-such-offer", {"person": LUIS})),
        (NO_BANK, "carla", ("no-such-offer", {"person": CARLA})),
        (NO_BANK, "ana", ("no-such-offer", {"person": ANA})),
    ],
)
def test_who_takes_his_offer_back_or_asks_to_leave(state: State, who: str, found: Any) -> None:
    assert decided(state, who, a.WithdrawShare()) == found


LEAVING = changed(HELD, leavers=frozenset({CARLA}))


@pytest.mark.parametrize(
    ("state", "who", "person", "found"),
    [
        (LEAVING, "bea", CARLA, ShareTakenOver(CARLA, BEA, 100_00, 0)),
        (changed(LEAVING, aside=(Share(CARLA, 7_00),)), "bea", CARLA, ShareTakenOver(CARLA, BEA, 100_00, 7_00)),
        (changed(LEAVING, aside=(Share(BEA, 7_00),)), "bea", CARLA, ShareTakenOver(CARLA, BEA, 100_00, 0)),
        (HELD, "bea", CARLA, ("no-such-offer", {"person": CARLA})),
        (LEAVING, "bea", ANA, ("no-such-offer", {"person": ANA})),
        (LEAVING, "carla", CARLA, ("not-banker", {})),
        (LEAVING, "croupier", CARLA, ("not-banker", {})),
        (
            replace(LEAVING, ledger=LEAVING.ledger.set("person:bea", 100_00)),
            "bea",
            CARLA,
            ShareTakenOver(CARLA, BEA, 100_00, 0),
        ),
        (replace(LEAVING, ledger=LEAVING.ledger.set("person:bea", 99_99)), "bea", CARLA, "not-enough-chips"),
        (changed(LEAVING, debt=1), "bea", CARLA, "bank-not-delivered"),
    ],
)
def test_whose_part_the_banker_takes_over(state: State, who: str, person: PersonId, found: Any) -> None:
    answer = decided(state, who, a.TakeOverShare(person))
    assert (answer[0] if isinstance(found, str) else answer) == found


@pytest.mark.parametrize("phase", [one for one in Phase if one not in (Phase.BETWEEN, Phase.CLOSED)])
def test_parts_of_a_bank_change_between_coups_alone(phase: Phase) -> None:
    for who, what in (("luis", a.OfferShare(1)), ("bea", a.AcceptShare(ANA)), ("bea", a.TakeOverShare(CARLA))):
        assert isinstance(decided(replace(LEAVING, phase=phase), who, what), tuple)
    assert decided(replace(HELD, phase=phase), "ana", a.WithdrawShare()) == ShareOfferWithdrawn(ANA)
    assert isinstance(decided(replace(HELD, phase=phase), "carla", a.WithdrawShare()), tuple)
