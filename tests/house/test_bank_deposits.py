"""A bank that is deposited at the cash desk, and what is drawn on a proof: the desk pays the table in chips."""

from __future__ import annotations

import pytest

from tapete.house import acts as a
from tapete.house.terms import Means, SlipKind, means_of
from tests.support.house import ANA, CASHIER, TABLE, open_house


@pytest.mark.parametrize(("means", "drawer"), [(Means.CASH, "cash"), (Means.CHEQUE, "vouchers")])
def test_what_lay_in_custody_is_chips_of_the_bank_at_the_table(means: Means, drawer: str) -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000, means), CASHIER)
    chips, there, in_drawer = here.held("chips"), here.held(f"table:{TABLE}"), here.held(drawer)
    here.do(a.BringDeposit(ANA, TABLE, 500_000, means))
    assert here.held(f"deposit:{means}:{ANA}") == 0
    assert (here.held("chips"), here.held(f"table:{TABLE}")) == (chips - 500_000, there + 500_000)
    assert here.held(drawer) == in_drawer + 500_000
    assert here.state.tables[TABLE].chips_in == 500_000


@pytest.mark.parametrize("means", [Means.CHEQUE, Means.CARD])
def test_only_what_lies_there_is_deposited_and_in_what_it_is_said_to_be(means: Means) -> None:
    """Given an award of 5,000 euros and 4,999 in custody."""
    here = open_house()
    here.do(a.TakeDeposit(ANA, 499_900), CASHIER)
    short = here.refused(a.BringDeposit(ANA, TABLE, 500_000))
    assert (short.code, short.facts) == ("not-deposited", {"held": 499_900, "amount": 500_000})
    assert short.clauses == ("HP.HS.bank-deposit",)
    assert here.refused(a.BringDeposit(ANA, TABLE, 100, means)).code == "not-deposited"


def test_a_deposit_for_a_bank_is_no_way_around_a_loss_limit() -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 500_000), CASHIER)
    here.do(a.LimitLoss(400_000), ANA)
    assert here.refused(a.BringDeposit(ANA, TABLE, 400_001)).code == "loss-limit"
    here.do(a.BringDeposit(ANA, TABLE, 400_000))
    assert here.refused(a.BringDeposit(ANA, TABLE, 1)).code == "loss-limit"


def test_what_is_drawn_on_a_proof_is_paid_to_the_table_out_of_the_desk() -> None:
    here = open_house()
    chips, there, vouchers = here.held("chips"), here.held(f"table:{TABLE}"), here.held("vouchers")
    here.do(a.CallProof(ANA, TABLE, 250_000))
    assert (here.held("chips"), here.held(f"table:{TABLE}")) == (chips - 250_000, there + 250_000)
    assert (here.held("vouchers"), here.state.visitor(ANA).purchases) == (vouchers + 250_000, 250_000)


@pytest.mark.parametrize(
    "what", [a.BringDeposit(ANA, TABLE, 100), a.CallProof(ANA, TABLE, 100)], ids=["deposit", "proof"]
)
def test_the_desk_gives_a_bank_no_chips_that_it_has_not_got(what: a.HouseAct) -> None:
    here = open_house()
    here.do(a.TakeDeposit(ANA, 100), CASHIER)
    here.slip(SlipKind.COUNT, here.held("chips"), cash=here.held("cash"))
    here.slip(SlipKind.RETURN, here.held("chips"))
    assert here.refused(what).code == "desk-lacks-chips"
    here.slip(SlipKind.SUPPLY, 100)
    here.slip(SlipKind.COUNT, 100, cash=here.held("cash"))
    here.do(what)
    assert not here.state.is_counted


@pytest.mark.parametrize(("word", "means"), [("cash", Means.CASH), ("bank-cheque", Means.CHEQUE), ("oro", Means.CASH)])
def test_a_deposit_is_made_in_what_it_is_called(word: str, means: Means) -> None:
    assert means_of(word) is means
