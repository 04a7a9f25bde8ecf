"""A night of bingo in a live hall on SQLite: every ball is proven, the money comes out, the record audits clean."""

import asyncio
import os

import pytest

from tapete.catalogue import house_games
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.private import KeySealer
from tapete.record.source import open_source
from tests.support.bingo.night import Night

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("TAPETE_COUPS", "3"))
PLAYERS = int(os.environ.get("TAPETE_PLAYERS", "24"))
"""Thirty games of two hundred players make a night; a few are enough for every commit."""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[Night, AuditReport, int]:
    """Play a night and audit it with the key of the hall."""
    path, keys = tmp_path_factory.mktemp("bingo") / "hall.db", Keys.fresh()

    async def played() -> Night:
        hall = await Hall.start(f"sqlite:///{path}", keys)
        made = Night(hall, PLAYERS, GAMES, seed=7)
        await made.play()
        await hall.stop()
        return made

    made = asyncio.run(played())
    record = open_source(path)
    try:
        report = audit(record, house_games(), AuditInputs(KeySealer(keys.sealing)))
    finally:
        record.close()
    print(f"{GAMES} games, {PLAYERS} players, {report.entries} entries, {dict(made.endings)}")
    return made, report, path.stat().st_size


@pytest.mark.timeout(3600)
def test_the_record_of_a_night_is_judged_whole(night: tuple[Night, AuditReport, int]) -> None:
    made, report, _ = night
    assert (report.problems, report.unjudged_entries) == ((), ())
    assert report.entries == made.table.version
    assert report.proved_by_kind == {"ball": 90 * GAMES}
    assert made.endings["played"] + made.endings["void"] == GAMES


def test_what_the_players_lost_is_what_the_house_has(night: tuple[Night, AuditReport, int]) -> None:
    """Nothing is owed, held or in a till when everybody has gone."""
    made, _, _ = night
    left = {account: held for account, held in made.table.state.ledger.items() if held}
    cash = -left.pop("cash-desk")
    assert {account.partition(":")[0] for account in left} <= {"house", "carry", "held"}
    assert cash == sum(left.values())
    assert left["house"] > 0
    assert made.endings["void"] >= 1
