"""Promises of docs/security.md and docs/audit.md: sealed balls, a machine that lies, a whole game; BG.II.02: marks."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Means, Prize
from tapete.kernel import CLOCK, Accepted, Act, PersonId
from tapete.live import Hall, Keys, card_orders
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tapete.table.acts import BuyIn
from tests.support.bingo.drawn import SECRET, drawn, registering, rows as rows_of
from tests.support.bingo.hall import ITEMS, STAFF

CARD = "B-1047/1"


async def act(table: Any, by: str, what: Any) -> Any:
    answer = await table.act(Act(PersonId(by), what, table.step))
    assert answer.refusal is None, answer.refusal
    return answer


async def open_sale(table: Any) -> None:
    await act(table, "manager", a.RegisterMachine("M-1", "pneumatic", "simulation"))
    await act(table, "manager", a.RegisterBalls("S-9", "simulation"))
    await act(table, "manager", registering(drawn()))
    for item in ITEMS:
        await act(table, "chief", a.PassCheck(item))
    for opening in (a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("B-1047",))):
        await act(table, "chief", opening)


async def sale(table: Any) -> None:
    await open_sale(table)
    await act(table, "ana", BuyIn(10_00))
    await act(table, "ana", a.WantCards("B-1047", 1))
    await act(table, "caller", a.SellCards("B-1047", 1, 1, PersonId("ana"), Means.ACCOUNT))
    await act(table, "caller", a.SellCards("B-1047", 2, 11))
    await act(table, "chief", a.CloseSale())
    await act(table, "cashier", a.CollectUnsold("B-1047", 49))


async def opened(hall: Hall, kind: ChanceKind = ChanceKind.SEALED, *, is_started: bool = True) -> Any:
    table = await hall.open_table("bingo", a.OpenHall("sala", "orden-1979", kind, staff=STAFF))
    await sale(table)
    for announced in (a.AnnounceSold(), a.AnnouncePrizes(), a.AnnounceStart()) if is_started else ():
        await act(table, "chief", announced)
    return table


async def one_ball(table: Any) -> None:
    for step in (a.DrawBall(), a.AnnounceBall(), a.ShowBall()):
        await act(table, "caller", step)


def drawn_balls(
    folder: Path, balls: int = 6, source: type[card_orders.SealedOrders] = card_orders.SealedOrders
) -> Keys:
    keys = Keys.fresh()

    async def evening() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys)
        table = await opened(hall)
        table.source.__class__ = source
        for _ in range(balls):
            await one_ball(table)
        await hall.stop()

    asyncio.run(evening())
    return keys


def judged(path: Path, keys: Keys | None) -> AuditReport:
    record = open_source(path)
    try:
        return audit(record, house_games(), AuditInputs(None if keys is None else KeySealer(keys.sealing)))
    finally:
        record.close()


class Other(card_orders.SealedOrders):
    def token(self, urn: int, position: int) -> str:
        return super().token(urn, position + 40)


class Forged(Other):
    def opening(self, shoe: int, committed: int) -> Any:
        proof = super().opening(shoe, committed)
        return proof.__class__(committed, self.token(-shoe, committed), "00" * 16)


@pytest.mark.parametrize(("source", "code"), [(Other, "opening-differs"), (Forged, "opening-false")])
def test_a_machine_that_lies_is_found_out(source: type[card_orders.SealedOrders], code: str, tmp_path: Path) -> None:
    report = judged(tmp_path / "hall.db", drawn_balls(tmp_path, 3, source))
    assert {one.code for one in report.problems} == {code}


def test_a_hall_that_starts_again_draws_the_same_balls(tmp_path: Path) -> None:
    keys, address = Keys.fresh(), f"sqlite:///{tmp_path / 'hall.db'}"
    order: list[str] = []

    async def first(kind: ChanceKind) -> None:
        hall = await Hall.start(address, keys, training=True, seed="urn")
        table = await opened(hall, kind)
        order[:] = [table.source.token(1, at) for at in range(90)]
        await act(table, "caller", a.DrawBall())
        await hall.stop()

    async def second() -> None:
        hall = await Hall.start(address, keys, training=True, seed="urn")
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


async def until(table: Any, numbers: tuple[int, ...]) -> None:
    while not set(numbers) <= set(table.state.game.announced_balls):
        await one_ball(table)


async def won(table: Any, prize: Prize, order: Any, by: str = "ana") -> None:
    if by == "ana":
        await act(table, by, a.CallPrize(prize, CARD))
    else:
        await act(table, by, a.CallForPlayer(prize, CARD))
        await act(table, by, a.HandInCard(CARD))
    await act(table, "chief", a.ShowMaster(CARD))
    await act(table, "chief", a.CheckCard(prize, CARD))
    await act(table, CLOCK, a.TimeUp())
    await act(table, "chief", order)


async def drawing(table: Any, by: str = "ana") -> None:
    for said in (a.AnnounceSold(), a.AnnouncePrizes(), a.AnnounceStart()):
        await act(table, "chief", said)
    lines = rows_of(drawn(), 1)
    await until(table, lines[0])
    if by == "ana":
        await act(table, by, a.MarkNumber(CARD, lines[0][0]))
    await won(table, Prize.LINE, a.OrderResume(), by)
    await until(table, tuple(one for line in lines for one in line))
    await won(table, Prize.BINGO, a.OrderEnd(), by)


async def evening(hall: Hall) -> Any:
    table = await opened(hall, is_started=False)
    await drawing(table)
    for prize in Prize:
        await act(table, "cashier", a.PayPrize(prize, CARD, means=Means.ACCOUNT))
    await act(table, "chief", a.EndGame())
    return table


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Keys]:
    path, keys = tmp_path_factory.mktemp("bingo") / "hall.db", Keys.fresh()

    async def played() -> None:
        hall = await Hall.start(f"sqlite:///{path}", keys)
        await evening(hall)
        await hall.stop()

    asyncio.run(played())
    return path, keys


def test_a_game_is_judged_whole_and_without_reserve(kept: tuple[Path, Keys]) -> None:
    report = judged(*kept)
    assert (report.problems, report.unjudged_entries) == ((), ())
    assert report.proved_by_kind == {"ball": 90}, "those that were left in the machine are opened too"


def test_who_has_no_key_leaves_alone_what_rests_on_the_secret(kept: tuple[Path, Keys]) -> None:
    report = judged(kept[0], None)
    assert report.problems == ()
    assert {one.code for one in report.unjudged_entries} <= {"act-sealed", "secret-unread"}
    assert len(report.unjudged_entries) == 3, "the series, and the masters of two checks"


def test_the_secret_and_the_numbers_of_other_cartones_stand_nowhere_in_the_public_record(kept: Any) -> None:
    record = open_source(kept[0])
    bodies = [one.link.body for one in record.stored_entries("sala")]
    record.close()
    assert SECRET.encode() not in b"".join(bodies)
    first = [next(at for at, body in enumerate(bodies) if one in body) for one in (b"urn-sealed@1", b"cards-sold@1")]
    assert first == sorted(first), "the order of the balls is committed to before anybody buys a card"
    assert sum(b'"cards":[{"face"' in body for body in bodies) > 15, "each ball is opened in the entry that draws it"
    shown = [number for number, body in enumerate(bodies) if b"master-shown@1" in body]
    called = [number for number, body in enumerate(bodies) if b"prize-called@1" in body]
    for row in rows_of(drawn(), 1):
        found = [number for number, body in enumerate(bodies) if msgspec.json.encode(row) in body]
        assert found == shown
    assert all(call < master for call, master in zip(called, shown, strict=True))


ANA, EVA, CHIEF = PersonId("ana"), PersonId("eva"), PersonId("chief")


async def woken(changes: AsyncGenerator[int]) -> bool:
    waiting = asyncio.ensure_future(anext(changes))
    for _ in range(20):
        await asyncio.sleep(0)
    if not waiting.done():
        waiting.cancel()
    return waiting.done()


@pytest.mark.clause("BG.II.02")
def test_a_mark_is_shown_to_its_player_and_moves_nobody_else_s_table(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await one_ball(table)
        followed = [table.followed_by(ANA).changes(), table.followed_by(EVA).changes(), table.changes()]
        for one in followed:
            await anext(one)
        before = (table.version, table.revision, table.head, table.step)
        seen = [(table.view(who), table.followed_by(who).revision) for who in (None, EVA, CHIEF)]
        number = table.state.game.announced_balls[0]
        answer = await table.act(Act(ANA, a.MarkNumber(CARD, number), table.step), "m-1")
        assert isinstance(answer.outcome, Accepted)
        assert table.view(ANA).me.marks == {CARD: (number,)}
        assert (table.version, table.revision, table.head, table.step) == before
        assert [(table.view(who), table.followed_by(who).revision) for who in (None, EVA, CHIEF)] == seen
        assert [await woken(one) for one in followed] == [True, False, False]
        assert not [one for one in await table.entries(0, 200) if "mark" in repr(one)]

    async def played() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(played())
