"""The phases of a game: the clauses in force in each, and the acts that it allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tapete.clauses import cite
from tapete.games.bingo import acts as a
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.kernel import ActBody, require_complete
from tapete.table import phases

PhaseRules = phases.PhaseRules[State]


def _rules(clauses: str, *allowed: type[ActBody]) -> PhaseRules:
    in_force = tuple([cite(f"BG.{clause}") for clause in clauses.split()])
    return PhaseRules(in_force, offered_acts=frozenset(allowed))


PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.CLOSED: _rules(""),
    Phase.SALE: _rules("", a.StartGame),
    Phase.DRAWING: _rules("IV.16 IV.17 IV.19 IV.20", a.DrawBall, a.BallOut, a.Announce, a.CallPrize, a.PayPrizes),
    Phase.PAUSE: _rules("IV.22 IV.24 IV.29 IV.31 IV.32", a.BallOut, a.CallPrize, a.CheckCard, a.Resume, a.PayPrizes),
    Phase.PAYMENT: _rules("I.15 IV.28", a.PayPrizes),
    Phase.OVER: _rules(""),
}
"""What holds in each phase."""

require_complete(PHASES, frozenset(Phase))
