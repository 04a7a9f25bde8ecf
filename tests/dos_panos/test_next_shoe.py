"""When a new shoe is due after an award, and what it needs; the offers of an open bank."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tests.dos_panos.test_bank import WON, coup
from tests.support.dos_panos.table import BANK, BANKER, Table, opened


def auctioned(made: Table, who: str = BANKER) -> Table:
    """Auction the bank to somebody, who deposits it."""
    made.do("inspector", a.OpenAuction()).do(who, a.Bid(BANK)).do("inspector", a.CloseAuction())
    return made.deposited(person=who)


def of_the_guide(shoe: str = "") -> Table:
    """A table of the guide with its first shoe, and a banker among the people there."""
    return opened(shoe, book="guia").shoe().do(BANKER, a.SitBehind(1))


@pytest.mark.clause("DP.E1.20")
def test_a_shoe_that_nobody_has_played_with_serves_the_bank_that_is_auctioned() -> None:
    made = auctioned(of_the_guide())
    assert (made.phase, made.state.shoe.number) == (Phase.CUSTODY, 1)


@pytest.mark.clause("DP.E1.20")
def test_a_bank_auctioned_anew_gets_a_new_shoe_whose_packs_are_laid_out() -> None:
    made = coup(auctioned(of_the_guide(WON)).delivered()).do(BANKER, a.LeaveBank())
    auctioned(made, "ana")
    assert (made.phase, made.state.shoe.number) == (Phase.SHOE, 1)
    assert made.refused("croupier", a.CountPack(312)).code == "packs-not-shown"
    assert (made.shoe().phase, made.state.shoe.number) == (Phase.CUSTODY, 2)


def test_everybody_is_offered_what_he_may_do_at_an_open_bank() -> None:
    made = opened(mode=BankMode.OPEN).announced()
    offers = made.play.game.legal(made.state, PersonId("director"))
    assert "prove-deposit" in [one.act for one in offers]
