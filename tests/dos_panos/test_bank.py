"""The bank by DP.B, E1 and E2: announced, bought, auctioned, taken up; deposited, handed over; broken, left, bound."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import return_bank
from tapete.games.dos_panos.events import BankReturned, LotsWanted
from tapete.games.dos_panos.rules import AwardWay, DepositPlace
from tapete.games.dos_panos.terms import BankEnd, BankMode, Hand, Phase
from tapete.kernel import CLOCK, HOUSE, PersonId
from tapete.table import acts as t
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.dos_panos.coups import LOST, WON, broken, coup, said, tags
from tests.support.dos_panos.options import altered, under
from tests.support.dos_panos.table import BANK, BANKER, CHIPS, Table, opened
from tests.support.rows import rows

ROSA, ANA, BEA, CARLA = map(PersonId, (BANKER, "ana", "bea", "carla"))
CHIEF = {"catalogo-51-53": "chief"}
"""Who announces the bank where it is not the inspector."""


def left(shoe: str = WON) -> Table:
    """Rosa gave up a bank of 5,000 after a coup that she won."""
    return coup(opened(shoe).ready()).do("rosa", a.LeaveBank())


def auction(**bids: int) -> Table:
    made = opened().do("inspector", a.OpenAuction())
    for who, amount in bids.items():
        made.do(who, a.Bid(amount))
    return made


def is_drawn(made: Table) -> bool:
    return any(type(event).__name__ == "LotDrawn" for event in made.turns[-1].events)


@under("DP.E1.01", "", "REG-51-53")
def test_an_official_announces_banker_and_amount(book: str) -> None:
    made = opened(book=book)
    for who in {"croupier", "inspector", "chief"} - {CHIEF.get(book, "inspector")}:
        assert made.refused(who, a.AnnounceBank(ROSA, BANK)).code == "not-your-post"
    made.do(CHIEF.get(book, "inspector"), a.AnnounceBank(ROSA, BANK))
    assert (made.phase, made.state.award.person) == (Phase.DEPOSIT, "rosa")


@rows("role", [Role.CROUPIER, Role.ASSISTANT, Role.TABLE_CHIEF])
def test_nobody_to_whom_a_bank_is_due_is_sent_to_a_post_of_its_table(role: Role) -> None:
    """HP.DP.relief: a banker need not be at the table, and would play there on duty."""
    named = opened().announced()
    bought = opened(book="guia").shoe().do("rosa", a.BuyBank(BANK)).do("inspector", a.AnnounceBank(ROSA, BANK))
    drawn = opened(kind=ChanceKind.KEYED, conduct=Conduct.OBSERVED, book="guia")
    drawn.shoe().do("inspector", a.DrawLots(BANK)).do("ana", t.CashOut(CHIPS), t.Leave())
    asking = opened(book="guia").shoe().do("rosa", a.BuyBank(BANK))
    for made, person in ((named, ROSA), (bought, ROSA), (drawn, ANA), (asking, ROSA)):
        for by in ("inspector", HOUSE):
            refused = made.refused(by, t.Relieve(role, person))
            assert (refused.code, refused.rests_on) == ("player-may-not-serve", ("HP.DP.relief",)), made.phase


def test_an_official_deposits_no_bank_that_was_kept_for_them() -> None:
    made = opened().announced()
    made.play.state = replace(made.state, staff=made.state.staff.set(Role.ASSISTANT, ROSA))
    assert made.refused("rosa", a.DepositBank(BANK)).code == "staff-may-not-play"


@under("DP.E1.02", "", "REG-51-53")
def test_the_amount_of_the_bank_is_announced_with_its_banker(book: str) -> None:
    made = opened(book=book)
    assert made.accepts(CHIEF.get(book, "inspector"), a.AnnounceBank(ROSA, 5_000_00))
    assert said(made.announced(5_000_00)) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}


@under("DP.E1.03", "", "REG-51-53")
def test_without_a_banker_the_inspector_auctions_the_bank(book: str) -> None:
    """Though in one document it is the table chief who announces it."""
    assert opened(book=book).accepts("inspector", a.OpenAuction())
    for who in ("croupier", "chief"):
        assert opened(book=book).refused(who, a.OpenAuction()).code == "not-your-post"


@pytest.mark.clause("DP.E1.04")
def test_the_highest_bid_has_the_bank_whoever_makes_it() -> None:
    made = opened().do("pau", t.StandBehind(1), t.BuyIn(9_000_00)).do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(3_000_00)).do("pau", a.Bid(4_500_00))
    assert made.refused("bea", a.Bid(12_000_00)).code == "bank-above-maximum"
    made.do("carla", a.Bid(4_000_00)).do("inspector", a.CloseAuction())
    assert (made.state.award.person, made.state.award.amount) == ("pau", 4_500_00)


@under("DP.E1.05", "", "GUIDE")
def test_everybody_at_the_table_bids_a_punter_on_his_feet_too(book: str) -> None:
    made = opened(book=book)
    made = made.shoe() if made.phase is Phase.SHOE else made
    made.do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.accepts("pau", a.Bid(2_000_00))
    assert made.refused("eva", a.Bid(2_000_00)).code == "not-at-table"


@under("DP.E1.06", "", "GUIDE")
def test_equal_highest_bids_draw_lots(book: str) -> None:
    made = opened(book=book)
    made = (made.shoe() if made.phase is Phase.SHOE else made).do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(4_500_00)).do("carla", a.Bid(4_500_00)).do("bea", a.Bid(2_000_00))
    made.do("inspector", a.CloseAuction())
    assert made.state.award.person in ("ana", "carla")
    assert is_drawn(made)


@pytest.mark.clause("DP.E1.21")
def test_without_a_bidder_the_play_is_over() -> None:
    made = auction().do("inspector", a.CloseAuction())
    assert (made.phase, made.state.award, made.state.bank) == (Phase.OPENING, None, None)


@under("DP.E2.04", "", "REG-51-53")
def test_a_bank_is_formed_between_its_limits(book: str) -> None:
    made = opened(book=book)
    for amount, code in ((12_000_00, "bank-above-maximum"), (999_00, "bank-below-minimum")):
        assert made.why(CHIEF.get(book, "inspector"), a.AnnounceBank(ROSA, amount), "DP.E2.04") == code


@pytest.mark.clause("DP.E1.07")
@pytest.mark.clause("DP.E1.08")
def test_a_bank_is_awarded_for_shoes_or_for_days_and_not_for_both() -> None:
    """Given two shoes and two days at once; then refused: no term is dropped in silence."""
    made = opened()
    for act in (a.AnnounceBank(ROSA, BANK, shoes=2, days=2), a.OpenAuction(shoes=2, days=2)):
        assert made.why("director", act, "DP.E1.07") == "two-terms"
        assert made.refused("director", act).facts == {"shoes": 2, "days": 2}
    assert made.accepts("director", a.AnnounceBank(ROSA, BANK, days=2))
    assert opened(book="guia").shoe().refused("director", a.DrawLots(BANK, shoes=3, days=1)).code == "two-terms"


@pytest.mark.clause("DP.E1.08")
def test_an_award_for_days_is_the_director_s() -> None:
    assert opened().why("inspector", a.AnnounceBank(ROSA, BANK, 0, 3), "DP.E1.08") == "director-decides-days"


@pytest.mark.clause("DP.B.04")
def test_the_guide_prepares_the_shoe_first_and_lets_the_bank_be_bought_or_drawn() -> None:
    made = opened(book="guia")
    assert made.phase is Phase.SHOE
    assert made.why("croupier", a.CountPack(312), "DP.B.04") == "packs-not-shown"
    made.shoe()
    assert made.refused("inspector", a.AnnounceBank(ROSA, BANK)).code == "bank-not-wanted"
    made.fork().bought().deposited().delivered()
    made.do(str(CLOCK), t.Away("bea")).do("inspector", a.DrawLots(3_000_00))
    (wanted,) = (one for turn in made.turns for one in turn.events if isinstance(one, LotsWanted))
    assert wanted.tokens == ("ana", "carla", "dani"), "no lot is for somebody who is away"
    assert made.state.award.person in wanted.tokens


@under("DP.B.08", "", "GUIDE")
def test_no_betting_opens_before_the_bank_is_awarded(book: str) -> None:
    made = opened(book=book)
    made = made.shoe() if made.phase is Phase.SHOE else made
    assert made.why("croupier", a.OpenBets(), "DP.B.08") == "no-banker"
    ways = (("rosa", a.BuyBank(BANK)), ("inspector", a.DrawLots(BANK)), ("inspector", a.AnnounceBank(ROSA, BANK)))
    assert [made.accepts(*one) for one in ways] == ([True, True, False] if book == "guia" else [False, False, True])


@pytest.mark.clause("DP.B.32")
def test_under_the_guide_the_shoe_is_prepared_before_the_bank_is_awarded() -> None:
    made = opened(book="guia")
    assert made.why("inspector", a.OpenAuction(), "DP.B.32") == "shoe-first"
    assert made.shoe().accepts("inspector", a.OpenAuction())
    assert opened().accepts("inspector", a.OpenAuction())


@pytest.mark.clause("DP.E1.22")
def test_a_bank_that_was_bought_beforehand_is_not_auctioned() -> None:
    made = opened(book="guia").shoe()
    assert made.accepts("rosa", a.BuyBank(BANK))
    assert made.bought().refused("inspector", a.OpenAuction()).code == "wrong-window"


@pytest.mark.clause("DP.E1.22", document="GUIDE")
def test_whoever_wants_to_buy_the_bank_may_change_the_amount_and_is_not_offered_the_same() -> None:
    made = opened(book="guia").shoe()
    made.do("rosa", a.BuyBank(made.state.settings.bank_minimum))
    (offered,) = (one.fields["amount"] for one in made.play.legal("rosa") if one.act == "buy-bank")
    assert made.accepts("rosa", a.BuyBank(offered.first()))
    assert made.refused("rosa", a.BuyBank(made.state.settings.bank_minimum)).code == "nothing-changes"


@pytest.mark.clause("DP.E1.22", document="GUIDE")
def test_a_bank_is_bought_when_the_house_grants_it_and_is_announced_with_its_amount() -> None:
    """The house sells none that nobody asked to buy at that amount."""
    made = opened(book="guia").shoe().do("rosa", a.BuyBank(BANK))
    assert (made.phase, made.state.award) == (Phase.OPENING, None)
    assert made.refused("rosa", a.AnnounceBank(ROSA, BANK)).code == "not-your-post"
    for who, amount, code, facts in (
        (ANA, BANK, "bank-not-wanted", {"person": "ana"}),
        (ROSA, BANK + 1, "bank-wanted-at", {"person": "rosa", "amount": BANK, "found": BANK + 1}),
    ):
        assert made.why("inspector", a.AnnounceBank(who, amount), "DP.E1.22") == code
        assert made.refused("inspector", a.AnnounceBank(who, amount)).facts == facts
    made.do("inspector", a.AnnounceBank(ROSA, BANK, 2))
    assert said(made) == {"bank-announced": {"person": "rosa", "amount": "5.000"}}
    assert (made.state.award.way, made.state.award.shoes) == (AwardWay.BOUGHT, 2)


@pytest.mark.clause("DP.E1.09")
def test_the_whole_amount_is_deposited_in_cash_or_by_a_cheque_of_a_bank() -> None:
    made = opened().announced()
    assert made.why("rosa", a.DepositBank(4_999_00), "DP.E1.09") == "deposit-too-small"
    assert made.refused("ana", a.DepositBank(5_000_00)).code == "not-your-bank"
    made.do("rosa", a.DepositBank(5_000_00, "bank-cheque"))
    assert (made.account("deposit:rosa"), made.state.seats.in_chair) == (5_000_00, "rosa")


@under("DP.E1.10", "", "OM1979-09", "REG-51-53")
def test_a_personal_cheque_is_no_deposit(book: str) -> None:
    made = opened(book=book).announced()
    assert made.why("rosa", a.DepositBank(BANK, "personal-cheque"), "DP.E1.10") == "deposit-form"
    assert made.accepts("rosa", a.DepositBank(BANK, "bank-cheque"))


@pytest.mark.clause("DP.B.09")
@pytest.mark.parametrize("mode", BankMode)
def test_the_chips_of_the_whole_bank_lie_with_the_croupier_before_the_betting(mode: BankMode) -> None:
    made = opened(mode=mode).announced().deposited().shoe()
    acts = (("rosa", a.DeliverBank(4_000_00)), ("croupier", a.OpenBets()), ("ana", a.Stake(50_00, Hand.PRIMERO)))
    for who, act in acts:
        assert made.why(who, act, "DP.B.09") == "bank-not-in-custody"
    assert made.refused("ana", a.Stake(50_00, Hand.PRIMERO)).facts == {"needs": BANK, "found": 0}
    made.delivered().do("croupier", a.OpenBets())
    assert (made.account("bank"), made.account("deposit:rosa")) == (5_000_00, 0)


@pytest.mark.clause("DP.E2.10")
def test_an_open_bank_begins_with_a_proven_deposit_whose_sum_stays_with_house_and_director() -> None:
    made = opened(mode=BankMode.OPEN)
    assert made.why("inspector", a.AnnounceBank(ROSA, BANK), "DP.E2.10") == "deposit-not-proven"
    assert made.refused("inspector", a.ProveDeposit(ROSA, 40_000_00)).code == "not-your-post"
    elsewhere = a.ProveDeposit(ROSA, 40_000_00, DepositPlace.CREDIT_INSTITUTION)
    assert made.refused("director", elsewhere).code == "institution-missing"
    (proven,) = made.do("director", a.ProveDeposit(ROSA, 40_000_00)).turns[-1].events
    assert proven.private() == ("amount",)
    assert not any(name.startswith("deposit:") for name in made.state.ledger)
    made.announced().deposited()


@pytest.mark.clause("DP.E2.12")
def test_a_further_proof_is_never_below_what_is_called_or_may_be_called_now() -> None:
    """After the closing words nobody takes that cover away, and the house never stands in for it."""

    def proof(amount: int) -> a.ProveDeposit:
        return a.ProveDeposit(ROSA, amount)

    made = opened(LOST, mode=BankMode.OPEN).announced(1_000_00).do("director", proof(40_000_00), proof(10_000_00))
    made.deposited(1_000_00).shoe().delivered().bets().staked(ana=2_000_00, carla=1_500_00).closed()
    assert made.why("director", proof(2_499_99), "DP.E2.12") == "deposit-not-sufficient"
    made.do("director", proof(2_500_00)).played("no", "no").banker(Stand()).shown().settled()
    assert (made.chips("ana"), made.chips("carla"), made.account("bank")) == (22_000_00, 21_500_00, 0)
    assert (made.state.bank.called_deposit, made.state.bank.put_in) == (2_500_00, 3_500_00)
    assert made.refused("director", proof(2_499_99)).code == "deposit-not-sufficient"


@pytest.mark.clause("DP.E1.11")
def test_the_croupier_hands_over_for_a_banker_who_was_called_and_does_not_give_his_bank_up() -> None:
    made = opened(WON).announced().deposited().shoe().do("croupier", a.CallPerson())
    assert made.refused("croupier", a.LeaveBank()).code == "not-the-banker"
    assert "leave-bank" not in tags(made, "croupier")
    made.do("croupier", a.DeliverBank(made.state.bank.deposit))


@pytest.mark.clause("DP.E1.11")
@pytest.mark.parametrize("mode", BankMode)
def test_whoever_goes_away_before_the_first_coup_of_his_bank_is_not_rid_of_it(mode: BankMode) -> None:
    made = opened(LOST, mode=mode).announced().deposited().do("rosa", t.Away("rosa"))
    assert made.why("croupier", a.LeaveBank(), "DP.E1.11") == "bank-just-begun"
    made.shoe()
    assert not any(made.accepts(who, a.LeaveBank()) for who in ("croupier", "inspector", "rosa"))
    made.do("croupier", a.DeliverBank(made.state.bank.deposit))
    assert made.why("croupier", a.LeaveBank(), "DP.E1.11") == "bank-just-begun"


@pytest.mark.clause("DP.E1.11")
def test_his_first_coup_is_dealt_without_him_and_no_other_one() -> None:
    made = opened(LOST).ready().do(str(CLOCK), t.Away("rosa")).do("croupier", a.OpenBets())
    assert "DP.E1.11" in made.turns[-1].rests_on
    made.do("croupier", a.CloseCalls()).staked(ana=500_00, carla=500_00).closed()
    made.do("croupier", *map(a.DealCard, (*Hand, *Hand)))
    made.carried().said("1", "no").said("2", "no").do("croupier", a.Lift(Hand.BANCA))
    made.do("croupier", a.Stand() if made.accepts("croupier", a.Stand()) else DrawCard()).shown().settled()
    assert made.why("croupier", a.OpenBets(), "HP.DP.absent-player") == "banker-away"
    made.do("croupier", a.LeaveBank())
    assert (made.phase, made.state.bank) == (Phase.REOFFER, None)


@pytest.mark.clause("DP.E1.12")
def test_whoever_gives_the_bank_up_announces_what_he_withdraws() -> None:
    assert said(left()) == {"bank-withdrawn": {"person": "rosa", "amount": "5.980"}}


@under("DP.E1.13", "", "OM1979-09", "REG-51-53")
def test_a_winner_who_left_is_no_banker_again_in_this_shoe(book: str) -> None:
    made = coup(opened(WON, book=book).ready()).do("rosa", a.LeaveBank())
    assert made.why("rosa", a.AcceptBank(), "DP.E1.13") == "winner-barred"
    assert made.do("inspector", a.OpenAuction()).refused("rosa", a.Bid(6_000_00)).code == "winner-barred"
    made.do("ana", a.Bid(6_000_00)).do("inspector", a.CloseAuction()).deposited(6_000_00, "ana").shoe()
    assert made.state.barred_now == frozenset(), "in another shoe a winner may be banker again"


@rows(
    "bank, at_desk, put_in, is_winner",
    [
        (5_000_00, 0, 5_000_00, False),
        (5_000_01, 0, 5_000_00, True),
        (1_00, 4_999_00, 5_000_00, False),
        (1_01, 4_999_00, 5_000_00, True),
        (8_000_00, 0, 8_000_00, False),
        (8_000_00, 0, 7_999_99, True),
    ],
)
def test_a_winner_is_whoever_leaves_with_more_than_he_has_put_in_altogether(
    bank: int, at_desk: int, put_in: int, is_winner: bool
) -> None:
    """What lies at the cash desk for him is his too; only a bank that he leaves of himself bars him."""
    state = opened("").ready().state
    held = replace(state.bank, deposit=at_desk, put_in=put_in)
    for end in BankEnd:
        told = return_bank(replace(state, bank=held, ledger=state.ledger.set("bank", bank)), end)
        (one,) = (one for one in told if isinstance(one, BankReturned))
        due = bank, at_desk, end, is_winner and end is BankEnd.LEFT
        assert (one.amount, one.deposit, one.end, one.is_winner) == due


@pytest.mark.clause("DP.E1.18")
def test_whoever_takes_the_bank_up_does_it_at_its_first_amount_and_goes_on_with_the_shoe() -> None:
    made = left().taken_up("ana")
    assert made.state.award.amount == 5_000_00
    assert made.do("ana", a.DepositBank(5_000_00)).phase is Phase.CUSTODY


@pytest.mark.clause("DP.D.04")
@pytest.mark.clause("DP.E1.18")
def test_of_several_who_would_take_the_bank_up_the_nearest_to_the_banker_has_it_whoever_said_it_first() -> None:
    made = left().do("carla", a.AcceptBank()).do("bea", a.AcceptBank()).do("ana", a.AcceptBank())
    assert made.why("inspector", a.AnnounceBank(CARLA, BANK), "DP.D.04") == "another-comes-first"
    assert made.refused("inspector", a.AnnounceBank(BEA, BANK)).facts["person"] == "ana"
    assert made.why("inspector", a.AnnounceBank(ANA, 6_000_00), "DP.E1.18") == "bank-offered-at"
    made.do("inspector", a.AnnounceBank(ANA, BANK))
    assert (made.phase, said(made)) == (Phase.DEPOSIT, {"bank-announced": {"person": "ana", "amount": "5.000"}})
    # of the first cloth somebody on their feet comes before whoever sits at the second
    made = left().do("pau", t.StandBehind(1)).do("carla", a.AcceptBank()).do("pau", a.AcceptBank())
    assert made.refused("inspector", a.AnnounceBank(CARLA, BANK)).facts["person"] == "pau"


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


ANNUL = a.AnnulAward()


def taken_up() -> Table:
    """Ana and Carla want a bank that was given up; Ana, who comes first, has it."""
    return left().do("ana", a.AcceptBank()).do("carla", a.AcceptBank()).do("inspector", a.AnnounceBank(ANA, BANK))


@pytest.mark.clause("DP.E1.18")
@pytest.mark.parametrize("is_silent", [False, True])
def test_a_bank_that_its_taker_does_not_deposit_is_offered_to_the_others_who_wanted_it(is_silent: bool) -> None:
    made = taken_up()
    made = made.do("croupier", a.CallPerson()).do("inspector", ANNUL) if is_silent else made.do("ana", ANNUL)
    assert (made.phase, [one.person for one in made.state.seekers]) == (Phase.REOFFER, ["carla"])
    assert made.why("ana", a.AcceptBank(), "HP.DP.no-deposit") == "award-went-back"
    assert made.do("inspector", a.AnnounceBank(CARLA, BANK)).phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E1.19")
def test_when_nobody_is_left_who_takes_it_up_the_bank_is_auctioned_without_those_who_gave_it_back() -> None:
    made = taken_up().do("ana", ANNUL).do("inspector", a.AnnounceBank(CARLA, BANK)).do("carla", ANNUL)
    made.do("inspector", a.OpenAuction())
    assert {made.refused(one, a.Bid(BANK)).code for one in ("ana", "carla")} == {"award-went-back"}
    assert made.do("bea", a.Bid(BANK)).do("inspector", a.CloseAuction()).state.award.person == BEA


@pytest.mark.clause("DP.E1.19")
def test_a_bank_that_nobody_takes_up_is_auctioned_anew_and_equal_bids_draw_lots() -> None:
    assert left().accepts("inspector", a.OpenAuction())
    made = left().do("inspector", a.OpenAuction()).do("ana", a.Bid(2_000_00)).do("bea", a.Bid(2_000_00))
    assert made.do("inspector", a.CloseAuction()).state.award.person in ("ana", "bea")


@pytest.mark.clause("DP.E1.20")
def test_after_a_new_auction_a_new_shoe_is_started() -> None:
    made = left().do("inspector", a.OpenAuction()).do("ana", a.Bid(2_000_00))
    assert made.do("inspector", a.CloseAuction()).do("ana", a.DepositBank(2_000_00)).phase is Phase.SHOE


@pytest.mark.clause("DP.B.01")
@pytest.mark.clause("DP.B.02")
def test_whoever_stands_at_a_cloth_is_one_of_its_punters_also_after_he_had_the_bank() -> None:
    """Two are asked for on each cloth, seated or standing, whether they stake or not; he may go whenever he likes."""
    made = left()
    assert made.state.seats.is_standing(ROSA)
    made.do("bea", t.Leave()).taken_up("dani").do("dani", a.DepositBank(BANK)).do("eva", t.StandBehind(7)).delivered()
    assert made.accepts("croupier", a.OpenBets())
    found = made.do(BANKER, t.Leave()).refused("croupier", a.OpenBets())
    assert (found.code, found.facts["primero"], found.facts["segundo"]) == ("too-few-punters", 1, 2)


@pytest.mark.clause("DP.E1.14")
def test_a_bank_of_which_nothing_is_left_is_broken() -> None:
    assert (broken().phase, broken().account("bank")) == (Phase.BROKEN, 0)


@pytest.mark.clause("DP.E1.15")
@pytest.mark.parametrize("amount", [1_000_00, 7_000_00])
def test_a_broken_banker_goes_on_with_as_much_as_he_began_with_or_more(amount: int) -> None:
    made = broken()
    assert made.why("croupier", a.OpenBets(), "DP.E1.15") == "bank-is-broken"
    assert made.why("rosa", a.DepositBank(999_00), "DP.E1.15") == "deposit-too-small"
    made.do("rosa", a.DepositBank(amount))
    assert made.phase is Phase.CUSTODY
    assert made.delivered().account("bank") == amount


@pytest.mark.clause("DP.E1.15", "DP.E2.04")
def test_a_broken_banker_deposits_the_maximum_anew_beside_a_rest_that_covers_no_stake() -> None:
    """The cap is on what a bank is formed with, and less than the first deposit he may not put in."""
    made = coup(opened(LOST, bank_maximum=1_000_00).ready(1_000_00), ana=500_00, carla=495_00)
    assert (made.phase, made.state.bank_chips) == (Phase.BROKEN, 5_00)
    assert made.refused(BANKER, a.DepositBank(999_99)).code == "deposit-too-small"
    assert made.why(BANKER, a.DepositBank(1_000_01), "DP.E2.04") == "bank-above-maximum"
    assert made.do(BANKER, a.DepositBank(1_000_00)).delivered().state.bank_chips == 1_005_00


@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
def test_a_bank_below_the_least_stake_may_be_filled_up_or_given_up(book: str) -> None:
    made = coup(opened(LOST, book=book).ready(1_000_00), ana=500_00, carla=495_00)
    assert (made.phase, made.account("bank")) == (Phase.BROKEN, 5_00)
    assert "HP.DP.below-stakes" in made.turns[-1].outcome.rests_on
    assert {"deposit-bank", "leave-bank", "ask-new-shoe"} <= tags(made, "rosa")


@pytest.mark.clause("DP.E1.16")
def test_a_broken_banker_deposits_anew_or_gives_the_bank_up() -> None:
    made = broken()
    assert {"deposit-bank", "leave-bank"} <= tags(made, "rosa")
    made.do("rosa", a.LeaveBank()).do("inspector", a.OpenAuction())
    assert made.accepts("rosa", a.Bid(2_000_00))


@pytest.mark.clause("DP.E1.17")
def test_a_broken_banker_may_ask_for_another_shoe_or_give_the_bank_up() -> None:
    made = broken()
    assert made.accepts("rosa", a.AskNewShoe())
    made.fork().do("rosa", a.AskNewShoe(), a.DepositBank(1_000_00)).shoe().delivered()
    made.do("rosa", a.LeaveBank())
    assert (made.phase, made.state.offered_amount) == (Phase.REOFFER, 1_000_00)
    assert made.why("rosa", a.AcceptBank(), "DP.E1.18") == "bank-was-yours"
    assert made.taken_up("ana").phase is Phase.DEPOSIT


@rows("barred, is_taken", [("shoe", False), ("never", True)])
def test_how_long_a_winner_who_left_is_barred(barred: str, is_taken: bool) -> None:
    made = coup(opened(WON, **altered(bank__winner_barred=barred)).ready()).do("rosa", a.LeaveBank())
    assert made.do("inspector", a.OpenAuction()).accepts("rosa", a.Bid(6_000_00)) is is_taken


def test_whoever_comes_too_early_is_told_what_is_still_to_be_done() -> None:
    assert opened().announced().refused("ana", a.Stake(100_00, Hand.PRIMERO)).code == "deposit-first"
    dealt = opened(LOST).ready().bets().staked(ana=100_00, carla=100_00).closed().dealt()
    assert dealt.refused("ana", a.Say("no")).code == "not-carried"
    assert dealt.carried().refused("rosa", a.Stand()).code == "cloths-speak-first"
    void = opened("9s 9h Kd 8c 8d 7h").ready(1_000_00).do("croupier", a.OpenBets()).do("ana", a.CallBanco())
    void.do("croupier", a.CloseCalls()).played("no", "no").do("rosa", a.Stand()).shown().settled()
    refused = void.refused("croupier", a.OpenBets())
    assert (refused.code, refused.facts) == ("banco-may-repeat", {"caller": "ana"})


def test_whoever_has_a_bid_a_banco_or_cards_in_play_is_told_of_it_when_he_would_leave() -> None:
    bidding = auction(ana=3_000_00)
    assert {bidding.refused("ana", act).code for act in (t.Leave(), t.StandBehind(3))} == {"bid-in-play"}
    calling = opened(chips=1_200_00).ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    assert {calling.refused("bea", act).code for act in (t.Leave(), t.CashOut(300_00))} == {"banco-in-play"}
    # only those on their feet have staked: the cards of the cloth are those of its first place all the same
    cards = opened().do("pau", t.StandBehind(2), t.BuyIn(500_00)).ready().bets().staked(carla=100_00)
    cards.do("pau", a.Stake(100_00, Hand.PRIMERO)).closed()
    told: dict[str, Any] = {who: cards.refused(who, t.Leave()).code for who in ("ana", "pau")}
    assert (cards.state.holder(Hand.PRIMERO), told) == ("ana", {"ana": "cards-are-yours", "pau": "money-on-table"})
