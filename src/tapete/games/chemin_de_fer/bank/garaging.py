"""What the banker does with the garage himself: winnings out of play, and «todo va»."""

from __future__ import annotations

from tapete.clauses import Fault, fault
from tapete.games.baccarat.procedure import say
from tapete.games.chemin_de_fer.acts import AllGoes, GarageWinnings
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.bank.amount import announce_bank, require_banker_between_coups
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Decision, PersonId, fold


def garage_winnings(state: State, who: PersonId, what: GarageWinnings) -> Decision:
    """Decide that the banker takes winnings out of play."""
    wrong = require_banker_between_coups(state, who, "CF.E3.02")
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    out = garage.put_out_of_play(state, state.bank, what.amount)
    return out if isinstance(out, Fault) else (*out, *announce_bank(fold(evolve, state, out)))


def waive_garage(state: State, who: PersonId, what: AllGoes) -> Decision:
    """Decide that the banker waives the garage for the next coup."""
    del what
    wrong = require_banker_between_coups(state, who, "CF.E3.06")
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    said = garage.waive_garage(state, state.bank)
    if isinstance(said, Fault):
        return said
    return (*said, *say(state, "todo-va"), *announce_bank(fold(evolve, state, said)))
