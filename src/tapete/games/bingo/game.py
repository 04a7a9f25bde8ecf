"""Bingo as a game of the kernel: one object that decides, folds, shows and explains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import Posting
from tapete.chance import BallDraw, BallOut, ChanceKind, SealUrn, UrnDraw
from tapete.clauses import Cite, Fault, fault
from tapete.games.bingo import (
    acts,
    announcing,
    calls,
    causes,
    checking,
    counter,
    drawing,
    offers,
    opening,
    orders,
    payment,
    sale,
    sessions,
    times,
)
from tapete.games.bingo.books import postings
from tapete.games.bingo.calls import OF_ACT, with_clause_of_act
from tapete.games.bingo.cards import ByCartones, ByLibraryAndCartones, Cartones, NoCartones
from tapete.games.bingo.evolve import FOLDS, evolve
from tapete.games.bingo.invariants import INVARIANTS
from tapete.games.bingo.inventory import refunds_in_order
from tapete.games.bingo.opening import inventory_of, require_meant_game, require_sound_inventory, secrets_of
from tapete.games.bingo.phases import PHASES
from tapete.games.bingo.rules import GAME
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.games.bingo.view import View, view
from tapete.kernel import (
    Act,
    ActBody,
    Breach,
    Decision,
    Event,
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
from tapete.rulebooks import Library, house_library

Handler = Callable[[State, PersonId, Any], Decision] | ByCartones[Decision] | ByLibraryAndCartones[Decision]

HANDLERS: Final[Mapping[type[ActBody], Handler]] = {
    acts.OpenHall: ByLibraryAndCartones(opening.open_hall),
    acts.CloseHall: opening.close_hall,
    acts.Relieve: sessions.relieve,
    acts.VacatePost: sessions.vacate,
    acts.BuyIn: counter.buy_in,
    acts.CashOut: counter.cash_out,
    acts.SetCounter: counter.set_counter,
    acts.SettleMoney: counter.settle,
    acts.NoteLink: counter.note_link,
    acts.RegisterMachine: opening.register_machine,
    acts.RegisterBalls: opening.register_balls,
    acts.RegisterSeries: ByCartones(opening.register_series),
    acts.WriteEntry: opening.write_entry,
    acts.PassCheck: sessions.pass_check,
    acts.FailCheck: sessions.fail_check,
    acts.Witness: sessions.witness,
    acts.LoadBalls: sessions.load,
    acts.ChangeBalls: sessions.change,
    acts.ReportDefect: causes.report_defect,
    acts.FindBallsSound: causes.find_sound,
    acts.OpenSession: sessions.open_session,
    acts.CloseSession: sessions.close_session,
    acts.AnnounceSale: announcing.announce,
    acts.WantCards: sale.want,
    acts.SellCards: sale.sell,
    acts.TakeCardsBack: sale.take_back,
    acts.HandOverTakings: counter.hand_over,
    acts.GiveBackTakings: counter.give_back,
    acts.ConfirmTakings: counter.confirm,
    acts.CloseSale: sale.close,
    acts.CollectUnsold: sale.collect,
    acts.Recount: sale.recount,
    acts.CallOffSale: orders.call_off,
    acts.AnnounceSold: payment.announce_sold,
    acts.CoverShortfall: payment.cover,
    acts.AnnouncePrizes: payment.announce_prizes,
    acts.AnnounceStart: payment.announce_start,
    acts.AnnounceSecond: payment.announce_second,
    acts.DrawBall: drawing.draw,
    SealUrn: drawing.seal,
    BallOut: drawing.ball_out,
    acts.RekeyBall: drawing.rekey,
    acts.AnnounceBall: drawing.announce,
    acts.ShowBall: drawing.show,
    acts.CorrectAnnouncement: drawing.correct,
    acts.MarkNumber: drawing.mark,
    acts.CallPrize: calls.call,
    acts.CallForPlayer: calls.call_for_player,
    acts.TakeCallBack: checking.take_call_back,
    acts.HandInCard: checking.hand_in,
    acts.ShowMaster: ByCartones(checking.show_master),
    acts.CheckCard: ByCartones(checking.check),
    acts.NoteDifference: checking.note_difference,
    acts.GiveToken: orders.give_token,
    acts.AskOthers: orders.ask_others,
    acts.TimeUp: times.time_up,
    acts.OrderResume: orders.resume,
    acts.OrderEnd: orders.end,
    acts.PayPrize: payment.pay,
    acts.LeaveUncollected: payment.leave,
    acts.DecideUnawarded: payment.decide_unawarded,
    acts.DecideUncollected: counter.decide_uncollected,
    acts.EndRefunds: counter.end_refunds,
    acts.EndGame: payment.end_game,
    acts.ReportCallerError: orders.report_error,
    acts.ReportCause: orders.report_cause,
    acts.VoidGame: orders.void,
    acts.LetStand: orders.let_stand,
    acts.ReturnCards: sale.return_cards,
    acts.PayRefund: sale.pay_refund,
}
"""Which function decides each act."""

require_complete(HANDLERS, declared_types(acts, ActBody))
require_complete(OF_ACT, frozenset(HANDLERS))


class Bingo:
    """The game, with the rulebooks that it knows and the register of the cartones."""

    key = GAME
    act_types = union_of(HANDLERS)
    event_types = union_of(FOLDS)

    def __init__(self, library: Library | None = None, cartones: Cartones | None = None) -> None:
        self.library = library or house_library()
        self.cartones = cartones or NoCartones()

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        return answer(act, lambda: self._decided(state, act))

    def _decided(self, state: State, act: Act[Any]) -> Decision:
        handler = HANDLERS.get(type(act.body))
        if handler is None:
            return fault("unknown-act")
        if state.rules is None and type(act.body) is not acts.OpenHall:
            return fault("no-table")
        if state.rules is not None and state.phase is Phase.CLOSED:
            return fault("table-closed")
        late = require_open_step(act, state.step) or require_meant_game(state, act)
        if late is not None:
            return late
        found = self._answered(state, act, handler)
        return with_clause_of_act(found, act.body) if isinstance(found, Fault) else found

    def _answered(self, state: State, act: Act[Any], handler: Handler) -> Decision:
        match handler:
            case ByLibraryAndCartones():
                return handler.function(state, act.by, act.body, self.library, self.cartones)
            case ByCartones():
                return handler.function(state, act.by, act.body, self.cartones)
            case _:
                return handler(state, act.by, act.body)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        return state.step

    def draw_awaited(self, state: State) -> UrnDraw | BallDraw | None:
        """The balls before the sale, then one after another, and after the game those that did not come out."""
        if state.rules is None:
            return None
        game = state.game
        if game.is_urn_wanted:
            return UrnDraw(state.urns + 1, drawing.tokens(state))
        position = len(game.balls) + game.opened_count
        if game.is_ball_wanted:
            return BallDraw(game.urn, position, by_person=state.balls is ChanceKind.KEYED)
        return BallDraw(game.urn, position) if drawing.is_rest_awaited(state) else None

    def urn_tokens(self, state: State) -> tuple[str, ...]:
        return drawing.tokens(state)

    def view(self, state: State, viewer: PersonId | None) -> View:
        return view(state, viewer, self.cartones)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        return offers.legal(state, viewer, lambda who, what: self._may_do(state, who, what))

    def _may_do(self, state: State, who: PersonId, what: Any) -> bool:
        act = Act(who, what, state.step)
        return is_accepted(who, lambda: self._decided(state, act))

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        del viewer
        return PHASES[state.phase].clauses

    def time_limit(self, state: State) -> TimeLimit | None:
        return None if state.rules is None else times.time_limit(state)

    def with_inventory(self, opening: acts.OpenHall, last: State | None) -> acts.OpenHall:
        if last is None:
            return replace(opening, inventory=None, secrets=None)
        inventory = inventory_of(last, has_accounts=not opening.is_in_house)
        made = replace(opening, inventory=inventory, secrets=secrets_of(last))
        require_sound_inventory(made, self.cartones)  # draws the cartones, which are kept for the opening
        return made

    def is_inventory_due(self, opening: acts.OpenHall, last: State | None) -> bool:
        due = None if last is None else inventory_of(last, has_accounts=not opening.is_in_house)
        given = opening.inventory
        if due is None or given is None:
            return given is due
        if not given.last_set:
            due = replace(due, last_set="")  # a record from before the last set was handed on
        return replace(given, refunds=refunds_in_order(given.refunds)) == due

    def promises(self, state: State) -> Mapping[PersonId, object]:
        return state.game.wishes

    def promise_back(self, state: State, person: PersonId) -> acts.WantCards:
        return acts.WantCards(state.game.wishes[person].series, 0, person)

    def in_house(self, opening: acts.OpenHall, *, is_in_house: bool) -> acts.OpenHall:
        return replace(opening, is_in_house=is_in_house)

    def postings(self, event: Event) -> tuple[Posting, ...]:
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


BINGO = Bingo()
"""The game under the rulebooks that are shipped, without cartones of its own."""
