"""What the rules make of the players' faults: slowness, advice, wrong announcements, cards thrown away."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    Discard,
    Effect,
    Expose,
    GiveCards,
    GoBack,
    LoseCoup,
    NoteOnly,
    Oblige,
    Party,
    Until,
)
from tapete.games.baccarat.layout import LaidCard, Layout, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal, Remedy, propose
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import findings
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import PersonId

# --- too slow ---------------------------------------------------------------------------------------------------------


@rule("CF.C4.01", neutral=None)
def held_too_long(state: State) -> PersonId | None:
    """It is forbidden to look slowly at one's cards or to keep them long in the hand: the breach is noted.

    A croupier who plays a hand in somebody's place is no player and is not timed.
    """
    watched = state.phase in (Phase.LIFT, Phase.WORD) and not state.coup.punto.is_warned
    return state.holder if watched and state.holder != state.croupier() else None


@rule("CF.C4.02", neutral=())
def plays_no_more(state: State) -> tuple[Effect, ...]:
    """Who takes too long to announce his game may not go on holding the cards.

    The croupier finishes the hand by the scheme, standing on 5, and the player holds no cards until the shoe ends.
    """
    slow, croupier = state.holder, state.croupier()
    if slow is None or croupier is None or slow == croupier:
        return ()
    hand = (GiveCards(Hand.PUNTO, croupier), BindToScheme(Hand.PUNTO, Cell.STAND))
    return (*hand, BarPerson(slow, BarredAction.CARDS, Until.SHOE))


# --- advice -----------------------------------------------------------------------------------------------------------


@rule("CF.C4.03", neutral=None)
def require_no_advice(hand: Hand, adviser: PersonId | None) -> Fault | None:
    """Nobody but the croupier may advise a player."""
    return fault("advice", hand=str(hand), person=adviser)


@rule("CF.C4.03", neutral=None, names_a_pass=False)
def require_adviser(state: State, hand: Hand, person: PersonId) -> Fault | None:
    """The croupier may advise, and to think about one's own cards is no advice."""
    if person == state.croupier():
        return fault("croupier-may-advise")
    plays = state.holder if hand is Hand.PUNTO else state.coup.holder(hand) or state.banker
    return fault("advice-own", person=person) if person == plays else None


@rule("CF.C4.04", neutral=())
def played_by_the_tables(hand: Hand) -> tuple[Effect, ...]:
    """The coup is then played by the tables of play: the punto's scheme, standing on 5, or the banker's table."""
    return (BindToScheme(hand, Cell.STAND),) if hand is Hand.PUNTO else (BindToTable(hand, fault_of=Party.PLAYER),)


# --- wrong announcements ----------------------------------------------------------------------------------------------


def is_banco(state: State) -> bool:
    """Return True if the punto covers the whole bank alone."""
    return state.coup.award is not None and state.coup.award.kind.is_whole


def wrong_announcement(state: State) -> Proposal:
    """Return what follows when the punto says that he announced his game wrongly.

    Whenever he says so, his cards tell which mistake it was, as when he shows them of his own accord. Whether it is a
    mistake of another kind, which is corrected, the inspector judges. Who plays banco is not corrected: once the banker
    has acted on the word he bears his mistake.
    """
    if own := punto_bears_mistake.where(is_banco(state)):
        in_time = findings.can_be_given_or_denied(state.coup, Hand.PUNTO)
        return Proposal((show_cards_of_punto() if in_time else ()) or own)
    out = third_cards(state)
    cards = cards_of_the_mistake.where(bool(out), out) or ()
    again = (*cards, *new_announcement())
    if not (shown := show_cards_of_punto()):
        return Proposal(again, open_to_judgement=bool(cards))
    cited = (cite("CF.C4.11"), *((cite("CF.C4.12"),) if cards else ()))
    return Proposal(shown, open_to_judgement=True, alternatives=(Remedy(again, cited),))


def laid_down_wrongly(state: State) -> Proposal:
    """Return what follows when the punto laid down a hand that is no natural; it lies open."""
    own = propose(lambda: punto_bears_mistake.where(is_banco(state)) or ())
    if not own.effects:
        return propose(new_announcement)
    zero = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points) == 0
    if zero and may_always_ask():
        return Proposal((GoBack(Phase.WORD),), (*own.clauses, cite("CF.C4.14")))
    return Proposal((GoBack(Phase.BANKER), Oblige(Hand.PUNTO, Cell.STAND)), own.clauses)


@rule("CF.C4.11", neutral=(NoteOnly("wrong-announcement"),))
def new_announcement() -> tuple[Effect, ...]:
    """Any other mistake of the punto in announcing his game is corrected: he announces it again."""
    return (GoBack(Phase.WORD),)


@rule("CF.C4.12", neutral=())
def cards_of_the_mistake(cards: Layout) -> tuple[Effect, ...]:
    """Cards that came into play because of the mistake are discarded, if that is right."""
    return tuple(Discard(card.position) for card in cards)


def third_cards(state: State) -> Layout:
    return tuple(card for hand in Hand for card in at(state.coup.cards.layout, third(hand)))


@rule("CF.C4.13", neutral=())
def punto_bears_mistake() -> tuple[Effect, ...]:
    """Who plays banco is not corrected: he bears his own mistake."""
    return (NoteOnly("bears-own-mistake"),)


@rule("HP.CF.mistaken-word", neutral=())
def show_cards_of_punto() -> tuple[Effect, ...]:
    """He shows his cards, free or bound: what they show of his word is followed, and nothing else."""
    return (Expose(Hand.PUNTO),)


@rule("CF.C4.14", neutral=False)
def may_always_ask() -> bool:
    """A banco player with 0 may ask for his third card all the same."""
    return True


# --- cards thrown away ------------------------------------------------------------------------------------------------


def thrown_card(card: LaidCard) -> Proposal | None:
    """Return what follows when the punto throws a card into the basket; ``None`` where the rules say nothing."""
    return Proposal(punto_loses()) if card.place == Hand.PUNTO and not card.face_up else None


@rule("CF.C4.15", neutral=())
def punto_loses() -> tuple[Effect, ...]:
    """A player who throws his cards into the basket before they were seen loses the coup."""
    return (LoseCoup(Hand.PUNTO),)
