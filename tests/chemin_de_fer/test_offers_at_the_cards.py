"""Whoever has nothing to do with a hand is not tried with the acts at it: each of these would be refused him, also at a
real table, where much happens that nobody may do.
"""

import random

import pytest

from tapete.games.chemin_de_fer.candidates import card_acts, phase_acts, table_acts
from tapete.games.chemin_de_fer.options import OF_HANDS, OF_STAFF, is_at_the_cards
from tapete.games.chemin_de_fer.phases import AT_THE_CARDS, PHASES
from tapete.kernel import Act, Refused
from tapete.table.conduct import Conduct
from tapete.table.staff import is_on_duty
from tests.support.evenings.walk import EVERYBODY, GAME, Evening


@pytest.mark.parametrize("conduct", list(Conduct))
def test_nobody_else_may_do_anything_with_a_hand(conduct: Conduct) -> None:
    evening, tried = Evening(7, watched=0.0, conduct=conduct), set()
    people = random.Random(str(conduct))
    for _ in range(250):
        people.choice([evening.play_on, evening.play_on, evening.play_on, evening.lawful])()
        state = evening.state
        if PHASES[state.phase].offered_acts != AT_THE_CARDS:
            continue
        for who in EVERYBODY:
            for what, _ in () if is_at_the_cards(state, who) else card_acts(state, who):
                if type(what) in OF_HANDS:
                    tried.add(type(what))
                    assert isinstance(GAME.decide(state, Act(who, what, state.step)), Refused), (who, what)
    assert tried == OF_HANDS


@pytest.mark.parametrize("conduct", list(Conduct))
def test_nobody_without_a_post_does_what_only_the_staff_does(conduct: Conduct) -> None:
    evening, tried = Evening(8, watched=0.0, conduct=conduct), set()
    people = random.Random(str(conduct))
    for _ in range(200):
        people.choice([evening.play_on, evening.play_on, evening.play_on, evening.lawful])()
        state = evening.state
        for who in EVERYBODY:
            acts = () if is_on_duty(state.staff, who) else (*phase_acts(state, who), *table_acts(state, who))
            for what, _ in acts:
                if type(what) in OF_STAFF:
                    tried.add(type(what))
                    assert isinstance(GAME.decide(state, Act(who, what, state.step)), Refused), (who, what)
    assert tried == OF_STAFF
