"""What the bench measures can be played: it is run by hand and would otherwise break unseen."""

from typing import Any

import pytest
from bench import chemin, coups


@pytest.mark.parametrize("played", [chemin.played, coups.played], ids=["chemin-de-fer", "punto-y-banca"])
def test_the_coups_that_are_measured_come_to_their_payment(played: Any) -> None:
    settled = [event for made in played(3).turns for event in made.events if type(event).__name__ == "CoupSettled"]
    assert len(settled) == 3
