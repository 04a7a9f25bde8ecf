"""Rulings on faults that open cards showed, reconsidered when a card of the coup is put right.

Each is looked at on the coup as it was when it was given, with the true card and without the rulings that are undone
already: where the same fault asks for the same, it stands. What somebody reported stands whatever the card is. Which
faults open cards show, and what the rules make of them, a game says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from tapete.clauses import Cite, Fault, trace
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import AssignCard, Effect, GoBack, VoidCoup
from tapete.games.baccarat.incident import Incident, IncidentOpened
from tapete.games.baccarat.layout import BASKET, FLOOR, move
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked import reversal
from tapete.games.banked.coup import Coup, RulingGiven
from tapete.games.banked.reconsideration import (
    NOTE,
    has_changed_play,
    is_money_moved,
    is_played_on,
    restoring_effects,
    undone_fault,
    undone_incident,
)
from tapete.games.banked.reversal import FaultNames
from tapete.games.banked.settled_coups import CorrectableTable, changed
from tapete.kernel import PersonId

S = TypeVar("S", bound=CorrectableTable)
C = TypeVar("C", bound=Coup)

_set = msgspec.structs.replace


class Undoing(msgspec.Struct, Generic[S], frozen=True):
    """What one game says of rulings that a wrong key led to.

    ``shown_codes`` are the codes of the faults that nothing but open cards shows; ``faults`` finds them, ``proposal``
    says what the rules make of one. ``phase`` makes a phase of the game of its name. ``undo`` is the clause that takes
    rulings back, ``clause`` its name.
    """

    hands: Sequence[str]
    shown_codes: Collection[str]
    names: FaultNames
    faults: Callable[[S], Iterable[Fault]]
    proposal: Callable[[S, Fault], Proposal | None]
    reporter: Callable[[S], PersonId]
    phase: Callable[[str], str]
    undo: Callable[[tuple[RulingUndone, ...]], tuple[RulingUndone, ...]]
    clause: Cite

    def name(self, fault: Fault) -> str:
        """Return the name that tells a fault from every other one of the coup."""
        return self.names(fault)[-1]

    def remedy(self, state: S, fault: Fault) -> tuple[Effect, ...] | None:
        """Return what the rules make of a fault; ``None`` where they say nothing."""
        made = self.proposal(state, fault)
        return None if made is None else made.effects

    def codes_shown(self, ruling: RulingGiven) -> tuple[str, ...]:
        """Return the names of the faults of a ruling that nothing but open cards showed."""
        return tuple(dict.fromkeys(self.name(fault) for fault in ruling.faults if fault.code in self.shown_codes))

    def not_found(self, state: S, coup: Coup, faults: Iterable[Fault]) -> S:
        """Return the table with a coup in which those of some faults that open cards show are not taken up yet."""
        gone = frozenset(name for fault in faults if fault.code in self.shown_codes for name in self.names(fault))
        return changed(state, coup=_set(coup, found_faults=coup.found_faults - gone))

    def at_ruling(self, state: S, ruling: RulingGiven) -> S | None:
        if ruling.coup is None:
            return None
        return changed(self.not_found(state, ruling.coup, ruling.faults), phase=self.phase(ruling.phase))


def before_falls(coup: C, case: Incident) -> C:
    """Return the coup with the cards that have left their hands by what was reported where they lay: there the other
    faults of the case were found.
    """
    there = {one.position: one.place for one in case.proposed_effects if isinstance(one, AssignCard)}
    layout = coup.cards.layout
    for card in layout:
        if card.place in (FLOOR, BASKET) and card.position in there:
            layout = move(layout, card.position, there[card.position])
    return _set(coup, cards=_set(coup.cards, layout=layout))


def rulings_to_undo(game: Undoing[S], state: S, wrong: Coup, right: Coup) -> tuple[RulingUndone, ...]:
    """Return the rulings of a coup that its true cards (``right``) undo, the last one first; ``wrong`` is the coup as
    it was keyed.

    Where play went by one of them the coup goes on from there, and the later ones on what was done since go with it.
    One that sent play back goes as a whole: what stands of it is found again.
    """
    found: list[RulingUndone] = []
    resumed = False
    with trace():
        for one, keyed in zip(right.rulings, wrong.rulings, strict=True):
            gone = game.codes_shown(one) if resumed else codes_gone(game, state, one, keyed, found)
            if gone and any(isinstance(effect, GoBack) for effect in one.effects):
                gone = game.codes_shown(one)
            if gone:
                event = undoing(game, state, right, one, keyed, gone)
                resumed = resumed or event.is_resumed
                found.append(event)
    return game.undo(tuple(reversed(found))) if found else ()


def codes_gone(
    game: Undoing[S], state: S, one: RulingGiven, keyed: RulingGiven, undone_before: Sequence[RulingUndone]
) -> tuple[str, ...]:
    """Return the names of the faults of a ruling that the true cards do not show, or for which the rules ask something
    else than what was ruled as they proposed.
    """
    codes, then = game.codes_shown(one), game.at_ruling(state, one)
    if not codes or then is None or (meant := game.at_ruling(state, keyed)) is None:
        return ()
    coup = then.coup
    for event in reversed(undone_before):
        coup = reversal.without_ruling(coup, _set(event, is_resumed=False), game.names)
    then = changed(then, coup=coup)
    shown = {game.name(fault): game.remedy(then, fault) for fault in game.faults(then)}
    asked = {game.name(fault): game.remedy(meant, fault) for fault in game.faults(meant)}
    return tuple(code for code in codes if code not in shown or (one.is_as_proposed and shown[code] != asked.get(code)))


def undoing(
    game: Undoing[S], state: S, right: Coup, one: RulingGiven, keyed: RulingGiven, gone: tuple[str, ...]
) -> RulingUndone:
    """Return what is taken back of a ruling: all of it, or what it did for the faults that are none where it spoke of
    others too.
    """
    effects = one.effects
    if any(game.name(fault) not in gone for fault in one.faults):
        meant = game.at_ruling(state, keyed)
        asked = {True: set[Effect](), False: set[Effect]()}
        for fault in () if meant is None else game.faults(meant):
            asked[game.name(fault) in gone].update((meant and game.remedy(meant, fault)) or ())
        effects = tuple(effect for effect in effects if effect in asked[True] - asked[False])
    changed_play = one.coup is not None and any(has_changed_play(effect, one.coup, right) for effect in effects)
    return RulingUndone(right.number, one.serial, one.kind, gone, effects, changed_play)


def without_rulings(game: Undoing[S], coup: Coup, events: Sequence[RulingUndone]) -> Coup:
    for event in events:
        coup = reversal.without_ruling(coup, event, game.names)
    return coup


def phase_resumed(game: Undoing[S], coup: Coup, events: Sequence[RulingUndone]) -> str | None:
    """Return the phase from which a coup goes on without some rulings; ``None`` where it goes on from where it is.

    It is that of the first ruling that play went by. Where nobody has done anything since the first of them all, what
    opened another phase followed from the ruling alone.
    """
    serials = [one.serial for one in events if one.is_resumed][-1:]
    if not serials:
        given = [one for one in coup.rulings if one.serial in [event.serial for event in events][-1:]]
        idle = [one for one in given if one.coup is not None and not is_played_on(one.coup, coup)]
        serials = [one.serial for one in idle if one.coup is not None and one.coup.naturals == coup.naturals]
    return next((game.phase(one.phase) for one in coup.rulings if one.serial in serials), None)


def moved_incident(
    game: Undoing[S], state: S, right: Coup, events: Sequence[RulingUndone], over: bool
) -> tuple[IncidentOpened, ...]:
    """Return the incident of what undone rulings have moved that no correction can bring back by itself: cards, and
    the course of a coup that is over.

    ``right`` is the coup with its true card before they were undone; ``state`` is the table after it.
    """
    clause = (game.clause,)
    first = next((one for one in reversed(events) if one.is_resumed), None)
    back: list[Effect] = []
    faults: list[Fault] = []
    is_lost = False
    for event in reversed(events):
        before = next((one.coup for one in right.rulings if one.serial == event.serial), None)
        if before is None:
            continue
        moved = restoring_effects(event.effects, before, right, game.hands, resumed=event is first)
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
    return (undone_incident(state.docket, game.reporter(state), faults, effects, others, clause),)
