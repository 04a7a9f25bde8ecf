"""The restored hand: to whom the third cards belong once an error is put right.

One rule stands behind every case: the third cards are handed out anew in the order in which they were drawn, to the
cloths that are to have one, the first cloth first, and then to the banker. What no cloth claims waits for him; a cloth
that lacks its card gets the next one of the shoe. The banker then decides by the rules of a restored hand.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, BindToTable, Effect, GoBack, Oblige, Party, SetAside
from tapete.games.baccarat.layout import ASIDE, at
from tapete.games.baccarat.marks import third
from tapete.games.banked import turns
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.coup.points import is_decided, live_cloths
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import HANDS, WORD_OF, Hand, Phase
from tapete.table.order import in_order


class Handout(msgspec.Struct, frozen=True):
    """How third cards are handed out anew.

    ``moves`` are the cards that come to another hand than the one before which they lie, by position; ``left_over``
    those that no cloth claims, in the order in which they were drawn. ``is_short``: a cloth lacks its card.
    """

    moves: tuple[tuple[int, Hand], ...] = ()
    left_over: tuple[int, ...] = ()
    is_short: bool = False

    @property
    def surplus(self) -> tuple[int, ...]:
        """Return the cards that nobody can have: of those that no cloth claims the banker takes one at most."""
        return self.left_over[1:]


def third_cards(state: State, coming: Mapping[int, Hand] | None = None) -> dict[int, str]:
    """Return the places of the third cards by position, in the order in which they were drawn: those that wait for the
    banker among them. ``coming``: cards that are just leaving the shoe, and for which hand.
    """
    layout = state.coup.cards.layout
    waiting = {one.position for one in state.coup.cards.marks.aside}
    found = {card.position: card.place for hand in HANDS for card in at(layout, third(hand))}
    found |= {card.position: ASIDE for card in at(layout, ASIDE) if card.position in waiting}
    found |= {position: third(hand) for position, hand in (coming or {}).items()}
    return dict(in_order(found))


def corrected_words(state: State, corrected: Mapping[Hand, Word]) -> dict[Hand, bool]:
    """Return for each cloth that plays whether it is to have a third card: by its word, or as its word is corrected. A
    hand that was thrown in is to have one if it has one.
    """
    coup = state.coup
    playing = (
        cloth
        for cloth in live_cloths(state)
        if not is_decided(state, cloth) or (is_thrown_in(state, cloth) and at(coup.cards.layout, third(cloth)))
    )
    return {
        cloth: corrected[cloth] is Word.CARTA if cloth in corrected else turns.is_card_asked(coup, cloth)
        for cloth in playing
    }


def is_thrown_in(state: State, cloth: Hand) -> bool:
    marks = state.coup.cards.marks.of(cloth)
    return marks.deemed_total is not None and not marks.deemed_total.natural and not marks.is_lost


def hand_out(cards: Mapping[int, str], claims: Mapping[Hand, bool]) -> Handout:
    """Return how third cards are handed out to those that claim one, in the order in which they were drawn."""
    claimants = [cloth for cloth, is_claimed in claims.items() if is_claimed]
    served = list(zip(cards, claimants, strict=False))
    given = tuple((position, cloth) for position, cloth in served if cards[position] != third(cloth))
    left_over = tuple(cards)[len(served) :]
    return Handout(given, left_over, is_short=len(served) < len(claimants))


def word_as(cloth: Hand, word: Word) -> Effect:
    """Return the effect by which a cloth counts as having said a word."""
    return Oblige(cloth, Cell.DRAW if word is Word.CARTA else Cell.STAND)


def moved_to(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """Return the effects by which a cloth gets the card that is its own now."""
    return tuple(AssignCard(position, third(hand)) for position, hand in handout.moves if hand is cloth)


def kept_for_banker(handout: Handout, *, falls_to: str = "") -> tuple[Effect, ...]:
    """Return the effects by which a card that no cloth claims waits for the banker, before any card of the shoe."""
    return tuple(SetAside(position, falls_to) for position in handout.left_over[:1])


def restored_binding(state: State, fault_of: Party) -> tuple[Effect, ...]:
    """Return the effect by which the banker plays by the rules of a restored hand. An error of his own in the coup
    stays one, whoever else errs after him.
    """
    return (BindToTable(Hand.BANCA, fault_of=Party.BANKER if has_banker_erred(state) else fault_of),)


def has_banker_erred(state: State) -> bool:
    """Return True if the banker is bound for an error of his own, or is to be by an open incident."""
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    to_be = (effect for one in state.docket.open for effect in one.proposed_effects)
    is_to_be = any(isinstance(one, BindToTable) and one.fault_of is Party.BANKER for one in to_be)
    return is_to_be or (binding is not None and binding.fault_of is Party.BANKER)


def resumed(state: State, handout: Handout) -> tuple[Effect, ...]:
    """Return the effect by which play goes on where it has to: with a cloth that lacks its card, or with the banker's
    decision, which is taken anew where he has taken it.
    """
    if state.phase in WORD_OF.values():
        return ()
    if handout.is_short and state.phase is not Phase.ANSWER:
        return (GoBack(Phase.ANSWER),)
    decided = state.coup.decision is not None or state.phase in (Phase.SHOW, Phase.SETTLE)
    return (GoBack(Phase.BANKER),) if decided else ()
