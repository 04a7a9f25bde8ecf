"""From an act of the two-cloth game to the room that decides it, and what may be done at all: a table has to be open,
and an open incident suspends most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.chance import CardOut, LotOut, SealShoe, SealUrn
from tapete.clauses import Fault, cite, fault, rest_on, with_clauses
from tapete.games.baccarat.incident import GiveRuling, require_no_incident
from tapete.games.banked.people import require_may_note, told_of
from tapete.games.dos_panos import acts, corrections, opening, rulings
from tapete.games.dos_panos.bank import award, deposit, ending, granting, proof
from tapete.games.dos_panos.coup import advice, called_off, dealing, ending as coup_ending, house_word, shoe, turns
from tapete.games.dos_panos.errors import claims, pace, reports
from tapete.games.dos_panos.people import absence, relief, seating, silence, waiting
from tapete.games.dos_panos.stakes import banco, betting
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import (
    SYSTEM,
    Act,
    ActBody,
    Decision,
    PersonId,
    declared_types,
    require_complete,
    require_open_step,
)
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table

HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision] | ByLibrary[Decision]]] = {
    acts.OpenTable: ByLibrary(opening.open_table),
    acts.AdoptRulebook: ByLibrary(opening.adopt),
    acts.SetOptions: opening.set_options,
    acts.CloseTable: opening.close_table,
    table.Relieve: relief.relieve,
    table.Sit: seating.sit,
    acts.SitBehind: seating.sit_behind,
    table.StandBehind: seating.stand,
    table.Leave: seating.leave,
    table.Away: absence.away,
    table.Back: absence.away,
    table.LeadOut: absence.lead_out,
    acts.CallPerson: silence.call,
    acts.StandIn: absence.stand_in,
    acts.AnnulAward: absence.annul_award,
    table.BuyIn: seating.buy_in,
    table.CashOut: seating.cash_out,
    acts.JoinList: waiting.join_list,
    acts.LeaveList: waiting.leave_list,
    acts.AnnounceBank: granting.announce,
    acts.BuyBank: granting.buy,
    acts.OpenAuction: award.open_auction,
    acts.Bid: award.bid,
    acts.CloseAuction: award.close_auction,
    acts.DrawLots: award.draw_lots,
    SealUrn: award.seal_urn,
    LotOut: award.lot_out,
    acts.AcceptBank: granting.accept,
    acts.WithdrawWish: granting.withdraw_wish,
    acts.DepositBank: deposit.deposit,
    acts.ProveDeposit: proof.prove,
    acts.TellCoverShort: house_word.tell_cover_short,
    acts.TellBankBroken: house_word.tell_bank_broken,
    acts.TellDinnerHour: house_word.tell_dinner_hour,
    acts.DeliverBank: deposit.deliver,
    acts.LeaveBank: ending.leave_bank,
    acts.AskNewShoe: ending.ask_new_shoe,
    acts.LayOutPacks: shoe.lay_out,
    acts.CountPack: shoe.count,
    acts.ShufflePack: shoe.shuffle,
    SealShoe: shoe.seal,
    acts.CutPack: shoe.cut,
    acts.InsertStopCard: shoe.insert_stop_card,
    acts.AskCardCheck: shoe.ask_check,
    acts.CheckCards: shoe.check,
    acts.OpenBets: betting.open_bets,
    acts.CallBanco: banco.call,
    acts.CloseCalls: banco.close_calls,
    acts.Stake: betting.stake,
    acts.Associate: betting.associate,
    acts.TakeStake: betting.take_stake,
    acts.CloseBets: betting.close_bets,
    acts.CallOff: called_off.call_off,
    acts.DealCard: dealing.deal,
    CardOut: dealing.card_out,
    acts.CarryCards: dealing.carry,
    acts.Lift: dealing.lift,
    acts.Say: turns.say_word,
    acts.PlaceCards: advice.place_cards,
    acts.AskAdvice: advice.ask_advice,
    acts.LayDown: turns.lay_down,
    acts.GiveCard: turns.give,
    acts.DrawCard: turns.banker_draws,
    acts.Stand: turns.banker_stands,
    acts.AskTable: turns.ask_table,
    acts.ShowHand: turns.show,
    acts.Report: reports.report,
    acts.PickUp: reports.pick_up,
    acts.Testify: claims.testify,
    acts.RecordClaim: claims.claim,
    table.TimeUp: pace.time_up,
    GiveRuling: rulings.rule_on,
    acts.CorrectCard: corrections.correct_card,
    acts.CorrectPayment: corrections.correct_payment,
    acts.Settle: coup_ending.settle,
    acts.RepeatBanco: coup_ending.repeat,
}
"""Which function decides each act."""


def note(state: State, act: Act[acts.NoteAct], library: Library) -> Decision:
    """Decide what the croupier of a real table notes for a person, as if that person had done it."""
    wrong = require_may_note(state.staff, act.by, act.body.person, is_real=state.is_real)
    if wrong:
        return with_clauses(wrong, "HP.DP.noted")
    rest_on(cite("HP.DP.noted"))
    return told_of(decide_act(state, Act(act.body.person, act.body.what, act.at), library), act.body.person)


ACTS: Final[Mapping[type[ActBody], object]] = {**HANDLERS, acts.NoteAct: note}
require_complete(ACTS, declared_types(acts, ActBody))

AFTER_THE_END: Final = frozenset({table.Leave, table.CashOut, acts.CheckCards})
"""What is still done at a table that has been closed: a check of the cards is made that somebody asked for."""


THROUGH_AN_INCIDENT: Final = frozenset({acts.Report, GiveRuling, CardOut, LotOut, acts.AdoptRulebook})
"""Acts that an open incident does not suspend; neither does it those that belong to no phase."""


def require_admissible(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault unless the table is open and the act is meant for the open step."""
    if state.rules is None:
        return fault("no-table")
    if state.phase is Phase.CLOSED and type(act.body) not in AFTER_THE_END:
        return fault("table-closed")
    return require_open_step(act, state.step) or require_not_suspended(state, act)


def require_not_suspended(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault when an open incident suspends the act; the deal goes on through a misdeal."""
    if not state.docket.open or act.by in SYSTEM or act.body.is_timeless or type(act.body) in THROUGH_AN_INCIDENT:
        return None
    return require_no_incident(state.docket)


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
