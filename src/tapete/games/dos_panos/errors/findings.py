"""Faults that are found when cards lie open, and what can still be done about them.

A duty that rests on a hidden total is checked when the hand lies open, as a strict table checks it before the act.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tapete.clauses import Fault, rest_on, trace
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.effects import Cell, DeemTotal, GoBack, NoteOnly, at
from tapete.games.baccarat.incident import IncidentOpened, judgement_clauses
from tapete.games.baccarat.marks import hand_cards, third
from tapete.games.baccarat.points import Unknown, total
from tapete.games.baccarat.reckoning import is_open, two_card_total
from tapete.games.banked import rulings
from tapete.games.banked.coup import Word
from tapete.games.banked.shoe import FIRST_CARDS
from tapete.games.dos_panos.coup.hands import (
    card_points,
    has_natural,
    is_decided,
    live_cloths,
    require_lawful_decision,
    require_lawful_word,
    require_natural,
)
from tapete.games.dos_panos.errors.words import card_is_theirs, natural_said_no, table_not_kept, wrong_word
from tapete.games.dos_panos.evolve.table import found_key
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import WORD_OF, Hand, Phase

BELIED = "testimony-belied"
"""Code of the fault of a score that witnesses said and that the cards do not show."""
NATURALS = frozenset({"natural-to-lay-down"})


def found_incident(state: State) -> IncidentOpened | None:
    """Return the incident of new faults that open cards show; at the end of the coup it waits for every hand."""
    hands = (*live_cloths(state), Hand.BANCA)
    with trace():  # what is looked for and not found decides nothing
        shown = new_faults(state)
    if state.phase is Phase.SHOW and not all(is_open(state.coup.cards, hand) for hand in hands):
        shown = tuple(one for one in shown if one.code == "laid-down-no-natural")
    of_cloths = tuple(one for one in shown if one.facts["hand"] != Hand.BANCA)
    taken_up = of_cloths or shown
    rest_on(*(clause for one in taken_up for clause in one.clauses))
    return rulings.incident_of_open_cards(
        state.docket, rulings.reporter(state), taken_up, lambda one: proposal(state, one), state.authority
    )


def new_faults(state: State) -> tuple[Fault, ...]:
    return tuple(one for one in faults_shown(state) if found_key(one) not in state.coup.found_faults)


def words_meant(state: State) -> dict[Hand, Word]:
    """Return the words of the cloths that spoke wrongly as they should have been; whatever is a natural stands."""
    found = {}
    with trace():
        shown = new_faults(state)
    for one in shown:
        hand = Hand(one.facts["hand"])
        word = None if hand is Hand.BANCA else state.coup.side(hand).word
        if word is not None and not (one.code == "natural-forgotten" and word is Word.NO):
            stood = word is Word.CARTA or one.facts.get("total") in state.book.punto.shows_on.value
            found[hand] = Word.NO if stood else Word.CARTA
    return found


def faults_shown(state: State) -> Iterator[Fault]:
    """Yield the faults that open cards show, the banker's last: they wait until a cloth's word is put right."""
    for hand in (*live_cloths(state), Hand.BANCA):
        if (belied := require_testimony_borne_out(state, hand)) is not None:
            yield belied
        if is_decided(state, hand) or not rulings.is_two_cards_open(state.coup.cards, hand):
            continue
        found = require_natural_laid_down(state, hand) or (
            require_lawful_banker(state) if hand is Hand.BANCA else require_lawful_cloth(state, hand)
        )
        if found is not None:
            score = two_card_total(state.coup.cards, hand, card_points(state))
            is_bank, coup = hand is Hand.BANCA, state.coup
            known = {"did": coup.decision} if is_bank else {"word": coup.side(hand).word}
            yield rulings.with_public_facts(found, hand, score, **known)


def require_testimony_borne_out(state: State, hand: Hand) -> Fault | None:
    cards = state.coup.cards
    deemed = cards.marks.of(hand).deemed_total
    if deemed is None or all(one.hand != hand or one.total != deemed.total for one in state.coup.testimonies):
        return None
    held = hand_cards(cards.layout, hand)
    counted = held[:FIRST_CARDS] if deemed.one_more else held
    shown = total([card.face if card.face_up else None for card in counted], card_points(state))
    if isinstance(shown, Unknown) or shown == deemed.total or len(held) < FIRST_CARDS:
        return None
    return Fault(BELIED, {"hand": str(hand), "total": shown, "said": deemed.total})


def require_natural_laid_down(state: State, hand: Hand) -> Fault | None:
    if hand not in state.coup.naturals:
        return None
    wrong = require_natural(state, hand)
    return None if wrong is None else rulings.renamed_fault("laid-down-no-natural", wrong)


def require_lawful_cloth(state: State, cloth: Hand) -> Fault | None:
    word = state.coup.side(cloth).word
    if word is None or cloth in state.coup.naturals:
        return None
    wrong = require_lawful_word(state, cloth, word)
    if wrong is None:
        return None
    return rulings.renamed_fault("natural-forgotten" if wrong.code in NATURALS else "wrong-word", wrong)


def require_lawful_banker(state: State) -> Fault | None:
    coup = state.coup
    if Hand.BANCA in coup.naturals:
        return None
    gave = any(at(coup.cards.layout, third(cloth)) for cloth in live_cloths(state))
    if has_natural(state, Hand.BANCA) is True:
        if not gave and coup.decision is None:
            return None
        wrong = require_lawful_decision(state, coup.decision or Cell.DRAW)
        return rulings.renamed_fault("natural-not-laid-down", wrong)
    wrong = None if coup.decision is None else require_lawful_decision(state, coup.decision)
    is_left = wrong is not None and wrong.code == "must-take-card"
    return rulings.renamed_fault("card-not-taken", wrong) if is_left else wrong


def proposal(state: State, found: Fault) -> Proposal | None:
    """Return what the rules make of a fault that open cards show, signed by the clauses; ``None``: nothing."""
    with trace() as trail:
        made = unsigned_proposal(state, found)
    trail.hand_on()
    if made is None or made.clauses:
        return made
    return replace(made, clauses=trail.rests_on)


def unsigned_proposal(state: State, found: Fault) -> Proposal | None:
    hand = Hand(found.facts["hand"])
    match found.code:
        case "testimony-belied":
            clauses = judgement_clauses(state.authority)
            one_more = len(hand_cards(state.coup.cards.layout, hand)) == FIRST_CARDS
            by_cards = Remedy((DeemTotal(hand, found.facts["total"], one_more=one_more),), clauses)
            return Proposal((), clauses, open_to_judgement=True, alternatives=(by_cards,))
        case "wrong-word" if state.coup.side(hand).word is words_meant(state).get(hand):
            return Proposal((NoteOnly("total-not-shown"),), found.clauses)
        case "wrong-word":
            return wrong_word(state, hand, words_meant(state))
        case "natural-forgotten" if state.coup.side(hand).word is Word.NO:
            return Proposal(natural_said_no(state, hand))
        case "natural-forgotten":
            return wrong_word(state, hand, words_meant(state))
        case "laid-down-no-natural":
            again = (GoBack(Phase.ANSWER if hand is Hand.BANCA else WORD_OF[hand]),)
            return Proposal(again, judgement_clauses(state.authority), open_to_judgement=True)
        case "card-not-taken":
            position = next(one.position for one in state.coup.cards.marks.aside if one.falls_to == Hand.BANCA)
            return Proposal(card_is_theirs(position), found.clauses)
        case "against-table" | "banker-must-draw" | "bound-by-ruling":
            return table_not_kept(state)
        case _:
            return None
