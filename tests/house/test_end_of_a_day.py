"""What is still to be done before a day ends, who leaves with it, and how much one may write and complain in it."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.house import acts as a, day, invariants, sessions
from tapete.house.books import CASH, CHIPS, VOUCHERS, custody, table_chips
from tapete.house.events import (
    AwardExpired,
    ComplaintAnswered,
    ComplaintMade,
    DayClosed,
    MinutesWritten,
    SessionNoted,
    VisitorLeft,
)
from tapete.house.minutes import Complaint, MinutesLine
from tapete.house.state import Duty, KeptAward, Session, Settings, Slip, State, TableBooks, Visitor
from tapete.house.terms import COMPLAINTS_MOST, MINUTES_MOST, Means, Phase, SlipKind
from tapete.kernel import PersonId, breach
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CHIEF, CROUPIER, DIRECTOR, TABLE

DAY = "2026-11-22"
DUTIES = frozenset({Duty("", Role.DIRECTOR, DIRECTOR), Duty(TABLE, Role.CROUPIER, CROUPIER)})
OVER = TableBooks("x", is_open=False)


def house(**changes: Any) -> State:
    ledger = changes.pop("ledger", {})
    made = State(
        Settings("x", has_admission=True), Phase.OPEN, DAY, 1, DUTIES, tables=Map({TABLE: OVER}), is_counted=True
    )
    return replace(made, ledger=made.ledger.update(ledger), **changes)


def told(found: Any) -> Any:
    return (found.code, found.facts) if isinstance(found, Fault) else found


UNCOUNTED = ("tables-uncounted", {"tables": [TABLE]})
SLIP = Slip(4, SlipKind.COUNT, "", 0, 0, ANA, is_of_desk=True)


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, []),
        ({"tables": Map({TABLE: TableBooks("x")})}, [UNCOUNTED]),
        ({"tables": Map({TABLE: replace(OVER, has_float=True)})}, [UNCOUNTED]),
        ({"ledger": {table_chips(TABLE): 1}}, [UNCOUNTED]),
        ({"ledger": {table_chips(TABLE): -1}}, [UNCOUNTED]),
        ({"slips": Map({4: SLIP, 3: replace(SLIP, serial=3)})}, [("slips-waiting", {"slips": [3, 4]})]),
        ({"is_counted": False}, [("desk-uncounted", {})]),
        (
            {"is_counted": False, "slips": Map({4: SLIP}), "tables": Map({TABLE: TableBooks("x"), "m2": OVER})},
            [UNCOUNTED, ("slips-waiting", {"slips": [4]}), ("desk-uncounted", {})],
        ),
        ({"is_counted": False, "phase": Phase.CLOSED}, []),
    ],
)
def test_all_that_is_left_before_the_day_ends_is_told(changes: dict[str, Any], left: list[Any]) -> None:
    state = house(**changes)
    assert [told(one) for one in day.left_to_close(state)] == left
    first = left[0] if left else None
    assert told(day.require_all_counted(state)) == first
    closed = day.close_day(state, DIRECTOR, a.CloseDay())
    assert told(closed) == (first or (DayClosed(DAY, 0, 0, 0),))
    assert told(day.close_day(state, CROUPIER, a.CloseDay())) == ("not-your-post", {"needs": ["director"]})


def test_with_the_day_go_whoever_is_in_and_the_banks_of_the_last_day() -> None:
    kept = KeptAward("x", "salon", ANA, 500, 1, is_begun=True, terms="t")
    visitors = Map({BEA: Visitor(is_present=True), ANA: Visitor(is_present=True), CHIEF: Visitor()})
    state = house(visitors=visitors, awards=(kept, replace(kept, days=2)), ledger={CHIPS: 5, CASH: 6, VOUCHERS: 7})
    assert day.close_day(state, DIRECTOR, a.CloseDay()) == (
        VisitorLeft(ANA),
        VisitorLeft(BEA),
        AwardExpired("x", "salon", ANA, "t"),
        DayClosed(DAY, 5, 6, 7),
    )


@pytest.mark.parametrize(("written", "is_full"), [(MINUTES_MOST - 1, False), (MINUTES_MOST, True)])
def test_whoever_is_on_duty_writes_so_many_sentences_of_the_minutes(written: int, is_full: bool) -> None:
    own = tuple(MinutesLine(CROUPIER, str(at)) for at in range(written))
    state = house(minutes=(*own, *(MinutesLine(DIRECTOR, "x") for _ in range(9))))
    full = ("minutes-full", {"most": MINUTES_MOST})
    answer = full if is_full else (MinutesWritten(CROUPIER, "y"),)
    assert told(day.write_minutes(state, CROUPIER, a.WriteMinutes("y"))) == answer
    assert told(day.write_minutes(state, DIRECTOR, a.WriteMinutes("y"))) == (MinutesWritten(DIRECTOR, "y"),)
    assert told(day.write_minutes(state, ANA, a.WriteMinutes("y"))) == ("not-on-duty", {})


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, False),
        ({"visitors": Map({ANA: Visitor(is_present=True)})}, False),
        ({"visitors": Map({ANA: Visitor(has_been_in=True)})}, True),
        ({"ledger": {custody(ANA, Means.CHEQUE): 1}}, True),
        ({"duties": DUTIES | {Duty("", Role.CASHIER, ANA)}}, True),
    ],
)
def test_whoever_was_in_has_money_here_or_is_on_duty_may_complain(changes: dict[str, Any], may: bool) -> None:
    state = house(last_complaint=6, **changes)
    answer = (ComplaintMade(7, ANA, "", "ruido"),) if may else ("not-a-customer", {})
    assert told(day.complain(state, ANA, a.Complain("ruido"))) == answer


@pytest.mark.parametrize(("waiting", "is_full"), [(COMPLAINTS_MOST - 1, False), (COMPLAINTS_MOST, True)])
def test_so_many_complaints_of_one_person_wait_at_once(waiting: int, is_full: bool) -> None:
    own = {at: Complaint(at, CROUPIER, "", "x") for at in range(1, waiting + 1)}
    state = house(
        complaints=Map({**own, **{at: Complaint(at, BEA, "", "x") for at in range(20, 29)}}), last_complaint=30
    )
    full = ("complaints-waiting", {"most": COMPLAINTS_MOST})
    found = [told(day.complain(state, CROUPIER, a.Complain("y", table))) for table in ("", TABLE, "mesa-9")]
    made = [(ComplaintMade(31, CROUPIER, table, "y"),) for table in ("", TABLE)]
    assert found == ([full] * 3 if is_full else [*made, ("no-such-table", {"table": "mesa-9"})])


def test_a_complaint_that_waits_is_answered_by_the_director() -> None:
    state = house(complaints=Map({2: Complaint(2, ANA, "", "x")}))
    found = [told(day.answer_complaint(state, who, a.AnswerComplaint(serial, "sí"))) for who, serial in (
        (DIRECTOR, 2), (DIRECTOR, 3), (CROUPIER, 2),
    )]  # fmt: skip
    assert found == [
        (ComplaintAnswered(2, DIRECTOR, "sí"),),
        ("no-such-complaint", {"serial": 3}),
        ("not-your-post", {"needs": ["director"]}),
    ]


@pytest.mark.parametrize(
    ("was_begun", "is_begun", "noted", "moment"),
    [(False, False, False, ""), (False, True, True, f"{DAY}T17:30"), (True, False, True, ""), (True, True, True, "")],
)
def test_the_moment_at_which_play_begins_is_noted_once(
    was_begun: bool, is_begun: bool, noted: bool, moment: str
) -> None:
    session = Session(TABLE, 1, 2, 2, f"{DAY}T17:00", is_begun=was_begun)
    state = house(sessions=(session,))
    what = a.NoteSession(TABLE, 2, ANA, is_begun, False, f"{DAY}T17:30", SessionClauses((), ()))
    assert sessions.note_session(state, DIRECTOR, what) == (SessionNoted(TABLE, 2, ANA, noted, False, moment),)
    elsewhere = sessions.note_session(state, DIRECTOR, replace(what, table="m2"))
    assert told(elsewhere) == ("no-session-at-table", {"table": "m2"})


def test_whoever_plays_on_duty_or_serves_two_tables_is_named() -> None:
    two = DUTIES | {
        Duty("m2", Role.CROUPIER, CROUPIER),
        Duty("m2", Role.CROUPIER, ANA),
        Duty(TABLE, Role.DIRECTOR, DIRECTOR),
    }
    state = house(duties=two, visitors=Map({ANA: Visitor(table=TABLE), BEA: Visitor(table=TABLE)}))
    assert invariants.staff_do_not_play(state) == (
        breach("plays-on-duty", person=ANA),
        breach("serves-two-tables", person=CROUPIER),
    )
    assert invariants.staff_do_not_play(house()) == ()
    assert PersonId("ana") == ANA
