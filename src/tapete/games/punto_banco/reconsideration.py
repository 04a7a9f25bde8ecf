"""Rulings on a third card that was not due, reconsidered when a card of the coup is put right.

Each is looked at on the cards that it was given on, with the true one: where the same card is not due, it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tapete.clauses import Fault, cite, rule
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import (
    AssignCard,
    Discard,
    Effect,
    GoBack,
    NoteOnly,
    ReturnStake,
    VoidCoup,
)
from tapete.games.baccarat.incident import Incident, IncidentOpened, incident
from tapete.games.baccarat.layout import Layout, at
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.baccarat.reversal import marks_without
from tapete.games.punto_banco.course import THIRD_CARD_NOT_DUE, surplus_hand
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.evolve.coup import rekey_rulings
from tapete.games.punto_banco.state import RulingGiven, State, third
from tapete.games.punto_banco.terms import Hand
from tapete.kernel import HOUSE

UNDONE = "ruling-undone"
"""Kind of the incident of what an undone ruling has moved, and code of its faults."""
STANDS: tuple[Effect, ...] = (NoteOnly("undone-ruling-stands"),)
"""What is proposed of a coup that is over."""
ANNULLED: tuple[Effect, ...] = (VoidCoup(),)


@rule("HP.PB.undone-ruling", neutral=())
def undo(rulings: tuple[RulingUndone, ...]) -> tuple[RulingUndone, ...]:
    """A ruling on a third card that only the wrong key made undue counts no longer."""
    return rulings


def rulings_to_undo(state: State, rulings: Sequence[RulingGiven], event: CardCorrected) -> tuple[RulingUndone, ...]:
    """Return the rulings of a coup that a corrected card undoes, the last one first."""
    right = rekey_rulings(tuple(rulings), event.position, event.face)
    gone = [
        one
        for keyed, one in zip(rulings, right, strict=True)
        if one.kind == THIRD_CARD_NOT_DUE and surplus_at(state, keyed) is not surplus_at(state, one)
    ]
    codes = (THIRD_CARD_NOT_DUE,)
    found = tuple(RulingUndone(event.coup, one.serial, one.kind, codes, one.effects) for one in reversed(gone))
    return undo(found) if found else ()


def surplus_at(state: State, given: RulingGiven) -> Hand | None:
    return surplus_hand(replace(state, layout=given.layout, marks=given.marks, phase=given.phase, due_cards=()))


def hands_let_stand(state: State) -> tuple[Hand, ...]:
    """Return the hands of the coup in progress whose third card, which the rules do not give, a ruling let stand."""
    given = (one for one in state.rulings if one.kind == THIRD_CARD_NOT_DUE)
    hands = [hand for one in given if (hand := surplus_at(state, one)) is not None]
    return tuple(hand for hand in hands if at(state.layout, third(hand)))


def without_rulings(marks: Marks, rulings: Sequence[RulingGiven], undone: Sequence[RulingUndone]) -> Marks:
    for event in undone:
        given = next(one for one in rulings if one.serial == event.serial)
        later = (effect for one in rulings[rulings.index(given) + 1 :] for effect in one.effects)
        marks = marks_without(marks, given.marks, event.effects, later)
    return marks


# --- what it moved ----------------------------------------------------------------------------------------------------


def moved_incident(
    state: State, rulings: Sequence[RulingGiven], layout: Layout, undone: Sequence[RulingUndone], over: bool
) -> tuple[IncidentOpened, ...]:
    """Return the incident of what undone rulings have moved: the table chief decides.

    ``layout`` are the cards of the coup as they lie; ``over``: it was paid or annulled.
    """
    clause = (cite("HP.PB.undone-ruling"),)
    faults: list[Fault] = []
    back: list[Effect] = []
    lost = False
    for event in reversed(undone):
        given = next(one for one in rulings if one.serial == event.serial)
        cards = restoring_effects(given, layout)
        taken_up = any(isinstance(one, ReturnStake | GoBack | VoidCoup) for one in event.effects)
        if cards or taken_up:
            facts = {"coup": event.coup, "serial": event.serial, "kind": event.kind}
            faults.append(Fault(UNDONE, facts, clause))
            back += [one for one in cards if one not in back]
            lost = lost or taken_up
    if not faults:
        return ()
    effects = STANDS if over else ANNULLED if lost else tuple(back)
    others = () if over else (STANDS,) if lost else (ANNULLED, STANDS)
    alternatives = tuple(Remedy(one, clause) for one in others)
    made = Proposal(effects, clause, open_to_judgement=True, alternatives=alternatives)
    return (IncidentOpened(incident(state.docket, UNDONE, HOUSE, faults, (made,))),)


def restoring_effects(given: RulingGiven, layout: Layout) -> tuple[Effect, ...]:
    """Return how the cards that a ruling moved come back to where they lay; what lies there instead is discarded."""
    named = {one.position for one in given.effects if isinstance(one, Discard | AssignCard)}
    there = {card.position: card.place for card in layout}
    moved = [one for one in given.layout if one.position in named and there.get(one.position) != one.place]
    lain = {one.position for one in given.layout}
    instead = [card for card in layout if card.position not in lain and card.place in {one.place for one in moved}]
    out = tuple(Discard(card.position) for card in instead)
    return (*out, *(AssignCard(one.position, one.place) for one in moved))


def is_about_corrected_coup(state: State, found: Incident) -> bool:
    return found.kind == UNDONE and any(one.facts.get("coup") == state.coup for one in found.faults)
