"""The result of a coup: who wins by the totals, or by what a ruling has decided."""

from __future__ import annotations

from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.outcome import Winner, winner
from tapete.games.punto_banco.announcements import announce_result
from tapete.games.punto_banco.events import CoupEnded, PhaseOpened
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.kernel import Event


def result(state: State, punto: int, banca: int, natural: bool) -> tuple[Event, ...]:
    """Return the end of the coup: who wins, and what the croupier says."""
    won = winner_with_rulings(state.marks, winner(punto, banca, state.book.outcome))
    over = () if state.phase is Phase.SETTLE else (PhaseOpened(Phase.SETTLE),)
    return (CoupEnded(won, punto, banca, natural), *announce_result(state, won, punto, banca), *over)


def winner_with_rulings(marks: Marks, won: Winner) -> Winner:
    """Return who wins when a ruling may have let a hand lose; ``won`` does by the totals."""
    for hand, other in ((Hand.PUNTO, Winner.BANCA), (Hand.BANCA, Winner.PUNTO)):
        if marks.of(hand).is_lost:
            won = other
    return won


def is_decided_by_ruling(state: State) -> bool:
    return any(state.marks.of(hand).is_lost or state.marks.of(hand).deemed_total is not None for hand in Hand)


def ruled_result(state: State) -> tuple[Event, ...]:
    """Return the end of a coup that a ruling decided: no more cards, once both hands count something."""
    punto, banca = state.total(Hand.PUNTO), state.total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    return result(state, punto, banca, natural=False)
