"""What a day hands on: from its first entry alone the house is what it was, and what is over is handed on no more."""

import msgspec
import pytest
from msgspec.structs import replace

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import BalancesCarried, CarriedVisitor
from tapete.house.terms import Means, SlipKind
from tapete.kernel import PersonId, fold
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR, TABLE, Establishment, open_house

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
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
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
    assert (here.state.ledger, here.state.duties, here.state.complaints) == (
        before.ledger,
        before.duties,
        before.complaints,
    )
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


def test_a_day_that_was_opened_without_its_balances_is_read_as_before() -> None:
    here = closed()
    (opened,) = here.do(a.OpenDay("2026-11-23"), DIRECTOR)
    assert msgspec.json.encode(a.OpenDay("2026-11-23")) == b'{"act":"open-day","day":"2026-11-23"}'
    assert msgspec.json.encode(opened) == b'{"event":"day-opened@1","day":"2026-11-23"}'
    assert set(here.state.tables) == {TABLE}


@pytest.mark.parametrize("means", list(Means))
@pytest.mark.parametrize("left", [0, 1])
def test_somebody_whose_money_the_house_keeps_is_handed_on_and_nobody_else(means: Means, left: int) -> None:
    """A cent in custody is as good as chips in the purse; where nothing is left nothing is said of him."""
    here = closed()
    here.do(NEXT, DIRECTOR)
    here.do(a.Admit(LUIS), DOOR)
    here.do(a.TakeDeposit(LUIS, 500, means), CASHIER)
    here.pay(a.ReturnDeposit(LUIS, 500 - left, means))
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.do(a.CloseDay(), DIRECTOR)
    carried, _ = here.do(a.OpenDay("2026-11-24", has_balances=True), DIRECTOR)
    assert isinstance(carried, BalancesCarried)
    assert (LUIS in {one.person for one in carried.visitors}) is bool(left)


@pytest.mark.parametrize("change", [{"day": "2026-11-21"}, {"days": 7}, {"slips": 0}, {"serials": 9}])
def test_every_part_of_it_tells(change: dict[str, object]) -> None:
    here = closed()
    before = here.state
    carried, _ = here.do(NEXT, DIRECTOR)
    forged = ESTABLISHMENT.evolve(before, replace(carried, **change))
    assert forged != ESTABLISHMENT.evolve(before, carried)
