"""Habits of the machines of a bingo hall: what each post does with what it is offered, and how a player plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots.bingo.players import MOST, Player
from tapete.bots.bingo.staff import FEW, SERIES, Caller, Cashier, Chief, HallManager
from tapete.bots.bot import Move
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.state import CardWish
from tapete.games.bingo.terms import Means, Phase, Prize
from tapete.games.bingo.view_parts import Me, OwnCard, StaffView
from tapete.kernel import Choice, Count, FixedValue, Text
from tapete.table.acts import BuyIn
from tapete.table.staff import Role
from tests.support.bots.habits import ANA, BETS, BETWEEN, BOT, PACE, THINK, bot, chosen, offer, seat, seen_by

BLANK = Bingo().view(Bingo().blank(), BOT)
PRICE = 200
HALL = replace(BLANK, me=Me(BOT), phase=Phase.SALE, duty=StaffView())
BY = {Chief: Role.TABLE_CHIEF, Caller: Role.CALLER, Cashier: Role.CASHIER, HallManager: Role.HALL_MANAGER}


def does(kind: Any, view: Any, *offers: Any, duty: dict[str, Any] | None = None) -> Move | None:
    """Return what a machine on its post would do, with what it sees of its duty."""
    shown = replace(view, duty=None if duty is None else replace(StaffView(), **duty))
    return chosen(bot(kind), seen_by(shown, BY[kind]), *offers)


def act(move: Move | None) -> Any:
    return None if move is None else move.act


# --- posts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name"), [(Chief, "open-session"), (Chief, "end-game"), (Caller, "draw-ball")])
def test_a_post_is_served_by_whoever_holds_it(kind: Any, name: str) -> None:
    work = offer(name)
    assert does(kind, HALL, work, duty={}) is not None
    view = replace(HALL, duty=StaffView())
    assert chosen(bot(kind), seen_by(view, Role.HALL_MANAGER), work) is None
    assert chosen(bot(kind), replace(view, me=None), work) is None


NAMED = ("check-card", "pass-check", "show-master")
"""Acts that name what is checked."""


def test_the_chief_does_the_first_usual_thing_that_is_offered() -> None:
    for at, name in enumerate(Chief.usual):
        if name in NAMED:
            continue
        later = [one for one in Chief.usual[at:] if one not in NAMED]
        move = does(Chief, HALL, *(offer(one) for one in reversed(later)), duty={})
        assert move is not None
        assert act(move).__struct_config__.tag == name
        assert move.wait == THINK


CHECKED = {
    "pass-check": {"item": FixedValue("sound")},
    "show-master": {"card": FixedValue("B-1047/1")},
    "check-card": {"prize": FixedValue(str(Prize.LINE)), "card": FixedValue("B-1047/1")},
}


@pytest.mark.parametrize("others", [(), ("order-resume", "end-game"), ("announce-sold", "ask-others")])
@pytest.mark.parametrize("name", NAMED)
def test_what_was_called_and_what_is_unchecked_is_checked_before_the_game_goes_on(
    name: str, others: tuple[str, ...]
) -> None:
    found = act(does(Chief, HALL, *map(offer, others), offer(name, **CHECKED[name]), duty={}))  # type: ignore[arg-type]
    assert found.__struct_config__.tag == name
    for field, value in CHECKED[name].items():
        assert str(getattr(found, field)) == value.value


@pytest.mark.parametrize(("duty", "loads"), [({"set_in_use": ""}, True), ({"set_in_use": "S-1"}, False), (None, False)])
def test_balls_are_loaded_where_none_are_in_use(duty: Any, loads: bool) -> None:
    move = does(Chief, HALL, offer("load-balls", balls=FixedValue("S-1")), duty=duty)
    assert (move is not None) is loads


def test_the_fullest_series_is_put_on_sale() -> None:
    sales = [offer("announce-sale", series=Choice(("A-1", "B-1", "C-1")))]
    move = does(Chief, HALL, *sales, duty={"unused_cards": {"A-1": 5, "B-1": 9, "C-1": 7}})
    assert move is not None
    assert (act(move), move.wait) == (a.AnnounceSale(("B-1",)), BETWEEN)


@pytest.mark.parametrize(("sold", "closes"), [(0, False), (1, True)])
def test_a_sale_is_closed_when_its_long_clock_has_run_and_something_was_sold(sold: int, closes: bool) -> None:
    move = does(Chief, replace(HALL, cards_sold=sold), offer("close-sale"), duty={})
    assert move is not None
    assert (act(move), move.wait, move.clock) == (
        a.CloseSale() if closes else None,
        (3 * BETS[0], 3 * BETS[1]),
        "sale",
    )


def test_what_is_decided_with_a_reason_has_one_and_a_case_is_needed_to_let_it_stand() -> None:
    end = does(Chief, HALL, offer("order-end", reason=Text()), duty={})
    assert end is not None
    assert act(end).reason == "as the house does"
    stand = offer("let-stand", reason=Text())
    assert does(Chief, HALL, stand, duty={}) is None
    assert does(Chief, HALL, stand, duty=None) is None


@pytest.mark.parametrize(
    ("names", "expected", "wait"),
    [
        (("draw-ball", "announce-ball", "show-ball"), a.ShowBall(), (0, 0)),
        (("draw-ball", "announce-ball"), a.AnnounceBall(), (0, 0)),
        (("draw-ball",), a.DrawBall(), BETWEEN),
    ],
)
def test_a_ball_is_let_out_said_and_shown(names: tuple[str, ...], expected: Any, wait: Any) -> None:
    move = does(Caller, HALL, *map(offer, names), duty={})
    assert move is not None
    assert (act(move), move.wait) == (expected, wait)


def sells(duty: dict[str, Any] | None, price: int = PRICE, last: int | None = 100) -> Any:
    """Return what is sold of cartones 11 to ``last`` of a series."""
    fields = {"series": FixedValue("A-1"), "first": FixedValue(11), "last": Count(11, last)}
    view = with_price(HALL, price)
    return act(does(Caller, view, offer("sell-cards", **fields), duty=duty))


def with_price(view: Any, price: int) -> Any:
    """Return a hall in which a cartón costs so much."""
    return replace(view, price=price)


@pytest.mark.parametrize(
    ("wish", "money", "last", "count"),
    [
        (3, 3 * PRICE, 100, 3),
        (3, 3 * PRICE - 1, 100, 2),
        (3, PRICE, 100, 1),
        (3, PRICE - 1, 100, 0),
        (3, 9 * PRICE, 12, 2),
        (3, 9 * PRICE, 11, 1),
        (3, 9 * PRICE, None, 1),
        (1, 9 * PRICE, 100, 1),
    ],
)
def test_as_many_are_sold_as_are_wished_for_paid_and_there(wish: int, money: int, last: int | None, count: int) -> None:
    sold = sells({"wishes": {ANA: CardWish("A-1", wish)}, "accounts": {ANA: money}}, last=last)
    assert sold == (a.SellCards("A-1", 11, 10 + count, ANA, Means.ACCOUNT) if count else None)


def test_a_sale_takes_the_caller_less_time_than_another_act() -> None:
    fields = {"series": FixedValue("A-1"), "first": FixedValue(11), "last": Count(11, 100)}
    duty = {"wishes": {ANA: CardWish("A-1", 1)}, "accounts": {ANA: PRICE}}
    slow = replace(PACE, think=(10, 20))
    view = seen_by(replace(with_price(HALL, PRICE), duty=replace(StaffView(), **duty)), Role.CALLER)
    move = chosen(Caller(seat(), slow, Random(1)), view, offer("sell-cards", **fields))
    assert move is not None
    assert (move.wait, move.about) == ((3.0, 6.0), ANA)


def test_whoever_can_pay_nothing_holds_up_nobody_and_where_nothing_is_on_sale_nothing_is_sold() -> None:
    duty = {"wishes": {"eva": CardWish("A-1", 2), ANA: CardWish("A-1", 1)}, "accounts": {ANA: PRICE}}
    assert sells(duty) == a.SellCards("A-1", 11, 11, ANA, Means.ACCOUNT)
    assert sells(duty, price=0) is None
    assert sells(None) is None
    other = {"wishes": {ANA: CardWish("B-7", 1)}, "accounts": {ANA: PRICE}}
    assert sells(other) is None, "of another series"
    assert sells({}) is None


def test_the_cashier_counts_what_came_back_and_pays_into_the_account_of_an_owner() -> None:
    collect = offer("collect-unsold", series=FixedValue("A-1"))
    assert act(does(Cashier, HALL, collect, duty={"unused_cards": {"A-1": 77}})) == a.CollectUnsold("A-1", 77)
    assert does(Cashier, HALL, collect, duty=None) is None


# --- the manager ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "duty", "expected"),
    [
        (Phase.CHECKS, {}, a.RegisterMachine),
        (Phase.READY, {}, a.RegisterBalls),
        (Phase.CHECKS, {"machine": "M-1"}, a.RegisterBalls),
        (Phase.CHECKS, {"machine": "M-1", "ball_sets": ("S-1",)}, a.RegisterSeries),
        (Phase.CHECKS, {"machine": "M-1", "ball_sets": ("S-1",), "unused_cards": {"B-1": FEW - 1}}, a.RegisterSeries),
        (Phase.CHECKS, {"machine": "M-1", "ball_sets": ("S-1",), "unused_cards": {"B-1": FEW}}, None),
        (Phase.CHECKS, {"machine": "M-1", "ball_sets": ("S-1",), "unused_cards": {"B-1": 1, "B-2": FEW - 1}}, None),
        (Phase.SALE, {}, None),
        (Phase.READY, None, None),
    ],
)
def test_the_manager_enters_what_the_hall_lacks(phase: Phase, duty: Any, expected: Any) -> None:
    enters = map(offer, ("register-machine", "register-balls", "register-series"))
    found = act(does(HallManager, replace(HALL, phase=phase), *enters, duty=duty))
    assert (found if found is None else type(found)) is expected
    if expected is a.RegisterSeries:
        assert duty is not None
        assert found == replace(SERIES, identification=len(duty.get("unused_cards", {})) + 1)


def test_a_series_of_machines_is_of_six_hundred_cartones_at_two_euros_and_fits_whole_strips() -> None:
    assert (SERIES.letter, SERIES.size, SERIES.value) == ("B", 600, 2_00)
    assert SERIES.size % MOST == 0
    assert MOST == 6
    assert SERIES.size > FEW


# --- a player ---------------------------------------------------------------------------------------------------------

LINES = ((1, 2, 3), (14, 15, 16), (27, 28, 29))
CARD = OwnCard("A-1/7", LINES)


def plays(view: Any, *offers: Any, cards: int = 2) -> Move | None:
    player = bot(Player, 3)
    player.cards = cards
    return chosen(player, view, *offers)


def test_everybody_plays_a_few_cartones_and_a_strip_at_most() -> None:
    assert {bot(Player, 3, seed=seed).cards for seed in range(100)} == set(range(1, MOST + 1))


@pytest.mark.parametrize(
    ("chips", "bought"), [(0, 2 * PRICE), (PRICE, PRICE), (2 * PRICE - 1, 1), (2 * PRICE, None), (9 * PRICE, None)]
)
def test_a_player_brings_what_he_lacks_for_his_cartones_and_asks_for_them(chips: int, bought: int | None) -> None:
    view = seen_by(with_price(HALL, PRICE), me={"chips": chips})
    offers = (offer("buy-in"), offer("want-cards", series=FixedValue("A-1")))
    found = act(plays(view, *offers))
    assert found == (BuyIn(bought) if bought else a.WantCards("A-1", 2))
    assert act(plays(view, *offers[1:])) == a.WantCards("A-1", 2)
    for closed in (replace(view, phase=Phase.DRAW_LINE), seen_by(view, me={"wish_count": 1}), replace(view, me=None)):
        assert plays(closed, *offers) is None


NUMBERS = tuple(number for line in LINES for number in line)


@pytest.mark.parametrize(
    ("prize", "said", "calls"),
    [
        (Prize.LINE, (1, 2), False),
        (Prize.LINE, (1, 2, 3), True),
        (Prize.LINE, (29, 40, 28, 27), True),
        (Prize.LINE, (1, 15, 29), False),
        (Prize.BINGO, NUMBERS[:-1], False),
        (Prize.BINGO, NUMBERS, True),
        (Prize.BINGO, (1, 2, 3), False),
    ],
)
@pytest.mark.parametrize("may", [True, False])
def test_what_is_complete_is_called_on_a_cartón_that_may_win(
    prize: Prize, said: tuple[int, ...], calls: bool, may: bool
) -> None:
    view = seen_by(replace(HALL, phase=Phase.DRAW_LINE, announced_numbers=said), me={"cartones": (CARD,)})
    asks = offer("call-prize", prize=FixedValue(str(prize)), card=Choice((CARD.card if may else "A-1/8",)))
    assert act(plays(view, asks)) == (a.CallPrize(prize, CARD.card) if calls and may else None)


def test_a_cartón_without_numbers_wins_nothing() -> None:
    view = seen_by(replace(HALL, phase=Phase.DRAW_LINE), me={"cartones": (OwnCard("A-1/7", ()),)})
    for prize in (Prize.LINE, Prize.BINGO):
        assert plays(view, offer("call-prize", prize=FixedValue(str(prize)), card=Choice(("A-1/7",)))) is None
