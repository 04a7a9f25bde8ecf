"""The books of settled coups: what is kept of them, and what a correction makes of it. No rule is decided here."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import settled_coups
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import SettledCoup
from tapete.games.chemin_de_fer.terms import Hand

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
        seguido=state.carried_over.seguido,
        players=players,
        bank=event.bank,
        cagnotte=event.cagnotte,
        due_players=players,
        due_bank=event.bank,
        due_cagnotte=event.cagnotte,
    )
    return (kept,)


def in_bank(state: State, event: PaymentCorrected) -> State:
    """Put what a bank bears of a corrected payment into the parts of its owners."""
    bank = state.bank
    if bank is None:
        return state
    changed = zip(bank.parts, event.bank, strict=True)
    parts = tuple(Share(part.person, part.amount + change.amount) for part, change in changed)
    won = bank.winnings + sum(change.amount for change in event.bank)
    return _set(state, bank=_set(bank, parts=parts, winnings=won))


def apply_payment_corrected(state: State, event: PaymentCorrected) -> State:
    return settled_coups.apply_payment_corrected(state, event, in_bank)
