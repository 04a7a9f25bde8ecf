"""Chemin de fer as a game of the kernel: acts to the modules that decide them, events to the books."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from tapete.accounts import BANK, GARAGE, STAKES, associate, balance
from tapete.chance import CardOut
from tapete.clauses import Cite, Fault, cite
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked import people as shared
from tapete.games.banked.acts import Deciders
from tapete.games.banked.game import BankedGame, Checks, Kinds
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
from tapete.games.chemin_de_fer.remedies import MISDEAL
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.view import view
from tapete.kernel import (
    Act,
    ActBody,
    Breach,
    PersonId,
    TimeLimit,
    breach,
    declared_types,
    require_complete,
    union_of,
)
from tapete.table import acts as table

# What holds at every moment of a sound table; each returns what breaks it.


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    """The calls, the stakes, the late stakes and the bids on the table are the stakes in the books."""
    on_table = sum([one.amount for one in state.calls.claims]) + sum([one.amount for one in state.coup.late])
    on_table += 0 if state.coup.award is None else state.coup.award.covered_amount
    on_table += 0 if state.auction is None else sum([one.amount for one in state.auction.window.claims])
    booked = balance(state.ledger, STAKES)
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def bank_is_booked(state: State) -> tuple[Breach, ...]:
    """Each owner's part of the bank in play is on their own account, and what is out of play in the garage."""
    bank = state.bank
    parts, out, aside = ((), (), ()) if bank is None else (bank.parts, bank.garage, bank.aside)
    owned = {BANK: 0} | {BANK if n == 0 else associate(one.person): one.amount for n, one in enumerate(parts)}
    for n, one in enumerate(out):
        owned[BANK if n == 0 else associate(one.person)] -= one.amount
    owned[GARAGE] = sum([one.amount for one in (*out, *aside)])
    associates = associate(PersonId(""))
    booked = {name: held for name, held in state.ledger.items() if name in owned or name.startswith(associates)}
    wrong = {name for name in {*owned, *booked} if owned.get(name, 0) != booked.get(name, 0)}
    return tuple(
        breach("bank-not-booked", account=name, booked=booked.get(name, 0), owned=owned.get(name, 0))
        for name in sorted(wrong)
    )


acts.decides(table.BuyIn)(shared.buy_in)
# These rooms are imported for what they decide.
_: Final = bank, calls, cards, dealing, flow, opening, passing, people, rotation, rulings, stakes

ACTS: Final[tuple[type[ActBody], ...]] = (*acts.DECIDERS, acts.NoteAct)
require_complete(ACTS, declared_types(acts, ActBody) | frozenset(ACTS))


class CheminDeFer(BankedGame[State]):
    key = GAME
    act_types: Any = union_of(ACTS)
    event_types: Any = union_of(FOLDS)
    handlers: ClassVar[Deciders] = acts.DECIDERS
    opens: ClassVar[type[ActBody]] = acts.OpenTable
    notes: ClassVar[type[ActBody]] = acts.NoteAct
    noted_by: ClassVar[Cite] = cite("HP.CF.noted")
    after_the_end: ClassVar[Kinds] = (table.Leave, table.CashOut)
    through_an_incident: ClassVar[Kinds] = (acts.Report, GiveRuling, CardOut, acts.AdoptRulebook)
    accidents: ClassVar[reports.Accidents] = reports.ACCIDENTS
    movements = POSTINGS
    invariants: ClassVar[Checks] = (*BankedGame.invariants, stakes_are_booked, bank_is_booked)
    blank: Final = staticmethod(State)
    view: Final = staticmethod(view)
    explain: Final = staticmethod(options.explain)
    ask_rule: Final = staticmethod(options.ask_rule)
    waits_for: Final = staticmethod(options.Awaited.at)
    offers_to: Final = staticmethod(options.offered)
    promises: Final = staticmethod(bank.promises)

    def require_not_suspended(self, state: State, act: Act[Any]) -> Fault | None:
        """Return a Fault when an open incident suspends the act; the deal goes on through a misdeal."""
        misdeal = type(act.body) is acts.DealCard and all(one.kind == MISDEAL for one in state.docket.open)
        return None if misdeal else super().require_not_suspended(state, act)

    def running_time(self, state: State) -> TimeLimit | None:
        return reports.time_limit(state)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def promise_back(self, _state: State, person: PersonId) -> acts.WithdrawShare:
        return acts.WithdrawShare(person)


CHEMIN_DE_FER = CheminDeFer()
"""The game under the rulebooks that are shipped."""
