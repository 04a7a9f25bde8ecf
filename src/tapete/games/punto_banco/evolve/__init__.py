"""Bookkeeping: what each event makes of the state. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import post
from tapete.chance import ShoeSealed
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.books import POSTINGS
from tapete.games.punto_banco.evolve import coup, shoe, table
from tapete.games.punto_banco.state import State
from tapete.kernel import Event, declared_types, require_complete, require_lines
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table import acts as t

FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.TableOpened: ByLibrary(table.apply_table_opened),
    e.RulebookAdopted: ByLibrary(table.apply_rulebook_adopted),
    e.PhaseOpened: table.apply_phase_opened,
    e.Said: table.apply_said,
    e.OptionsSet: table.apply_options_set,
    e.TableClosed: table.apply_nothing,
    t.StaffAssigned: table.apply_staff_assigned,
    t.Seated: table.apply_seated,
    t.StoodBehind: table.apply_stood_behind,
    t.PersonLeft: table.apply_person_left,
    t.BoughtIn: table.apply_nothing,
    t.CashedOut: table.apply_nothing,
    t.WentAway: table.apply_went_away,
    t.CameBack: table.apply_came_back,
    e.PersonCalled: table.apply_person_called,
    e.ClaimRecorded: table.apply_nothing,
    e.ShoeOpened: shoe.apply_shoe_opened,
    e.ShoeWanted: shoe.apply_shoe_wanted,
    ShoeSealed: shoe.apply_shoe_sealed,
    e.PackCut: shoe.apply_pack_cut,
    e.CutCardIn: shoe.apply_cut_card_in,
    e.CardsBurned: shoe.apply_cards_burned,
    e.StopCardSeen: shoe.apply_stop_card_seen,
    e.CardExposed: shoe.apply_card_exposed,
    e.CardDiscarded: shoe.apply_card_discarded,
    e.ShoeEnded: table.apply_nothing,
    e.ShoeOffered: shoe.apply_shoe_offered,
    e.ShoeDeclined: shoe.apply_shoe_declined,
    e.ShoeLost: shoe.apply_shoe_lost,
    e.ShoeTaken: shoe.apply_shoe_taken,
    e.ShoeToCroupier: shoe.apply_shoe_to_croupier,
    e.HolderReminded: shoe.apply_holder_reminded,
    e.BetsOpened: coup.apply_bets_opened,
    e.BetPlaced: coup.apply_bet_placed,
    e.BetWithdrawn: coup.apply_stake_back,
    e.StakeReturned: coup.apply_stake_back,
    e.HandAwarded: coup.apply_hand_awarded,
    e.HandDisputed: coup.apply_hand_disputed,
    e.DrawAwaited: coup.apply_draw_awaited,
    e.CardDealt: coup.apply_card_dealt,
    e.HandShown: coup.apply_hand_shown,
    e.CoupEnded: coup.apply_coup_ended,
    e.CoupSettled: coup.apply_coup_settled,
    e.CoupVoided: coup.apply_coup_voided,
    IncidentOpened: coup.apply_incident_opened,
    IncidentRuled: coup.apply_incident_ruled,
    e.CardCorrected: coup.apply_card_corrected,
    RulingUndone: coup.apply_ruling_undone,
    e.PaymentCorrected: coup.apply_payment_corrected,
}
"""What each event makes of the state."""

require_complete(FOLDS, declared_types(e, Event))
require_lines(POSTINGS, declared_types(e, Event))

SPEECH_BREAKS: Final = frozenset(
    {
        *(e.BetPlaced, e.BetWithdrawn, e.BetsOpened, e.PersonCalled, e.HolderReminded, e.ShoeDeclined, e.ShoeTaken),
        *(e.DrawAwaited, e.StopCardSeen, e.HandShown, e.CoupSettled, e.CoupVoided, e.CardsBurned, e.CardCorrected),
        *(IncidentOpened, IncidentRuled, RulingUndone),
    }
)
"""Events after which what the croupier says does not go with what he said before."""


def evolve(state: State, event: Event, library: Library | None = None) -> State:
    """Fold one event. ``library`` knows the rulebooks that the table may name by hash; the shipped ones when not
    given.
    """
    kind = type(event)
    moves = POSTINGS.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    if kind in SPEECH_BREAKS and not state.breath:
        state = replace(state, breath=True)
    fold = FOLDS[kind]
    if isinstance(fold, ByLibrary):
        return fold.function(state, event, library or house_library())
    return fold(state, event)
