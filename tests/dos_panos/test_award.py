"""The award of the bank, by DP.E1: announced, bought, bid for, taken up, given back; its banker is bound."""

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.procedure import CallPerson
from tapete.games.banked.acts import DrawCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import return_bank
from tapete.games.dos_panos.events import BankReturned
from tapete.games.dos_panos.terms import BankEnd, BankMode, Hand, Phase
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, broken, coup, said, tags
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, Table, opened

ROSA = PersonId("rosa")


@pytest.mark.clause("DP.E1.02")
def test_the_amount_of_the_bank_is_announced_with_its_banker() -> None:
    made = opened()
    assert made.refused("croupier", a.AnnounceBank(ROSA, 5_000_00)).code == "not-your-post"
    made.announced(5_000_00)
    assert said(made) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}


@pytest.mark.clause("DP.E1.05")
def test_everybody_bids_a_punter_on_his_feet_too() -> None:
    made = opened().do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.accepts("pau", a.Bid(2_000_00))
    assert made.refused("eva", a.Bid(2_000_00)).code == "not-at-table"


@pytest.mark.clause("DP.E1.05", document="GUIDE")
def test_under_the_guide_those_present_at_the_table_bid() -> None:
    made = opened(book="guia").shoe().do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.accepts("pau", a.Bid(2_000_00))


@pytest.mark.clause("DP.E1.12")
def test_whoever_gives_the_bank_up_announces_what_he_withdraws() -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank())
    assert said(made) == {"bank-withdrawn": {"person": "rosa", "amount": "5.980"}}


@pytest.mark.clause("DP.E1.16")
def test_a_broken_banker_deposits_anew_or_gives_the_bank_up() -> None:
    made = broken()
    assert {"deposit-bank", "leave-bank"} <= tags(made, "rosa")
    made.do("rosa", a.LeaveBank())
    made.do("inspector", a.OpenAuction())
    assert made.accepts("rosa", a.Bid(2_000_00))


@pytest.mark.clause("DP.E1.19")
def test_a_bank_that_nobody_takes_up_is_auctioned_anew_and_equal_bids_draw_lots() -> None:
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank())
    assert made.accepts("inspector", a.OpenAuction())
    made.do("inspector", a.OpenAuction()).do("ana", a.Bid(2_000_00)).do("bea", a.Bid(2_000_00))
    made.do("inspector", a.CloseAuction())
    assert made.state.award.person in ("ana", "bea")


@pytest.mark.clause("DP.E1.22")
def test_a_bank_that_was_bought_beforehand_is_not_auctioned() -> None:
    made = opened(book="guia").shoe()
    assert made.accepts("rosa", a.BuyBank(5_000_00))
    made.bought()
    assert made.refused("inspector", a.OpenAuction()).code == "wrong-window"


@pytest.mark.clause("DP.B.32")
def test_under_the_guide_the_shoe_is_prepared_before_the_bank_is_awarded() -> None:
    made = opened(book="guia")
    assert made.why("inspector", a.OpenAuction(), "DP.B.32") == "shoe-first"
    made.shoe()
    assert made.accepts("inspector", a.OpenAuction())
    assert opened().accepts("inspector", a.OpenAuction())


@pytest.mark.clause("DP.B.08")
def test_no_betting_opens_before_the_bank_is_awarded() -> None:
    assert opened().why("croupier", a.OpenBets(), "DP.B.08") == "no-banker"


@pytest.mark.parametrize(("barred", "is_taken"), [("shoe", False), ("never", True)])
def test_how_long_a_winner_who_left_is_barred(barred: str, is_taken: bool) -> None:
    made = coup(opened(WON, **altered(bank__winner_barred=barred)).ready()).do("rosa", a.LeaveBank())
    assert made.do("inspector", a.OpenAuction()).accepts("rosa", a.Bid(6_000_00)) is is_taken


@pytest.mark.parametrize(
    ("bank", "at_desk", "put_in", "is_winner"),
    [
        (5_000_00, 0, 5_000_00, False),
        (5_000_01, 0, 5_000_00, True),
        (4_999_99, 0, 5_000_00, False),
        (1_00, 4_999_00, 5_000_00, False),
        (1_01, 4_999_00, 5_000_00, True),
        (8_000_00, 0, 8_000_00, False),
        (8_000_00, 0, 7_999_99, True),
    ],
)
@pytest.mark.parametrize("end", list(BankEnd))
def test_a_winner_is_whoever_leaves_with_more_than_he_has_put_in_altogether(
    bank: int, at_desk: int, put_in: int, is_winner: bool, end: BankEnd
) -> None:
    """What lies at the cash desk for him is his too; only a bank that he leaves of himself bars him."""
    state = opened("").ready().state
    held = replace(state.bank, deposit=at_desk, put_in=put_in)
    told = return_bank(replace(state, bank=held, ledger=state.ledger.set("bank", bank)), end)
    found = [(one.amount, one.deposit, one.end, one.is_winner) for one in told if isinstance(one, BankReturned)]
    assert found == [(bank, at_desk, end, is_winner and end is BankEnd.LEFT)]


ANA, BEA, CARLA = map(PersonId, ("ana", "bea", "carla"))

ANNUL = a.AnnulAward()


def taken_up() -> Table:
    """Ana and Carla want a bank that was given up; Ana, who comes first, has it."""
    made = coup(opened(WON).ready()).do("rosa", a.LeaveBank())
    return made.do("ana", a.AcceptBank()).do("carla", a.AcceptBank()).do("inspector", a.AnnounceBank(ANA, BANK))


@pytest.mark.clause("DP.E1.18")
@pytest.mark.parametrize("is_silent", [False, True])
def test_a_bank_that_its_taker_does_not_deposit_is_offered_to_the_others_who_wanted_it(is_silent: bool) -> None:
    made = taken_up()
    made = made.do("croupier", CallPerson()).do("inspector", ANNUL) if is_silent else made.do("ana", ANNUL)
    assert (made.phase, [one.person for one in made.state.seekers]) == (Phase.REOFFER, ["carla"])
    assert made.why("ana", a.AcceptBank(), "HP.DP.no-deposit") == "award-went-back"
    assert made.do("inspector", a.AnnounceBank(CARLA, BANK)).phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E1.19")
def test_when_nobody_is_left_who_takes_it_up_the_bank_is_auctioned_without_those_who_gave_it_back() -> None:
    made = taken_up().do("ana", ANNUL).do("inspector", a.AnnounceBank(CARLA, BANK)).do("carla", ANNUL)
    made.do("inspector", a.OpenAuction())
    assert {made.refused(one, a.Bid(BANK)).code for one in ("ana", "carla")} == {"award-went-back"}
    made.do("bea", a.Bid(BANK)).do("inspector", a.CloseAuction())
    assert made.state.award.person == BEA


def away(made: Table, *people: str) -> Table:
    return made.do(str(CLOCK), *(t.Away(who) for who in people))


@pytest.mark.clause("DP.E1.11")
def test_the_croupier_hands_over_for_a_banker_who_was_called_and_does_not_give_his_bank_up() -> None:
    made = opened(WON).announced().deposited().shoe().do("croupier", a.CallPerson())
    refused = made.refused("croupier", a.LeaveBank())
    assert (refused.code, made.phase) == ("not-the-banker", Phase.CUSTODY)
    assert "leave-bank" not in tags(made, "croupier")
    made.do("croupier", a.DeliverBank(made.state.bank.deposit if made.state.bank else 0))


@pytest.mark.clause("DP.E1.11")
@pytest.mark.parametrize("mode", BankMode)
def test_whoever_goes_away_before_the_first_coup_of_his_bank_is_not_rid_of_it(mode: BankMode) -> None:
    made = opened(LOST, mode=mode).announced().deposited()
    made.do("rosa", t.Away("rosa"))
    assert made.why("croupier", a.LeaveBank(), "DP.E1.11") == "bank-just-begun"
    made.shoe()
    for who in ("croupier", "inspector", "rosa"):
        assert not made.accepts(who, a.LeaveBank())
    made.do("croupier", a.DeliverBank(made.state.bank.deposit))
    assert made.why("croupier", a.LeaveBank(), "DP.E1.11") == "bank-just-begun"


@pytest.mark.clause("DP.E1.11")
def test_his_first_coup_is_dealt_without_him_and_no_other_one() -> None:
    made = away(opened(LOST).ready(), "rosa")
    made.do("croupier", a.OpenBets())
    assert "DP.E1.11" in made.turns[-1].rests_on
    made.do("croupier", a.CloseCalls()).staked(ana=500_00, carla=500_00).closed()
    for hand in (*Hand, *Hand):
        made.do("croupier", a.DealCard(hand))
    made.carried().said("1", "no").said("2", "no").do("croupier", a.Lift(Hand.BANCA))
    made.do("croupier", a.Stand() if made.accepts("croupier", a.Stand()) else DrawCard()).shown().settled()
    assert made.why("croupier", a.OpenBets(), "HP.DP.absent-player") == "banker-away"
    made.do("croupier", a.LeaveBank())
    assert (made.phase, made.state.bank) == (Phase.REOFFER, None)
