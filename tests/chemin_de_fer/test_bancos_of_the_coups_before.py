"""What the last two coups say about a banco that somebody would repeat: by which clauses he may not, and whether what
he says is an ordinary banco; for each way to cover a bank, and each end of a coup.
"""

from __future__ import annotations

from itertools import product

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import LiveShare, Share
from tapete.games.chemin_de_fer.stakes import seguido
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import Award, Coup, SettledCoup
from tapete.games.chemin_de_fer.terms import Call, Cover, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

ANA, LUIS, EVA = map(PersonId, ("ana", "luis", "eva"))
BETTING = opened().bank(300_00).bets().state
CALLS = (LiveShare(ANA, Call.PARTIAL, 50), LiveShare(LUIS, Call.LAST, 30), LiveShare(EVA, Call.STAKE, 20))
"""A bank that Ana, Luis and Eva cover with half of it, with what is missing, and with a stake."""


def over(kind: Cover, won: Winner, holder: PersonId = ANA) -> SettledCoup:
    """Return a coup that is over; three people covered the bank."""
    award = Award(kind, holder, tuple(Share(one.person, one.amount) for one in CALLS), CALLS)
    return SettledCoup(shoe=1, winners=Map({str(Hand.PUNTO): won}), coup=Coup(), award=award, parts=())


def after(*coups: SettledCoup, phase: Phase = Phase.BETS) -> State:
    return replace(BETTING, history=coups, phase=phase)


@pytest.mark.parametrize(("kind", "won"), [*product(Cover, Winner)])
def test_a_half_of_the_bank_that_lost_is_why_a_banco_is_not_repeated(kind: Cover, won: Winner) -> None:
    state = after(over(kind, won))
    halves = ("CF.B.23",) if kind is Cover.PARTIAL and won is Winner.BANCA else ()
    found = {who: seguido.clauses_against_repeat(state, who) for who in (ANA, LUIS, EVA)}
    assert found == {ANA: halves, LUIS: halves, EVA: ()}


@pytest.mark.parametrize(("kind", "won"), [*product(Cover, Winner)])
def test_a_banco_that_its_player_let_go_by_is_why_it_is_not_repeated(kind: Cover, won: Winner) -> None:
    """Of the coup before the last only a whole banco counts, and of the last only that it was decided."""
    state = after(over(kind, Winner.BANCA), over(Cover.STAKES, won, LUIS))
    gone = kind in (Cover.BANCO, Cover.SEGUIDO) and won is not Winner.TIE
    found = {who: seguido.clauses_against_repeat(state, who) for who in (ANA, LUIS, EVA)}
    assert found == {ANA: ("CF.B.36",) if gone else (), LUIS: (), EVA: ()}


def test_a_half_in_the_last_coup_goes_before_a_banco_in_the_one_before() -> None:
    state = after(over(Cover.BANCO, Winner.BANCA), over(Cover.PARTIAL, Winner.BANCA))
    assert seguido.clauses_against_repeat(state, ANA) == ("CF.B.23",)
    earlier = after(over(Cover.BANCO, Winner.BANCA), *2 * (over(Cover.STAKES, Winner.BANCA, LUIS),))
    assert seguido.clauses_against_repeat(earlier, ANA) == ()
    assert seguido.clauses_against_repeat(after(), ANA) == ()


@pytest.mark.parametrize(("kind", "won", "phase"), [*product(Cover, Winner, (Phase.BETS, Phase.DEAL, Phase.CARRY))])
def test_an_ordinary_banco_is_said_in_the_betting_by_who_won_one_in_the_coup_before(
    kind: Cover, won: Winner, phase: Phase
) -> None:
    state = after(over(kind, won), phase=phase)
    is_so = kind in (Cover.BANCO, Cover.SEGUIDO) and won is Winner.PUNTO and phase is Phase.BETS
    assert {who: seguido.is_ordinary_banco(state, who) for who in (ANA, LUIS)} == {ANA: is_so, LUIS: False}
    later = after(over(kind, won), over(Cover.STAKES, Winner.PUNTO, LUIS), phase=phase)
    assert not seguido.is_ordinary_banco(later, ANA)
    assert not seguido.is_ordinary_banco(after(phase=phase), ANA)
