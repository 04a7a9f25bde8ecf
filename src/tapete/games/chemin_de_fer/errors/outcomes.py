"""What a report comes to: the remedy of each accident, by the clause that says so, and where the cards are by it."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Effect, GoBack, Oblige, Party, SetAside
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import as_bound, third
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked import cards
from tapete.games.banked.accidents import Finding
from tapete.games.banked.cards import (
    card_at_home,
    cards_out,
    early_cards,
    move_card,
    show_card,
    uncounted_positions,
    way_back,
)
from tapete.games.banked.events import CardSeen, CardUncovered
from tapete.games.chemin_de_fer.acts import Report
from tapete.games.chemin_de_fer.errors import (
    remedies_banker as banker,
    remedies_croupier as croupier,
    remedies_player as player,
    remedies_shoe as shoe,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Accident, Hand, Phase

DRAWN = (Phase.ANSWER, Phase.BANKER)
DECIDING = (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD, *DRAWN)
"""Cards are distributed, and somebody has still something to decide."""


def finding(state: State, what: Report, card: LaidCard | None) -> Finding:
    """Return what a report comes to; a choice that an earlier ruling took from a hand it does not give back."""
    found = remedy(state, what, card)
    if found.proposal is None:
        return found
    effects = tuple(as_bound(one, state.coup.cards.marks) for one in found.proposal.effects)
    return replace(found, proposal=replace(found.proposal, effects=effects))


def remedy(state: State, what: Report, card: LaidCard | None) -> Finding:
    uncounted = uncounted_positions(state.shoe, what.count)
    match what.accident:
        case Accident.EARLY_DRAW:
            who = what.person or state.banker
            made = None if who is None else shoe.drawn_early(who, uncounted, unruled_positions(state))
            return Finding(made, cards_out(state.shoe, uncounted, ASIDE, face_up=False))
        case Accident.EXPOSED_IN_SHOE:
            return exposed_in_shoe(state, card)
        case Accident.STUCK:
            return stuck(state, uncounted)
        case Accident.CARTA_CALLED:
            return carta_call_finding(state, uncounted)
        case Accident.TWO_THIRDS:
            return two_thirds(state, what.hand or Hand.PUNTO)
        case Accident.CARD_OFFERED:
            return Finding(Proposal(banker.natural_offered_cards()))
        case Accident.TOO_SLOW:
            player.held_too_long(state)
            return Finding(Proposal(player.plays_no_more(state)))
        case Accident.ADVICE:
            return advice(state, what)
        case Accident.MISSPOKEN:
            return Finding(player.wrong_announcement(state))
        case Accident.MISPLACED:
            return Finding(wrong_place(state, card))
        case Accident.FLOOR | Accident.EXPOSED | Accident.BASKET if card is not None:
            return about_a_card(state, what, card)
        case _:
            return Finding(unforeseen(state, what.fault_of))


def unruled_positions(state: State) -> tuple[int, ...]:
    """Return the cards drawn too early of which nobody has ruled: by an open incident they are to be dealt first."""
    ruled = {one.position for one in state.coup.cards.marks.aside}
    return tuple(one.position for one in early_cards(state.coup, state.docket) if one.position not in ruled)


def exposed_in_shoe(state: State, card: LaidCard | None) -> Finding:
    """Return what follows from a card that came out face up: the next one takes its place, so play goes back to where
    it is drawn. A banker who drew it draws the other one; where he has decided by a card of the punto that is removed,
    the one that he drew after it is the next, and he decides anew.
    """
    if card is None:
        position = state.shoe.position
        return Finding(Proposal(shoe.unusable(position)), cards_out(state.shoe, (position,), ASIDE, face_up=True))
    again: tuple[Effect, ...] = ()
    if state.phase is Phase.WORD:
        again = (GoBack(Phase.DEAL),)
    elif card.place == third(Hand.PUNTO) and state.coup.decision is not None:
        drawn = (one for one in state.coup.cards.layout if one.position > card.position and one.place != DISCARD)
        again = (*(SetAside(one.position) for one in drawn), GoBack(Phase.ANSWER))
    elif state.phase not in DECIDING and card.place == third(Hand.BANCA):
        again = (GoBack(Phase.BANKER), Oblige(Hand.BANCA, Cell.DRAW))
    return Finding(Proposal((*shoe.unusable(card.position), *again)))


def stuck(state: State, uncounted: tuple[int, ...]) -> Finding:
    """Return what follows from cards that came out stuck together: nothing that came out for the coup is used."""
    early = tuple(card.position for card in early_cards(state.coup, state.docket)) if is_undealt(state) else ()
    annulled = shoe.stuck_cards(early, has_coup=state.phase in (Phase.BETS, *COUP))
    return Finding(Proposal(annulled), cards_out(state.shoe, uncounted, DISCARD, face_up=False))


def is_undealt(state: State) -> bool:
    """Return True if no card has come to a hand: whatever is out of the shoe was drawn too early."""
    return state.phase not in COUP or cards.is_undealt(state.coup, HANDS)


def carta_call_finding(state: State, uncounted: tuple[int, ...]) -> Finding:
    """Return what follows from «carta» that the croupier called; a coup that was reckoned already is shown again."""
    made = croupier.carta_call(uncounted)
    again = (GoBack(Phase.SHOW),) if state.phase is Phase.SETTLE else ()
    proposal = replace(made, effects=(*made.effects, *again))
    return Finding(proposal, cards_out(state.shoe, uncounted, ASIDE, face_up=True))


def about_a_card(state: State, what: Report, card: LaidCard) -> Finding:
    """Return what follows from a card that fell, was turned over, or went into the basket."""
    if what.accident is Accident.FLOOR:
        back = way_back(state.coup, state.docket, card_at_home(state.docket, card))
        return Finding(Proposal(shoe.keeps_its_value(back)), move_card(state.coup, card, FLOOR))
    if what.accident is Accident.EXPOSED:
        return uncovered_card(state, what, card)
    match what.fault_of:
        case Party.BANKER:
            made = banker.basket(state, card) if state.phase in (Phase.BETS, *COUP) else None
        case Party.PLAYER if what.person in (None, state.holder):
            made = player.thrown_card(card)
        case Party.CROUPIER if state.phase in DECIDING:
            made = croupier.other_fault((way_back(state.coup, state.docket, card),), harmless=False)
        case _:
            made = None
    return Finding(made, move_card(state.coup, card, BASKET))


def uncovered_card(state: State, what: Report, card: LaidCard) -> Finding:
    """Return what follows from a card that somebody turned over, or that came to be seen by nobody's hand.

    A word that was said is not bound any more: what the croupier uncovers after it is no fault in the distribution, and
    left to the inspector. A card that was exposed to one person alone lies face down still.
    """
    match what.fault_of:
        case Party.CROUPIER if state.phase in DECIDING and state.coup.punto.word is None:
            made: Proposal | None = croupier.turned_by_croupier(state, card)
        case Party.BANKER:
            made = banker.turned_by_banker(state, card)
        case _:
            made = None
    if what.fault_of is None:
        seen = show_card(card) if what.person is None else (CardSeen(card.position, what.person),)
        return Finding(made, seen)
    return Finding(made, (CardUncovered(card.position, what.fault_of), *show_card(card)))


def two_thirds(state: State, hand: Hand) -> Finding:
    """Return what follows from a second third card; which one counts may rest on a hidden total, and waits for it."""
    kept = banker.better_for_the_punto() if hand is Hand.PUNTO else banker.worse_for_the_banker()
    # where both hands lie open the coup was reckoned with the first of the two
    again = (GoBack(Phase.SHOW),) if state.phase is Phase.SETTLE else ()
    return Finding(Proposal((*kept, *again)), cards_out(state.shoe, (state.shoe.position,), third(hand), face_up=True))


def wrong_place(state: State, card: LaidCard | None) -> Proposal:
    """Return what follows from a card, or the hand, that the croupier pushed to a wrong place."""
    back: tuple[Effect, ...] = (GoBack(Phase.CARRY),) if state.phase is Phase.LIFT else ()
    mended = back if card is None else (way_back(state.coup, state.docket, card),)
    return croupier.other_fault(mended, harmless=not state.coup.punto.is_lifted)


def advice(state: State, what: Report) -> Finding:
    """Return what follows from advice; a decision that was taken already cannot be bound any more."""
    hand = what.hand or Hand.PUNTO
    player.require_no_advice(hand, what.person)
    decided = state.coup.punto.word if hand is Hand.PUNTO else state.coup.decision
    return Finding(None if decided is not None else Proposal(player.played_by_the_tables(hand)))


def unforeseen(state: State, party: Party | None) -> Proposal | None:
    """Return what follows from anything else: nothing but the inspector's decision; a fault of the croupier in the
    distribution is foreseen.
    """
    if party is Party.CROUPIER and state.phase in DECIDING:
        return wrong_place(state, None)
    state.book.authority.decide.use()
    return None
