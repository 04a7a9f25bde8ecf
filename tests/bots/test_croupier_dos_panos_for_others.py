"""What the machine that is croupier at two cloths does for whoever is away or silent, and how the betting runs on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.dos_panos.croupier import Croupier
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.games.dos_panos.view.parts import BankView
from tapete.kernel import FixedValue, Offer
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.bots.habits import ANA, BETS, BOT, PATIENCE, SILENCE, bot, chosen, offer, seen_by

P, B = Hand.PRIMERO, Hand.BANCA
EMPTY = seen_by(game.open_table(seed=1).view(BOT), Role.CROUPIER)
VIEW = replace(EMPTY, bank=BankView(ANA, 1_000, 1_000, 1_000, False, 3, 1), phase=Phase.ANSWER, conduct=Conduct.STRICT)
AT = str(VIEW.step)
LEAVE, AGAIN = offer("leave-bank", False), offer("repeat-banco", False, again=FixedValue(True))
STAND, DRAW, GIVE = offer("stand"), offer("draw-card"), offer("give-card", hand=FixedValue(str(P)))
CALL, OFF = offer("call-person", False), offer("call-off", False)


def of(name: str, hand: Hand, main: bool = True) -> Offer:
    return offer(name, main, hand=FixedValue(str(hand)))


def doing(act: Any, wait: Any = PATIENCE, clock: str = "") -> Move:
    return Move(act, wait, AT, clock)


AWAY = replace(VIEW, away=(ANA,))


@pytest.mark.parametrize(
    ("view", "offers", "expected"),
    [
        (AWAY, (AGAIN, LEAVE, STAND), doing(a.LeaveBank())),
        (replace(VIEW, phase=Phase.BROKEN), (AGAIN, LEAVE), doing(a.LeaveBank())),
        (VIEW, (LEAVE,), None),
        (VIEW, (STAND, AGAIN), doing(a.RepeatBanco(again=False))),
        (VIEW, (LEAVE, AGAIN), doing(a.RepeatBanco(again=False))),
        (replace(VIEW, conduct=Conduct.OBSERVED), (AGAIN, STAND), None),
        (replace(VIEW, bank=None), (AGAIN, STAND), None),
        (VIEW, (of("lift", B), STAND, DRAW), doing(a.DrawCard())),
        (VIEW, (of("lift", B), STAND), doing(a.Stand())),
        (VIEW, (of("lift", B), of("deal-card", P)), doing(a.DealCard(P))),
        (VIEW, (of("lift", P), of("lift", B)), doing(a.Lift(B))),
        (VIEW, (of("lift", P),), None),
        (VIEW, (of("lift", B, main=False), offer("stand", False)), None),
        (VIEW, (DRAW, GIVE), doing(a.GiveCard(P))),
        (VIEW, (GIVE, of("lay-down", B)), doing(a.LayDown(B))),
        (VIEW, (GIVE, of("lay-down", P)), doing(a.GiveCard(P))),
        (VIEW, (of("lay-down", B), offer("deliver-bank", amount=FixedValue(9))), doing(a.DeliverBank(9))),
        (VIEW, (OFF, CALL), doing(a.CallPerson(), SILENCE, "silence")),
        (VIEW, (OFF,), doing(a.CallOff(), SILENCE)),
        (VIEW, (CALL, STAND), doing(a.Stand())),
    ],
)
def test_the_croupier_does_for_others_what_comes_first(view: Any, offers: Any, expected: Move | None) -> None:
    assert chosen(bot(Croupier), view, *offers) == expected


def test_the_betting_runs_on_by_its_clock_and_closes_with_a_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    here = SimpleNamespace(now=100.0)
    monkeypatch.setattr(betting, "time", SimpleNamespace(monotonic=lambda: here.now))
    one, view = bot(Croupier), replace(VIEW, phase=Phase.BETS)
    closes = offer("close-bets")
    assert chosen(one, view, closes) == Move(None, BETS, "102.0", "bets")
    here.now += 1.5
    assert chosen(one, view, closes) == Move(None, (0.5, 0.5), "102.0", "bets")
    here.now += 0.5
    assert chosen(one, view, closes) is None
    laid: Any = (SimpleNamespace(person=ANA),)
    staked = replace(view, coup=replace(view.coup, laid=laid))
    move = chosen(one, staked, closes)
    assert move is not None
    assert (move.act, move.about, move.clock) == (a.CloseBets(), str(one.betting.ends), "bets")
