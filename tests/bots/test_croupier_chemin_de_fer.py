"""The machine that is croupier at chemin de fer: each whole move, with its act, its time, its subject and its clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import chemin_de_fer as game
from tapete.bots import betting
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.staff import OWN, Croupier, Inspector
from tapete.games.baccarat.effects import Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import PREPARING, Accident, Hand, Phase
from tapete.games.chemin_de_fer.view.parts import AuctionView, BankView, CardView
from tapete.kernel import Count, FixedValue, Offer, Text
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

EMPTY = game.open_table(seed=1).view(BOT)
PARTS = (Share(ANA, 600), Share(BEA, 400))
BANK = BankView(ANA, 1_000, PARTS, 1_000, 0)
VIEW = seen_by(replace(EMPTY, bank=BANK, phase=Phase.WORD), Role.CROUPIER)
AT = str(VIEW.step)
PUNTO, BANCA = str(Hand.PUNTO), str(Hand.BANCA)


class Clock:
    def monotonic(self) -> float:
        return 100.0


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "time", Clock())


def duty(view: Any, *offers: Offer) -> Move | None:
    return chosen(bot(Croupier), view, *offers)


def of(name: str, hand: str, main: bool = True) -> Offer:
    return offer(name, main, hand=FixedValue(hand))


def aside(name: str, **fields: Any) -> Offer:
    """Return an offer of an act that the table does not wait for."""
    return offer(name, False, **fields)


def with_coup(view: Any = VIEW, **seen: Any) -> Any:
    return replace(view, coup=replace(view.coup, **seen))


def doing(act: Any, wait: Any, about: object = None, clock: str = "") -> Move:
    return Move(act, wait, str(about), clock)


HOLDER = with_coup(holder=BOT)
SAYS = tuple(offer("say", word=FixedValue(str(word))) for word in (Word.NO, Word.CARTA))
LAYS = (of("lay-down", BANCA), of("lay-down", PUNTO))
LIFTS = (of("lift", BANCA), of("lift", PUNTO))
SHOWS = (of("show-hand", BANCA), of("show-hand", PUNTO))
FALLEN = offer("pick-up", position=FixedValue(7))
SOMETHING = SimpleNamespace(serial=3, kind="stuck", proposed_effects=())
STUCK = doing(a.Report(Accident.STUCK, Party.BANKER), PATIENCE, AT, "silence")
BIDS = (Share(ANA, 700), Share(BEA, 900))
ON_AUCTION = replace(VIEW, phase=Phase.AUCTION, bank=None, auction=AuctionView(500, BIDS, ()))
CALLED = (SimpleNamespace(person=ANA, amount=500),)
OBSERVED = replace(VIEW, conduct=Conduct.OBSERVED)
REPORTS = tuple(
    offer("report", accident=FixedValue("stuck"), fault_of=FixedValue(one), note=Text()) for one in ("banker", "shoe")
)


def cards(**up: bool) -> Any:
    """Return the cards at places, each face up or down."""
    return tuple(CardView(at, name.replace("_", "-"), None, is_up) for at, (name, is_up) in enumerate(up.items()))


def at(phase: Phase, view: Any = VIEW, **more: Any) -> Any:
    return replace(view, phase=phase, **more)


@pytest.mark.parametrize(
    ("view", "offers", "expected"),
    [
        # a card on the floor comes before all else, and alone while an incident is open
        (VIEW, (FALLEN, offer("settle")), doing(a.PickUp(7), THINK, 7)),
        (VIEW, (FALLEN, offer("pick-up", position=FixedValue(8))), doing(a.PickUp(7), THINK, 7)),
        (replace(VIEW, incidents=(SOMETHING,)), (offer("settle"), FALLEN), doing(a.PickUp(7), THINK, 7)),
        (replace(VIEW, incidents=(SOMETHING,)), (offer("settle"), *SAYS), None),
        # a hand that fell to the croupier
        (VIEW, (offer("stand-in"), offer("settle")), doing(a.StandIn(), PATIENCE, VIEW.step.cycle)),
        (VIEW, (aside("stand-in"), offer("settle")), doing(a.StandIn(), PATIENCE, VIEW.step.cycle)),
        (at(Phase.LIFT, HOLDER), LIFTS, doing(a.Lift(Hand.PUNTO), THINK)),
        (at(Phase.LIFT, with_coup(HOLDER, is_lifted=True)), LIFTS, doing(a.Lift(Hand.PUNTO), THINK)),
        (HOLDER, (*LIFTS, *SAYS), doing(a.Lift(Hand.PUNTO), THINK)),
        (with_coup(HOLDER, is_lifted=True), (*LIFTS, *SAYS), doing(a.Say(Word.NO), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 8}), (*LAYS, *SAYS), doing(a.LayDown(Hand.PUNTO), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 9}), (*LAYS, *SAYS), doing(a.LayDown(Hand.PUNTO), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 7}), (*LAYS, *SAYS), doing(a.Say(Word.NO), THINK)),
        (with_coup(HOLDER, totals={BANCA: 8, PUNTO: 4}), (*LAYS, *SAYS), doing(a.Say(Word.CARTA), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 8}), (LAYS[0], *SAYS), doing(a.Say(Word.NO), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 0}), SAYS, doing(a.Say(Word.CARTA), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 4}), SAYS, doing(a.Say(Word.CARTA), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 5}), SAYS, doing(a.Say(Word.NO), THINK)),
        (with_coup(HOLDER, totals={PUNTO: 4}), SAYS[:1], None),
        (with_coup(holder=ANA, totals={PUNTO: 4}), (*LIFTS, *SAYS), doing(a.Lift(Hand.BANCA), PATIENCE, AT)),
        # for a banker who is away, the looking last
        (VIEW, (*LIFTS, offer("stand")), doing(a.Stand(), PATIENCE, AT)),
        (VIEW, (*LIFTS, offer("deal-card", hand=FixedValue(PUNTO))), doing(a.DealCard(Hand.PUNTO), PATIENCE, AT)),
        (VIEW, (offer("stand"), offer("draw-card")), doing(a.DrawCard(), PATIENCE, AT)),
        (VIEW, (offer("draw-card"), offer("give-card")), doing(a.GiveCard(), PATIENCE, AT)),
        (VIEW, (offer("give-card"), LAYS[0]), doing(a.LayDown(Hand.BANCA), PATIENCE, AT)),
        (VIEW, (offer("give-card"), LAYS[1]), doing(a.GiveCard(), PATIENCE, AT)),
        (VIEW, (of("deal-card", BANCA), offer("stand")), doing(a.Stand(), PATIENCE, AT)),
        (
            VIEW,
            (LAYS[0], offer("choose", choice=FixedValue("c"), option=FixedValue("o"))),
            doing(a.Choose("c", "o"), PATIENCE, AT),
        ),
        (
            VIEW,
            (offer("choose", choice=FixedValue("c"), option=FixedValue("o")), offer("decline-cut")),
            doing(a.DeclineCut(), PATIENCE, AT),
        ),
        (VIEW, (aside("stand"), aside("decline-cut")), None),
        (VIEW, (aside("settle"), offer("settle")), doing(a.Settle(), THINK)),
        (replace(VIEW, bank=None), (offer("decline-cut"), offer("stand")), doing(a.DeclineCut(), PATIENCE)),
        (OBSERVED, (offer("decline-cut"), offer("stand")), doing(a.DeclineCut(), PATIENCE)),
        (OBSERVED, (aside("decline-cut"), offer("stand")), None),
        (OBSERVED, (offer("stand"), *LIFTS), None),
        (at(Phase.BANKER, OBSERVED, bank=None), (offer("draw-card"), offer("give-card")), None),
        # the coup
        (VIEW, (offer("settle"), offer("close-withdrawals")), doing(a.CloseWithdrawals(), BETS, clock="withdrawals")),
        (at(Phase.CARRY), (offer("settle"), offer("carry-cards")), doing(a.CarryCards(), THINK)),
        (at(Phase.DEAL), (offer("settle"), offer("carry-cards")), doing(a.Settle(), THINK)),
        (at(Phase.SHOW), (offer("settle"), *SHOWS), doing(a.Settle(), THINK)),
        (at(Phase.SHOW), SHOWS, None),
        (at(Phase.SHOW, with_coup(cards=cards(punto=False, banca=False))), SHOWS,
         doing(a.ShowHand(Hand.PUNTO), PATIENCE, PUNTO)),
        (at(Phase.SHOW, with_coup(cards=cards(punto=False, banca=False))), SHOWS[:1],
         doing(a.ShowHand(Hand.BANCA), PATIENCE, BANCA)),
        (at(Phase.SHOW, with_coup(cards=cards(punto=True, banca=False))), SHOWS,
         doing(a.ShowHand(Hand.BANCA), PATIENCE, BANCA)),
        (at(Phase.SHOW, with_coup(cards=cards(punto=True, punto_3=False, banca=False))), SHOWS,
         doing(a.ShowHand(Hand.PUNTO), PATIENCE, PUNTO)),
        (at(Phase.SHOW, with_coup(cards=cards(punto=True, banca=True, aside=False))), SHOWS, None),
        (at(Phase.SETTLE, with_coup(cards=cards(punto=False, banca=False))), SHOWS, None),
        # the betting and the auction
        (at(Phase.BETWEEN), (offer("shuffle-pack"), offer("open-bets")), doing(a.OpenBets(), PATIENCE, PARTS)),
        (at(Phase.BETWEEN, bank=replace(BANK, banker=BOT)), (offer("open-bets"),),
         doing(a.OpenBets(), BETWEEN, PARTS)),
        (at(Phase.BETWEEN, bank=None), (offer("open-bets"),), doing(a.OpenBets(), BETWEEN, ())),
        (at(Phase.BETWEEN), (aside("open-bets"),), None),
        (ON_AUCTION, (offer("close-auction"),), doing(a.CloseAuction(), BETS, BIDS, "auction")),
        (ON_AUCTION, (aside("close-auction"),), None),
        (replace(ON_AUCTION, auction=None), (offer("close-auction"),), None),
        (at(Phase.BETS), (offer("close-bets"),), doing(None, BETS, 102.0, "bets")),
        (at(Phase.BETS), (), doing(None, BETS, 102.0, "bets")),
        (at(Phase.BETS, calls=CALLED), (aside("close-bets"),), doing(None, BETS, 102.0, "bets")),
        (at(Phase.BETS, calls=CALLED), (offer("close-bets"),), doing(a.CloseBets(), BETS, 102.0, "bets")),
        # the shoe
        (at(Phase.SHOE), (offer("check-cards", found=Count(0, 312)), offer("shuffle-pack")),
         doing(a.CheckCards(312), THINK)),
        (at(Phase.SHOE), (offer("check-cards", found=Count(5, 312)), offer("check-cards", found=Count(0, 3))),
         doing(a.CheckCards(312), THINK)),
        (at(Phase.SHOE), (offer("check-cards", found=Count(0, None)),), doing(a.CheckCards(0), THINK)),
        (at(Phase.SHOE), (offer("shuffle-pack"), offer("check-cards", found=Count(0, 312))),
         doing(a.ShufflePack(), THINK)),
        (at(Phase.OFFERED), (offer("offer-cards"),), doing(a.OfferCards(), THINK)),
        (at(Phase.STOP_CARD), tuple(offer("insert-stop-card", below=FixedValue(one)) for one in (5, 9)),
         doing(a.InsertStopCard(5), THINK)),
        (at(Phase.STOP_CARD), (aside("call-person"), offer("insert-stop-card"), offer("shuffle-pack")),
         doing(a.InsertStopCard(), THINK)),
        # whoever says nothing
        (VIEW, (*REPORTS, aside("call-person")), STUCK),
        (VIEW, (aside("call-off"), aside("call-person")), doing(a.CallPerson(), SILENCE, AT, "silence")),
        (VIEW, (aside("call-off"),), doing(a.CallOff(), SILENCE, AT)),
        (VIEW, (aside("call-person"), aside("decline-bank")), doing(a.DeclineBank(), PATIENCE, AT, "silence")),
        (OBSERVED, (aside("call-person"), aside("decline-bank")), doing(a.CallPerson(), SILENCE, AT, "silence")),
        (VIEW, (aside("report", accident=FixedValue("stuck")),), None),
        (at(Phase.BETWEEN), (aside("call-person"),), doing(a.CallPerson(), SILENCE, AT, "silence")),
    ],
)  # fmt: skip
def test_the_croupier_does_one_whole_thing_at_its_moment(view: Any, offers: Any, expected: Move | None) -> None:
    assert duty(view, *offers) == expected
    assert duty(seen_by(view, Role.INSPECTOR), *offers) is None
    assert duty(seen_by(view, Role.INSPECTOR, Role.CROUPIER), *offers) == expected, "with a second post too"


def test_the_betting_that_is_over_closes_at_once_or_waits_for_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    here = SimpleNamespace(now=100.0)
    monkeypatch.setattr(betting, "time", SimpleNamespace(monotonic=lambda: here.now))
    one, view = bot(Croupier), at(Phase.BETS)
    assert chosen(one, view, offer("close-bets")) == doing(None, BETS, 102.0, "bets")
    here.now += 1
    assert chosen(one, view, offer("close-bets")) == doing(None, (1.0, 1.0), 102.0, "bets")
    here.now += 1
    assert chosen(one, view, offer("close-bets")) is None
    called = replace(view, calls=CALLED)
    assert chosen(one, called, offer("close-bets")) == doing(
        a.CloseBets(), (one.betting.remaining(view.step, [ANA])), one.betting.ends, "bets"
    )


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("phase", [*PREPARING, Phase.VACANT, Phase.BETWEEN])
def test_what_has_its_own_moment_is_no_step_of_the_shoe(name: str, phase: Phase) -> None:
    fields: dict[str, Any] = {"show-hand": {"hand": FixedValue(PUNTO)}}.get(name, {})
    view = at(phase, bank=None)
    found = duty(view, offer(name, **fields), offer("shuffle-pack"))
    at_its_moment = {
        "open-bets": doing(a.OpenBets(), BETWEEN, ()),
        "settle": doing(a.Settle(), THINK),
        "decline-cut": doing(a.DeclineCut(), PATIENCE),
    }
    assert found == at_its_moment.get(name, doing(a.ShufflePack(), THINK))


@pytest.mark.parametrize("phase", sorted(set(Phase) - {*PREPARING, Phase.VACANT, Phase.BETWEEN}))
def test_no_step_of_the_shoe_is_done_at_another_moment(phase: Phase) -> None:
    found = duty(at(phase), offer("shuffle-pack"), offer("check-cards", found=Count(0, 312)))
    assert found == (doing(None, BETS, 102.0, "bets") if phase is Phase.BETS else None)


@pytest.mark.parametrize(
    ("phase", "kind", "proposed", "effects"),
    [
        (Phase.WORD, "stuck", (), (VoidCoup(),)),
        (Phase.SETTLE, "stuck", (), (VoidCoup(),)),
        (Phase.WORD, "other", (), None),
        (Phase.WORD, "stuck", ("x",), None),
        (Phase.BETS, "stuck", (), None),
    ],
)
def test_the_inspector_rules_on_the_first_of_the_open_incidents(
    phase: Phase, kind: str, proposed: tuple[str, ...], effects: Any
) -> None:
    cases = tuple(SimpleNamespace(serial=one, kind=kind, proposed_effects=proposed) for one in (4, 5))
    view = replace(seen_by(VIEW, Role.CROUPIER, Role.INSPECTOR), phase=phase, incidents=cases)
    reason = "as the rules propose" if effects is None else "nothing says how to go on"
    move = chosen(bot(Inspector), view, offer("give-ruling"))
    assert move == Move(GiveRuling(4, effects, reason), PATIENCE, 4)
    assert chosen(bot(Inspector), replace(view, me=None), offer("give-ruling")) is None
