"""The machine that is croupier at punto y banca: each whole move, and how long it leaves the betting open for whom."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import punto_banco as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.pace import Pace
from tapete.bots.punto_banco.staff import PREPARING, Croupier
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.games.punto_banco.view_parts import SeatView, StandingView
from tapete.kernel import Count, FixedValue, Offer
from tapete.table.staff import Role
from tests.support.bots.habits import (
    ANA,
    BEA,
    BETS,
    BETWEEN,
    BOT,
    PACE,
    PATIENCE,
    SILENCE,
    THINK,
    bot,
    chosen,
    offer,
    seat as seat_of,
    seen_by,
)

VIEW = seen_by(game.open_table(seed=1).view(BOT), Role.CROUPIER, seats=(SeatView(1, ANA), SeatView(2, BEA)))
BETTING = replace(VIEW, phase=Phase.BETS, stakes={"punto": 5})
CLOSES, CALL = offer("close-bets"), offer("call-person", False)
SHOW, DRAW = (
    tuple(offer(name, hand=FixedValue(one)) for one in ("banca", "punto")) for name in ("show-hand", "draw-card")
)


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    here = Clock()
    monkeypatch.setattr(betting, "time", here)
    return here


def duty(view: Any, *offers: Offer) -> Move | None:
    return chosen(bot(Croupier), view, *offers)


def aside(name: str) -> Offer:
    return offer(name, False)


OWN = replace(VIEW, croupier_deals=True)
PASSING = replace(VIEW, phase=Phase.BETS, waits_for=ANA, stakes={"punto": 5})
NOBODY = replace(VIEW, seats=(SeatView(1), SeatView(2, ANA, away=True)))


@pytest.mark.parametrize(
    ("view", "offers", "expected"),
    [
        (VIEW, (aside("settle"), offer("settle")), Move(a.Settle(), THINK)),
        (VIEW, (offer("cut-pack", depth=Count(40, 40)), offer("burn-cards")), Move(a.BurnCards(), THINK)),
        (VIEW, (offer("burn-cards"), offer("insert-cut-card")), Move(a.InsertCutCard(), THINK)),
        (VIEW, (offer("insert-cut-card"), offer("shuffle-pack")), Move(a.ShufflePack(), THINK)),
        (VIEW, (offer("shuffle-pack"), offer("count-pack")), Move(a.CountPack(), THINK)),
        (VIEW, (offer("open-bets"), offer("cut-pack", depth=Count(40, 40))), Move(a.CutPack(40), THINK)),
        (VIEW, tuple(offer("cut-pack", depth=Count(one, one)) for one in (40, 9)), Move(a.CutPack(40), THINK)),
        (VIEW, (offer("cut-pack", False, depth=Count(40, 40)), offer("settle")), Move(a.Settle(), THINK)),
        (PASSING, (CLOSES, CALL, aside("pass-shoe")), Move(a.PassShoe(), PATIENCE, (ANA, Phase.BETS), "silence")),
        (OWN, (offer("deal"), offer("open-bets"), offer("settle")), Move(a.Settle(), THINK)),
        (OWN, (offer("deal"), offer("open-bets")), Move(a.OpenBets(), BETWEEN)),
        (replace(NOBODY, croupier_deals=True), (offer("deal"), offer("open-bets")), Move(a.Deal(), THINK)),
        (NOBODY, (offer("open-bets"),), None),
        (replace(NOBODY, standing=(StandingView(BEA, 1),)), (offer("open-bets"),), Move(a.OpenBets(), BETWEEN)),
        (OWN, (*SHOW, offer("deal")), Move(a.Deal(), THINK)),
        (OWN, (*DRAW, *SHOW), Move(a.ShowHand(Hand.BANCA), THINK, Hand.BANCA)),
        (VIEW, (*SHOW[1:], *SHOW), Move(a.ShowHand(Hand.PUNTO), PATIENCE, Hand.PUNTO)),
        (VIEW, DRAW, Move(a.DrawCard(Hand.BANCA), PATIENCE, Hand.BANCA)),
        (VIEW, (aside("deal"), aside("open-bets")), None),
        (VIEW, (CALL,), Move(a.CallPerson(), SILENCE, (None, VIEW.phase), "silence")),
        (replace(VIEW, waits_for=BEA), (CALL, *DRAW), Move(a.DrawCard(Hand.BANCA), PATIENCE, Hand.BANCA)),
        (VIEW, (CLOSES,), None),
        (BETTING, (CLOSES,), Move(a.CloseBets(), BETS, 102.0, "bets")),
        (BETTING, (aside("close-bets"), CLOSES), Move(a.CloseBets(), BETS, 102.0, "bets")),
        (BETTING, (aside("close-bets"),), Move(None, BETS, 102.0, "bets")),
        (replace(BETTING, stakes={}), (CLOSES,), Move(None, BETS, 102.0, "bets")),
        (replace(BETTING, stakes={"punto": 0, "banca": 0}), (CLOSES,), Move(None, BETS, 102.0, "bets")),
        (replace(BETTING, stakes={"punto": 0, "banca": 5}), (CLOSES,), Move(a.CloseBets(), BETS, 102.0, "bets")),
        (BETTING, (), Move(None, BETS, 102.0, "bets")),
    ],
)  # fmt: skip
def test_the_croupier_does_one_whole_thing_at_its_moment(view: Any, offers: Any, expected: Move | None) -> None:
    assert duty(view, *offers) == expected
    assert duty(seen_by(view, Role.TABLE_CHIEF, Role.CROUPIER), *offers) == expected, "with a second post too"
    assert duty(seen_by(view, Role.TABLE_CHIEF), *offers) is None


def test_the_steps_of_a_shoe_are_four() -> None:
    assert {
        "count-pack": a.CountPack,
        "shuffle-pack": a.ShufflePack,
        "insert-cut-card": a.InsertCutCard,
        "burn-cards": a.BurnCards,
    } == PREPARING
    assert list(PREPARING) == ["count-pack", "shuffle-pack", "insert-cut-card", "burn-cards"]


@pytest.mark.parametrize(
    ("first", "second", "waits_for", "expected"),
    [
        ({"has_shoe": True}, {}, ANA, (SILENCE, (ANA, False), "silence")),
        ({"has_shoe": True, "away": True}, {}, ANA, (PATIENCE, (ANA, True), "")),
        ({"has_shoe": True}, {"away": True}, ANA, (SILENCE, (ANA, False), "silence")),
        ({"has_shoe": True, "bets": {"banca": 5}}, {}, ANA, None),
        ({"has_shoe": True}, {}, BEA, None),
        ({"has_shoe": True}, {}, None, None),
        ({}, {"has_shoe": True}, ANA, None),
        ({}, {"has_shoe": True}, BEA, (SILENCE, (BEA, False), "silence")),
    ],
)
def test_the_holder_of_the_shoe_who_is_asked_for_his_stake_has_a_time_of_his_own(
    first: dict[str, Any], second: dict[str, Any], waits_for: Any, expected: Any
) -> None:
    view = replace(BETTING, waits_for=waits_for, seats=(SeatView(1, ANA, **first), SeatView(2, BEA, **second)))
    move = duty(view, CLOSES)
    assert move == Move(a.CloseBets(), *(expected or (BETS, 102.0, "bets")))
    assert duty(replace(view, stakes={}), CLOSES) == Move(None, BETS, 102.0, "bets")


@pytest.mark.parametrize(
    ("seated", "standing", "ends"),
    [
        ((None, None), None, 102.0),
        (({"punto": 5}, None), None, 109.0),
        ((None, {"tie": 5}), None, 109.0),
        ((None, None), {"banca": 5}, 109.0),
        ((None, None), {}, 102.0),
    ],
)
def test_a_first_chip_leaves_the_betting_open_for_a_while(seated: Any, standing: Any, ends: float) -> None:
    """Whoever laid it down, seated or on his feet; a place without chips, or without a person, adds nothing."""
    chip = Pace(PACE.think, PACE.bets, PACE.patience, PACE.between, PACE.silence, (9, 9))
    places = (
        SeatView(1, ANA, bets=seated[0] or {}),
        SeatView(2, BEA, bets=seated[1] or {}),
        SeatView(3, None, bets={}),
    )
    feet = () if standing is None else (StandingView(BOT, 1, bets=standing),)
    croupier = Croupier(seat_of(), chip, SimpleNamespace(uniform=lambda low, high: low))  # type: ignore[arg-type]
    move = croupier.choose(replace(BETTING, seats=places, standing=feet), {"close-bets": [CLOSES]})
    assert move == Move(a.CloseBets(), (ends - 100, ends - 100), ends, "bets")
