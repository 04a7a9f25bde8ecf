"""Bookkeeping: what each event makes of the state. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import PERSON, post
from tapete.games.bingo import events as e, fold_after as f, fold_game as g, fold_hall as h, fold_sale as s
from tapete.games.bingo.books import postings
from tapete.games.bingo.state import State
from tapete.kernel import Event, PersonId, declared_types, require_complete
from tapete.rulebooks import ByLibrary, Library
from tapete.table.acts import BoughtIn

FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.HallOpened: ByLibrary(h.apply_hall_opened),
    e.HallContinued: h.apply_hall_continued,
    e.PhaseOpened: h.apply_phase_opened,
    e.Said: h.apply_said,
    e.StaffAssigned: h.apply_staff_assigned,
    e.PostVacated: h.apply_post_vacated,
    BoughtIn: h.apply_money_moved,
    e.CashedOut: h.apply_money_moved,
    e.CounterSet: h.apply_counter_set,
    e.MoneyAsked: h.apply_money_asked,
    e.LinkGiven: h.apply_link_given,
    e.MachineRegistered: h.apply_machine_registered,
    e.BallsRegistered: h.apply_balls_registered,
    e.SeriesRegistered: h.apply_series_registered,
    e.BallsChanged: h.apply_balls_changed,
    e.BallsLoaded: h.apply_balls_loaded,
    e.DefectReported: h.apply_defect_reported,
    e.BallsFoundSound: h.apply_balls_found_sound,
    e.CheckNoted: h.apply_check_noted,
    e.ChecksWitnessed: h.apply_checks_witnessed,
    e.SessionOpened: h.apply_session_opened,
    e.SessionClosed: h.apply_session_closed,
    e.HallClosed: h.apply_hall_closed,
    e.EntryWritten: h.apply_entry_written,
    e.SaleAnnounced: s.apply_sale_announced,
    e.UrnSealed: s.apply_urn_sealed,
    e.CardsWanted: s.apply_cards_wanted,
    e.CardsSold: s.apply_cards_sold,
    e.CardsTakenBack: s.apply_cards_taken_back,
    e.TakingsCounted: s.apply_takings_counted,
    e.TakingsHandedOver: h.apply_nothing,
    e.TakingsGivenBack: h.apply_nothing,
    e.UnsoldCollected: s.apply_unsold_collected,
    e.SaleCorrected: s.apply_sale_corrected,
    e.ShortfallCovered: s.apply_shortfall_covered,
    e.SoldAnnounced: s.apply_sold_announced,
    e.PrizesAnnounced: s.apply_prizes_announced,
    e.GameStarted: s.apply_game_started,
    e.BallWanted: g.apply_ball_wanted,
    e.BallDrawn: g.apply_ball_drawn,
    e.BallOpened: g.apply_ball_opened,
    e.BallRekeyed: g.apply_ball_rekeyed,
    e.BallAnnounced: g.apply_ball_announced,
    e.BallShown: g.apply_ball_shown,
    e.AnnouncementCorrected: g.apply_announcement_corrected,
    e.NumberMarked: g.apply_number_marked,
    e.PrizeCalled: g.apply_prize_called,
    e.CallRefused: g.apply_call_refused,
    e.CallTakenBack: g.apply_call_taken_back,
    e.CardHandedIn: g.apply_card_handed_in,
    e.MasterShown: g.apply_master_shown,
    e.CardChecked: g.apply_card_checked,
    e.DifferenceNoted: h.apply_nothing,
    e.OthersAsked: g.apply_others_asked,
    e.IntervalPassed: g.apply_interval_passed,
    e.TokenGiven: g.apply_token_given,
    e.PrizeAwarded: g.apply_prize_awarded,
    e.CallsDropped: g.apply_calls_dropped,
    e.TakingsDivided: f.apply_takings_divided,
    e.PrizePaid: f.apply_prize_paid,
    e.PrizeLeft: f.apply_prize_left,
    e.UnawardedDecided: f.apply_unawarded_decided,
    e.UncollectedDecided: f.apply_uncollected_decided,
    e.RefundsEnded: f.apply_refunds_ended,
    e.CaseOpened: f.apply_case_opened,
    e.CaseClosed: f.apply_case_closed,
    e.GameVoided: f.apply_game_voided,
    e.CardsReturned: f.apply_cards_returned,
    e.RefundPaid: f.apply_refund_paid,
    e.GameEnded: f.apply_game_ended,
}
"""What each event makes of the state."""
require_complete(FOLDS, declared_types(e, Event))


def evolve(state: State, event: Event, library: Library) -> State:
    """Fold one event. ``library`` knows the rulebooks that the hall may name by hash."""
    legs = postings(event)
    if legs:
        counts = s.counts_after(state, legs)
        state = replace(state, ledger=post(state.ledger, legs), takings_counts=counts)
    for leg in legs:
        if leg.account.startswith(PERSON):
            who = PersonId(leg.account.removeprefix(PERSON))
            moved = (str(event.__struct_config__.tag).partition("@")[0], leg.amount)
            state = replace(state, movements=state.movements.set(who, (*state.movements.get(who, ()), moved)))
    apply = FOLDS[type(event)]
    return apply.function(state, event, library) if isinstance(apply, ByLibrary) else apply(state, event)
