"""A count of the cash desk holds until something moves there: whatever moves it, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.house import acts as a
from tapete.house.desk import Payment
from tapete.house.terms import Means, SlipKind
from tapete.kernel import HOUSE, PersonId
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, Establishment, open_house


def counted() -> Establishment:
    """Return a house in which there is something of everything, and whose desk has just been counted."""
    here = open_house()
    here.do(a.SellChips(ANA, 50_000), CASHIER)
    here.do(a.TakeDeposit(ANA, 40_000, Means.CASH), CASHIER)
    here.do(a.NoteSeat(ANA, TABLE))
    here.do(a.BringChips(ANA, TABLE, 10_000))
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    assert here.state.is_counted
    return here


@pytest.mark.parametrize(
    ("what", "by"),
    [
        (a.SellChips(ANA, 1), CASHIER),
        (a.BuyBackChips(ANA, 1), CASHIER),
        (a.TakeDeposit(ANA, 1, Means.CASH), CASHIER),
        (a.ReturnDeposit(ANA, 1, Means.CASH), CASHIER),
        (a.ChangeDeposit(ANA, 1, Means.CASH), CASHIER),
        (a.BringCash(TABLE, 1), HOUSE),
        (a.PayCash(TABLE, 1), HOUSE),
        (a.BringDeposit(ANA, TABLE, 1), HOUSE),
    ],
    ids=lambda one: type(one).__name__,
)
def test_one_cent_that_moves_at_the_desk_makes_its_count_old(what: Any, by: PersonId) -> None:
    here = counted()
    here.pay(what) if isinstance(what, Payment) else here.do(what, by)
    assert not here.state.is_counted
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    assert here.state.is_counted


@pytest.mark.parametrize("kind", [SlipKind.FILL, SlipKind.CREDIT, SlipKind.SUPPLY, SlipKind.RETURN])
def test_a_slip_makes_it_old_when_it_has_both_signatures_and_a_torn_one_never(kind: SlipKind) -> None:
    here = counted()
    table, other = (TABLE, CHIEF) if kind in (SlipKind.FILL, SlipKind.CREDIT) else ("", DIRECTOR)
    here.do(a.WriteSlip(kind, 1, table), CASHIER)
    assert here.state.is_counted
    here.do(a.TearSlip(here.state.last_slip), CASHIER)
    assert here.state.is_counted
    here.slip(kind, 1, table, other=other)
    assert not here.state.is_counted


@pytest.mark.parametrize(
    ("what", "by"),
    [
        (a.BringChips(ANA, TABLE, 1), HOUSE),
        (a.TakeChips(ANA, TABLE, 1), HOUSE),
        (a.Admit(BEA), DOOR),
        (a.NoteSeat(ANA, ""), HOUSE),
        (a.WriteMinutes("nada"), CROUPIER),
        (a.NoteTableOpen("mesa-2", "chemin-de-fer"), HOUSE),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_moves_elsewhere_leaves_the_count_as_it_is(what: Any, by: PersonId) -> None:
    here = counted()
    here.do(what, by)
    assert here.state.is_counted
