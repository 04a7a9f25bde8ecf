"""What the croupier says: formulas of the rulebook, with their places filled."""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Said, say
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Hand


@rule("PB.B.16", neutral=())
def announce_player_total(state: State, total: int) -> tuple[Said, ...]:
    """The croupier announces the two-card total of the Player hand."""
    return say(state, "player-total", total=total)


@rule("PB.B.19", neutral=())
def announce_bank_total(state: State, total: int) -> tuple[Said, ...]:
    """The croupier announces the two-card total of the Bank hand."""
    return say(state, "bank-total", total=total)


@rule("PB.B.23", neutral=())
def announce_bank_decision(state: State, draws: bool, total: int) -> tuple[Said, ...]:
    """What is said for the Player hand is said for the Bank hand too, after it: it stands with its total, or takes a
    card.
    """
    return say(state, "bank-draws") if draws else say(state, "bank-stands", total=total)


def announce_decision(state: State, hand: Hand, draws: bool, total: int) -> tuple[Said, ...]:
    if hand is Hand.BANCA:
        return announce_bank_decision(state, draws, total)
    return say(state, "player-draws") if draws else say(state, "player-stands", total=total)


@rule("PB.B.24", neutral=())
def announce_result(state: State, winner: Winner, punto: int, banca: int) -> tuple[Said, ...]:
    """At the end of the coup the croupier announces which hand has the higher total."""
    formula = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}[winner]
    return say(state, formula, punto=punto, banca=banca)
