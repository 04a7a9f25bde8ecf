"""The scoreboard of a table: its last coups, each as it really ended. A correction changes what stands here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Share, Shares
from tapete.games.banked.events import CoupVoided
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import CoupResult, SettledCoup, State
from tapete.games.chemin_de_fer.terms import Hand

KEPT: Final = 24
"""Coups that the scoreboard shows."""


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Note the result of the coup; one that is reckoned again before it is paid stands once."""
    unpaid = _unpaid(state)
    corrected = unpaid is not None and unpaid.is_corrected
    result = CoupResult(state.coup.number, event.winner, event.punto, event.banca, is_corrected=corrected)
    return replace(state, results=(*_paid(state), result)[-KEPT:])


def apply_coup_voided(state: State, _event: CoupVoided) -> State:
    """Take the coup off the scoreboard: it counts for nothing."""
    return replace(state, results=_paid(state))


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Note how the coup was covered; from now on its result is a past one."""
    result = _unpaid(state)
    if result is None:
        return state
    covered = sum(one.amount for one in event.stakes)
    return replace(
        state, results=(*_paid(state), replace(result, cover=event.kind, covered_amount=covered, is_paid=True))
    )


def apply_card_corrected(state: State, event: e.CardCorrected) -> State:
    """Put right how a coup ended; of several with one number it is the last, for each shoe may count anew."""
    result = _unpaid(state)
    if result is not None and event.coup == state.coup.number:
        return replace(state, results=(*_paid(state), replace(result, is_corrected=True)))
    at = next((n for n in range(len(state.results) - 1, -1, -1) if state.results[n].number == event.coup), None)
    if event.winner is None or at is None or not state.results[at].is_paid:
        return state
    right = replace(state.results[at], winner=event.winner, punto=event.punto, banca=event.banca, is_corrected=True)
    return replace(state, results=(*state.results[:at], right, *state.results[at + 1 :]))


def _unpaid(state: State) -> CoupResult | None:
    return state.results[-1] if state.results and not state.results[-1].is_paid else None


def _paid(state: State) -> tuple[CoupResult, ...]:
    return state.results[:-1] if _unpaid(state) is not None else state.results


RESULTS: Final[Mapping[type[Any], Callable[[State, Any], State]]] = {
    e.CoupEnded: apply_coup_ended,
    CoupVoided: apply_coup_voided,
    e.CoupSettled: apply_coup_settled,
    e.CardCorrected: apply_card_corrected,
}
"""What an event changes on the scoreboard, before it changes the table."""


def nets(winner: Winner, stakes: Shares) -> Shares:
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1, Winner.TIE: 0}[winner]
    return tuple(Share(one.person, sign * one.amount) for one in sorted(stakes, key=lambda one: one.person))


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[SettledCoup, ...]:
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        return ()
    players, coup = nets(event.winner, event.stakes), state.coup
    kept = SettledCoup(
        shoe=state.shoe.number,
        coup=coup,
        winners=Map({str(Hand.PUNTO): event.winner}),
        award=award if coup.punto.holder is None else replace(award, holder=coup.punto.holder),
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
    bank = state.bank
    if bank is None:
        return state
    changed = zip(bank.parts, event.bank, strict=True)
    parts = tuple(Share(part.person, part.amount + change.amount) for part, change in changed)
    won = bank.winnings + sum(change.amount for change in event.bank)
    return replace(state, bank=replace(bank, parts=parts, winnings=won))
