"""The two-cloth game as a game of the kernel: what everybody asks of it, and which room answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import Posting
from tapete.chance import CardOut, Draw, LotOut, SealShoe, SealUrn
from tapete.clauses import Cite, Fault, cite, fault, rest_on, with_clauses
from tapete.clauses.register import Clause
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import Layout
from tapete.games.baccarat.incident import GiveRuling, Incident, require_no_incident
from tapete.games.banked.people import require_may_note, told_of
from tapete.games.banked.reports import Reportable
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
from tapete.games.dos_panos.terms import BankMode, Phase, award_terms
from tapete.games.dos_panos.view import View, view
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
from tapete.table.houses import TableAward

# --- decisions --------------------------------------------------------------------------------------------------------
# From an act of the two-cloth game to the room that decides it, and what may be done at all: a table has to be open,
# and an open incident suspends most of it.

HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision] | ByLibrary[Decision]]] = {
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


# --- game -------------------------------------------------------------------------------------------------------------


class DosPanos:
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

    def _accepts(self, state: State, act: Act[Any]) -> bool:
        return is_accepted(act.by, lambda: decide_act(state, act, self.library))

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return the step at which the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> Draw | None:
        if state.lots is not None:
            return state.lots.tie.draw(state.settings.shoe, state.lots.urn, filled=state.lots.is_filled)
        return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.coup.due_cards), None))

    def cards_on_table(self, state: State) -> Layout:
        return state.coup.cards.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees; ``None`` is the public screen."""
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        return options.legal(state, viewer, self._accepts)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step."""
        return options.explain(state, viewer)

    def ask_rule(self, state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
        """Answer a question about the rules: never refused, and nothing changes by it."""
        return options.ask_rule(state, viewer, about)

    def reportable(self, state: State, viewer: PersonId | None) -> tuple[Reportable, ...]:
        """Return what ``viewer`` may report as having happened now."""
        return () if state.rules is None else reports.reportable(state, viewer)

    def preview(self, state: State, act: Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or not isinstance(act.body, acts.Report):
            return fault("no-such-report")
        return reports.preview(state, act.by, act.body)

    def time_limit(self, state: State) -> TimeLimit | None:
        """Return how long a hand player may still look at his cards, hold them, or take to announce his play, by the
        rulebook of the table.
        """
        return None if state.rules is None else conduct.time_limit(state)

    def off_the_list(self, person: PersonId) -> acts.LeaveList:
        """Return the act by which the house strikes off the waiting list somebody who has taken a seat elsewhere."""
        return acts.LeaveList(person)

    def promises(self, state: State) -> Mapping[PersonId, object]:
        """Return who has called a banco that is not awarded yet."""
        return dict.fromkeys(state.coup.banco_calls, True)

    def promise_back(self, state: State, person: PersonId) -> None:
        """A call stands: nobody takes a banco back."""
        del state, person

    def postings(self, event: Any) -> tuple[Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])
