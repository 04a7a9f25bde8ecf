"""Rulings on faults that open cards showed, reconsidered when a card of the coup is put right.

Each is looked at on the coup as it was when it was given, with the true card and without the rulings that are undone
already: where the same fault asks for the same, it stands. What somebody reported stands whatever the card is.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tapete.clauses import Fault, cite, rule, trace
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import Effect, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.banked import reversal
from tapete.games.banked.coup import RulingGiven
from tapete.games.banked.reconsideration import (
    NOTE,
    has_changed_play,
    is_money_moved,
    is_played_on,
    restoring_effects,
    undone_fault,
    undone_incident,
)
from tapete.games.chemin_de_fer.errors.findings import (
    banker_faults,
    mistaken_natural_incident,
    proposal,
    punto_faults,
    reporter,
    with_public_facts,
)
from tapete.games.chemin_de_fer.evolve.rulings import SHOWN
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import Coup
from tapete.games.chemin_de_fer.terms import HANDS, Hand, Phase

_set = msgspec.structs.replace


@rule("HP.CF.undone-ruling", neutral=())
def undo(rulings: tuple[RulingUndone, ...]) -> tuple[RulingUndone, ...]:
    """A ruling on a fault that only the wrong key showed counts no longer."""
    return rulings


def rulings_to_undo(state: State, wrong: Coup, right: Coup) -> tuple[RulingUndone, ...]:
    """Return the rulings of a coup that its true cards (``right``) undo, the last one first; ``wrong`` is the coup as
    it was keyed.

    Where play went by one of them the coup goes on from there, and the later ones on what was done since go with it.
    """
    found: list[RulingUndone] = []
    resumed = False
    with trace():
        for one, keyed in zip(right.rulings, wrong.rulings, strict=True):
            gone = codes_shown(one) if resumed else codes_gone(state, one, keyed, found)
            if gone:
                event = undoing(state, right, one, keyed, gone)
                resumed = resumed or event.is_resumed
                found.append(event)
    return undo(tuple(reversed(found))) if found else ()


def codes_shown(ruling: RulingGiven) -> tuple[str, ...]:
    """Return the codes of the faults of a ruling that nothing but open cards showed."""
    return tuple(dict.fromkeys(fault.code for fault in ruling.faults if fault.code in SHOWN))


def codes_gone(
    state: State, one: RulingGiven, keyed: RulingGiven, undone_before: Sequence[RulingUndone]
) -> tuple[str, ...]:
    """Return the codes of the faults of a ruling that the true cards do not show, or for which the rules ask something
    else than what was ruled as they proposed.
    """
    codes, then = codes_shown(one), at_ruling(state, one)
    if not codes or then is None or (meant := at_ruling(state, keyed)) is None:
        return ()
    coup = then.coup
    for event in reversed(undone_before):
        coup = reversal.without_ruling(coup, _set(event, is_resumed=False))
    then = _set(then, coup=coup)
    shown = {fault.code: remedy(then, fault) for fault in faults_shown(then)}
    asked = {fault.code: remedy(meant, fault) for fault in faults_shown(meant)}
    return tuple(code for code in codes if code not in shown or (one.is_as_proposed and shown[code] != asked.get(code)))


def at_ruling(state: State, ruling: RulingGiven) -> State | None:
    """Return the table with the coup as it was when a ruling was given, its faults not found yet."""
    if not isinstance(ruling.coup, Coup):
        return None
    found = ruling.coup.found_faults - frozenset(fault.code for fault in ruling.faults if fault.code in SHOWN)
    return _set(state, phase=Phase(ruling.phase), coup=_set(ruling.coup, found_faults=found))


def faults_shown(state: State) -> tuple[Fault, ...]:
    """Return every fault that the open cards show."""
    laid = [mistaken_natural_incident(state, Hand(hand)) for hand in state.coup.naturals[-1:]]
    return (
        *(with_public_facts(state, Hand.PUNTO, one) for one in punto_faults(state)),
        *(with_public_facts(state, Hand.BANCA, one) for one in banker_faults(state)),
        *(fault for one in laid if one is not None for fault in one.incident.faults),
    )


def remedy(state: State, fault: Fault) -> tuple[Effect, ...] | None:
    """Return what the rules make of a fault; ``None`` where they say nothing."""
    made = proposal(state, fault)
    return None if made is None else made.effects


def undoing(state: State, right: Coup, one: RulingGiven, keyed: RulingGiven, gone: tuple[str, ...]) -> RulingUndone:
    """Return what is taken back of a ruling: all of it, or what it did for the faults that are none where it spoke of
    others too.
    """
    effects = one.effects
    if any(fault.code not in gone for fault in one.faults):
        meant = at_ruling(state, keyed)
        faults = () if meant is None else tuple(one for one in faults_shown(meant) if one.code in gone)
        asked = set() if meant is None else {effect for fault in faults for effect in remedy(meant, fault) or ()}
        effects = tuple(effect for effect in effects if effect in asked)
    changed_play = one.coup is not None and any(has_changed_play(effect, one.coup, right) for effect in effects)
    return RulingUndone(right.number, one.serial, one.kind, gone, effects, changed_play)


def without_rulings(coup: Coup, events: Sequence[RulingUndone]) -> Coup:
    """Return a coup without the rulings that are undone."""
    for event in events:
        coup = reversal.without_ruling(coup, event)
    return coup


def phase_resumed(coup: Coup, events: Sequence[RulingUndone]) -> Phase | None:
    """Return the phase from which a coup goes on without some rulings; ``None`` where it goes on from where it is.

    It is that of the first ruling that play went by. Where nobody has done anything since the first of them all, what
    opened another phase followed from the ruling alone.
    """
    serials = [one.serial for one in events if one.is_resumed][-1:]
    if not serials:
        given = [one for one in coup.rulings if one.serial in [event.serial for event in events][-1:]]
        idle = [one for one in given if one.coup is not None and not is_played_on(one.coup, coup)]
        serials = [one.serial for one in idle if one.coup is not None and one.coup.naturals == coup.naturals]
    return next((Phase(one.phase) for one in coup.rulings if one.serial in serials), None)


def moved_incident(state: State, right: Coup, events: Sequence[RulingUndone], over: bool) -> tuple[IncidentOpened, ...]:
    """Return the incident of what undone rulings have moved that no correction can bring back by itself: cards, and
    the course of a coup that is over.

    ``right`` is the coup with its true card before they were undone; ``state`` is the table after it.
    """
    clause = (cite("HP.CF.undone-ruling"),)
    first = next((one for one in reversed(events) if one.is_resumed), None)
    back: list[Effect] = []
    faults: list[Fault] = []
    is_lost = False
    for event in reversed(events):
        before = next((one.coup for one in right.rulings if one.serial == event.serial), None)
        if before is None:
            continue
        moved = restoring_effects(event.effects, before, right, HANDS, resumed=event is first)
        lost = moved is None or is_money_moved(event.effects, before, right)
        if lost or moved or (over and event.is_resumed):
            faults.append(undone_fault(event, *clause))
            is_lost = is_lost or lost
            back += [one for one in moved or () if one not in back]
    if not faults:
        return ()
    annulled: tuple[Effect, ...] = (VoidCoup(),)
    effects = NOTE if over else annulled if is_lost else tuple(back)
    others = () if over else (NOTE,) if is_lost else (annulled, NOTE)
    return (undone_incident(state.docket, reporter(state), faults, effects, others, clause),)
