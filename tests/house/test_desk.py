"""The cash desk: what it sells, buys back and keeps; a count that differs is confirmed with a reason, and booked."""

from tapete.house import acts as a, events as e
from tapete.house.terms import DIFFERENCE_LIMIT, Means, SlipKind
from tapete.house.view import view
from tapete.kernel import HOUSE
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE, Establishment, house, open_house
from tests.support.rows import rows


@rows("means, drawer", [(Means.CASH, "cash"), (Means.CARD, "vouchers"), (Means.CHEQUE, "vouchers")])
def test_chips_are_sold_and_bought_back_for_cash_up_to_what_somebody_has(means: Means, drawer: str) -> None:
    """What is not cash does not lie in the cash drawer."""
    here = open_house()
    before = here.held(drawer)
    here.do(a.SellChips(ANA, 30_000, means), CASHIER)
    assert (here.held("person:ana"), here.held(drawer), here.held("outside")) == (30_000, before + 30_000, -30_000)
    cash = here.held("cash")
    here.pay(a.BuyBackChips(ANA, 12_000))
    assert (here.held("person:ana"), here.held("cash"), here.held("outside")) == (18_000, cash - 12_000, -18_000)
    assert here.refused(a.BuyBackChips(ANA, 18_001), CASHIER).code == "customer-lacks-chips"
    here.pay(a.BuyBackChips(ANA, 18_000))


def test_desk_hands_out_no_chip_and_no_cash_that_it_has_not_got() -> None:
    here = open_house()
    left = here.held("chips")
    refused = here.refused(a.SellChips(ANA, left + 1), CASHIER)
    assert (refused.code, refused.facts["held"], refused.clauses) == ("desk-lacks-chips", left, ("HP.HS.cash-desk",))
    here.do(a.SellChips(ANA, left, Means.CARD), CASHIER)
    assert here.refused(a.BuyBackChips(ANA, 2_000_001), CASHIER).code == "desk-lacks-cash"
    here.pay(a.BuyBackChips(ANA, 2_000_000), second=DIRECTOR)


def test_money_in_custody_goes_back_as_it_came_and_to_its_owner_alone() -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, Means.CHEQUE), CASHIER)
    for who, amount, means in ((ANA, 500_000, Means.CASH), (ANA, 500_001, Means.CHEQUE), (BEA, 1, Means.CHEQUE)):
        assert here.refused(a.ReturnDeposit(who, amount, means), CASHIER).code == "not-deposited", (who, amount, means)
    here.pay(a.ReturnDeposit(ANA, 500_000, Means.CHEQUE), second=DIRECTOR)
    assert here.held("deposit:bank-cheque:ana") == 0


@rows("means, drawer", [(Means.CASH, "cash"), (Means.CHEQUE, "vouchers")])
def test_money_in_custody_becomes_chips(means: Means, drawer: str) -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, means), CASHIER)
    before = here.held(drawer)
    here.pay(a.ChangeDeposit(ANA, 200_000, means))
    assert (here.held("person:ana"), here.held(f"deposit:{means}:ana")) == (200_000, 300_000)
    assert here.held(drawer) == before + 200_000


def test_chips_go_to_a_table_and_come_back_as_far_as_there_are_any() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 30_000), CASHIER)
    assert here.refused(a.BringChips(ANA, TABLE, 30_001)).code == "customer-lacks-chips"
    here.do(a.BringChips(ANA, TABLE, 30_000))
    assert (here.held("person:ana"), here.held("table:mesa-1")) == (0, 1_030_000)
    here.do(a.TakeChips(ANA, TABLE, 45_000))
    assert (here.held("person:ana"), here.state.tables[TABLE].result) == (45_000, -15_000)
    refused = here.refused(a.TakeChips(ANA, TABLE, 985_001))
    assert (refused.code, refused.facts["held"]) == ("table-lacks-chips", 985_000)
    here.do(a.TakeChips(ANA, TABLE, 985_000))


def test_loss_limit_stops_the_sale_that_would_pass_it_and_no_other() -> None:
    here = open_house()
    here.do(a.LimitLoss(50_000), ANA)
    here.do(a.SellChips(ANA, 49_999), CASHIER)
    assert here.told(a.SellChips(ANA, 2), CASHIER) == ("loss-limit", {"limit": 50_000, "left": 1})
    assert here.refused(a.SellChips(ANA, 2), CASHIER).clauses == ("HP.HS.loss-limit",)
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
    """The limit is 100 €, 500 € are left of yesterday: of those he stakes 100 €, or is paid and buys for 100 €."""
    here = open_house()
    here.do(a.SellChips(ANA, 50_000), CASHIER)
    here.do(a.LimitLoss(10_000), ANA)
    here.next_day("2026-11-23", has_balances=True)
    here.do(a.Admit(ANA), DOOR)
    here.slip(SlipKind.SUPPLY, 1_000_000, cash=1_000_000)
    here.do(a.NoteTableOpen(TABLE, "punto-y-banca"))
    assert here.refused(a.BringChips(ANA, TABLE, 10_001)).code == "loss-limit-at-tables"
    here.do(a.BringChips(ANA, TABLE, 10_000))
    here.do(a.TakeChips(ANA, TABLE, 10_000))
    here.pay(a.BuyBackChips(ANA, 50_000))
    assert here.told(a.SellChips(ANA, 10_001), CASHIER) == ("loss-limit", {"limit": 10_000, "left": 10_000})
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
        assert here.why(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR) == ("has-money-here", ("HP.HS.staff-plays-not",))


def test_whoever_was_awarded_the_bank_of_a_table_comes_to_no_post() -> None:
    here = open_house()
    here.do(a.ClaimBank(ANA, TABLE), HOUSE)
    assert here.why(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR) == ("visitor-may-not-serve", ("HP.HS.staff-plays-not",))
    here.do(a.DropBank(ANA, TABLE), HOUSE)
    here.do(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR)


FLOAT = 1_000_000
WHY = "una ficha cayó al suelo"


def counted(missing: int, kind: SlipKind = SlipKind.CLOSING, cash: int = 0) -> Establishment:
    here = open_house()
    if kind is SlipKind.CLOSING:
        here.do(a.NoteTableClosed(TABLE))
        here.do(a.NoteTablePost(TABLE, Role.TABLE_CHIEF, CHIEF))
        here.do(a.WriteSlip(kind, FLOAT - missing, TABLE), CASHIER)
    else:
        here.do(a.WriteSlip(kind, here.held("chips") - missing, "", here.held("cash") - cash), CASHIER)
    return here


def confirmation(here: Establishment, missing: int, cash: int = 0, reason: str = WHY) -> a.ConfirmDifference:
    return a.ConfirmDifference(here.state.last_slip, missing, cash, reason)


@rows("missing", [1, 100, -300, DIFFERENCE_LIMIT, -DIFFERENCE_LIMIT])
def test_a_small_difference_is_confirmed_by_the_second_signature_and_booked_apart(missing: int) -> None:
    """It is not signed without a word; the minutes name it, its reason and who signed."""
    here = counted(missing)
    refused = here.refused(a.SignSlip(here.state.last_slip), DIRECTOR)
    assert (refused.code, refused.clauses) == ("count-differs", ("HP.HS.count-difference",))
    assert refused.facts == {"missing_chips": missing, "missing_cash": 0, "missing_vouchers": 0}
    desk, serial = here.held("chips"), here.state.last_slip
    booked, signed = here.do(confirmation(here, missing), DIRECTOR)
    assert booked == e.DifferenceBooked(serial, SlipKind.CLOSING, TABLE, missing, 0, WHY, DIRECTOR, CASHIER)
    assert (signed.shortage, signed.missing_cash, signed.chips) == (0, 0, FLOAT - missing)
    assert here.held("difference-chips") == missing
    assert (here.held(f"table:{TABLE}"), here.held("chips")) == (0, desk + FLOAT - missing)
    (line,) = here.state.minutes
    assert (line.person, line.text, line.difference.kind) == (DIRECTOR, WHY, SlipKind.CLOSING)
    assert (line.difference.table, line.difference.missing_chips, line.difference.first) == (TABLE, missing, CASHIER)


@rows("missing, cash", [(500, 0), (0, 700), (-500, 700), (400, -700)])
def test_the_desk_s_own_count_books_chips_and_cash_apart(missing: int, cash: int) -> None:
    here = counted(missing, SlipKind.COUNT, cash)
    assert here.refused(a.SignSlip(here.state.last_slip), DIRECTOR).code == "count-differs"
    here.do(confirmation(here, missing, cash), DIRECTOR)
    assert (here.held("difference-chips"), here.held("difference-cash")) == (missing, cash)
    assert here.state.is_counted


def test_a_confirmation_is_good_for_the_difference_that_was_shown_and_no_other() -> None:
    here = counted(500, SlipKind.COUNT)
    here.do(a.SellChips(ANA, 300), CASHIER)  # the books have moved since the page was drawn
    shown = {"missing_chips": 200, "missing_cash": 300, "missing_vouchers": 0}
    assert here.told(confirmation(here, 500), DIRECTOR) == ("difference-changed", shown)
    here.do(confirmation(here, 200, 300), DIRECTOR)


@rows("missing", [DIFFERENCE_LIMIT + 1, -DIFFERENCE_LIMIT - 1])
def test_above_the_limit_of_the_house_both_sides_confirm(missing: int) -> None:
    here = counted(missing)
    refused = here.refused(confirmation(here, missing), DIRECTOR)
    assert (refused.code, refused.facts) == ("difference-needs-two", {"limit": DIFFERENCE_LIMIT, "first": CASHIER})
    (confirmed,) = here.do(confirmation(here, missing, reason="contado dos veces"), CASHIER)
    assert isinstance(confirmed, e.DifferenceConfirmed)
    assert here.held("difference-chips") == 0, "one side alone books nothing"
    assert here.refused(confirmation(here, missing, reason="contado dos veces"), CASHIER).code == "nothing-changes"
    booked, _ = here.do(confirmation(here, missing), DIRECTOR)
    assert (booked.person, booked.first) == (DIRECTOR, CASHIER)
    assert here.held("difference-chips") == missing


def test_what_one_side_has_confirmed_is_void_when_the_books_move() -> None:
    here = counted(DIFFERENCE_LIMIT + 500, SlipKind.COUNT)
    here.do(confirmation(here, DIFFERENCE_LIMIT + 500), CASHIER)
    here.do(a.SellChips(ANA, 300), CASHIER)
    refused = here.refused(confirmation(here, DIFFERENCE_LIMIT + 200, 300), DIRECTOR)
    assert refused.code == "difference-needs-two"


def test_nobody_confirms_for_both_sides() -> None:
    here = counted(DIFFERENCE_LIMIT + 1)
    here.do(confirmation(here, DIFFERENCE_LIMIT + 1), CASHIER)
    here.do(a.GoOffDuty(Role.CASHIER, CASHIER), DIRECTOR)
    here.do(a.NoteTablePost(TABLE, Role.TABLE_CHIEF, CASHIER))
    assert here.refused(confirmation(here, DIFFERENCE_LIMIT + 1, reason="otra vez"), CASHIER).code == "nothing-changes"
    assert here.refused(confirmation(here, DIFFERENCE_LIMIT + 1), DIRECTOR).code == "first-word-gone"


def test_the_director_sets_the_limit_and_nobody_else() -> None:
    here = counted(100)
    assert here.refused(a.SetDifferenceLimit(50), CASHIER).code == "not-your-post"
    here.do(a.SetDifferenceLimit(50), DIRECTOR)
    assert here.refused(a.SetDifferenceLimit(50), DIRECTOR).code == "nothing-changes"
    assert here.refused(confirmation(here, 100), DIRECTOR).code == "difference-needs-two"
    here.do(a.SetDifferenceLimit(100), DIRECTOR)
    here.do(confirmation(here, 100), DIRECTOR)


def test_the_limit_is_handed_on_from_day_to_day() -> None:
    here = counted(0)
    here.do(a.SignSlip(here.state.last_slip), DIRECTOR)
    here.do(a.SetDifferenceLimit(0), DIRECTOR)
    here.next_day("2026-11-23", has_balances=True)
    assert here.state.difference_limit == 0


def with_all_kinds() -> Establishment:
    """Return a house whose desk has chips, cash, a cheque and a card slip, two deposits and tips of the staff."""
    here = open_house()
    here.do(a.SellChips(ANA, 30_000, Means.CARD), CASHIER)
    here.do(a.SellChips(ANA, 20_000, Means.CHEQUE), CASHIER)
    here.do(a.TakeDeposit(ANA, 7_000, Means.CASH), CASHIER)
    here.do(a.TakeDeposit(ANA, 5_000, Means.CHEQUE), CASHIER)
    here.do(a.WriteSlip(SlipKind.TIPS, 400, TABLE), CASHIER)
    here.do(a.SignSlip(here.state.last_slip), DIRECTOR)
    return here


def whole(here: Establishment, vouchers: int = 50_000, kept: int = 12_400) -> a.WriteSlip:
    sums = (here.held("chips"), "", here.held("cash"))
    return a.WriteSlip(SlipKind.COUNT, *sums, vouchers=vouchers, kept_money=kept, is_whole=True)


def test_a_count_of_the_desk_has_cheques_and_cards_and_what_is_kept_for_others() -> None:
    here = with_all_kinds()
    assert view(here.state, CASHIER).desk.kept_money == 12_400
    here.do(whole(here), CASHIER)
    here.do(a.SignSlip(here.state.last_slip), DIRECTOR)
    assert here.state.is_counted


@rows("missing", [1, -1, DIFFERENCE_LIMIT + 1])
def test_a_cheque_that_is_missing_is_confirmed_and_booked_as_what_it_is(missing: int) -> None:
    here = with_all_kinds()
    here.do(whole(here, 50_000 - missing), CASHIER)
    serial = here.state.last_slip
    refused = here.refused(a.SignSlip(serial), DIRECTOR)
    assert (refused.code, refused.facts["missing_vouchers"]) == ("count-differs", missing)
    shown = a.ConfirmDifference(serial, 0, 0, WHY, missing)
    assert here.refused(a.ConfirmDifference(serial, 0, 0, WHY, missing + 1), DIRECTOR).code == "difference-changed"
    assert view(here.state, DIRECTOR).differences[0].missing_vouchers == missing
    if missing > DIFFERENCE_LIMIT:
        assert here.refused(shown, DIRECTOR).code == "difference-needs-two"
        here.do(shown, CASHIER)
    here.do(shown, DIRECTOR)
    assert (here.held("vouchers"), here.held("difference-vouchers")) == (50_000 - missing, missing)
    assert here.held("difference-cash") == 0
    assert here.state.minutes[-1].difference.missing_vouchers == missing


@rows("kept", [12_399, 12_401, 0])
def test_what_is_kept_for_others_is_whole_or_there_is_no_count(kept: int) -> None:
    here = with_all_kinds()
    refused = here.refused(whole(here, kept=kept), CASHIER)
    assert (refused.code, refused.clauses) == ("kept-differs", ("HP.HS.count-difference",))
    assert refused.facts == {"due": 12_400, "kept": kept}
    shown = a.ConfirmDifference(here.do(whole(here), CASHIER)[0].serial, 0, 0, WHY)
    here.pay(a.ReturnDeposit(ANA, 1_000, Means.CASH))
    assert here.refused(a.SignSlip(shown.serial), DIRECTOR).code == "kept-differs"
    assert here.refused(shown, DIRECTOR).code == "kept-differs"
