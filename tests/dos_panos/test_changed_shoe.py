"""A shoe that is changed before its stop card ends there, with what was asked of it; when a banker may change it."""

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import Award
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup, tags
from tests.support.dos_panos.table import BANK, Table, opened

SMALL = 1_000_00
TWO = Award(PersonId("rosa"), SMALL, AwardWay.ANNOUNCED, 2)
"""An award for two shoes."""
AGAIN = f"{LOST} {LOST}"


def broken(shoe: str = LOST) -> Table:
    return coup(opened(shoe).ready(SMALL))


def ended(made: Table) -> list[int]:
    """Return the shoes that ended, in order."""
    return [one.shoe for turn in made.turns for one in turn.events if isinstance(one, ShoeEnded)]


@pytest.mark.clause("DP.B.30")
def test_a_check_that_was_asked_for_is_made_before_a_broken_banker_gets_another_shoe() -> None:
    made = broken().do("ana", a.AskCardCheck()).do("rosa", a.AskNewShoe()).deposited(SMALL)
    assert (made.phase, ended(made)) == (Phase.SHOE, [1])
    refused = made.refused("croupier", a.CountPack(312))
    assert (refused.code, refused.facts["by"]) == ("check-asked", ["ana"])
    assert "check-cards" in tags(made, "croupier")
    made.do("croupier", a.CheckCards(312))
    assert "DP.B.30" in made.turns[-1].rests_on
    made.shoe().delivered()


@pytest.mark.clause("DP.B.30")
def test_and_before_the_new_shoe_of_a_bank_that_was_auctioned_anew() -> None:
    made = coup(opened(WON).ready()).do("ana", a.AskCardCheck()).do("rosa", a.LeaveBank())
    made.do("inspector", a.OpenAuction()).do("bea", a.Bid(BANK)).do("inspector", a.CloseAuction())
    made.do("bea", a.DepositBank(BANK))
    assert (made.phase, ended(made)) == (Phase.SHOE, [1])
    assert made.refused("croupier", a.CountPack(312)).code == "check-asked"
    made.do("inspector", a.CheckCards(311))
    made.do("croupier", a.CountPack(312))


def test_nobody_needs_a_check_for_whom_nobody_asked() -> None:
    made = broken().do("rosa", a.AskNewShoe()).deposited(SMALL)
    made.do("croupier", a.CountPack(312))
    assert ended(made) == [1]


@pytest.mark.clause("DP.E1.17")
def test_a_banker_who_has_deposited_anew_may_still_change_the_shoe() -> None:
    """If he goes on with the bank he may change it: he says so before he deposits, or after."""
    made = broken(AGAIN).deposited(SMALL)
    assert made.phase is Phase.CUSTODY
    assert "ask-new-shoe" in tags(made, "rosa")
    delivered = made.fork().delivered()
    assert (delivered.phase, "ask-new-shoe" in tags(delivered, "rosa")) == (Phase.BETWEEN, True)
    for now in (made, delivered):
        now.do("rosa", a.AskNewShoe())
        assert "DP.E1.17" in now.turns[-1].rests_on
        assert (now.phase, ended(now)) == (Phase.SHOE, [1])
        assert now.refused("rosa", a.AskNewShoe()).code == "wrong-window"
        now.shoe()
    assert (made.phase, delivered.phase) == (Phase.CUSTODY, Phase.BETWEEN)
    assert delivered.account("bank") == SMALL


@pytest.mark.clause("DP.E1.17")
def test_once_a_coup_has_been_opened_with_it_he_goes_on_with_the_shoe() -> None:
    made = (
        broken(AGAIN).deposited(SMALL).delivered().bets().staked(ana=100_00, carla=100_00).closed().played("no", "no")
    )
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"
    made.banker(a.Stand()).shown().settled()
    assert made.phase is Phase.BETWEEN
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"
    assert "ask-new-shoe" not in tags(made, "rosa")


def test_a_banker_whose_bank_was_not_broken_changes_no_shoe() -> None:
    made = opened().announced().deposited().shoe()
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"
    made.delivered()
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"


def test_a_changed_shoe_is_changed_once() -> None:
    made = broken().do("rosa", a.AskNewShoe())
    assert made.refused("rosa", a.AskNewShoe()).code == "nothing-changes"
    made.deposited(SMALL).shoe()
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"
    made.delivered().do("pau", t.StandBehind(1))
    assert made.refused("rosa", a.AskNewShoe()).code == "wrong-window"


@pytest.mark.clause("DP.B.30")
def test_a_check_that_was_asked_for_is_made_though_the_table_closes() -> None:
    made = coup(opened(WON).ready()).do("ana", a.AskCardCheck()).do("inspector", a.CloseTable())
    assert "check-cards" in tags(made, "croupier")
    assert made.refused("ana", a.CheckCards(312)).code == "not-your-post"
    made.do("croupier", a.CheckCards(312))
    assert made.refused("croupier", a.CheckCards(312)).code == "no-check-asked"
    assert made.refused("ana", a.AskCardCheck()).code == "table-closed"


def test_a_shoe_that_is_over_anyway_needs_nobody_to_ask_for_another() -> None:
    made = opened(LOST).ready(SMALL)
    made.play.state = replace(
        made.state, shoe=replace(made.state.shoe, stop=3), bank=replace(made.state.bank, award=TWO)
    )
    coup(made)
    assert (made.phase, made.state.shoe.has_ended) == (Phase.BROKEN, True)
    assert made.refused("rosa", a.AskNewShoe()).code == "nothing-changes"
    assert made.deposited(SMALL).phase is Phase.SHOE


@pytest.mark.clause("DP.E1.15")
def test_nothing_is_added_to_a_bank_that_still_plays() -> None:
    """Ten euros are left of it, one least stake: it goes on with them, or its banker leaves it."""
    made = coup(opened(LOST).ready(SMALL), ana=500_00, carla=490_00)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, 10_00)
    assert made.refused("rosa", a.DepositBank(SMALL)).code == "wrong-window"
    assert "deposit-bank" not in tags(made, "rosa")
    made.fork().bets()
    made.do("rosa", a.LeaveBank())
