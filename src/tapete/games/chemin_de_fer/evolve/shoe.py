"""The books of the shoe between its coups: loaded, prepared, used up, checked. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ShoeSealed
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import Shoe, State
from tapete.kernel import Event


def apply_shoe_wanted(state: State, event: e.ShoeWanted) -> State:
    swept, shoe = replace(state.coup, cards=Cards()), Shoe(event.shoe, event.size, is_order_awaited=True)
    return replace(state, coup=swept, shoe=shoe, bars=without_bars(state.bars, Until.SHOE))


def apply_shoe_sealed(state: State, event: ShoeSealed) -> State:
    """Fix the order of the cards; until a stop card is in, it stands behind the last of them."""
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False, size=event.size, stop=event.size))


def apply_pack_shuffled(state: State, event: e.PackShuffled) -> State:
    del event
    return state


def apply_cut_offered(state: State, event: e.CutOffered) -> State:
    """Offer the cut to a person; note who let it go by before him."""
    shoe = state.shoe
    uncut = shoe.cut_refusers if event.refuser is None else shoe.cut_refusers | {event.refuser}
    return replace(state, shoe=replace(shoe, cut_to=event.person, cut_refusers=uncut))


def apply_pack_cut(state: State, event: e.PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0, cut_to=None))


def apply_stop_card_in(state: State, event: StopCardIn) -> State:
    return replace(state, shoe=replace(state.shoe, stop=event.position))


def apply_shoe_ended(state: State, event: e.ShoeEnded) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, has_ended=True))


def apply_check_asked(state: State, event: CheckAsked) -> State:
    return replace(state, shoe=replace(state.shoe, check=state.shoe.check | {event.person}))


def apply_cards_checked(state: State, event: CardsChecked) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, check=frozenset()))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.ShoeWanted: apply_shoe_wanted,
    ShoeSealed: apply_shoe_sealed,
    e.PackShuffled: apply_pack_shuffled,
    e.CutOffered: apply_cut_offered,
    e.PackCut: apply_pack_cut,
    StopCardIn: apply_stop_card_in,
    e.ShoeEnded: apply_shoe_ended,
    CheckAsked: apply_check_asked,
    CardsChecked: apply_cards_checked,
}
"""What each event of the shoe makes of the state."""
