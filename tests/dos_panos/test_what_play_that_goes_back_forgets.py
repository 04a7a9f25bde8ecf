"""What play that goes back to a phase forgets of a coup of two cloths, whole: words, decision, naturals, cards carried
and faults that can be found once more.
"""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.banked.coup import Side
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.evolve.rulings import SHOWN, undone
from tapete.games.dos_panos.state import Coup
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId

PRIMERO, SEGUNDO, BANCA = Hand
ANA, BEA = PersonId("ana"), PersonId("bea")
SPOKEN = {
    "primero": Side(word=Word.NO, before=ANA, is_lifted=True, winner="punto", has_spoken_again=True),
    "segundo": Side(word=Word.CARTA, before=BEA, is_lifted=True, winner="banca", chosen_option="give"),
}
FOUND = frozenset({f"{code}:{hand}" for code in SHOWN for hand in Hand} | {"other:primero"})
COUP = Coup(3, sides=Map(SPOKEN), naturals=("primero", "segundo", "banca"), decision=Cell.DRAW, found_faults=FOUND)


def forgotten(side: Side, **more: Any) -> Side:
    """Return a cloth that has not spoken."""
    return replace(side, word=None, chosen_option="", has_spoken_again=False, winner=None, **more)


@pytest.mark.parametrize(
    ("back", "cloths", "is_dealt_anew"),
    [
        ((Phase.DEAL,), (PRIMERO, SEGUNDO), True),
        ((Phase.CARRY,), (PRIMERO, SEGUNDO), True),
        ((Phase.CARRY, Phase.SECOND_WORD), (PRIMERO, SEGUNDO), True),
        ((Phase.FIRST_WORD, Phase.SECOND_WORD), (PRIMERO, SEGUNDO), False),
        ((Phase.FIRST_WORD,), (PRIMERO,), False),
        ((Phase.SECOND_WORD,), (SEGUNDO,), False),
        ((Phase.ANSWER,), (), False),
        ((Phase.BANKER,), (), False),
    ],
)
def test_from_the_earliest_phase_on_all_is_forgotten_but_the_word_of_a_cloth_that_is_not_asked_again(
    back: tuple[Phase, ...], cloths: tuple[Hand, ...], is_dealt_anew: bool
) -> None:
    lies = {"before": None, "is_lifted": False} if is_dealt_anew else {}
    sides = {
        hand: forgotten(side, **lies) if Hand(hand) in cloths else replace(side, winner=None, **lies)
        for hand, side in SPOKEN.items()
    }
    findable = {f"{code}:{hand}" for code in SHOWN for hand in (BANCA, *cloths)}
    assert undone(COUP, back) == replace(
        COUP,
        sides=Map(sides),
        naturals=tuple(str(hand) for hand in (PRIMERO, SEGUNDO) if hand not in cloths),
        decision=None,
        found_faults=FOUND - findable,
    )


@pytest.mark.parametrize("back", [(Phase.SHOW,), (Phase.SETTLE,)])
def test_play_that_goes_back_to_no_decision_forgets_nothing(back: tuple[Phase, ...]) -> None:
    assert undone(COUP, back) == COUP
