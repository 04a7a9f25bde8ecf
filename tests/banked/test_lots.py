"""Equal bids for a bank go to a lot: a sealed order of lots is proved; the lot of a real urn is keyed by a person."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tapete.chance import ChanceKind, LotDraw, LotOut, UrnDraw
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.vault import SeededOrders
from tapete.play import transition
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tests.support.banked.sale_by_lot import CROUPIER, BankSold, Bid, CloseSale, OpenSale, SaleByLot

ANA, BEA, PAU = (PersonId(one) for one in ("ana", "bea", "pau"))
BIDS = {PAU: 700_00, ANA: 500_00, BEA: 700_00}
GAMES: dict[str, Any] = {"sale-by-lot": SaleByLot()}


async def tied(hall: Hall, kind: ChanceKind) -> Any:
    """Open an auction with two equal highest bids, and close it."""
    table = await hall.open_table("sale-by-lot", OpenSale("subasta", kind))
    for person, amount in BIDS.items():
        answer = await table.act(Act(person, Bid(amount)))
        assert answer.refusal is None
    answer = await table.act(Act(CROUPIER, CloseSale()))
    assert answer.refusal is None, answer.refusal
    return table


def evening(folder: Path, kind: ChanceKind, keyed: str = "") -> tuple[BankSold | None, Any, AuditReport]:
    """Return who was sold the bank, what the table awaits, and the audit of the record."""
    keys = Keys.fresh()

    async def played() -> tuple[BankSold | None, Any]:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, games=GAMES)
        table = await tied(hall, kind)
        if keyed:
            refused = await table.act(Act(CROUPIER, LotOut(1, 0, str(ANA))))
            assert refused.refusal is not None
            assert refused.refusal.code == "not-a-candidate"
            answer = await table.act(Act(CROUPIER, LotOut(1, 0, keyed)))
            assert answer.refusal is None
        found = table.state.sold, GAMES["sale-by-lot"].draw_awaited(table.state)
        await hall.stop()
        return found

    sold, awaited = asyncio.run(played())
    record = open_source(folder / "hall.db")
    try:
        return sold, awaited, audit(record, GAMES, AuditInputs(KeySealer(keys.sealing)))
    finally:
        record.close()


def test_a_sealed_lot_decides_between_equal_bids_and_is_proved(tmp_path: Path) -> None:
    sold, awaited, report = evening(tmp_path, ChanceKind.SEALED)
    assert sold in (BankSold(BEA, 700_00), BankSold(PAU, 700_00))
    assert awaited is None
    assert (report.problems, report.proved_count) == ((), 1)


def test_a_real_urn_waits_for_the_lot_that_the_croupier_keys(tmp_path: Path) -> None:
    sold, awaited, _ = evening(tmp_path, ChanceKind.KEYED)
    assert (sold, awaited) == (None, LotDraw(1, 0, by_person=True))


@pytest.mark.parametrize("lot", [BEA, PAU])
def test_the_keyed_lot_decides_and_nobody_outbid_has_one(tmp_path: Path, lot: PersonId) -> None:
    sold, awaited, report = evening(tmp_path, ChanceKind.KEYED, keyed=str(lot))
    assert (sold, awaited, report.problems) == (BankSold(lot, 700_00), None, ())


def test_every_tied_bidder_wins_by_lot_and_nobody_else_ever_does() -> None:
    game = SaleByLot()

    def winner(seed: int) -> PersonId:
        state, source = game.blank(), SeededOrders(str(seed))
        for act in (
            Act(CROUPIER, OpenSale("subasta", ChanceKind.SEEDED)),
            *(Act(person, Bid(amount)) for person, amount in BIDS.items()),
            Act(CROUPIER, CloseSale()),
        ):
            state = transition(game, state, act, source).state
        assert state.sold is not None
        return state.sold.person

    assert set(Counter(winner(seed) for seed in range(40))) == {BEA, PAU}


def test_the_urn_holds_one_lot_for_each_tied_bidder_in_order_of_name() -> None:
    game, state = SaleByLot(), SaleByLot().blank()
    for act in (
        Act(CROUPIER, OpenSale("subasta", ChanceKind.SEALED)),
        *(Act(person, Bid(amount)) for person, amount in BIDS.items()),
        Act(CROUPIER, CloseSale()),
    ):
        for event in game.decide(state, act).events:  # type: ignore[union-attr]
            state = game.evolve(state, event)
    assert game.draw_awaited(state) == UrnDraw(1, (BEA, PAU))
