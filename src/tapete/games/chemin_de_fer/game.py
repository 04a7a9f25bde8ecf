"""Chemin de fer as a game of the kernel: acts to the modules that decide them, events to the books."""

from __future__ import annotations

from typing import Any, Final

from tapete.chance import CardOut
from tapete.clauses import Fault, cite
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked import people as shared
from tapete.games.banked.game import BankedGame
from tapete.games.chemin_de_fer import (
    acts,
    bank,
    calls,
    cards,
    dealing,
    flow,
    opening,
    options,
    passing,
    people,
    reports,
    rotation,
    rulings,
    stakes,
)
from tapete.games.chemin_de_fer.evolve import FOLDS, POSTINGS, evolve
from tapete.games.chemin_de_fer.invariants import INVARIANTS
from tapete.games.chemin_de_fer.remedies import MISDEAL
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.view import view
from tapete.kernel import Act, ActBody, Offer, PersonId, declared_types, require_complete, union_of
from tapete.table import acts as table

acts.decides(table.BuyIn)(shared.buy_in)
# These rooms are imported for what they decide.
_ = bank, calls, cards, dealing, flow, opening, passing, people, rotation, rulings, stakes

ACTS: Final[tuple[type[ActBody], ...]] = (*acts.DECIDERS, acts.NoteAct)
require_complete(ACTS, declared_types(acts, ActBody) | frozenset(ACTS))


class CheminDeFer(BankedGame[State]):
    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)
    handlers = acts.DECIDERS
    opens = acts.OpenTable
    notes = acts.NoteAct
    noted_by = cite("HP.CF.noted")
    after_the_end = (table.Leave, table.CashOut)
    through_an_incident = (acts.Report, GiveRuling, CardOut, acts.AdoptRulebook)
    accidents = reports.ACCIDENTS
    running_time = staticmethod(reports.time_limit)
    movements = POSTINGS
    invariants = INVARIANTS
    blank = staticmethod(State)
    view = staticmethod(view)
    explain = staticmethod(options.explain)
    ask_rule = staticmethod(options.ask_rule)
    promises = staticmethod(bank.promises)

    def require_not_suspended(self, state: State, act: Act[Any]) -> Fault | None:
        """Return a Fault when an open incident suspends the act; the deal goes on through a misdeal."""
        misdeal = type(act.body) is acts.DealCard and all(one.kind == MISDEAL for one in state.docket.open)
        return None if misdeal else super().require_not_suspended(state, act)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        return options.legal(state, viewer, self.is_accepted)

    def promise_back(self, _state: State, person: PersonId) -> acts.WithdrawShare:
        return acts.WithdrawShare(person)


CHEMIN_DE_FER = CheminDeFer()
"""The game under the rulebooks that are shipped."""
