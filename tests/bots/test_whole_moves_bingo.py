"""What the posts of a bingo hall do, whole: the act with all its fields, how long they wait, and what it is about."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots.bingo.staff import Caller, Cashier, Chief, HallManager
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.state import CardWish, Case
from tapete.games.bingo.terms import CheckItem, Fate, Means, Phase, Prize, Range, SoldRange
from tapete.games.bingo.view_parts import Me, StaffView
from tapete.kernel import Choice, Count, FixedValue, PersonId, Text
from tapete.table.staff import Role
from tests.support.bots.habits import ANA, BETS, BETWEEN, BOT, THINK, bot, chosen, offer, seen_by

BLANK = Bingo().view(Bingo().blank(), BOT)
HALL = replace(BLANK, me=Me(BOT), phase=Phase.SALE, duty=StaffView(), price=2_00)
BY = {Chief: Role.TABLE_CHIEF, Caller: Role.CALLER, Cashier: Role.CASHIER, HallManager: Role.HALL_MANAGER}
REASON = "as the house does"


def move(kind: Any, *offers: Any, view: Any = HALL, **duty: Any) -> Any:
    """Return act, wait and subject of what a machine on its post does; nothing where it does nothing."""
    found = chosen(bot(kind), seen_by(replace(view, duty=StaffView(**duty)), BY[kind]), *offers)
    return None if found is None else (found.act, found.wait, found.about)


def done(what: Any) -> Any:
    """Return what is thought over as any act is, and is about itself."""
    return what, THINK, repr(what)


# --- the chief --------------------------------------------------------------------------------------------------------


def test_of_several_sets_the_first_one_offered_is_loaded_before_anything_else() -> None:
    loads = [offer("load-balls", balls=FixedValue(one)) for one in ("S-1", "S-2", "S-3")]
    assert move(Chief, *loads, offer("open-session")) == done(a.LoadBalls("S-1"))
    assert move(Chief, *loads, offer("open-session"), set_in_use="S-1") == done(a.OpenSession())


@pytest.mark.parametrize(
    ("unused", "series"), [({"A-1": 5, "B-1": 9, "C-1": 9}, "B-1"), ({}, "A-1"), ({"A-1": 0, "C-1": 1}, "C-1")]
)
def test_a_sale_is_put_on_of_the_fullest_series_once_in_its_window(unused: dict[str, int], series: str) -> None:
    sale = offer("announce-sale", series=Choice(("A-1", "B-1", "C-1")))
    expected = (a.AnnounceSale((series,)), BETWEEN, HALL.step.serial)
    assert move(Chief, sale, offer("close-sale"), unused_cards=unused) == expected


@pytest.mark.parametrize(("sold", "act"), [(0, None), (1, a.CloseSale()), (9, a.CloseSale())])
def test_a_sale_lasts_three_times_as_long_as_bets_do(sold: int, act: Any) -> None:
    wait = (3 * BETS[0], 3 * BETS[1])
    found = move(Chief, offer("close-sale"), offer("order-end", reason=Text()), view=replace(HALL, cards_sold=sold))
    assert found == (act, wait, "sale")


DECIDED = {
    "order-end": ({"reason": Text()}, a.OrderEnd(REASON)),
    "decide-unawarded": (
        {
            "reason": Text(),
            "prize": FixedValue("linea"),
            "game": FixedValue("5"),
            "fate": FixedValue("house"),
        },
        a.DecideUnawarded(Prize.LINE, Fate.HOUSE, REASON, "5"),
    ),
    "let-stand": (
        {"reason": Text(), "is_untrue": Choice((False, True)), "serial": FixedValue(3)},
        a.LetStand(REASON, False, 3),
    ),
}
CASE = Case(3, "fire", 1, ANA, "", must_void=False)


@pytest.mark.parametrize("first", range(3))
def test_what_is_decided_is_decided_with_a_reason_and_in_this_order(first: int) -> None:
    names = list(DECIDED)[first:]
    offers = [offer(one, **DECIDED[one][0]) for one in reversed(names)]
    expected = done(DECIDED[names[0]][1])
    assert move(Chief, *offers, offer("end-game"), cases=(CASE,)) == expected
    if names[0] != "let-stand":
        assert move(Chief, *offers, offer("end-game")) == expected


def test_without_a_case_nothing_is_let_stand() -> None:
    stands = offer("let-stand", **DECIDED["let-stand"][0])
    assert move(Chief, stands, offer("end-game")) == done(a.EndGame())


def test_a_report_that_must_be_untrue_is_let_stand_as_such() -> None:
    stands = offer("let-stand", reason=Text(), is_untrue=FixedValue(True), serial=FixedValue(3))
    assert move(Chief, stands, cases=(CASE,)) == done(a.LetStand(REASON, True, 3))


def test_an_order_that_asks_for_no_reason_gets_none() -> None:
    assert move(Chief, offer("order-end")) == done(a.OrderEnd())


def test_of_several_decisions_of_a_kind_the_first_one_is_made() -> None:
    fields = DECIDED["decide-unawarded"][0]
    other = offer("decide-unawarded", **{**fields, "prize": FixedValue("bingo")})
    assert move(Chief, offer("decide-unawarded", **fields), other) == done(DECIDED["decide-unawarded"][1])


USUAL = [
    *("pass-check", "open-session", "show-master", "check-card", "order-resume", "ask-others"),
    *("announce-sold", "announce-prizes", "announce-start", "announce-second", "end-game"),
]


def test_the_chief_does_these_things_in_this_order() -> None:
    assert list(Chief.usual) == USUAL
    assert list(Cashier.usual) == ["return-cards", "pay-refund"]
    assert (Caller.usual, HallManager.usual) == ((), ())


def test_of_several_offers_of_a_usual_kind_the_first_one_is_taken() -> None:
    checks = [offer("pass-check", item=FixedValue(one)) for one in ("sound", "panel")]
    assert move(Chief, *checks) == done(a.PassCheck(CheckItem.SOUND))


# --- the caller -------------------------------------------------------------------------------------------------------


def test_a_ball_is_drawn_once_at_its_place_and_said_and_shown_at_once() -> None:
    view = replace(HALL, ball_count=7)
    assert move(Caller, offer("draw-ball"), view=view) == (a.DrawBall(), BETWEEN, 7)
    assert move(Caller, offer("announce-ball"), view=view)[:2] == (a.AnnounceBall(), (0.0, 0.0))
    assert move(Caller, offer("show-ball"), view=view)[:2] == (a.ShowBall(), (0.0, 0.0))


def test_of_several_series_that_is_sold_which_is_asked_for() -> None:
    sells = [
        offer("sell-cards", series=FixedValue(one), first=FixedValue(first), last=Count(first, 100))
        for one, first in (("A-1", 1), ("B-1", 41))
    ]
    found = move(Caller, *sells, wishes={ANA: CardWish("B-1", 2)}, accounts={ANA: 9_00})
    sold = a.SellCards("B-1", 41, 42, PersonId(ANA), Means.ACCOUNT)
    assert found == (sold, (0.3 * THINK[0], 0.3 * THINK[1]), ANA)


# --- the cashier ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("again", "reason"), [(True, "se ha vuelto a contar"), (False, "")])
def test_what_came_back_is_counted_and_again_with_a_reason(again: bool, reason: str) -> None:
    counts = [
        offer("collect-unsold", series=FixedValue(one), count=Count(0, 100), **({"reason": Text()} if again else {}))
        for one in ("A-1", "B-1")
    ]
    found = move(Cashier, *counts, offer("pay-prize"), unused_cards={"A-1": 77, "B-1": 5})
    assert found == (a.CollectUnsold("A-1", 77, reason), THINK, "A-1")


@pytest.mark.parametrize(("card", "means"), [("A-1/3", Means.ACCOUNT), ("A-1/4", Means.CASH)])
def test_a_prize_goes_into_the_account_of_an_owner_or_is_paid_in_cash_to_nobody_by_name(
    card: str, means: Means
) -> None:
    pays = [
        offer(
            "pay-prize",
            prize=FixedValue("linea"),
            card=FixedValue(one),
            game=FixedValue("5"),
            means=Choice(("cash", "account")),
            person=Text(optional=True),
        )
        for one in (card, "A-1/9")
    ]
    sales = (SoldRange(Range("A-1", 1, 3), PersonId("c"), Means.ACCOUNT, PersonId(ANA)),)
    found = move(Cashier, *pays, offer("return-cards"), sales=sales)
    assert found == done(a.PayPrize(Prize.LINE, card, "5", means))


def test_refunds_come_after_the_prizes_and_cartones_before_their_money() -> None:
    back = {"series": FixedValue("A-1"), "first": FixedValue(1), "last": FixedValue(2), "game": FixedValue("5")}
    refunds = [offer("pay-refund", **back), offer("return-cards", **back)]
    assert move(Cashier, *refunds) == done(a.ReturnCards("A-1", 1, 2, "5"))
    assert move(Cashier, refunds[0]) == done(a.PayRefund("A-1", 1, 2, "5"))
    assert move(Cashier) is None


# --- the manager ------------------------------------------------------------------------------------------------------


def test_the_manager_enters_a_machine_balls_and_series_of_this_kind() -> None:
    view = replace(HALL, phase=Phase.CHECKS)
    enters = [offer(one) for one in ("register-machine", "register-balls", "register-series")]
    machine = move(HallManager, *enters, view=view)
    assert machine[:2] == (a.RegisterMachine("M-1", "pneumatic", "simulation"), THINK)
    balls = move(HallManager, *enters, view=view, machine="M-1")
    assert balls[:2] == (a.RegisterBalls("S-1", "simulation"), THINK)
    series = move(HallManager, *enters, view=view, machine="M-1", ball_sets=("S-1",), unused_cards={"B-1": 1, "B-2": 2})
    assert series == (a.RegisterSeries("B", 3, 600, 2_00), THINK, 3)
