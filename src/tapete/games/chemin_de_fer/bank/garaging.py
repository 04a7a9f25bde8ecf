"""What the banker does with the garage himself: winnings out of play, and «todo va»."""

from __future__ import annotations

from tapete.clauses import Fault, fault
from tapete.games.baccarat.procedure import say
from tapete.games.chemin_de_fer.acts.bank import AllGoes, GarageWinnings
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.bank.amount import announced, between_coups
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Decision, PersonId, fold


def garage_winnings(state: State, who: PersonId, what: GarageWinnings) -> Decision:
    """Decide that the banker takes winnings out of play."""
    wrong = between_coups(state, who)
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    out = garage.garaged(state, state.bank, what.amount)
    return out if isinstance(out, Fault) else (*out, *announced(fold(evolve, state, out)))


def todo_va(state: State, who: PersonId, what: AllGoes) -> Decision:
    """Decide that the banker waives the garage for the next coup."""
    del what
    wrong = between_coups(state, who)
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    said = garage.all_goes(state, state.bank)
    if isinstance(said, Fault):
        return said
    return (*said, *say(state, "todo-va"), *announced(fold(evolve, state, said)))
