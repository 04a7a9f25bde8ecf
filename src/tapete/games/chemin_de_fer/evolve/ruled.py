"""The books of a ruling: what its effects make of the cards, the bars and the course of the coup. No rule is decided
here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.games.baccarat.effects import BarPerson, GoBack
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import RulingGiven
from tapete.games.chemin_de_fer.terms import COUP, Phase

_set = msgspec.structs.replace

ANNOUNCED = frozenset({"wrong-word", "natural-forgotten", "asked-again"})
DECIDED = frozenset(
    {"laid-down-no-natural", "natural-offered-cards", "against-table", "banker-must-draw", "bound-by-ruling"}
)
"""Codes of the faults of the punto, and of those that can be made again from the banker's turn on: where play goes back
behind them, they can be found once more.
"""

SHOWN = ANNOUNCED | DECIDED
"""Codes of the faults that nothing but open cards shows: where a card was keyed wrongly they are weighed anew."""


def apply_ruling(state: State, event: IncidentRuled) -> State:
    """A bar that is laid on somebody before the deal holds until a coup is dealt, even if this one is called off; play
    that goes back is forgotten.
    """
    effects, given = event.effects, RulingGiven(event.effects, event.clauses)
    cards, rulings = apply_effects(effects, state.coup.cards), (*state.coup.rulings, given)
    after = _set(state, coup=_set(state.coup, cards=cards, rulings=rulings))
    if state.phase not in COUP:
        bars = tuple(effect for effect in effects if isinstance(effect, BarPerson))
        after = _set(after, bars=apply_effects(bars, Cards((), state.bars)).marks)
    back = [Phase(effect.phase) for effect in effects if isinstance(effect, GoBack)]
    if not back:
        return after
    undone: dict[str, Any] = {"laid_down": (), "decided": None}
    if COUP.index(back[-1]) <= COUP.index(Phase.WORD):
        undone |= {"word": None, "chosen": "", "asked_again": False}
    if COUP.index(back[-1]) <= COUP.index(Phase.CARRY):
        undone |= {"before": None, "lifted": False}
    again = COUP.index(back[-1]) <= COUP.index(Phase.WORD)
    if COUP.index(back[-1]) <= COUP.index(Phase.BANKER):
        undone["found"] = after.coup.found - DECIDED - (ANNOUNCED if again else frozenset())
    return _set(after, coup=_set(after.coup, **undone))
