"""A hall that starts over a long record: with its sealed states beside it, and without."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.coups import GAME
from bench.measure import Pair, Side, number
from tapete import punto_banco as pb
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.answer import answer_bytes, request_digest, without_secrets
from tapete.live.card_orders import RngHealth, SealedOrders
from tapete.live.recorded_table import copy_watch
from tapete.play import transition
from tapete.record.card_proofs import ShoeWatch
from tapete.record.compose import compose
from tapete.record.private import KeySealer
from tapete.record.store import Append, Store, Writer, open_store
from tapete.table.staff import Role

CROUPIER, CHIEF = PersonId("croupier"), PersonId("chief")
PEOPLE = tuple(PersonId(name) for name in ("ana", "bea", "cid"))
TIME = "2026-01-01T20:00:00+01:00"
GROUP = 500
ENTRIES = 5_000
ROUNDS = 3
PACK = {
    "count-pack": pb.CountPack(),
    "shuffle-pack": pb.ShufflePack(),
    "cut-pack": pb.CutPack(200),
    "insert-cut-card": pb.InsertCutCard(),
    "burn-cards": pb.BurnCards(),
    "take-shoe": pb.TakeShoe(),
    "open-bets": pb.OpenBets(),
}


@dataclass
class Recording:
    """A table that plays as fast as it can and records as a hall does, in large groups."""

    store: Store
    writer: Writer
    keys: Keys
    state: Any = field(default_factory=GAME.blank)
    group: list[Append] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sealer = KeySealer(self.keys.sealing)
        self.source = SealedOrders(self.writer.table, self.sealer, lambda number: None, RngHealth())
        self.watch, self.head = ShoeWatch(), self.writer.head

    def do(self, what: Any, by: PersonId) -> bool:
        """Record one act; return False where it is refused."""
        act = Act(by, what, GAME.step(self.state))
        made = transition(GAME, self.state, act, self.source)
        if not made.acts:
            return False
        version, before = self.head.version + 1, self.state
        answer = answer_bytes(without_secrets(made.outcome), version)
        self.watch = copy_watch(self.watch, GAME.step(before).series)
        opened = self.watch.openings(GAME, made.states, made.events, self.source.opening)
        here = {"table": self.writer.table, "epoch": self.writer.epoch, "time": TIME, "command": f"c-{version}"}
        entry = compose(GAME, made, self.head, self.sealer, **here, answer=answer, openings=opened)
        self.group.append(Append(self.writer, entry, request_digest(entry.entry.act), self.source.pending()))
        self.source.settle(stored=True)
        self.state, self.head = made.state, entry.head
        if len(self.group) == GROUP:
            self.flush()
        return True

    def flush(self) -> None:
        """Store what has gathered."""
        self.store.append_many(self.group)
        self.group = []

    def open(self) -> None:
        """Open the table with three players who have enough chips for a year."""
        staff = {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF}
        self.do(pb.OpenTable(self.writer.table, "asturias-2011", 1000, 50000, staff=staff, decks=8), HOUSE)
        for seat, who in enumerate(PEOPLE, 1):
            self.do(pb.Sit(seat), who)
            self.do(pb.BuyIn(100_000_000), who)

    def go_on(self) -> None:
        """Do the next act of a coup, or of the making of a shoe."""
        state = self.state
        match state.phase:
            case pb.Phase.BETS:
                for number, who in enumerate(PEOPLE, 1):
                    self.do(pb.PlaceBet(pb.Bet.PUNTO if number == 2 else pb.Bet.BANCA, 1000 * number), who)
                done = self.do(pb.CloseBets(), CROUPIER)
            case pb.Phase.DEAL:
                done = self.do(pb.Deal(), state.dealer())
            case pb.Phase.PLAYER_SHOWS:
                done = self.do(pb.ShowHand(pb.Hand.PUNTO), state.hand_holder)
            case pb.Phase.BANK_SHOWS:
                done = self.do(pb.ShowHand(pb.Hand.BANCA), state.dealer())
            case pb.Phase.PLAYER_DRAWS:
                done = self.do(pb.DrawCard(pb.Hand.PUNTO), state.dealer())
            case pb.Phase.BANK_DRAWS:
                done = self.do(pb.DrawCard(pb.Hand.BANCA), state.dealer())
            case pb.Phase.SETTLE:
                done = self.do(pb.Settle(), CROUPIER)
            case _:
                done = any(self.do(what, who) for what in PACK.values() for who in (CROUPIER, *PEOPLE, CHIEF))
        if not done:
            raise RuntimeError(f"nobody goes on in {state.phase}: {[one.act for one in GAME.legal(state, CROUPIER)]}")


def grow(store_url: str, keys: Keys, tables: int, entries: int) -> None:
    """Record so many entries, at each of so many tables."""
    with open_store(store_url) as store:
        for number in range(1, tables + 1):
            table = Recording(store, store.take_over(f"mesa-{number}", authority=keys.authority), keys)
            table.open()
            while table.head.version < entries:
                table.go_on()
            table.flush()


async def started(folder: Path, states: Path | None) -> dict[str, float]:
    """Start a hall over what lies in a folder; return how long that took, and what the process keeps in memory."""
    begun, spent = time.perf_counter(), time.process_time()
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"), states=states)
    taken = time.perf_counter() - begun, time.process_time() - spent
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    if hall.parked_tables:
        raise RuntimeError(hall.parked_tables)
    await hall.stop()
    return {"wall": taken[0], "cpu": taken[1], "MB": pages * resource.getpagesize() / 1e6}


def in_a_process(folder: Path, *states: Path) -> dict[str, float]:
    """Start a hall in a fresh process."""
    asked = [sys.executable, "-m", "bench.starts", str(folder), *map(str, states)]
    made = subprocess.run(asked, check=True, capture_output=True, text=True)
    return {name: float(value) for name, value in json.loads(made.stdout).items()}


def pairs() -> list[Pair]:
    """Measure starts from sealed states beside starts from the record, and an empty hall."""
    with tempfile.TemporaryDirectory() as made:
        folder, empty = Path(made) / "full", Path(made) / "empty"
        for one in (folder, empty):
            one.mkdir()
        grow(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"), 1, ENTRIES)
        states = folder / "states"
        in_a_process(folder, states)
        pair = Pair(
            f"starts over {ENTRIES:,} entries",
            Side("from sealed states", "starts/s"),
            Side("from the record", "starts/s"),
        )
        kept: dict[str, list[float]] = {"sealed states": [], "the record": [], "nothing": []}
        for _ in range(ROUNDS):
            found = in_a_process(folder, states), in_a_process(folder), in_a_process(empty)
            pair.ours.rates.append(1 / found[0]["cpu"])
            pair.yardstick.rates.append(1 / found[1]["cpu"])
            for sizes, one in zip(kept.values(), found, strict=True):
                sizes.append(one["MB"])
    pair.note = "in memory of a process that starts from " + ", ".join(
        f"{name} {number(median(sizes))} MB" for name, sizes in kept.items()
    )
    return [pair]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(started(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None))))
