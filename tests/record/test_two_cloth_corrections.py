"""Corrections of two-cloth tables in a store: the record of each audits clean, and its replay is the table."""

from pathlib import Path

import pytest

from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import Refused
from tapete.record.audit import AuditInputs, audit
from tapete.record.notation import play, read_notation
from tapete.record.replay import replay
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.dos_panos.recorded import SEALER, write

TABLES = Path(__file__).parents[1] / "tables" / "dos-panos"
CORRECTED = sorted(path.stem for path in TABLES.glob("correction-*.toml"))
GAME = DosPanos()


def test_there_are_tables_of_settled_coups_of_debts_and_of_rulings_undone() -> None:
    for name in ("two-coups-later", "with-a-debtor-at-the-table", "undoes-a-ruling-after-settlement"):
        assert f"correction-{name}" in CORRECTED


@pytest.mark.parametrize("name", CORRECTED)
def test_what_was_corrected_audits_clean_and_replays(name: str, tmp_path: Path) -> None:
    run = play(GAME, read_notation(TABLES / f"{name}.toml"))
    assert run.opening is not None
    turns = [one for one in (run.opening, *run.turns) if not isinstance(one.outcome, Refused)]
    corrected = [event for turn in turns for event in turn.events if type(event).__name__.endswith("Corrected")]
    assert corrected
    with open_store(f"sqlite:///{tmp_path / 'hall.db'}") as store:
        write(store, name, turns)
        source = StoreSource(store)
        report = audit(source, {"dos-panos": GAME}, AuditInputs(SEALER))
        assert report.problems == ()
        assert report.entries == len(turns)
        assert replay(GAME, source, name, SEALER) == run.state
