"""The books of the table itself, its people and its shoe. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ShoeSealed
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.baccarat.procedure import PackCut, Said, ShoeEnded, StopCardSeen, TableClosed
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.state import Bank, Settings, Shoe, State
from tapete.games.dos_panos.terms import PREPARING, Phase
from tapete.kernel import Event, PersonId
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.seats import Seats, leave, queue, set_away, sit, sit_behind, stand, unqueue
from tapete.table.state import RulebookAdopted

# --- table ------------------------------------------------------------------------------------------------------------
# The books of the table itself: its rulebook and limits, phases, words. No rule is decided here.

WORDS_KEPT = 8
"""How many of the croupier's last words a table remembers."""


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    return replace(
        state,
        rules=read(library.by_hash(event.sha256)),
        sha256=event.sha256,
        seats=Seats(event.places),
        settings=Settings(
            name=event.name,
            minimum=event.minimum,
            decks=event.decks,
            shoe=event.shoe,
            conduct=event.conduct,
            mode=event.mode,
            maximum=event.maximum,
            bank_minimum=event.bank_minimum,
            bank_maximum=event.bank_maximum,
            needs_director=event.needs_director,
            banco_freedom=event.banco_freedom,
            session=event.session,
            session_shoes=event.session_shoes,
            is_in_house=event.is_in_house,
        ),
        standing_award=event.award,
    )


def apply_table_closed(state: State, event: TableClosed) -> State:
    """Forget who would have had the bank; who keeps it is told after. With the table its shoe is over."""
    del event
    return replace(state, standing_award=None, shoe=replace(state.shoe, has_ended=True))


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    """Let the table go on under another rulebook."""
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    options = replace(state.settings, banco_freedom=event.banco_freedom, institutions=event.institutions)
    return replace(state, settings=options)


def apply_dinner_begun(state: State, event: e.DinnerBegun) -> State:
    """Leave the session of an open bank no other shoe than the one that is in use or being prepared."""
    del event
    return replace(state, settings=replace(state.settings, session_shoes=0, is_dinner_begun=True))


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Let the table stand in another phase; a shoe whose preparation goes on was not left, and a void or annulled
    banco that is not played once more was let be.
    """
    shoe = replace(state.shoe, left_at=None) if event.phase in PREPARING and state.shoe.left_at else state.shoe
    is_let_be = state.phase is Phase.REPEAT and event.phase is Phase.BETWEEN and not state.is_banco_decided
    coup = replace(state.coup, is_let_be=True) if is_let_be else state.coup
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None, shoe=shoe, coup=coup)


def apply_said(state: State, event: Said) -> State:
    return replace(state, announcements=(*state.announcements[1 - WORDS_KEPT :], event))


def unchanged(state: State, event: Event) -> State:
    del event
    return state


TABLE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.OptionsSet: apply_options_set,
    e.DinnerBegun: apply_dinner_begun,
    TableClosed: apply_table_closed,
    e.PhaseOpened: apply_phase_opened,
    Said: apply_said,
}
"""What each event of the table makes of the state."""


# --- people -----------------------------------------------------------------------------------------------------------
# The books of the people: who sits, stands, waits and is away, and who is on duty. No rule is decided here.

OfPerson = table.Seated | e.SatBehind | table.StoodBehind | table.WentAway | table.CameBack
"""Events of somebody who comes to the table, goes away or comes back."""


def came(state: State, event: OfPerson) -> State:
    """Return the table after a call to somebody is over who comes to it."""
    is_new = not state.seats.is_at_table(event.person)
    return replace(state, called_person=_still_called(state, event)) if is_new else state


def apply_seated(state: State, event: table.Seated) -> State:
    return replace(came(state, event), seats=sit(state.seats, event.person, event.seat))


def apply_sat_behind(state: State, event: e.SatBehind) -> State:
    return replace(came(state, event), seats=sit_behind(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(came(state, event), seats=stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    stay = tuple(one for one in state.seekers if one.person != event.person)
    return replace(state, seats=unqueue(leave(state.seats, event.person), event.person), seekers=stay)


def apply_went_away(state: State, event: table.WentAway) -> State:
    """Mark a person as away; a call to him is over."""
    return replace(state, seats=set_away(state.seats, event.person, True), called_person=_still_called(state, event))


def apply_came_back(state: State, event: table.CameBack) -> State:
    return replace(state, seats=set_away(state.seats, event.person, False), called_person=_still_called(state, event))


def _still_called(state: State, event: OfPerson) -> PersonId | None:
    return None if state.called_person == event.person else state.called_person


def apply_person_called(state: State, event: e.PersonCalled) -> State:
    return replace(state, called_person=event.person)


def apply_staff_assigned(state: State, event: table.StaffAssigned) -> State:
    return replace(state, staff=state.staff.set(event.role, event.person))


def apply_list_joined(state: State, event: e.ListJoined) -> State:
    return replace(state, seats=queue(state.seats, event.person))


def apply_list_left(state: State, event: e.ListLeft) -> State:
    return replace(state, seats=unqueue(state.seats, event.person))


PEOPLE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    table.Seated: apply_seated,
    e.SatBehind: apply_sat_behind,
    table.StoodBehind: apply_stood_behind,
    table.PersonLeft: apply_person_left,
    table.WentAway: apply_went_away,
    table.CameBack: apply_came_back,
    e.PersonCalled: apply_person_called,
    table.StaffAssigned: apply_staff_assigned,
    table.BoughtIn: unchanged,
    table.CashedOut: unchanged,
    e.ListJoined: apply_list_joined,
    e.ListLeft: apply_list_left,
}
"""What each event of the people makes of the state."""


# --- shoe -------------------------------------------------------------------------------------------------------------
# The books of the shoe: counted, shuffled, cut, loaded, used up, checked. No rule is decided here.


def apply_packs_shown(state: State, event: e.PacksShown) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, is_shown=True))


def apply_pack_counted(state: State, event: e.PackCounted) -> State:
    counted = replace(state.shoe, is_counted=True)
    return replace(state, shoe=counted, broken_seals=state.broken_seals | set(event.seals))


def apply_shoe_wanted(state: State, event: e.ShoeWanted) -> State:
    bank = state.bank
    return replace(
        state,
        coup=replace(state.coup, cards=Cards()),
        shoe=Shoe(event.shoe, event.size, is_order_awaited=True, is_counted=True),
        bars=without_bars(state.bars, Until.SHOE),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=None if bank is None else _with_shoe(bank),
        settings=replace(state.settings, session_shoes=max(state.settings.session_shoes - 1, 0)),
    )


def _with_shoe(bank: Bank) -> Bank:
    return replace(bank, shoes_begun=bank.shoes_begun + 1, may_change_shoe=False, wants_new_shoe=False)


def apply_shoe_sealed(state: State, event: ShoeSealed) -> State:
    """Fix the order of the cards; until a stop card is in, it stands behind the last of them."""
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False, size=event.size, stop=event.size))


def apply_pack_cut(state: State, event: PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0))


def apply_stop_card_in(state: State, event: StopCardIn) -> State:
    return replace(state, shoe=replace(state.shoe, stop=event.position))


def apply_stop_card_seen(state: State, event: StopCardSeen) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, is_stop_seen=True))


def apply_shoe_ended(state: State, event: ShoeEnded) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, has_ended=True, is_shown=False, is_counted=False))


def apply_check_asked(state: State, event: CheckAsked) -> State:
    return replace(state, shoe=replace(state.shoe, check=state.shoe.check | {event.person}))


def apply_cards_checked(state: State, event: CardsChecked) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, check=frozenset()))


SHOE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.PacksShown: apply_packs_shown,
    e.PackCounted: apply_pack_counted,
    e.PackShuffled: unchanged,
    e.ShoeWanted: apply_shoe_wanted,
    ShoeSealed: apply_shoe_sealed,
    PackCut: apply_pack_cut,
    StopCardIn: apply_stop_card_in,
    StopCardSeen: apply_stop_card_seen,
    ShoeEnded: apply_shoe_ended,
    CheckAsked: apply_check_asked,
    CardsChecked: apply_cards_checked,
}
"""What each event of the shoe makes of the state."""
