"""A card that lies aside because it was drawn too early, and is turned over: no fault in the distribution, whoever did
it; the same card turned over while the cards are dealt is one.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.baccarat.effects import BindToScheme, BindToTable, Party
from tapete.games.chemin_de_fer.terms import Accident
from tests.support.chemin_de_fer.observed import at

BY_THE_RULES = (BindToScheme("punto"), BindToTable("banca", fault_of=Party.CROUPIER))


@pytest.mark.parametrize("party", [None, *Party])
@pytest.mark.parametrize("step", ["between", "bets"])
def test_before_the_deal_it_is_left_to_the_inspector(make: Any, step: str, party: Party | None) -> None:
    made = at(make, step, "4s Kc 2d 5h 6h")
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=1).ruled("inspector")
    made.report(Accident.EXPOSED, party, position=0)
    assert (made.incident.proposed_effects, made.incident.alternatives) == ((), ())
    assert made.incident.open_to_judgement
    assert [(card.place, card.face_up) for card in made.state.coup.cards.layout] == [("aside", True)]


@pytest.mark.parametrize("step", ["deal:pbpb", "carry", "lift", "word"])
def test_while_somebody_has_still_to_decide_the_croupier_s_fault_has_its_remedy(make: Any, step: str) -> None:
    made = at(make, step, "4s Kc 2d 5h 6h").report(Accident.EXPOSED, Party.CROUPIER, position=0)
    assert made.incident.proposed_effects == BY_THE_RULES
    assert not made.incident.open_to_judgement


@pytest.mark.parametrize("word", ["carta", "no"])
def test_once_the_punto_has_spoken_it_is_left_to_the_inspector(make: Any, word: str) -> None:
    made = at(make, word, "4s Kc 2d 5h 6h").report(Accident.EXPOSED, Party.CROUPIER, position=0)
    assert (made.incident.proposed_effects, made.incident.open_to_judgement) == ((), True)
