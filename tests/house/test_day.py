"""A day of the house (HP.HS.day), its minutes and complaints (HP.HS.complaints), and what it hands on to the next."""

from itertools import product

from tapete.house import acts as a
from tapete.house.desk import Payment
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import BalancesCarried, CarriedVisitor
from tapete.house.terms import MINUTES_MOST, Means, SlipKind, is_day
from tapete.kernel import PersonId, fold
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE, Establishment, house, open_house
from tests.support.rows import rows


def closable() -> Establishment:
    here = open_house()
    here.close_table()
    here.count()
    return here


def test_house_begins_once_and_with_a_director() -> None:
    here = house()
    assert here.refused(a.OpenHouse("Otra", ANA)).code == "house-exists"
    here.do(a.OpenDay("2026-11-22"), DIRECTOR)


@rows(
    "day, code",
    [(day, "day-ahead") for day in ("2026-11-25", "2026-12-01", "9999-12-31")]
    + [(day, "no-such-day") for day in ("2026-02-30", "0026-11-24", "0001-01-01")]
    + [(day, "day-gone") for day in ("2026-11-22", "2026-11-21")],
)
def test_a_day_is_later_than_the_last_and_is_opened_when_it_has_come(day: str, code: str) -> None:
    """A day cannot be taken back, and a wrong year is typed easily."""
    here = closable()
    here.do(a.CloseDay(), DIRECTOR)
    refused = here.refused(a.OpenDay(day, today="2026-11-24"), DIRECTOR)
    assert (refused.code, refused.clauses, refused.facts["day"]) == (code, ("HP.HS.day",), day)
    here.do(a.OpenDay("2026-11-24", today="2026-11-24"), DIRECTOR)


def test_a_house_goes_on_after_a_day_that_had_not_come() -> None:
    """Threat: the clock of the machine ran ahead and is put right: no day could be opened until that one has come."""
    here = closable()
    here.do(a.CloseDay(), DIRECTOR)
    here.do(a.OpenDay("2026-12-31", today="2026-12-31"), DIRECTOR)
    here.count()
    here.do(a.CloseDay(), DIRECTOR)
    assert here.refused(a.OpenDay("2027-01-02", today="2026-11-24"), DIRECTOR).code == "day-ahead"
    here.do(a.OpenDay("2027-01-01", today="2026-11-24"), DIRECTOR)


def test_day_ends_when_everything_is_counted() -> None:
    here = open_house()
    assert here.refused(a.CloseDay(), DIRECTOR).facts == {"tables": [TABLE]}
    here.do(a.NoteTableClosed(TABLE))
    assert here.refused(a.CloseDay(), DIRECTOR).code == "tables-uncounted"
    here.slip(SlipKind.CLOSING, 1_000_000, TABLE)
    assert here.why(a.CloseDay(), DIRECTOR) == ("desk-uncounted", ("HP.HS.day",))
    here.close_day()
    assert (here.held("chips"), here.held("cash"), here.held("vouchers")) == (0, 0, 0)


@rows(
    "what, before",
    [
        (a.SellChips(ANA, 100), None),
        (a.BuyBackChips(ANA, 100), a.SellChips(ANA, 100)),
        (a.TakeDeposit(ANA, 100), None),
        (a.ReturnDeposit(ANA, 100), a.TakeDeposit(ANA, 100)),
        (a.ChangeDeposit(ANA, 100), a.TakeDeposit(ANA, 100)),
    ],
)
def test_whatever_moves_at_the_desk_after_its_count_makes_it_stale(what: a.HouseAct, before: a.HouseAct | None) -> None:
    here = closable()
    if before is not None:
        here.do(before, CASHIER)
        here.count()
    assert here.state.is_counted
    here.pay(what) if isinstance(what, Payment) else here.do(what, CASHIER)
    assert here.refused(a.CloseDay(), DIRECTOR).code == "desk-uncounted"


def test_slip_with_one_signature_keeps_the_day_open() -> None:
    here = closable()
    here.do(a.WriteSlip(SlipKind.SUPPLY, 100), CASHIER)
    assert here.refused(a.CloseDay(), DIRECTOR).facts == {"slips": [here.state.last_slip]}
    here.do(a.TearSlip(here.state.last_slip), CASHIER)
    here.do(a.CloseDay(), DIRECTOR)


def test_table_without_a_float_that_still_holds_chips_is_counted_too() -> None:
    here = closable()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.SellChips(ANA, 5_000), CASHIER)
    here.do(a.BringChips(ANA, "mesa-2", 5_000))
    here.do(a.TakeChips(ANA, "mesa-2", 4_900))
    here.do(a.NoteTableClosed("mesa-2"))
    assert here.refused(a.CloseDay(), DIRECTOR).facts == {"tables": ["mesa-2"]}
    assert here.refused(a.NoteTableOpen("mesa-2", "chemin-de-fer")).code == "tables-uncounted"
    here.slip(SlipKind.CLOSING, 100, "mesa-2")
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))


def test_chips_and_cash_of_a_day_are_all_accounted_for() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 60_000), CASHIER)
    here.do(a.BringChips(ANA, TABLE, 60_000))
    here.do(a.TakeChips(ANA, TABLE, 20_000))
    here.slip(SlipKind.TIPS, 500, TABLE)
    here.pay(a.BuyBackChips(ANA, 20_000))
    here.do(a.NoteTableClosed(TABLE))
    signed = here.slip(SlipKind.CLOSING, 1_039_500, TABLE)
    assert (signed.shortage, here.state.tables[TABLE].result) == (0, 40_000)
    here.close_day()
    assert dict(here.state.ledger) == {"outside": -40_000, "safe-cash": 40_000, "safe-chips": -500, "tips": 500}


def test_closed_table_has_no_seats_and_no_posts() -> None:
    here = open_house()
    here.do(a.NoteSeat(ANA, TABLE))
    here.do(a.NoteTableClosed(TABLE))
    assert here.state.visitor(ANA).table == ""
    assert not any(one.table for one in here.state.duties)
    assert here.refused(a.NoteTableClosed(TABLE)).code == "table-closed"


def test_nobody_fills_the_minutes_of_a_day() -> None:
    here = open_house()
    here.do(a.WriteSlip(SlipKind.COUNT, here.held("chips") + 100, cash=here.held("cash")), CASHIER)
    here.do(a.ConfirmDifference(here.state.last_slip, -100, 0, "una ficha de más"), DIRECTOR)
    for number in range(MINUTES_MOST):
        here.do(a.WriteMinutes(f"frase {number}"), DIRECTOR)
    refused = here.refused(a.WriteMinutes("una más"), DIRECTOR)
    assert (refused.code, refused.facts, refused.clauses) == ("minutes-full", {"most": MINUTES_MOST}, ("HP.HS.day",))
    here.do(a.WriteMinutes("yo sí"), CASHIER)


def test_complaint_is_answered_once_by_the_director() -> None:
    here = open_house()
    here.do(a.Complain("me pagaron de menos", TABLE), ANA)
    here.do(a.Complain("hace frío"), CHIEF)
    assert here.refused(a.Complain("en otra mesa", "mesa-9"), ANA).code == "no-such-table"
    assert here.refused(a.AnswerComplaint(1, "se ha visto"), CHIEF).code == "not-your-post"
    here.do(a.AnswerComplaint(1, "se ha visto"), DIRECTOR)
    assert here.refused(a.AnswerComplaint(1, "se ha visto"), DIRECTOR).code == "no-such-complaint"
    assert list(here.state.complaints) == [2]


def test_whoever_was_in_today_complains_also_when_he_has_left_and_when_the_day_is_over() -> None:
    """And no stranger, whatever he has asked for himself."""
    here = closable()
    here.do(a.LimitLoss(100), BEA)
    here.do(a.ExcludeOneself("2026-12-24"), BEA)
    assert here.why(a.Complain("x"), BEA) == ("not-a-customer", ("HP.HS.complaints",))
    here.do(a.LetOut(ANA), ANA)
    here.do(a.Complain("me miran mal"), ANA)
    here.do(a.CloseDay(), DIRECTOR)
    here.do(a.Complain("y al salir también"), ANA)
    here.do(a.OpenDay("2026-11-23"), DIRECTOR)
    assert here.refused(a.Complain("ayer"), ANA).code == "not-a-customer"
    here.do(a.Admit(ANA), DOOR)
    here.do(a.Complain("ayer"), ANA)


def test_whoever_has_chips_or_money_in_the_house_complains_on_any_day() -> None:
    here = closable()
    here.do(a.SellChips(ANA, 100), CASHIER)
    here.do(a.Admit(BEA), DOOR)
    here.do(a.TakeDeposit(BEA, 100), CASHIER)
    here.next_day("2026-11-23", has_balances=True)
    here.do(a.Complain("mis fichas"), ANA)
    here.do(a.Complain("mi depósito"), BEA)


def test_nobody_has_more_than_three_complaints_without_an_answer() -> None:
    here = open_house()
    for _ in range(3):
        here.do(a.Complain("me pagaron de menos"), ANA)
    refused = here.refused(a.Complain("otra vez"), ANA)
    assert (refused.code, refused.facts, refused.clauses) == ("complaints-waiting", {"most": 3}, ("HP.HS.complaints",))
    here.do(a.Complain("y yo"), CHIEF)
    here.do(a.AnswerComplaint(2, "se ha visto"), DIRECTOR)
    here.do(a.Complain("otra vez"), ANA)


@rows(
    "text, is_one",
    [
        *(("2026-11-22", True), ("2024-02-29", True), ("2000-02-29", True), ("0001-01-01", True), ("9999-12-31", True)),
        *(("2026-02-29", False), ("1900-02-29", False), ("2026-11-31", False), ("2026-00-10", False)),
        *(("2026-13-01", False), ("2026-11-00", False), ("0000-01-01", False), ("2026-1-01", False)),
        *(("26-11-22", False), ("2026/11/22", False), ("", False), ("2026-11-2²", False), ("2026-11-٢٢", False)),
    ],
)
def test_days_are_those_of_the_calendar(text: str, is_one: bool) -> None:
    assert is_day(text) is is_one


NEXT = a.OpenDay("2026-11-23", has_balances=True)
LUIS, PAU = PersonId("luis"), PersonId("pau")


def closed() -> Establishment:
    """Return a house after a day from which much is left: purses, custody, bars, limits, a complaint, a difference."""
    here = open_house()
    for who in (BEA, LUIS, PAU):
        here.do(a.Admit(who), DOOR)
    here.do(a.SellChips(ANA, 60_000), CASHIER)
    here.do(a.TakeDeposit(BEA, 30_000, Means.CHEQUE), CASHIER)
    here.do(a.LimitLoss(50_000), ANA)
    here.do(a.LimitLoss(80_000), ANA)
    here.do(a.LimitTime(30), ANA)
    here.do(a.LimitTime(None), ANA)
    here.do(a.LimitTime(45), PAU)
    here.do(a.ExcludeOneself("2026-11-22"), LUIS)
    here.do(a.ExcludeOneself("2027-01-01"), BEA)
    here.do(a.Complain("ruido", TABLE), PAU)
    here.do(a.NoteTableClosed(TABLE))
    here.slip(SlipKind.CLOSING, 999_900, TABLE)
    here.close_day()
    here.do(a.Bar(PAU, "pelea"), DIRECTOR)
    return here


def test_the_day_begins_with_all_that_the_house_is() -> None:
    here = closed()
    before = here.state
    carried, opened = here.do(NEXT, DIRECTOR)
    assert isinstance(carried, BalancesCarried)
    assert (opened.day, carried.day, carried.days) == ("2026-11-23", "2026-11-22", 1)
    assert carried.balances == dict(sorted(before.ledger.items()))
    assert carried.balances["difference-chips"] == 100
    assert [one.role for one in carried.posts] == [Role.ADMISSION, Role.CASHIER, Role.DIRECTOR]
    assert carried.visitors == (
        CarriedVisitor(ANA, loss_limit=80_000),
        CarriedVisitor(BEA, exclusion_end="2027-01-01"),
        CarriedVisitor(PAU, is_barred_for_good=True, time_limit=45),
    )
    for kept in ("ledger", "duties", "complaints"):
        assert getattr(here.state, kept) == getattr(before, kept)
    assert (here.state.last_slip, here.state.last_complaint, here.state.days) == (before.last_slip, 1, 2)
    assert here.state.visitor(ANA).loss.now == 80_000
    assert (dict(here.state.tables), set(here.state.visitors)) == ({}, {ANA, BEA, PAU})


def test_a_day_is_the_same_house_without_those_before_it() -> None:
    here = closed()
    first = len(here.events)
    here.do(NEXT, DIRECTOR)
    here.do(a.Admit(ANA), DOOR)
    here.do(a.NoteTableOpen(TABLE, "punto-y-banca"))
    assert fold(ESTABLISHMENT.evolve, ESTABLISHMENT.blank(), here.events[first:]) == here.state
    assert fold(ESTABLISHMENT.evolve, ESTABLISHMENT.blank(), here.events) == here.state


def test_what_was_agreed_holds_on_the_next_day() -> None:
    here = closed()
    here.do(NEXT, DIRECTOR)
    assert here.refused(a.Admit(BEA), DOOR).code == "self-excluded"
    assert here.refused(a.Admit(PAU), DOOR).code == "house-barred"
    here.do(a.Admit(LUIS), DOOR)
    here.do(a.Admit(ANA), DOOR)
    here.slip(SlipKind.SUPPLY, 1_000_000)
    assert here.refused(a.SellChips(ANA, 80_001), CASHIER).code == "loss-limit"
    here.do(a.AnswerComplaint(1, "resuelto"), DIRECTOR)
    here.pay(a.ReturnDeposit(BEA, 30_000, Means.CHEQUE), second=DIRECTOR)


@rows("means, left", product(list(Means), [0, 1]))
def test_somebody_whose_money_the_house_keeps_is_handed_on_and_nobody_else(means: Means, left: int) -> None:
    """A cent in custody is as good as chips in the purse; where nothing is left nothing is said of him."""
    here = closed()
    here.do(NEXT, DIRECTOR)
    here.do(a.Admit(LUIS), DOOR)
    here.do(a.TakeDeposit(LUIS, 500, means), CASHIER)
    here.pay(a.ReturnDeposit(LUIS, 500 - left, means))
    here.close_day()
    carried, _ = here.do(a.OpenDay("2026-11-24", has_balances=True), DIRECTOR)
    assert isinstance(carried, BalancesCarried)
    assert (LUIS in {one.person for one in carried.visitors}) is bool(left)
