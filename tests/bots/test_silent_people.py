"""Machines on every post, and whoever the table waits for says nothing: it goes on all the same, by the clock."""

from random import Random
from typing import Any

import pytest

from tapete import dos_panos as dp, punto_banco as pb
from tapete.bots import bot
from tapete.bots.bot import build_act
from tapete.bots.dos_panos.players import ACTS as DEEDS
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import CLOCK, Refused
from tests.support.bots.tables import Clock, Room
from tests.support.chemin_de_fer import scenes as chemin_de_fer
from tests.support.chemin_de_fer.table import opened
from tests.support.dos_panos import scenes as dos_panos
from tests.support.punto_banco import scenes as punto_banco
from tests.support.rows import rows

pytestmark = pytest.mark.slow

LEAST = {"stake": {"amount": 20_00, "cloth": "primero", "spot": "across"}, "bid": {"amount": 1_000_00}}
"""What lively people stake and bid."""
LONGEST = 60
"""Seconds that nobody at a table waits for one person."""
SHOWN = frozenset({"call-person", "pass-shoe", "decline-bank"})
"""What a machine does to somebody who is silent, and so not before a clock has run that he sees."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    here = Clock()
    monkeypatch.setattr(bot, "time", here)
    return here


def assert_goes_on(room: Room, people: Any, is_next: Any) -> None:
    """Go on until the betting of another coup is open: lively people act first, then machines, last a time limit."""
    for _ in range(150):
        if is_next():
            break
        before = room.clock.now
        if people():
            continue
        if room.move_on():
            assert room.clock.now - before < LONGEST, room.deeds[-1]
            continue
        made = room.play().attempt(a.TimeUp(), str(CLOCK)) if room.play().game.key == "chemin-de-fer" else None
        assert made is not None, f"nobody moves {room.step} on"
        assert not isinstance(made.outcome, Refused), f"nobody moves {room.step} on"
        room.put(room.play().after(made))
    assert is_next(), room.step
    unseen = [one for one in room.deeds if one.act in SHOWN and one.clock != "silence"]
    assert not unseen


@rows("variant", [pb.Variant.PUNTO_BANCO, pb.Variant.MINI])
@rows("role, phase", punto_banco.CELLS)
def test_a_silent_person_stops_no_table_of_punto_y_banca(
    role: str, phase: pb.Phase, variant: pb.Variant, clock: Clock
) -> None:
    table, missing = punto_banco.scene(role, phase, variant=variant)
    here = [table]
    room = Room(clock, lambda: here[0], lambda play: here.__setitem__(0, play))
    start = table.view().step.cycle

    def people() -> bool:
        for who in punto_banco.PEOPLE.values():
            for offer in here[0].legal(who) if who != missing else ():
                if offer.main and offer.act not in ("place-bet", "pass-shoe"):
                    here[0] = here[0].do(punto_banco.any_act(offer), by=who)
                    return True
        return False

    def is_next() -> bool:
        view = here[0].view()
        return view.phase is pb.Phase.BETS and view.step.cycle > start

    assert_goes_on(room, people, is_next)


@rows("role, window", chemin_de_fer.CELLS)
def test_a_silent_person_stops_no_table_of_chemin_de_fer(role: str, window: Phase, clock: Clock) -> None:
    table, missing = chemin_de_fer.scene(opened, role, window)
    room = Room(clock, lambda: table.play, lambda play: setattr(table, "play", play))
    start = table.state.coup.number

    def people() -> bool:
        state = table.state
        for who in sorted({state.banker, state.holder, state.offer.candidate, state.shoe.cut_to} - {None, missing}):
            if who in chemin_de_fer.STAFF:
                continue
            for act in chemin_de_fer.offers(table, who):
                looks_again = isinstance(act, a.Lift) and chemin_de_fer.seen(table, who, act.hand)
                if not looks_again and not isinstance(act, a.ShufflePack):  # a player may shuffle as often as he likes
                    table.do(who, act)
                    return True
        return False

    def is_next() -> bool:
        return table.state.phase is Phase.BETS and table.state.coup.number > start

    assert_goes_on(room, people, is_next)


@rows("role, phase", sorted(dos_panos.scenes()))
def test_a_silent_person_stops_no_table_of_the_two_cloth_game(role: str, phase: dp.Phase, clock: Clock) -> None:
    table, missing = dos_panos.scene(role, phase)
    room = Room(clock, lambda: table.play, lambda play: setattr(table, "play", play))
    start = table.state.coup.number

    def main_offers(who: str) -> Any:
        return dict(table.play.game.main_offers(table.state, [who])).get(who, ())

    def bids() -> object:
        auction = table.state.phase is dp.Phase.AUCTION and table.play.view(None).auction
        return auction and auction.bids

    def people() -> bool:
        asks = table.play.legal if table.phase in (dp.Phase.BETS, dp.Phase.AUCTION) else main_offers
        for who in dos_panos.PLAYERS:
            for offer in asks(who) if who != missing else ():
                first = {"stake": not table.state.coup.laid, "bid": not bids()}
                if first.get(offer.act, offer.main):
                    table.do(who, build_act(DEEDS, offer, Random(1), **LEAST.get(offer.act, {})))
                    return True
        return False

    def is_next() -> bool:
        return table.phase in (dp.Phase.BETS, dp.Phase.BANCO) and table.state.coup.number > start

    assert_goes_on(room, people, is_next)


def offered_the_shoe(clock: Clock) -> tuple[Room, list[Any], Any]:
    """Return the room of a table whose shoe is offered, once everybody has looked; the table; to whom."""
    table, missing = punto_banco.scene("offered", pb.Phase.BETS)
    here = [table]
    room = Room(clock, lambda: here[0], lambda play: here.__setitem__(0, play))
    room.look()
    return room, here, missing


def test_whoever_is_offered_the_shoe_has_a_clock_is_called_once_and_then_passed_over(clock: Clock) -> None:
    room, here, missing = offered_the_shoe(clock)
    assert (room.kind, room.left() >= 15) == ("silence", True), "at once, not after the betting"
    while here[0].state.turn.offered_place == 1:
        assert room.move_on()
    assert [one.act for one in room.deeds] == ["call-person", "pass-shoe"]
    assert here[0].state.called_person is None
    assert here[0].view().waits_for != missing


def test_an_answer_does_not_lengthen_the_betting(clock: Clock) -> None:
    room, here, missing = offered_the_shoe(clock)
    opened_at = clock.now
    clock.now += 2
    here[0] = here[0].do(pb.TakeShoe(), by=missing).do(pb.PlaceBet(pb.Bet.BANCA, 1000), by=missing)
    room.look()
    assert room.kind == "bets"
    assert room.move_on()
    assert [one.act for one in room.deeds] == ["close-bets"]
    assert 14 <= clock.now - opened_at <= 16, "as long as any betting"


def test_whoever_goes_away_while_his_clock_runs_is_not_waited_for_until_its_end(clock: Clock) -> None:
    room, here, missing = offered_the_shoe(clock)
    start = clock.now
    here[0] = here[0].do(pb.Away(missing), by=str(CLOCK))
    assert room.move_on()
    assert [one.act for one in room.deeds] == ["pass-shoe"]
    assert clock.now - start < 10
