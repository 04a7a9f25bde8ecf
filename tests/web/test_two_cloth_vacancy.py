"""What the pages say of a table whose open bank has had the shoes of its session: no more than what the rules take."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.web.games.dos_panos.screen import _next_step
from tapete.words import label
from tests.support.dos_panos.table import opened


@pytest.mark.parametrize(
    ("phase", "shoes", "said"),
    [
        (Phase.OPENING, 1, "opening"),
        (Phase.OPENING, 0, "session-over"),
        (Phase.REOFFER, 1, "reoffer"),
        (Phase.REOFFER, 0, "session-over"),
        (Phase.SHOE, 0, "session-over"),
    ],
)
def test_the_next_step_of_a_session_without_shoes_is_none(phase: Phase, shoes: int, said: str) -> None:
    made = opened(mode=BankMode.OPEN)
    state = replace(made.state, phase=phase, settings=replace(made.state.settings, session_shoes=shoes))
    made.play.state = state
    assert _next_step(made.play.view("ana"), "es") == label("cloths-step", said, "es")


def test_a_bank_that_was_given_up_in_the_last_shoe_is_offered_for_what_is_left_of_it() -> None:
    made = opened(mode=BankMode.OPEN, session_shoes=1).announced().deposited().shoe()
    shoe = replace(made.state.shoe, coups=1)
    made.play.state = replace(made.state, phase=Phase.REOFFER, bank=None, shoe=shoe)
    assert _next_step(made.play.view("ana"), "es") == label("cloths-step", "reoffer-last", "es")
