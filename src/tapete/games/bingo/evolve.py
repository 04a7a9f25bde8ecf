"""Bookkeeping: what each event makes of the state. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import PERSON, post
from tapete.games.bingo import events as e, folds
from tapete.games.bingo.books import is_owed_of, owed, postings, purse
from tapete.games.bingo.causes import BALL_DAMAGED
from tapete.games.bingo.folds import in_game, with_damage
from tapete.games.bingo.inventory import LeftPrize, Refund, joined_ranges, without_cards
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Case, PaidPrize, State
from tapete.games.bingo.terms import Fate
from tapete.kernel import Event, PersonId, declared_types, require_complete
from tapete.rulebooks import ByLibrary, Library
from tapete.table.acts import BoughtIn


def apply_takings_divided(state: State, event: e.TakingsDivided) -> State:
    return in_game(
        state,
        division=event,
        carried_on=Map(event.carried),
        is_over=True,
        is_ball_wanted=False,
        is_opening_rest=True,
        pause=Pause(),
    )


def _with_carried_on(state: State, event: e.UnawardedDecided | e.UncollectedDecided) -> State:
    if event.game != state.game.name or event.fate != Fate.NEXT_GAME:
        return state
    before = state.game.carried_on
    return in_game(state, carried_on=before.set(event.prize, before.get(event.prize, 0) + event.amount))


def apply_unawarded_decided(state: State, event: e.UnawardedDecided) -> State:
    return _with_carried_on(state, event)


def _without_left(state: State, account: str) -> State:
    waiting = state.left_prizes
    return replace(state, left_prizes=waiting.delete(account)) if account in waiting else state


def apply_prize_paid(state: State, event: e.PrizePaid) -> State:
    account = owed(event.game, event.prize, event.card)
    state = _without_left(state, account)
    if event.game != state.game.name:
        return state
    paid = PaidPrize(event.amount, purse(event.means, event.person))
    return in_game(state, payments=state.game.payments.set(account, paid))


def apply_prize_left(state: State, event: e.PrizeLeft) -> State:
    account = owed(event.game, event.prize, event.card)
    won = state.game.won_by(event.game, event.prize, event.card)
    left = LeftPrize(state.hall.session, None if won is None else won.person)
    state = replace(state, left_prizes=state.left_prizes.set(account, left))
    return in_game(state, left_accounts=state.game.left_accounts | {account})


def apply_uncollected_decided(state: State, event: e.UncollectedDecided) -> State:
    return _with_carried_on(_without_left(state, owed(event.game, event.prize, event.card)), event)


def apply_case_opened(state: State, event: e.CaseOpened) -> State:
    case = Case(event.serial, event.cause, event.ball, event.by, event.note, event.must_void)
    return in_game(state, cases=(*state.game.cases, case), last_case=event.serial)


def apply_case_closed(state: State, event: e.CaseClosed) -> State:
    """What was ruled on is not reported again before something is announced."""
    game = state.game
    closed = tuple(one for one in game.cases if event.serial in (0, one.serial))
    ruled = game.ruled_reports
    for one in closed:
        ruled = ruled.set(one.cause, game.said_count)
    doubted = {one.by for one in closed if event.is_untrue} - {event.by}
    waiting = tuple(one for one in game.cases if one not in closed)
    state = _with_ruled_defect(state, closed, event)
    return in_game(state, cases=waiting, ruled_reports=ruled, doubted=game.doubted | doubted)


def _with_ruled_defect(state: State, closed: tuple[Case, ...], event: e.CaseClosed) -> State:
    """A true report leaves the set unusable; of an untrue one nothing remains, unless another person reported one."""
    told_by = frozenset(one.by for one in closed if one.cause == BALL_DAMAGED)
    if not told_by:
        return state
    if not event.is_untrue:
        return with_damage(state, state.game.ball_set, True) if state.game.ball_set else state
    for balls, told in state.game.defects.items():
        left = told - told_by
        state = in_game(state, defects=state.game.defects.set(balls, left))
        if told and not left:
            state = with_damage(state, balls, False)
    return state


def _in_void_game(state: State) -> State:
    sets, name = state.hall.ball_sets, state.game.ball_set
    if not name:
        return state
    used = sets.set(name, replace(sets[name], void_games=sets[name].void_games + 1))
    return replace(state, hall=replace(state.hall, ball_sets=used))


def apply_game_voided(state: State, event: e.GameVoided) -> State:
    """The game counts for nothing; its cartones may be handed back."""
    game = state.game
    sales = without_cards(game.sales, game.unsold_cards)
    refund = Refund(event.price, event.cards, sales, ends_card=event.ends_card, session=state.hall.session)
    state = _in_void_game(state)
    if event.cause == BALL_DAMAGED and game.ball_set:
        state = with_damage(state, game.ball_set, True)
    state = in_game(
        state,
        is_over=True,
        is_void=True,
        ends_card=event.ends_card,
        void_cause=event.cause,
        void_parts=game.void_parts | {game.part},
        is_ball_wanted=False,
        is_opening_rest=bool(game.balls),
        pause=Pause(),
        awards=Map(),
        cases=(),
        brought_amounts=Map(),
        division=None,
        payments=Map(),
        carried_on=Map(),
        left_accounts=frozenset(one for one in game.left_accounts if not is_owed_of(one, event.game)),
        tokens=Map({key: serial for key, serial in game.tokens.items() if key[0] != game.part}),
    )
    left = Map({name: one for name, one in state.left_prizes.items() if not is_owed_of(name, event.game)})
    return replace(state, refunds=state.refunds.set(event.game, refund), left_prizes=left)


def apply_cards_returned(state: State, event: e.CardsReturned) -> State:
    refund = state.refunds[event.game]
    back = replace(refund, returned=joined_ranges((*refund.returned, event.cards)))
    return replace(state, refunds=state.refunds.set(event.game, back))


def apply_refund_paid(state: State, event: e.RefundPaid) -> State:
    refund = state.refunds[event.game]
    paid = replace(refund, refunded=joined_ranges((*refund.refunded, event.cards)))
    return replace(state, refunds=state.refunds.set(event.game, paid))


def apply_refunds_ended(state: State, event: e.RefundsEnded) -> State:
    return replace(state, refunds=state.refunds.delete(event.game))


def apply_game_ended(state: State, event: e.GameEnded) -> State:
    return in_game(state, is_over=True, is_opening_rest=False)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.HallOpened: ByLibrary(folds.apply_hall_opened),
    e.HallContinued: folds.apply_hall_continued,
    e.PhaseOpened: folds.apply_phase_opened,
    e.Said: folds.apply_said,
    e.StaffAssigned: folds.apply_staff_assigned,
    e.PostVacated: folds.apply_post_vacated,
    BoughtIn: folds.apply_money_moved,
    e.CashedOut: folds.apply_money_moved,
    e.CounterSet: folds.apply_counter_set,
    e.MoneyAsked: folds.apply_money_asked,
    e.LinkGiven: folds.apply_link_given,
    e.MachineRegistered: folds.apply_machine_registered,
    e.BallsRegistered: folds.apply_balls_registered,
    e.SeriesRegistered: folds.apply_series_registered,
    e.BallsChanged: folds.apply_balls_changed,
    e.BallsLoaded: folds.apply_balls_loaded,
    e.DefectReported: folds.apply_defect_reported,
    e.BallsFoundSound: folds.apply_balls_found_sound,
    e.CheckNoted: folds.apply_check_noted,
    e.ChecksWitnessed: folds.apply_checks_witnessed,
    e.SessionOpened: folds.apply_session_opened,
    e.SessionClosed: folds.apply_session_closed,
    e.HallClosed: folds.apply_hall_closed,
    e.EntryWritten: folds.apply_entry_written,
    e.SaleAnnounced: folds.apply_sale_announced,
    e.UrnSealed: folds.apply_urn_sealed,
    e.CardsWanted: folds.apply_cards_wanted,
    e.CardsSold: folds.apply_cards_sold,
    e.CardsTakenBack: folds.apply_cards_taken_back,
    e.TakingsCounted: folds.apply_takings_counted,
    e.TakingsHandedOver: folds.apply_nothing,
    e.TakingsGivenBack: folds.apply_nothing,
    e.UnsoldCollected: folds.apply_unsold_collected,
    e.SaleCorrected: folds.apply_sale_corrected,
    e.ShortfallCovered: folds.apply_shortfall_covered,
    e.SoldAnnounced: folds.apply_sold_announced,
    e.PrizesAnnounced: folds.apply_prizes_announced,
    e.GameStarted: folds.apply_game_started,
    e.BallWanted: folds.apply_ball_wanted,
    e.BallDrawn: folds.apply_ball_drawn,
    e.BallOpened: folds.apply_ball_opened,
    e.BallRekeyed: folds.apply_ball_rekeyed,
    e.BallAnnounced: folds.apply_ball_announced,
    e.BallShown: folds.apply_ball_shown,
    e.AnnouncementCorrected: folds.apply_announcement_corrected,
    e.NumberMarked: folds.apply_number_marked,
    e.PrizeCalled: folds.apply_prize_called,
    e.CallRefused: folds.apply_call_refused,
    e.CallTakenBack: folds.apply_call_taken_back,
    e.CardHandedIn: folds.apply_card_handed_in,
    e.MasterShown: folds.apply_master_shown,
    e.CardChecked: folds.apply_card_checked,
    e.DifferenceNoted: folds.apply_nothing,
    e.OthersAsked: folds.apply_others_asked,
    e.IntervalPassed: folds.apply_interval_passed,
    e.TokenGiven: folds.apply_token_given,
    e.PrizeAwarded: folds.apply_prize_awarded,
    e.CallsDropped: folds.apply_calls_dropped,
    e.TakingsDivided: apply_takings_divided,
    e.PrizePaid: apply_prize_paid,
    e.PrizeLeft: apply_prize_left,
    e.UnawardedDecided: apply_unawarded_decided,
    e.UncollectedDecided: apply_uncollected_decided,
    e.RefundsEnded: apply_refunds_ended,
    e.CaseOpened: apply_case_opened,
    e.CaseClosed: apply_case_closed,
    e.GameVoided: apply_game_voided,
    e.CardsReturned: apply_cards_returned,
    e.RefundPaid: apply_refund_paid,
    e.GameEnded: apply_game_ended,
}
"""What each event makes of the state."""
require_complete(FOLDS, declared_types(e, Event))


def evolve(state: State, event: Event, library: Library) -> State:
    legs = postings(event)
    if legs:
        counts = folds.counts_after(state, legs)
        state = replace(state, ledger=post(state.ledger, legs), takings_counts=counts)
    for leg in legs:
        if leg.account.startswith(PERSON):
            who = PersonId(leg.account.removeprefix(PERSON))
            moved = (str(event.__struct_config__.tag).partition("@")[0], leg.amount)
            state = replace(state, movements=state.movements.set(who, (*state.movements.get(who, ()), moved)))
    apply = FOLDS[type(event)]
    return apply.function(state, event, library) if isinstance(apply, ByLibrary) else apply(state, event)
