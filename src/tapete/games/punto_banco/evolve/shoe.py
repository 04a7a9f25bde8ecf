"""What the events of the shoe make of the state: its preparation, its cards, and whose turn it is to deal."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ShoeSealed
from tapete.games.baccarat.marks import marks_of_next_coup
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.state import Shoe, ShoeTurn, State

# --- the pack ---------------------------------------------------------------------------------------------------------


def apply_shoe_opened(state: State, event: e.ShoeOpened) -> State:
    """Begin another shoe: its coups are counted from one, and its turn remembers where the last one stood."""
    turn = state.turn
    stood_at = turn.holder or turn.offered_place
    last, is_lost = (turn.last, turn.is_lost) if stood_at is None else (stood_at, False)
    return replace(
        state,
        shoe=Shoe(event.shoe, event.size),
        turn=ShoeTurn(last=last, is_lost=is_lost),
        coup=0,
        basket=0,
        marks=marks_of_next_coup(state.marks),
        announcements=(),
        said_from=0,
    )


def apply_shoe_wanted(state: State, event: e.ShoeWanted) -> State:
    return replace(state, shoe=replace(state.shoe, is_order_awaited=True))


def apply_shoe_sealed(state: State, event: ShoeSealed) -> State:
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False))


def apply_pack_cut(state: State, event: e.PackCut) -> State:
    """Keep how many cards went below the others."""
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0))


def apply_cut_card_in(state: State, event: e.CutCardIn) -> State:
    return replace(state, shoe=replace(state.shoe, cut_card=event.position))


def apply_cards_burned(state: State, event: e.CardsBurned) -> State:
    shoe, basket = state.shoe, state.basket + len(state.layout) + event.count
    return replace(state, shoe=replace(shoe, position=shoe.position + event.count), basket=basket, layout=())


def apply_stop_card_seen(state: State, event: e.StopCardSeen) -> State:
    return replace(state, shoe=replace(state.shoe, is_stop_seen=True))


def apply_card_exposed(state: State, event: e.CardExposed) -> State:
    return replace(state, shoe=with_face(state.shoe, event.position, event.face))


def apply_card_discarded(state: State, event: e.CardDiscarded) -> State:
    without_it = replace(with_face(state.shoe, event.position, event.face), position=event.position + 1)
    return replace(state, shoe=without_it, basket=state.basket + 1)


def with_face(shoe: Shoe, position: int, face: Card | None) -> Shoe:
    return shoe if face is None else replace(shoe, known_faces=shoe.known_faces.set(position, face))


# --- the turn of the shoe ---------------------------------------------------------------------------------------------


def apply_shoe_offered(state: State, event: e.ShoeOffered) -> State:
    """Offer the shoe to a place; whoever had it until now has lost it."""
    had = state.turn.holder
    last, is_lost = (state.turn.last, state.turn.is_lost) if had is None else (had, True)
    turn = ShoeTurn(offered_place=event.seat, declined_places=state.turn.declined_places, last=last, is_lost=is_lost)
    return replace(state, turn=turn, called_person=None)


def apply_shoe_declined(state: State, event: e.ShoeDeclined) -> State:
    """Note that a place lets the shoe go by; if it had the shoe, nobody has it now."""
    turn, seat = state.turn, event.seat
    passed = replace(turn, declined_places=turn.declined_places | {seat}, is_reminded=False)
    if seat in (turn.holder, turn.offered_place):
        last, is_lost = (turn.last, turn.is_lost) if turn.holder is None else (turn.holder, False)
        passed = replace(passed, holder=None, offered_place=None, last=last, is_lost=is_lost)
    return replace(state, turn=passed, called_person=None)


def apply_shoe_lost(state: State, event: e.ShoeLost) -> State:
    return replace(state, turn=ShoeTurn(last=event.seat, is_lost=True))


def apply_shoe_taken(state: State, event: e.ShoeTaken) -> State:
    return replace(state, turn=ShoeTurn(holder=event.seat, last=state.turn.last), called_person=None)


def apply_shoe_to_croupier(state: State, event: e.ShoeToCroupier) -> State:
    """Give the shoe to the croupier."""
    had, turn = state.turn.holder, state.turn
    last, is_lost = (turn.last, turn.is_lost) if had is None else (had, True)
    return replace(state, turn=ShoeTurn(croupier=True, last=last, is_lost=is_lost), called_person=None)


def apply_holder_reminded(state: State, event: e.HolderReminded) -> State:
    """Note that the player who has the shoe was asked for his bet."""
    return replace(state, turn=replace(state.turn, is_reminded=True), called_person=None)
