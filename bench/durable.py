"""Acts acknowledged once they are on the disk, through a live hall, beside bare ``fdatasync`` on the same disk."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.measure import Pair, Side
from tapete import punto_banco as pb
from tapete.chance import ChanceKind
from tapete.cli.hall_server import shorten_pauses
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.table import TableActor
from tapete.table.staff import Role

IN_FLIGHT = (1, 32, 128)
ROUNDS = 7
SECONDS = 0.5
BLOCK = bytes(1024)
"""About an entry."""

CROUPIER = PersonId("croupier")
PLAYER = PersonId("ana")


def flushes(folder: Path) -> tuple[float, list[float]]:
    """Append and flush for a while; return flushes a second and how long each took (seconds)."""
    taken = []
    with (folder / "yardstick").open("ab", buffering=0) as file:
        start = time.perf_counter()
        while (begun := time.perf_counter()) - start < SECONDS:
            file.write(BLOCK)
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - begun)
        return len(taken) / (time.perf_counter() - start), taken


async def ready(hall: Hall, number: int) -> TableActor[object]:
    """Open a table and bring it to the first bets."""
    staff = {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: PersonId("chief")}
    what = pb.OpenTable(f"mesa-{number}", "asturias-2011", 1000, 50000, staff=staff, shoe=ChanceKind.SEEDED, decks=8)
    table = await hall.open_table("punto-y-banca", what)
    acts = [(pb.Sit(1), f"ana-{number}"), (pb.BuyIn(10_000_000), f"ana-{number}")]
    acts += [(one, "croupier") for one in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(200), pb.InsertCutCard())]
    acts += [(pb.BurnCards(), "croupier"), (pb.TakeShoe(), f"ana-{number}"), (pb.OpenBets(), "croupier")]
    for act, by in acts:
        answer = await table.act(Act(PersonId(by), act, table.step))
        if answer.refusal:
            raise RuntimeError(answer.refusal)
    return table


async def bets(table: TableActor[object], number: int, until: float, taken: list[float]) -> None:
    """Place a bet and take it back, again and again, each act waiting for the disk."""
    who, turn = PersonId(f"ana-{number}"), 0
    while (begun := time.perf_counter()) < until:
        what = pb.WithdrawBet(pb.Bet.PUNTO) if turn % 2 else pb.PlaceBet(pb.Bet.PUNTO, 1000)
        answer = await table.act(Act(who, what, table.step), f"{number}-{begun}")
        if answer.refusal:
            raise RuntimeError(answer.refusal)
        taken.append(time.perf_counter() - begun)
        turn += 1
    if turn % 2:
        await table.act(Act(who, pb.WithdrawBet(pb.Bet.PUNTO), table.step))


async def measured(folder: Path) -> list[Pair]:
    """Measure each number of acts in flight beside the flushes, in turn."""
    found = []
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.fresh(), training=True)
    try:
        tables = [await ready(hall, number) for number in range(max(IN_FLIGHT))]
        shorten_pauses()
        for count in IN_FLIGHT:
            pair = Pair(
                f"durable acts, {count} in flight",
                Side("acts acknowledged", "acts/s"),
                Side("append 1 KiB and fdatasync", "flushes/s"),
            )
            waits: list[float] = []
            flushed: list[float] = []
            for _ in range(ROUNDS):
                taken: list[float] = []
                start = time.perf_counter()
                until = start + SECONDS
                await asyncio.gather(*(bets(tables[n], n, until, taken) for n in range(count)))
                pair.ours.rates.append(len(taken) / (time.perf_counter() - start))
                waits += taken
                rate, each = flushes(folder)
                pair.yardstick.rates.append(rate)
                flushed += each
            slowest = sorted(waits)[int(len(waits) * 0.99)]
            pair.note = (
                f"an act waits {median(waits) * 1000:.2f} ms (median), {slowest * 1000:.1f} ms (99th of 100); "
                f"a flush {median(flushed) * 1000:.2f} ms"
            )
            found.append(pair)
    finally:
        await hall.stop()
    return found


def pairs(folder: Path | None = None) -> list[Pair]:
    """Measure on the disk of ``folder``, the one for temporary files when not given."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        return asyncio.run(measured(Path(made)))
