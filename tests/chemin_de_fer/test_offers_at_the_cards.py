"""Whoever has nothing to do with a hand is not tried with the acts at it: each of these would be refused him, also at a
real table, where much happens that nobody may do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tapete.games.chemin_de_fer.candidates import card_acts, phase_acts, table_acts
from tapete.games.chemin_de_fer.options import OF_HANDS, OF_STAFF, is_at_the_cards
from tapete.games.chemin_de_fer.phases import AT_THE_CARDS, PHASES
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Act, ActBody, PersonId, Refused
from tapete.table.conduct import Conduct
from tapete.table.staff import is_on_duty
from tests.support.evenings.walk import EVERYBODY, GAME, Evening

Tried = Callable[[State], Iterator[tuple[PersonId, ActBody]]]


def refused_all_evening(conduct: Conduct, first: int, wanted: frozenset[type[ActBody]], tries: Tried) -> None:
    """Try acts at every moment of evenings, at one table after another until each of ``wanted`` was among them."""
    tried, people = set[type[ActBody]](), random.Random(str(conduct))
    for seed in range(first, first + 20):
        evening = Evening(seed, watched=0.0, conduct=conduct)
        for _ in range(250):
            people.choice([evening.play_on, evening.play_on, evening.play_on, evening.lawful])()
            state = evening.state
            for who, what in tries(state):
                if type(what) in wanted:
                    tried.add(type(what))
                    assert isinstance(GAME.decide(state, Act(who, what, state.step)), Refused), (who, what)
        if tried == wanted:
            return
    assert tried == wanted


@pytest.mark.parametrize("conduct", list(Conduct))
def test_nobody_else_may_do_anything_with_a_hand(conduct: Conduct) -> None:
    def tries(state: State) -> Iterator[tuple[PersonId, ActBody]]:
        for who in EVERYBODY if PHASES[state.phase].offered_acts == AT_THE_CARDS else ():
            if not is_at_the_cards(state, who):
                yield from ((who, what) for what, _ in card_acts(state, who))

    refused_all_evening(conduct, 7, OF_HANDS, tries)


@pytest.mark.parametrize("conduct", list(Conduct))
def test_nobody_without_a_post_does_what_only_the_staff_does(conduct: Conduct) -> None:
    def tries(state: State) -> Iterator[tuple[PersonId, ActBody]]:
        for who in EVERYBODY:
            if not is_on_duty(state.staff, who):
                yield from ((who, what) for what, _ in (*phase_acts(state, who), *table_acts(state, who)))

    refused_all_evening(conduct, 8, OF_STAFF, tries)
