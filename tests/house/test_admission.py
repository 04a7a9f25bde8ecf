"""The door: who is in the house, and who may not come."""

from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.house.view import view
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, DIRECTOR, DOOR, TABLE, Establishment, open_house
from tests.support.rows import rows


def next_day(here: Establishment, day: str) -> None:
    """Count everything, close the day and open another."""
    if here.state.tables[TABLE].is_open:
        here.do(a.NoteTableClosed(TABLE))
        here.slip(SlipKind.CLOSING, here.held("table:mesa-1"), TABLE)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
    here.do(a.OpenDay(day), DIRECTOR)


def test_nobody_buys_chips_or_sits_down_unadmitted() -> None:
    here = open_house()
    assert here.refused(a.SellChips(BEA, 100), CASHIER).code == "not-admitted"
    assert here.refused(a.NoteSeat(BEA, TABLE)).code == "not-admitted"
    here.do(a.Admit(BEA), DOOR)
    here.do(a.SellChips(BEA, 100), CASHIER)
    here.do(a.NoteSeat(BEA, TABLE))


def test_before_the_day_is_closed_the_director_reads_what_visitors_still_have() -> None:
    here = open_house()
    before = view(here.state, DIRECTOR).money_of_visitors
    here.do(a.SellChips(ANA, 100), CASHIER)
    assert [view(here.state, who).money_of_visitors for who in (DIRECTOR, CASHIER)] == [before + 100, None]


def test_nobody_is_in_the_house_twice_or_leaves_it_from_a_seat() -> None:
    here = open_house()
    assert here.refused(a.Admit(ANA), DOOR).code == "already-admitted"
    here.do(a.NoteSeat(ANA, TABLE))
    assert here.refused(a.LetOut(ANA), DOOR).code == "still-seated"
    here.do(a.NoteSeat(ANA, ""))
    here.do(a.LetOut(ANA), ANA)
    assert here.refused(a.LetOut(ANA), DOOR).code == "not-admitted"


def test_one_seat_over_all_tables() -> None:
    here = open_house()
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    here.do(a.NoteSeat(ANA, TABLE))
    refused = here.refused(a.NoteSeat(ANA, "mesa-2"))
    assert (refused.code, refused.facts) == ("seated-elsewhere", {"table": TABLE})
    here.do(a.NoteSeat(ANA, ""))
    here.do(a.NoteSeat(ANA, "mesa-2"))


@rows(
    "until, day, may_come",
    [
        ("2026-11-23", "2026-11-23", False),
        ("2026-11-23", "2026-11-24", True),
        ("2026-12-01", "2026-11-30", False),
        (None, "2099-01-01", False),
    ],
)
def test_bar_holds_up_to_and_including_its_day(until: str | None, day: str, may_come: bool) -> None:
    here = open_house()
    here.do(a.Bar(ANA, "pelea", until), DIRECTOR)
    assert here.refused(a.SellChips(ANA, 100), CASHIER).code == "house-barred"
    next_day(here, day)
    if may_come:
        here.do(a.Admit(ANA), DOOR)
    else:
        assert here.refused(a.Admit(ANA), DOOR).code == "house-barred"


def test_barred_person_is_still_paid_for_his_chips() -> None:
    here = open_house()
    here.do(a.SellChips(ANA, 5_000), CASHIER)
    here.do(a.Bar(ANA, "pelea"), DIRECTOR)
    here.pay(a.BuyBackChips(ANA, 5_000), second=DIRECTOR)


def test_bar_is_lifted_by_the_director_once() -> None:
    here = open_house()
    here.do(a.Bar(BEA, "pelea"), DIRECTOR)
    assert here.refused(a.LiftBar(BEA, "aclarado"), DOOR).code == "not-your-post"
    here.do(a.LiftBar(BEA, "aclarado"), DIRECTOR)
    here.do(a.Admit(BEA), DOOR)
    assert here.refused(a.LiftBar(BEA, "aclarado"), DIRECTOR).code == "not-barred"


def test_self_exclusion_can_be_made_longer_and_never_shorter() -> None:
    here = open_house()
    here.do(a.ExcludeOneself("2026-12-24"), ANA)
    refused = here.refused(a.ExcludeOneself("2026-12-23"), ANA)
    assert (refused.code, refused.clauses) == ("self-excluded", ("HP.HS.self-exclusion",))
    here.do(a.ExcludeOneself("2026-12-25"), ANA)
    assert here.refused(a.LiftBar(ANA, "lo pide"), DIRECTOR).code == "not-barred"
    assert here.refused(a.SellChips(ANA, 100), CASHIER).code == "self-excluded"


@rows("day", ["2026-11-21", "2026-02-30", "2026-13-01"])
def test_days_are_days_of_the_calendar_and_not_gone_by(day: str) -> None:
    here = open_house()
    assert here.refused(a.ExcludeOneself(day), ANA).code == "no-such-day"
    assert here.refused(a.Bar(BEA, "pelea", day), DIRECTOR).code == "no-such-day"


@rows("who", [DIRECTOR, CASHIER, DOOR, CHIEF])
def test_staff_on_duty_are_no_visitors(who: PersonId) -> None:
    here = open_house()
    assert here.refused(a.Admit(who), DOOR).code == "staff-is-no-visitor"
    assert here.refused(a.SellChips(who, 100), CASHIER).code == "staff-is-no-visitor"
    assert here.refused(a.NoteSeat(who, TABLE)).code == "staff-is-no-visitor"


def test_visitor_in_a_seat_goes_on_no_duty() -> None:
    here = open_house()
    here.do(a.NoteSeat(ANA, TABLE))
    assert here.refused(a.GoOnDuty(Role.CASHIER, ANA), DIRECTOR).code == "visitor-may-not-serve"
    assert here.refused(a.NoteTablePost(TABLE, Role.INSPECTOR, ANA)).code == "visitor-may-not-serve"


def test_evening_ends_for_everybody() -> None:
    here = open_house()
    next_day(here, "2026-11-23")
    assert not any(one.is_present for one in here.state.visitors.values())
    assert here.refused(a.SellChips(ANA, 100), CASHIER).code == "not-admitted"
