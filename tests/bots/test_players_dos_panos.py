"""A machine that plays at two cloths: in which order it does what it may, and each whole move about bank and stakes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots.bot import Move
from tapete.bots.dos_panos.players import Player
from tapete.bots.dos_panos.strategy import LEAST_BANK, TEMPERS
from tapete.games.banked.shares import Share
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase, Spot
from tapete.games.dos_panos.view.parts import AuctionView, AwardView, BankView
from tapete.kernel import Amount, Choice, Count, FixedValue, Offer, PersonId
from tapete.table.acts import BuyIn
from tests.support.bots.habits import ANA, BEA, BOT, THINK, bot, chosen, offer, seen_by

EMPTY = game.open_table(seed=1).view(BOT)
UNIT = EMPTY.minimum
SMALL = LEAST_BANK * UNIT
"""A customary bank."""
P, S = Hand.PRIMERO, Hand.SEGUNDO
PLACES = {1: BOT, 2: ANA, 6: BEA, 7: PersonId("carla")}
SEATS = tuple(replace(one, person=PLACES.get(one.seat)) for one in EMPTY.seats)
VIEW = seen_by(replace(EMPTY, seats=SEATS), me={"seat": 1, "cloth": P, "chips": 1_000 * UNIT})
WILLING = replace(
    TEMPERS[0], bids=4.0, bank=(2, 2), stakes=(3, 3), takes=1.0, tires=0.0, redeposits=1.0, new_shoe=1.0, banco=1.0,
    repeats=1.0, second=0.0, thinks_again=1.0, chips=150, roams=0.0, spots=(Spot.CLOTH,), content=3,
)  # fmt: skip
QUIET = replace(WILLING, bids=0.0, takes=0.0, redeposits=0.0, banco=0.0, repeats=0.0, new_shoe=0.0, thinks_again=0.0)


def bank(banker: str = ANA, amount: int = SMALL, in_play: int | None = None) -> BankView:
    return BankView(PersonId(banker), amount, amount if in_play is None else in_play, amount, False, 3, 1)


def at(phase: Phase, *, chips: int = 1_000, **shown: Any) -> Any:
    return seen_by(replace(VIEW, phase=phase, **shown), me={"chips": chips * UNIT})


def does(view: Any, *offers: Offer, temper: Any = WILLING, seed: int = 1, done: str = "") -> Move | None:
    player = bot(Player, temper, seed=seed)
    player._done.add((str(view.step), done))
    return chosen(player, view, *offers)


def doing(act: Any, about: str) -> Move:
    return Move(act, THINK, about)


def stake(spot: Spot = Spot.CLOTH, least: int = 1, most: int = 1_000) -> Offer:
    bounds = Amount(least * UNIT, most * UNIT)
    return offer("stake", spot=FixedValue(str(spot)), amount=bounds, cloth=Choice((str(S), str(P))))


LEAVE, DELIVER, SHOE = offer("leave-bank"), offer("deliver-bank", amount=FixedValue(SMALL)), offer("ask-new-shoe")
DEPOSIT = offer("deposit-bank", amount=Amount(SMALL, 9 * SMALL), form=Choice(("cash",)))
BUY_BANK, ACCEPT, BID = offer("buy-bank", amount=Amount(1)), offer("accept-bank"), offer("bid", amount=Amount(1))
BUY_IN, CALL = offer("buy-in", amount=Amount(1)), offer("call-banco")
REPEAT = tuple(offer("repeat-banco", again=FixedValue(one)) for one in (True, False))
TAKE = tuple(
    offer("take-stake", cloth=FixedValue(str(P)), spot=FixedValue(str(one))) for one in (Spot.LINE, Spot.CLOTH)
)
AUCTION = at(Phase.AUCTION, auction=AuctionView(0, (Share(ANA, SMALL),), ()))
DEPOSITS = doing(a.DepositBank(SMALL, "cash"), "deposit-bank")


@pytest.mark.parametrize(
    ("view", "offers", "temper", "expected"),
    [
        # the bank
        (at(Phase.OPENING), (BID, ACCEPT, BUY_BANK, BUY_IN), WILLING, doing(a.BuyBank(2 * SMALL), "buy")),
        (at(Phase.REOFFER), (BID, ACCEPT), WILLING, doing(a.AcceptBank(), "accept")),
        (at(Phase.OPENING), (BID, ACCEPT, BUY_BANK), QUIET, None),
        (AUCTION, (BID,), WILLING, doing(a.Bid(2 * SMALL), "bid")),
        (AUCTION, (BID,), QUIET, None),
        (at(Phase.DEPOSIT, award=AwardView(SMALL, BOT)), (BUY_IN, DEPOSIT), WILLING, DEPOSITS),
        (at(Phase.DEPOSIT, award=AwardView(SMALL, ANA)), (DEPOSIT,), WILLING, None),
        (at(Phase.DEPOSIT, award=AwardView(SMALL)), (DEPOSIT,), WILLING, None),
        (at(Phase.BETWEEN, bank=bank(BOT)), (DELIVER, LEAVE), WILLING, doing(a.DeliverBank(SMALL), "deliver-bank")),
        (at(Phase.BETWEEN, bank=bank(BOT)), (DELIVER, LEAVE), replace(WILLING, tires=1.0),
         doing(a.LeaveBank(), "leave-bank")),
        (at(Phase.BETWEEN, bank=bank(BOT)), (LEAVE,), WILLING, None),
        (at(Phase.BETWEEN, bank=bank(ANA)), (DELIVER, LEAVE), replace(WILLING, tires=1.0), None),
        (at(Phase.BROKEN, bank=bank(BOT)), (LEAVE, DEPOSIT, SHOE), WILLING, doing(a.AskNewShoe(), "shoe")),
        (at(Phase.BROKEN, bank=bank(BOT)), (LEAVE, DEPOSIT), WILLING, DEPOSITS),
        (at(Phase.BROKEN, bank=bank(BOT)), (LEAVE, DEPOSIT, SHOE), replace(QUIET, redeposits=1.0), DEPOSITS),
        (at(Phase.BROKEN, bank=bank(BOT)), (LEAVE, DEPOSIT, SHOE), QUIET, doing(a.LeaveBank(), "leave-bank")),
        (at(Phase.BROKEN, bank=bank(BOT)), (LEAVE, SHOE), WILLING, doing(a.LeaveBank(), "leave-bank")),
        (at(Phase.BROKEN, bank=bank(BOT)), (SHOE,), WILLING, None),
        # banco
        (at(Phase.BANCO, bank=bank()), (BUY_IN, CALL), WILLING, doing(a.CallBanco(), "call")),
        (at(Phase.BANCO, bank=bank()), (BUY_IN, CALL), QUIET, None),
        (at(Phase.BETS, bank=bank()), (CALL,), WILLING, None),
        (at(Phase.BANCO), (CALL,), WILLING, None),
        (at(Phase.BANCO, bank=bank(in_play=1_000 * UNIT + 1)), (BUY_IN,), WILLING, doing(BuyIn(1), "for banco")),
        (at(Phase.BANCO, bank=bank(in_play=1_150 * UNIT)), (BUY_IN,), WILLING, doing(BuyIn(150 * UNIT), "for banco")),
        (at(Phase.BANCO, bank=bank(in_play=1_150 * UNIT + 1)), (BUY_IN,), WILLING, None),
        (at(Phase.BANCO, bank=bank(in_play=1_000 * UNIT)), (BUY_IN,), WILLING, None),
        (at(Phase.BANCO, bank=bank(in_play=999 * UNIT)), (BUY_IN,), WILLING, None),
        (at(Phase.REPEAT, bank=bank()), REPEAT, WILLING, doing(a.RepeatBanco(again=True), "repeat")),
        (at(Phase.REPEAT, bank=bank()), REPEAT[::-1], WILLING, doing(a.RepeatBanco(again=True), "repeat")),
        (at(Phase.REPEAT, bank=bank()), REPEAT, QUIET, doing(a.RepeatBanco(again=False), "repeat")),
        (at(Phase.REPEAT, bank=bank()), REPEAT[1:], WILLING, doing(a.RepeatBanco(again=False), "repeat")),
        (at(Phase.REPEAT, bank=bank()), (CALL,), WILLING, None),
        (at(Phase.BANCO, bank=bank()), REPEAT, WILLING, None),
        # stakes
        (at(Phase.BETS, bank=bank()), (stake(Spot.LINE), stake(), *TAKE), WILLING,
         doing(a.Stake(3 * UNIT, P), "stake 0")),
        (at(Phase.BETS, bank=bank()), (stake(),), replace(WILLING, stakes=(7, 7)),
         doing(a.Stake(7 * UNIT, P), "stake 0")),
        (at(Phase.BETS, bank=bank(), chips=12), (stake(least=12),), WILLING,
         doing(a.Stake(12 * UNIT, P), "stake 0")),
        (at(Phase.BETS, bank=bank(), chips=11), (stake(least=12),), WILLING, None),
        (at(Phase.BETS, bank=bank()), (stake(Spot.LINE), *TAKE), WILLING, doing(a.TakeStake(P, Spot.LINE), "take")),
        (at(Phase.BETS, bank=bank()), (stake(Spot.LINE), *TAKE), QUIET, None),
        (at(Phase.BANCO, bank=bank()), (stake(), *TAKE), QUIET, None),
        (at(Phase.BETS, bank=bank(BOT)), (stake(), *TAKE), WILLING, None),
        (at(Phase.BETS, bank=bank()), (offer("stake", spot=FixedValue(str(Spot.CLOTH)), cloth=Choice((str(P),)),
                                             amount=Amount(3 * UNIT, 3 * UNIT, standing=3 * UNIT)),), WILLING, None),
        # chips before stakes
        (at(Phase.BETS, bank=bank(), chips=9), (BUY_IN, stake()), WILLING, doing(BuyIn(150 * UNIT), "buy-in")),
        (at(Phase.BETS, bank=bank(), chips=9), (stake(),), WILLING, doing(a.Stake(3 * UNIT, P), "stake 0")),
    ],
)  # fmt: skip
def test_a_player_does_one_whole_thing_about_the_bank_and_his_money(
    view: Any, offers: Any, temper: Any, expected: Move | None
) -> None:
    assert does(view, *offers, temper=temper) == expected
    assert does(replace(view, me=None), *offers, temper=temper) is None


@pytest.mark.parametrize(
    ("done", "offers", "view", "expected"),
    [
        ("stake 0", (stake(), *TAKE), at(Phase.BETS, bank=bank()), doing(a.TakeStake(P, Spot.LINE), "take")),
        ("take", (*TAKE,), at(Phase.BETS, bank=bank()), None),
        ("call", (CALL,), at(Phase.BANCO, bank=bank()), None),
        ("for banco", (BUY_IN,), at(Phase.BANCO, bank=bank(in_play=1_001 * UNIT)), None),
        ("buy", (BUY_BANK, ACCEPT), at(Phase.OPENING), None),
        ("accept", (ACCEPT,), at(Phase.OPENING), None),
        ("bid", (BID,), AUCTION, None),
        ("shoe", (LEAVE, DEPOSIT, SHOE), at(Phase.BROKEN, bank=bank(BOT)), DEPOSITS),
        ("buy-in", (BUY_IN,), at(Phase.BETS, bank=bank(), chips=9), doing(BuyIn(150 * UNIT), "buy-in")),
        ("chips", (BUY_IN,), at(Phase.BETS, bank=bank(), chips=9), None),
    ],
)
def test_what_is_done_once_in_a_window_is_not_done_again(done: str, offers: Any, view: Any, expected: Any) -> None:
    assert does(view, *offers, done=done) == expected


def test_a_second_spot_is_another_one_with_a_stake_of_its_own() -> None:
    temper = replace(WILLING, second=1.0, spots=(Spot.CLOTH, Spot.LINE), thinks_again=0.0, stakes=(1, 9))
    view = at(Phase.BETS, bank=bank())
    first = [does(view, stake(), stake(Spot.LINE), temper=temper, seed=seed) for seed in range(40)]
    assert {move.about for move in first if move} == {"stake 0"}
    assert {move.act.spot for move in first if move} == {Spot.CLOTH, Spot.LINE}  # type: ignore[union-attr]
    for seed, before in enumerate(first):
        then = does(view, stake(), stake(Spot.LINE), temper=temper, seed=seed, done="stake 0")
        if then is not None and before is not None:
            assert then.about == "stake 1"
            assert then.act.spot != before.act.spot  # type: ignore[union-attr]
    later = [does(view, stake(), stake(Spot.LINE), temper=temper, seed=seed, done="stake 0") for seed in range(40)]
    assert 5 < sum(one is None for one in later) < 35, "the second may be the first again, and then it is none"
    alone = replace(temper, second=0.0)
    assert {does(view, stake(), temper=alone, seed=seed, done="stake 0") for seed in range(20)} == {None}


def test_whoever_holds_the_bank_or_speaks_for_a_cloth_does_that_first() -> None:
    cloths = tuple(replace(one, holder=BOT) for one in VIEW.coup.cloths)
    coup = replace(VIEW.coup, cloths=cloths)
    lifts = tuple(offer("lift", hand=FixedValue(str(one))) for one in (Hand.BANCA, S, P))
    view = at(Phase.FIRST_WORD, bank=bank(), coup=coup)
    assert does(view, BUY_IN, CALL, *lifts) == doing(a.Lift(P), f"lift {P}")
    deals = offer("deal-card", True, hand=FixedValue(str(P)))
    his = at(Phase.DEAL, bank=bank(BOT), coup=coup)
    assert does(his, DELIVER, deals, *lifts) == doing(a.DeliverBank(SMALL), "deliver-bank")
    assert does(his, deals, *lifts) == doing(a.DealCard(P), "deal 0")
    bystander = seen_by(his, me={"cloth": None, "seat": None})
    assert does(bystander, deals) == doing(a.DealCard(P), "deal 0"), "a banker need not sit"
    without = seen_by(view, me={"cloth": None, "seat": None})
    assert does(without, BUY_IN, CALL, *lifts, stake()) is None


def test_the_packs_are_cut_by_some() -> None:
    moves = [does(at(Phase.CUT), offer("cut-pack", depth=Count(90, 90)), seed=seed) for seed in range(200)]
    cut = [move for move in moves if move == doing(a.CutPack(90), "cut-pack")]
    assert 20 <= len(cut) <= 60
    assert moves.count(None) == 200 - len(cut)


def test_whoever_has_a_stake_on_the_table_changes_no_money_but_for_banco() -> None:
    laid = (SimpleNamespace(person=BOT),)
    view = at(Phase.BETS, bank=bank(), chips=2, coup=replace(VIEW.coup, laid=laid))
    assert does(view, BUY_IN, temper=QUIET) is None
    others = replace(view, coup=replace(VIEW.coup, laid=(SimpleNamespace(person=ANA),)))
    assert does(others, BUY_IN, temper=QUIET) == doing(BuyIn(150 * UNIT), "buy-in")
