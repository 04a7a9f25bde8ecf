"""What follows by itself at this table; :mod:`tapete.games.banked.consequences` says what a consequence is.

The phases that open when cards have come out, hands lie open, or a ruling has been given.
"""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.layout import DISCARD, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import consequences, dealing, turns
from tapete.games.banked.consequences import Consequence, first_consequence
from tapete.games.banked.events import BankerDecided, CardMoved, CardsCarried
from tapete.games.chemin_de_fer.cards.duties import has_natural
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals
from tapete.games.chemin_de_fer.cards.shoe_end import stop_card
from tapete.games.chemin_de_fer.coup.ending import end_of_coup
from tapete.games.chemin_de_fer.errors.findings import found_incident, mistaken_natural_incident, reporter
from tapete.games.chemin_de_fer.errors.remedies_banker import is_deemed_natural
from tapete.games.chemin_de_fer.errors.remedies_croupier import useless_draws
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_card_left
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Hand, Phase
from tapete.kernel import Event


def with_consequences(state: State, *events: Event) -> tuple[Event, ...]:
    """Return ``events`` and everything that follows from them by itself."""
    return consequences.with_consequences(evolve, next_consequence, state, events)


def next_consequence(state: State) -> tuple[Event, ...]:
    """Return the next events that follow by themselves; none while somebody has to act."""
    coup = state.coup
    if state.docket.open or coup.due_cards or coup.cards.marks.choices or state.phase not in COUP or coup.award is None:
        return ()
    if coup.punto.winner is None and any(coup.cards.marks.of(hand).is_lost for hand in HANDS):
        return end_of_coup(state)
    if more := await_faces(state) or discard_surplus_third(state):
        return more
    if pending_withdrawals(state):
        return ()
    if incident := found_incident(state):
        return (incident,)
    return first_consequence(state, CONSEQUENCES.get(state.phase, ()))


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("CF.A.07", neutral=Hand.BANCA)
def first_card_to() -> Hand:
    """One card at a time and alternately, the punto being served first."""
    return Hand.PUNTO


def next_hand(state: State) -> Hand | None:
    """Return which hand the next card of the deal goes to; ``None`` when both have their two."""
    first = first_card_to()
    order = (first, Hand.BANCA if first is Hand.PUNTO else Hand.PUNTO)
    due = dealing.next_hand(dealing.served_counts(state.coup.cards, order, (Hand.PUNTO,)))
    return None if due is None else Hand(due)


def deal_over_at_nine(state: State) -> tuple[Event, ...]:
    """Return what follows the deal when the punto is deemed to have laid a natural down: the bank's hand is shown."""
    over = next_hand(state) is None and is_deemed_natural(state)
    return (PhaseOpened(Phase.SHOW), *turn_hands(state, Hand.BANCA)) if over else ()


def deal_over(state: State) -> tuple[Event, ...]:
    """Return what follows the deal: the punto's cards are carried."""
    return (PhaseOpened(Phase.CARRY),) if next_hand(state) is None else ()


def reopen_deal(state: State) -> tuple[Event, ...]:
    """Return what follows when a card of the deal was taken away: the next one of the shoe takes its place."""
    return (PhaseOpened(Phase.DEAL),) if next_hand(state) is not None else ()


def before_word(state: State) -> tuple[Event, ...]:
    """Return what follows before the punto has spoken: a hand that was laid down early, or cards given to another."""
    return laid_down_early(state) if Hand.BANCA in state.coup.naturals else cards_handed_over(state)


def cards_handed_over(state: State) -> tuple[Event, ...]:
    """Return what follows when a ruling gave lifted cards to another: they lie before him, and he has still to lift
    them.
    """
    holder = state.holder
    if (
        state.coup.cards.marks.holders.get(Hand.PUNTO) is None
        or holder is None
        or (state.coup.punto.before is None and not state.coup.punto.is_lifted)
    ):
        return ()
    seen = all(holder in card.seen_by for card in at(state.coup.cards.layout, Hand.PUNTO))
    if seen:
        return (PhaseOpened(Phase.WORD),) if state.phase is not Phase.WORD else ()
    return (CardsCarried(holder), PhaseOpened(Phase.LIFT)) if holder != state.coup.punto.before else ()


# --- third cards ------------------------------------------------------------------------------------------------------


def after_word(state: State) -> tuple[Event, ...]:
    """Return what follows the punto's word, the banker's card, or the banker's decision."""
    coup, marks = state.coup, state.coup.cards.marks
    served = bool(at(coup.cards.layout, third(Hand.PUNTO))) or marks.of(Hand.PUNTO).deemed_total is not None
    if state.phase is Phase.ANSWER:
        return (PhaseOpened(Phase.BANKER),) if served or not is_card_asked(state) else ()
    if is_card_asked(state) and not served and coup.decision is None:
        return (PhaseOpened(Phase.ANSWER),)
    got = bool(at(coup.cards.layout, third(Hand.BANCA)))
    # his hand lies open here only when a ruling went back to this step: what it obliges him to needs no word of his
    obliged = is_open(coup.cards, Hand.BANCA) and marks.of(Hand.BANCA).duty(0) is Cell.DRAW
    if obliged and coup.decision is None and state.phase is Phase.BANKER:
        return (*stop_card(state), BankerDecided(Cell.DRAW))
    if coup.decision is Cell.DRAW and not got:
        return draw_third_card(state, Hand.BANCA)
    return (PhaseOpened(Phase.SHOW),) if coup.decision is not None else ()


def is_card_asked(state: State) -> bool:
    """Return True if the punto is to get a third card: by his word, unless a ruling or the banker's choice says
    otherwise.
    """
    return turns.is_card_asked(state.coup, Hand.PUNTO)


def draw_third_card(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a third card, face up: one that waits aside goes before the shoe."""
    if state.coup.cards.marks.aside:
        return dealing.third_card_from_aside(state.coup.cards, hand)
    if empty := require_card_left(state):
        return (IncidentOpened(incident(state.docket, empty.code, reporter(state), (empty,), (NULL_COUP,))),)
    return dealing.draw_third_card(state.shoe, hand, face_up=is_third_card_face_up())


NULL_COUP = Proposal((VoidCoup(),), open_to_judgement=True)
"""What is proposed to the inspector when the shoe runs out in the middle of a coup."""


@rule("CF.A.20", neutral=False)
def is_third_card_face_up() -> bool:
    """A third card, to either side, is dealt face up."""
    return True


# --- cards that a ruling left -----------------------------------------------------------------------------------------


def await_faces(state: State) -> tuple[Event, ...]:
    """Return the wait for faces of cards that lie open by a ruling and that nobody has keyed."""
    return dealing.await_faces(state.coup.cards, HANDS)


def discard_surplus_third(state: State) -> tuple[Event, ...]:
    """Return the discarding of the third card that a hand does not keep, once its cards tell which one that is."""
    return dealing.discard_surplus_third(state.coup.cards, HANDS, state.book.points)


def discard_unclaimed(state: State) -> tuple[Event, ...]:
    """Return the discarding of cards that waited for a hand and that nobody takes any more.

    Whether a banker who stood leaves them by right shows when his cards lie open.
    """
    waiting = state.coup.cards.marks.aside
    stood = state.coup.decision is Cell.STAND
    if not waiting or (stood and not is_open(state.coup.cards, Hand.BANCA)):
        return ()
    out = useless_draws(waiting) if stood else tuple(one.position for one in waiting)
    return tuple(CardMoved(position, DISCARD) for position in out)


def laid_down_early(state: State) -> tuple[Event, ...]:
    """Return what follows when the players have answered the banker who laid down too early: his natural stands."""
    if not is_open(state.coup.cards, Hand.BANCA):
        return ()
    mistake = mistaken_natural_incident(state, Hand.BANCA)
    if mistake or has_natural(state, Hand.BANCA) is not True:
        return (mistake,) if mistake else cards_handed_over(state)
    return (PhaseOpened(Phase.SHOW), *opponent_shows(state, Hand.BANCA))


# --- showing ----------------------------------------------------------------------------------------------------------


def turn_hands(state: State, *hands: Hand) -> tuple[Event, ...]:
    """Return the events that turn hands up; faces that nobody knows yet are waited for."""
    return dealing.turn_hands(state.coup.cards, *hands)


@rule("CF.A.09", neutral=())
def opponent_shows(state: State, hand: Hand) -> tuple[Event, ...]:
    """When one side lays down a natural the other must show its cards too."""
    return turn_hands(state, Hand.BANCA if hand is Hand.PUNTO else Hand.PUNTO)


@rule("CF.B.42", neutral=True)
def is_every_hand_open(state: State) -> bool:
    """Both hands are turned up before the coup is settled."""
    return all(is_open(state.coup.cards, hand) for hand in Hand)


def after_show(state: State) -> tuple[Event, ...]:
    """Return what follows when cards lie open: a natural that is none, the other hand, the end."""
    cards, laid_down = state.coup.cards, state.coup.naturals
    if over := discard_unclaimed(state):
        return over
    if laid_down and is_open(cards, laid_down[-1]):
        mistake = mistaken_natural_incident(state, Hand(laid_down[-1]))
        if mistake:
            return (mistake,)
        other = opponent_shows(state, Hand(laid_down[-1]))
        if other:
            return other
    return end_of_coup(state) if is_every_hand_open(state) else ()


CONSEQUENCES: Mapping[Phase, tuple[Consequence[State], ...]] = {
    Phase.DEAL: (deal_over_at_nine, deal_over),
    Phase.CARRY: (deal_over_at_nine, reopen_deal, before_word),
    Phase.LIFT: (reopen_deal, before_word),
    Phase.WORD: (before_word,),
    Phase.ANSWER: (after_word,),
    Phase.BANKER: (after_word,),
    Phase.SHOW: (after_show,),
}
"""What can follow by itself in each phase, once everything that a ruling or a wrong key left is cleared up."""
