"""For how long a bank is awarded: the shoes that it deals from, its first deposit, and a new shoe that is owed."""

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Count, FixedValue, PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.options import altered
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
    assert bank is not None
    return bank.shoes_left


def left(made: Table) -> Table:
    """Play a coup, and let the banker give up what he won."""
    return coup(made).do(BANKER, a.LeaveBank())


# --- the shoes of an award --------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E1.07")
def test_the_shoe_that_stands_loaded_when_a_bank_is_awarded_is_the_first_of_its_shoes() -> None:
    """Given one shoe under the guide, where the shoe is prepared first; when it ends; then the bank is its banker's."""
    made = opened(WON, book=GUIDE).shoe().do(BANKER, t.StandBehind(1))
    auctioned(made, BANKER).deposited().delivered()
    coup(with_last_coup(made))
    assert (made.phase, made.state.bank) == (Phase.SHOE, None)


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
    assert made.state.award is not None
    assert (made.state.award.shoes, made.state.award.days) == (3, 0)


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize("act", [a.OpenAuction(0, 3), a.DrawLots(BANK, 0, 3)])
def test_that_a_bank_is_auctioned_or_drawn_for_days_is_the_director_s(act: a.OpenAuction | a.DrawLots) -> None:
    made = opened(book=GUIDE).shoe()
    refused = made.refused("inspector", act)
    assert (refused.code, "DP.E1.08" in refused.clauses) == ("director-decides-days", True)
    made.do("director", act)
    assert made.state.span.days == 3


@pytest.mark.parametrize("act", [a.OpenAuction(0, 0), a.DrawLots(BANK, 0, 0)])
def test_no_bank_is_auctioned_or_drawn_without_a_term(act: a.OpenAuction | a.DrawLots) -> None:
    assert opened(book=GUIDE).shoe().refused("inspector", act).code == "term-missing"


@pytest.mark.parametrize("act", [a.OpenAuction(2), a.DrawLots(BANK, 2)])
def test_nor_for_a_term_that_the_rulebook_does_not_know(act: a.OpenAuction | a.DrawLots) -> None:
    made = opened(**altered(GUIDE, award__term=["days"])).shoe()
    assert made.refused("inspector", act).code == "no-such-term"


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize(
    ("book", "ways"), [("asturias-2011", {"announce-bank", "open-auction"}), (GUIDE, {"draw-lots"})]
)
def test_days_are_offered_to_the_director_and_shoes_to_the_inspector(book: str, ways: set[str]) -> None:
    made = opened(book=book)
    made = made.shoe() if made.phase is Phase.SHOE else made
    for who, is_for_days in (("director", True), ("inspector", False)):
        offers = [one for one in made.play.legal(who) if "shoes" in one.fields]
        assert ways <= {one.act for one in offers}
        assert {"days" in one.fields for one in offers} == {is_for_days}


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize("book", ["asturias-2011", GUIDE])
def test_a_bank_for_days_is_offered_for_one_day_to_ninety_nine_and_for_no_shoe(book: str) -> None:
    """Each way to award it, at the opening and anew: from one to ninety-nine, and the other term is none."""
    made = opened(WON, book=book)
    made = made.shoe() if made.phase is Phase.SHOE else made
    left_ = left(made.fork().ready())
    for now in (made, left_):
        for who, name in (("director", "days"), ("inspector", "shoes")):
            offers = [one for one in now.play.legal(who) if "shoes" in one.fields]
            assert offers, (who, now.phase)
            for one in offers:
                assert one.fields[name] == Count(1, 99)
                assert name == "shoes" or one.fields["shoes"] == FixedValue(0)
                assert set(one.fields) & {"shoes", "days"} == {"shoes", name}


@pytest.mark.clause("DP.E1.17")
def test_a_shoe_that_a_broken_banker_asks_for_is_one_of_his_award() -> None:
    """Given two shoes; broken in the first; then the shoe that he asks for is the second and last one."""
    made = coup(opened(f"{LOST} {WON}").announced(1_000_00, shoes=2).deposited(1_000_00).shoe().delivered())
    made.do(BANKER, a.AskNewShoe(), a.DepositBank(1_000_00)).shoe().delivered()
    coup(with_last_coup(made))
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)


# --- the first deposit ------------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E1.15")
def test_a_broken_banker_deposits_at_least_what_he_deposited_first_and_not_what_he_was_awarded() -> None:
    """Given an award of 1,000 and a first deposit of 2,000; when he deposits 1,999; then refused; 2,000: accepted."""
    made = opened(LOST).announced(1_000_00).deposited(2_000_00).shoe().delivered()
    coup(made, ana=1_000_00, carla=1_000_00)
    assert made.phase is Phase.BROKEN
    refused = made.refused(BANKER, a.DepositBank(1_999_00))
    assert (refused.code, "DP.E1.15" in refused.clauses) == ("deposit-too-small", True)
    assert made.accepts(BANKER, a.DepositBank(2_000_00))


@pytest.mark.clause("DP.E1.15")
def test_a_second_deposit_does_not_change_with_what_the_bank_began() -> None:
    made = coup(opened(f"{LOST} {LOST}").ready(1_000_00)).do(BANKER, a.DepositBank(1_500_00)).delivered()
    coup(made, ana=750_00, carla=750_00)
    assert made.accepts(BANKER, a.DepositBank(1_000_00))


@pytest.mark.clause("DP.E1.18")
def test_a_bank_is_offered_again_at_its_first_deposit() -> None:
    made = left(opened(WON).announced(1_000_00).deposited(2_000_00).shoe().delivered())
    assert made.state.offered_amount == 2_000_00


# --- a new shoe that is owed ------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.E1.20")
def test_the_play_ends_without_a_bidder_and_whoever_is_announced_then_begins_with_a_new_shoe() -> None:
    made = left(opened(WON).ready()).do("inspector", a.OpenAuction(), a.CloseAuction())
    assert (made.phase, made.state.shoe.has_ended) == (Phase.OPENING, True)
    made.announced(person="ana").do("ana", a.DepositBank(BANK))
    assert made.phase is Phase.SHOE


@pytest.mark.clause("DP.E1.20")
def test_an_auctioned_bank_that_goes_back_undeposited_still_has_a_new_shoe() -> None:
    made = auctioned(left(opened(WON).ready()), "ana").do("ana", a.AnnulAward())
    assert made.phase is Phase.OPENING
    made.announced(person="bea").do("bea", a.DepositBank(BANK))
    assert made.phase is Phase.SHOE


@pytest.mark.clause("DP.E1.20")
def test_whoever_was_awarded_a_bank_anew_does_not_give_it_up_before_its_new_shoe() -> None:
    """Its first coup is due from the new shoe, whether he is there or away."""
    made = auctioned(left(opened(WON).ready()), "ana").do("ana", a.DepositBank(BANK))
    assert made.refused("ana", a.LeaveBank()).code == "bank-just-begun"
    made.do("croupier", t.Away(PersonId("ana")))
    assert made.refused("croupier", a.LeaveBank()).code == "bank-just-begun"
    assert (made.phase, made.state.shoe.number) == (Phase.SHOE, 1)
    assert made.shoe().phase is Phase.CUSTODY


@pytest.mark.clause("DP.E1.21")
def test_under_the_guide_the_next_play_begins_with_its_shoe() -> None:
    made = opened(WON, book=GUIDE).shoe().do(BANKER, t.StandBehind(1))
    left(auctioned(made, BANKER).deposited().delivered()).do("inspector", a.OpenAuction(), a.CloseAuction())
    assert made.phase is Phase.SHOE
    assert made.shoe().phase is Phase.OPENING


@pytest.mark.clause("DP.E1.13")
def test_when_everybody_left_as_a_winner_the_play_ends_and_with_its_shoe_their_bar() -> None:
    """Nobody may bid: the play is over, the shoe with it, and whoever was barred may have the bank of the next."""
    made = left(opened(WON).ready())
    everybody = frozenset(made.state.seats.people())
    made.play.state = replace(made.state, barred_winners=everybody)
    assert {made.refused(who, a.AcceptBank()).code for who in everybody - {made.state.gave_up}} == {"winner-barred"}
    made.do("inspector", a.OpenAuction())
    assert {made.refused(who, a.Bid(BANK)).code for who in everybody} == {"winner-barred"}
    made.do("inspector", a.CloseAuction()).announced(person="ana")
    assert made.phase is Phase.DEPOSIT
