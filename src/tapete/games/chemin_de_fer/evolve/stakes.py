"""Folding what is staked against the bank: bookkeeping only."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.games.baccarat.marks import Cards
from tapete.games.banked.coup import with_side
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.events import bank as b
from tapete.games.chemin_de_fer.evolve.shoe import played
from tapete.games.chemin_de_fer.shares import Share, share_of
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.state.coup import Award, Coup
from tapete.games.chemin_de_fer.terms import Hand
from tapete.table import windows

_set = msgspec.structs.replace


def apply_cover(state: State, event: Any) -> State:
    """Fold one event of the betting: calls, the award, what stands out of play, stakes that went back."""
    coup, bank = state.coup, state.bank
    match event:
        case e.BetsOpened(coup=number, in_play=in_play):
            old = coup.cards
            first = tuple(card for card in old.layout if any(one.position == card.position for one in old.marks.aside))
            gone = tuple(card.face for card in old.layout if card not in first)
            fresh = Coup(number, in_play=in_play, cards=Cards(first, _set(state.bars, aside=old.marks.aside)))
            shoe = _set(state.shoe, begun=True, played=played(state.shoe.played, gone))
            return _set(state, coup=fresh, shoe=shoe, calls=windows.Window("bets", state.serial))
        case e.CallMade(person=person, kind=kind, amount=amount):
            return _set(state, calls=windows.claim(state.calls, windows.Claim(person, kind, amount)))
        case e.CallWithdrawn(person=person, kind=kind):
            return _set(state, calls=windows.withdraw(state.calls, person, kind))
        case e.CoverAwarded(kind=cover, holder=holder, stakes=stakes, calls=calls):
            awarded = with_side(_set(coup, award=Award(cover, holder, stakes, calls)), Hand.PUNTO, holder=holder)
            return _set(state, coup=awarded, calls=windows.Window("bets", state.calls.serial, (), open=False))
        case b.GarageFormed(parts=parts) if bank is not None:
            return _set(state, bank=_set(bank, garage=parts))
        case b.GarageReturned() if bank is not None:
            return _set(state, bank=_set(bank, garage=()))
        case e.StakeReturned(person=person, amount=amount) if coup.award is not None:
            left = tuple(
                Share(one.person, one.amount - (amount if one.person == person else 0)) for one in coup.award.stakes
            )
            award = _set(coup.award, stakes=tuple(one for one in left if one.amount))
            return _set(state, coup=_set(coup, award=award))
        case _:
            raise TypeError(type(event).__name__)


def apply_late(state: State, event: Any) -> State:
    """Fold one event about stakes that came late, or followed the hand."""
    coup = state.coup
    match event:
        case e.LateStakeNoted(person=person, amount=amount):
            laid = Share(person, share_of(coup.late, person) + amount)
            others = tuple(one for one in coup.late if one.person != person)
            return _set(state, coup=_set(coup, late=(*others, laid)))
        case e.LateStakeRemoved(person=person):
            return _set(state, coup=_set(coup, late=tuple(one for one in coup.late if one.person != person)))
        case e.HandFollowed(person=person):
            return carry_over(state, followers=state.carried_over.followers | {person})
        case _:
            return state
