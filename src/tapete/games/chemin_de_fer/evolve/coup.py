"""Folding the cards of a coup and its end: bookkeeping only.

What the cards of every banked table do stands in :data:`tapete.games.banked.folds.FOLDS`; here it is laid into the
state, beside what only this game keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tapete.games.baccarat.effects import ASIDE, BASKET, DISCARD, FLOOR
from tapete.games.baccarat.marks import marks_of_next_coup, marks_of_undealt_coup
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import folds, settled_coups
from tapete.games.banked.coup import Share, with_side
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import results
from tapete.games.chemin_de_fer.state import Coup, State, carry_over
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Event
from tapete.table import acts as table

_set = msgspec.structs.replace

Fold = Callable[[State, Any], State]


def _in_coup(change: Callable[[Coup, Any], Coup]) -> Fold:
    return lambda state, event: _set(state, coup=change(state.coup, event))


def apply_nothing(state: State, event: Event) -> State:
    del event
    return state


def apply_card_dealt(state: State, event: e.CardDealt) -> State:
    """Lay a card on the table; the shoe is one card further."""
    coup = folds.apply_card_dealt(state.coup, event)
    return _set(state, shoe=_set(state.shoe, position=event.position + 1), coup=coup)


def apply_stop_card_seen(state: State, event: e.StopCardSeen) -> State:
    del event
    return _set(state, shoe=_set(state.shoe, is_stop_seen=True))


def apply_withdrawal_answered(state: State, event: e.WithdrawalAnswered) -> State:
    """Note who has said whether he takes his stake back."""
    return _set(state, coup=_set(state.coup, respondents=state.coup.respondents | {event.person}))


def apply_table_asked(state: State, event: e.TableAsked) -> State:
    del event
    return _set(state, coup=folds.apply_table_asked(state.coup, Hand.BANCA))


def apply_choice_made(state: State, event: e.ChoiceMade) -> State:
    """Keep what the banker chose about the punto's card."""
    return _set(state, coup=folds.apply_choice_made(state.coup, event, Hand.PUNTO))


# --- the end of a coup ------------------------------------------------------------------------------------------------


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Keep who won."""
    return _set(state, coup=with_side(state.coup, Hand.PUNTO, winner=event.winner))


def apply_coup_voided(state: State, event: e.CoupVoided) -> State:
    """Drop the award of a coup that counts for nothing; what was ruled before its first card is the next one's."""
    del event
    coup, left = state.coup, marks_of_next_coup(state.coup.cards.marks)
    done = _over(coup)
    if all(card.place in (ASIDE, DISCARD, BASKET, FLOOR) for card in coup.cards.layout):  # none has come to a hand yet
        left = marks_of_undealt_coup(coup.cards.marks)
        done = _set(done, cards=_set(coup.cards, marks=left))
    return _set(state, bars=left, coup=done)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Put the bank right by a settled coup, and keep the coup for corrections."""
    bank = state.bank
    if bank is None:
        raise ValueError("a coup is settled against a bank")
    changes, tied = zip(bank.parts, event.bank, strict=True), event.winner is Winner.TIE
    after = _set(
        bank,
        parts=tuple(Share(part.person, part.amount + change.amount) for part, change in changes),
        decided_coups=bank.decided_coups + (not tied),
        tied_coups=bank.tied_coups + tied,
        winnings=bank.winnings + sum(change.amount for change in event.bank),
        is_garage_waived=False,
    )
    history = settled_coups.with_settled(state.history, *results.new_settled_coups(state, event))
    left = marks_of_next_coup(state.coup.cards.marks)
    ended = _set(state, bars=left, bank=after, coup=_over(state.coup), history=history)
    return carry_over(ended, followers=frozenset())


def _over(coup: Coup) -> Coup:
    marks = _set(coup.cards.marks, aside=())
    return _set(with_side(coup, Hand.PUNTO, holder=None), award=None, cards=_set(coup.cards, marks=marks))


FOLDS: Final[Mapping[type[Any], Fold]] = MappingProxyType(
    {
        **{kind: _in_coup(change) for kind, change in folds.FOLDS.items()},
        e.CardDealt: apply_card_dealt,
        e.StopCardSeen: apply_stop_card_seen,
        e.WithdrawalAnswered: apply_withdrawal_answered,
        e.TableAsked: apply_table_asked,
        e.ChoiceMade: apply_choice_made,
        e.ClaimRecorded: apply_nothing,
        table.BoughtIn: apply_nothing,
        table.CashedOut: apply_nothing,
        e.CoupEnded: apply_coup_ended,
        e.CoupVoided: apply_coup_voided,
        e.CoupSettled: apply_coup_settled,
    }
)
"""How each event at the cards and at the end of a coup is folded."""
