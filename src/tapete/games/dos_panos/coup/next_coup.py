"""What a coup leaves for the next one: its cards in the basket, and the turn of each cloth."""

from __future__ import annotations

from tapete.games.baccarat.layout import DISCARD
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.events import CardMoved
from tapete.games.dos_panos.events import TurnMoved
from tapete.games.dos_panos.people import turn
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Cover, Hand
from tapete.kernel import Event
from tapete.table.order import in_order


def to_basket(state: State) -> tuple[Event, ...]:
    """Return the cards of the coup on their way to the basket of used cards; those that wait to be dealt in a coup of
    which no card was dealt wait for the next one.
    """
    if not state.book.basket.after_hand.use():
        return ()
    waiting = {one.position for one in state.coup.cards.marks.aside} if state.is_undealt else ()
    used = (card for card in state.coup.cards.layout if card.place != DISCARD and card.position not in waiting)
    return tuple(CardMoved(card.position, DISCARD) for card in used)


# --- the turns --------------------------------------------------------------------------------------------------------


def turns_moved(state: State) -> tuple[Event, ...]:
    """Return whose the cards of each cloth are in the next coup; a banco leaves both turns as they are."""
    if state.coup.cover is Cover.BANCO:
        return ()
    kept = turns_kept(state)
    found = list(kept)
    for cloth in CLOTHS:
        if cloth in state.coup.cards.marks.next_holders:
            continue
        holder = state.coup.side(cloth).holder
        place = None if holder is None else state.seats.place_of(holder)
        if place is None:
            continue
        places = turn.eligible_places(state.seats, cloth, (), state.book.turn, state.barred_from_cards)
        lost = state.coup.side(cloth).winner is Winner.BANCA
        seat = turn.place_after(place, places) if lost and places else place
        if state.turns.get(cloth) != seat:
            found.append(TurnMoved(cloth, seat))
    return tuple(found)


def turns_kept(state: State) -> tuple[TurnMoved, ...]:
    """Return the turns of those to whom a ruling gave the cards of the next coup; a banco leaves both as they are."""
    if state.coup.cover is Cover.BANCO:
        return ()
    given = ((Hand(hand), who) for hand, who in in_order(state.coup.cards.marks.next_holders))
    seats = ((cloth, state.seats.place_of(who)) for cloth, who in given)
    return tuple(TurnMoved(cloth, seat) for cloth, seat in seats if seat is not None and state.turns.get(cloth) != seat)
