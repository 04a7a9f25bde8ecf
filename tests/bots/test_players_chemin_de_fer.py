"""A machine that plays at chemin de fer: each whole move about the bank and the calls, with its subject and amount."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import chemin_de_fer as game
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.strategy import TEMPERS, Cards
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Hand, Phase, Stage
from tapete.games.chemin_de_fer.view.parts import AuctionView, BankView, OfferView, SeatView, StandingView
from tapete.kernel import Amount, Choice, FixedValue, Offer, PersonId
from tests.support.bots.habits import ANA, BEA, BOT, THINK, bot, chosen, offer, seen_by

EMPTY = game.open_table(seed=1).view(BOT)
UNIT = EMPTY.minimum
SEATS = (SeatView(1, BOT), SeatView(2, ANA), SeatView(3, BEA))
VIEW = seen_by(EMPTY, me={"seat": 1, "chips": 1_000 * UNIT}, seats=SEATS)
WILLING = replace(
    TEMPERS[0], takes=1.0, recovers=1.0, keeps=1.0, banco=1.0, half=1.0, line=1.0, repeats=1.0, shares=5.0,
    welcomes=1.0, bids=1.0, raises=1.0, bank=(20, 20), stakes=(3, 3), ceiling=60, chips=120, cards=Cards(asks_table=0),
)  # fmt: skip
QUIET = replace(
    WILLING, takes=0.0, recovers=0.0, banco=0.0, half=0.0, line=0.0, repeats=0.0, shares=0.0, welcomes=0.0, bids=0.0,
    raises=0.0,
)  # fmt: skip


def bank(banker: str = ANA, *others: str, total: int = 50) -> BankView:
    parts = tuple(Share(PersonId(one), UNIT) for one in (banker, *others))
    return BankView(PersonId(banker), total * UNIT, parts, total * UNIT, 0)


def at(phase: Phase, *, chips: int = 1_000, **shown: Any) -> Any:
    return seen_by(replace(VIEW, phase=phase, **shown), me={"chips": chips * UNIT})


def calls(*made: tuple[str, int]) -> Any:
    return tuple(SimpleNamespace(person=PersonId(who), amount=one * UNIT) for who, one in made)


def does(view: Any, *offers: Offer, temper: Any = WILLING, seed: int = 1) -> Move | None:
    return chosen(bot(Player, temper, seed=seed), view, *offers)


def doing(act: Any, about: str) -> Move:
    return Move(act, THINK, about)


def any_amount(name: str, least: int = 1, most: int = 1_000, **fields: Any) -> Offer:
    return offer(name, amount=Amount(least * UNIT, most * UNIT), **fields)


TAKE, DECLINE, PASS = any_amount("take-bank"), offer("decline-bank"), offer("pass-hand")
JOIN, RAISE, GARAGE = any_amount("offer-share"), any_amount("raise-bank"), any_amount("garage-winnings", 1, 7)
WELCOME = tuple(offer("accept-share", person=FixedValue(one)) for one in (ANA, BEA))
RELEASE = tuple(offer("take-over-share", person=FixedValue(one)) for one in (BEA, ANA))
DELIVER = offer("deliver-bank", amount=Amount(0, 5 * UNIT))
STAKE, LINE = any_amount("stake"), any_amount("stake-on-line")
AGAIN, BANCO, HALF, LAST = map(
    offer, ("call-banco-seguido", "call-banco", "call-banco-con-la-mesa", "call-ultimo-completo")
)
BUY = offer("buy-in", amount=Amount(1))
CUTS = (offer("cut-pack", depth=Amount(90, 90)), offer("decline-cut"))


def offered(stage: Stage = Stage.SEATED, floor: int = 1, to: str = BOT, chips: int = 1_000, **shown: Any) -> Any:
    return at(Phase.BANK, chips=chips, bank=None, offer=OfferView(PersonId(to), stage, floor * UNIT), **shown)


OWN = at(Phase.BETWEEN, bank=bank(BOT, total=50))
ANOTHERS = at(Phase.BETWEEN, bank=bank(ANA))
OPEN = at(Phase.BETS, bank=bank(ANA, total=50))
CALM = replace(QUIET, keeps=1.0)


@pytest.mark.parametrize(
    ("view", "offers", "temper", "expected"),
    [
        (offered(), (TAKE, DECLINE), WILLING, doing(a.TakeBank(20 * UNIT), "bank")),
        (offered(), (TAKE, DECLINE), QUIET, doing(a.DeclineBank(), "decline")),
        (offered(floor=61), (TAKE, DECLINE), WILLING, doing(a.DeclineBank(), "decline")),
        (offered(floor=60), (TAKE, DECLINE), WILLING, doing(a.TakeBank(60 * UNIT), "bank")),
        (offered(floor=25), (any_amount("take-bank", 55, 90), DECLINE), WILLING, doing(a.TakeBank(55 * UNIT), "bank")),
        (offered(floor=25), (any_amount("take-bank", 60, 90), DECLINE), WILLING, doing(a.TakeBank(60 * UNIT), "bank")),
        (offered(floor=25), (any_amount("take-bank", 61, 90), DECLINE), WILLING, doing(a.TakeBank(25 * UNIT), "bank")),
        (offered(floor=5, chips=19), (TAKE, DECLINE), WILLING, doing(a.TakeBank(5 * UNIT), "bank")),
        (offered(floor=5, chips=20), (TAKE, DECLINE), WILLING, doing(a.TakeBank(20 * UNIT), "bank")),
        (offered(floor=5, chips=5), (TAKE, DECLINE), WILLING, doing(a.TakeBank(5 * UNIT), "bank")),
        (offered(floor=5, chips=4), (TAKE, DECLINE), WILLING, doing(a.DeclineBank(), "decline")),
        (offered(Stage.FORCED, 5), (TAKE, DECLINE), QUIET, doing(a.TakeBank(5 * UNIT), "bank")),
        (offered(Stage.FORCED, 90), (TAKE, DECLINE), QUIET, doing(a.TakeBank(90 * UNIT), "bank")),
        (offered(Stage.RECOVERY), (TAKE, DECLINE), replace(QUIET, takes=1.0), doing(a.DeclineBank(), "decline")),
        (offered(Stage.RECOVERY), (TAKE, DECLINE), replace(QUIET, recovers=1.0), doing(a.TakeBank(20 * UNIT), "bank")),
        (offered(Stage.SEATED), (TAKE, DECLINE), replace(QUIET, recovers=1.0), doing(a.DeclineBank(), "decline")),
        (offered(), (TAKE,), QUIET, None),
        (offered(to=ANA), (TAKE, DECLINE), WILLING, None),
        (offered(to=ANA), (any_amount("pledge-share", leader=FixedValue(ANA)),), WILLING,
         doing(a.PledgeShare(ANA, 3 * UNIT), "pledge")),
        (offered(to=ANA), (any_amount("pledge-share", 4, leader=FixedValue(ANA)),), WILLING,
         doing(a.PledgeShare(ANA, 4 * UNIT), "pledge")),
        (offered(to=ANA, chips=3), (any_amount("pledge-share", 4, leader=FixedValue(ANA)),), WILLING, None),
        # another's bank between two coups
        (ANOTHERS, (PASS, RAISE, JOIN, GARAGE), WILLING, doing(a.OfferShare(3 * UNIT), "associate")),
        (ANOTHERS, (any_amount("offer-share", 1, 2),), WILLING, doing(a.OfferShare(2 * UNIT), "associate")),
        (ANOTHERS, (JOIN,), QUIET, None),
        (replace(ANOTHERS, phase=Phase.VACANT), (JOIN,), WILLING, None),
        (replace(ANOTHERS, bank=None), (JOIN, PASS), WILLING, None),
        (replace(ANOTHERS, bank=bank(ANA, BEA)), (JOIN,), WILLING, None),
        # his own bank between two coups
        (OWN, (PASS, RAISE, GARAGE, *RELEASE, DELIVER, *WELCOME), WILLING, doing(a.AcceptShare(ANA), f"welcome {ANA}")),
        (OWN, (PASS, RAISE, GARAGE, *RELEASE, DELIVER, *WELCOME), CALM, doing(a.DeliverBank(5 * UNIT), "deliver-bank")),
        (at(Phase.BETWEEN, bank=bank(BOT), chips=4), (PASS, DELIVER, *RELEASE), CALM,
         doing(a.TakeOverShare(BEA), f"release {BEA}")),
        (at(Phase.BETWEEN, bank=bank(BOT), chips=5), (PASS, DELIVER), CALM,
         doing(a.DeliverBank(5 * UNIT), "deliver-bank")),
        (OWN, (RAISE, GARAGE, PASS), replace(CALM, keeps=0.0), doing(a.PassHand(), "pass-hand")),
        (OWN, (RAISE, GARAGE), replace(CALM, keeps=0.0), doing(a.GarageWinnings(7 * UNIT), "garage")),
        (OWN, (PASS, GARAGE, RAISE), WILLING, doing(a.RaiseBank(55 * UNIT), "raise")),
        (at(Phase.BETWEEN, bank=bank(BOT), chips=2), (RAISE,), WILLING, doing(a.RaiseBank(52 * UNIT), "raise")),
        (at(Phase.BETWEEN, bank=bank(BOT), chips=1), (RAISE,), WILLING, doing(a.RaiseBank(51 * UNIT), "raise")),
        (at(Phase.BETWEEN, bank=bank(BOT), chips=0), (RAISE,), WILLING, None),
        (OWN, (PASS, GARAGE, RAISE), CALM, None),
        (replace(OWN, bank=bank(BOT, ANA, BEA)), (PASS, GARAGE, RAISE), WILLING, doing(a.PassHand(), "pass-hand")),
        (replace(OWN, seats=SEATS[:1], standing=(StandingView(ANA, 2),)), (PASS, RAISE), WILLING,
         doing(a.RaiseBank(55 * UNIT), "raise")),
        (replace(OWN, seats=(*SEATS[:1], SeatView(4))), (PASS, RAISE), WILLING, doing(a.PassHand(), "pass-hand")),
        # calls
        (OPEN, (STAKE, LINE, LAST, HALF, BANCO, AGAIN), WILLING, doing(a.CallSeguido(), "call")),
        (OPEN, (STAKE, LINE, LAST, HALF, BANCO), WILLING, doing(a.CallBanco(), "call")),
        (OPEN, (STAKE, LINE, LAST, HALF), WILLING, doing(a.CallConLaMesa(), "call")),
        (OPEN, (STAKE, LINE, LAST), WILLING, doing(a.CallUltimoCompleto(), "call")),
        (replace(OPEN, calls=calls((ANA, 20), (BEA, 5))), (STAKE, LINE, LAST), WILLING,
         doing(a.CallUltimoCompleto(), "call")),
        (replace(OPEN, calls=calls((ANA, 20), (BEA, 6))), (STAKE, LINE, LAST, HALF), WILLING,
         doing(a.StakeOnLine(6 * UNIT), "call")),
        (OPEN, (STAKE, LINE, LAST, HALF, BANCO, AGAIN), QUIET, doing(a.Stake(3 * UNIT), "call")),
        (at(Phase.BETS, bank=bank(), chips=12), (any_amount("stake", 12), BUY), QUIET,
         doing(a.Stake(12 * UNIT), "call")),
        (at(Phase.BETS, bank=bank(), chips=11), (any_amount("stake", 12), BUY), QUIET, None),
        (at(Phase.BETS, bank=bank(), chips=11), (any_amount("stake-on-line", 12), BUY), WILLING, None),
        (replace(OPEN, calls=calls((BOT, 1))), (STAKE, LINE, BANCO, AGAIN), WILLING, None),
        *((OPEN, (offer(name, amount=Amount(3 * UNIT, 3 * UNIT, standing=3 * UNIT)),), WILLING, None)
          for name in ("stake", "stake-on-line")),
        # chips, the cut
        (at(Phase.BETS, bank=bank(), chips=9), (BUY, STAKE), QUIET, doing(a.BuyIn(120 * UNIT), "buy-in")),
        (at(Phase.BETS, bank=bank(), chips=9, calls=calls((BOT, 1))), (BUY, STAKE), QUIET, None),
        (at(Phase.BETS, bank=bank(), chips=9), (STAKE,), QUIET, doing(a.Stake(3 * UNIT), "call")),
        (at(Phase.CUT), CUTS[1:], QUIET, None),
        (at(Phase.SHUFFLED), CUTS, QUIET, None),
        # a choice
        (OPEN, (STAKE, offer("withdraw-stake"), offer("keep-stake")), QUIET, doing(a.KeepStake(), "withdrawal")),
        (OPEN, (STAKE, offer("withdraw-stake")), QUIET, doing(a.Stake(3 * UNIT), "call")),
    ],
)  # fmt: skip
def test_a_player_does_one_whole_thing_about_the_bank_and_his_money(
    view: Any, offers: Any, temper: Any, expected: Move | None
) -> None:
    assert does(view, *offers, temper=temper) == expected


def option(name: str, choice: str = "c") -> Offer:
    return offer("choose", choice=FixedValue(choice), option=FixedValue(name))


@pytest.mark.parametrize(
    ("total", "options", "found"),
    [
        (5, (GIVE, DENY), {DENY}),
        (6, (GIVE, DENY), {GIVE}),
        (0, (DENY, GIVE), {DENY}),
        (None, (GIVE, DENY), {GIVE, DENY}),
        (6, ("leave", "take"), {"leave", "take"}),
        (5, ("leave", "take"), {"leave", "take"}),
        (5, (GIVE, "take"), {GIVE}),
        (6, ("take", DENY), {"take", DENY}),
        (6, ("take",), {"take"}),
    ],
)
def test_a_choice_is_made_by_the_total_where_it_is_about_a_card_and_by_chance_else(
    total: int | None, options: tuple[str, ...], found: set[str]
) -> None:
    totals: Any = {} if total is None else {Hand.PUNTO: total}
    view = replace(OPEN, coup=replace(OPEN.coup, totals=totals))
    moves = [does(view, STAKE, *map(option, options), seed=seed) for seed in range(40)]
    assert {move.act.option for move in moves if move} == found  # type: ignore[union-attr]
    assert {(move.about, move.wait) for move in moves if move} == {("choose c", THINK)}


def test_the_pack_is_cut_by_most_and_left_to_the_next_by_some() -> None:
    moves = [does(at(Phase.CUT), *CUTS, seed=seed) for seed in range(100)]
    cut = [move for move in moves if move == doing(a.CutPack(90), "cut-pack")]
    left = [move for move in moves if move == doing(a.DeclineCut(), "decline-cut")]
    assert len(cut) + len(left) == 100
    assert 55 <= len(cut) <= 85


@pytest.mark.parametrize(
    ("standing", "made", "offers", "expected"),
    [
        (False, (), ("sit", "behind"), doing(a.Sit(4), "place")),
        (False, (), ("behind",), doing(a.StandBehind(2), "place")),
        (False, (), (), None),
        (True, (), ("sit", "behind"), doing(a.Sit(4), "place")),
        (True, (), ("behind", "stake"), doing(a.Stake(3 * UNIT), "call")),
        (True, (BOT,), ("sit", "behind"), None),
        (True, (ANA,), ("sit", "behind"), doing(a.Sit(4), "place")),
    ],
)
def test_a_place_comes_before_all_else_and_on_his_feet_he_plays(
    standing: bool, made: tuple[str, ...], offers: tuple[str, ...], expected: Move | None
) -> None:
    known = {
        "sit": offer("sit", seat=Choice((4,))),
        "behind": offer("stand-behind", seat=Choice((2,))),
        "stake": STAKE,
    }
    feet = (StandingView(BOT if standing else BEA, 2),)
    view = seen_by(replace(OPEN, standing=feet, calls=calls(*((one, 1) for one in made))), me={"seat": None})
    assert does(view, *(known[one] for one in offers), temper=QUIET) == expected


@pytest.mark.parametrize("ceiling", [0, 4, 40])
@pytest.mark.parametrize("floor", [0, 10])
def test_a_bid_goes_as_far_above_the_start_as_a_quarter_of_what_he_dares(ceiling: int, floor: int) -> None:
    start, reach = max(floor, 1), ceiling // 4
    temper = replace(WILLING, ceiling=ceiling)
    for best in range(start, start + 12):
        bids = (Share(ANA, best * UNIT), Share(BEA, UNIT))
        view = at(Phase.AUCTION, bank=None, auction=AuctionView(floor * UNIT, bids, ()))
        moves = [does(view, any_amount("bid"), temper=temper, seed=seed) for seed in range(60)]
        bid = doing(a.Bid((best + 1) * UNIT), f"bid {(best + 1) * UNIT}")
        assert {move for move in moves if move is not None} <= {bid}
        assert (bid in moves) is (best + 1 <= start + reach)
        assert (None in moves) is (best + 1 > start)
