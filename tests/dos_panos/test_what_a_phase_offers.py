"""Whatever is tried in a phase of the two-cloth game, to be offered to somebody, is what its line says it may offer."""

from __future__ import annotations

from functools import cache

import pytest

from tapete.games.dos_panos.candidates import phase_acts
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import ActBody, PersonId
from tests.support.dos_panos.walks import BOOKS, VIEWERS, states


@cache
def tried() -> dict[Phase, frozenset[type[ActBody]]]:
    """Return which kinds of act are tried in each phase, for anybody and under any rulebook."""
    found: dict[Phase, set[type[ActBody]]] = {phase: set() for phase in Phase}
    for book in BOOKS:
        for state in states(book):
            for viewer in VIEWERS:
                if viewer is not None:
                    found[state.phase] |= {type(what) for what, _ in phase_acts(state, PersonId(viewer))}
    return {phase: frozenset(kinds) for phase, kinds in found.items()}


@pytest.mark.parametrize("phase", Phase)
def test_nothing_is_tried_in_a_phase_but_what_it_may_offer(phase: Phase) -> None:
    assert tried()[phase] - PHASES[phase].offered_acts == set()
