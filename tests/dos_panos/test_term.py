"""For how long a bank is awarded, by DP.E1: shoes and days, the first deposit, an award that outlasts its table."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.rules import AwardWay
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import Count, PersonId
from tapete.table import acts as t
from tapete.table.acts import Leave, Sit, StandBehind
from tests.support.dos_panos.coups import LOST, WON, coup, said
from tests.support.dos_panos.table import BANK, BANKER, Table, opened

GUIDE = "guia"
TWICE = f"{WON} {WON}"


def with_last_coup(made: Table) -> Table:
    """The stop card comes out in the next coup."""
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=made.state.shoe.position + 2))
    return made


def auctioned(made: Table, who: str, amount: int = BANK, **term: int) -> Table:
    by = "director" if term.get("days") else "inspector"
    made.do(by, a.OpenAuction(**term)).do(who, a.Bid(amount))
    return made.do("inspector", a.CloseAuction())


def shoes_left(made: Table) -> int:
    """Return how many shoes of its award a bank has after the one in use, as everybody sees it."""
    bank = made.play.game.view(made.state, None).bank
    return bank.shoes_left


def left(made: Table) -> Table:
    """Play a coup, and let the banker give up what he won."""
    return coup(made).do(BANKER, a.LeaveBank())


@pytest.mark.clause("DP.E1.07")
def test_with_two_shoes_the_same_banker_goes_on_after_the_first_and_not_after_the_second() -> None:
    made = opened(TWICE, book=GUIDE).shoe().do(BANKER, t.StandBehind(1))
    auctioned(made, BANKER, shoes=2).deposited()
    assert shoes_left(made) == 1
    coup(with_last_coup(made.delivered()))
    assert (made.phase, made.state.banker, shoes_left(made)) == (Phase.SHOE, BANKER, 1)
    coup(with_last_coup(made.shoe().delivered()))
    assert (made.phase, made.state.bank) == (Phase.SHOE, None)


@pytest.mark.clause("DP.E1.07")
def test_whoever_takes_a_bank_up_counts_the_shoe_that_he_goes_on_with() -> None:
    made = left(opened(TWICE).ready()).taken_up("ana").do("ana", a.DepositBank(BANK)).delivered()
    coup(with_last_coup(made), bea=500_00, carla=500_00)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)


@pytest.mark.clause("DP.E1.07")
@pytest.mark.parametrize("way", ["auction", "lots"])
def test_the_term_is_announced_with_the_auction_or_the_lots(way: str) -> None:
    made = opened(book=GUIDE).shoe()
    if way == "lots":
        made.do("inspector", a.DrawLots(BANK, 3))
    else:
        auctioned(made, "ana", shoes=3)
    assert (made.state.award.shoes, made.state.award.days) == (3, 0)


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize("act", [a.OpenAuction(0, 3), a.DrawLots(BANK, 0, 3)])
def test_that_a_bank_is_auctioned_or_drawn_for_days_is_the_director_s(act: a.OpenAuction | a.DrawLots) -> None:
    made = opened(book=GUIDE).shoe()
    assert made.why("inspector", act, "DP.E1.08") == "director-decides-days"
    made.do("director", act)
    assert made.state.span.days == 3


@pytest.mark.clause("DP.E1.17")
def test_a_shoe_that_a_broken_banker_asks_for_is_one_of_his_award() -> None:
    """Given two shoes; broken in the first; then the shoe that he asks for is the second and last one."""
    made = coup(opened(f"{LOST} {WON}").announced(1_000_00, shoes=2).deposited(1_000_00).shoe().delivered())
    made.do(BANKER, a.AskNewShoe(), a.DepositBank(1_000_00)).shoe().delivered()
    coup(with_last_coup(made))
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)


@pytest.mark.clause("DP.E1.15")
def test_a_broken_banker_deposits_at_least_what_he_deposited_first_and_not_what_he_was_awarded() -> None:
    """Given an award of 1,000 and a first deposit of 2,000; when he deposits 1,999; then refused; 2,000: accepted."""
    made = opened(LOST).announced(1_000_00).deposited(2_000_00).shoe().delivered()
    coup(made, ana=1_000_00, carla=1_000_00)
    assert made.phase is Phase.BROKEN
    assert made.why(BANKER, a.DepositBank(1_999_00), "DP.E1.15") == "deposit-too-small"
    assert made.accepts(BANKER, a.DepositBank(2_000_00))


@pytest.mark.clause("DP.E1.20")
def test_whoever_was_awarded_a_bank_anew_does_not_give_it_up_before_its_new_shoe() -> None:
    """Its first coup is due from the new shoe, whether he is there or away."""
    made = auctioned(left(opened(WON).ready()), "ana").do("ana", a.DepositBank(BANK))
    assert made.refused("ana", a.LeaveBank()).code == "bank-just-begun"
    made.do("croupier", t.Away(PersonId("ana")))
    assert made.refused("croupier", a.LeaveBank()).code == "bank-just-begun"
    assert (made.phase, made.state.shoe.number) == (Phase.SHOE, 1)
    assert made.shoe().phase is Phase.CUSTODY


ROSA = PersonId("rosa")
CLOSE = CloseTable()


def for_days(days: int = 3, shoe: str = WON) -> Table:
    """The director gives Rosa the bank for days, and she deals."""
    made = opened(shoe).do("director", a.AnnounceBank(ROSA, BANK, days=days)).deposited(7_000_00)
    return made.shoe().delivered()


def closed(made: Table) -> StandingAward | None:
    return made.do("director", CLOSE).state.standing_award


def kept(days: int = 2, **other: Any) -> StandingAward:
    return StandingAward(ROSA, BANK, days, is_begun=True, **other)


@pytest.mark.clause("DP.E1.08")
def test_a_bank_for_days_is_its_banker_s_when_the_table_closes_at_what_he_deposited_first() -> None:
    """Given the director sets three days; when the first closes; then two further days are his."""
    found = closed(coup(for_days(3)))
    assert found == StandingAward(ROSA, 7_000_00, 3, is_begun=True, coups=1)
    assert found.further_days == 2


@pytest.mark.clause("DP.E1.08")
def test_on_its_last_day_no_further_one_is_left() -> None:
    assert closed(for_days(1)).further_days == 0


@pytest.mark.clause("DP.E1.08")
def test_a_bank_for_days_outlasts_the_last_shoe_of_a_session() -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).proven("rosa")
    made.do("director", a.AnnounceBank(ROSA, BANK, days=3)).deposited().shoe().delivered()
    made.bets().staked(ana=500_00, carla=500_00).closed()
    last = msgspec.structs.replace(made.state.shoe, is_stop_seen=True)
    made.play.state = msgspec.structs.replace(made.state, shoe=last)
    over = made.played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    stands = StandingAward(ROSA, BANK, 3, is_begun=True, coups=1)
    assert (over.state.bank, over.state.standing_award) == (None, stands)
    assert closed(over) == stands


@pytest.mark.clause("DP.E2.15")
def test_a_bank_is_offered_and_awarded_for_the_shoes_that_its_session_has_left_and_for_no_more() -> None:
    """A bank that is taken up goes on with the shoe in use, one that is auctioned begins another."""
    opening = opened(WON, mode=BankMode.OPEN, session_shoes=2).proven("rosa").proven("ana")
    given_up = coup(opening.fork().announced().deposited().shoe().delivered()).do("rosa", a.LeaveBank())
    taken_up = given_up.fork().do("ana", a.AcceptBank())
    announced = {who: partial(a.AnnounceBank, PersonId(who), BANK) for who in ("rosa", "ana")}
    for made, act, left in (
        (opening, announced["rosa"], 2),
        (opening, a.OpenAuction, 2),
        (taken_up, announced["ana"], 2),
        (given_up, a.OpenAuction, 1),
    ):
        offers = [one for one in made.play.legal("inspector") if one.act == act(1).__struct_config__.tag]
        assert [one.fields["shoes"] for one in offers] == [Count(1, left)]
        assert made.accepts("inspector", act(left))
        assert made.why("inspector", act(left + 1), "DP.E2.15") == "shoes-above-session"


@pytest.mark.clause("DP.E1.08")
def test_on_the_next_day_the_same_banker_is_announced_and_goes_on() -> None:
    made = opened(award=kept())
    assert said(Table(made.play, made.turns[:1])) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}
    award = made.state.award
    assert (award.person, award.days, award.way) == ("rosa", 2, AwardWay.STANDING)
    assert made.refused("inspector", a.OpenAuction()).code == "wrong-window"
    assert made.refused("rosa", a.DepositBank(BANK - 1)).code == "deposit-too-small"
    assert made.deposited(BANK + 1).state.bank.initial == BANK, "the bank stays the one of the first day"


@pytest.mark.clause("DP.E1.11")
def test_a_banker_who_has_played_no_coup_yet_is_bound_to_his_first_on_whichever_day() -> None:
    first = closed(for_days(3))
    assert (first.is_begun, first.coups) == (True, 0)
    made = opened(WON, award=first).deposited(7_000_00).shoe().delivered()
    assert made.refused("rosa", a.LeaveBank()).code == "bank-just-begun"
    assert closed(coup(made)).coups == 1


@pytest.mark.clause("DP.E1.18")
def test_if_he_does_not_come_the_bank_is_offered_again_at_its_first_amount() -> None:
    made = opened(award=kept()).do("croupier", a.CallPerson()).do("inspector", a.AnnulAward())
    assert (made.phase, made.state.offered_amount, made.state.gave_up) == (Phase.REOFFER, BANK, "rosa")


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize("come", [Sit(3), StandBehind(1), a.SitBehind(2)], ids=["a place", "on his feet", "behind"])
def test_on_the_next_day_he_comes_to_the_table_is_called_and_waited_for(come: Any) -> None:
    """Nobody takes the bank from him before he was called, and whoever comes after a call is called anew."""
    made = opened(award=kept())
    assert made.refused("inspector", a.AnnulAward()).code == "award-stands"
    came = made.fork().do("rosa", come)
    assert came.refused("inspector", a.AnnulAward()).code == "award-stands"
    assert came.refused("rosa", Leave()).code == "bank-is-yours"
    assert came.deposited().state.seats.in_chair == ROSA
    made.do("croupier", a.CallPerson())
    assert said(Table(made.play, made.turns[-1:])) == {"banker-called": {"person": "rosa"}}
    assert made.refused("croupier", a.CallPerson()).code == "called-already"
    assert made.accepts("inspector", a.AnnulAward())
    made.do("rosa", come)
    assert made.refused("inspector", a.AnnulAward()).code == "award-stands"
    made.do("croupier", a.CallPerson()).do("inspector", a.AnnulAward())
    assert made.phase is Phase.REOFFER


@pytest.mark.clause("DP.E1.22", document="GUIDE")
def test_a_bank_that_was_bought_beforehand_is_announced_and_not_auctioned() -> None:
    """Given a pre-award to Rosa at 5,000; when opening; then no auction is held."""
    made = opened(book="guia", award=StandingAward(ROSA, BANK, shoes=2)).shoe()
    award = made.state.award
    assert (award.person, award.shoes, award.way) == ("rosa", 2, AwardWay.BOUGHT)
    assert made.refused("inspector", a.OpenAuction()).code == "wrong-window"
    assert made.deposited(6_000_00).state.bank is not None
    assert made.state.bank.initial == 6_000_00


@pytest.mark.clause("DP.B.32", document="GUIDE")
def test_under_the_guide_he_is_announced_when_the_shoe_stands_ready() -> None:
    made = opened(book="guia", award=kept())
    assert (made.phase, made.state.award) == (Phase.SHOE, None)
    made.shoe()
    assert (made.phase, made.state.award.person, made.state.standing_award) == (Phase.DEPOSIT, "rosa", None)
