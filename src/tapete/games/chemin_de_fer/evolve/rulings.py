"""The books of a ruling: what its effects make of the cards, the bars and the course of the coup. No rule is decided
here.
"""

from __future__ import annotations

import msgspec

from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import BarPerson, GoBack
from tapete.games.baccarat.incident import IncidentRuled, IncidentWithdrawn
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.games.banked import settled_coups
from tapete.games.banked.coup import RulingGiven, without_cards, without_decision, without_words
from tapete.games.banked.reconsideration import by_code
from tapete.games.chemin_de_fer.state import Coup, State
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


def apply_ruling(state: State, event: IncidentRuled, faults: tuple[Fault, ...]) -> State:
    """A bar that is laid on somebody before the deal holds until a coup is dealt, even if this one is called off; play
    that goes back is forgotten.
    """
    effects, before = event.effects, state.coup
    given = RulingGiven(
        effects, event.clauses, faults, event.serial, event.kind, str(state.phase), before, event.is_as_proposed
    )
    cards, rulings = apply_effects(effects, before.cards), (*before.rulings, given)
    after = _set(state, coup=_set(before, cards=cards, rulings=rulings))
    if state.phase not in COUP:
        bars = tuple(effect for effect in effects if isinstance(effect, BarPerson))
        after = _set(after, bars=apply_effects(bars, Cards((), state.bars)).marks)
    back = [Phase(effect.phase) for effect in effects if isinstance(effect, GoBack)]
    if not back:
        return after
    first = COUP.index(back[-1])
    return _set(after, coup=undone(after.coup, first))


def apply_ruling_undone(state: State, event: RulingUndone) -> State:
    return settled_coups.apply_ruling_undone(state, event, by_code)


def apply_incident_withdrawn(state: State, event: IncidentWithdrawn) -> State:
    return settled_coups.apply_incident_withdrawn(state, event, by_code)


def undone(coup: Coup, first: int) -> Coup:
    """Return the coup with what was said and done from a step of it on forgotten; ``first`` is its place in the order
    of the steps.
    """
    said = first <= COUP.index(Phase.WORD)
    findable = DECIDED | (ANNOUNCED if said else frozenset()) if first <= COUP.index(Phase.BANKER) else frozenset()
    coup = without_decision(coup, findable)
    if said:
        coup = without_words(coup, coup.sides)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup
