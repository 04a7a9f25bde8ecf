"""When a new shoe is due after an award, and what it needs; the offers of an open bank."""

import msgspec
import pytest
from msgspec.structs import replace

from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.banked.shoe import AskCardCheck
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.evolve.shoe import apply_shoe_ended
from tapete.games.dos_panos.state.table import Shoe
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


@pytest.mark.clause("DP.E2.15")
def test_with_the_last_shoe_of_a_session_a_bank_goes_on_but_none_is_auctioned_anew() -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).announced()
    made.do("director", a.ProveDeposit(PersonId(BANKER), 90_000_00)).deposited().shoe().delivered()
    coup(made).do(BANKER, a.LeaveBank())
    refused = made.refused("inspector", a.OpenAuction())
    assert (refused.code, "DP.E2.15" in refused.clauses) == ("session-over", True)
    assert made.proven("ana").taken_up("ana").phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E2.15")
def test_a_banker_whose_bank_is_broken_gets_no_shoe_that_the_session_does_not_have() -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).announced()
    made.do("director", a.ProveDeposit(PersonId(BANKER), 1)).deposited().shoe().delivered()
    made.play.state = msgspec.structs.replace(coup(made).state, phase=Phase.BROKEN)
    assert made.refused(BANKER, a.AskNewShoe()).code == "session-over"
    assert made.accepts(BANKER, a.DepositBank(BANK))
    over = msgspec.structs.replace(made.state.shoe, has_ended=True)
    made.play.state = msgspec.structs.replace(made.state, shoe=over)
    assert made.refused(BANKER, a.DepositBank(BANK)).code == "session-over"


def test_everybody_is_offered_what_he_may_do_at_an_open_bank() -> None:
    made = opened(mode=BankMode.OPEN).announced()
    offers = made.play.game.legal(made.state, PersonId("director"))
    assert "prove-deposit" in [one.act for one in offers]


def offered(made: Table, who: str) -> list[str]:
    return [one.act for one in made.play.legal(who)]


def test_stakes_above_what_an_open_bank_has_proven_wait_for_a_further_proof() -> None:
    made = opened(mode=BankMode.OPEN).announced()
    made.do("director", a.ProveDeposit(PersonId(BANKER), 100_00)).deposited().shoe().delivered().bets()
    made.staked(ana=9_000_00, carla=9_000_00)
    assert "close-bets" in offered(made, "croupier")
    assert made.closed().phase is Phase.BETS
    assert "close-bets" not in offered(made, "croupier")
    assert "prove-deposit" in offered(made, "director")
    made.do("director", a.ProveDeposit(PersonId(BANKER), 20_000_00))
    assert "close-bets" in offered(made, "croupier")


def test_a_check_that_was_asked_for_is_offered_where_no_further_shoe_follows() -> None:
    made = coup(opened(WON).ready().do("ana", AskCardCheck()))
    assert "check-cards" not in offered(made, "croupier")
    made.play.state = msgspec.structs.replace(made.state, phase=Phase.OPENING, shoe=_ended(made))
    assert "check-cards" in offered(made, "croupier")


def _ended(made: Table) -> Shoe:
    return msgspec.structs.replace(made.state.shoe, has_ended=True)


def test_the_packs_of_another_shoe_are_laid_out_and_counted_anew() -> None:
    state = opened().ready().state
    laid = replace(state, shoe=replace(state.shoe, is_shown=True, is_counted=True))
    shoe = apply_shoe_ended(laid, ShoeEnded(1)).shoe
    assert (shoe.has_ended, shoe.is_shown, shoe.is_counted) == (True, False, False)
