"""What holds in each phase, whole: the clauses in force, the acts that the table waits for, who it waits for, and what
may be offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.chemin_de_fer import phases
from tapete.games.chemin_de_fer.phases import PHASES
from tapete.games.chemin_de_fer.state import Shoe, State
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

SHOE = "check-cards cut-pack decline-cut insert-stop-card offer-cards shuffle-pack"
OFFER = "decline-bank pledge-share take-bank withdraw-share"
HELD = (
    "accept-share all-goes deliver-bank garage-winnings offer-share open-bets pass-hand raise-bank refuse-to-deal "
    "take-over-share withdraw-share"
)
BETTING = (
    "call-banco call-banco-con-la-mesa call-banco-seguido call-off call-ultimo-completo close-bets join-banco "
    "pass-hand stake stake-on-line withdraw-call"
)
CARDS = (
    "admit-late-stake ask-advice ask-table call-banco-seguido carry-cards choose close-withdrawals deal-card draw-card "
    "give-card keep-stake lay-down lift remove-late-stake say settle show-hand stand stand-in withdraw-stake"
)
WHOLE: dict[Phase, tuple[str, str, str]] = {
    Phase.CLOSED: ("", "", ""),
    Phase.SHOE: ("CF.B.03 CF.B.47 CF.B.49", "check-cards shuffle-pack", SHOE),
    Phase.SHUFFLED: ("CF.B.03 CF.B.04", "offer-cards", SHOE),
    Phase.OFFERED: ("CF.B.05 CF.B.06", "shuffle-pack", SHOE),
    Phase.CUT: ("CF.B.07", "cut-pack decline-cut", SHOE),
    Phase.STOP_CARD: ("CF.B.08 CF.B.10", "insert-stop-card", SHOE),
    Phase.BANK: ("CF.E1.02 CF.E1.09 CF.E1.10 CF.E2.06", "take-bank decline-bank", OFFER),
    Phase.AUCTION: ("CF.E1.15 CF.E1.16 CF.E1.23", "close-auction", "bid close-auction"),
    Phase.VACANT: ("HP.CF.vacant-bank", "offer-bank", "offer-bank"),
    Phase.BETWEEN: ("CF.B.02 CF.B.12 CF.E1.03 CF.E1.08 CF.E1.19", "open-bets deliver-bank", HELD),
    Phase.BETS: (
        "CF.B.14 CF.B.15 CF.B.16 CF.B.17 CF.B.30 CF.C4.17 CF.C4.19 CF.E2.10",
        "close-bets call-off",
        BETTING,
    ),
    Phase.DEAL: ("CF.A.07 CF.B.29", "deal-card", CARDS),
    Phase.CARRY: ("CF.B.39 CF.B.29 CF.B.31", "carry-cards", CARDS),
    Phase.LIFT: ("CF.B.29 CF.B.31 CF.B.33", "lift", CARDS),
    Phase.WORD: ("CF.A.08 CF.A.11 CF.A.12 CF.A.14", "say lay-down", CARDS),
    Phase.ANSWER: ("CF.A.17", "lift give-card lay-down", CARDS),
    Phase.BANKER: ("CF.A.19 CF.A.20 CF.A.24", "lift draw-card stand lay-down", CARDS),
    Phase.SHOW: ("CF.B.42", "show-hand", CARDS),
    Phase.SETTLE: ("CF.B.43 CF.E2.09", "settle", CARDS),
}
"""For each phase its clauses, what it waits for, and what may be offered in it."""


def tags(kinds: Any) -> Iterator[str]:
    return (str(kind.__struct_config__.tag) for kind in kinds)


@pytest.mark.parametrize("phase", Phase)
def test_what_holds_in_a_phase(phase: Phase) -> None:
    rules, (clauses, awaited, offered) = PHASES[phase], WHOLE[phase]
    assert rules.clauses == tuple(clauses.split())
    assert rules.awaited_acts == tuple(awaited.split())
    assert sorted(tags(rules.offered_acts)) == offered.split()


BEA, ANA, EVA = map(PersonId, ("bea", "ana", "eva"))
EVERYBODY = replace(opened().state, shoe=Shoe(cut_to=EVA), offer=BankOffer(candidate=ANA), bank=Bank(BEA, (), debt=1))
"""A table at which every one of the people that a phase may wait for is another."""
WAITED_FOR = {
    Phase.CUT: EVA,
    Phase.BANK: ANA,
    **dict.fromkeys((Phase.BETWEEN, Phase.DEAL, Phase.ANSWER, Phase.BANKER), BEA),
}


@pytest.mark.parametrize("phase", Phase)
def test_whom_a_phase_waits_for(phase: Phase) -> None:
    assert PHASES[phase].waits_for(EVERYBODY) == WAITED_FOR.get(phase)
    assert PHASES[phase].waits_for(State()) is None


@pytest.mark.parametrize(("debt", "who"), [(0, None), (1, BEA), (300_00, BEA)])
def test_between_coups_the_banker_is_waited_for_who_owes_part_of_his_bank(debt: int, who: PersonId | None) -> None:
    assert phases.banker_in_debt(replace(EVERYBODY, bank=Bank(BEA, (), debt=debt))) == who
    assert phases.banker_in_debt(replace(EVERYBODY, bank=None)) is None
