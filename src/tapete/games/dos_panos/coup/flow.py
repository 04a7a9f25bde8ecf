"""What follows by itself at this table; :mod:`tapete.games.banked.consequences` says what a consequence is."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import consequences, dealing, turns
from tapete.games.banked.consequences import Consequence, first_consequence
from tapete.games.banked.shoe import stop_card
from tapete.games.dos_panos.coup.ending import end_of_coup
from tapete.games.dos_panos.coup.points import laid_naturals
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, Hand, Phase
from tapete.kernel import Event


def with_consequences(state: State, *events: Event) -> tuple[Event, ...]:
    """Return ``events`` and everything that follows from them by itself."""
    return consequences.with_consequences(evolve, next_consequence, state, events)


def next_consequence(state: State) -> tuple[Event, ...]:
    """Return the next events that follow by themselves; none while somebody has to act."""
    if state.docket.open or state.coup.due_cards or state.phase not in COUP:
        return ()
    return first_consequence(state, CONSEQUENCES.get(state.phase, ()))


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("DP.B.17", neutral=(Hand.BANCA, Hand.PRIMERO, Hand.SEGUNDO))
def dealing_order() -> tuple[Hand, ...]:
    """One card at a time: the first cloth, the second, the bank, until each has two."""
    return HANDS


def next_hand(state: State) -> Hand | None:
    """Return which hand the next card of the deal goes to; ``None`` when all have their two."""
    due = dealing.next_hand(dealing.served_counts(state.coup.cards, dealing_order(), CLOTHS))
    return None if due is None else Hand(due)


def deal_over(state: State) -> tuple[Event, ...]:
    """Return what follows the deal: the cards of the cloths are carried."""
    return (PhaseOpened(Phase.CARRY),) if next_hand(state) is None else ()


# --- words and third cards --------------------------------------------------------------------------------------------


def asked_cloths(state: State) -> tuple[Hand, ...]:
    """Return the cloths that are to get a third card and have none yet, the first one first."""
    return tuple(
        cloth
        for cloth in CLOTHS
        if turns.is_card_asked(state.coup, cloth) and not at(state.coup.cards.layout, third(cloth))
    )


def after_words(state: State) -> tuple[Event, ...]:
    """Return what follows when both cloths have spoken: nothing is left to decide where both laid naturals down."""
    if set(CLOTHS) <= set(laid_naturals(state)):
        return (PhaseOpened(Phase.SHOW), *opponents_show(state, Hand.BANCA))
    return () if asked_cloths(state) else (PhaseOpened(Phase.BANKER),)


def after_decision(state: State) -> tuple[Event, ...]:
    """Return what follows the banker's decision: his card, and then all hands are shown."""
    decision = state.coup.decision
    if decision is Cell.DRAW and not at(state.coup.cards.layout, third(Hand.BANCA)):
        return draw_third_card(state, Hand.BANCA)
    return (PhaseOpened(Phase.SHOW),) if decision is not None else ()


def draw_third_card(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a third card, face up; the stop card may come out before it."""
    return (*stop_card(state.shoe), *dealing.draw_third_card(state.shoe, hand, face_up=is_third_card_face_up()))


@rule("DP.A.21", neutral=False)
def is_third_card_face_up() -> bool:
    """A third card, to a cloth or to the banker, is dealt face up."""
    return True


# --- showing ----------------------------------------------------------------------------------------------------------


def turn_hands(state: State, *hands: Hand) -> tuple[Event, ...]:
    """Return the events that turn hands up; faces that nobody knows yet are waited for."""
    return dealing.turn_hands(state.coup.cards, *hands)


@rule("DP.B.24", neutral=True)
def is_bank_shown(state: State) -> bool:
    """The bank's score is shown towards both cloths before anything is paid."""
    return is_open(state.coup.cards, Hand.BANCA)


def after_show(state: State) -> tuple[Event, ...]:
    """Return the end of the coup once every hand lies open; a natural of the bank has the cloths show theirs."""
    if Hand.BANCA in state.coup.naturals and (shown := opponents_show(state, *CLOTHS)):
        return shown
    cloths = all(is_open(state.coup.cards, cloth) for cloth in CLOTHS)
    return end_of_coup(state) if cloths and is_bank_shown(state) else ()


@rule("DP.A.08", neutral=())
def opponents_show(state: State, *opponents: Hand) -> tuple[Event, ...]:
    """When one side turns a natural up its opponents show their cards too."""
    return turn_hands(state, *opponents)


CONSEQUENCES: Mapping[Phase, tuple[Consequence[State], ...]] = {
    Phase.DEAL: (deal_over,),
    Phase.ANSWER: (after_words,),
    Phase.BANKER: (after_decision,),
    Phase.SHOW: (after_show,),
}
"""What can follow by itself in each phase."""
