"""Equal bids for a bank go to a lot: a sealed order of lots is proved, a real urn waits for its croupier (DP.E1.06)."""

import asyncio
from pathlib import Path
from typing import Any

from tapete.chance import ChanceKind, LotDraw, LotOut
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tapete.table import acts as t
from tapete.table.state import Conduct
from tests.support.dos_panos.table import STAFF
from tests.support.rows import rows

BIDS = {"dani": 7_000_00, "ana": 5_000_00, "bea": 7_000_00}
GAMES: dict[str, Any] = {"dos-panos": DosPanos()}


def evening(folder: Path, kind: ChanceKind, *keyed: str) -> tuple[Any, list[str], AuditReport]:
    """Auction a bank for which two bid the same; return the table, the answers to the lots keyed, and the audit."""
    keys = Keys.fresh()

    async def played() -> tuple[Any, list[str]]:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, games=GAMES)
        conduct = Conduct.OBSERVED if kind is ChanceKind.KEYED else Conduct.STRICT
        limits = {"bank_minimum": 1_000_00, "bank_maximum": 10_000_00, "shoe": kind, "conduct": conduct}
        opening = a.OpenTable("salon", "asturias-2011", 10_00, staff=STAFF, **limits)
        table = await hall.open_table("dos-panos", opening)
        acts: list[tuple[str, Any]] = []
        for seat, who in enumerate(BIDS, 1):
            acts += [(who, t.Sit(seat)), (who, t.BuyIn(9_000_00))]
        acts += [("inspector", a.OpenAuction()), *((who, a.Bid(bid)) for who, bid in BIDS.items())]
        acts += [("inspector", a.CloseAuction())]
        for who, act in acts:
            answer = await table.act(Act(PersonId(who), act, table.state.step))
            assert answer.refusal is None, answer.refusal
        told = []
        for lot in keyed:
            answer = await table.act(Act(PersonId("croupier"), LotOut(1, 0, lot), table.state.step))
            told.append(answer.refusal.code if answer.refusal else "")
        found = table.state
        await hall.stop()
        return found, told

    state, told = asyncio.run(played())
    record = open_source(folder / "hall.db")
    try:
        return state, told, audit(record, GAMES, AuditInputs(KeySealer(keys.sealing)))
    finally:
        record.close()


def test_a_sealed_lot_decides_between_equal_bids_and_is_proved(tmp_path: Path) -> None:
    state, _, report = evening(tmp_path, ChanceKind.SEALED)
    assert state.award.person in ("bea", "dani")
    assert (state.award.amount, report.problems, report.proved_count) == (7_000_00, (), 1)


@rows("lot", ["bea", "dani"])
def test_a_real_urn_waits_for_the_lot_that_the_croupier_keys_and_nobody_outbid_has_one(
    tmp_path: Path, lot: str
) -> None:
    (waiting := tmp_path / "waiting").mkdir()
    state, _, _ = evening(waiting, ChanceKind.KEYED)
    assert (state.award, GAMES["dos-panos"].draw_awaited(state)) == (None, LotDraw(1, 0, by_person=True))
    state, told, report = evening(tmp_path, ChanceKind.KEYED, "ana", lot)
    assert (told, state.award.person, report.problems) == (["no-such-lot", ""], lot, ())
