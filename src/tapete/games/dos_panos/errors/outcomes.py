"""What a report comes to: the remedy of each accident, by the clause that says so, and where the cards are by it."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.clauses import cite
from tapete.games.baccarat.effects import Effect, GoBack, Party, VoidCoup
from tapete.games.baccarat.incident import judgement_clauses, open_proposal
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard, Layout, at
from tapete.games.baccarat.marks import hand_cards
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.accidents import Finding
from tapete.games.banked.cards import (
    card_at_home,
    cards_out,
    move_card,
    show_card,
    uncounted_positions,
    way_back,
)
from tapete.games.banked.events import CardMoved, CardSeen, CardUncovered
from tapete.games.dos_panos.acts import Report
from tapete.games.dos_panos.errors import (
    remedies_banker as banker,
    remedies_conduct as conduct,
    remedies_deal as deal,
    remedies_words as words,
)
from tapete.games.dos_panos.errors.early import drawn_early, early_cards, fallen_early_card, waivers
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, WORD_OF, Accident, Hand, Phase
from tapete.kernel import Event

DECIDING = (
    Phase.DEAL,
    Phase.CARRY,
    Phase.FIRST_WORD,
    Phase.SECOND_WORD,
    Phase.ANSWER,
    Phase.BANKER,
)
"""Cards are distributed, and somebody has still something to decide."""


def finding(state: State, what: Report, card: LaidCard | None) -> Finding:
    """Return what a report comes to; where an official has to find the remedy while early cards wait, the director may
    have them discarded instead.
    """
    found = remedy(state, what, card)
    if not (others := waivers(state)):
        return found
    made = found.proposal or open_proposal(state.authority)
    annulled = tuple(one for one in made.effects if isinstance(one, VoidCoup))  # what is waived is the early card alone
    others = tuple(replace(one, effects=(*one.effects, *annulled)) for one in others)
    return replace(found, proposal=replace(made, alternatives=others)) if made.open_to_judgement else found


def remedy(state: State, what: Report, card: LaidCard | None) -> Finding:
    """Return what the rules make of a report."""
    uncounted = uncounted_positions(state.shoe, what.count)
    hand = what.hand or Hand.PRIMERO
    match what.accident:
        case Accident.EARLY_DRAW:
            made = None if state.banker is None else drawn_early(state, state.banker, uncounted)
            return Finding(made, cards_out(state.shoe, uncounted, ASIDE, face_up=False))
        case Accident.EXPOSED_IN_SHOE:
            return exposed_in_shoe(state, card)
        case Accident.STUCK:
            early = tuple(sorted(early_cards(state))) if state.is_undealt else ()
            void = deal.stuck_cards(early, has_coup=state.phase in (Phase.BETS, *COUP))
            made = against_early_card(state, void) if early else Proposal(void)
            return Finding(made, cards_out(state.shoe, uncounted, DISCARD, face_up=False))
        case Accident.MISPLACED:
            return Finding(mislaid(state, card))
        case Accident.FLOOR | Accident.EXPOSED | Accident.BASKET if card is not None:
            return about_a_card(state, what, card)
        case Accident.THROWN:
            return thrown(state, what, hand)
        case Accident.WRONG_HOLDER if what.person is not None:
            seen = tuple(CardSeen(one.position, what.person) for one in at(state.coup.cards.layout, hand))
            return Finding(deal.wrong_holder(state, hand, what.person), seen)
        case Accident.TWO_WORDS:
            return Finding(words.two_words(state, hand))
        case Accident.MISSPOKEN:
            return Finding(Proposal(words.shows_his_cards(hand)))
        case Accident.MISANNOUNCED:
            return Finding(banker.misannounced(state))
        case Accident.TOO_SLOW:
            cloth = next(one for one, phase in WORD_OF.items() if phase is state.phase)
            return Finding(Proposal(conduct.holds_no_more_cards(state.holder(cloth))))
        case Accident.ADVICE:
            return advice(state, what)
        case _:
            state.authority.decide.use()
            return Finding(None)


def exposed_in_shoe(state: State, card: LaidCard | None) -> Finding:
    """Return what follows from a card that came out face up: the next one takes its place, so the deal goes on."""
    if card is None:
        position = state.shoe.position
        return Finding(Proposal(deal.unusable(position)), cards_out(state.shoe, (position,), ASIDE, face_up=True))
    if card.position in early_cards(state):
        return Finding(against_early_card(state, deal.unusable(card.position)))
    again: tuple[Effect, ...] = (GoBack(Phase.DEAL),) if state.phase is Phase.FIRST_WORD else ()
    return Finding(Proposal((*deal.unusable(card.position), *again)))


def against_early_card(state: State, effects: tuple[Effect, ...]) -> Proposal:
    """Return what is proposed where an accident takes out of play a card that was drawn too early and that is to be
    played: the two clauses differ about it, whichever was reported first.
    """
    clauses = (cite("DP.C1.03"), *judgement_clauses(state.authority))
    return Proposal(effects, clauses, open_to_judgement=True)


def mislaid(state: State, card: LaidCard | None) -> Proposal:
    """Return what follows from a card that lies before the wrong hand; without one nobody can tell whose a card is.

    The order in which the cards were drawn shows where a card belongs, as long as nobody has seen what he should not.
    """
    if card is None:
        return deal.mislaid((), evident=False, authority=state.authority)
    unseen = not card.face_up and not card.seen_by
    return deal.mislaid((way_back(state.coup, state.docket, card),), evident=unseen, authority=state.authority)


def about_a_card(state: State, what: Report, card: LaidCard) -> Finding:
    """Return what follows from a card that fell, was turned over, or went into the basket."""
    home = card_at_home(state.docket, card)
    back = way_back(state.coup, state.docket, home)
    if what.accident is Accident.FLOOR:
        return Finding(Proposal(deal.keeps_its_value(back)), move_card(state.coup, card, FLOOR))
    if what.accident is Accident.BASKET:
        made = fallen_early_card(state, card.position, back) or deal.fallen_into_basket(state, home, back)
        return Finding(made, move_card(state.coup, card, BASKET))
    made = None if what.fault_of is None and what.person is not None else deal.exposed_card(state, home, what.fault_of)
    covers = made is not None and is_of_same_hand(state, home)
    if what.fault_of is None and what.person is not None:
        return Finding(made, (CardSeen(card.position, what.person),), covers)
    by = what.fault_of or Party.BANKER  # who deals, where nobody is said to have turned it over
    return Finding(made, (CardUncovered(card.position, by), *show_card(card)), covers)


def is_of_same_hand(state: State, card: LaidCard) -> bool:
    """Return True if the open incident is about the other exposed card of this hand, and about nothing else."""
    hand = {one.position for one in at(state.coup.cards.layout, card.place)}
    faults = [found for one in state.docket.open for found in one.faults]
    return all(found.code == Accident.EXPOSED and found.facts.get("position") in hand for found in faults)


def thrown(state: State, what: Report, hand: Hand) -> Finding:
    """Return what follows from a hand that was thrown into the basket. Whoever holds it throws in what was not shown:
    its third card, which everybody has seen, is the hand's still.
    """
    if what.fault_of is Party.CROUPIER:
        swept = hand_cards(state.coup.cards.layout, hand)
        return Finding(Proposal(conduct.picked_up(swept)), into_basket(swept))
    return Finding(conduct.thrown_hand(state, hand), into_basket(at(state.coup.cards.layout, hand)))


def into_basket(cards: Layout) -> tuple[Event, ...]:
    return tuple(CardMoved(card.position, BASKET) for card in cards)


def advice(state: State, what: Report) -> Finding:
    """Return what follows from advice; a decision that was taken already cannot be bound any more."""
    hand = what.hand or Hand.PRIMERO
    conduct.require_no_advice(hand, what.person)
    decided = state.coup.side(hand).word if hand in CLOTHS else state.coup.decision
    bound = () if decided is not None else conduct.played_by_the_tables(state, hand)
    return Finding(Proposal(bound) if bound else None)
