"""The other table, the last day, nothing left: what an answer of the house depends on besides the obvious."""

from collections.abc import Callable
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.admission import require_not_barred, require_not_excluded
from tapete.house.engine import ESTABLISHMENT
from tapete.house.invariants import staff_do_not_play
from tapete.house.state import LossLimit, State, Visitor
from tapete.house.terms import SlipKind
from tapete.kernel import Amount, Offer, PersonId, breach
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CROUPIER, DIRECTOR, DOOR, TABLE, Establishment, house, open_house


def offered(state: State, who: PersonId, act: str) -> list[Offer]:
    """Return the offers of one kind of act."""
    return [one for one in ESTABLISHMENT.legal(state, who) if one.act == act]


def slips(state: State) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the slips that the desk is offered, by kind and table."""
    found = [one.fields for one in offered(state, CASHIER, "write-slip")]
    return {(str(one["kind"].value), str(one["table"].value)): one for one in found}


def holding(here: Establishment, **sums: int) -> State:
    """Return the house with other sums at the desk."""
    ledger = here.state.ledger
    for account, held in sums.items():
        ledger = ledger.set(account, held)
    return replace(here.state, ledger=ledger)


def test_a_slip_moves_nothing_or_as_much_as_is_there() -> None:
    found = slips(open_house().state)
    assert found[SlipKind.FILL, TABLE]["chips"] == Amount(0, 4_000_000)
    assert found[SlipKind.CREDIT, TABLE]["chips"] == Amount(0, 1_000_000)
    assert found[SlipKind.RETURN, ""]["chips"] == Amount(0, 4_000_000)
    assert found[SlipKind.RETURN, ""]["cash"] == Amount(0, 2_000_000)


@pytest.mark.parametrize(
    ("chips", "cash", "fills", "returns"), [(1, 0, True, True), (0, 1, False, True), (0, 0, False, False)]
)
def test_a_slip_is_offered_where_there_is_something_to_move(chips: int, cash: int, fills: bool, returns: bool) -> None:
    found = slips(holding(open_house(), chips=chips, cash=cash))
    assert ((SlipKind.FILL, TABLE) in found, (SlipKind.RETURN, "") in found) == (fills, returns)


WITH_NOTHING = (
    *("person:ana", "table:mesa-1", "deposit:cash:ana", "deposit:cheque:ana"),
    *("chips", "cash", "vouchers", "tips"),
)
"""Accounts of what lies with people, on tables, in custody and at the desk."""


@pytest.mark.parametrize("account", WITH_NOTHING)
@pytest.mark.parametrize(("held", "found"), [(-1, True), (0, False)])
def test_nobody_hands_out_what_he_has_not_got(account: str, held: int, found: bool) -> None:
    told = ESTABLISHMENT.problems(holding(open_house(), **{account: held}))
    assert (breach("account-overdrawn", account=account, held=held) in told) is found


@pytest.mark.parametrize(
    "account", ["outside", "safe-chips", "safe-cash", "difference-chips", "difference-cash", "difference-vouchers"]
)
def test_what_comes_from_elsewhere_may_be_owed(account: str) -> None:
    told = ESTABLISHMENT.problems(holding(open_house(), **{account: -1}))
    assert "account-overdrawn" not in {one.code for one in told}


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.TABLE_CHIEF])
def test_who_directs_a_table_alone_does_not_direct_the_house(role: Role) -> None:
    here = open_house()
    here.do(a.NoteTablePost(TABLE, role, PersonId("otra")))
    assert here.refused(a.GoOffDuty(Role.DIRECTOR, DIRECTOR), DIRECTOR).code == "last-director"


@pytest.mark.parametrize(("bought", "left"), [(0, 500), (499, 1), (500, 0), (501, 0), (900, 0)])
def test_what_a_visitor_may_still_buy_is_never_less_than_nothing(bought: int, left: int) -> None:
    here = open_house()
    one = Visitor(is_present=True, purchases=bought, loss=LossLimit(500))
    state = replace(here.state, visitors=here.state.visitors.set(ANA, one))
    me = ESTABLISHMENT.view(state, ANA).me
    assert me is not None
    assert me.may_buy == left
    assert [one.fields["amount"] for one in offered(state, CASHIER, "sell-chips")] == (
        [Amount(1, left)] if left else []
    )


@pytest.mark.parametrize(("until", "is_out"), [("2026-11-21", False), ("2026-11-22", True), ("2026-11-23", True)])
@pytest.mark.parametrize("kind", ["exclusion_end", "bar_end"])
def test_nobody_comes_on_the_last_day_that_is_forbidden_him(kind: str, until: str, is_out: bool) -> None:
    here = open_house()
    here.state = replace(here.state, visitors=here.state.visitors.set(BEA, replace(Visitor(), **{kind: until})))
    if is_out:
        refused = here.refused(a.Admit(BEA), DOOR)
        code = {"exclusion_end": "self-excluded", "bar_end": "house-barred"}[kind]
        assert (refused.code, refused.facts) == (code, {"until": until})
    else:
        here.do(a.Admit(BEA), DOOR)


@pytest.mark.parametrize("rule", [require_not_excluded, require_not_barred])
def test_nobody_is_forbidden_a_house_that_has_had_no_day_yet(rule: Callable[[State, PersonId], Any]) -> None:
    state = house().state
    assert (state.day, rule(state, ANA)) == ("", None)


@pytest.mark.parametrize("day", ["2o26-11-23", "2026-1x-23", "2026-11-2 ", "+026-11-23", "२०२६-११-२३"])
def test_a_day_is_written_in_plain_digits(day: str) -> None:
    assert house().refused(a.OpenDay(day), DIRECTOR).code == "no-such-day"


def test_staff_in_a_seat_or_with_two_tables_is_found() -> None:
    here = open_house()
    assert staff_do_not_play(here.state) == ()
    visitors = Map({CROUPIER: Visitor(is_present=True, table=TABLE)})
    assert staff_do_not_play(replace(here.state, visitors=visitors)) == (breach("plays-on-duty", person=CROUPIER),)
    second = {replace(one, table="mesa-2") for one in here.state.duties if one.person == CROUPIER}
    twice = replace(here.state, duties=here.state.duties | second)
    assert staff_do_not_play(twice) == (breach("serves-two-tables", person=CROUPIER),)
