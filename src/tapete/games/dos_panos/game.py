"""The two-cloth game as a game of the kernel: what everybody asks of it, and which room answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import CardOut, Draw, LotOut, SealShoe, SealUrn
from tapete.clauses import cite
from tapete.games.baccarat.engine import Handlers
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.engine import BankedGame
from tapete.games.dos_panos import acts, betting, opening, options, rulings
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.bank import award, ending, granting, proof
from tapete.games.dos_panos.coup import dealing, ending as coup_ending, turns
from tapete.games.dos_panos.errors import conduct, reports
from tapete.games.dos_panos.evolve import FOLDS, evolve
from tapete.games.dos_panos.evolve.postings import postings
from tapete.games.dos_panos.invariants import INVARIANTS
from tapete.games.dos_panos.people import seating, silence
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, award_terms
from tapete.games.dos_panos.view import view
from tapete.kernel import Act, ActBody, Offer, Outcome, PersonId, answer, declared_types, require_complete, union_of
from tapete.rulebooks import ByLibrary
from tapete.table import acts as table
from tapete.table.houses import TableAward

# --- decisions --------------------------------------------------------------------------------------------------------
# From an act of the two-cloth game to the room that decides it, and what may be done at all: a table has to be open,
# and an open incident suspends most of it.

HANDLERS: Final[Handlers] = {
    acts.OpenTable: ByLibrary(opening.open_table),
    acts.AdoptRulebook: ByLibrary(opening.adopt),
    acts.SetOptions: opening.set_options,
    acts.CloseTable: opening.close_table,
    table.Relieve: seating.relieve,
    table.Sit: seating.sit,
    acts.SitBehind: seating.sit_behind,
    table.StandBehind: seating.stand,
    table.Leave: seating.leave,
    table.Away: silence.away,
    table.Back: silence.away,
    table.LeadOut: silence.lead_out,
    acts.CallPerson: silence.call,
    acts.StandIn: silence.stand_in,
    acts.AnnulAward: silence.annul_award,
    table.BuyIn: seating.buy_in,
    table.CashOut: seating.cash_out,
    acts.JoinList: seating.join_list,
    acts.LeaveList: seating.leave_list,
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
    acts.DepositBank: granting.deposit,
    acts.ProveDeposit: proof.prove,
    acts.TellCoverShort: coup_ending.tell_cover_short,
    acts.TellBankBroken: coup_ending.tell_bank_broken,
    acts.TellDinnerHour: coup_ending.tell_dinner_hour,
    acts.DeliverBank: granting.deliver,
    acts.LeaveBank: ending.leave_bank,
    acts.AskNewShoe: ending.ask_new_shoe,
    acts.LayOutPacks: dealing.lay_out,
    acts.CountPack: dealing.count,
    acts.ShufflePack: dealing.shuffle,
    SealShoe: dealing.seal,
    acts.CutPack: dealing.cut,
    acts.InsertStopCard: dealing.insert_stop_card,
    acts.AskCardCheck: dealing.ask_check,
    acts.CheckCards: dealing.check,
    acts.OpenBets: betting.open_bets,
    acts.CallBanco: betting.call,
    acts.CloseCalls: betting.close_calls,
    acts.Stake: betting.stake,
    acts.Associate: betting.associate,
    acts.TakeStake: betting.take_stake,
    acts.CloseBets: betting.close_bets,
    acts.CallOff: coup_ending.call_off,
    acts.DealCard: dealing.deal,
    CardOut: dealing.card_out,
    acts.CarryCards: dealing.carry,
    acts.Lift: dealing.lift,
    acts.Say: turns.say_word,
    acts.PlaceCards: turns.place_cards,
    acts.AskAdvice: turns.ask_advice,
    acts.LayDown: turns.lay_down,
    acts.GiveCard: turns.give,
    acts.DrawCard: turns.banker_draws,
    acts.Stand: turns.banker_stands,
    acts.AskTable: turns.ask_table,
    acts.ShowHand: turns.show,
    acts.Report: reports.report,
    acts.PickUp: reports.pick_up,
    acts.Testify: conduct.testify,
    acts.RecordClaim: conduct.claim,
    table.TimeUp: conduct.time_up,
    GiveRuling: rulings.rule_on,
    acts.CorrectCard: rulings.correct_card,
    acts.CorrectPayment: rulings.correct_payment,
    acts.Settle: coup_ending.settle,
    acts.RepeatBanco: coup_ending.repeat,
}
"""Which function decides each act."""


ACTS: Final[tuple[type[ActBody], ...]] = (*HANDLERS, acts.NoteAct)
require_complete(ACTS, declared_types(acts, ActBody))


class DosPanos(BankedGame[State]):
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)
    state = State
    handlers = HANDLERS
    open_table, note_act, leave_list = acts.OpenTable, acts.NoteAct, acts.LeaveList
    noted = cite("HP.DP.noted")
    accidents = reports.ACCIDENTS
    invariants = INVARIANTS
    after_the_end = BankedGame.after_the_end | {acts.CheckCards}
    through_an_incident = BankedGame.through_an_incident | {LotOut}
    view = staticmethod(view)
    explain = staticmethod(options.explain)
    ask_rule = staticmethod(options.ask_rule)
    time_limit = staticmethod(conduct.time_limit)
    postings = staticmethod(postings)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        return options.legal(state, viewer, self._accepts)

    def draw_awaited(self, state: State) -> Draw | None:
        if state.lots is not None:
            return state.lots.tie.draw(state.settings.shoe, state.lots.urn, filled=state.lots.is_filled)
        return super().draw_awaited(state)

    def open_beside(self, act: Act[Any], others: Iterable[State]) -> Outcome:
        return answer(act, lambda: opening.require_room_for_open_bank(act.body, tuple(others), self.library) or ())

    def is_session(self, opening: acts.OpenTable) -> bool:
        return opening.mode is BankMode.OPEN

    def in_session(self, opening: acts.OpenTable, number: int) -> acts.OpenTable:
        """Return the opening of an open bank as the session of a day that is counted for it, unless one is typed."""
        return opening if opening.session else replace(opening, session=number)

    def with_award(self, opening: acts.OpenTable, award: TableAward) -> acts.OpenTable:
        """Return an opening with whoever has the bank of earlier days, unless it names somebody."""
        if opening.award is not None:
            return opening
        begun = award.is_begun
        kept = StandingAward(award.person, award.amount, award.days, is_begun=begun, is_kept=True, coups=award.coups)
        return replace(opening, award=kept)

    def award_terms(self, opening: acts.OpenTable) -> str:
        return award_terms(opening.rulebook, opening.mode)

    def in_house(self, opening: acts.OpenTable, *, is_in_house: bool) -> acts.OpenTable:
        """Return an opening as that of a table of a house, which keeps the proofs, or of one without."""
        return replace(opening, is_in_house=is_in_house)

    def cover_short(self, closing: Act[Any]) -> ActBody:
        """Return by which act a table is told that what is proven does not cover the stakes that were to be closed."""
        return acts.TellCoverShort(closing.by)

    def bank_broken(self) -> ActBody:
        """Return by which act a table is told that nothing is left of its bank."""
        return acts.TellBankBroken()

    def dinner_begun(self, begin: str, end: str) -> ActBody:
        """Return by which act a table is told that the dinner hour, from and to, has begun for its session."""
        return acts.TellDinnerHour(begin, end)

    def promises(self, state: State) -> Mapping[PersonId, object]:
        """Return who has called a banco that is not awarded yet."""
        return dict.fromkeys(state.coup.banco_calls, True)

    def promise_back(self, state: State, person: PersonId) -> None:
        """A call stands: nobody takes a banco back."""
        del state, person
