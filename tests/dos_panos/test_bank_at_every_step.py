"""What is done with a bank, tried at every step by whoever does it: it is taken where its clause says so, and refused
everywhere else by the clause that says when it is done.
"""

from collections.abc import Iterator

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import BETWEEN_COUPS
from tapete.games.dos_panos.terms import COUP, PREPARING, Phase
from tapete.kernel import Act, ActBody, PersonId, Refused
from tests.dos_panos.test_enemies import tries
from tests.dos_panos.test_everybody_in_every_phase import GAME, NO_CLAUSE, roles, tables
from tests.dos_panos.test_term import with_last_coup
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.table import BANK, BANKER, Table, opened

WHEN: dict[type[ActBody], tuple[str, frozenset[Phase]]] = {
    a.AnnounceBank: ("DP.B.08", frozenset({Phase.OPENING, Phase.REOFFER})),
    a.BuyBank: ("DP.B.08", frozenset({Phase.OPENING})),
    a.OpenAuction: ("DP.E1.03", frozenset({Phase.OPENING, Phase.REOFFER})),
    a.DrawLots: ("DP.E1.06", frozenset({Phase.OPENING, Phase.REOFFER})),
    a.Bid: ("DP.E1.05", frozenset({Phase.AUCTION})),
    a.CloseAuction: ("DP.E1.04", frozenset({Phase.AUCTION})),
    a.AcceptBank: ("DP.E1.18", frozenset({Phase.REOFFER})),
    a.WithdrawWish: ("HP.DP.no-deposit", frozenset({Phase.OPENING, Phase.REOFFER, Phase.DEPOSIT})),
    a.AnnulAward: ("HP.DP.no-deposit", frozenset({Phase.DEPOSIT})),
    a.DepositBank: ("DP.E1.09", frozenset({Phase.DEPOSIT, Phase.BROKEN})),
    a.DeliverBank: ("DP.B.09", frozenset({Phase.CUSTODY, Phase.REPEAT})),
    a.LeaveBank: ("DP.E1.11", frozenset({Phase.BETWEEN, Phase.CUSTODY, *PREPARING, Phase.BROKEN})),
    a.AskNewShoe: ("DP.E1.17", frozenset({Phase.BROKEN, Phase.CUSTODY, Phase.BETWEEN})),
}
"""The clause that says when an act is done, and the phases in which it can be."""

WHERE_DUE = {
    a.DeliverBank: frozenset({Phase.REPEAT}),
    a.AskNewShoe: frozenset({Phase.CUSTODY, Phase.BETWEEN}),
}
"""Phases in which an act can be done where something is owed: chips in each coup, a shoe after a bank was broken."""


def answers(kind: type[ActBody]) -> Iterator[tuple[Phase, object]]:
    """Yield what everybody is answered who tries an act of a kind, at every table that recorded tables and walks
    reach.
    """
    for state in tables():
        if state.phase is Phase.CLOSED or state.docket.open:
            continue
        for who in set(roles(state).values()):
            for what in tries():
                if type(what) is kind:
                    yield state.phase, GAME.decide(state, Act(who, what, state.step))


@pytest.mark.clause("DP.E1.11")
@pytest.mark.clause("DP.E1.17")
@pytest.mark.clause("DP.E1.18")
@pytest.mark.parametrize("kind", WHEN)
def test_an_act_of_the_bank_is_refused_at_another_step_by_the_clause_that_says_when_it_is_done(kind: type) -> None:
    clause, phases = WHEN[kind]
    refused_at, named = set(), set()
    for phase, outcome in answers(kind):
        if not isinstance(outcome, Refused):
            assert phase in phases, (phase, outcome)
            continue
        assert outcome.code != "wrong-window" or outcome.clauses, (phase, outcome)
        assert outcome.clauses or outcome.code in NO_CLAUSE, (phase, outcome)
        refused_at.add(phase)
        if clause in outcome.clauses:
            named.add(phase)
        assert outcome.code != "wrong-window" or phase not in phases - WHERE_DUE.get(kind, frozenset()), (
            phase,
            outcome,
        )
    assert refused_at >= set(COUP) - phases
    assert named, clause


# --- a bank that is given up while the next shoe is prepared ----------------------------------------------------------


def preparing(step: Phase) -> Table:
    """Rosa has the bank for two shoes; the first is over, and the second is prepared up to a step."""
    made = opened(f"{WON} {LOST}").announced(shoes=2).deposited().shoe().delivered()
    coup(with_last_coup(made))
    whole = made.state.settings.decks * 52
    for at, act in ((Phase.SHOE, a.CountPack(whole)), (Phase.SHUFFLE, a.ShufflePack()), (Phase.CUT, a.CutPack(156))):
        if made.phase is step:
            break
        assert made.phase is at
        made.do("croupier", act)
    assert made.phase is step
    return made


@pytest.mark.clause("DP.E1.11")
@pytest.mark.clause("DP.E1.18")
@pytest.mark.parametrize("way", ["taken up", "auctioned"])
@pytest.mark.parametrize("step", PREPARING)
def test_after_the_first_coup_the_bank_is_given_up_at_any_step_of_the_next_shoe(step: Phase, way: str) -> None:
    """The shoe is prepared on from that step for whoever has the bank after him."""
    made = preparing(step)
    assert "leave-bank" in {one.act for one in made.play.legal(BANKER)}
    made.do(BANKER, a.LeaveBank())
    assert (made.phase, made.state.offered_amount) == (Phase.REOFFER, BANK)
    if way == "taken up":
        made.taken_up("ana")
    else:
        made.do("inspector", a.OpenAuction()).do("ana", a.Bid(BANK)).do("inspector", a.CloseAuction())
    made.do("ana", a.DepositBank(BANK))
    assert made.phase is step
    whole = made.state.settings.decks * 52
    rest = (a.CountPack(whole), a.ShufflePack(), a.CutPack(156), a.InsertStopCard())
    made.do("croupier", *rest[PREPARING.index(step) :])
    assert (made.phase, made.state.shoe.left_at) == (Phase.CUSTODY, None)
    assert made.state.shoe.number == 2
    coup(made.delivered(), bea=100_00, carla=100_00)
    assert made.phase is Phase.BETWEEN


@pytest.mark.clause("DP.E1.11")
@pytest.mark.parametrize("step", PREPARING)
def test_before_the_first_coup_the_bank_is_given_up_at_no_step_of_the_shoe(step: Phase) -> None:
    made = opened().announced().deposited()
    whole = made.state.settings.decks * 52
    made.do("croupier", *(a.CountPack(whole), a.ShufflePack(), a.CutPack(156))[: PREPARING.index(step)])
    found = made.refused(BANKER, a.LeaveBank())
    assert (made.phase, found.code, "DP.E1.11" in found.clauses) == (step, "bank-just-begun", True)


@pytest.mark.parametrize("person", ["croupier", "ana"])
def test_nobody_but_the_banker_gives_his_bank_up(person: str) -> None:
    for step in PREPARING:
        assert preparing(step).refused(person, a.LeaveBank()).code == "not-the-banker"


def test_the_steps_at_which_a_bank_is_given_up_are_those_between_coups() -> None:
    assert set(BETWEEN_COUPS).isdisjoint(COUP)
    assert set(PREPARING) < set(BETWEEN_COUPS)
    assert PersonId(BANKER) == preparing(Phase.CUT).state.banker
