"""The acts that the house tries for its viewers, whole, with the values of their fields; and the moments of its day."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import person
from tapete.clauses import Fault
from tapete.house import acts as a
from tapete.house import offers, sessions
from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, table_chips
from tapete.house.carrying import begin_with, carry_balances
from tapete.house.events import CarriedVisitor, HousePost, SessionNoted
from tapete.house.minutes import Complaint
from tapete.house.state import (
    DinnerHour,
    Duty,
    KeptAward,
    LossLimit,
    Proof,
    Session,
    Settings,
    Slip,
    State,
    TableBooks,
    TimeLimit,
    Visitor,
)
from tapete.house.terms import DIFFERENCE_LIMIT, Means, Phase, SlipKind
from tapete.kernel import Amount, Choice, FixedValue, People, PersonId, Text
from tapete.money import LIMIT
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, TABLE

TODAY, YESTERDAY, TOMORROW = "2026-11-22", "2026-11-21", "2026-11-23"
CARLA, DANI = PersonId("carla"), PersonId("dani")
MEANS = Choice(tuple(str(one) for one in Means))


def house(*, admission: bool = False, **changes: Any) -> State:
    ledger = changes.pop("ledger", {})
    made = State(Settings("Casino", admission), Phase.OPEN, TODAY, 3)
    return replace(made, ledger=made.ledger.update(ledger), **changes)


def fixed(value: Any) -> FixedValue:
    return FixedValue(value)


# --- the desk ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("admission", "chips", "is_tried"), [(False, 1, True), (False, 0, False), (True, 1, False)])
def test_chips_are_sold_to_somebody_new_where_the_house_has_no_door(
    admission: bool, chips: int, is_tried: bool
) -> None:
    found = list(offers._desk(house(admission=admission, ledger={CHIPS: chips})))
    fields = {"person": Text(), "amount": Amount(1, 1), "means": MEANS}
    assert found == ([(a.SellChips(offers.STRANGER, 1), fields)] if is_tried else [])


@pytest.mark.parametrize("institutions", [(), ("Banco",), ("Banco", "Caja")])
def test_proofs_awards_and_institutions_are_offered_one_by_one(institutions: tuple[str, ...]) -> None:
    kept = KeptAward("x", "salon", ANA, 500, 2, is_begun=True, terms="t")
    state = house(
        visitors=Map({ANA: Visitor(), BEA: Visitor()}),
        institutions=institutions,
        proofs=Map({BEA: Proof(5), ANA: Proof(None)}),
        awards=(kept,),
    )
    fields = {"person": People((ANA, BEA)), "amount": Amount(1), "institution": Choice(("", *institutions))}
    ending = {"game": fixed("x"), "name": fixed("salon"), "reason": Text(), "terms": fixed("t")}
    try:
        found = list(offers._proofs(state))
    except IndexError:
        pytest.fail("a proof may always lie at the desk")
    assert found == [
        (a.LodgeProof(ANA, LIMIT), fields),
        (a.ReleaseProof(ANA), {"person": fixed(ANA)}),
        (a.ReleaseProof(BEA), {"person": fixed(BEA)}),
        (a.EndAward("x", "salon", "-", "t"), ending),
        (a.AcceptInstitution(f"-{len(institutions)}"), {"institution": Text()}),
    ]
    assert list(offers._proofs(house())) == [(a.AcceptInstitution("-0"), {"institution": Text()})]


# --- slips ------------------------------------------------------------------------------------------------------------


def written(kind: str, table: str = "", *, most: int | None, **more: Any) -> Any:
    one = a.WriteSlip(SlipKind(kind), 0 if most == 0 else 1, table, 1 if most == 0 else 0, 0)
    return one, {"kind": fixed(kind), "table": fixed(table), "chips": Amount(0, most), **more}


COUNTED = {"cash": Amount(0), "vouchers": Amount(0), "kept_money": Amount(0)}


def test_each_kind_of_slip_is_offered_for_what_lies_where_it_comes_from() -> None:
    state = house(
        tables=Map({TABLE: TableBooks("x", chips_in=4)}),
        ledger={CHIPS: 10, CASH: 6, TIPS: 8, table_chips(TABLE): 9},
    )
    assert list(offers._slips(state)) == [
        written("opening", TABLE, most=10),
        written("fill", TABLE, most=10),
        written("credit", TABLE, most=5),
        written("closing", TABLE, most=None),
        written("tips", TABLE, most=5),
        written("tips-paid", most=6),
        written("supply", most=None, cash=Amount(0)),
        written("return", most=10, cash=Amount(0, 6)),
        written("count", most=None, **COUNTED),
    ]


@pytest.mark.parametrize(
    ("ledger", "kinds"),
    [
        ({}, ["closing", "supply", "count"]),
        ({CASH: 1}, ["closing", "supply", "return", "count"]),
        ({CHIPS: 1}, ["opening", "fill", "closing", "supply", "return", "count"]),
        ({TIPS: 1}, ["closing", "supply", "count"]),
        ({TIPS: 1, CASH: 1}, ["closing", "tips-paid", "supply", "return", "count"]),
        ({table_chips(TABLE): 1}, ["credit", "closing", "tips", "supply", "count"]),
    ],
)
def test_a_slip_of_nothing_is_not_offered(ledger: dict[str, int], kinds: list[str]) -> None:
    found = list(offers._slips(house(tables=Map({TABLE: TableBooks("x")}), ledger=ledger)))
    assert [str(what.kind) for what, _ in found] == kinds
    if ledger == {CASH: 1}:
        assert found[2] == written("return", most=0, cash=Amount(0, 1))


def test_a_slip_that_waits_is_signed_torn_or_confirmed() -> None:
    plain = Slip(1, SlipKind.FILL, TABLE, 5, 0, ANA, is_of_desk=True)
    count = Slip(2, SlipKind.COUNT, "", 9, 6, ANA, is_of_desk=True, vouchers=1, is_whole=True)
    state = house(slips=Map({2: count, 1: plain}), ledger={CHIPS: 10, CASH: 5, VOUCHERS: 3})
    shown = {
        "serial": fixed(2),
        "missing_chips": fixed(1),
        "missing_cash": fixed(-1),
        "missing_vouchers": fixed(2),
        "reason": Text(),
    }
    assert list(offers._slips(state))[-5:] == [
        (a.SignSlip(1, 0), {"serial": fixed(1)}),
        (a.TearSlip(1), {"serial": fixed(1)}),
        (a.SignSlip(2, 0), {"serial": fixed(2)}),
        (a.ConfirmDifference(2, 1, -1, "-", 2), shown),
        (a.TearSlip(2), {"serial": fixed(2)}),
    ]


# --- people -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["", TODAY])
def test_people_are_offered_what_may_be_done_with_them(day: str) -> None:
    duties = frozenset({Duty("", Role.DIRECTOR, DANI), Duty("", Role.CASHIER, CARLA), Duty(TABLE, Role.CROUPIER, BEA)})
    state = house(day=day, visitors=Map({BEA: Visitor(), ANA: Visitor()}), duties=duties)
    text = Text()
    posts = Choice(("admission", "cashier", "director", "hall-manager"))
    excluding = [(a.ExcludeOneself("9999-12-31"), {"until": text})] if day else []
    assert list(offers._people(state, ANA)) == [
        (a.GoOnDuty(Role.ADMISSION, offers.STRANGER), {"role": posts, "person": text}),
        (a.GoOffDuty(Role.CASHIER, CARLA), {"role": fixed("cashier"), "person": fixed(CARLA)}),
        (a.GoOffDuty(Role.DIRECTOR, DANI), {"role": fixed("director"), "person": fixed(DANI)}),
        (a.Admit(offers.STRANGER), {"person": text}),
        (a.LetOut(ANA), {"person": fixed(ANA)}),
        (a.LiftBar(ANA, "-"), {"person": fixed(ANA), "reason": text}),
        (a.LetOut(BEA), {"person": fixed(BEA)}),
        (a.LiftBar(BEA, "-"), {"person": fixed(BEA), "reason": text}),
        (a.Bar(offers.STRANGER, "-"), {"person": text, "reason": text, "until": text}),
        *excluding,
        (a.LimitLoss(None), {"amount": Amount(1)}),
        (a.LimitTime(None), {"minutes": Amount(1, 24 * 60)}),
    ]


@pytest.mark.parametrize(
    ("dinner", "limit", "free", "tried"),
    [
        (DinnerHour(), 0, ("00:00", "00:01"), 1),
        (DinnerHour("00:00", "00:01"), 5, ("00:01", "00:02"), 0),
    ],
)
def test_the_house_tries_every_part_of_it_in_order(dinner: DinnerHour, limit: int, free: Any, tried: int) -> None:
    complaints = Map({at: Complaint(at, ANA, "", "x") for at in (2, 1)})
    state = house(dinner=dinner, difference_limit=limit, complaints=complaints, tables=Map({TABLE: TableBooks("x")}))
    parts = [*offers._people(state, ANA), *offers._desk(state), *offers._proofs(state), *offers._slips(state)]
    assert list(offers.candidates(state, ANA)) == [
        (a.OpenDay("9999-12-31"), {"day": Text()}),
        (a.CloseDay(), {}),
        (a.SetDinnerHour(*free), {"begin": Text(), "end": Text()}),
        (a.SetDifferenceLimit(tried), {"amount": Amount(0, LIMIT)}),
        *parts,
        (a.WriteMinutes("-"), {"text": Text()}),
        (a.Complain("-"), {"text": Text(), "table": Choice(("", TABLE))}),
        (a.AnswerComplaint(1, "-"), {"serial": fixed(1), "text": Text()}),
        (a.AnswerComplaint(2, "-"), {"serial": fixed(2), "text": Text()}),
    ]


# --- the moments of a day ---------------------------------------------------------------------------------------------


def at(time: str) -> str:
    return f"{TODAY}T{time}"


def told(found: Fault | None) -> Any:
    return None if found is None else (found.code, found.facts)


@pytest.mark.parametrize(
    ("time", "inside"), [("20:59", False), ("21:00", True), ("22:29", True), ("22:30", False), ("22:31", False)]
)
def test_the_dinner_hour_is_from_its_first_minute_to_before_its_last(time: str, inside: bool) -> None:
    assert sessions.is_in_dinner(house(), at(time)) is inside


@pytest.mark.parametrize(
    ("begin", "end", "moment", "between"),
    [
        ("20:59", "21:00", "22:30", True),
        ("21:00", "21:30", "22:30", False),
        ("20:59", "22:30", "22:30", True),
        ("20:59", "22:31", "22:31", False),
        ("20:59", "21:00", "22:29", False),
        ("20:59", "", "23:00", False),
        ("17:00", "20:00", "23:00", True),
    ],
)
def test_dinner_lies_between_a_session_that_began_before_it_and_one_after(
    begin: str, end: str, moment: str, between: bool
) -> None:
    one = Session(TABLE, 1, 2, 2, at(begin), at(end) if end else "")
    assert sessions.is_dinner_between(house(), one, at(moment)) is between


@pytest.mark.parametrize(
    ("is_begun", "begin", "moment", "has_begun"),
    [
        (True, "20:59", "21:00", True),
        (True, "20:59", "20:59", False),
        (True, "21:00", "21:30", False),
        (False, "20:59", "21:00", False),
    ],
)
def test_dinner_has_begun_for_a_session_that_was_played_before_it(
    is_begun: bool, begin: str, moment: str, has_begun: bool
) -> None:
    one = Session(TABLE, 1, 2, 2, at(begin), is_begun=is_begun)
    assert sessions.has_dinner_begun(house(), one, at(moment)) is has_begun
    by = SessionClauses((), ())
    for was_told in (False, True):
        kept = replace(one, is_dinner_begun=was_told)
        note = a.NoteSession(TABLE, 2, None, is_begun, True, at(moment), by)
        wrong = None if was_told or has_begun else ("dinner-not-begun", {"begin": "21:00"})
        assert told(sessions.require_dinner_begun(house(), kept, note)) == wrong
        assert told(sessions.require_dinner_begun(house(), kept, replace(note, is_dinner_begun=False))) is None
    hour = {"begin": "21:00", "end": "22:30"}
    for shoes, is_told in ((1, False), (2, False), (3, False), (1, True)):
        note = a.NoteSession(TABLE, shoes, None, is_begun, is_told, at(moment), by)
        wrong_shoe = ("dinner-has-begun", hour) if shoes < 2 and not is_told and has_begun else None
        assert told(sessions.require_shoe_before_dinner(house(), one, note)) == wrong_shoe


@pytest.mark.parametrize(
    ("begin", "end", "forwards"), [("21:00", "21:01", True), ("21:00", "21:00", False), ("21:01", "21:00", False)]
)
def test_a_dinner_hour_ends_after_it_begins(begin: str, end: str, forwards: bool) -> None:
    found = sessions.require_dinner_forwards(a.SetDinnerHour(begin, end))
    assert told(found) == (None if forwards else ("dinner-hour-backwards", {"begin": begin, "end": end}))


def test_sessions_are_numbered_one_after_the_other_and_known_by_their_table_while_they_last() -> None:
    over, now = Session("m1", 1, 2, 0, at("17:00"), at("20:00")), Session("m1", 2, 2, 2, at("23:00"))
    state = house(sessions=(over, now))
    assert [sessions.next_session(one) for one in (house(), state)] == [1, 3]
    assert [told(sessions.require_next_number(state, number)) for number in (2, 3, 4)] == [
        ("session-number", {"number": 2, "next": 3}),
        None,
        ("session-number", {"number": 4, "next": 3}),
    ]
    assert (sessions.session_at(state, "m1"), sessions.session_at(state, "m2")) == (now, None)
    assert sessions.session_at(house(sessions=(over,)), "m1") is None
    assert told(sessions.require_no_session_begun(state)) == ("sessions-begun", {"sessions": 2})
    assert told(sessions.require_no_session_begun(house())) is None
    noted = sessions.with_noted((over, now), SessionNoted("m1", 1, ANA, True, False, at("23:05")))
    assert noted == (over, replace(now, shoes_left=1, banker=ANA, bankers=(ANA,), is_begun=True, begin=at("23:05")))
    again = sessions.with_noted(noted, SessionNoted("m1", 1, ANA, True, True, ""))
    assert again == (over, replace(noted[1], is_dinner_begun=True))
    assert sessions.with_noted(noted, SessionNoted("m1", 1, None, True, False, ""))[1].bankers == (ANA,)
    assert sessions.with_noted(noted, SessionNoted("m1", 1, BEA, True, False, ""))[1].bankers == (ANA, BEA)
    assert sessions.with_noted(noted, SessionNoted("m2", 1, BEA, True, False, "")) == noted


# --- from one day to the next -----------------------------------------------------------------------------------------


def test_what_ended_before_the_day_is_over_and_all_else_is_handed_on() -> None:
    people = {
        PersonId("a"): Visitor(bar_end=YESTERDAY, exclusion_end=YESTERDAY),
        PersonId("b"): Visitor(bar_end=TODAY),
        PersonId("c"): Visitor(exclusion_end=TODAY),
        PersonId("d"): Visitor(bar_end=TOMORROW, exclusion_end=TOMORROW),
        PersonId("e"): Visitor(is_barred_for_good=True),
        PersonId("f"): Visitor(loss=LossLimit(1, 2), time=TimeLimit(3, 4)),
        PersonId("g"): Visitor(loss=LossLimit(1, None)),
        PersonId("h"): Visitor(purchases=7, has_been_in=True),
        PersonId("i"): Visitor(),
    }
    state = house(
        phase=Phase.CLOSED,
        day=YESTERDAY,
        visitors=Map(people),
        duties=frozenset({Duty("", Role.DIRECTOR, DANI)}),
        ledger={person(PersonId("h")): 5, CHIPS: -5},
        institutions=("Banco",),
        dinner=DinnerHour("20:00", "22:00"),
        difference_limit=7,
        awards=(KeptAward("x", "salon", ANA, 500, 2, is_begun=True, terms="t", coups=3),),
        complaints=Map({2: Complaint(2, ANA, TABLE, "ruido")}),
        last_slip=8,
        last_complaint=9,
    )
    carried = carry_balances(state, TODAY)
    assert carried.visitors == (
        CarriedVisitor(PersonId("b"), TODAY),
        CarriedVisitor(PersonId("c"), exclusion_end=TODAY),
        CarriedVisitor(PersonId("d"), TOMORROW, exclusion_end=TOMORROW),
        CarriedVisitor(PersonId("e"), is_barred_for_good=True),
        CarriedVisitor(PersonId("f"), loss_limit=2, time_limit=4),
        CarriedVisitor(PersonId("h")),
    )
    assert (carried.name, carried.has_admission, carried.day, carried.days) == ("Casino", False, YESTERDAY, 3)
    assert (carried.posts, carried.balances) == ((HousePost(Role.DIRECTOR, DANI),), dict(sorted(state.ledger.items())))
    assert (carried.slips, carried.serials, carried.dinner, carried.difference_limit) == (8, 9, ("20:00", "22:00"), 7)
    begun = begin_with(carried)
    same = ("settings", "day", "days", "duties", "ledger", "institutions", "dinner", "difference_limit", "awards")
    for name in (*same, "complaints", "last_slip", "last_complaint"):
        assert getattr(begun, name) == getattr(state, name), name
    assert dict(begun.visitors) == {
        PersonId("b"): Visitor(bar_end=TODAY),
        PersonId("c"): Visitor(exclusion_end=TODAY),
        PersonId("d"): Visitor(bar_end=TOMORROW, exclusion_end=TOMORROW),
        PersonId("e"): Visitor(is_barred_for_good=True),
        PersonId("f"): Visitor(loss=LossLimit(2, 2), time=TimeLimit(4, 4)),
        PersonId("h"): Visitor(),
    }
    assert (begun.phase, begun.tables, begun.slips, begun.sessions) == (Phase.CLOSED, Map(), Map(), ())


def test_a_house_that_has_chosen_nothing_of_its_own_hands_on_nothing_of_it() -> None:
    carried = carry_balances(house(phase=Phase.CLOSED, ledger={CHIPS: 0}), TODAY)
    assert (carried.dinner, carried.difference_limit, carried.institutions, carried.awards) == (None, None, (), ())
    begun = begin_with(carried)
    assert (begun.dinner, begun.difference_limit, begun.ledger) == (DinnerHour(), DIFFERENCE_LIMIT, Map())
