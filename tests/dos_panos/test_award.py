"""The award of the bank, in the words of the register: announced, bought, bid for, taken up, drawn; its end."""

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import return_bank
from tapete.games.dos_panos.events import BankReturned
from tapete.games.dos_panos.terms import BankEnd, BankMode, Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, broken, coup, said, tags
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import opened

ROSA = PersonId("rosa")


@pytest.mark.clause("DP.E1.02")
def test_the_amount_of_the_bank_is_announced_with_its_banker() -> None:
    made = opened()
    assert made.refused("croupier", a.AnnounceBank(ROSA, 5_000_00)).code == "not-your-post"
    made.announced(5_000_00)
    assert said(made) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}


def test_of_an_open_bank_the_amount_on_the_table_is_announced_and_never_what_was_proven() -> None:
    made = opened(mode=BankMode.OPEN).announced(2_000_00).do("director", a.ProveDeposit(ROSA, 40_000_00))
    assert said(made) == {}
    made.deposited(2_000_00).shoe().delivered()
    assert said(made) == {"bank-amount": {"amount": "2.000"}}


@pytest.mark.clause("DP.E1.05")
def test_everybody_bids_a_punter_on_his_feet_too() -> None:
    made = opened().do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.accepts("pau", a.Bid(2_000_00))
    assert made.refused("eva", a.Bid(2_000_00)).code == "not-at-table"


@pytest.mark.clause("DP.E1.05", document="GUIDE")
def test_under_the_guide_those_present_at_the_table_bid() -> None:
    made = opened(book="guia").shoe().do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.accepts("pau", a.Bid(2_000_00))


def test_where_only_the_seated_bid_the_others_do_not() -> None:
    made = opened(**altered(award__bidders="seated"))
    made.do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.refused("pau", a.Bid(2_000_00)).code == "seated-only"
    assert made.accepts("ana", a.Bid(2_000_00))


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
    assert made.state.award is not None
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
    refused = made.refused("inspector", a.OpenAuction())
    assert (refused.code, "DP.B.32" in refused.clauses) == ("shoe-first", True)
    made.shoe()
    assert made.accepts("inspector", a.OpenAuction())
    assert opened().accepts("inspector", a.OpenAuction())


@pytest.mark.clause("DP.B.08")
def test_no_betting_opens_before_the_bank_is_awarded() -> None:
    refused = opened().refused("croupier", a.OpenBets())
    assert (refused.code, "DP.B.08" in refused.clauses) == ("no-banker", True)


# --- the term of an award ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terms", "shoes", "days"), [(["shoes"], 2, 0), (["days"], 0, 3)])
def test_a_bank_is_awarded_for_the_terms_that_the_rulebook_knows(terms: list[str], shoes: int, days: int) -> None:
    made = opened(**altered(award__term=terms))
    by, other = ("director", "inspector") if days else ("inspector", "director")
    made.fork().do(by, a.AnnounceBank(ROSA, 5_000_00, shoes, days))
    against = (0, 3) if shoes else (2, 0)
    assert made.refused(other, a.AnnounceBank(ROSA, 5_000_00, *against)).code == "no-such-term"
    opened().do(other, a.AnnounceBank(ROSA, 5_000_00, *against))


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
    assert state.bank is not None
    held = replace(state.bank, deposit=at_desk, put_in=put_in)
    told = return_bank(replace(state, bank=held, ledger=state.ledger.set("bank", bank)), end)
    found = [(one.amount, one.deposit, one.end, one.is_winner) for one in told if isinstance(one, BankReturned)]
    assert found == [(bank, at_desk, end, is_winner and end is BankEnd.LEFT)]


@pytest.mark.parametrize(("least", "is_taken"), [("initial", False), ("any", True)])
def test_what_a_broken_bank_goes_on_from(least: str, is_taken: bool) -> None:
    made = coup(opened(LOST, **altered(bank__redeposit_least=least)).ready(1_000_00))
    assert made.phase is Phase.BROKEN
    assert made.accepts("rosa", a.DepositBank(500_00)) is is_taken
