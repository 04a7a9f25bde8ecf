"""Faults that are found when cards lie open, and what can still be done about them.

A duty that rests on a hidden total is checked when the hand lies open, as a strict table checks it before the act.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, rule
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, joint_proposal, propose
from tapete.games.baccarat.incident import IncidentOpened, incident, judgement_clauses, open_proposal
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.reckoning import is_open, two_card_total
from tapete.games.banked import rulings
from tapete.games.banked.coup import DENY, GIVE, Word
from tapete.games.chemin_de_fer import cards, remedies
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import HANDS, THIRD_CARD, Accident, Hand, Phase


def found_incident(state: State) -> IncidentOpened | None:
    """Return the incident of new faults that open cards show; at the end of the coup it waits for both hands."""
    if state.phase is Phase.SHOW and not all(is_open(state.coup.cards, hand) for hand in HANDS):
        return None
    shown = ((Hand.PUNTO, punto_faults(state)), (Hand.BANCA, banker_faults(state)))
    found = tuple(
        with_public_facts(state, hand, one)
        for hand, faults in shown
        for one in faults
        if one.code not in state.coup.found_faults
    )
    return rulings.incident_of_open_cards(
        state.docket, rulings.reporter(state), found, lambda one: proposal(state, one), state.book.authority
    )


def with_public_facts(state: State, hand: Hand, found: Fault) -> Fault:
    coup, total = state.coup, two_card_total(state.coup.cards, hand, state.book.points)
    if hand is Hand.PUNTO:
        return rulings.with_public_facts(found, hand, total, word=coup.punto.word)
    return rulings.with_public_facts(found, hand, total, did=coup.decision)


def punto_faults(state: State) -> tuple[Fault, ...]:
    coup = state.coup
    if (
        coup.punto.word is None
        or Hand.PUNTO in coup.naturals
        or not rulings.is_two_cards_open(state.coup.cards, Hand.PUNTO)
    ):
        return ()
    wrong = cards.require_lawful_word(state, coup.punto.word)
    if coup.punto.has_spoken_again and two_card_total(coup.cards, Hand.PUNTO, state.book.points) != 0:
        return (Fault("asked-again", {}, (cite("CF.C4.13"), cite("CF.C4.14"))),)
    if wrong is None:
        return ()
    return (rulings.renamed_fault("natural-forgotten" if wrong.code == cards.NATURAL else "wrong-word", wrong),)


def banker_faults(state: State) -> tuple[Fault, ...]:
    coup = state.coup
    if Hand.BANCA in coup.naturals or not rulings.is_two_cards_open(state.coup.cards, Hand.BANCA):
        return ()
    gave = bool(fx.at(coup.cards.layout, third(Hand.PUNTO)))
    if cards.require_no_natural(state, Hand.BANCA) and (gave or coup.decision is not None):
        return (rulings.renamed_fault("natural-offered-cards", cards.require_no_natural(state, Hand.BANCA)),)
    # the fifth card was theirs to take, whatever their two cards were
    forced = remedies.FIFTH in coup.found_faults and not gave
    wrong = None if coup.decision is None or forced else cards.require_lawful_decision(state, coup.decision)
    return () if wrong is None else (wrong,)


def can_be_given_or_denied(state: State) -> bool:
    return rulings.can_be_given_or_denied(state.coup, Hand.PUNTO)


def proposal(state: State, found: Fault) -> Proposal | None:
    match found.code:
        case "wrong-word":
            return wrong_word(state, found)
        case "natural-forgotten":
            return forgotten_natural(state)
        case "natural-offered-cards":
            return propose(remedies.natural_offered_cards)
        case "laid-down-no-natural" if found.facts.get("hand") == Hand.PUNTO:
            return remedies.laid_down_wrongly(state)
        case "against-table" if Accident.CARTA_CALLED in state.coup.found_faults:
            return restored_play(state)
        case _:
            return None


def restored_play(state: State) -> Proposal | None:
    layout, waiting = state.coup.cards.layout, state.coup.cards.marks.aside
    if state.coup.decision is fx.Cell.STAND:
        return propose(
            lambda: remedies.card_becomes_third(waiting[0].position) if waiting else remedies.banker_draws_third()
        )
    taken = tuple(fx.SetAside(one.position) for one in fx.at(layout, third(Hand.BANCA)))
    return propose(lambda: tuple(fx.Discard(one) for one in remedies.useless_draws(taken)))


def wrong_word(state: State, found: Fault) -> Proposal:
    """Return what a wrong word leads to; found too late it stands, but for who plays banco, who bears the mistake."""
    if not can_be_given_or_denied(state):
        own = propose(remedies.punto_bears_mistake) if remedies.is_banco(state) else None
        if own is not None and own.effects:
            return own
        return Proposal((fx.NoteOnly("wrong-word-found-late"),), judgement_clauses(state.book.authority))
    total = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points)
    if total == 0:
        return propose(card_on_bacarra)
    if total in state.book.punto.chooses_on.value:
        return Proposal(
            (fx.Oblige(Hand.PUNTO, fx.Cell.STAND if state.coup.punto.word is Word.CARTA else fx.Cell.DRAW),),
            found.clauses,
        )
    return propose(lambda: banker_gives_or_denies(state))


@rule("CF.C4.05", neutral=(fx.NoteOnly("wrong-word"),))
def banker_gives_or_denies(state: State) -> tuple[fx.Effect, ...]:
    """When the punto said one word instead of the other, the banker may give them the card or deny it."""
    return () if state.banker is None else (fx.OfferChoice(state.banker, THIRD_CARD, (GIVE, DENY)),)


@rule("CF.C4.06", neutral=(fx.NoteOnly("wrong-word"),))
def card_on_bacarra() -> tuple[fx.Effect, ...]:
    """A punto with 0 is not at the banker's mercy: they get their card."""
    return (fx.Oblige(Hand.PUNTO, fx.Cell.DRAW),)


def forgotten_natural(state: State) -> Proposal:
    asked = state.coup.punto.word is Word.CARTA and can_be_given_or_denied(state)
    lost = propose(right_is_lost)
    return joint_proposal(lost, propose(lambda: card_is_for_the_banker_to_decide(state))) if asked else lost


@rule("CF.C4.08", neutral=(fx.NoteOnly("natural-forgotten"),))
def right_is_lost() -> tuple[fx.Effect, ...]:
    """A punto who does not lay down their 8 or 9 in time loses the right to."""
    return (fx.LoseNatural(Hand.PUNTO),)


@rule("CF.C4.09", neutral=())
def card_is_for_the_banker_to_decide(state: State) -> tuple[fx.Effect, ...]:
    """If they asked for a card, the banker gives it or denies it."""
    return () if state.banker is None else (fx.OfferChoice(state.banker, THIRD_CARD, (GIVE, DENY)),)


def mistaken_natural_incident(state: State, hand: Hand) -> IncidentOpened | None:
    if (
        cards.has_natural(state, hand) is True
        or "laid-down-no-natural" in state.coup.found_faults
        or not is_open(state.coup.cards, hand)
    ):
        return None
    found = Fault("laid-down-no-natural", {"hand": str(hand)}, (cite("CF.A.08"),))
    made = proposal(state, found) or open_proposal(state.book.authority)
    return IncidentOpened(incident(state.docket, "laid-down-no-natural", rulings.reporter(state), (found,), (made,)))


def faults_shown(state: State) -> tuple[Fault, ...]:
    laid = [mistaken_natural_incident(state, Hand(hand)) for hand in state.coup.naturals[-1:]]
    return (
        *(with_public_facts(state, Hand.PUNTO, one) for one in punto_faults(state)),
        *(with_public_facts(state, Hand.BANCA, one) for one in banker_faults(state)),
        *(fault for one in laid if one is not None for fault in one.incident.faults),
    )
