"""Chemin de fer as a game of the kernel: acts to the rooms that decide them, events to the books."""

from __future__ import annotations

from typing import Any, Final

from tapete.chance import CardOut, SealShoe
from tapete.clauses import Fault, cite, fault
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.banked import people as shared
from tapete.games.banked.game import BankedGame, Handlers
from tapete.games.banked.reports import Reportable
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
from tapete.kernel import Act, ActBody, Offer, PersonId, TimeLimit, declared_types, require_complete, union_of
from tapete.rulebooks import ByLibrary
from tapete.table import acts as table

HANDLERS: Final[Handlers] = {
    acts.OpenTable: ByLibrary(opening.open_table),
    acts.AdoptRulebook: ByLibrary(opening.adopt),
    table.Sit: people.sit,
    table.StandBehind: people.stand,
    table.Leave: people.leave,
    table.LeadOut: passing.lead_out,
    table.Away: passing.away,
    table.Back: passing.away,
    table.BuyIn: shared.buy_in,
    table.CashOut: bank.cash_out,
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
    acts.StandIn: passing.stand_in,
    acts.AskAdvice: dealing.ask_advice,
    acts.CloseBets: dealing.end_betting,
    acts.DealCard: dealing.deal,
    CardOut: dealing.card_out,
    acts.CarryCards: dealing.carry,
    acts.Lift: dealing.lift,
    acts.Say: dealing.say_word,
    acts.LayDown: dealing.lay_down,
    acts.GiveCard: dealing.give,
    acts.DrawCard: dealing.banker_draws,
    acts.Stand: dealing.banker_stands,
    acts.AskTable: dealing.ask_table,
    acts.Choose: dealing.choose,
    acts.ShowHand: dealing.show,
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

ACTS: Final[tuple[type[ActBody], ...]] = (*HANDLERS, acts.NoteAct)
require_complete(ACTS, declared_types(acts, ActBody) | frozenset(ACTS))


class CheminDeFer(BankedGame[State]):
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)
    handlers = HANDLERS
    opens = acts.OpenTable
    notes = acts.NoteAct
    noted_by = cite("HP.CF.noted")
    after_the_end = (table.Leave, table.CashOut)
    through_an_incident = (acts.Report, GiveRuling, CardOut, acts.AdoptRulebook)
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

    def reportable(self, state: State, viewer: PersonId | None) -> tuple[Reportable, ...]:
        return () if state.rules is None else reports.reportable(state, viewer)

    def promise_back(self, _state: State, person: PersonId) -> acts.WithdrawShare:
        return acts.WithdrawShare(person)

    def preview(self, state: State, act: Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or not isinstance(act.body, acts.Report):
            return fault("no-such-report")
        return reports.preview(state, act.by, act.body)

    def time_limit(self, state: State) -> TimeLimit | None:
        """Return how long the punto may still hold his cards, by the rulebook of the table."""
        return None if state.rules is None else reports.time_limit(state)


CHEMIN_DE_FER = CheminDeFer()
"""The game under the rulebooks that are shipped."""
