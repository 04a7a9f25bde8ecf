"""The books of an incident: what its ruling makes of the cards, the bars and the course of the coup. No rule is decided
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import BarPerson, Effect, GoBack
from tapete.games.baccarat.incident import (
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    IncidentWithdrawn,
    add_incident,
    remove_incident,
    replace_incident,
)
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.games.banked import settled_coups
from tapete.games.banked.coup import RulingGiven, with_side, without_cards, without_decision, without_words
from tapete.games.dos_panos.state import Coup, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, WORD_OF, Hand, Phase
from tapete.kernel import Event

SHOWN: Final = frozenset(
    {
        *("wrong-word", "natural-forgotten", "laid-down-no-natural", "natural-not-laid-down"),
        *("against-table", "banker-must-draw", "bound-by-ruling", "card-not-taken"),
    }
)
"""Codes of the faults that nothing but open cards shows."""


def found_key(fault: Fault) -> str:
    """Return under which name a fault is taken up once in a coup: by its code, and by its hand where it names one."""
    hand = fault.facts.get("hand", "")
    return f"{fault.code}:{hand}" if hand else fault.code


def fault_names(fault: Fault) -> tuple[str, ...]:
    """Return under which names a fault is taken up in a coup, the one that tells it from every other one last."""
    return (fault.code, found_key(fault))


def with_faults(coup: Coup, faults: Iterable[Fault]) -> Coup:
    """Return the coup in which these faults are taken up."""
    known = {name for fault in faults for name in fault_names(fault)}
    return replace(coup, found_faults=coup.found_faults | known)


def apply_incident_opened(state: State, event: IncidentOpened) -> State:
    """Open an incident; its faults are taken up once in the coup."""
    coup = with_faults(state.coup, event.incident.faults)
    return replace(state, docket=add_incident(state.docket, event.incident), coup=coup)


def apply_incident_widened(state: State, event: IncidentWidened) -> State:
    coup = with_faults(state.coup, event.incident.faults)
    return replace(state, docket=replace_incident(state.docket, event.incident), coup=coup)


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    """Close an incident and do what its ruling says.

    A bar that is laid on somebody before the deal holds until a coup is dealt, even if this one is called off; play
    that goes back is forgotten.
    """
    closed_case = state.docket.incident(event.serial)
    faults = () if closed_case is None else closed_case.faults
    effects, before = event.effects, state.coup
    given = RulingGiven(
        effects, event.clauses, faults, event.serial, event.kind, str(state.phase), before, event.is_as_proposed
    )
    cards = apply_effects(effects, before.cards)
    early = frozenset(one.position for one in cards.marks.aside) if state.is_undealt else before.early_cards
    coup = replace(before, cards=cards, rulings=(*before.rulings, given), early_cards=early)
    bars = state.bars
    if state.phase not in COUP:
        laid = tuple(effect for effect in effects if isinstance(effect, BarPerson))
        bars = apply_effects(laid, Cards((), bars)).marks
    back = phases_gone_back(effects)
    coup = undone(coup, back) if back else coup
    return replace(state, docket=remove_incident(state.docket, event.serial), coup=coup, bars=bars)


def apply_ruling_undone(state: State, event: RulingUndone) -> State:
    return settled_coups.apply_ruling_undone(state, event, fault_names)


def apply_incident_withdrawn(state: State, event: IncidentWithdrawn) -> State:
    return settled_coups.apply_incident_withdrawn(state, event, fault_names)


def phases_gone_back(effects: Iterable[Effect]) -> tuple[Phase, ...]:
    """Return the phases to which effects take play back, the earliest first: from there it goes on."""
    found = {Phase(effect.phase) for effect in effects if isinstance(effect, GoBack)}
    return tuple(sorted(found, key=COUP.index))


def undone(coup: Coup, back: Sequence[Phase]) -> Coup:
    """Return the coup with what was said and done from the earliest of these phases on forgotten, but for the word of a
    cloth whose turn to speak is none of them: it stands. The faults of what is forgotten can be found once more.
    """
    first = COUP.index(back[0])
    forgotten = [cloth for cloth in CLOTHS if first <= COUP.index(Phase.CARRY) or WORD_OF[cloth] in back]
    if first > COUP.index(Phase.BANKER):
        return coup
    naturals = tuple(hand for hand in coup.naturals if hand in CLOTHS and Hand(hand) not in forgotten)
    findable = {f"{code}:{hand}" for code in SHOWN for hand in (Hand.BANCA, *forgotten)}
    coup = replace(without_decision(coup, findable), naturals=naturals)
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=None)
    coup = without_words(coup, forgotten)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    IncidentOpened: apply_incident_opened,
    IncidentWidened: apply_incident_widened,
    IncidentRuled: apply_incident_ruled,
    IncidentWithdrawn: apply_incident_withdrawn,
    RulingUndone: apply_ruling_undone,
}
"""What each event of an incident makes of the state."""
