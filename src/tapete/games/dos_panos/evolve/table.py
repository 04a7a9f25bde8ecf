"""The books of the table itself, its people and its shoe. No rule is decided here."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.baccarat.procedure import PackCut, ShoeEnded, TableClosed
from tapete.games.banked.books import Folds, change, put
from tapete.games.banked.events import ShoeWanted
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.bank import without_seeker
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.state import Settings, Shoe, State
from tapete.games.dos_panos.terms import PREPARING, Phase
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.seats import Seats, leave, sit, sit_behind, stand, unqueue
from tapete.table.state import RulebookAdopted


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


def apply_table_closed(state: State, _event: TableClosed) -> State:
    """Forget who would have had the bank; who keeps it is told after. With the table its shoe is over."""
    return replace(state, standing_award=None, shoe=replace(state.shoe, has_ended=True))


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    options = replace(state.settings, banco_freedom=event.banco_freedom, institutions=event.institutions)
    return replace(state, settings=options)


def apply_dinner_begun(state: State, _event: e.DinnerBegun) -> State:
    """Leave the session of an open bank no other shoe than the one that is in use or being prepared."""
    return replace(state, settings=replace(state.settings, session_shoes=0, is_dinner_begun=True))


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """A shoe whose preparation goes on was not left; a void banco that is not played once more was let be."""
    shoe = replace(state.shoe, left_at=None) if event.phase in PREPARING and state.shoe.left_at else state.shoe
    is_let_be = state.phase is Phase.REPEAT and event.phase is Phase.BETWEEN and not state.is_banco_decided
    coup = replace(state.coup, is_let_be=True) if is_let_be else state.coup
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None, shoe=shoe, coup=coup)


OfPerson = table.Seated | e.SatBehind | table.StoodBehind
"""Events of somebody who comes to the table."""


def came(state: State, event: OfPerson) -> State:
    """Return the table after a call to somebody is over who comes to it."""
    is_called = state.called_person == event.person and not state.seats.is_at_table(event.person)
    return replace(state, called_person=None) if is_called else state


def apply_seated(state: State, event: table.Seated) -> State:
    return replace(came(state, event), seats=sit(state.seats, event.person, event.seat))


def apply_sat_behind(state: State, event: e.SatBehind) -> State:
    return replace(came(state, event), seats=sit_behind(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(came(state, event), seats=stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    seats = unqueue(leave(state.seats, event.person), event.person)
    return replace(state, seats=seats, seekers=without_seeker(state.seekers, event))


def apply_pack_counted(state: State, event: e.PackCounted) -> State:
    counted = replace(state.shoe, is_counted=True)
    return replace(state, shoe=counted, broken_seals=state.broken_seals | set(event.seals))


def apply_shoe_wanted(state: State, event: ShoeWanted) -> State:
    bank = state.bank
    return replace(
        state,
        coup=replace(state.coup, cards=Cards()),
        shoe=Shoe(event.shoe, event.size, is_order_awaited=True, is_counted=True),
        bars=without_bars(state.bars, Until.SHOE),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=bank and replace(bank, shoes_begun=bank.shoes_begun + 1, may_change_shoe=False, wants_new_shoe=False),
        settings=replace(state.settings, session_shoes=max(state.settings.session_shoes - 1, 0)),
    )


def apply_shoe_ended(state: State, _event: ShoeEnded) -> State:
    return replace(state, shoe=replace(state.shoe, has_ended=True, is_shown=False, is_counted=False))


FOLDS: Final[Folds] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.OptionsSet: apply_options_set,
    e.DinnerBegun: apply_dinner_begun,
    TableClosed: apply_table_closed,
    e.PhaseOpened: apply_phase_opened,
    table.Seated: apply_seated,
    e.SatBehind: apply_sat_behind,
    table.StoodBehind: apply_stood_behind,
    table.PersonLeft: apply_person_left,
    e.PacksShown: put("shoe.is_shown", True),
    e.PackCounted: apply_pack_counted,
    ShoeWanted: apply_shoe_wanted,
    PackCut: change("shoe.cut_depth", lambda _was, event: event.depth or 0),
    ShoeEnded: apply_shoe_ended,
}
