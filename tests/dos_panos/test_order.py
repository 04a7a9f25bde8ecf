"""An act that comes too early: where a clause states the order, the refusal names the clause and the step that is
missing. Tried with every act by everybody in every phase that recorded tables and walks reach.
"""

from collections.abc import Iterator

import pytest

from tapete.games.banked.acts import Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import COUP, PREPARING, BankMode, Hand, Phase
from tapete.kernel import Act, ActBody, Refused
from tests.dos_panos.test_enemies import tries
from tests.dos_panos.test_everybody_in_every_phase import GAME, roles, tables
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened

DEALING = (Phase.BANCO, Phase.BETS, Phase.DEAL)
OF_CLOTHS = (Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD)
PLAYING = tuple(one for one in COUP if one not in (Phase.SHOW, Phase.SETTLE))

ORDER: dict[str, dict[tuple[Phase, ...], frozenset[type[ActBody]]]] = {
    "DP.B.03": {PREPARING: frozenset({a.OpenBets, a.Stake, a.TakeStake, a.DealCard})},
    "DP.B.08": {(Phase.OPENING, Phase.REOFFER, Phase.AUCTION): frozenset({a.OpenBets, a.Stake, a.TakeStake})},
    "DP.E1.09": {(Phase.DEPOSIT,): frozenset({a.Stake, a.TakeStake})},
    "DP.B.09": {(Phase.CUSTODY,): frozenset({a.OpenBets, a.Stake, a.TakeStake, a.DealCard})},
    "DP.E1.15": {(Phase.BROKEN,): frozenset({a.OpenBets, a.Stake, a.TakeStake, a.DealCard, a.DeliverBank})},
    "DP.A.43": {(Phase.REPEAT,): frozenset({a.OpenBets, a.DealCard})},
    "DP.B.17": {
        DEALING: frozenset({a.Say, a.AskAdvice, a.StandIn, a.DrawCard, a.Stand, a.GiveCard, a.AskTable}),
        (Phase.DEAL,): frozenset({a.LayDown, a.Lift, a.CarryCards, a.ShowHand}),
    },
    "DP.B.19": {(Phase.CARRY,): frozenset({a.Say, a.AskAdvice, a.StandIn, a.LayDown, a.Lift})},
    "DP.B.21": {OF_CLOTHS: frozenset({a.DrawCard, a.Stand, a.GiveCard, a.AskTable, a.LayDown})},
    "DP.B.23": {PLAYING: frozenset({a.Settle}), PLAYING[1:]: frozenset({a.ShowHand})},
    "DP.B.24": {(Phase.SHOW,): frozenset({a.Settle})},
}
"""Which clause puts which acts after something that is still to be done, by the phases in which it is."""


def refused(kinds: frozenset[type[ActBody]], phases: tuple[Phase, ...]) -> Iterator[tuple[type, Phase, Refused]]:
    """Yield the refusals of kinds of act in some phases, whoever does them."""
    for state in tables():
        if state.phase not in phases or state.book.id != "asturias-2011" or state.docket.open:
            continue
        for who in set(roles(state).values()):
            for what in tries():
                if type(what) in kinds:
                    outcome = GAME.decide(state, Act(who, what, state.step))
                    if isinstance(outcome, Refused):
                        yield type(what), state.phase, outcome


@pytest.mark.parametrize("clause", ORDER)
def test_what_comes_too_early_is_refused_by_the_clause_that_puts_something_before_it(clause: str) -> None:
    for phases, kinds in ORDER[clause].items():
        named = set()
        for kind, phase, found in refused(kinds, phases):
            cards_of_bank = kind is a.Lift and phase is Phase.CARRY
            assert found.code != "wrong-window" or cards_of_bank, (kind, phase, found)
            if clause in found.clauses:
                named.add(kind)
        assert named == kinds, kinds - named


# --- the steps, one by one --------------------------------------------------------------------------------------------


def deposited(**options: object) -> Table:
    return opened(**options).announced().deposited()


@pytest.mark.clause("DP.B.03")
def test_the_betting_does_not_open_before_the_shoe_is_counted_shuffled_cut_and_has_its_stop_card() -> None:
    made, told = deposited(), []
    for step in (a.CountPack(312), a.ShufflePack(), a.CutPack(156), a.InsertStopCard()):
        answers = {made.refused("croupier", a.OpenBets()).code, made.refused("ana", a.Stake(50_00, Hand.PRIMERO)).code}
        assert len(answers) == 1
        assert "DP.B.03" in made.refused("croupier", a.OpenBets()).clauses
        told += answers
        made.do("croupier", step)
    assert told == ["not-counted", "not-shuffled", "not-cut", "no-stop-card"]
    assert made.refused("croupier", a.OpenBets()).code == "bank-not-in-custody"


@pytest.mark.clause("DP.B.09")
@pytest.mark.parametrize("mode", BankMode)
def test_no_bet_before_the_banker_has_handed_over_the_chips_of_the_bank(mode: BankMode) -> None:
    made = opened(mode=mode).announced(4_000_00).deposited(4_000_00).shoe()
    assert made.phase is Phase.CUSTODY
    for by, act in (("croupier", a.OpenBets()), ("ana", a.Stake(50_00, Hand.PRIMERO))):
        found = made.refused(by, act)
        assert (found.code, found.facts["needs"]) == ("bank-not-in-custody", 4_000_00)
        assert "DP.B.09" in found.clauses
    assert made.delivered().accepts("croupier", a.OpenBets())


@pytest.mark.clause("DP.E1.15")
def test_a_broken_bank_is_deposited_anew_before_anything_is_staked_on_it() -> None:
    made = coup(opened(LOST).ready(1_000_00))
    assert made.phase is Phase.BROKEN
    found = made.refused("croupier", a.OpenBets())
    assert (found.code, found.facts["banker"]) == ("bank-is-broken", "rosa")
    assert "DP.E1.15" in found.clauses


@pytest.mark.clause("DP.B.12", document="guia")
def test_under_the_guide_nothing_is_staked_before_it_is_known_whether_somebody_calls_banco() -> None:
    made = opened(WON, "guia").ready().do("croupier", a.OpenBets())
    assert made.phase is Phase.BANCO
    found = made.refused("ana", a.Stake(50_00, Hand.PRIMERO))
    assert (found.code, "DP.B.12" in found.clauses) == ("calls-open", True)
    free = opened(WON, **altered("guia", banco__excludes_stakes=False)).ready()
    assert free.do("croupier", a.OpenBets()).refused("ana", a.Stake(50_00, Hand.PRIMERO)).code == "wrong-window"


@pytest.mark.clause("DP.B.24")
def test_nothing_is_settled_before_the_bank_has_shown_its_cards() -> None:
    made = opened(LOST).ready().bets().staked(ana=50_00, carla=50_00).closed()
    assert made.refused("croupier", a.Settle()).code == "play-goes-on"
    made.played("no", "no").do("rosa", Stand())
    found = made.refused("croupier", a.Settle())
    assert (found.code, "DP.B.24" in found.clauses) == ("hands-not-shown", True)
    assert made.shown().accepts("croupier", a.Settle())


@pytest.mark.clause("DP.B.17")
def test_nobody_speaks_before_each_hand_has_its_two_cards() -> None:
    made = opened(WON).ready().bets().staked(ana=50_00, carla=50_00).closed()
    found = made.refused("ana", Say(Word.NO))
    assert (found.code, "DP.B.17" in found.clauses) == ("deal-first", True)
