"""What the two-cloth game answers to every act by everybody in every phase, and what comes of every report of an
accident at every step: nothing of it changes without somebody having read it.

The other tests say what must be so. This one says that it is as it was, refusals with their facts and clauses included.
"""

from __future__ import annotations

import pytest

from tapete.games.dos_panos.terms import Phase
from tests.dos_panos.test_accident_at_every_step import STEPS
from tests.support.dos_panos.kept import digests, kept


def _changed(name: str, kind: str) -> list[str]:
    """After a change that is meant: ``python -m tests.support.dos_panos.kept NAME`` before and after it, read the
    difference, then the same without a name.
    """
    found, before = digests(name, kind), kept(kind).get(name, {})
    return sorted(key for key in {*found, *before} if found.get(key) != before.get(key))


@pytest.mark.parametrize("phase", Phase)
def test_a_table_answers_every_act_of_everybody_as_it_was_written_down(phase: Phase) -> None:
    assert _changed(str(phase), "decided") == []


@pytest.mark.parametrize("step", STEPS)
def test_what_comes_of_a_report_is_as_it_was_written_down(step: str) -> None:
    assert _changed(step, "reported") == []


def test_every_phase_and_every_step_at_which_something_can_be_reported_is_written_down() -> None:
    assert set(kept("decided")) == set(map(str, Phase))
    assert set(kept("reported")) == set(STEPS) - {"closed"}
