"""Exactly the limit, one cent more, the last day, another table: the house on either side of a boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.admission import (
    left_at_tables,
    left_to_buy,
    require_at_tables_within_limit,
    require_open_table,
    require_within_loss_limit,
)
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import Duty, LossLimit, Session, State, Visitor
from tapete.house.terms import SlipKind
from tapete.house.view import VisitorView
from tapete.kernel import Amount, PersonId, breach
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, house, open_house

LIMIT, TODAY = 500, "2026-11-22"


def knowing(state: State, who: PersonId, one: Visitor) -> State:
    """Return a house that knows somebody so."""
    return replace(state, visitors=state.visitors.set(who, one))


# --- limits that somebody sets himself --------------------------------------------------------------------------------

LEFT = [(0, 500), (499, 1), (500, 0), (501, 0), (9_999, 0), (-100, 600)]
"""What was bought or brought so far, and what is left of the limit."""


@pytest.mark.parametrize(("so_far", "left"), LEFT)
def test_what_is_left_of_a_limit_is_the_rest_and_never_less_than_nothing(so_far: int, left: int) -> None:
    assert left_to_buy(Visitor(purchases=so_far, loss=LossLimit(LIMIT))) == left
    assert left_at_tables(Visitor(chips_at_tables=so_far, loss=LossLimit(LIMIT))) == left


@pytest.mark.parametrize(("so_far", "left"), LEFT)
def test_a_limit_lets_through_what_is_left_and_not_one_cent_more(so_far: int, left: int) -> None:
    state = open_house().state
    bought = knowing(state, ANA, Visitor(purchases=so_far, chips_at_tables=9**9, loss=LossLimit(LIMIT)))
    brought = knowing(state, ANA, Visitor(chips_at_tables=so_far, purchases=9**9, loss=LossLimit(LIMIT)))
    for asks, of, code in (
        (require_within_loss_limit, bought, "loss-limit"),
        (require_at_tables_within_limit, brought, "loss-limit-at-tables"),
    ):
        assert (asks(of, ANA, left) is None) is (so_far + left <= LIMIT)
        over = asks(of, ANA, left + 1)
        assert over is not None
        assert (over.code, over.facts) == (code, {"limit": LIMIT, "left": left})
        assert asks(of, BEA, 9**9) is None, "another's limit is none of hers"


def test_whoever_has_no_limit_has_nothing_left_of_it() -> None:
    one = Visitor(purchases=9**9, chips_at_tables=9**9)
    assert (left_to_buy(one), left_at_tables(one)) == (None, None)


@pytest.mark.parametrize(("now", "asked", "at_once"), [
    (None, 500, True), (500, 499, True), (500, 500, True), (500, 501, False), (500, None, False), (None, None, False),
])  # fmt: skip
def test_a_stricter_limit_counts_at_once_and_a_looser_one_the_next_day(
    now: int | None, asked: int | None, at_once: bool
) -> None:
    for limit, name in ((a.LimitLoss, "loss"), (a.LimitTime, "time")):
        here = open_house()
        if now is not None:
            here.do(limit(now), ANA)
        here.do(limit(asked), ANA)
        found = getattr(here.state.visitor(ANA), name)
        assert (found.now == asked) is (at_once or now == asked)
        assert found.next == asked


# --- the door ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "seen"),
    [
        (Visitor(), None),
        (Visitor(is_present=True), (True, False, "")),
        (Visitor(bar_end="2026-11-21"), None),
        (Visitor(bar_end="2026-11-21", is_present=True), (True, False, "")),
        (Visitor(bar_end=TODAY), (False, True, TODAY)),
        (Visitor(bar_end="2026-11-23"), (False, True, "2026-11-23")),
        (Visitor(exclusion_end=TODAY, is_present=True), (True, True, TODAY)),
        (Visitor(bar_end="2026-11-21", exclusion_end="2026-12-01"), (False, True, "2026-12-01")),
        (Visitor(bar_end="2026-12-01", exclusion_end="2026-11-21"), (False, True, "2026-12-01")),
        (Visitor(is_barred_for_good=True), (False, True, "")),
        (Visitor(is_barred_for_good=True, exclusion_end="2026-12-01"), (False, True, "")),
    ],
)
def test_the_door_sees_who_is_in_and_who_may_not_come_and_until_when(one: Visitor, seen: Any) -> None:
    state = knowing(replace(open_house().state, visitors=Map()), BEA, one)
    found = ESTABLISHMENT.view(state, DOOR).visitors
    assert found == (() if seen is None else (VisitorView(BEA, *seen),))


@pytest.mark.parametrize(("until", "shown"), [("2026-11-21", ""), (TODAY, TODAY), ("2026-11-23", "2026-11-23")])
def test_a_visitor_sees_his_own_exclusion_up_to_its_last_day_and_no_bar_of_the_house(until: str, shown: str) -> None:
    state = knowing(open_house().state, ANA, Visitor(exclusion_end=until, bar_end="2026-12-01"))
    limits = ESTABLISHMENT.view(state, ANA).my_limits
    assert limits is not None
    assert limits.exclusion_end == shown


def test_a_table_is_open_closed_or_none_of_the_house() -> None:
    here = open_house()
    assert require_open_table(here.state, TABLE) is None
    here.do(a.NoteTableClosed(TABLE))
    closed, unknown = (require_open_table(here.state, name) for name in (TABLE, "mesa-9"))
    assert closed is not None
    assert unknown is not None
    assert (closed.code, unknown.code, unknown.facts) == ("table-closed", "no-such-table", {"table": "mesa-9"})


# --- slips ------------------------------------------------------------------------------------------------------------


def test_a_count_of_the_desk_may_find_nothing_of_anything() -> None:
    offers = [one for one in ESTABLISHMENT.legal(open_house().state, CASHIER) if one.act == "write-slip"]
    (count,) = [one.fields for one in offers if one.fields["kind"].value == SlipKind.COUNT]  # type: ignore[union-attr]
    assert {name: count[name] for name in ("chips", "cash", "vouchers", "kept_money")} == dict.fromkeys(
        ("chips", "cash", "vouchers", "kept_money"), Amount(0)
    )
    others = [one.fields for one in offers if one.fields["kind"].value != SlipKind.COUNT]  # type: ignore[union-attr]
    assert others
    assert not any({"vouchers", "kept_money"} & set(one) for one in others)


# --- what holds at every moment ---------------------------------------------------------------------------------------


def broken() -> dict[str, tuple[State, Any]]:
    """Return houses with one thing wrong, each with what is to be found."""
    here = open_house()
    sound = here.state
    here.do(a.NoteTableOpen("mesa-2", "chemin-de-fer"))
    two = here.state
    here.do(a.NoteTableClosed("mesa-2"))
    shut = here.state
    day = house().state
    session = Session(TABLE, 1, 2, 2, f"{TODAY}T17:00")
    chief = Duty(TABLE, Role.TABLE_CHIEF, PersonId("otra"))
    elsewhere = Duty("mesa-2", Role.TABLE_CHIEF, PersonId("otra"))
    return {
        "sound": (sound, ()),
        "two tables": (two, ()),
        "a seat at an open table": (knowing(two, ANA, Visitor(is_present=True, table="mesa-2")), ()),
        "a seat at a closed table": (
            knowing(shut, ANA, Visitor(is_present=True, table="mesa-2")),
            (breach("seat-at-closed-table", person=ANA, table="mesa-2"),),
        ),
        "a seat at no table of the house": (
            knowing(sound, ANA, Visitor(is_present=True, table="mesa-9")),
            (breach("seat-at-closed-table", person=ANA, table="mesa-9"),),
        ),
        "a post held twice": (
            replace(sound, duties=sound.duties | {chief}),
            (breach("post-held-twice", role=Role.TABLE_CHIEF, table=TABLE),),
        ),
        "the same post of another table": (replace(two, duties=two.duties | {elsewhere}), ()),
        "two on a post of the house": (
            replace(sound, duties=sound.duties | {Duty("", Role.CASHIER, PersonId("otra"))}),
            (),
        ),
        "a session": (replace(sound, sessions=(session,)), ()),
        "a session after another": (
            replace(sound, sessions=(replace(session, end=f"{TODAY}T20:00"), replace(session, number=2))),
            (),
        ),
        "two sessions at once": (
            replace(two, sessions=(session, replace(session, table="mesa-2"))),
            (breach("sessions-at-once", tables=[TABLE, "mesa-2"]),),
        ),
        "a session at a closed table": (
            replace(shut, sessions=(replace(session, table="mesa-2"),)),
            (breach("session-at-closed-table", table="mesa-2"),),
        ),
        "a session that has ended there": (
            replace(shut, sessions=(replace(session, table="mesa-2", end=f"{TODAY}T20:00"),)),
            (),
        ),
        "between two days": (day, ()),
        "somebody in a closed house": (
            knowing(knowing(day, ANA, Visitor(is_present=True)), BEA, Visitor()),
            (breach("person-in-closed-house", person=ANA),),
        ),
        "an open table in a closed house": (
            replace(day, tables=sound.tables),
            (breach("table-in-closed-house", table=TABLE),),
        ),
        "a float in a closed house": (
            replace(day, tables=Map({TABLE: replace(sound.tables[TABLE], is_open=False)})),
            (breach("table-in-closed-house", table=TABLE),),
        ),
        "a table of yesterday": (
            replace(day, tables=Map({TABLE: replace(sound.tables[TABLE], is_open=False, has_float=False)})),
            (),
        ),
    }


@pytest.mark.parametrize("case", list(broken()))
def test_what_is_wrong_with_a_house_is_found_and_nothing_beside_it(case: str) -> None:
    state, found = broken()[case]
    assert ESTABLISHMENT.problems(state) == found


def test_a_cent_too_many_or_too_few_is_found_as_chips_or_as_cash() -> None:
    state = open_house().state
    for account, code in (("chips", "chips-unbalanced"), ("cash", "cash-unbalanced")):
        for change in (1, -1):
            ledger = state.ledger.set(account, state.ledger[account] + change)
            assert ESTABLISHMENT.problems(replace(state, ledger=ledger)) == (breach(code, total=change),)


# --- who sees what ----------------------------------------------------------------------------------------------------

OF_DESK = ("desk", "customers", "institutions", "sessions", "dinner", "difference_limit")
OF_DIRECTOR = ("complaints", "minutes", "before_closing", "codes", "money_of_visitors")


def full() -> State:
    """Return a house of which there is something to see in every part."""
    here = open_house()
    here.do(a.SellChips(ANA, 500), CASHIER)
    here.do(a.NoteCode(ANA, CASHIER))
    here.do(a.AcceptInstitution("Banco"), DIRECTOR)
    here.do(a.Complain("me miran mal"), ANA)
    here.do(a.WriteMinutes("se funde una lámpara"), CROUPIER)
    here.do(a.WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    return replace(here.state, sessions=(Session(TABLE, 1, 2, 2, f"{TODAY}T17:00"),), difference_limit=100)


@pytest.mark.parametrize(
    ("who", "sees"),
    [
        (None, set()),
        (ANA, {"me", "my_limits", "complaints", "movements"}),
        (BEA, {"me", "my_limits"}),
        (DOOR, {"posts", "visitors", "duties"}),
        (CHIEF, {"duties", "slips"}),
        (CROUPIER, {"duties"}),
        (CASHIER, {"posts", "duties", "slips", *OF_DESK}),
        (DIRECTOR, {"posts", "visitors", "duties", "slips", *OF_DESK, *OF_DIRECTOR}),
    ],
)
def test_each_sees_what_is_his_to_see_and_nothing_more(who: PersonId | None, sees: set[str]) -> None:
    found = ESTABLISHMENT.view(full(), who)
    of_everybody = {"name", "phase", "day", "step", "tables"}
    shown = {name for name in found.__struct_fields__ if getattr(found, name) not in ((), None)}
    assert shown == {*of_everybody, *sees}


def test_the_public_is_offered_nothing() -> None:
    assert (ESTABLISHMENT.legal(full(), None), ESTABLISHMENT.explain(full(), None)) == ((), ())
