"""What the rules make of slowness, advice, and hands that are thrown away."""

from __future__ import annotations

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    DeemTotal,
    Effect,
    LoseNatural,
    Party,
    Until,
)
from tapete.games.baccarat.layout import Layout
from tapete.games.baccarat.proposals import Proposal
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import PersonId

# --- too slow ---------------------------------------------------------------------------------------------------------


@rule("DP.C5.03", neutral=())
def holds_no_more_cards(slow: PersonId | None) -> tuple[Effect, ...]:
    """Who takes too long to announce his play may not go on holding the cards: from the next coup they pass on."""
    return () if slow is None else (BarPerson(slow, BarredAction.CARDS, Until.SHOE),)


# --- advice -----------------------------------------------------------------------------------------------------------


@rule("DP.C5.04", neutral=None)
def require_no_advice(hand: Hand, adviser: PersonId | None) -> Fault | None:
    """Nobody but the croupier may advise the players."""
    return fault("advice", hand=str(hand), person=adviser)


@rule("DP.C5.04", neutral=None, names_a_pass=False)
def require_adviser(state: State, hand: Hand, person: PersonId) -> Fault | None:
    """The croupier may advise, and to think about one's own cards is no advice."""
    if person == state.croupier():
        return fault("croupier-may-advise")
    plays = state.banker if hand is Hand.BANCA else state.holder(hand)
    return fault("advice-own", person=person) if person == plays else None


def played_by_the_tables(state: State, hand: Hand) -> tuple[Effect, ...]:
    """Return what binds the advised side: the scheme, standing on five; the banker his table, as after an error of his
    own.
    """
    if not state.book.advice.outside_binds.use():
        return ()
    return (BindToTable(hand, fault_of=Party.BANKER),) if hand is Hand.BANCA else (BindToScheme(hand, Cell.STAND),)


# --- hands that are thrown away ---------------------------------------------------------------------------------------


def thrown_hand(state: State, hand: Hand) -> Proposal:
    """Return what follows when a hand is thrown into the basket by whoever holds it, without having been shown."""
    total = state.book.thrown.deemed_total.value
    return Proposal(thrown_bank_counts(total) if hand is Hand.BANCA else thrown_cloth_counts(hand, total))


@rule("DP.C5.06", neutral=())
def thrown_bank_counts(total: int) -> tuple[Effect, ...]:
    """If the banker's cards are thrown in his score is taken as nought."""
    return (LoseNatural(Hand.BANCA), DeemTotal(Hand.BANCA, total))


@rule("DP.C5.07", neutral=())
def thrown_cloth_counts(cloth: Hand, total: int) -> tuple[Effect, ...]:
    """If a cloth's cards are thrown in its score is taken as nought; against nought it is void."""
    return (LoseNatural(cloth), DeemTotal(cloth, total))


@rule("DP.C5.08", neutral=())
def picked_up(cards: Layout) -> tuple[Effect, ...]:
    """If it was the croupier who threw the cards in they are picked up again."""
    return tuple(AssignCard(card.position, card.place) for card in cards)


@rule("DP.C5.09", neutral=())
def score_of_testimony(state: State, hand: Hand, total: int, *, has_third: bool) -> tuple[Effect, ...]:
    """The score of such a hand is rebuilt from what its player and the others say who saw it; where the table knows the
    faces it needs nobody's word.
    """
    if not state.is_keyed:
        return ()
    return (DeemTotal(hand, total, one_more=not has_third),)
