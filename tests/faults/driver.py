"""Halls that die: each order on standard input is played in a forked child, which may kill itself on the way.

An order is a JSON line: ``url``, ``key``, ``acts`` (how many at most), ``kill`` (``[point, n]``: at the n-th passage of
that point), ``repeat`` (an act to send again first), ``size_limit`` (bytes that a file may have). The answer is a JSON
line with what the child said, one record a line, and how it ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sys
from collections import Counter
from typing import Any

import msgspec

from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.events import CardDealt
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.games.punto_banco.terms import Bet, Hand, Window
from tapete.kernel import Act, PersonId, Step
from tapete.live import Hall, Keys, LiveError, TableActor
from tapete.live import table as table_room
from tapete.record.codec import read_act, to_tree
from tapete.record.store import store as store_room
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

ANA, BEA, CROUPIER, CHIEF = (PersonId(name) for name in ("ana", "bea", "croupier", "chief"))
POINTS = ("turned", "kept-shoe", "inserted", "committed", "answered", "told")
PREPARING = {
    Window.COUNT: a.CountPack(),
    Window.SHUFFLE: a.ShufflePack(),
    Window.CUT: a.CutPack(100),
    Window.CUT_CARD: a.InsertCutCard(),
    Window.BURN: a.BurnCards(),
    Window.SETTLE: a.Settle(),
    Window.END_OF_SHOE: a.CountPack(),
}


def next_act(table: TableActor[Any]) -> tuple[PersonId, Any]:
    """Two people play: both sit and buy chips, the shoe is prepared, each coup both stake."""
    state = table.state
    for seat, who in ((1, ANA), (2, BEA)):
        if state.seats.seat_of(who) is None:
            return who, Sit(seat)
        if table.view(who).me.chips < 5000 and not table.view(who).me.bets:
            return who, BuyIn(100000)
    match state.window:
        case Window.BETWEEN:
            return CROUPIER, a.OpenBets()
        case Window.BETS if state.turn.offered is not None:
            return state.seats.seated[state.turn.offered], a.TakeShoe()
        case Window.BETS if not state.stake(ANA, Bet.PUNTO):
            return ANA, a.PlaceBet(Bet.PUNTO, 2000)
        case Window.BETS if not state.stake(ANA, Bet.BANCA):
            return ANA, a.PlaceBet(Bet.BANCA, 1000)
        case Window.BETS if not state.stake(BEA, Bet.BANCA):
            return BEA, a.PlaceBet(Bet.BANCA, 3000)
        case Window.BETS:
            return CROUPIER, a.CloseBets()
    if state.window in PREPARING:
        return CROUPIER, PREPARING[state.window]
    if state.hand_disputed:
        return CHIEF, a.AwardHand(state.hand_disputed[0])
    dealer = state.dealer()
    assert dealer is not None
    match state.window:
        case Window.DEAL:
            return dealer, a.Deal()
        case Window.PLAYER_SHOWS:
            return state.hand_holder or CROUPIER, a.ShowHand(Hand.PUNTO)
        case Window.BANK_SHOWS:
            return dealer, a.ShowHand(Hand.BANCA)
        case Window.PLAYER_DRAWS:
            return dealer, a.DrawCard(Hand.PUNTO)
        case _:
            return dealer, a.DrawCard(Hand.BANCA)


def say(**record: Any) -> None:
    os.write(1, json.dumps(record).encode() + b"\n")


class Deadly:
    """Passes through, and kills the process the moment that a point is passed for the n-th time."""

    def __init__(self, kill: list[Any] | None) -> None:
        self.kill = tuple(kill) if kill else None
        self.passed: Counter[str] = Counter()

    def at(self, point: str) -> None:
        self.passed[point] += 1
        if self.kill == (point, self.passed[point]):
            os.kill(os.getpid(), signal.SIGKILL)

    def lay(self) -> None:
        turn, insert = table_room.turn, store_room._Rows.insert
        append, put_shoe = store_room.Store.append_many, store_room.Store.put_shoe

        def turned(*given: Any) -> Any:
            made = turn(*given)
            drawn = [str(event.face) for event in made.events if isinstance(event, CardDealt)]
            if drawn:
                say(drawn=drawn)
            self.at("turned")
            return made

        def inserted(*given: Any) -> Any:
            found = insert(*given)
            self.at("inserted")
            return found

        def committed(*given: Any) -> Any:
            found = append(*given)
            self.at("committed")
            return found

        def kept(*given: Any) -> None:
            put_shoe(*given)
            self.at("kept-shoe")

        table_room.turn = turned
        store_room._Rows.insert = inserted  # type: ignore[method-assign]
        store_room.Store.append_many = committed  # type: ignore[method-assign]
        store_room.Store.put_shoe = kept  # type: ignore[method-assign]


async def play(order: dict[str, Any], deadly: Deadly) -> None:
    hall = await Hall.start(order["url"], Keys.load(order["key"]))
    say(parked=hall.parked, versions={name: table.version for name, table in hall.tables.items()})
    if "pb" not in hall.tables:
        staff = {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF}
        what = a.OpenTable("pb", "asturias-2011", 1000, 50000, staff=staff)
        await hall.open_table("punto-y-banca", what)
        say(told=1, command=None)
    table = hall.tables["pb"]
    if order.get("repeat"):
        sent = order["repeat"]
        answer = await table.act(read_act(PUNTO_BANCO, sent["act"]), sent["command"])
        say(repeat=type(answer.outcome).__name__, version=answer.version, repeated=answer.repeated)
    for _ in range(order["acts"]):
        who, what = next_act(table)
        step: Step = table.step
        act, command = Act(who, what, step), f"{who}-{table.version}"
        say(sent={"act": to_tree(act), "command": command}, version=table.version, what=type(what).__name__)
        try:
            answer = await table.act(act, command)
        except LiveError as error:
            say(stopped=type(error).__name__, failed=type(hall.failed).__name__)
            break
        deadly.at("answered")
        assert answer.refused is None, answer
        say(told=answer.version, command=command)
        deadly.at("told")
    say(problems=list(PUNTO_BANCO.problems(table.state)), coups=len(table.view(None).history))
    await hall.stop()


def child(order: dict[str, Any]) -> None:
    deadly = Deadly(order.get("kill"))
    deadly.lay()
    if order.get("size_limit"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["size_limit"], order["size_limit"]))
    asyncio.run(play(order, deadly))


def main() -> None:
    for line in sys.stdin:
        order = msgspec.json.decode(line)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(writing, 1)
            os.close(reading)
            status = 1
            try:
                child(order)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = [json.loads(one) for one in pipe if one.endswith(b"\n")]
        _, status = os.waitpid(pid, 0)
        print(json.dumps({"said": said, "killed": os.WIFSIGNALED(status), "code": status}), flush=True)


if __name__ == "__main__":
    main()
