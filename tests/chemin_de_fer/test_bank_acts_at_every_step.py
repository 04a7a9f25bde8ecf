"""Whoever lets the bank go by, passes it or changes it out of turn is refused by the clause of what he tried."""

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import ActBody, Refused
from tests.chemin_de_fer.test_accident_at_every_step import STEPS, table_at

CLAUSES: tuple[tuple[ActBody, str], ...] = (
    (a.DeclineBank(), "CF.E1.09"),
    (a.PassHand(), "CF.E1.08"),
    (a.RefuseToDeal(), "CF.E1.29"),
    (a.RaiseBank(400_00), "CF.E1.19"),
    (a.DeliverBank(100_00), "CF.B.12"),
    (a.AcceptShare("carla"), "CF.E1.03"),
    (a.AllGoes(), "CF.E3.06"),
)
PEOPLE = ("bea", "carla", "ana", "pau", "croupier", "inspector", "nobody")
OUT_OF_TURN = {"wrong-window", "not-banker", "not-offered-to-you"}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("step", [step for step in STEPS if step != "closed"])
def test_an_act_at_the_bank_out_of_turn_names_its_clause(step: str, who: str) -> None:
    table = table_at(step)
    outcomes = {clause: table.play.attempt(act, who).outcome for act, clause in CLAUSES}
    refused = {clause: one for clause, one in outcomes.items() if isinstance(one, Refused) and one.code in OUT_OF_TURN}
    assert refused or who == "bea"
    assert {clause: one.clauses for clause, one in refused.items()} == {clause: (clause,) for clause in refused}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("step", [step for step in STEPS if step.partition(",")[0] not in ("bank", "closed")])
def test_a_part_pledged_out_of_turn_rests_on_no_maximum(step: str, who: str) -> None:
    """The window is over whatever the amount: the greatest bank is not asked about."""
    outcome = table_at(step).play.attempt(a.PledgeShare("ana", 100_00), who).outcome
    assert isinstance(outcome, Refused)
    assert (outcome.code, outcome.rests_on) == ("wrong-window", ())
