"""Calls within one window: what counts is who called what, never who was first."""

import pytest

from tapete.kernel import PersonId
from tapete.table.windows import Claim, Window, claim, close, withdraw

ANA, BEA, EVA, LUZ = (PersonId(name) for name in ("ana", "bea", "eva", "luz"))
CALLS = (Claim(ANA, "banco"), Claim(BEA, "table", 500), Claim(EVA, "banco"), Claim(LUZ, "table", 900))


def window(*calls: Claim[str]) -> Window[str]:
    found: Window[str] = Window("cover", 1)
    for call in calls:
        found = claim(found, call)
    return found


def test_a_call_can_be_taken_back() -> None:
    found = withdraw(window(*CALLS), EVA, "banco")
    assert found.by(EVA) == ()
    assert withdraw(found, EVA, "banco") == found
    assert withdraw(found, ANA, "table") == found


def test_a_closed_window_hears_nothing() -> None:
    with pytest.raises(ValueError, match="closed"):
        claim(close(window()), CALLS[0])
