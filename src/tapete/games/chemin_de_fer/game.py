"""Chemin de fer as a game of the kernel: acts to the rooms that decide them, events to the books."""

from __future__ import annotations

from typing import Any, Final

from tapete.chance import CardOut, SealShoe
from tapete.clauses import cite
from tapete.games.baccarat.engine import Handlers
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.engine import BankedGame
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
from tapete.games.chemin_de_fer.view import view
from tapete.kernel import Act, ActBody, Offer, PersonId, declared_types, require_complete, union_of
from tapete.rulebooks import ByLibrary
from tapete.table import acts as table

HANDLERS: Final[Handlers] = {
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


ACTS: Final[tuple[type[ActBody], ...]] = (*HANDLERS, acts.NoteAct)
require_complete(ACTS, declared_types(acts, ActBody))


class CheminDeFer(BankedGame[State]):
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)
    state = State
    handlers = HANDLERS
    open_table, note_act, leave_list = acts.OpenTable, acts.NoteAct, acts.LeaveList
    noted = cite("HP.CF.noted")
    accidents = reports.ACCIDENTS
    invariants = INVARIANTS
    view = staticmethod(view)
    explain = staticmethod(options.explain)
    ask_rule = staticmethod(options.ask_rule)
    time_limit = staticmethod(reports.time_limit)
    promises = staticmethod(bank.promises)
    postings = staticmethod(postings)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        return options.legal(state, viewer, self._accepts)

    def _goes_on(self, state: State, act: Act[Any]) -> bool:
        """Return True if an act goes on although an incident is open: the deal does through a misdeal."""
        return type(act.body) is acts.DealCard and all(one.kind == MISDEAL for one in state.docket.open)

    def promise_back(self, state: State, person: PersonId) -> acts.WithdrawShare:
        del state
        return acts.WithdrawShare(person)


CHEMIN_DE_FER = CheminDeFer()
"""The game under the rulebooks that are shipped."""
