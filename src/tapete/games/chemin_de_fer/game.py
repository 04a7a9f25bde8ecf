"""Chemin de fer as a game of the kernel: acts to the rooms that decide them, events to the books."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import Posting
from tapete.chance import CardOut, Draw, SealShoe
from tapete.clauses import Cite, Fault, cite, fault, rest_on, with_clauses
from tapete.clauses.register import Clause
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import Layout
from tapete.games.baccarat.incident import GiveRuling, Incident, require_no_incident
from tapete.games.banked.people import require_may_note, told_of
from tapete.games.banked.reports import Reportable
from tapete.games.chemin_de_fer import (
    absence,
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
    turns,
)
from tapete.games.chemin_de_fer.evolve import FOLDS, evolve
from tapete.games.chemin_de_fer.evolve.postings import postings
from tapete.games.chemin_de_fer.invariants import INVARIANTS
from tapete.games.chemin_de_fer.remedies import MISDEAL
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.games.chemin_de_fer.view import View, view
from tapete.kernel import (
    SYSTEM,
    Act,
    ActBody,
    Breach,
    Decision,
    Offer,
    Outcome,
    PersonId,
    Step,
    TimeLimit,
    answer,
    declared_types,
    is_accepted,
    require_complete,
    require_open_step,
    union_of,
)
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table import acts as table

HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision] | ByLibrary[Decision]]] = {
    acts.OpenTable: ByLibrary(opening.open_table),
    acts.AdoptRulebook: ByLibrary(opening.adopt),
    table.Sit: people.sit,
    table.StandBehind: people.stand,
    table.Leave: people.leave,
    table.LeadOut: absence.lead_out,
    table.Away: absence.away,
    table.Back: absence.away,
    table.BuyIn: people.buy_in,
    table.CashOut: people.cash_out,
    table.Relieve: people.relieve,
    acts.JoinList: people.join_list,
    acts.LeaveList: people.leave_list,
    acts.AskSeatChange: people.ask_change,
    acts.SetOptions: opening.set_options,
    acts.CallPerson: people.call,
    acts.CallOff: stakes.call_off,
    acts.CloseTable: opening.close_table,
    acts.ShufflePack: dealing.shuffle,
    acts.OfferCards: dealing.offer,
    SealShoe: dealing.seal,
    acts.CutPack: dealing.cut,
    acts.DeclineCut: dealing.decline_cut,
    acts.InsertStopCard: dealing.insert_stop_card,
    acts.AskCardCheck: cards.ask_check,
    acts.CheckCards: cards.check,
    acts.TakeBank: rotation.take,
    acts.PledgeShare: rotation.pledge,
    acts.DeclineBank: passing.decline,
    acts.DeliverBank: bank.deliver,
    acts.RaiseBank: bank.raise_bank,
    acts.OfferShare: bank.offer_share,
    acts.AcceptShare: bank.accept_share,
    acts.WithdrawShare: bank.withdraw,
    acts.TakeOverShare: bank.take_over,
    acts.PassHand: passing.pass_hand,
    acts.RefuseToDeal: passing.refuse_to_deal,
    acts.OfferBank: rotation.offer_again,
    acts.GarageWinnings: bank.garage_winnings,
    acts.AllGoes: bank.decline_garage,
    acts.Bid: rotation.bid,
    acts.CloseAuction: rotation.close_auction,
    acts.OpenBets: calls.open_bets,
    acts.Stake: calls.stake,
    acts.CallBanco: calls.banco,
    acts.CallSeguido: calls.call,
    acts.JoinBanco: calls.join,
    acts.StakeOnLine: stakes.stake_on_line,
    acts.CallConLaMesa: stakes.con_la_mesa,
    acts.CallUltimoCompleto: stakes.ultimo_completo,
    acts.WithdrawCall: calls.withdraw,
    acts.NoteLateStake: stakes.note_late,
    acts.RemoveLateStake: stakes.remove_late,
    acts.AdmitLateStake: stakes.admit_late,
    acts.RecordStakeClaim: stakes.record_claim,
    acts.StandIn: absence.stand_in,
    acts.AskAdvice: turns.ask_advice,
    acts.CloseBets: dealing.end_betting,
    acts.DealCard: dealing.deal,
    CardOut: dealing.card_out,
    acts.CarryCards: dealing.carry,
    acts.Lift: dealing.lift,
    acts.Say: turns.say_word,
    acts.LayDown: turns.lay_down,
    acts.GiveCard: turns.give,
    acts.DrawCard: turns.banker_draws,
    acts.Stand: turns.banker_stands,
    acts.AskTable: turns.ask_table,
    acts.Choose: turns.choose,
    acts.ShowHand: turns.show,
    acts.Settle: flow.settle,
    acts.Report: reports.report,
    acts.PickUp: reports.pick_up,
    acts.WithdrawStake: rulings.withdraw,
    acts.KeepStake: rulings.keep,
    acts.CloseWithdrawals: rulings.close,
    acts.TimeUp: reports.time_up,
    acts.RecordClaim: reports.claim,
    acts.CorrectCard: rulings.correct_card,
    acts.CorrectPayment: rulings.correct_payment,
    GiveRuling: rulings.rule_on,
}
"""Which function decides each act."""


def note(state: State, act: Act[acts.NoteAct], library: Library) -> Decision:
    """Decide what the croupier of a real table notes for a person, as if that person had done it."""
    person = act.body.person
    wrong = require_may_note(state.staff, act.by, person, is_real=state.is_real)
    if wrong:
        return with_clauses(wrong, "HP.CF.noted")
    rest_on(cite("HP.CF.noted"))
    return told_of(decide_act(state, Act(person, act.body.what, act.at), library), person)


ACTS: Final[Mapping[type[ActBody], object]] = {**HANDLERS, acts.NoteAct: note}
require_complete(ACTS, declared_types(acts, ActBody))

AFTER_THE_END: Final = frozenset({table.Leave, table.CashOut})
"""What is still done at a table that has been closed."""

THROUGH_AN_INCIDENT: Final = frozenset({acts.Report, GiveRuling, CardOut, acts.AdoptRulebook})
"""Acts that an open incident does not suspend; neither does it those that belong to no phase."""


def require_admissible(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault unless the table is open, the act is meant for the open step, and no incident holds it up."""
    if state.rules is None:
        return fault("no-table")
    if state.phase is Phase.CLOSED and type(act.body) not in AFTER_THE_END:
        return fault("table-closed")
    return require_open_step(act, state.step) or require_not_suspended(state, act)


def require_not_suspended(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault when an open incident suspends the act; the deal goes on through a misdeal."""
    if not state.docket.open or act.by in SYSTEM or act.body.is_timeless or type(act.body) in THROUGH_AN_INCIDENT:
        return None
    misdeal = type(act.body) is acts.DealCard and all(one.kind == MISDEAL for one in state.docket.open)
    return None if misdeal else require_no_incident(state.docket)


def decide_act(state: State, act: Act[Any], library: Library) -> Decision:
    """Return the decision of an act, before the trace is joined to it."""
    kind = type(act.body)
    if kind is not acts.OpenTable and (wrong := require_admissible(state, act)):
        return wrong
    if kind is acts.NoteAct:
        return note(state, act, library)
    handler = HANDLERS.get(kind)
    if isinstance(handler, ByLibrary):
        return handler.function(state, act.by, act.body, library)
    return fault("unknown-act") if handler is None else handler(state, act.by, act.body)


class CheminDeFer:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a table is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        return answer(act, lambda: decide_act(state, act, self.library))

    def _accepts(self, state: State, act: Act[Any]) -> bool:
        return is_accepted(act.by, lambda: decide_act(state, act, self.library))

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return the step at which the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> Draw | None:
        return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.coup.due_cards), None))

    def cards_on_table(self, state: State) -> Layout:
        """Return the cards of the coup; those of the last one lie there until the next one opens."""
        return state.coup.cards.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees; ``None`` is the public screen."""
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        return options.legal(state, viewer, self._accepts)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as ``viewer`` may know."""
        return options.explain(state, viewer)

    def ask_rule(self, state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
        """Answer a question about the rules: never refused, and nothing changes by it."""
        return options.ask_rule(state, viewer, about)

    def reportable(self, state: State, viewer: PersonId | None) -> tuple[Reportable, ...]:
        """Return what ``viewer`` may report as having happened now."""
        return () if state.rules is None else reports.reportable(state, viewer)

    def off_the_list(self, person: PersonId) -> acts.LeaveList:
        """Return the act by which the house strikes off the waiting list somebody who has taken a seat elsewhere."""
        return acts.LeaveList(person)

    def promises(self, state: State) -> Mapping[PersonId, object]:
        """Return the parts in a bank that people have offered or pledged."""
        return bank.promises(state)

    def promise_back(self, state: State, person: PersonId) -> acts.WithdrawShare:
        """Return the act by which the house takes somebody's offer or pledge back."""
        del state
        return acts.WithdrawShare(person)

    def preview(self, state: State, act: Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or not isinstance(act.body, acts.Report):
            return fault("no-such-report")
        return reports.preview(state, act.by, act.body)

    def time_limit(self, state: State) -> TimeLimit | None:
        """Return how long the punto may still hold his cards, by the rulebook of the table."""
        return None if state.rules is None else reports.time_limit(state)

    def postings(self, event: Any) -> tuple[Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


CHEMIN_DE_FER = CheminDeFer()
"""The game under the rulebooks that are shipped."""
