"""Whose award went back undeposited is asked for the bank no more: nobody keeps it from the others without end."""

import pytest

from tapete.games.baccarat.procedure import CallPerson
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.table import BANK, Table, opened

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
    refused = made.refused("ana", a.AcceptBank())
    assert (refused.code, "HP.DP.no-deposit" in refused.clauses) == ("award-went-back", True)
    assert made.do("inspector", a.AnnounceBank(CARLA, BANK)).phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E1.19")
def test_when_nobody_is_left_who_takes_it_up_the_bank_is_auctioned_without_those_who_gave_it_back() -> None:
    made = taken_up().do("ana", ANNUL).do("inspector", a.AnnounceBank(CARLA, BANK)).do("carla", ANNUL)
    made.do("inspector", a.OpenAuction())
    assert {made.refused(one, a.Bid(BANK)).code for one in ("ana", "carla")} == {"award-went-back"}
    made.do("bea", a.Bid(BANK)).do("inspector", a.CloseAuction())
    assert made.state.award is not None
    assert made.state.award.person == BEA


def test_the_winner_of_an_auction_who_gives_it_back_does_not_bid_in_the_next_one() -> None:
    made = opened().do("inspector", a.OpenAuction()).do("ana", a.Bid(BANK)).do("inspector", a.CloseAuction())
    made.do("ana", ANNUL).do("inspector", a.OpenAuction())
    assert made.refused("ana", a.Bid(BANK + 100_00)).code == "award-went-back"
    assert made.accepts("bea", a.Bid(BANK))


def test_he_may_have_it_again_when_nobody_has_bid_or_another_has_deposited() -> None:
    made = opened().do("inspector", a.OpenAuction()).do("ana", a.Bid(BANK)).do("inspector", a.CloseAuction())
    made.do("ana", ANNUL).do("inspector", a.OpenAuction())
    nobody = made.fork().do("inspector", a.CloseAuction()).do("inspector", a.OpenAuction())
    assert nobody.accepts("ana", a.Bid(BANK))
    made.do("bea", a.Bid(BANK)).do("inspector", a.CloseAuction()).deposited(person="bea")
    assert made.state.annulled == frozenset()


def test_who_wanted_the_bank_wants_it_no_more_when_another_has_deposited_it() -> None:
    assert taken_up().deposited(person="ana").state.seekers == ()
