"""What an open bank has proven stands in the sealed part of the record alone; without it the record is sound."""

from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tapete.record.audit import AuditInputs, audit
from tapete.record.export import ExportSource, write_export
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table import acts as t
from tests.support.dos_panos.table import SEATS, STAFF

SUM = 4_123_457


@pytest.fixture
def played(stage: Any) -> None:
    """An open table where the stakes are above what its banker proved, until the director proves more."""

    async def scene(hall: Hall) -> None:
        limits: dict[str, Any] = {"minimum": 10_00, "bank_minimum": 1_000_00, "mode": BankMode.OPEN, "staff": STAFF}
        table = await hall.open_table("dos-panos", a.OpenTable(name="salon", rulebook="asturias-2011", **limits))

        async def do(who: str, *acts: Any) -> None:
            for what in acts:
                answer = await table.act(Act(PersonId(who), what, table.step))
                assert answer.refusal is None, (what, answer.refusal)

        for seat, person in SEATS.items():
            await do(person, t.Sit(seat), t.BuyIn(90_000_00))
        await do("director", a.ProveDeposit(PersonId("rosa"), SUM))
        await do("inspector", a.AnnounceBank(PersonId("rosa"), 1_000_00))
        await do("rosa", a.DepositBank(1_000_00))
        await do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard())
        await do("rosa", a.DeliverBank(1_000_00))
        await do("croupier", a.OpenBets())
        if table.state.phase is Phase.BANCO:
            await do("croupier", a.CloseCalls())
        await do("ana", a.Stake(50_000_00, Hand.PRIMERO))
        await do("croupier", a.CloseBets())
        assert table.state.coup.is_cover_short
        await do("director", a.ProveDeposit(PersonId("rosa"), 2 * SUM))
        await do("croupier", a.CloseBets())
        assert table.state.phase is Phase.DEAL

    stage.play(scene, games=house_games())


def test_the_record_is_sound_with_its_key_and_without_it(played: None, url: str, keys: Any, tmp_path: Path) -> None:
    with open_store(url, read_only=True) as store:
        source = StoreSource(store)
        whole = audit(source, recorded_engines(), AuditInputs(KeySealer(keys.sealing)))
        assert (whole.problems, whole.skipped_count) == ((), 0)
        write_export(source, "salon", tmp_path / "salon")
    blind = audit(ExportSource(tmp_path / "salon"), recorded_engines())
    codes = [one.code for one in blind.unjudged_entries]
    assert (blind.problems, codes) == ((), ["act-sealed", "secret-unread", "act-sealed"])


def test_the_sum_is_nowhere_in_an_export(played: None, url: str, tmp_path: Path) -> None:
    with open_store(url, read_only=True) as store:
        write_export(StoreSource(store), "salon", tmp_path / "salon")
    text = (tmp_path / "salon").read_bytes()
    assert b"prove-deposit" in text
    assert str(SUM).encode() not in text
    assert str(2 * SUM).encode() not in text
