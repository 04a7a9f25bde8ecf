"""The cash desk: what it sells, buys back and keeps."""

from tapete.house import acts as a
from tapete.house.terms import Means, SlipKind
from tapete.kernel import HOUSE
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR, TABLE, house, open_house
from tests.support.rows import rows


def test_chips_are_sold_for_cash_and_bought_back() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000), CASHIER)
    assert (here.held("person:ana"), here.held("cash"), here.held("outside")) == (30_000, 2_030_000, -30_000)
    here.pay(a.BuyBackChips(ANA, 12_000))
    assert (here.held("person:ana"), here.held("cash"), here.held("outside")) == (18_000, 2_018_000, -18_000)


@rows("means", [Means.CARD, Means.CHEQUE])
def test_what_is_not_cash_does_not_lie_in_the_cash_drawer(means: Means) -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000, means), CASHIER)
    assert (here.held("cash"), here.held("vouchers")) == (2_000_000, 30_000)


def test_nobody_is_paid_for_more_chips_than_he_has() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000), CASHIER)
    assert here.refused(a.BuyBackChips(ANA, 30_001), CASHIER).code == "customer-lacks-chips"
    here.pay(a.BuyBackChips(ANA, 30_000))


def test_desk_hands_out_no_chip_that_it_has_not_got() -> None:
    here = open_house()
    left = here.held("chips")
    refused = here.refused(a.SellChips(ANA, left + 1), CASHIER)
    assert (refused.code, refused.facts["held"], refused.clauses) == ("desk-lacks-chips", left, ("HP.HS.cash-desk",))
    here.do(a.SellChips(ANA, left), CASHIER)


def test_desk_pays_no_cash_that_it_has_not_got() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 2_500_000, Means.CARD), CASHIER)
    assert here.refused(a.BuyBackChips(ANA, 2_000_001), CASHIER).code == "desk-lacks-cash"
    here.pay(a.BuyBackChips(ANA, 2_000_000), second=DIRECTOR)


def test_money_in_custody_goes_back_as_it_came() -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, Means.CHEQUE), CASHIER)
    assert here.refused(a.ReturnDeposit(ANA, 500_000, Means.CASH), CASHIER).code == "not-deposited"
    assert here.refused(a.ReturnDeposit(ANA, 500_001, Means.CHEQUE), CASHIER).code == "not-deposited"
    here.pay(a.ReturnDeposit(ANA, 500_000, Means.CHEQUE), second=DIRECTOR)
    assert here.held("deposit:bank-cheque:ana") == 0


def test_money_in_custody_is_its_owners_alone() -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000), CASHIER)
    assert here.refused(a.ReturnDeposit(BEA, 1), CASHIER).code == "not-deposited"


@rows("means, drawer", [(Means.CASH, "cash"), (Means.CHEQUE, "vouchers")])
def test_money_in_custody_becomes_chips(means: Means, drawer: str) -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, means), CASHIER)
    before = here.held(drawer)
    here.pay(a.ChangeDeposit(ANA, 200_000, means))
    assert (here.held("person:ana"), here.held(f"deposit:{means}:ana")) == (200_000, 300_000)
    assert here.held(drawer) == before + 200_000


def test_chips_go_to_a_table_and_come_back() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000), CASHIER)
    assert here.refused(a.BringChips(ANA, TABLE, 30_001)).code == "customer-lacks-chips"
    here.do(a.BringChips(ANA, TABLE, 30_000))
    assert (here.held("person:ana"), here.held("table:mesa-1")) == (0, 1_030_000)
    here.do(a.TakeChips(ANA, TABLE, 45_000))
    assert (here.held("person:ana"), here.state.tables[TABLE].result) == (45_000, -15_000)


def test_winner_takes_no_chips_that_the_table_has_not_got() -> None:
    here = open_house()
    refused = here.refused(a.TakeChips(ANA, TABLE, 1_000_001))
    assert (refused.code, refused.facts["held"]) == ("table-lacks-chips", 1_000_000)
    here.do(a.TakeChips(ANA, TABLE, 1_000_000))


def test_nobody_but_the_system_moves_chips_to_a_table() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000), CASHIER)
    for who in (ANA, CASHIER, DIRECTOR):
        assert here.refused(a.BringChips(ANA, TABLE, 100), who).code == "only-system"


def test_loss_limit_stops_the_sale_that_would_pass_it_and_no_other() -> None:
    here = open_house()
    here.do(a.LimitLoss(50_000), ANA)
    here.do(a.SellChips(ANA, 49_999), CASHIER)
    refused = here.refused(a.SellChips(ANA, 2), CASHIER)
    assert (refused.code, refused.facts, refused.clauses) == (
        "loss-limit",
        {"limit": 50_000, "left": 1},
        ("HP.HS.loss-limit",),
    )
    here.do(a.SellChips(ANA, 1), CASHIER)
    here.pay(a.BuyBackChips(ANA, 10_000))
    here.do(a.SellChips(ANA, 10_000), CASHIER)


def test_whoever_has_no_time_left_buys_nothing_and_takes_no_seat_but_is_paid() -> None:
    here = open_house()
    here.do(a.LimitTime(30), ANA)
    here.do(a.SellChips(ANA, 10_000), CASHIER)
    here.do(a.NoteSeat(ANA, TABLE))
    here.do(a.BringChips(ANA, TABLE, 5_000))
    here.do(a.EndPlay(ANA))
    for what, by in (
        (a.SellChips(ANA, 100), CASHIER),
        (a.BringChips(ANA, TABLE, 100), HOUSE),
        (a.NoteSeat(ANA, TABLE), HOUSE),
        (a.EndPlay(ANA), HOUSE),
    ):
        refused = here.refused(what, by)
        assert (refused.code, refused.facts) == ("time-limit", {"minutes": 30})
        assert "HP.HS.time-limit" in refused.clauses
    here.do(a.TakeChips(ANA, TABLE, 5_000))
    here.do(a.NoteSeat(ANA, ""))
    here.pay(a.BuyBackChips(ANA, 10_000))


def test_nothing_is_taken_into_custody_of_whoever_may_not_come() -> None:
    """What lies there from before goes back."""
    here = open_house()
    here.do(a.TakeDeposit(ANA, 100), CASHIER)
    here.do(a.ExcludeOneself("2026-12-24"), ANA)
    assert here.refused(a.TakeDeposit(ANA, 100), CASHIER).code == "self-excluded"
    here.pay(a.ReturnDeposit(ANA, 100), second=DIRECTOR)
    here.do(a.Bar(BEA, "pelea"), DIRECTOR)
    assert here.refused(a.TakeDeposit(BEA, 100), CASHIER).code == "house-barred"


def test_chips_of_the_day_before_are_no_way_around_a_loss_limit() -> None:
    """The limit is 100 €, and 500 € are left of yesterday: whoever has them paid out buys for 100 €, and stakes
    100 € of them where he does not.
    """
    here = open_house()
    here.do(a.SellChips(ANA, 50_000), CASHIER)
    here.do(a.LimitLoss(10_000), ANA)
    here.do(a.NoteTableClosed(TABLE))
    here.slip(SlipKind.CLOSING, 1_000_000, TABLE)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
    here.do(a.OpenDay("2026-11-23", True), DIRECTOR)
    here.do(a.Admit(ANA), DOOR)
    here.slip(SlipKind.SUPPLY, 1_000_000, cash=1_000_000)
    here.do(a.NoteTableOpen(TABLE, "punto-y-banca"))
    assert here.refused(a.BringChips(ANA, TABLE, 10_001)).code == "loss-limit-at-tables"
    here.do(a.BringChips(ANA, TABLE, 10_000))
    here.do(a.TakeChips(ANA, TABLE, 10_000))
    here.pay(a.BuyBackChips(ANA, 50_000))
    refused = here.refused(a.SellChips(ANA, 10_001), CASHIER)
    assert (refused.code, refused.facts) == ("loss-limit", {"limit": 10_000, "left": 10_000})
    here.do(a.SellChips(ANA, 10_000), CASHIER)


def test_chips_that_were_won_may_be_put_into_play_again() -> None:
    """The limit is 100 €: with 100 € Ana wins 250 €. She may lose them again, and not a cent more."""
    here = open_house()
    here.do(a.LimitLoss(10_000), ANA)
    here.do(a.SellChips(ANA, 10_000), CASHIER)
    here.do(a.BringChips(ANA, TABLE, 10_000))
    here.do(a.TakeChips(ANA, TABLE, 35_000))
    here.do(a.BringChips(ANA, TABLE, 35_000))
    assert here.refused(a.SellChips(ANA, 1), CASHIER).code == "loss-limit"


def test_deposit_is_no_way_around_a_loss_limit() -> None:
    here = open_house()
    here.do(a.LimitLoss(50_000), ANA)
    here.do(a.TakeDeposit(ANA, 80_000), CASHIER)
    assert here.refused(a.ChangeDeposit(ANA, 50_001), CASHIER).code == "loss-limit"
    here.pay(a.ChangeDeposit(ANA, 50_000))
    here.pay(a.ReturnDeposit(ANA, 30_000))


def test_looser_limit_counts_from_the_next_day_and_a_stricter_one_at_once() -> None:
    here = house(admission=False)
    here.do(a.LimitLoss(50_000), ANA)
    here.do(a.LimitLoss(80_000), ANA)
    assert here.state.visitor(ANA).loss.now == 50_000
    here.do(a.LimitLoss(40_000), ANA)
    assert here.state.visitor(ANA).loss.now == 40_000
    here.do(a.LimitLoss(None), ANA)
    assert here.state.visitor(ANA).loss.now == 40_000
    here.do(a.OpenDay("2026-11-23"), DIRECTOR)
    assert here.state.visitor(ANA).loss.now is None


def test_whoever_has_chips_or_a_deposit_comes_to_no_post_at_the_desk() -> None:
    for what in (a.SellChips(ANA, 30_000), a.TakeDeposit(ANA, 10_000)):
        here = open_house()
        here.do(what, CASHIER)
        refused = here.refused(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR)
        assert (refused.code, refused.clauses) == ("has-money-here", ("HP.HS.staff-plays-not",))
