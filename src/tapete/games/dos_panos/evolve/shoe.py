"""The books of the shoe: counted, shuffled, cut, loaded, used up, checked. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ShoeSealed
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.baccarat.pack import PackCut, ShoeEnded, StopCardSeen
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.table import unchanged
from tapete.games.dos_panos.state import Bank, Shoe, State
from tapete.kernel import Event


def apply_packs_shown(state: State, event: e.PacksShown) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, is_shown=True))


def apply_pack_counted(state: State, event: e.PackCounted) -> State:
    counted = replace(state.shoe, is_counted=True)
    return replace(state, shoe=counted, broken_seals=state.broken_seals | set(event.seals))


def apply_shoe_wanted(state: State, event: e.ShoeWanted) -> State:
    bank = state.bank
    return replace(
        state,
        coup=replace(state.coup, cards=Cards()),
        shoe=Shoe(event.shoe, event.size, is_order_awaited=True, is_counted=True),
        bars=without_bars(state.bars, Until.SHOE),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=None if bank is None else _with_shoe(bank),
        settings=replace(state.settings, session_shoes=max(state.settings.session_shoes - 1, 0)),
    )


def _with_shoe(bank: Bank) -> Bank:
    return replace(bank, shoes_begun=bank.shoes_begun + 1, may_change_shoe=False, wants_new_shoe=False)


def apply_shoe_sealed(state: State, event: ShoeSealed) -> State:
    """Fix the order of the cards; until a stop card is in, it stands behind the last of them."""
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False, size=event.size, stop=event.size))


def apply_pack_cut(state: State, event: PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0))


def apply_stop_card_in(state: State, event: StopCardIn) -> State:
    return replace(state, shoe=replace(state.shoe, stop=event.position))


def apply_stop_card_seen(state: State, event: StopCardSeen) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, is_stop_seen=True))


def apply_shoe_ended(state: State, event: ShoeEnded) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, has_ended=True, is_shown=False, is_counted=False))


def apply_check_asked(state: State, event: CheckAsked) -> State:
    return replace(state, shoe=replace(state.shoe, check=state.shoe.check | {event.person}))


def apply_cards_checked(state: State, event: CardsChecked) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, check=frozenset()))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.PacksShown: apply_packs_shown,
    e.PackCounted: apply_pack_counted,
    e.PackShuffled: unchanged,
    e.ShoeWanted: apply_shoe_wanted,
    ShoeSealed: apply_shoe_sealed,
    PackCut: apply_pack_cut,
    StopCardIn: apply_stop_card_in,
    StopCardSeen: apply_stop_card_seen,
    ShoeEnded: apply_shoe_ended,
    CheckAsked: apply_check_asked,
    CardsChecked: apply_cards_checked,
}
"""What each event of the shoe makes of the state."""
