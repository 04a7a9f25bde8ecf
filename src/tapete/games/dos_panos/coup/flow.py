"""What follows by itself at this table; :mod:`tapete.games.banked.rulings` says what a consequence is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tapete.clauses import Fault, rule, trace
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.effects import DISCARD, Cell, VoidCoup, at
from tapete.games.baccarat.incident import judgement_clauses
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import reconsideration, rulings, shoe
from tapete.games.banked.events import CardMoved
from tapete.games.dos_panos.coup import hands
from tapete.games.dos_panos.errors.words import found_incident
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, WORD_OF, Hand, Phase
from tapete.kernel import Event


def next_consequence(state: State) -> tuple[Event, ...]:
    """Return the next events that follow by themselves; none while somebody has to act."""
    if state.docket.open or state.coup.due_cards or state.phase not in COUP:
        return ()
    return rulings.first_consequence(state, (*LEFT_BY_RULINGS, *CONSEQUENCES.get(state.phase, ())))


all_consequences: Final = partial(rulings.all_consequences, evolve, next_consequence)
with_consequences: Final = partial(rulings.with_consequences, evolve, next_consequence)


def clear_up(state: State) -> tuple[Event, ...]:
    cards = state.coup.cards
    return shoe.await_faces(cards, HANDS) or shoe.discard_surplus_third(cards, HANDS, hands.card_points(state))


def end_by_ruling(state: State) -> tuple[Event, ...]:
    if not state.coup.cards.marks.hands:
        return ()
    reckoned = any(state.coup.side(cloth).winner is not None for cloth in CLOTHS)
    if state.phase is Phase.SHOW or (state.phase is Phase.SETTLE and reckoned):
        return ()
    marks = state.coup.cards.marks
    lost = all(marks.of(cloth).is_lost for cloth in hands.live_cloths(state))
    return hands.end_of_coup(state) if lost or marks.of(Hand.BANCA).is_lost else ()


@rule("DP.B.17", neutral=(Hand.BANCA, Hand.PRIMERO, Hand.SEGUNDO))
def dealing_order() -> tuple[Hand, ...]:
    """One card at a time: the first cloth, the second, the bank, until each has two."""
    return HANDS


def next_hand(state: State) -> Hand | None:
    playing = [hand for hand in dealing_order() if not hands.is_decided(state, hand)]
    due = shoe.next_hand(shoe.served_counts(state.coup.cards, playing, CLOTHS))
    return None if due is None else Hand(due)


def deal_over(state: State) -> tuple[Event, ...]:
    return (PhaseOpened(Phase.CARRY),) if next_hand(state) is None else ()


def reopen_deal(state: State) -> tuple[Event, ...]:
    """Return what follows when a card of the deal was taken away: the next one of the shoe takes its place."""
    with trace():
        due = next_hand(state)
    return (PhaseOpened(Phase.DEAL),) if due is not None else ()


def asked_cloths(state: State) -> tuple[Hand, ...]:
    return tuple(
        cloth
        for cloth in hands.live_cloths(state)
        if reconsideration.is_card_asked(state.coup, cloth)
        and not hands.is_decided(state, cloth)
        and not at(state.coup.cards.layout, third(cloth))
    )


def has_spoken(state: State, cloth: Hand) -> bool:
    return state.coup.side(cloth).word is not None or cloth in state.coup.naturals or hands.is_decided(state, cloth)


def next_word(state: State) -> Phase:
    return next((WORD_OF[cloth] for cloth in CLOTHS if not has_spoken(state, cloth)), Phase.ANSWER)


def words_go_on(state: State) -> tuple[Event, ...]:
    now = next_word(state)
    return (PhaseOpened(now),) if now is not state.phase else ()


def after_words(state: State) -> tuple[Event, ...]:
    if is_all_shown(state):
        return (PhaseOpened(Phase.SHOW), *opponents_show(state, Hand.BANCA))
    return () if asked_cloths(state) else (PhaseOpened(Phase.BANKER),)


def is_all_shown(state: State) -> bool:
    return set(hands.live_cloths(state)) <= set(hands.laid_naturals(state))


def after_decision(state: State) -> tuple[Event, ...]:
    """Return what follows the banker's decision: their card, and then all show. Between two naturals there is none."""
    if state.coup.decision is None and is_all_shown(state):
        return (PhaseOpened(Phase.SHOW), *opponents_show(state, Hand.BANCA))
    if asked_cloths(state):
        return (PhaseOpened(Phase.ANSWER),)
    decision = state.coup.decision
    if decision is Cell.DRAW and not at(state.coup.cards.layout, third(Hand.BANCA)):
        return draw_third_card(state, Hand.BANCA)
    return (PhaseOpened(Phase.SHOW),) if decision is not None or hands.is_decided(state, Hand.BANCA) else ()


def draw_third_card(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a third card, face up: one that waits aside goes before the shoe."""
    if state.coup.cards.marks.aside:
        return shoe.third_card_from_aside(state.coup.cards, hand)
    if state.shoe.is_empty:
        return exhausted(state)
    return (*shoe.stop_card(state.shoe), *shoe.draw_third_card(state.shoe, hand, face_up=is_third_card_face_up()))


@rule("DP.A.21", neutral=False)
def is_third_card_face_up() -> bool:
    """A third card, to a cloth or to the banker, is dealt face up."""
    return True


def exhausted(state: State) -> tuple[Event, ...]:
    clauses = judgement_clauses(state.authority)
    found = Fault("shoe-exhausted", {"position": state.shoe.position}, clauses)
    made = Proposal((VoidCoup(),), clauses, open_to_judgement=True)
    return (rulings.case(state, found, made),)


@rule("DP.B.24", neutral=True)
def is_bank_shown(state: State) -> bool:
    """The bank's score is shown towards both cloths before anything is paid."""
    return is_shown(state, Hand.BANCA)


def is_shown(state: State, hand: Hand) -> bool:
    """Return True if everybody can see what a hand comes to, or nothing of an idle one is left to turn up."""
    if is_open(state.coup.cards, hand):
        return True
    return hand not in hands.compared_hands(state) and not shoe.turn_hands(state.coup.cards, hand)


def after_show(state: State) -> tuple[Event, ...]:
    """Return the end of the coup once every hand lies open; a natural of the bank has the cloths show theirs."""
    if Hand.BANCA in state.coup.naturals and (shown := opponents_show(state, *hands.live_cloths(state))):
        return shown
    cloths = all(is_shown(state, cloth) for cloth in hands.live_cloths(state))
    return discard_unclaimed(state) or hands.end_of_coup(state) if cloths and is_bank_shown(state) else ()


def discard_unclaimed(state: State) -> tuple[Event, ...]:
    return tuple(CardMoved(one.position, DISCARD) for one in state.coup.cards.marks.aside)


@rule("DP.A.08", neutral=())
def opponents_show(state: State, *opponents: Hand) -> tuple[Event, ...]:
    """When one side turns a natural up its opponents show their cards too."""
    return shoe.turn_hands(state.coup.cards, *opponents)


def end_anew(state: State) -> tuple[Event, ...]:
    """Return the end of a coup that a ruling after it lets somebody else win on a cloth, or annuls there."""
    with trace():
        again = hands.result_of(state)
    changed = again and any(state.coup.side(cloth).winner is not again.winners.get(cloth) for cloth in CLOTHS)
    return hands.end_of_coup(state) if changed else ()


LEFT_BY_RULINGS: tuple[rulings.Consequence[State], ...] = (
    end_by_ruling,
    clear_up,
    found_incident,
)
"""What is cleared up before the phase goes on."""

CONSEQUENCES: Mapping[Phase, tuple[rulings.Consequence[State], ...]] = {
    Phase.DEAL: (deal_over,),
    Phase.CARRY: (reopen_deal,),
    Phase.FIRST_WORD: (reopen_deal, words_go_on),
    Phase.SECOND_WORD: (words_go_on,),
    Phase.ANSWER: (after_words,),
    Phase.BANKER: (after_decision,),
    Phase.SHOW: (after_show,),
    Phase.SETTLE: (end_anew,),
}
