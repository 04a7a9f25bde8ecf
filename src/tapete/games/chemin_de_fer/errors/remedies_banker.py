"""What the rules make of the banker's faults: cards too many, cards shown, cards lost, speaking out of turn."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    Effect,
    Expose,
    KeepOne,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferWithdrawal,
    Party,
    SetAside,
    Unbind,
)
from tapete.games.baccarat.incident import judgement_clauses
from tapete.games.baccarat.layout import ASIDE, DISCARD, LaidCard, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal, Remedy, propose
from tapete.games.banked.cards import with_cards_at_home
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase

MISDEAL = "misdeal"
"""Kind of the incident of cards dealt out of order."""
TOO_MANY = "banker-more-than-two"
FIFTH = "fifth-card"
NO_MORE = "card-to-deemed-natural"

DEALING = (Phase.DEAL, Phase.CARRY)


# --- a card too many --------------------------------------------------------------------------------------------------


def extra_card(state: State, hand: Hand, due: Hand | None) -> tuple[Fault, Proposal | None]:
    """Return the fault of a card that should not come to ``hand`` now, and what the rules make of it.

    The order of the cards decides: one that comes when both have their two is the fifth card, before whomever it is
    laid; an earlier one is a card that the banker gave himself. Of a sixth the rules say nothing: it is proposed to the
    inspector to keep it out; and so of one for a punto who is deemed to have laid down a 9.
    """
    served = len(at(state.coup.cards.layout, hand))
    position = state.shoe.position
    if hand is Hand.PUNTO and is_deemed_natural(state):
        out = Proposal((Discard(position),), judgement_clauses(state.book.authority), open_to_judgement=True)
        return Fault(NO_MORE, {"position": position}, (cite("CF.C3.06"), cite("CF.A.08"))), out
    if due is None and FIFTH in state.coup.found_faults:
        out = Proposal((Discard(position),), judgement_clauses(state.book.authority), open_to_judgement=True)
        return fault("deal-order", due=due, hand=str(hand)), out
    if due is None:
        made = propose(lambda: fifth_card(position))
        return Fault(FIFTH, {"position": position}, made.clauses), made
    if hand is Hand.BANCA and served >= 2:
        made = propose(lambda: right_kept(deemed_bacarra()))
        return Fault(TOO_MANY, {"position": position}, made.clauses), made
    return fault("deal-order", due=due, hand=str(hand)), None


def is_deemed_natural(state: State) -> bool:
    """Return True if the punto is deemed to have laid a natural down: no card is his any more."""
    deemed = state.coup.cards.marks.of(Hand.PUNTO).deemed_total
    return deemed is not None and deemed.natural


@rule("CF.C3.01", neutral=())
def fifth_card(position: int) -> tuple[Effect, ...]:
    """A fifth card drawn after two were dealt to each is the punto's if he asks for one; otherwise the banker must
    take it.
    """
    return (SetAside(position, Hand.BANCA),)


@rule("CF.C3.02", neutral=())
def deemed_bacarra() -> tuple[DeemTotal, ...]:
    """A banker who gives himself more than two cards in the deal counts 0, whatever the cards are."""
    return (DeemTotal(Hand.BANCA, 0),)


@rule("CF.C3.03", neutral=lambda deemed: deemed)
def right_kept(deemed: tuple[DeemTotal, ...]) -> tuple[Effect, ...]:
    """He keeps his right to one more card, which counts with the deemed 0."""
    return tuple(DeemTotal(one.hand, one.total, one_more=True) for one in deemed)


@rule("CF.C3.04", neutral=())
def better_for_the_punto() -> tuple[Effect, ...]:
    """Of two third cards the punto keeps the one that makes his higher total."""
    return (KeepOne(Hand.PUNTO, higher=True),)


@rule("CF.C3.05", neutral=())
def worse_for_the_banker() -> tuple[Effect, ...]:
    """Of two third cards the banker keeps the one that makes his lower total."""
    return (KeepOne(Hand.BANCA, higher=False),)


# --- the basket -------------------------------------------------------------------------------------------------------


def basket(state: State, card: LaidCard) -> Proposal | None:
    """Return what the rules make of a card that the banker drops; ``None`` where they say nothing.

    A card of the punto that falls while it is dealt is a case of its own, the third one until the banker has decided;
    every other card is one more of the banker's, unless everybody has seen it.
    """
    if card.place == Hand.PUNTO and state.phase in DEALING:
        return Proposal(punto_lays_down_nine())
    if card.place == third(Hand.PUNTO) and state.coup.decision is None:
        return Proposal((*punto_counts_nine(), *banker_after_lost_third()))
    return None if card.face_up else Proposal(banker_loses())


@rule("CF.C3.06", neutral=())
def punto_lays_down_nine() -> tuple[Effect, ...]:
    """If the banker drops one of the punto's first two cards into the basket, the punto is deemed to lay down a 9."""
    return (DeemNatural(Hand.PUNTO, 9),)


@rule("CF.C3.07", neutral=())
def punto_counts_nine() -> tuple[Effect, ...]:
    """If it is the punto's third card, his total is deemed to be 9."""
    return (DeemTotal(Hand.PUNTO, 9),)


@rule("CF.C3.08", neutral=())
def banker_after_lost_third() -> tuple[Effect, ...]:
    """The banker may then take a third card, except when he has 7; there is no column of the table for a card
    unseen.
    """
    return (Unbind(Hand.BANCA), Oblige(Hand.BANCA, Cell.STAND, (7,)))


@rule("CF.C3.15", neutral=())
def banker_loses() -> tuple[Effect, ...]:
    """A banker who puts any other card into the basket before the players have plainly seen it loses the coup."""
    return (LoseCoup(Hand.BANCA),)


# --- cards turned over, the natural -----------------------------------------------------------------------------------


def turned_by_banker(state: State, card: LaidCard) -> Proposal | None:
    """Return what follows when the banker uncovers a card of the punto; of his own cards the rules say nothing."""
    layout = with_cards_at_home(state.coup, state.docket).cards.layout
    hands = [one.position for one in at(layout, Hand.PUNTO)[:2]]
    if card.position not in hands:
        return None
    ordinal = 1 if card.position == min(one.position for one in layout if one.place not in (DISCARD, ASIDE)) else 2
    by = {state.coup.uncovered_cards.get(position) for position in hands if position != card.position} - {None}
    if not by:
        return Proposal(same_card_of_banker(ordinal))
    both = (*both_cards_of_banker(), *banker_follows_table())
    if by == {Party.BANKER}:
        return Proposal(both)
    alternative = Remedy(both, (cite("CF.C3.10"), cite("CF.C3.11")))
    return Proposal(same_card_of_banker(ordinal), open_to_judgement=True, alternatives=(alternative,))


@rule("CF.C3.09", neutral=())
def same_card_of_banker(ordinal: int) -> tuple[Effect, ...]:
    """A banker who uncovers the punto's first or second card uncovers his own first or second too."""
    return (Expose(Hand.BANCA, (ordinal,)),)


@rule("CF.C3.10", neutral=())
def both_cards_of_banker() -> tuple[Effect, ...]:
    """If he uncovers both, he uncovers both of his own."""
    return (Expose(Hand.BANCA, (1, 2)),)


@rule("CF.C3.11", neutral=())
def banker_follows_table() -> tuple[Effect, ...]:
    """He must then follow his table; the cells that leave a choice stay free, for only the croupier's fault binds
    them.
    """
    return (BindToTable(Hand.BANCA, fault_of=Party.BANKER),)


@rule("CF.C3.13", neutral=())
def players_may_withdraw() -> tuple[Effect, ...]:
    """If the banker lays down his hand before the punto has spoken, each player may take his stake back."""
    return (OfferWithdrawal(),)


@rule("CF.C3.14", neutral=(NoteOnly("natural-offered-cards"),))
def natural_offered_cards() -> tuple[Effect, ...]:
    """A banker with 8 or 9 who gives or offers a card loses the right to lay it down."""
    return (LoseNatural(Hand.BANCA),)


def require_no_fifth_card(state: State) -> Fault | None:
    """Return a Fault if a banker lays down who drew the fifth card."""
    return require_right_before_fifth_card() if FIFTH in state.coup.found_faults else None


@rule("CF.C3.14", neutral=None)
def require_right_before_fifth_card() -> Fault | None:
    """A banker who drew the fifth card before his turn has dealt a card: he lays nothing down any more."""
    return fault("natural-right-lost")
