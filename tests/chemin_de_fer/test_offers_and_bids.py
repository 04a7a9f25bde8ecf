"""What takes a bank that goes round, and why less does not: each amount with the clause on which its refusal rests."""

from collections.abc import Callable
from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Stage
from tests.support.chemin_de_fer.table import as_house


def answer(table, by: str, act: Any) -> tuple[str, tuple[str, ...]] | None:
    """Return the code and the clauses of the refusal of an act; None where it stands."""
    outcome = table.play.attempt(act, by).outcome
    return (outcome.code, outcome.clauses) if hasattr(outcome, "code") else None


def lost(make):
    """Bea lost a bank of 300."""
    return make(coups=("punto",)).bank(300_00).coup("punto", ana=100_00)


def passed(make, **house: Any):
    """Bea passed a bank of 395; ``house`` are points that this house settles otherwise."""
    table = make(coups=("banca",))
    table = as_house(table, "bank", **house) if house else table
    return table.bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())


def recovered(make):
    """Everybody let Bea's lost bank of 300 go by: she may take it back for as much."""
    table = lost(make)
    while table.state.offer.stage is not Stage.RECOVERY:
        table.do(table.state.offer.candidate, a.DeclineBank())
    return table


@pytest.mark.clause("CF.E1.10")
@pytest.mark.parametrize(
    ("scene", "who", "amount", "clauses"),
    [
        (lost, "carla", 9_99, ("CF.E2.07",)),
        (lost, "carla", 10_00, None),
        (passed, "carla", 9_99, ("CF.E2.07",)),
        (passed, "carla", 10_00, ("CF.E1.10",)),
        (passed, "carla", 394_99, ("CF.E1.10",)),
        (passed, "carla", 395_00, None),
        (recovered, "bea", 9_99, ("CF.E2.07",)),
        (recovered, "bea", 10_00, ()),
        (recovered, "bea", 299_99, ()),
        (recovered, "bea", 300_00, None),
    ],
)
def test_what_takes_the_bank_that_is_offered(make, scene: Callable[[Any], Any], who: str, amount: int, clauses) -> None:
    found = answer(scene(make), who, a.TakeBank(amount))
    assert found == (None if clauses is None else ("bank-below-floor", clauses))


def sold(make, scene: Callable[..., Any], **house: Any):
    return scene(make, **house).declined()


@pytest.mark.clause("CF.E1.15")
@pytest.mark.parametrize(
    ("house", "amount", "clauses"),
    [
        ({}, 9_99, ("CF.E1.15", "CF.E1.10")),
        ({}, 394_99, ("CF.E1.15", "CF.E1.10")),
        ({}, 395_00, None),
        ({"auction_matches": False}, 9_99, ("CF.E1.15",)),
        ({"auction_matches": False}, 10_00, None),
    ],
)
def test_what_buys_a_bank_that_was_passed(make, house: dict[str, Any], amount: int, clauses) -> None:
    """Its amount is the floor of the auction, unless the house sells it from the minimum on."""
    table = sold(make, passed, **house)
    assert answer(table, "ana", a.Bid(amount)) == (None if clauses is None else ("bid-below-floor", clauses))


def test_what_buys_a_bank_that_was_lost(make) -> None:
    table = sold(make, lost)
    assert answer(table, "ana", a.Bid(9_99)) == ("bid-below-floor", ("CF.E1.15",))
    assert answer(table, "ana", a.Bid(10_00)) is None


@pytest.mark.parametrize(("amount", "stands"), [(399_99, False), (400_00, False), (400_01, True)])
def test_a_second_bid_is_above_the_first(make, amount: int, stands: bool) -> None:
    """That is no matter of the floor, and rests on none of its clauses."""
    table = sold(make, passed).do("ana", a.Bid(400_00))
    assert answer(table, "ana", a.Bid(amount)) == (None if stands else ("bid-not-raised", ()))


# --- at the wrong moment, by the wrong person -------------------------------------------------------------------------

MOMENTS: dict[str, Callable[[Any], Any]] = {
    "offered": lambda make: make(),
    "between": lambda make: make().bank(300_00),
    "betting": lambda make: make().bank(300_00).bets(),
    "auction": lambda make: make().declined(),
}
ACTS: dict[str, tuple[Any, str, str, str]] = {
    # an act, who does it when it is his, when that is, and what anybody else at the table hears
    "take": (a.TakeBank(300_00), "bea", "offered", "not-offered-to-you"),
    "decline": (a.DeclineBank(), "bea", "offered", "not-offered-to-you"),
    "bid": (a.Bid(300_00), "ana", "auction", ""),
    "sell": (a.CloseAuction(), "croupier", "auction", "not-your-post"),
    "refuse": (a.RefuseToDeal(), "bea", "between", "not-banker"),
    "raise": (a.RaiseBank(400_00), "bea", "between", "not-banker"),
    "bets": (a.OpenBets(), "croupier", "between", "not-your-post"),
    "stake": (a.Stake(100_00), "ana", "betting", ""),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_his_who_may_do_it_and_at_its_time(make, name: str, moment: str) -> None:
    act, who, when, other = ACTS[name]
    table = MOMENTS[moment](make)
    found = answer(table, who, act)
    if moment == when:
        assert found is None
        assert (answer(table, "luis", act) or ("",))[0] == other
    else:
        assert found is not None
        assert found[0] in ("wrong-window", "bets-closed")
