"""The books of what is staked against the bank: calls, the award, late stakes. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.marks import Cards
from tapete.games.banked.coup import with_side
from tapete.games.banked.settled_coups import count_played
from tapete.games.banked.shares import Share, share_of
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.state.coup import Award, Coup
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Event
from tapete.table import windows


def apply_bets_opened(state: State, event: e.BetsOpened) -> State:
    """Begin a coup: the cards of the last one leave the table, but for those that wait aside for this one."""
    cards, aside = state.coup.cards, state.coup.cards.marks.aside
    waiting = {one.position for one in aside}
    first = tuple([card for card in cards.layout if card.position in waiting])
    gone = tuple([card.face for card in cards.layout if card.position not in waiting])
    return replace(
        state,
        coup=Coup(event.coup, in_play=event.in_play, cards=Cards(first, replace(state.bars, aside=aside))),
        shoe=replace(state.shoe, has_begun=True, played_cards=count_played(state.shoe.played_cards, gone)),
        calls=windows.Window("bets", state.serial),
    )


def apply_call_made(state: State, event: e.CallMade) -> State:
    return replace(state, calls=windows.claim(state.calls, windows.Claim(event.person, event.kind, event.amount)))


def apply_call_withdrawn(state: State, event: e.CallWithdrawn) -> State:
    return replace(state, calls=windows.withdraw(state.calls, event.person, event.kind))


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    """Close the calls: the award takes their place."""
    award = Award(event.kind, event.holder, event.stakes, event.calls)
    shut = windows.Window[str]("bets", state.calls.serial, (), open=False)
    coup = with_side(replace(state.coup, award=award), Hand.PUNTO, holder=event.holder)
    return replace(state, coup=coup, calls=shut)


def apply_coup_called_off(state: State, event: e.CoupCalledOff) -> State:
    """Close the calls of a coup that is not dealt, and count it."""
    del event
    if state.bank is None:
        return state
    return replace(
        state, calls=replace(state.calls, open=False), bank=replace(state.bank, idle_coups=state.bank.idle_coups + 1)
    )


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    """Take what went back out of a stake."""
    award = state.coup.award
    if award is None:
        raise ValueError("nothing is staked")
    left = [Share(one.person, one.amount - event.amount) if one.person == event.person else one for one in award.stakes]
    award = replace(award, stakes=tuple([one for one in left if one.amount]))
    return replace(state, coup=replace(state.coup, award=award))


def apply_late_stake_noted(state: State, event: e.LateStakeNoted) -> State:
    """Add to what a person laid on the table after the closing words."""
    late = state.coup.late
    laid = Share(event.person, share_of(late, event.person) + event.amount)
    others = [one for one in late if one.person != event.person]
    return replace(state, coup=replace(state.coup, late=(*others, laid)))


def apply_late_stake_removed(state: State, event: e.LateStakeRemoved) -> State:
    late = tuple([one for one in state.coup.late if one.person != event.person])
    return replace(state, coup=replace(state.coup, late=late))


def apply_stake_claim_recorded(state: State, event: e.StakeClaimRecorded) -> State:
    del event
    return state


def apply_hand_followed(state: State, event: e.HandFollowed) -> State:
    return carry_over(state, followers=state.carried_over.followers | {event.person})


def apply_seguido_held(state: State, event: e.SeguidoHeld) -> State:
    """Note who may repeat his banco."""
    return carry_over(state, seguido=frozenset(event.people))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.BetsOpened: apply_bets_opened,
    e.CallMade: apply_call_made,
    e.CallWithdrawn: apply_call_withdrawn,
    e.CoverAwarded: apply_cover_awarded,
    e.CoupCalledOff: apply_coup_called_off,
    e.StakeReturned: apply_stake_returned,
    e.LateStakeNoted: apply_late_stake_noted,
    e.LateStakeRemoved: apply_late_stake_removed,
    e.StakeClaimRecorded: apply_stake_claim_recorded,
    e.HandFollowed: apply_hand_followed,
    e.SeguidoHeld: apply_seguido_held,
}
"""What each event of the stakes makes of the state."""
