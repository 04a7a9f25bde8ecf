"""The books of settled coups: what is kept of them, and what a correction makes of it. No rule is decided here."""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from tapete.games.baccarat.corrections import coup_by_number
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import reversal
from tapete.games.banked.coup import with_side
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import SettledCoup
from tapete.games.chemin_de_fer.terms import Hand

KEPT = 60
"""Settled coups that a table remembers."""

_set = msgspec.structs.replace


def nets(winner: Winner, stakes: Shares) -> Shares:
    """Return what a result brings each player, in cents net of his stake."""
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1, Winner.TIE: 0}[winner]
    return tuple(Share(one.person, sign * one.amount) for one in sorted(stakes, key=lambda one: one.person))


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[SettledCoup, ...]:
    """Return what is kept of a coup that is settled now."""
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        return ()
    players, coup = nets(event.winner, event.stakes), state.coup
    kept = SettledCoup(
        shoe=state.shoe.number,
        coup=coup,
        winners=Map({str(Hand.PUNTO): event.winner}),
        award=award if coup.punto.holder is None else _set(award, holder=coup.punto.holder),
        parts=bank.parts,
        players=players,
        bank=event.bank,
        cagnotte=event.cagnotte,
        due_players=players,
        due_bank=event.bank,
        due_cagnotte=event.cagnotte,
    )
    return (kept,)


def settled_coup(state: State, coup: int) -> SettledCoup | None:
    """Return a settled coup by its number."""
    return coup_by_number(state.history, coup)


def apply_correction(state: State, event: Any) -> State:
    """Fold a correction."""
    found = settled_coup(state, event.coup)
    if isinstance(event, e.CardCorrected):
        state = _in_shoe(state, event, found)
    if found is None:
        return _set(state, coup=with_side(state.coup, Hand.PUNTO, winner=None))
    if isinstance(event, e.PaymentCorrected):
        right = _set(found, players=found.due_players, bank=found.due_bank, cagnotte=found.due_cagnotte)
        return _kept(_in_bank(state, event), right)
    right = _set(found, coup=reversal.rekey_card(found.coup, event.position, event.face))
    if event.winner is not None:
        due = {"due_players": event.players, "due_bank": event.bank, "due_cagnotte": event.cagnotte}
        right = _set(right, winners=right.winners.set(Hand.PUNTO, event.winner), **due)
        if state.history[-1] is found and state.coup.number == found.number:  # its cards still lie on the table
            state = _set(state, coup=with_side(state.coup, Hand.PUNTO, winner=event.winner))
    return _kept(state, right)


def _in_shoe(state: State, event: e.CardCorrected, found: SettledCoup | None) -> State:
    """Put a face right where it lies on the table, or among the cards that have left the shoe in use."""
    if event.coup == state.coup.number:
        return _set(state, coup=reversal.rekey_card(state.coup, event.position, event.face))
    if found is None or found.shoe != state.shoe.number:
        return state
    counted = state.shoe.played_cards
    counted = counted.set(event.was, counted.get(event.was, 0) - 1).set(event.face, counted.get(event.face, 0) + 1)
    return _set(state, shoe=_set(state.shoe, played_cards=counted))


def _kept(state: State, right: SettledCoup) -> State:
    return _set(state, history=tuple(right if one.number == right.number else one for one in state.history))


def _in_bank(state: State, event: e.PaymentCorrected) -> State:
    bank = state.bank
    if bank is None or not event.in_bank:
        return state
    changed = zip(bank.parts, event.bank, strict=True)
    parts = tuple(Share(part.person, part.amount + change.amount) for part, change in changed)
    won = bank.winnings + sum(change.amount for change in event.bank)
    return _set(state, bank=_set(bank, parts=parts, winnings=won))
