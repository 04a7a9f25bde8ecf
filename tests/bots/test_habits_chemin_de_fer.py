"""Habits of the machines at chemin de fer: money, bank and cards of a player, the croupier's duties, the inspector."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import chemin_de_fer as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.staff import Croupier, Inspector
from tapete.bots.chemin_de_fer.strategy import TEMPERS, Cards
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Hand, Phase, Stage
from tapete.games.chemin_de_fer.view.parts import AuctionView, BankView, CardView, OfferView, SeatView, StandingView
from tapete.kernel import Amount, Choice, FixedValue, PersonId
from tapete.table.conduct import Conduct
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

EMPTY = game.open_table(seed=1, staff={Role.CROUPIER: PersonId("croupier"), Role.INSPECTOR: PersonId("i")}).view(BOT)
MINIMUM = EMPTY.minimum
RICH = 1_000 * MINIMUM
SEATS = (SeatView(1, BOT), SeatView(2, ANA), SeatView(3, BEA))
VIEW = seen_by(EMPTY, me={"seat": 1, "chips": RICH}, seats=SEATS)
WILLING = replace(
    TEMPERS[0], takes=1.0, recovers=1.0, keeps=1.0, banco=1.0, half=1.0, line=1.0, repeats=1.0, shares=5.0,
    welcomes=1.0, bids=1.0, raises=1.0, bank=(20, 20), stakes=(3, 3), ceiling=60, chips=120, cards=Cards(asks_table=0),
)  # fmt: skip
UNWILLING = replace(
    WILLING, takes=0.0, recovers=0.0, keeps=0.0, banco=0.0, half=0.0, line=0.0, repeats=0.0, shares=0.0,
    welcomes=0.0, bids=0.0, raises=0.0,
)  # fmt: skip


def bank(banker: str = ANA, total: int = 50, *others: str) -> BankView:
    """Return a bank of so many minimums, in which others have a part."""
    parts = tuple(Share(PersonId(one), MINIMUM) for one in (banker, *others))
    return BankView(PersonId(banker), total * MINIMUM, parts, total * MINIMUM, 0)


def does(view: Any, *offers: Any, temper: Any = WILLING, **more: Any) -> Any:
    """Return the act that a player would do."""
    move = chosen(bot(Player, temper, **more), view, *offers)
    return None if move is None else move.act


def amount(act: Any) -> int | None:
    """Return the amount of an act in minimums."""
    return None if act is None else act.amount // MINIMUM


# --- a player and his place -------------------------------------------------------------------------------------------


def test_nobody_plays_who_is_not_there_or_is_on_duty() -> None:
    sit = offer("sit", seat=Choice((4,)))
    away = seen_by(VIEW, me={"seat": None})
    assert does(away, sit).seat == 4
    assert does(replace(away, me=None), sit) is None
    assert does(seen_by(away, Role.CROUPIER), sit) is None
    assert does(VIEW, sit) is None, "he sits already"


def test_a_player_takes_the_place_that_he_likes_and_stands_where_none_is_free() -> None:
    away = seen_by(VIEW, me={"seat": None})
    sit, behind = offer("sit", seat=Choice((4, 5, 6))), offer("stand-behind", seat=Choice((2,)))
    assert {does(away, sit, behind, place=5, seed=seed).seat for seed in range(9)} == {5}
    assert {does(away, sit, place=1, seed=seed).seat for seed in range(30)} == {4, 5, 6}
    assert does(away, behind).__struct_config__.tag == "stand-behind"
    assert does(away) is None


@pytest.mark.parametrize(("staked", "sits"), [(False, True), (True, False)])
def test_whoever_stands_sits_down_where_nothing_on_the_table_is_his(staked: bool, sits: bool) -> None:
    view = replace(seen_by(VIEW, me={"seat": None}), standing=(StandingView(BOT, 2),))
    view = with_calls(view, {ANA: 1, BOT: 1} if staked else {ANA: 1})
    act = does(view, offer("sit", seat=Choice((4,))), offer("stand-behind", seat=Choice((2,))))
    assert (act is not None) is sits


@pytest.mark.parametrize(("chips", "buys"), [(0, True), (9, True), (10, False)])
def test_chips_are_changed_where_there_are_fewer_than_for_some_coups(chips: int, buys: bool) -> None:
    view = seen_by(VIEW, me={"chips": chips * MINIMUM})
    act = does(view, offer("buy-in", amount=Amount(1)))
    assert (act is not None and act.amount == 120 * MINIMUM) is buys
    rich = replace(WILLING, stakes=(1, 12))
    assert (does(seen_by(VIEW, me={"chips": 23 * MINIMUM}), offer("buy-in", amount=Amount(1)), temper=rich)) is not None
    assert (does(seen_by(VIEW, me={"chips": 24 * MINIMUM}), offer("buy-in", amount=Amount(1)), temper=rich)) is None


@pytest.mark.parametrize("phase", [Phase.CUT, Phase.BETWEEN])
def test_the_pack_is_cut_or_left_to_the_next(phase: Phase) -> None:
    view = replace(VIEW, phase=phase)
    acts = {
        type(does(view, offer("cut-pack", depth=Amount(100, 100)), offer("decline-cut"), seed=seed)).__name__
        for seed in range(40)
    }
    assert acts == ({"CutPack", "DeclineCut"} if phase is Phase.CUT else {"NoneType"})


# --- a player and the bank --------------------------------------------------------------------------------------------


def offered(stage: Stage = Stage.SEATED, floor: int = 1, to: str = BOT, **more: Any) -> Any:
    return replace(VIEW, phase=Phase.BANK, bank=None, offer=OfferView(PersonId(to), stage, floor * MINIMUM), **more)


TAKE, DECLINE = offer("take-bank", amount=Amount(MINIMUM)), offer("decline-bank")


@pytest.mark.parametrize(
    ("stage", "floor", "temper", "chips", "taken"),
    [
        (Stage.SEATED, 1, WILLING, 1000, 20),
        (Stage.SEATED, 30, WILLING, 1000, 30),
        (Stage.SEATED, 60, WILLING, 1000, 60),
        (Stage.SEATED, 61, WILLING, 1000, None),
        (Stage.SEATED, 1, UNWILLING, 1000, None),
        (Stage.SEATED, 1, WILLING, 20, 20),
        (Stage.SEATED, 1, WILLING, 19, 1),
        (Stage.SEATED, 5, WILLING, 4, None),
        (Stage.RECOVERY, 1, replace(UNWILLING, recovers=1.0), 1000, 20),
        (Stage.RECOVERY, 1, replace(WILLING, recovers=0.0), 1000, None),
        (Stage.FORCED, 1, UNWILLING, 1000, 1),
        (Stage.FORCED, 70, UNWILLING, 1000, 70),
        (Stage.FORCED, 5, UNWILLING, 4, None),
    ],
)
def test_the_bank_is_taken_for_what_he_likes_can_pay_and_dares(
    stage: Stage, floor: int, temper: Any, chips: int, taken: int | None
) -> None:
    view = seen_by(offered(stage, floor), me={"chips": chips * MINIMUM})
    act = does(view, TAKE, DECLINE, temper=temper)
    assert act is not None
    assert (amount(act) if act.__struct_config__.tag == "take-bank" else None) == taken
    assert does(offered(to=ANA), TAKE, DECLINE) is None, "it is offered to another"


def test_whoever_can_take_no_bank_lets_it_go() -> None:
    assert does(offered(), DECLINE).__struct_config__.tag == "decline-bank"
    assert does(offered()) is None


PLEDGE, SHARE = (offer(name, amount=Amount(MINIMUM)) for name in ("pledge-share", "offer-share"))


@pytest.mark.parametrize(("chips", "temper", "pledged"), [(3, WILLING, 3), (2, WILLING, None), (3, UNWILLING, None)])
def test_a_part_is_promised_by_whoever_can_pay_it_and_leaves_somebody_to_play(
    chips: int, temper: Any, pledged: int | None
) -> None:
    me = {"chips": chips * MINIMUM}
    pledge = replace(PLEDGE, fields={**PLEDGE.fields, "leader": FixedValue(ANA)})
    assert amount(does(seen_by(offered(Stage.JOINT, to=ANA), me=me), pledge, temper=temper)) == pledged
    between = replace(VIEW, phase=Phase.BETWEEN, bank=bank())
    assert amount(does(seen_by(between, me=me), SHARE, temper=temper)) == pledged
    alone = replace(between, seats=SEATS[:2])
    assert does(seen_by(alone, me={"chips": RICH}), SHARE) is None, "nobody would be left to play against the bank"
    assert does(seen_by(replace(offered(Stage.JOINT, to=ANA), seats=SEATS[:2]), me={"chips": RICH}), pledge) is None


MINE = replace(VIEW, phase=Phase.BETWEEN, bank=bank(BOT))
PASS, GARAGE = offer("pass-hand"), offer("garage-winnings", amount=Amount(1, 7 * MINIMUM))
RAISE = offer("raise-bank", amount=Amount(MINIMUM))


def tag(act: Any) -> str | None:
    return None if act is None else act.__struct_config__.tag


@pytest.mark.parametrize(
    ("view", "temper", "expected"),
    [
        (MINE, WILLING, "raise-bank"),
        (MINE, UNWILLING, "pass-hand"),
        (replace(MINE, seats=SEATS[:1]), WILLING, "pass-hand"),
        (replace(MINE, bank=bank(BOT, 50, ANA, BEA)), WILLING, "pass-hand"),
        (replace(MINE, bank=bank(BOT, 50, ANA)), WILLING, "raise-bank"),
        (replace(MINE, bank=bank(ANA)), UNWILLING, None),
        (replace(MINE, phase=Phase.BETS), UNWILLING, None),
        (seen_by(MINE, me={"chips": MINIMUM - 1}), WILLING, None),
    ],
)
def test_the_hand_is_passed_where_he_has_had_enough_or_nobody_plays(
    view: Any, temper: Any, expected: str | None
) -> None:
    assert tag(does(view, PASS, RAISE, temper=temper)) == expected


def test_winnings_are_put_aside_by_whoever_does_not_keep_the_hand() -> None:
    sometimes = [does(MINE, GARAGE, temper=UNWILLING), does(MINE, GARAGE, temper=WILLING)]
    assert [amount(one) for one in sometimes] == [7, None]


@pytest.mark.parametrize(("owed", "chips", "pays"), [(5, 5, True), (5, 4, False), (1, 1, True)])
def test_an_announced_bank_is_handed_over_whole(owed: int, chips: int, pays: bool) -> None:
    view = seen_by(MINE, me={"chips": chips * MINIMUM})
    act = does(view, offer("deliver-bank", amount=Amount(0, owed * MINIMUM)), temper=UNWILLING)
    assert (tag(act), amount(act) if pays else None) == (("deliver-bank", owed) if pays else (None, None))


@pytest.mark.parametrize(("temper", "seats", "expected"), [
    (WILLING, SEATS, "accept-share"), (UNWILLING, SEATS, None), (WILLING, SEATS[:2], None),
])  # fmt: skip
def test_an_associate_is_welcome_where_somebody_is_left_to_play(temper: Any, seats: Any, expected: str | None) -> None:
    joins = offer("accept-share", person=FixedValue(ANA))
    assert tag(does(replace(MINE, seats=seats), joins, temper=temper)) == expected


@pytest.mark.parametrize(
    ("bids", "floor", "chips", "bid"),
    [
        ({}, 10, 1000, 10),
        ({}, 0, 1000, 1),
        ({ANA: 10}, 10, 1000, 11),
        ({ANA: 10, BOT: 11}, 10, 1000, None),
        ({ANA: 11, BOT: 10}, 10, 1000, 12),
        ({ANA: 11, BOT: 10}, 10, 2, 12),
        ({ANA: 11, BOT: 10}, 10, 1, None),
        ({}, 10, 10, 10),
        ({}, 10, 9, None),
        ({ANA: 60}, 10, 1000, None),
    ],
)
def test_whoever_is_behind_bids_one_minimum_more_as_far_as_he_goes(
    bids: dict[str, int], floor: int, chips: int, bid: int | None
) -> None:
    shares = tuple(Share(PersonId(who), one * MINIMUM) for who, one in bids.items())
    view = replace(VIEW, phase=Phase.AUCTION, bank=None, auction=AuctionView(floor * MINIMUM, shares, ()))
    view, found = seen_by(view, me={"chips": chips * MINIMUM}), set()
    for seed in range(12):  # how far he goes is drawn
        found.add(amount(does(view, offer("bid", amount=Amount(1)), seed=seed)))
    assert bid in found
    assert found <= {bid, None}
    assert does(view, offer("bid", amount=Amount(1)), temper=UNWILLING) is None


# --- a player and his calls -------------------------------------------------------------------------------------------

OPEN = replace(VIEW, phase=Phase.BETS, bank=bank())
CALLS = ("call-banco-seguido", "call-banco", "call-banco-con-la-mesa", "call-ultimo-completo")
STAKE, ON_LINE = (offer(name, amount=Amount(MINIMUM, RICH)) for name in ("stake", "stake-on-line"))


@pytest.mark.parametrize(
    ("temper", "calls", "expected"),
    [
        (WILLING, CALLS, "call-banco-seguido"),
        (replace(WILLING, repeats=0.0), CALLS, "call-banco"),
        (replace(WILLING, repeats=0.0, banco=0.0), CALLS, "call-banco-con-la-mesa"),
        (replace(WILLING, repeats=0.0, banco=0.0), CALLS[3:], "call-ultimo-completo"),
        (replace(UNWILLING, line=1.0), CALLS, "stake-on-line"),
        (UNWILLING, CALLS, "stake"),
        (WILLING, (), "stake-on-line"),
    ],
)
def test_each_call_is_made_by_whoever_likes_it_and_a_stake_else(
    temper: Any, calls: tuple[str, ...], expected: str
) -> None:
    offers = (*map(offer, calls), STAKE, ON_LINE)
    assert tag(does(OPEN, *offers, temper=temper)) == expected
    for closed in (replace(OPEN, phase=Phase.DEAL), replace(OPEN, bank=None)):
        assert does(closed, *offers, temper=temper) is None


@pytest.mark.parametrize(("lying", "half"), [(25, True), (26, False)])
def test_half_a_bank_is_called_where_half_of_it_is_free(lying: int, half: bool) -> None:
    view = with_calls(OPEN, {ANA: lying})
    act = does(view, offer("call-banco-con-la-mesa"), STAKE, temper=replace(UNWILLING, half=1.0))
    assert tag(act) == ("call-banco-con-la-mesa" if half else "stake")


def with_calls(view: Any, calls: dict[str, int]) -> Any:
    """Return a table at which people have called so many minimums."""
    made = tuple(SimpleNamespace(person=PersonId(who), amount=one * MINIMUM) for who, one in calls.items())
    return replace(view, calls=made)


def test_whoever_has_called_calls_no_more_and_buys_no_chips() -> None:
    assert does(with_calls(OPEN, {BOT: 1}), STAKE) is None
    assert tag(does(with_calls(OPEN, {ANA: 1}), STAKE)) == "stake"
    poor = seen_by(with_calls(OPEN, {BOT: 1}), me={"chips": 0})
    assert does(poor, offer("buy-in", amount=Amount(1))) is None


@pytest.mark.parametrize(("chips", "least", "most", "staked"), [
    (1000, 1, 1000, 3), (2, 1, 1000, 2), (1000, 5, 1000, 5), (4, 5, 1000, None), (1000, 1, 2, 2),
])  # fmt: skip
def test_a_stake_is_what_he_likes_within_his_chips_and_what_is_offered(
    chips: int, least: int, most: int, staked: int | None
) -> None:
    bounds = Amount(least * MINIMUM, most * MINIMUM)
    view = seen_by(OPEN, me={"chips": chips * MINIMUM})
    assert amount(does(view, offer("stake", amount=bounds), temper=UNWILLING)) == staked
    line = does(view, offer("stake-on-line", amount=bounds), temper=replace(UNWILLING, line=1.0))
    assert amount(line) == (None if staked is None else min(max(6, least), most, chips))


# --- a player and the cards -------------------------------------------------------------------------------------------


def holding(phase: Phase, holder: str = BOT, **totals: int) -> Any:
    """Return a coup in which somebody holds the punto, and who sees which totals."""
    return replace(VIEW, phase=phase, bank=bank(), coup=replace(VIEW.coup, holder=PersonId(holder), totals=totals))


def of(name: str, hand: Hand, **more: Any) -> Any:
    return offer(name, hand=FixedValue(str(hand)), **more)


SAYS = (offer("say", word=FixedValue("carta")), offer("say", word=FixedValue("no")))


@pytest.mark.parametrize(
    ("total", "on_five", "word"),
    [(0, 1.0, "carta"), (4, 0.0, "carta"), (5, 1.0, "carta"), (5, 0.0, "no"), (6, 1.0, "no"), (7, 1.0, "no")],
)
def test_the_punto_speaks_by_his_scheme(total: int, on_five: float, word: str) -> None:
    temper = replace(WILLING, cards=Cards(on_five=on_five, asks_table=0))
    view = holding(Phase.WORD, punto=total)
    assert str(does(view, *SAYS, temper=temper).word) == word
    for other in (holding(Phase.WORD, ANA, punto=total), holding(Phase.ANSWER, punto=total), holding(Phase.WORD)):
        assert does(other, *SAYS, temper=temper) is None


@pytest.mark.parametrize(("total", "lays"), [(7, False), (8, True), (9, True)])
def test_a_natural_is_laid_down(total: int, lays: bool) -> None:
    assert (tag(does(holding(Phase.WORD, punto=total), of("lay-down", Hand.PUNTO), *SAYS)) == "lay-down") is lays
    mine = replace(holding(Phase.ANSWER, ANA, banca=total), bank=bank(BOT))
    assert (tag(does(mine, of("lay-down", Hand.BANCA), offer("stand"))) == "lay-down") is lays


@pytest.mark.parametrize(("total", "asks"), [(4, False), (5, True), (6, False)])
def test_advice_is_asked_once_and_on_five(total: int, asks: bool) -> None:
    temper = replace(WILLING, cards=Cards(asks_table=1.0))
    assert (
        tag(does(holding(Phase.WORD, punto=total), offer("ask-advice"), *SAYS, temper=temper)) == "ask-advice"
    ) is asks


@pytest.mark.parametrize(("before", "holder", "lifts"), [(BOT, BOT, True), (ANA, BOT, False), (BOT, ANA, False)])
def test_the_punto_lifts_what_lies_before_him(before: str, holder: str, lifts: bool) -> None:
    view = holding(Phase.LIFT, holder)
    view = replace(view, coup=replace(view.coup, before=PersonId(before)))
    assert (does(view, of("lift", Hand.PUNTO)) is not None) is lifts


@pytest.mark.parametrize(
    ("total", "third", "expected"),
    [(5, None, "draw-card"), (6, None, "stand"), (3, "8h", "stand"), (2, "8h", "draw-card"), (6, "6h", "draw-card")],
)
def test_the_banker_draws_by_his_custom_against_the_third_card_that_he_sees(
    total: int, third: Any, expected: str
) -> None:
    view = replace(holding(Phase.BANKER, ANA, banca=total), bank=bank(BOT))
    cards = (CardView(4, "punto-3", third, True), CardView(5, "banca", "2h", True)) if third else ()  # type: ignore[arg-type]
    view = replace(view, coup=replace(view.coup, cards=cards))
    choices = (offer("draw-card"), offer("stand"))
    assert tag(does(view, *choices)) == expected
    assert tag(does(view, choices[0])) == "draw-card", "where one thing alone is lawful it is done"
    assert does(replace(view, bank=bank(ANA)), *choices) is None


def dealt(*places: str) -> Any:
    cards = tuple(CardView(at, place, None, False) for at, place in enumerate(places))
    view = replace(VIEW, phase=Phase.DEAL, bank=bank(BOT))
    return replace(view, coup=replace(view.coup, cards=cards))


@pytest.mark.parametrize(
    ("places", "hand"),
    [((), "punto"), (("punto",), "banca"), (("punto", "banca"), "punto"), (("punto", "banca", "punto"), "banca")],
)
def test_the_banker_deals_to_each_in_turn(places: tuple[str, ...], hand: str) -> None:
    both = (of("deal-card", Hand.BANCA), of("deal-card", Hand.PUNTO))
    assert str(does(dealt(*places), *both).hand) == hand


@pytest.mark.parametrize(
    ("who", "face_up", "hand"),
    [("holder", False, "punto"), ("holder", True, None), ("banker", False, "banca"), ("nobody", False, None)],
)
def test_whoever_holds_a_hidden_hand_shows_it_at_the_end(who: str, face_up: bool, hand: str | None) -> None:
    view = replace(holding(Phase.SHOW, BOT if who == "holder" else ANA), bank=bank(BOT if who == "banker" else BEA))
    cards = tuple(CardView(at, place, None, face_up) for at, place in enumerate(("punto", "banca")))
    view = replace(view, coup=replace(view.coup, cards=cards))
    shows = (of("show-hand", Hand.PUNTO), of("show-hand", Hand.BANCA))
    act = does(view, *shows)
    assert (None if act is None else str(act.hand)) == hand
    assert does(replace(view, phase=Phase.SETTLE), *shows) is None


@pytest.mark.parametrize(("total", "word"), [(5, DENY), (6, GIVE)])
def test_a_card_that_spoils_is_given_and_one_that_mends_is_denied(total: int, word: str) -> None:
    choices = [offer("choose", choice=FixedValue("give-or-deny"), option=FixedValue(one)) for one in (GIVE, DENY)]
    assert does(holding(Phase.ANSWER, ANA, punto=total), *choices).option == word


@pytest.mark.parametrize(("total", "expected"), [(7, "keep-stake"), (8, "withdraw-stake"), (None, "keep-stake")])
def test_a_stake_is_taken_back_against_a_natural_that_lies_open(total: int | None, expected: str) -> None:
    view = holding(Phase.ANSWER, ANA, **({} if total is None else {"banca": total}))
    assert tag(does(view, offer("withdraw-stake"), offer("keep-stake"))) == expected


# --- the croupier -----------------------------------------------------------------------------------------------------

DUTY = seen_by(replace(EMPTY, seats=SEATS, bank=bank()), Role.CROUPIER)
INCIDENT = SimpleNamespace(serial=3, kind="stuck", proposed_effects=())


def duty(view: Any, *offers: Any) -> Move | None:
    return chosen(bot(Croupier), view, *offers)


def test_only_the_croupier_does_his_duties_and_nothing_while_an_incident_is_open() -> None:
    settle = offer("settle")
    assert duty(DUTY, settle) is not None
    assert duty(seen_by(DUTY, Role.INSPECTOR), settle) is None
    assert duty(replace(DUTY, me=None), settle) is None
    assert duty(DUTY, offer("settle", main=False)) is None
    open_case = replace(DUTY, incidents=(INCIDENT,))  # type: ignore[arg-type]
    assert duty(open_case, settle) is None
    fallen = duty(open_case, settle, offer("pick-up", position=FixedValue(7), place=FixedValue("punto")))
    assert fallen is not None
    assert fallen.about == "7"


@pytest.mark.parametrize("phase", [*PREPARING, Phase.VACANT, Phase.BETWEEN])
def test_the_croupier_prepares_whatever_is_next(phase: Phase) -> None:
    view = replace(DUTY, phase=phase, bank=None)
    assert duty(view, offer("shuffle-pack")) is not None
    assert duty(view, offer("carry-cards")) is None, "it has its own moment"
    assert duty(replace(view, phase=Phase.BANK), offer("shuffle-pack")) is None


def test_the_betting_opens_later_where_a_person_holds_the_bank() -> None:
    for banker, wait in ((ANA, PATIENCE), (BOT, BETWEEN), (None, BETWEEN)):
        view = replace(DUTY, phase=Phase.BETWEEN, bank=None if banker is None else bank(banker))
        move = duty(view, offer("open-bets"))
        assert move is not None
        assert move.wait == wait


class Clock:
    def monotonic(self) -> float:
        return 100.0


def test_the_betting_closes_when_somebody_has_called_and_only_runs_on_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "time", Clock())
    view = replace(DUTY, phase=Phase.BETS)
    for seen, closes in ((view, False), (with_calls(view, {ANA: 1}), True)):
        move = duty(seen, offer("close-bets"))
        assert move is not None
        assert (move.act is not None, move.wait, move.clock) == (closes, BETS, "bets")
    nothing = duty(replace(view, phase=Phase.DEAL), offer("close-bets"))
    assert nothing is None


@pytest.mark.parametrize(
    ("name", "phase", "wait", "clock"),
    [
        ("settle", Phase.SETTLE, THINK, ""),
        ("carry-cards", Phase.CARRY, THINK, ""),
        ("carry-cards", Phase.DEAL, None, ""),
        ("close-withdrawals", Phase.ANSWER, BETS, "withdrawals"),
        ("call-person", Phase.WORD, SILENCE, "silence"),
        ("call-off", Phase.BETS, SILENCE, ""),
        ("report", Phase.WORD, PATIENCE, "silence"),
        ("stand-in", Phase.WORD, PATIENCE, ""),
        ("give-card", Phase.ANSWER, PATIENCE, ""),
        ("stand", Phase.BANKER, PATIENCE, ""),
    ],
)
def test_each_duty_has_its_own_moment_and_clock(name: str, phase: Phase, wait: Any, clock: str) -> None:
    view = replace(DUTY, phase=phase, bank=bank(ANA))
    fields: dict[str, Any] = {"person": FixedValue(ANA)} if name == "stand-in" else {}
    fields |= {"accident": FixedValue("stuck"), "party": FixedValue("banker")} if name == "report" else {}
    move = duty(view, offer(name, **fields))
    found = move if move is not None and move.act is not None else None
    if wait is None:
        assert found is None
    elif name == "call-off":
        assert found is None or found.wait == SILENCE
    else:
        assert found is not None
        assert (found.wait, found.clock) == (wait, clock)


@pytest.mark.parametrize(("conduct", "does_it"), [(Conduct.OBSERVED, False), (Conduct.STRICT, True)])
def test_at_a_real_table_people_do_themselves_what_the_croupier_keys(conduct: Conduct, does_it: bool) -> None:
    view = replace(DUTY, phase=Phase.BANKER, conduct=conduct)
    assert (duty(view, offer("draw-card")) is not None) is does_it
    cut = duty(replace(view, phase=Phase.CUT), offer("decline-cut"))
    assert cut is not None
    assert cut.wait == PATIENCE
    silent = duty(replace(view, phase=Phase.BANK), offer("decline-bank", main=False))
    assert (silent is not None) is does_it


@pytest.mark.parametrize(
    ("hand", "name", "does_it"),
    [
        (Hand.PUNTO, "lift", False),
        (Hand.BANCA, "lift", True),
        (Hand.PUNTO, "deal-card", True),
        (Hand.PUNTO, "lay-down", False),
    ],
)
def test_the_croupier_does_for_an_absent_banker_what_is_the_bankers(hand: Hand, name: str, does_it: bool) -> None:
    assert (duty(replace(DUTY, phase=Phase.ANSWER), of(name, hand)) is not None) is does_it


@pytest.mark.parametrize(("total", "expected"), [(4, "carta"), (5, "no"), (7, "no"), (8, "lay-down"), (9, "lay-down")])
def test_a_hand_that_fell_to_the_croupier_is_played_by_the_scheme(total: int, expected: str) -> None:
    view = replace(DUTY, phase=Phase.WORD)
    view = replace(view, coup=replace(view.coup, holder=BOT, totals={"punto": total}))
    move = duty(view, of("lay-down", Hand.PUNTO), *SAYS)
    assert move is not None
    assert (tag(move.act) if tag(move.act) != "say" else str(move.act.word)) == expected  # type: ignore[union-attr]
    assert duty(replace(view, coup=replace(view.coup, holder=ANA)), *SAYS) is None


def test_hidden_hands_are_shown_one_after_the_other() -> None:
    view = replace(DUTY, phase=Phase.SHOW, conduct=Conduct.OBSERVED)
    shows = (of("show-hand", Hand.PUNTO), of("show-hand", Hand.BANCA))
    for up, hand in (((False, False), "punto"), ((True, False), "banca"), ((True, True), None)):
        cards = tuple(
            CardView(at, one, None, is_up) for at, (one, is_up) in enumerate(zip(("punto", "banca"), up, strict=True))
        )
        move = duty(replace(view, coup=replace(view.coup, cards=cards)), *shows)
        assert (None if move is None else str(move.act.hand)) == hand  # type: ignore[union-attr]


# --- the inspector ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [*COUP, Phase.BETS, Phase.BETWEEN])
@pytest.mark.parametrize("kind", ["stuck", "other", "found-when-shown", "laid-down-no-natural"])
@pytest.mark.parametrize("proposed", [(), ("x",)])
def test_the_inspector_voids_a_coup_only_where_cards_are_out_of_place_and_nothing_is_proposed(
    phase: Phase, kind: str, proposed: tuple[str, ...]
) -> None:
    case = SimpleNamespace(serial=3, kind=kind, proposed_effects=proposed)
    view = replace(seen_by(DUTY, Role.INSPECTOR), phase=phase, incidents=(case,))  # type: ignore[arg-type]
    move = chosen(bot(Inspector), view, offer("give-ruling"))
    assert move is not None
    act: Any = move.act
    is_void = phase in COUP and kind == "stuck" and not proposed
    assert (act.serial, act.effects is not None, move.wait, move.about) == (3, is_void, PATIENCE, 3)
    assert (act.reason == "nothing says how to go on") is is_void
    assert chosen(bot(Inspector), view) is None
    assert chosen(bot(Inspector), seen_by(view, Role.CROUPIER), offer("give-ruling")) is None
    assert chosen(bot(Inspector), replace(view, incidents=()), offer("give-ruling")) is None
