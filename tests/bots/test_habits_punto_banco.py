"""Habits of the machines at punto y banca: where they sit, what they stake, what each post does, whom it waits for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete import punto_banco as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.punto_banco.players import Player, Temper
from tapete.bots.punto_banco.staff import PREPARING, Chief, Croupier
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.games.punto_banco.view_parts import CoupView, IncidentView, SeatView, StandingView
from tapete.kernel import Amount, Choice, Count, FixedValue, PersonId
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.bots.habits import (
    ANA,
    BEA,
    BETS,
    BETWEEN,
    BOT,
    PATIENCE,
    SILENCE,
    THINK,
    bot,
    chosen,
    offer,
    seen_by,
)

TABLE = game.open_table(seed=1, staff={Role.CROUPIER: PersonId("croupier"), Role.TABLE_CHIEF: PersonId("chief")})
VIEW = TABLE.view(BOT)
MINIMUM = VIEW.minimum
AT_TABLE = seen_by(VIEW, me={"seat": 2, "chips": 100 * MINIMUM})


def bets(most: int | None = 50, *names: Bet, least: int = 1) -> list[Any]:
    """Return offers to stake, in minimums."""
    room = None if most is None else most * MINIMUM
    named = names or (Bet.PUNTO, Bet.BANCA, Bet.TIE)
    return [offer("place-bet", bet=FixedValue(str(one)), amount=Amount(least * MINIMUM, room)) for one in named]


def winners(*names: Winner) -> tuple[CoupView, ...]:
    return tuple(CoupView(number, name, 1, 2, False) for number, name in enumerate(names, start=1))


# --- a player ---------------------------------------------------------------------------------------------------------


def test_nobody_plays_who_is_not_there_or_is_on_duty() -> None:
    player = bot(Player, Temper.CAREFUL)
    assert chosen(player, replace(VIEW, me=None), *bets()) is None
    assert chosen(player, seen_by(AT_TABLE, Role.CROUPIER), *bets()) is None
    assert chosen(player, AT_TABLE, *bets()) is not None


@pytest.mark.parametrize(
    ("place", "free", "taken"), [(3, (1, 3, 4), {3}), (2, (1, 3, 4), {1, 3, 4}), (None, (1, 3), {1, 3}), (1, (), set())]
)
def test_a_player_takes_the_place_that_he_likes_or_any_free_one(
    place: int | None, free: tuple[int, ...], taken: set[int]
) -> None:
    found = set()
    for seed in range(30):
        player = bot(Player, Temper.CAREFUL, place=place, seed=seed)
        move = chosen(player, VIEW, *([offer("sit", seat=Choice((*free, None)))] if free else []), *bets())
        found |= {move.act.seat} if move is not None and isinstance(move.act, Sit) else set()
        assert (move is None) is (not free)
    assert found == taken


@pytest.mark.parametrize(
    ("chips", "staked", "buys"),
    [(0, {}, True), (MINIMUM - 1, {}, True), (MINIMUM, {}, False), (0, {"punto": 5}, False)],
)
def test_whoever_has_less_than_a_minimum_and_nothing_on_the_table_buys_chips(
    chips: int, staked: dict[str, int], buys: bool
) -> None:
    player = bot(Player, Temper.CAREFUL, chips=40)
    view = seen_by(AT_TABLE, me={"chips": chips, "bets": staked})
    move = chosen(player, view, offer("buy-in", amount=Amount(1)), *bets())
    assert move is not None
    assert (move.act == BuyIn(40 * MINIMUM)) is buys
    without = chosen(bot(Player, Temper.CAREFUL), view, *bets())
    assert without is not None


@pytest.mark.parametrize("temper", list(Temper))
@pytest.mark.parametrize("may_pass", [True, False])
def test_whoever_stays_with_the_punto_does_not_care_to_deal(temper: Temper, may_pass: bool) -> None:
    offers = [offer("take-shoe"), *([offer("pass-shoe")] if may_pass else [])]
    move = chosen(bot(Player, temper), AT_TABLE, *offers)
    if temper is not Temper.LOYAL:
        assert move == Move(a.TakeShoe(), THINK)
    else:
        assert move == (Move(a.PassShoe(), THINK) if may_pass else None)


def test_the_cards_come_before_another_stake() -> None:
    player = bot(Player, Temper.CAREFUL)
    assert chosen(player, AT_TABLE, offer("deal"), *bets()).act == a.Deal()  # type: ignore[union-attr]
    for name, act in (("show-hand", a.ShowHand), ("draw-card", a.DrawCard)):
        for hand in (Hand.PUNTO, Hand.BANCA):
            move = chosen(player, AT_TABLE, offer(name, hand=FixedValue(str(hand))), *bets())
            assert move == Move(act(hand), THINK, str(hand))


@pytest.mark.parametrize(
    ("temper", "history", "has_shoe", "staked_on"),
    [
        (Temper.CAREFUL, (), False, {Bet.BANCA}),
        (Temper.LOYAL, (), False, {Bet.PUNTO}),
        (Temper.LOYAL, (), True, {Bet.BANCA}),
        (Temper.STREAKY, (), False, {Bet.PUNTO}),
        (Temper.STREAKY, (Winner.PUNTO, Winner.BANCA), False, {Bet.BANCA}),
        (Temper.STREAKY, (Winner.BANCA, Winner.PUNTO), False, {Bet.PUNTO}),
        (Temper.STREAKY, (Winner.PUNTO, Winner.BANCA, Winner.TIE), False, {Bet.BANCA}),
        (Temper.STREAKY, (Winner.TIE,), False, {Bet.PUNTO}),
        (Temper.BOLD, (), False, {Bet.PUNTO, Bet.BANCA, Bet.TIE}),
        (Temper.BOLD, (), True, {Bet.BANCA}),
    ],
)
def test_each_temper_stakes_where_it_likes(
    temper: Temper, history: tuple[Winner, ...], has_shoe: bool, staked_on: set[Bet]
) -> None:
    others = tuple(replace(one, has_shoe=has_shoe and one.seat == 2) for one in AT_TABLE.seats)
    view = replace(AT_TABLE, history=winners(*history), seats=others, tie_maximum=MINIMUM)
    moves = [chosen(bot(Player, temper, seed=seed), view, *bets()) for seed in range(80)]
    assert {move.act.bet for move in moves if move is not None} == staked_on


@pytest.mark.parametrize(("tie", "may"), [(MINIMUM, True), (MINIMUM - 1, False)])
def test_nobody_takes_a_tie_that_the_table_hardly_admits(tie: int, may: bool) -> None:
    view = replace(AT_TABLE, tie_maximum=tie)
    moves = [chosen(bot(Player, Temper.BOLD, seed=seed), view, *bets()) for seed in range(80)]
    assert (Bet.TIE in {move.act.bet for move in moves if move is not None}) is may


@pytest.mark.parametrize(
    ("temper", "most", "least", "amounts"),
    [
        (Temper.CAREFUL, 50, 1, {1}),
        (Temper.LOYAL, 50, 1, {1, 2, 3, 4, 5}),
        (Temper.LOYAL, 3, 1, {1, 2, 3}),
        (Temper.LOYAL, 50, 4, {4, 5}),
    ],
)
def test_a_stake_is_of_some_minimums_within_what_is_offered(
    temper: Temper, most: int, least: int, amounts: set[int]
) -> None:
    moves = [chosen(bot(Player, temper, seed=seed), AT_TABLE, *bets(most, least=least)) for seed in range(80)]
    assert {move.act.amount for move in moves if move is not None} == {one * MINIMUM for one in amounts}


def test_where_no_bound_is_known_nobody_stakes_and_less_than_a_minimum_is_all_there_is() -> None:
    assert chosen(bot(Player, Temper.CAREFUL), AT_TABLE, *bets(None)) is None
    last = offer("place-bet", bet=FixedValue("banca"), amount=Amount(1, MINIMUM - 1))
    assert chosen(bot(Player, Temper.CAREFUL), AT_TABLE, last).act.amount == MINIMUM - 1  # type: ignore[union-attr]
    odd = offer("place-bet", bet=FixedValue("punto"), amount=Amount(1, 2 * MINIMUM - 1))
    moves = [chosen(bot(Player, Temper.LOYAL, seed=seed), AT_TABLE, odd) for seed in range(20)]
    assert {move.act.amount for move in moves if move is not None} == {MINIMUM}, "in whole minimums where it can"


def test_a_stake_that_lies_there_after_a_tie_plays_on() -> None:
    view = seen_by(AT_TABLE, me={"bets": {"banca": MINIMUM}})
    assert chosen(bot(Player, Temper.CAREFUL), view, *bets()) is None
    assert chosen(bot(Player, Temper.CAREFUL), AT_TABLE, *bets(50, Bet.PUNTO)) is None, "it is not admitted"


@pytest.mark.parametrize(("temper", "outcome", "doubles"), [
    (Temper.BOLD, "lost", True), (Temper.BOLD, "won", False), (Temper.LOYAL, "lost", False),
])  # fmt: skip
def test_the_bold_doubles_what_he_lost_on_the_same_bet(temper: Temper, outcome: str, doubles: bool) -> None:
    last = tuple(Line(BOT, one, 7 * MINIMUM, outcome) for one in (Bet.PUNTO, Bet.BANCA))
    view = replace(seen_by(AT_TABLE, me={"last": last}), tie_maximum=0)
    amounts = {chosen(bot(Player, temper, seed=seed), view, *bets()).act.amount for seed in range(20)}  # type: ignore[union-attr]
    assert (amounts == {14 * MINIMUM}) is doubles


# --- the croupier -----------------------------------------------------------------------------------------------------

AS_CROUPIER = seen_by(VIEW, Role.CROUPIER)


def duty(view: Any, *offers: Any) -> Move | None:
    return chosen(bot(Croupier), view, *offers)


@pytest.mark.parametrize("name", PREPARING)
def test_each_step_of_the_shoe_is_done_by_the_croupier_and_only_where_the_table_waits_for_it(name: str) -> None:
    assert duty(AS_CROUPIER, offer(name)) == Move(PREPARING[name](), THINK)
    assert duty(AS_CROUPIER, offer(name, main=False)) is None
    assert duty(seen_by(VIEW, Role.TABLE_CHIEF), offer(name)) is None
    assert duty(replace(VIEW, me=None), offer(name)) is None
    assert duty(replace(AS_CROUPIER, incident=IncidentView(1, "other", "")), offer(name)) is None


@pytest.mark.parametrize(("least", "most"), [(100, 300), (10, 10), (10, 13), (10, None)])
def test_the_pack_is_cut_in_the_middle_half(least: int, most: int | None) -> None:
    depths = set()
    for seed in range(200):
        move = chosen(bot(Croupier, seed=seed), AS_CROUPIER, offer("cut-pack", depth=Count(least, most)))
        assert move is not None
        depths.add(move.act.depth)  # type: ignore[union-attr]
    quarter = ((least if most is None else most) - least) // 4
    assert min(depths) == least + quarter
    assert max(depths) == (least if most is None else most) - quarter


@pytest.mark.parametrize(("away", "clock"), [(True, ""), (False, "silence")])
def test_the_shoe_is_passed_for_whoever_is_away_or_lets_everybody_see_his_time_run_out(away: bool, clock: str) -> None:
    seats = (SeatView(1, ANA, away), SeatView(2, BEA, not away))
    view = replace(AS_CROUPIER, seats=seats, waits_for=ANA)
    assert duty(view, offer("pass-shoe")) == Move(a.PassShoe(), PATIENCE, (ANA, view.phase), clock)


def test_the_coup_is_played_as_the_table_waits_for_it() -> None:
    for deals, wait in ((True, THINK), (False, PATIENCE)):
        view = replace(AS_CROUPIER, croupier_deals=deals)
        assert duty(view, offer("deal")) == Move(a.Deal(), wait)
        for name, act in (("show-hand", a.ShowHand), ("draw-card", a.DrawCard)):
            shown = duty(view, offer(name, hand=FixedValue("banca")))
            assert shown == Move(act(Hand.BANCA), wait, Hand.BANCA)
    assert duty(AS_CROUPIER, offer("settle"), offer("deal")) == Move(a.Settle(), THINK)
    for one in ("settle", "deal"):
        assert duty(AS_CROUPIER, offer(one, main=False)) is None


@pytest.mark.parametrize(
    ("seats", "standing", "opens"),
    [
        ((SeatView(1, ANA),), (), True),
        ((SeatView(1, ANA, away=True),), (), False),
        ((SeatView(1),), (), False),
        ((), (StandingView(ANA, 3),), True),
    ],
)
def test_the_betting_opens_for_somebody(seats: Any, standing: Any, opens: bool) -> None:
    view = replace(AS_CROUPIER, seats=seats, standing=standing)
    assert duty(view, offer("open-bets")) == (Move(a.OpenBets(), BETWEEN) if opens else None)


class Clock:
    def monotonic(self) -> float:
        return 100.0


@pytest.mark.parametrize(
    ("staked", "asked", "away", "expected"),
    [
        (0, False, False, (None, BETS, "bets")),
        (5, False, False, (a.CloseBets(), BETS, "bets")),
        (5, True, False, (a.CloseBets(), SILENCE, "silence")),
        (5, True, True, (a.CloseBets(), PATIENCE, "")),
        (0, True, True, (None, BETS, "bets")),
    ],
)
def test_the_betting_closes_with_stakes_and_the_holder_of_the_shoe_has_his_own_time(
    monkeypatch: pytest.MonkeyPatch, staked: int, asked: bool, away: bool, expected: Any
) -> None:
    monkeypatch.setattr(betting, "time", Clock())
    seats = (SeatView(1, ANA, away=away, has_shoe=asked), SeatView(2, BEA, has_shoe=not asked))
    view = replace(AS_CROUPIER, phase=Phase.BETS, seats=seats, stakes={"punto": staked}, waits_for=ANA)
    move = duty(view, offer("close-bets"))
    assert move is not None
    assert (move.act, move.wait, move.clock) == expected
    still = duty(view, offer("close-bets", main=False))
    assert still is not None
    assert (still.act, still.clock) == (None, "bets")
    assert duty(replace(view, phase=Phase.BETWEEN), offer("close-bets")) is None


def test_whoever_has_staked_already_is_not_waited_for() -> None:
    seats = (SeatView(1, ANA, has_shoe=True, bets={"banca": 5}),)
    view = replace(AS_CROUPIER, phase=Phase.BETS, seats=seats, stakes={"banca": 5}, waits_for=ANA)
    move = duty(view, offer("close-bets"))
    assert move is not None
    assert move.clock == "bets"


def test_a_silent_person_is_called_before_the_betting_runs_on() -> None:
    view = replace(AS_CROUPIER, phase=Phase.BETS, waits_for=ANA, stakes={"punto": 5})
    move = duty(view, offer("call-person", main=False), offer("close-bets"))
    assert move == Move(a.CallPerson(), SILENCE, (ANA, Phase.BETS), "silence")


# --- the table chief --------------------------------------------------------------------------------------------------


def test_the_chief_decides_between_equal_stakes_in_the_order_proposed() -> None:
    view = replace(seen_by(VIEW, Role.TABLE_CHIEF), disputants=(BEA, ANA))
    assert chosen(bot(Chief), view, offer("award-hand")) == Move(a.AwardHand(BEA), THINK, (BEA, ANA))
    assert chosen(bot(Chief), view) is None
    assert chosen(bot(Chief), replace(view, disputants=()), offer("award-hand")) is None
    assert chosen(bot(Chief), seen_by(view, Role.CROUPIER), offer("award-hand")) is None


def test_the_chief_rules_as_the_house_proposes_or_notes() -> None:
    noted = replace(seen_by(VIEW, Role.TABLE_CHIEF), incident=IncidentView(4, "other", ""))
    move = chosen(bot(Chief), noted, offer("give-ruling"))
    assert move is not None
    assert (move.act.serial, move.act.reason, move.wait, move.about) == (  # type: ignore[union-attr]
        4,
        "noted; play goes on",
        PATIENCE,
        4,
    )
    proposed = replace(noted, incident=IncidentView(5, "other", "", proposed_effects=("x",)))  # type: ignore[arg-type]
    move = chosen(bot(Chief), proposed, offer("give-ruling"))
    assert move is not None
    assert move.act.reason == "as the house proposes"  # type: ignore[union-attr]
    assert chosen(bot(Chief), noted) is None
    assert chosen(bot(Chief), replace(noted, incident=None), offer("give-ruling")) is None
