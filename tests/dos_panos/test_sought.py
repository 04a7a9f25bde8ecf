"""Who would have the bank says so, and the house gives it: a purchase is granted, a bank that was given up goes by
priority; what is left of a bank below the least stake.
"""

from typing import Any

import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import LOST, WON, coup, said, tags
from tests.support.dos_panos.table import BANK, Table, opened

ROSA, ANA, BEA, CARLA = map(PersonId, ("rosa", "ana", "bea", "carla"))


def left() -> Table:
    """A bank that its banker gave up after a coup that he won."""
    return coup(opened(WON).ready()).do("rosa", a.LeaveBank())


@pytest.mark.clause("DP.E1.22", document="GUIDE")
def test_a_bank_is_bought_when_the_house_grants_it_and_is_announced_with_its_amount() -> None:
    made = opened(book="guia").shoe().do("rosa", a.BuyBank(BANK))
    assert (made.phase, made.state.award) == (Phase.OPENING, None)
    assert made.refused("rosa", a.AnnounceBank(ROSA, BANK)).code == "not-your-post"
    made.do("inspector", a.AnnounceBank(ROSA, BANK, 2))
    assert said(made) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}
    award = made.state.award
    assert (award.way, award.shoes) == (AwardWay.BOUGHT, 2)


@pytest.mark.clause("DP.E1.22", document="GUIDE")
@pytest.mark.parametrize(
    ("person", "amount", "code", "facts"),
    [
        (ANA, BANK, "bank-not-wanted", {"person": "ana"}),
        (ROSA, BANK + 1, "bank-wanted-at", {"person": "rosa", "amount": BANK, "found": BANK + 1}),
    ],
)
def test_the_house_sells_no_bank_that_nobody_asked_to_buy_at_that_amount(
    person: PersonId, amount: int, code: str, facts: dict[str, Any]
) -> None:
    made = opened(book="guia").shoe().do("rosa", a.BuyBank(BANK))
    refused = made.refused("inspector", a.AnnounceBank(person, amount))
    assert (refused.code, refused.facts, "DP.E1.22" in refused.clauses) == (code, facts, True)


@pytest.mark.clause("DP.D.04")
@pytest.mark.clause("DP.E1.18")
def test_of_several_who_would_take_the_bank_up_the_nearest_to_the_banker_has_it_whoever_said_it_first() -> None:
    made = left().do("carla", a.AcceptBank()).do("bea", a.AcceptBank()).do("ana", a.AcceptBank())
    assert made.phase is Phase.REOFFER
    refused = made.refused("inspector", a.AnnounceBank(CARLA, BANK))
    assert (refused.code, refused.facts["person"], "DP.D.04" in refused.clauses) == ("another-comes-first", "ana", True)
    assert made.refused("inspector", a.AnnounceBank(BEA, BANK)).code == "another-comes-first"
    made.do("inspector", a.AnnounceBank(ANA, BANK))
    assert (made.phase, said(made)) == (
        Phase.DEPOSIT,
        {"bank-announced": {"person": "ana", "amount": "5.000"}},
    )


@pytest.mark.clause("DP.E1.18")
def test_the_bank_goes_on_at_its_first_amount_to_somebody_who_wants_it() -> None:
    made = left()
    assert made.refused("inspector", a.AnnounceBank(ANA, BANK)).code == "bank-not-wanted"
    made.do("ana", a.AcceptBank())
    assert made.refused("ana", a.AcceptBank()).code == "nothing-changes"
    assert made.refused("croupier", a.AnnounceBank(ANA, BANK)).code == "not-your-post"
    refused = made.refused("inspector", a.AnnounceBank(ANA, 6_000_00))
    assert (refused.code, refused.facts["amount"]) == ("bank-offered-at", BANK)
    assert "DP.E1.18" in refused.clauses
    (offer,) = [one for one in made.play.legal("inspector") if one.act == "announce-bank"]
    assert (offer.fixed_value("person"), offer.fixed_value("amount")) == ("ana", BANK)


@pytest.mark.clause("DP.E1.19")
def test_whoever_takes_his_wish_back_keeps_the_bank_from_nobody() -> None:
    made = left().do("ana", a.AcceptBank()).do("bea", a.AcceptBank()).do("ana", a.WithdrawWish())
    assert [one.person for one in made.state.seekers] == ["bea"]
    assert "HP.DP.no-deposit" in made.turns[-1].rests_on
    assert made.refused("inspector", a.AnnounceBank(ANA, BANK)).code == "bank-not-wanted"
    assert made.fork().do("inspector", a.AnnounceBank(BEA, BANK)).phase is Phase.DEPOSIT
    made.do("bea", a.WithdrawWish())
    assert made.fork().do("inspector", a.OpenAuction()).phase is Phase.AUCTION
    assert made.do("ana", a.AcceptBank()).accepts("inspector", a.AnnounceBank(ANA, BANK))


@pytest.mark.clause("DP.E1.02")
@pytest.mark.parametrize("bids", [{"ana": 2_000_00}, {"ana": 2_000_00, "bea": 2_000_00}])
def test_whoever_wins_the_auction_is_announced_with_his_amount(bids: dict[str, int]) -> None:
    made = opened().do("inspector", a.OpenAuction())
    for who, amount in bids.items():
        made.do(who, a.Bid(amount))
    spoken = said(made.do("inspector", a.CloseAuction()))
    award = made.state.award
    assert spoken == {"bank-announced": {"person": award.person, "amount": "2.000"}}


def below_stakes(book: str = "asturias-2011") -> Table:
    """A bank of 1,000 euros loses all but five, and the least stake is ten."""
    made = opened(LOST, book=book, minimum=10_00).ready(1_000_00)
    made.bets().staked(ana=500_00, carla=495_00).closed().played("no", "no").banker(Stand()).shown()
    return made.settled()


@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
def test_a_bank_below_the_least_stake_may_be_filled_up_or_given_up(book: str) -> None:
    made = below_stakes(book)
    assert (made.phase, made.account("bank")) == (Phase.BROKEN, 5_00)
    assert "HP.DP.below-stakes" in made.turns[-1].outcome.rests_on
    assert {"deposit-bank", "leave-bank", "ask-new-shoe"} <= tags(made, "rosa")
    assert made.refused("rosa", a.DepositBank(999_00)).code == "deposit-too-small"
    made.do("rosa", a.DepositBank(1_000_00))
    assert made.phase is Phase.CUSTODY
    assert made.delivered().account("bank") == 1_005_00
