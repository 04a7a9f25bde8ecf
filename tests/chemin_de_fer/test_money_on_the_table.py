"""Whoever has money on the table, or is bound to the coup, stays at his place until that is settled; then he may go."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapete.games.baccarat.effects import GiveCards
from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import CLOCK, Refused
from tapete.table import acts as t

LEAVING: dict[str, Callable[[str], tuple[str, Any]]] = {
    "leaves": lambda who: (who, t.Leave()),
    "stands up": lambda who: (who, t.StandBehind(3)),
    "changes his place": lambda who: (who, t.Sit(3)),
}


class Bound(NamedTuple):
    """``who`` is bound, and is told so by ``code``."""

    scene: Callable[[Any], Any]
    who: str
    code: str


def real(make, **options: Any):
    return make(conduct="observed", **options)


def staked(make):
    """Ana's 100 play against 300; the betting is closed."""
    return real(make, coups=("banca", "banca")).bank(300_00).bets().do("ana", a.Stake(100_00)).closed()


def late(make):
    """Eva laid 20 on the table after the words."""
    return staked(make).do("croupier", a.NoteLateStake("eva", 20_00))


def given_cards(make):
    """By a ruling Eva, who has staked nothing, plays the punto's cards."""
    table = staked(make).dealt()
    table.do("croupier", a.Report("stuck"))
    return table.ruled("inspector", effects=(GiveCards("punto", "eva"),), reason="as the inspector sees it")


BOUND = {
    "asked to take the bank": Bound(lambda make: make(), "bea", "bank-offered-to-you"),
    "banker": Bound(lambda make: make().bank(300_00), "bea", "bank-is-yours"),
    "associate": Bound(
        lambda make: make().bank(300_00).do("eva", a.OfferShare(50_00)).do("bea", a.AcceptShare("eva")),
        *("eva", "money-on-table"),
    ),
    "caller": Bound(lambda make: make().bank(300_00).bets().do("eva", a.Stake(50_00)), "eva", "money-on-table"),
    "staker": Bound(lambda make: staked(make), "ana", "money-on-table"),
    "staker on his feet": Bound(
        lambda make: make().bank(300_00).bets().do("pau", a.Stake(50_00)).closed(), "pau", "money-on-table"
    ),
    "whose stake was late": Bound(late, "eva", "money-on-table"),
    "bidder": Bound(lambda make: make().declined().do("eva", a.Bid(50_00)), "eva", "money-on-table"),
    "holder without a stake": Bound(given_cards, "eva", "money-on-table"),
}


@pytest.mark.parametrize("how", LEAVING)
@pytest.mark.parametrize("bound", BOUND.values(), ids=BOUND)
def test_nobody_goes_away_from_what_is_his_on_the_table(make, bound: Bound, how: str) -> None:
    table = bound.scene(make)
    by, act = LEAVING[how](bound.who)
    refused = table.refused(by, act)
    assert (refused.code, refused.clauses) == (bound.code, ("HP.CF.in-play",))


@pytest.mark.parametrize("bound", [pytest.param(one, id=name) for name, one in BOUND.items() if one.who == "pau"])
def test_nobody_is_led_out_from_what_is_his_on_the_table(make, bound: Bound) -> None:
    table = bound.scene(make).do(str(CLOCK), t.Away(bound.who))
    assert table.refused(str(CLOCK), t.LeadOut(bound.who)).code == bound.code


def free(table, who: str) -> bool:
    return all(
        not isinstance(table.play.attempt(act, by).outcome, Refused)
        for by, act in (one(who) for one in LEAVING.values())
    )


def test_once_it_is_settled_he_may_go_and_takes_his_chips_along(make) -> None:
    table = late(make).dealt().looked().said("no").do("bea", a.LayDown("banca"))
    assert not free(table, "eva")
    table.settled()
    assert free(table, "eva")
    assert free(table, "ana")
    assert table.do("eva", t.Leave()).money().get("person:eva", 0) == 0
    assert table.play.last.events[0].amount == 10_000_00


@pytest.mark.parametrize(
    ("scene", "who", "back"),
    [
        (late, "eva", ("bea", a.RemoveLateStake("eva"))),
        (lambda make: make().bank(300_00).bets().do("eva", a.Stake(50_00)), "eva", ("eva", a.WithdrawCall())),
        (lambda make: make().declined().do("eva", a.Bid(50_00)), "eva", ("croupier", a.CloseAuction())),
    ],
    ids=["late stake removed", "call withdrawn", "auction over"],
)
def test_what_went_back_binds_nobody_any_more(make, scene, who: str, back) -> None:
    table = scene(make).do(*back)
    if who == table.state.banker:
        assert table.refused(who, t.Leave()).code == "bank-is-yours"
        return
    assert free(table, who)


def test_an_offer_of_a_part_binds_nobody_and_is_gone_with_him(make) -> None:
    table = make().bank(300_00).do("eva", a.OfferShare(50_00)).do("eva", t.Leave())
    assert table.refused("bea", a.AcceptShare("eva")).code == "not-at-table"
