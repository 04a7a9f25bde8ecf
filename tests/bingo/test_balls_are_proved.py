"""Promise of docs/security.md: the balls of a live hall are sealed before the sale, opened one by one, and a machine
that lies is found out.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.terms import Means
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, vault
from tapete.record.audit import AuditInputs, AuditReport, audit, summary
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tapete.table.acts import BuyIn
from tests.support.bingo.hall import ITEMS, STAFF, GivenCartones

GAMES = {"bingo": Bingo(cartones=GivenCartones())}


async def act(table: Any, by: str, what: Any) -> Any:
    answer = await table.act(Act(PersonId(by), what, table.step))
    assert answer.refusal is None, answer.refusal
    return answer


async def to_the_first_ball(hall: Hall, kind: ChanceKind) -> Any:
    table = await hall.open_table("bingo", a.OpenHall("sala", "orden-1979", kind, staff=STAFF))
    await act(table, "manager", a.RegisterMachine("M-1", "pneumatic", "simulation"))
    await act(table, "manager", a.RegisterBalls("S-9", "simulation"))
    await act(table, "manager", a.RegisterSeries("B", 1047, 420, 2_01))
    for item in ITEMS:
        await act(table, "chief", a.PassCheck(item))
    for opening in (a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("B-1047",))):
        await act(table, "chief", opening)
    await act(table, "ana", BuyIn(100_00))
    await act(table, "caller", a.SellCards("B-1047", 1, 1, PersonId("ana"), Means.ACCOUNT))
    await act(table, "chief", a.CloseSale())
    await act(table, "cashier", a.CollectUnsold("B-1047", 419))
    for announced in (a.AnnounceSold(), a.AnnouncePrizes(), a.AnnounceStart()):
        await act(table, "chief", announced)
    return table


async def one_ball(table: Any) -> None:
    for step in (a.DrawBall(), a.AnnounceBall(), a.ShowBall()):
        await act(table, "caller", step)


def played(folder: Path, balls: int = 6, source: type[vault.SealedOrders] = vault.SealedOrders) -> Keys:
    """Draw some balls in a hall with a sealed machine; return the hall's keys."""
    keys = Keys.fresh()

    async def evening() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, games=GAMES)
        table = await to_the_first_ball(hall, ChanceKind.SEALED)
        table.source.__class__ = source
        for _ in range(balls):
            await one_ball(table)
        await hall.stop()

    asyncio.run(evening())
    return keys


def audited(folder: Path, keys: Keys) -> AuditReport:
    record = open_source(folder / "hall.db")
    try:
        return audit(record, GAMES, AuditInputs(KeySealer(keys.sealing)))
    finally:
        record.close()


def test_each_ball_is_opened_in_the_entry_that_draws_it(tmp_path: Path) -> None:
    keys = played(tmp_path)
    report = audited(tmp_path, keys)
    assert (report.problems, report.proved_count) == ((), 6)
    assert report.proved_by_kind == {"ball": 6}
    assert "proved_by_kind" not in summary(report)
    record = open_source(tmp_path / "hall.db")
    entries = [kept.link.body for kept in record.stored_entries("sala")]
    record.close()
    sealed = next(number for number, body in enumerate(entries) if b"urn-sealed@1" in body)
    sold = next(number for number, body in enumerate(entries) if b"cards-sold@1" in body)
    assert sealed < sold  # the order is fixed and committed to before anybody buys a card
    assert sum(b'"cards":[{"face"' in body for body in entries) == 6


class Other(vault.SealedOrders):
    """Draws another ball than the one that was committed to, and opens the committed one."""

    def token(self, urn: int, position: int) -> str:
        return super().token(urn, position + 40)


class Forged(Other):
    """Draws another ball, and opens that one."""

    def opening(self, shoe: int, committed: int) -> Any:
        proof = super().opening(shoe, committed)
        return proof.__class__(committed, self.token(-shoe, committed), "00" * 16)


@pytest.mark.parametrize(("source", "code"), [(Other, "opening-differs"), (Forged, "opening-false")])
def test_a_machine_that_lies_is_found_out(source: type[vault.SealedOrders], code: str, tmp_path: Path) -> None:
    report = audited(tmp_path, played(tmp_path, 3, source))
    assert {one.code for one in report.problems} == {code}


def test_a_hall_that_starts_again_draws_the_same_balls(tmp_path: Path) -> None:
    keys, address = Keys.fresh(), f"sqlite:///{tmp_path / 'hall.db'}"
    order: list[str] = []

    async def first(kind: ChanceKind) -> None:
        hall = await Hall.start(address, keys, games=GAMES, training=True, seed="urn")
        table = await to_the_first_ball(hall, kind)
        order[:] = [table.source.token(1, at) for at in range(90)]
        await act(table, "caller", a.DrawBall())
        await hall.stop()

    async def second() -> None:
        hall = await Hall.start(address, keys, games=GAMES, training=True, seed="urn")
        (table,) = hall.tables.values()
        await act(table, "caller", a.AnnounceBall())
        await act(table, "caller", a.ShowBall())
        await act(table, "caller", a.DrawBall())
        assert [str(ball) for ball in table.state.game.drawn_balls] == order[:2]
        await hall.stop()

    for kind in (ChanceKind.SEALED, ChanceKind.SEEDED):
        asyncio.run(first(kind))
        assert sorted(order, key=int) == [str(number) for number in range(1, 91)]
        assert order != sorted(order, key=int)
        asyncio.run(second())
        for file in tmp_path.iterdir():
            file.unlink()
