"""What follows by itself: the windows that open when cards have come out, hands lie open, or a ruling has been given.

Nobody's decision is taken here and no forced move plays itself: :func:`with_consequences` only carries the procedure on
from what everybody can see, so it never waits for, or hurries because of, a hidden total.
"""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, Proposal, incident
from tapete.games.baccarat.layout import DISCARD, LaidCard, at
from tapete.games.baccarat.marks import hand_cards, third
from tapete.games.baccarat.pack import DrawAwaited, Due
from tapete.games.baccarat.reckoning import is_open, is_third_card_known, third_card
from tapete.games.banked.events import BankerDecided, CardMoved, CardsCarried, CardTurned
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.games.chemin_de_fer.cards.duties import has_natural
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals
from tapete.games.chemin_de_fer.cards.shoe_end import stop_card
from tapete.games.chemin_de_fer.coup.ending import ended
from tapete.games.chemin_de_fer.errors.findings import found_incident, mistaken_natural_incident, reporter
from tapete.games.chemin_de_fer.errors.remedies_banker import is_deemed_natural
from tapete.games.chemin_de_fer.errors.remedies_croupier import drawn_for_nothing
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_card_left
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import Event, fold


def with_consequences(state: State, *events: Event) -> tuple[Event, ...]:
    """Return ``events`` and everything that follows from them by itself."""
    found, state = list(events), fold(evolve, state, events)
    while more := next_consequence(state):
        found += more
        state = fold(evolve, state, more)
    return tuple(found)


def next_consequence(state: State) -> tuple[Event, ...]:
    """Return the next events that follow by themselves; none while somebody has to act."""
    coup = state.coup
    if state.docket.open or coup.due or coup.cards.marks.choices or state.phase not in COUP or coup.award is None:
        return ()
    if coup.punto.winner is None and any(coup.cards.marks.of(hand).lost for hand in Hand):
        return ended(state)
    if more := faces_awaited(state) or surplus_third_discarded(state):
        return more
    if pending_withdrawals(state):
        return ()
    if incident := found_incident(state):
        return (incident,)
    match state.phase:
        case Phase.DEAL | Phase.CARRY if next_hand(state) is None and is_deemed_natural(state):
            return (PhaseOpened(Phase.SHOW), *hands_turned(state, Hand.BANCA))
        case Phase.DEAL:
            return (PhaseOpened(Phase.CARRY),) if next_hand(state) is None else ()
        case Phase.CARRY | Phase.LIFT if next_hand(state) is not None and not coup.punto.lifted:
            return (PhaseOpened(Phase.DEAL),)
        case Phase.CARRY | Phase.LIFT if next_hand(state) is not None:
            return (PhaseOpened(Phase.DEAL),)  # a card was taken away: the next one of the shoe takes its place
        case Phase.CARRY | Phase.LIFT | Phase.WORD if Hand.BANCA in coup.laid_down:
            return laid_down_early(state)
        case Phase.CARRY | Phase.LIFT | Phase.WORD:
            return cards_handed_over(state)
        case Phase.ANSWER | Phase.BANKER:
            return after_word(state)
        case Phase.SHOW:
            return after_show(state)
        case _:
            return ()


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("CF.A.07", neutral=Hand.BANCA)
def first_card_to() -> Hand:
    """One card at a time and alternately, the punto being served first."""
    return Hand.PUNTO


def next_hand(state: State) -> Hand | None:
    """Return which hand the next card of the deal goes to; ``None`` when both have their two."""
    cards = state.coup.cards
    served = {hand: len(at(cards.layout, hand)) for hand in Hand}
    if cards.marks.of(Hand.PUNTO).deemed is not None:
        served[Hand.PUNTO] = 2
    first = first_card_to()
    second = Hand.BANCA if first is Hand.PUNTO else Hand.PUNTO
    if served[first] < 2 and (served[first] <= served[second] or served[second] >= 2):
        return first
    return second if served[second] < 2 else None


def cards_handed_over(state: State) -> tuple[Event, ...]:
    """Return what follows when a ruling gave lifted cards to another: they lie before him, and he has still to lift
    them.
    """
    holder = state.holder
    if (
        state.coup.cards.marks.holders.get(Hand.PUNTO) is None
        or holder is None
        or (state.coup.punto.before is None and not state.coup.punto.lifted)
    ):
        return ()
    seen = any(holder in card.seen_by for card in at(state.coup.cards.layout, Hand.PUNTO))
    if seen:
        return (PhaseOpened(Phase.WORD),) if state.phase is not Phase.WORD else ()
    return (CardsCarried(holder), PhaseOpened(Phase.LIFT)) if holder != state.coup.punto.before else ()


# --- third cards ------------------------------------------------------------------------------------------------------


def after_word(state: State) -> tuple[Event, ...]:
    """Return what follows the punto's word, the banker's card, or the banker's decision."""
    coup, marks = state.coup, state.coup.cards.marks
    served = bool(at(coup.cards.layout, third(Hand.PUNTO))) or marks.of(Hand.PUNTO).deemed is not None
    if state.phase is Phase.ANSWER:
        return (PhaseOpened(Phase.BANKER),) if served or not is_card_asked(state) else ()
    if is_card_asked(state) and not served and coup.decided is None:
        return (PhaseOpened(Phase.ANSWER),)
    got = bool(at(coup.cards.layout, third(Hand.BANCA)))
    # his hand lies open here only when a ruling went back to this step: what it obliges him to needs no word of his
    obliged = is_open(coup.cards, Hand.BANCA) and marks.of(Hand.BANCA).duty(0) is Cell.DRAW
    if obliged and coup.decided is None and state.phase is Phase.BANKER:
        return (*stop_card(state), BankerDecided(Cell.DRAW))
    if coup.decided is Cell.DRAW and not got:
        return third_card_drawn(state, Hand.BANCA)
    return (PhaseOpened(Phase.SHOW),) if coup.decided is not None else ()


def is_card_asked(state: State) -> bool:
    """Say whether the punto is to get a third card: by his word, unless a ruling or the banker's choice says
    otherwise.
    """
    duty = state.coup.cards.marks.of(Hand.PUNTO).duty(0)
    if state.coup.punto.chosen in (GIVE, DENY):
        return state.coup.punto.chosen == GIVE
    return duty is Cell.DRAW if duty is not None else state.coup.punto.word is Word.CARTA


def third_card_drawn(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a third card, face up: one that waits aside goes before the shoe."""
    aside = state.coup.cards.marks.aside
    if not aside:
        if empty := require_card_left(state):
            return (IncidentOpened(incident(state.docket, empty.code, reporter(state), (empty,), (NULL_COUP,))),)
        return (DrawAwaited((Due(state.shoe.position, third(hand), is_third_card_face_up()),)),)
    position = aside[0].position
    face = next(card.face for card in state.coup.cards.layout if card.position == position)
    moved = CardMoved(position, third(hand))
    if face is None:
        return (moved, DrawAwaited((Due(position, third(hand), True, lying=True),)))
    return (moved, CardTurned(position, face))


NULL_COUP = Proposal((VoidCoup(),), open_to_judgement=True)
"""What is proposed to the inspector when the shoe runs out in the middle of a coup."""


@rule("CF.A.20", neutral=False)
def is_third_card_face_up() -> bool:
    """A third card, to either side, is dealt face up."""
    return True


# --- cards that a ruling left -----------------------------------------------------------------------------------------


def faces_awaited(state: State) -> tuple[Event, ...]:
    """Return the wait for faces of cards that lie open by a ruling and that nobody has keyed."""
    hands = [card for hand in Hand for card in hand_cards(state.coup.cards.layout, hand)]
    blank = tuple(Due(one.position, one.place, True, lying=True) for one in hands if one.face_up and one.face is None)
    return (DrawAwaited(blank),) if blank else ()


def surplus_third_discarded(state: State) -> tuple[Event, ...]:
    """Return the discarding of the third card that a hand does not keep, once its cards tell which one that is."""
    for hand in Hand:
        held = at(state.coup.cards.layout, third(hand))
        if len(held) > 1 and is_open(state.coup.cards, hand) and is_third_card_known(state.coup.cards, hand):
            kept = third_card(state.coup.cards, hand, state.book.points)
            if isinstance(kept, LaidCard):
                return tuple(CardMoved(one.position, DISCARD) for one in held if one.position != kept.position)
    return ()


def unclaimed_discarded(state: State) -> tuple[Event, ...]:
    """Return the discarding of cards that waited for a hand and that nobody takes any more.

    Whether a banker who stood leaves them by right shows when his cards lie open.
    """
    waiting = state.coup.cards.marks.aside
    stood = state.coup.decided is Cell.STAND
    if not waiting or (stood and not is_open(state.coup.cards, Hand.BANCA)):
        return ()
    out = drawn_for_nothing(waiting) if stood else tuple(one.position for one in waiting)
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


def hands_turned(state: State, *hands: Hand) -> tuple[Event, ...]:
    """Return the events that turn hands up; faces that nobody knows yet are waited for."""
    down = [card for hand in hands for card in hand_cards(state.coup.cards.layout, hand) if not card.face_up]
    known = tuple(CardTurned(card.position, card.face) for card in down if card.face is not None)
    unknown = tuple(Due(card.position, card.place, True, lying=True) for card in down if card.face is None)
    return (*known, DrawAwaited(unknown)) if unknown else known


@rule("CF.A.09", neutral=())
def opponent_shows(state: State, hand: Hand) -> tuple[Event, ...]:
    """When one side lays down a natural the other must show its cards too."""
    return hands_turned(state, Hand.BANCA if hand is Hand.PUNTO else Hand.PUNTO)


@rule("CF.B.42", neutral=True)
def is_every_hand_open(state: State) -> bool:
    """Both hands are turned up before the coup is settled."""
    return all(is_open(state.coup.cards, hand) for hand in Hand)


def after_show(state: State) -> tuple[Event, ...]:
    """Return what follows when cards lie open: a natural that is none, the other hand, the end."""
    cards, laid_down = state.coup.cards, state.coup.laid_down
    if over := unclaimed_discarded(state):
        return over
    if laid_down and is_open(cards, laid_down[-1]):
        mistake = mistaken_natural_incident(state, Hand(laid_down[-1]))
        if mistake:
            return (mistake,)
        other = opponent_shows(state, Hand(laid_down[-1]))
        if other:
            return other
    return ended(state) if is_every_hand_open(state) else ()
