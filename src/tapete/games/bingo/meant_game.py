"""Acts about one game: whoever read the page of another one does nothing to this one."""

from __future__ import annotations

from typing import Any, Final

from tapete.clauses import Fault, fault
from tapete.games.bingo import acts as a
from tapete.games.bingo.state import State
from tapete.kernel import Act, ActBody, Step

OF_ONE_GAME: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.WantCards, a.CallPrize, a.CallForPlayer),
        *(a.ReportCallerError, a.ReportCause, a.VoidGame),
    }
)
"""Acts that may come in another window than the one in which they were meant, but not in another game."""


def require_meant_game(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault if an act about one game was meant for another one, or for the other game of a double."""
    if type(act.body) not in OF_ONE_GAME or act.at is None or is_of_present_game(state, act.at):
        return None
    return fault("window-closed", meant=str(act.at), now=str(state.step))


def is_of_present_game(state: State, step: Step) -> bool:
    """Return True if a step belongs to the present game, of a double to that of its two games that is played."""
    present = state.step
    return (step.series, step.cycle) == (present.series, present.cycle) and step.serial >= state.game.first_serial
