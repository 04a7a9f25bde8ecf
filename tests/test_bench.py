"""What the bench measures can be played: it is run by hand and would otherwise break unseen."""

from typing import Any

import pytest
from bench import chemin, coups, entries

from tapete.live import Keys
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
