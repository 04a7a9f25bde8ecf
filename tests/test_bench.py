"""What the bench measures can be played: it is run by hand and would otherwise break unseen."""

from pathlib import Path
from typing import Any

import pytest
from bench import chemin, coups, entries, minute

from tapete.live import Keys
from tapete.record import witness
from tapete.record.private import KeySealer


@pytest.mark.parametrize("played", [chemin.played, coups.played], ids=["chemin-de-fer", "punto-y-banca"])
def test_the_coups_that_are_measured_come_to_their_payment(played: Any) -> None:
    settled = [event for made in played(3).turns for event in made.events if type(event).__name__ == "CoupSettled"]
    assert len(settled) == 3


def test_entries_are_measured_with_the_tags_that_a_hall_gives_them() -> None:
    keys = Keys.fresh()
    links = entries.written(coups.played(1).turns, KeySealer(keys.sealing), keys.authority)
    assert links
    assert all(one.hash and one.tag == keys.authority.tag(one.hash) for one in links)
    entries.require_own(links, keys.authority)
    with pytest.raises(RuntimeError, match="tag-false"):
        entries.require_own(links, Keys.fresh().authority)


def test_the_minutes_that_are_measured_are_signed_and_witnessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minute, "ENTRIES", minute.GROUP)
    monkeypatch.setattr(minute, "SIGNATURES", 3)
    hall = minute.Minutes(tmp_path, 2, list(coups.played(1).turns))
    try:
        assert hall.table.version == hall.store.length(minute.TABLE) == 2 * minute.GROUP
        hall.pass_one()
        assert len(witness.read(hall.file)) == len(hall.store.checkpoints(minute.TABLE)) == 2 * 3 + 1
    finally:
        hall.end()
