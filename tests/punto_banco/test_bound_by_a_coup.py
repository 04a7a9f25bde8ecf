"""Who keeps his place until a coup is settled, and what else holds him: the window, the person, the smallest stake."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.punto_banco import people
from tapete.games.punto_banco.state import ShoeTurn, State
from tapete.games.punto_banco.terms import Bet, Phase, Variant
from tapete.kernel import CLOCK, PersonId
from tapete.table.acts import Away, Back, BuyIn, CashOut, Leave, Sit, StandBehind
from tapete.table.seats import sit, stand
from tests.support.punto_banco.tables import ready
from tests.support.rows import rows

ANA, BEA, CARLA, DANI, EVA = map(PersonId, ("ana", "bea", "carla", "dani", "eva"))
READY = ready(standing_allowed=True).state
SEATS = READY.seats
for _place, _who in ((1, ANA), (2, BEA), (3, CARLA), (4, DANI)):
    SEATS = sit(SEATS, _who, _place)
SEATS = stand(SEATS, EVA, 2)
STATE = replace(
    READY, seats=SEATS, turn=ShoeTurn(holder=1), hand_holder=BEA, disputants=(CARLA, DANI), bets=Map(), phase=Phase.DEAL
)
FREE = (
    *(Phase.CLOSED, Phase.COUNT, Phase.SHUFFLE, Phase.CUT, Phase.CUT_CARD, Phase.BURN, Phase.BETWEEN, Phase.BETS),
    Phase.END_OF_SHOE,
)
"""The windows in which nobody has a hand: the cards of a coup are still to come, or gone."""


def said(found: Any) -> tuple[str, dict[str, Any]] | None:
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else None


IN_COUP = ("coup-in-progress", {})


@rows("phase", list(Phase))
def test_the_dealer_whoever_has_the_hand_and_those_who_dispute_it_keep_their_places_in_a_coup(phase: Phase) -> None:
    state = replace(STATE, phase=phase)
    bound = None if phase in FREE else IN_COUP
    for who, held in ((ANA, bound), (BEA, bound), (CARLA, bound), (DANI, bound), (EVA, None)):
        assert said(people.require_not_in_coup(state, who)) == held, who
    croupier_deals = replace(state, turn=ShoeTurn(croupier=True), hand_holder=None, disputants=())
    assert [people.require_not_in_coup(croupier_deals, who) for who in (ANA, BEA, CARLA, DANI)] == [None] * 4


def staking(bet: Bet, amount: int = 1, who: PersonId = EVA) -> State:
    return replace(STATE, phase=Phase.BETWEEN, bets=Map({(who, bet): amount}))


@rows("bet", list(Bet))
def test_the_least_stake_on_any_bet_holds_whoever_has_it_and_nobody_else(bet: Bet) -> None:
    state = staking(bet)
    assert people.has_stake(state, EVA)
    assert not people.has_stake(state, ANA)
    assert not people.has_stake(staking(bet, 0), EVA)
    assert said(people.leave(state, EVA, Leave())) == ("bets-on-table", {})
    assert said(people.stand_behind(state, EVA, StandBehind(3))) == ("bets-on-table", {})
    assert said(people.sit(staking(bet, 1, ANA), ANA, Sit(5))) == ("bets-on-table", {})
    assert said(people.sit(state, EVA, Sit(5))) is None, "whoever stands may sit down with what he has staked"


@rows(
    "act, who, wrong",
    [
        (Sit(5), ANA, None),
        (Sit(1), ANA, ("already-seated", {"seat": 1})),
        (Sit(2), ANA, ("seat-taken", {"seat": 2})),
        (Sit(99), ANA, ("no-such-seat", {"seat": 99, "places": list(SEATS.labels)})),
        (Sit(5), PersonId("croupier"), ("staff-may-not-play", {})),
        (StandBehind(2), EVA, ("nothing-changes", {})),
        (StandBehind(1), EVA, None),
        (StandBehind(2), ANA, None),
        (StandBehind(99), EVA, ("no-such-seat", {"seat": 99, "places": list(SEATS.labels)})),
        (StandBehind(5), PersonId("croupier"), ("staff-may-not-play", {})),
        (Leave(), EVA, None),
        (Leave(), PersonId("nobody"), ("not-at-table", {})),
        (BuyIn(1), EVA, None),
        (BuyIn(1), PersonId("nobody"), ("not-at-table", {})),
        (CashOut(1), EVA, ("not-enough-chips", {"chips": 0, "amount": 1})),
    ],
)
def test_between_coups_people_come_and_go_as_the_places_and_their_money_let_them(
    act: Any, who: PersonId, wrong: Any
) -> None:
    between = replace(STATE, phase=Phase.BETWEEN)
    decide: dict[type, Any] = {
        Sit: people.sit, StandBehind: people.stand_behind, Leave: people.leave, BuyIn: people.buy_in,
        CashOut: people.cash_out,
    }  # fmt: skip
    assert said(decide[type(act)](between, who, act)) == wrong


@pytest.mark.parametrize(("who", "may"), [(CLOCK, True), (ANA, True), (BEA, False), (PersonId("croupier"), False)])
def test_the_clock_or_he_himself_says_that_somebody_is_away(who: PersonId, may: bool) -> None:
    gone = replace(STATE, seats=replace(SEATS, away=frozenset({ANA})))
    wrong = None if may else ("not-your-post", {"needs": ["system:clock"]})
    assert said(people.away(STATE, who, Away(ANA))) == wrong
    assert said(people.away(gone, who, Back(ANA))) == wrong


@pytest.mark.parametrize(
    ("holder", "offered", "goes_on"), [(1, None, True), (2, None, False), (None, 1, True), (None, 2, False)]
)
def test_the_shoe_goes_on_where_whoever_has_it_or_is_offered_it_gives_up_his_place(
    holder: int | None, offered: int | None, goes_on: bool
) -> None:
    state = replace(STATE, phase=Phase.BETWEEN, turn=ShoeTurn(holder=holder, offered_place=offered))
    assert bool(people.hand_on(state, 1)) is goes_on
    assert people.hand_on(state, None) == ()


def test_a_full_mini_table_says_so_to_whoever_has_no_place_at_it() -> None:
    full = SEATS
    for place in SEATS.labels:
        if place not in full.occupants:
            full = sit(full, PersonId(f"p{place}"), place)
    mini = replace(STATE, seats=full, settings=replace(STATE.settings, variant=Variant.MINI))
    says_full = ("table-full", {"places": len(SEATS.labels)})
    assert said(people.require_known_place(mini, EVA, 1)) == says_full
    assert said(people.require_known_place(mini, ANA, 2)) is None
    large = replace(mini, settings=replace(STATE.settings, variant=Variant.PUNTO_BANCO))
    assert said(people.require_known_place(large, EVA, 1)) is None
    one_free = replace(mini, seats=replace(full, occupants=full.occupants.delete(1)))
    assert said(people.require_known_place(one_free, EVA, 1)) is None
