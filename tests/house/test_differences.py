"""A count that differs from the books: it is confirmed by the difference that was shown, with a reason, and booked."""

from tapete.house import acts as a, events as e
from tapete.house.engine import ESTABLISHMENT
from tapete.house.minutes import MinutesLine
from tapete.house.terms import DIFFERENCE_LIMIT, Means, SlipKind
from tapete.house.view import view
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, DIRECTOR, TABLE, Establishment, open_house
from tests.support.rows import rows

FLOAT = 1_000_000
WHY = "una ficha cayó al suelo"


def counted(missing: int, kind: SlipKind = SlipKind.CLOSING, cash: int = 0) -> Establishment:
    """Return a house in which the cash desk has written a count that finds so much missing."""
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


@rows("missing", [1, -1, 5_000, -5_000])
def test_a_count_that_differs_is_not_signed_without_a_word(missing: int) -> None:
    here = counted(missing)
    refused = here.refused(a.SignSlip(here.state.last_slip), DIRECTOR)
    assert (refused.code, refused.clauses) == ("count-differs", ("HP.HS.count-difference",))
    assert refused.facts == {"missing_chips": missing, "missing_cash": 0, "missing_vouchers": 0}
    assert here.held("difference-chips") == 0


@rows("missing", [100, -300, DIFFERENCE_LIMIT, -DIFFERENCE_LIMIT])
def test_a_small_difference_is_confirmed_by_the_second_signature_and_booked_apart(missing: int) -> None:
    here = counted(missing)
    desk = here.held("chips")
    booked, signed = here.do(confirmation(here, missing), DIRECTOR)
    assert booked == e.DifferenceBooked(
        here.state.last_slip, SlipKind.CLOSING, TABLE, missing, 0, WHY, DIRECTOR, CASHIER
    )
    assert (signed.shortage, signed.missing_cash, signed.chips) == (0, 0, FLOAT - missing)
    assert sum(leg.amount for leg in ESTABLISHMENT.postings(booked)) == 0
    assert here.held("difference-chips") == missing
    assert (here.held(f"table:{TABLE}"), here.held("chips")) == (0, desk + FLOAT - missing)


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
    refused = here.refused(confirmation(here, 500), DIRECTOR)
    assert (refused.code, refused.facts) == (
        "difference-changed",
        {"missing_chips": 200, "missing_cash": 300, "missing_vouchers": 0},
    )
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
    here.do(confirmation(here, DIFFERENCE_LIMIT + 1), DIRECTOR)


def test_the_minutes_name_the_difference_its_reason_and_who_signed() -> None:
    here = counted(100)
    here.do(confirmation(here, 100), DIRECTOR)
    (line,) = here.state.minutes
    assert line == MinutesLine(DIRECTOR, WHY, here.state.minutes[0].difference)
    assert line.difference is not None
    assert (line.difference.kind, line.difference.table) == (SlipKind.CLOSING, TABLE)
    assert (line.difference.missing_chips, line.difference.first) == (100, CASHIER)


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
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
    here.do(a.OpenDay("2026-11-23", has_balances=True), DIRECTOR)
    assert here.state.difference_limit == 0


# --- all that lies at the desk ----------------------------------------------------------------------------------------


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
    """Return a count of the desk that finds its chips and its cash."""
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
    booked, _ = here.do(shown, DIRECTOR)
    assert sum(leg.amount for leg in ESTABLISHMENT.postings(booked)) == 0
    assert (here.held("vouchers"), here.held("difference-vouchers")) == (50_000 - missing, missing)
    assert here.held("difference-cash") == 0
    assert here.state.minutes[-1].difference.missing_vouchers == missing
    assert ESTABLISHMENT.problems(here.state) == ()


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
