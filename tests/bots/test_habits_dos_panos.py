"""Habits of the machines at two cloths: places, bank and stakes of a player, the award of the bank, the proofs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots.dos_panos.mind import customary_bank, is_banker, is_depositor, punters
from tapete.bots.dos_panos.places import CALM
from tapete.bots.dos_panos.players import Player
from tapete.bots.dos_panos.staff import AT_THE_CASH_DESK, PROOF, Attendant, Director, Official
from tapete.bots.dos_panos.strategy import LEAST_BANK, TEMPERS
from tapete.games.banked.shares import Share
from tapete.games.dos_panos.terms import COUP, BankMode, Hand, Phase, Spot
from tapete.games.dos_panos.view.parts import AuctionView, AwardView, BankView, StandingView
from tapete.kernel import Amount, Choice, FixedValue, People, PersonId
from tapete.table.staff import Role
from tests.support.bots.habits import ANA, BETS, BETWEEN, BOT, PATIENCE, THINK, bot, chosen, offer, seat, seen_by

EMPTY = game.open_table(seed=1).view(BOT)
MINIMUM = EMPTY.minimum
BANK = LEAST_BANK * MINIMUM
P, S = Hand.PRIMERO, Hand.SEGUNDO
WILLING = replace(
    TEMPERS[0], bids=1.0, bank=(2, 2), stakes=(3, 3), takes=1.0, tires=0.0, redeposits=1.0, new_shoe=0.0, banco=1.0,
    repeats=1.0, second=0.0, thinks_again=0.0, chips=150, roams=0.0, spots=(Spot.CLOTH,), content=3,
)  # fmt: skip
UNWILLING = replace(WILLING, bids=0.0, takes=0.0, redeposits=0.0, banco=0.0, repeats=0.0)


def with_people(view: Any, **places: str) -> Any:
    """Return a table at which people sit; ``p3`` names place 3, ``b3`` whoever sits behind it, ``s3`` who stands."""
    seats = [replace(one, person=places.get(f"p{one.seat}"), behind=places.get(f"b{one.seat}")) for one in view.seats]
    standing = tuple(StandingView(PersonId(who), int(at[1:])) for at, who in places.items() if at[0] == "s")
    mine = next((one for one in seats if one.person == BOT), None)
    near = next((one for one in seats if one.behind == BOT), None)
    stood = next((one.behind for one in standing if one.person == BOT), None)
    cloth = next((one.cloth for one in seats if one in (mine, near) or one.seat == stood), None)
    me = {"seat": None if mine is None else mine.seat, "cloth": cloth, "chips": 1_000 * MINIMUM}
    return seen_by(replace(view, seats=tuple(seats), standing=standing), me=me)


FULL = {"p1": BOT, "p2": "a", "p3": "b", "p6": "c", "p7": "d"}
"""Three on one cloth, two on the other: the table can spare nobody of the second."""
VIEW = with_people(EMPTY, **FULL)


def does(view: Any, *offers: Any, temper: Any = WILLING, **more: Any) -> Any:
    move = chosen(bot(Player, temper, **more), view, *offers)
    return None if move is None else move.act


def tag(act: Any) -> str | None:
    return None if act is None else act.__struct_config__.tag


DELIVER = offer("deliver-bank", amount=FixedValue(BANK))


def bank(banker: str = ANA, amount: int = BANK, in_play: int | None = None) -> BankView:
    return BankView(PersonId(banker), amount, amount if in_play is None else in_play, amount, False, 3, 1)


# --- what everybody asks himself --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "custom"), [(0, BANK), (BANK - 1, BANK), (BANK, BANK), (BANK + 1, BANK + 1)])
def test_the_customary_bank_is_the_least_that_is_admitted_or_worth_holding(least: int, custom: int) -> None:
    assert customary_bank(replace(VIEW, bank_minimum=least)) == custom


def test_punters_are_those_in_places_behind_and_on_their_feet_but_not_who_is_away() -> None:
    view = with_people(EMPTY, p6="c", p2="b", b1="a", s7="d", s3="e", p7="f")
    assert punters(view) == {P: ["b", "a", "e"], S: ["c", "f", "d"]}
    assert punters(replace(view, away=("b", "d"))) == {P: ["a", "e"], S: ["c", "f"]}


def test_the_banker_and_who_was_awarded_the_bank_are_told_apart() -> None:
    for view, holds, deposits in (
        (VIEW, False, False),
        (replace(VIEW, bank=bank(BOT)), True, False),
        (replace(VIEW, bank=bank(ANA), award=AwardView(BANK, BOT)), False, True),
        (replace(VIEW, award=AwardView(BANK, ANA)), False, False),
        (replace(VIEW, me=None, bank=bank(BOT), award=AwardView(BANK, BOT)), False, False),
    ):
        assert (is_banker(view), is_depositor(view)) == (holds, deposits)


# --- places -----------------------------------------------------------------------------------------------------------

SIT, BEHIND = offer("sit", seat=Choice((4, 5, 8, 9))), offer("stand-behind", seat=Choice((1, 6)))
LEAVE = offer("leave")


@pytest.mark.parametrize(
    ("people", "seats"), [({"p1": "a"}, {8, 9}), ({"p6": "a"}, {4, 5}), ({"p1": "a", "p6": "b", "s7": "c"}, {4, 5})]
)
def test_whoever_comes_sits_where_fewer_are(people: dict[str, str], seats: set[int]) -> None:
    view = with_people(EMPTY, **people)
    assert {does(view, SIT, BEHIND, seed=seed).seat for seed in range(30)} == seats
    assert does(view, SIT, place=min(seats), seed=3).seat == min(seats)
    on_foot = does(view, SIT, BEHIND, temper=replace(WILLING, on_foot=True))
    assert (tag(on_foot), on_foot.seat) == ("stand-behind", 6 if seats == {8, 9} else 1)
    only = offer("sit", seat=Choice((5,) if seats == {8, 9} else (9,)))
    assert does(view, only).seat in (5, 9), "another cloth is better than no place"
    assert does(seen_by(view, Role.CROUPIER), SIT) is None


@pytest.mark.parametrize(
    ("people", "phase", "crosses"),
    [
        ({"p1": "a", "p2": "b", "p3": BOT, "p6": "c"}, Phase.BETWEEN, True),
        ({"p1": "a", "p2": "b", "p3": BOT, "p6": "c"}, Phase.BETS, False),
        ({"p1": "a", "p2": "b", "p3": BOT, "p6": "c", "p7": "d"}, Phase.BETWEEN, False),
        ({"p1": "a", "p2": BOT, "p6": "c"}, Phase.BETWEEN, False),
        ({"p1": "a", "p2": BOT, "p3": "b", "p6": "c"}, Phase.BETWEEN, False),
    ],
)
def test_the_last_who_can_be_spared_goes_to_the_cloth_that_has_too_few(
    people: dict[str, str], phase: Phase, crosses: bool
) -> None:
    view = replace(with_people(EMPTY, **people), phase=phase)
    behind = offer("stand-behind", seat=Choice((6, 7)))
    every = {tag(does(view, offer("stand-behind", seat=Choice(tuple(range(1, 11)))), seed=seed)) for seed in range(9)}
    assert every == ({"stand-behind"} if crosses else {None})
    assert tag(does(view, LEAVE)) == ("leave" if crosses else None)
    del behind


@pytest.mark.parametrize("phase", [*CALM, Phase.BETS])
@pytest.mark.parametrize("people", [FULL, {**FULL, "p8": "e", "p4": "f"}, {"p1": BOT, "p2": "a", "p6": "c", "p7": "d"}])
@pytest.mark.parametrize("number", [0, 1])
def test_whoever_roams_goes_away_where_nobody_misses_him(phase: Phase, people: dict[str, str], number: int) -> None:
    view = replace(with_people(EMPTY, **people), phase=phase)
    view = replace(view, coup=replace(view.coup, number=number))
    goes = does(view, LEAVE, temper=replace(WILLING, roams=1.0))
    spared = len(people) > 4 and phase in CALM and number > 0
    assert (tag(goes) == "leave") is spared
    assert does(view, LEAVE) is None


@pytest.mark.parametrize(("chips", "laid", "buys"), [(9, False, True), (10, False, False), (9, True, False)])
def test_chips_are_changed_where_there_are_too_few_and_nothing_lies(chips: int, laid: bool, buys: bool) -> None:
    view = seen_by(replace(VIEW, phase=Phase.BETWEEN), me={"chips": chips * MINIMUM})
    lies = (SimpleNamespace(person=BOT if laid else ANA),)
    view = replace(view, coup=replace(view.coup, laid=lies))  # type: ignore[arg-type]
    act = does(view, offer("buy-in", amount=Amount(1)))
    assert (act is not None and act.amount == 150 * MINIMUM) is buys


# --- the bank ---------------------------------------------------------------------------------------------------------


def auction(*bids: tuple[str, int], floor: int = 0) -> Any:
    shares = tuple(Share(PersonId(who), one) for who, one in bids)
    return replace(VIEW, phase=Phase.AUCTION, auction=AuctionView(floor, shares, ()))


@pytest.mark.parametrize(
    ("view", "amount"),
    [
        (auction(), 2 * BANK),
        (auction((ANA, BANK)), 2 * BANK),
        (auction((BOT, BANK)), None),
        (auction((BOT, BANK), (ANA, BANK + 1)), BANK + 1 + BANK // 4),
        (auction((BOT, BANK), (ANA, 2 * BANK)), None),
        (auction((BOT, BANK), (ANA, 2 * BANK), floor=3 * BANK), 2 * BANK + BANK // 4),
    ],
)
def test_he_bids_what_he_would_put_up_and_once_above_another(view: Any, amount: int | None) -> None:
    bid = offer("bid", amount=Amount(1))
    act = does(view, bid)
    assert (None if act is None else act.amount) == amount
    assert does(view, bid, temper=UNWILLING) is None
    assert does(replace(view, auction=None), bid) is None


def test_nobody_bids_again_what_he_has_bid() -> None:
    behind = auction((BOT, BANK), (ANA, BANK + 1))
    assert does(behind, offer("bid", amount=Amount(1, BANK))) is None
    assert does(behind, offer("bid", amount=Amount(1, BANK + 1))).amount == BANK + 1


@pytest.mark.parametrize(
    ("temper", "accepts", "buys"), [(replace(WILLING, bids=4.0), True, True), (UNWILLING, False, False)]
)
def test_a_bank_that_is_for_sale_or_was_given_up_is_taken_by_who_likes(temper: Any, accepts: bool, buys: bool) -> None:
    assert (does(VIEW, offer("buy-bank", amount=Amount(1)), temper=temper) is not None) is buys
    assert (does(VIEW, offer("accept-bank"), temper=temper) is not None) is accepts


@pytest.mark.parametrize(
    ("in_play", "temper", "phase", "expected"),
    [
        (BANK, WILLING, Phase.BETWEEN, "deliver-bank"),
        (BANK, replace(WILLING, tires=1.0), Phase.BETWEEN, "leave-bank"),
        (BANK, WILLING, Phase.BROKEN, "deposit-bank"),
        (BANK, UNWILLING, Phase.BROKEN, "leave-bank"),
        (BANK, replace(WILLING, new_shoe=1.0), Phase.BROKEN, "ask-new-shoe"),
    ],
)
def test_the_banker_goes_on_or_leaves(in_play: int, temper: Any, phase: Phase, expected: str) -> None:
    view = replace(VIEW, phase=phase, bank=bank(BOT, in_play=in_play))
    deposit = offer("deposit-bank", amount=Amount(BANK), form=Choice(("cash", "bank-cheque")))
    offers = (offer("leave-bank"), DELIVER, deposit, offer("ask-new-shoe"))
    assert tag(does(view, *offers, temper=temper)) == expected
    others = does(replace(view, bank=bank(ANA)), *offers, temper=temper)
    assert others is None


def test_a_bank_that_has_grown_enough_is_given_up_more_often() -> None:
    left = {}
    for in_play in (3 * BANK - 1, 3 * BANK):
        view = replace(VIEW, phase=Phase.BETWEEN, bank=bank(BOT, in_play=in_play))
        moves = [does(view, offer("leave-bank"), DELIVER, seed=seed) for seed in range(60)]
        left[in_play] = sum(tag(one) == "leave-bank" for one in moves)
    assert left[3 * BANK - 1] == 0
    assert 10 < left[3 * BANK] < 40


def test_what_was_announced_is_deposited_in_cash_or_by_cheque_where_that_is_taken() -> None:
    view = replace(VIEW, award=AwardView(BANK, BOT))
    for forms, found in ((("cash",), {"cash"}), (("cash", "bank-cheque"), {"cash", "bank-cheque"})):
        deposit = offer("deposit-bank", amount=Amount(BANK, 9 * BANK), form=Choice(forms))
        acts = [does(view, deposit, seed=seed) for seed in range(60)]
        assert {one.amount for one in acts} == {BANK}
        assert {one.form for one in acts} == found


# --- stakes -----------------------------------------------------------------------------------------------------------


def stake(spot: Spot = Spot.CLOTH, least: int = 1, most: int = 1_000) -> Any:
    bounds = Amount(least * MINIMUM, most * MINIMUM)
    return offer("stake", spot=FixedValue(str(spot)), amount=bounds, cloth=Choice((str(P), str(S))))


@pytest.mark.parametrize(
    ("chips", "least", "most", "staked"), [(1000, 1, 1000, 3), (2, 1, 1000, None), (1000, 5, 9, 5), (1000, 1, 2, 2)]
)
def test_a_stake_lies_on_his_own_cloth_within_what_is_offered(chips: int, least: int, most: int, staked: Any) -> None:
    view = seen_by(replace(VIEW, phase=Phase.BETS, bank=bank()), me={"chips": chips * MINIMUM})
    act = does(view, stake(least=least, most=most))
    assert (None if act is None else (act.amount, str(act.cloth))) == (staked and (staked * MINIMUM, str(P)))
    for other in (replace(view, phase=Phase.BANCO), replace(view, bank=bank(BOT)), seen_by(view, me={"cloth": None})):
        assert does(other, stake(), temper=UNWILLING) is None
    assert does(view, stake(Spot.LINE)) is None, "it is not where he likes to stake"


@pytest.mark.parametrize(
    ("chips", "temper", "expected"),
    [(60, WILLING, "call-banco"), (59, WILLING, "buy-in"), (60, UNWILLING, None), (59, UNWILLING, None)],
)
def test_banco_is_called_with_money_changed_for_it(chips: int, temper: Any, expected: str | None) -> None:
    view = seen_by(replace(VIEW, phase=Phase.BANCO, bank=bank()), me={"chips": chips * MINIMUM})
    call = [offer("call-banco")] if chips * MINIMUM >= BANK else []
    act = does(view, *call, offer("buy-in", amount=Amount(1)), temper=temper)
    assert tag(act) == expected
    if expected == "buy-in":
        assert act.amount == BANK - chips * MINIMUM
    rich = replace(view, bank=bank(in_play=(chips + 151) * MINIMUM))
    assert does(rich, offer("buy-in", amount=Amount(1)), temper=temper) is None, "that is more than he changes"


# --- staff ------------------------------------------------------------------------------------------------------------

CROWD = with_people(EMPTY, p1="bot-1", p2="bot-2", p3="bot-3", p6="bot-4", p7="bot-5")


def official(view: Any, *offers: Any, kind: Any = Official, role: Role = Role.INSPECTOR, seed: int = 1) -> Any:
    return chosen(bot(kind, seed=seed), seen_by(view, role), *offers)


def test_whoever_serves_does_nothing_that_the_table_waits_for_and_nobody_acts_off_duty() -> None:
    assert official(CROWD, offer("settle"), kind=Attendant, role=Role.CHANGER) is None
    assert chosen(bot(Official), CROWD, offer("open-auction", shoes=Amount(1))) is None
    assert chosen(bot(Official), replace(CROWD, me=None), offer("open-auction", shoes=Amount(1))) is None


@pytest.mark.parametrize("phase", [*COUP, Phase.BETS, Phase.BETWEEN])
@pytest.mark.parametrize("kind", ["stuck", "other", "found-when-shown", "laid-down-no-natural"])
@pytest.mark.parametrize("proposed", [(), ("x",)])
def test_a_coup_is_void_only_where_cards_are_out_of_place_and_nothing_is_proposed(
    phase: Phase, kind: str, proposed: tuple[str, ...]
) -> None:
    case = SimpleNamespace(serial=3, kind=kind, proposed_effects=proposed)
    view = replace(CROWD, phase=phase, incidents=(case,))  # type: ignore[arg-type]
    move = official(view, offer("give-ruling"))
    is_void = phase in COUP and kind == "stuck" and not proposed
    assert (move.act.serial, move.act.effects is not None, move.wait) == (3, is_void, PATIENCE)
    assert official(view, offer("give-ruling"), role=Role.TABLE_CHIEF) is None
    assert official(view) is None


@pytest.mark.parametrize(("people", "awards"), [(5, True), (4, False)])
@pytest.mark.parametrize(("phase", "wait"), [(Phase.OPENING, BETWEEN), (Phase.REOFFER, PATIENCE)])
def test_the_bank_is_auctioned_when_enough_people_are_there(people: int, awards: bool, phase: Phase, wait: Any) -> None:
    places = dict(list({"p1": "bot-1", "p2": "bot-2", "p6": "bot-4", "p7": "bot-5", "p3": "bot-3"}.items())[:people])
    view = replace(with_people(EMPTY, **places), phase=phase, staff={})
    move = official(view, offer("open-auction", shoes=Amount(1)))
    assert (move is not None) is awards
    if awards:
        assert (move.act.shoes, move.wait) == (1, wait)


def test_an_auction_is_closed_by_its_clock() -> None:
    view = auction((ANA, BANK))
    move = official(view, offer("close-auction"))
    assert (tag(move.act), move.wait, move.clock) == ("close-auction", BETS, "auction")
    assert official(replace(view, auction=None), offer("close-auction")) is None
    assert official(view) is None


@pytest.mark.parametrize(
    ("mode", "director", "proven", "waits"),
    [
        (BankMode.LIMITED, "bot-d", (), False),
        (BankMode.OPEN, "bot-d", (), True),
        (BankMode.OPEN, "bot-d", ("bot-1", "bot-2", "bot-3", "bot-4"), True),
        (BankMode.OPEN, "bot-d", ("bot-1", "bot-2", "bot-3", "bot-4", "bot-5"), False),
        (BankMode.OPEN, "dora", (), True),
        (BankMode.OPEN, "dora", ("bot-1",), False),
        (BankMode.OPEN, None, ("bot-1",), False),
    ],
)
def test_an_open_bank_is_awarded_when_those_who_want_it_could_prove_a_deposit(
    mode: BankMode, director: str | None, proven: tuple[str, ...], waits: bool
) -> None:
    staff = {} if director is None else {str(Role.DIRECTOR): PersonId(director)}
    view = replace(CROWD, mode=mode, staff=staff, proven=tuple(map(PersonId, proven)), phase=Phase.OPENING)
    assert (official(view, offer("open-auction", shoes=Amount(1))) is None) is waits


def announce(*people: str, fixed: str = "") -> Any:
    who = FixedValue(fixed) if fixed else People(people)
    return offer("announce-bank", person=who, amount=Amount(1), shoes=Amount(1))


def windows(view: Any, *offers: Any) -> list[Any]:
    """Return what an official does in many windows: chance is drawn once for each."""
    steps = (replace(view.step, serial=serial) for serial in range(200))
    return [official(replace(view, step=step), *offers).act for step in steps]


def test_a_machine_is_announced_now_and_then_and_no_person_unasked() -> None:
    view = replace(CROWD, phase=Phase.OPENING, staff={})
    sale = offer("open-auction", shoes=Amount(1))
    acts = windows(view, announce(ANA, "bot-2"), sale)
    announced = [one for one in acts if tag(one) == "announce-bank"]
    assert 40 <= len(announced) <= 80
    assert {(one.person, one.amount, one.shoes) for one in announced} == {("bot-2", BANK, 1)}
    assert {tag(one) for one in windows(view, announce(ANA), sale)} == {"open-auction"}
    lots = [tag(one) for one in windows(view, offer("draw-lots", amount=Amount(1), shoes=Amount(1)), sale)]
    assert 40 <= lots.count("draw-lots") <= 80


def test_whoever_asked_for_the_bank_is_given_it_once_others_could_ask_too() -> None:
    view = replace(CROWD, phase=Phase.OPENING, staff={}, seekers=(ANA,))
    move = official(view, announce(ANA, "bot-2"), announce(fixed=ANA), offer("open-auction", shoes=Amount(1)))
    assert (move.act.person, move.wait, move.clock) == (ANA, BETS, "seekers")
    without = official(view, announce("bot-2"), offer("open-auction", shoes=Amount(1)))
    assert tag(without.act) == "open-auction"


@pytest.mark.parametrize(
    ("deposit", "in_play", "at_risk", "amount"),
    [
        (None, BANK, 0, PROOF * BANK),
        (PROOF * BANK // 2, BANK, 0, None),
        (PROOF * BANK // 2 - 1, BANK, 0, PROOF * BANK),
        (PROOF * BANK, BANK, (PROOF + 1) * BANK, None),
        (PROOF * BANK, BANK, (PROOF + 1) * BANK + 2, 2 * ((PROOF + 1) * BANK + 2)),
    ],
)
def test_the_director_proves_more_when_half_is_used_or_more_lies_at_risk(
    deposit: int | None, in_play: int, at_risk: int, amount: int | None
) -> None:
    open_bank = replace(bank(in_play=in_play), proven_deposit=deposit)
    cloths = tuple(replace(one, at_risk=at_risk // 2) for one in CROWD.coup.cloths)
    view = replace(CROWD, phase=Phase.BETS, mode=BankMode.OPEN, bank=open_bank, coup=replace(CROWD.coup, cloths=cloths))
    proof = offer("prove-deposit", amount=Amount(1), place=FixedValue(AT_THE_CASH_DESK), person=People((ANA,)))
    move = official(view, proof, kind=Director, role=Role.DIRECTOR)
    assert (None if move is None else move.act.amount) == amount
    between = replace(view, phase=Phase.BETWEEN)
    assert (official(between, proof, kind=Director, role=Role.DIRECTOR) is None) is (at_risk > 0 or amount is None)


def test_before_a_bank_is_awarded_each_at_the_table_is_proven_once() -> None:
    view = replace(CROWD, phase=Phase.OPENING, mode=BankMode.OPEN, proven=(PersonId("bot-1"),))
    proof = offer("prove-deposit", amount=Amount(1), place=FixedValue(""), person=People(("bot-1", "bot-2", "bot-3")))
    move = official(view, proof, kind=Director, role=Role.DIRECTOR)
    assert (move.act.person, move.act.amount, move.wait) == ("bot-2", PROOF * BANK, THINK)
    every = replace(view, proven=tuple(map(PersonId, ("bot-1", "bot-2", "bot-3"))))
    assert official(every, proof, kind=Director, role=Role.DIRECTOR) is None
    assert seat().person == BOT
