"""Why something is refused: the step that is missing by its clause (DP.B, DP.E1), and the reason in words."""

import pytest

from tapete.games.banked.acts import Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.table import acts as t
from tapete.words import refusal
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened


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
    assert made.why("ana", a.Stake(50_00, Hand.PRIMERO), "DP.B.12") == "calls-open"
    free = opened(WON, **altered("guia", banco__excludes_stakes=False)).ready()
    assert free.do("croupier", a.OpenBets()).refused("ana", a.Stake(50_00, Hand.PRIMERO)).code == "wrong-window"


@pytest.mark.clause("DP.B.24")
def test_nothing_is_settled_before_the_bank_has_shown_its_cards() -> None:
    made = opened(LOST).ready().bets().staked(ana=50_00, carla=50_00).closed()
    assert made.refused("croupier", a.Settle()).code == "play-goes-on"
    made.played("no", "no").do("rosa", Stand())
    assert made.why("croupier", a.Settle(), "DP.B.24") == "hands-not-shown"
    assert made.shown().accepts("croupier", a.Settle())


@pytest.mark.clause("DP.B.17")
def test_nobody_speaks_before_each_hand_has_its_two_cards() -> None:
    made = opened(WON).ready().bets().staked(ana=50_00, carla=50_00).closed()
    assert made.why("ana", Say(Word.NO), "DP.B.17") == "deal-first"


def told(made: Table, by: str, act: object, lang: str = "es") -> str:
    """Return the sentence with which an act is refused."""
    found = made.refused(by, act)
    return refusal(found.code, found.facts, lang)


def test_whoever_comes_too_early_is_told_what_is_still_to_be_done() -> None:
    waits = opened().announced()
    assert waits.refused("ana", a.Stake(100_00, Hand.PRIMERO)).code == "deposit-first"
    dealt = opened(LOST).ready().bets().staked(ana=100_00, carla=100_00).closed().dealt()
    assert dealt.refused("ana", a.Say(Word.NO)).code == "not-carried"
    assert dealt.carried().refused("rosa", a.Stand()).code == "cloths-speak-first"
    void = opened("9s 9h Kd 8c 8d 7h").ready(1_000_00).do("croupier", a.OpenBets()).do("ana", a.CallBanco())
    void.do("croupier", a.CloseCalls()).played("no", "no").do("rosa", a.Stand()).shown().settled()
    refused = void.refused("croupier", a.OpenBets())
    assert (refused.code, refused.facts) == ("banco-may-repeat", {"caller": "ana"})


def test_a_bidder_who_would_leave_is_told_of_his_bid() -> None:
    made = opened().do("inspector", a.OpenAuction()).do("ana", a.Bid(3_000_00))
    assert told(made, "ana", t.Leave()) == "Su puja vale hasta que se cierre la subasta."
    assert made.refused("ana", t.StandBehind(3)).code == "bid-in-play"


def test_whoever_called_banco_is_told_of_his_call_and_keeps_the_chips_for_it() -> None:
    made = opened(chips=1_200_00).ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    assert {made.refused("bea", act).code for act in (t.Leave(), t.CashOut(300_00))} == {"banco-in-play"}
    assert told(made, "bea", t.Leave()) == "Ha pedido banco: espere a que se decida y se juegue."


def test_whoever_holds_cards_without_a_stake_is_told_of_the_cards() -> None:
    """Only those on their feet have staked: the cards of the cloth are those of its first place all the same."""
    made = opened().do("pau", t.StandBehind(2), t.BuyIn(500_00)).ready().bets().staked(carla=100_00)
    made.do("pau", a.Stake(100_00, Hand.PRIMERO)).closed()
    assert made.state.holder(Hand.PRIMERO) == "ana"
    assert told(made, "ana", t.Leave()) == "Tiene las cartas de su paño."
    assert told(made, "pau", t.Leave()) == "Tiene dinero sobre la mesa."
