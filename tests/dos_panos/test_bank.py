"""The bank by DP.B, DP.E1 and DP.E2: announced, auctioned, deposited and handed over; its bounds; broken, left."""

import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.table import BANK, BANKER, SEATS, Table, opened


@pytest.mark.clause("DP.E1.01")
def test_the_inspector_announces_banker_and_amount() -> None:
    made = opened()
    refused = made.refused("croupier", a.AnnounceBank(PersonId("rosa"), 5_000_00))
    assert refused.code == "not-your-post"
    made.announced()
    assert (made.phase, made.state.award.person if made.state.award else None) == (Phase.DEPOSIT, "rosa")


@pytest.mark.clause("DP.E2.04")
@pytest.mark.parametrize(("amount", "code"), [(12_000_00, "bank-above-maximum"), (999_00, "bank-below-minimum")])
def test_a_bank_is_formed_between_its_limits(amount: int, code: str) -> None:
    refused = opened().refused("inspector", a.AnnounceBank(PersonId("rosa"), amount))
    assert (refused.code, "DP.E2.04" in refused.clauses) == (code, True)


@pytest.mark.clause("DP.E1.04")
def test_the_highest_bid_has_the_bank_whoever_makes_it() -> None:
    made = opened().do("pau", t.StandBehind(1), t.BuyIn(9_000_00)).do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(3_000_00)).do("pau", a.Bid(4_500_00))
    assert made.refused("bea", a.Bid(12_000_00)).code == "bank-above-maximum"
    made.do("carla", a.Bid(4_000_00)).do("inspector", a.CloseAuction())
    assert (made.state.award.person, made.state.award.amount) == ("pau", 4_500_00)


@pytest.mark.clause("DP.E1.06")
def test_equal_highest_bids_draw_lots() -> None:
    made = opened().do("inspector", a.OpenAuction()).do("ana", a.Bid(4_500_00)).do("carla", a.Bid(4_500_00))
    made.do("bea", a.Bid(2_000_00)).do("inspector", a.CloseAuction())
    assert made.state.award.person in ("ana", "carla")
    assert any(type(event).__name__ == "LotDrawn" for event in made.turns[-1].events)


@pytest.mark.clause("DP.E1.21")
def test_without_a_bidder_the_play_is_over() -> None:
    made = opened().do("inspector", a.OpenAuction()).do("inspector", a.CloseAuction())
    assert (made.phase, made.state.award, made.state.bank) == (Phase.OPENING, None, None)


@pytest.mark.clause("DP.B.04")
def test_the_guide_prepares_the_shoe_first_and_lets_the_bank_be_bought_or_drawn() -> None:
    made = opened(book="guia")
    assert made.phase is Phase.SHOE
    refused = made.refused("croupier", a.CountPack(312))
    assert (refused.code, "DP.B.04" in refused.clauses) == ("packs-not-shown", True)
    made.shoe()
    assert made.refused("inspector", a.AnnounceBank(PersonId("rosa"), 5_000_00)).code == "bank-not-wanted"
    made.fork().bought().deposited().delivered()
    made.do("inspector", a.DrawLots(3_000_00))
    assert made.state.award.person in SEATS.values()


@pytest.mark.clause("DP.E1.08")
def test_an_award_for_days_is_the_director_s() -> None:
    refused = opened().refused("inspector", a.AnnounceBank(PersonId("rosa"), 5_000_00, 0, 3))
    assert (refused.code, "DP.E1.08" in refused.clauses) == ("director-decides-days", True)


@pytest.mark.clause("DP.E1.10")
def test_a_personal_cheque_is_no_deposit() -> None:
    assert opened().announced().why("rosa", a.DepositBank(5_000_00, "personal-cheque"), "DP.E1.10") == "deposit-form"


@pytest.mark.clause("DP.E1.03")
def test_without_a_banker_the_inspector_auctions_the_bank() -> None:
    assert opened().accepts("inspector", a.OpenAuction())
    assert opened().refused("croupier", a.OpenAuction()).code == "not-your-post"


@pytest.mark.clause("DP.E1.09")
def test_the_whole_amount_is_deposited_in_cash_or_by_a_cheque_of_a_bank() -> None:
    made = opened().announced()
    assert made.why("rosa", a.DepositBank(4_999_00), "DP.E1.09") == "deposit-too-small"
    assert made.refused("ana", a.DepositBank(5_000_00)).code == "not-your-bank"
    made.do("rosa", a.DepositBank(5_000_00, "bank-cheque"))
    assert made.account("deposit:rosa") == 5_000_00
    assert made.state.seats.in_chair == "rosa"


@pytest.mark.clause("DP.B.09")
def test_the_chips_of_the_whole_bank_lie_with_the_croupier_before_the_betting() -> None:
    made = opened().announced().deposited().shoe()
    refused = made.refused("rosa", a.DeliverBank(4_000_00))
    assert (refused.code, "DP.B.09" in refused.clauses) == ("bank-not-in-custody", True)
    assert made.refused("croupier", a.OpenBets()).code == "bank-not-in-custody"
    made.delivered()
    assert (made.account("bank"), made.account("deposit:rosa")) == (5_000_00, 0)


@pytest.mark.clause("DP.B.31")
def test_the_guide_has_the_bank_announced_and_delivered_before_every_coup() -> None:
    made = coup(opened(WON, book="guia").ready())
    assert made.phase is Phase.CUSTODY
    made.delivered().do("croupier", a.OpenBets())
    elsewhere = coup(opened(WON).ready())
    assert elsewhere.phase is Phase.BETWEEN


@pytest.mark.clause("DP.E2.10")
def test_an_open_bank_begins_with_a_proven_deposit_whose_sum_stays_with_house_and_director() -> None:
    made = opened(mode=BankMode.OPEN)
    refused = made.refused("inspector", a.AnnounceBank(PersonId("rosa"), 5_000_00))
    assert (refused.code, "DP.E2.10" in refused.clauses) == ("deposit-not-proven", True)
    assert made.refused("inspector", a.ProveDeposit(PersonId("rosa"), 40_000_00)).code == "not-your-post"
    elsewhere = a.ProveDeposit(PersonId("rosa"), 40_000_00, DepositPlace.CREDIT_INSTITUTION)
    assert made.refused("director", elsewhere).code == "institution-missing"
    made.do("director", a.ProveDeposit(PersonId("rosa"), 40_000_00))
    (proven,) = made.turns[-1].events
    assert proven.private() == ("amount",)
    assert not any(name.startswith("deposit:") for name in made.state.ledger)
    made.announced().deposited()


def test_a_loss_above_the_chips_of_an_open_bank_comes_out_of_the_proven_deposit() -> None:
    made = (
        opened(LOST, mode=BankMode.OPEN).announced(1_000_00).do("director", a.ProveDeposit(PersonId("rosa"), 40_000_00))
    )
    made.deposited(1_000_00).shoe().delivered()
    coup(made, ana=2_000_00, carla=1_500_00)
    assert (made.chips("ana"), made.chips("carla"), made.account("bank")) == (22_000_00, 21_500_00, 0)
    assert made.state.bank.called_deposit == 2_500_00
    assert made.phase is Phase.BETWEEN


@pytest.mark.clause("DP.E2.12")
def test_a_further_proof_is_never_below_what_is_called_or_may_be_called_now() -> None:
    """After the closing words nobody takes the cover of the stakes away, and the house never stands in for it."""

    def proof(amount: int) -> a.ProveDeposit:
        return a.ProveDeposit(PersonId("rosa"), amount)

    made = opened(LOST, mode=BankMode.OPEN).announced(1_000_00).do("director", proof(40_000_00), proof(10_000_00))
    made.deposited(1_000_00).shoe().delivered().bets().staked(ana=2_000_00, carla=1_500_00).closed()
    refused = made.refused("director", proof(2_499_99))
    assert (refused.code, "DP.E2.12" in refused.clauses) == ("deposit-not-sufficient", True)
    made.do("director", proof(2_500_00)).played("no", "no").banker(Stand()).shown().settled()
    assert made.state.bank.called_deposit == 2_500_00
    assert made.refused("director", proof(2_499_99)).code == "deposit-not-sufficient"


@pytest.mark.clause("DP.E1.11")
def test_the_banker_leaves_after_the_first_coup_and_says_what_he_withdraws() -> None:
    made = opened(WON).ready()
    assert made.why("rosa", a.LeaveBank(), "DP.E1.11") == "bank-just-begun"
    coup(made).do("rosa", a.LeaveBank())
    (_, returned, *_) = made.turns[-1].events
    assert (returned.amount, returned.is_winner) == (5_000_00 + 1_000_00 - 20_00, True)
    assert made.chips("rosa") == 5_980_00
    assert (made.phase, made.state.offered_amount) == (Phase.REOFFER, 5_000_00)


@pytest.mark.clause("DP.E1.13")
def test_a_winner_who_left_is_no_banker_again_in_this_shoe() -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank())
    refused = made.refused("rosa", a.AcceptBank())
    assert (refused.code, "DP.E1.13" in refused.clauses) == ("winner-barred", True)
    made.do("inspector", a.OpenAuction())
    assert made.refused("rosa", a.Bid(6_000_00)).code == "winner-barred"


@pytest.mark.clause("DP.E1.18")
def test_whoever_takes_the_bank_up_does_it_at_its_first_amount_and_goes_on_with_the_shoe() -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank()).taken_up("ana")
    assert made.state.award.amount == 5_000_00
    made.do("ana", a.DepositBank(5_000_00))
    assert made.phase is Phase.CUSTODY


@pytest.mark.clause("DP.E1.20")
def test_after_a_new_auction_a_new_shoe_is_started() -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank()).do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(2_000_00)).do("inspector", a.CloseAuction()).do("ana", a.DepositBank(2_000_00))
    assert made.phase is Phase.SHOE


def broken() -> Table:
    made = opened(LOST).ready(1_000_00)
    return coup(made, ana=500_00, carla=500_00)


@pytest.mark.clause("DP.E1.14")
def test_a_bank_of_which_nothing_is_left_is_broken() -> None:
    made = broken()
    assert (made.phase, made.account("bank")) == (Phase.BROKEN, 0)


@pytest.mark.clause("DP.E1.15")
@pytest.mark.parametrize("amount", [1_000_00, 7_000_00])
def test_a_broken_banker_goes_on_with_as_much_as_he_began_with_or_more(amount: int) -> None:
    made = broken()
    assert made.why("rosa", a.DepositBank(999_00), "DP.E1.15") == "deposit-too-small"
    made.do("rosa", a.DepositBank(amount))
    assert made.phase is Phase.CUSTODY
    made.delivered()
    assert made.account("bank") == amount


@pytest.mark.clause("DP.E1.17")
def test_a_broken_banker_may_ask_for_another_shoe_or_give_the_bank_up() -> None:
    made = broken()
    assert made.accepts("rosa", a.AskNewShoe())
    made.fork().do("rosa", a.AskNewShoe(), a.DepositBank(1_000_00)).shoe().delivered()
    made.do("rosa", a.LeaveBank())
    assert (made.phase, made.state.offered_amount) == (Phase.REOFFER, 1_000_00)
    assert made.why("rosa", a.AcceptBank(), "DP.E1.18") == "bank-was-yours"
    made.taken_up("ana")
    assert made.phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E1.07")
@pytest.mark.clause("DP.E1.08")
def test_a_bank_is_awarded_for_shoes_or_for_days_and_not_for_both() -> None:
    """Given two shoes and two days at once; then refused: no term is dropped in silence."""
    made = opened()
    for act in (a.AnnounceBank(PersonId(BANKER), BANK, shoes=2, days=2), a.OpenAuction(shoes=2, days=2)):
        found = made.refused("director", act)
        assert (found.code, found.facts) == ("two-terms", {"shoes": 2, "days": 2})
        assert "DP.E1.07" in found.clauses
    assert made.accepts("director", a.AnnounceBank(PersonId(BANKER), BANK, days=2))
    lots = opened(book="guia").shoe().refused("director", a.DrawLots(BANK, shoes=3, days=1))
    assert lots.code == "two-terms"


@pytest.mark.clause("DP.E1.15")
@pytest.mark.clause("DP.E2.04")
def test_a_broken_banker_deposits_the_maximum_anew_beside_a_rest_that_covers_no_stake() -> None:
    """Given maximum and first deposit 1,000 and 5 left; when he deposits 1,000; then 1,005 play: the cap is on what a
    bank is formed with, and less than the first deposit he may not put in.
    """
    made = opened(LOST, bank_maximum=1_000_00).ready(1_000_00)
    made = coup(made, ana=500_00, carla=495_00)
    assert (made.phase, made.state.bank_chips) == (Phase.BROKEN, 5_00)
    assert made.refused(BANKER, a.DepositBank(999_99)).code == "deposit-too-small"
    assert made.why(BANKER, a.DepositBank(1_000_01), "DP.E2.04") == "bank-above-maximum"
    made.do(BANKER, a.DepositBank(1_000_00)).delivered()
    assert made.state.bank_chips == 1_005_00


def left_from_nowhere() -> Table:
    """Rosa came to the table for its bank alone, gives it up after a coup and stands behind the first place."""
    made = coup(opened(WON).ready()).do(BANKER, a.LeaveBank())
    assert made.state.seats.is_standing(PersonId(BANKER))
    return made


@pytest.mark.clause("DP.B.01")
@pytest.mark.clause("DP.B.02")
def test_whoever_stands_at_a_cloth_is_one_of_its_punters_also_after_he_had_the_bank() -> None:
    """Two are asked for on each cloth, seated or standing, whether they stake or not; he may go whenever he likes."""
    made = left_from_nowhere().do("bea", t.Leave()).taken_up("dani")
    made.do("dani", a.DepositBank(BANK)).do("eva", t.StandBehind(7)).delivered()
    assert made.accepts("croupier", a.OpenBets())
    made.do(BANKER, t.Leave())
    found = made.refused("croupier", a.OpenBets())
    assert (found.code, found.facts["primero"], found.facts["segundo"]) == ("too-few-punters", 1, 2)
