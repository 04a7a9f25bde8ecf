"""The books of the table itself: its rulebook and limits, phases, words. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.procedure import Said, TableClosed
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.rules import read
from tapete.games.dos_panos.state import Settings, State
from tapete.games.dos_panos.terms import PREPARING, Phase
from tapete.kernel import Event
from tapete.rulebooks import ByLibrary, Library
from tapete.table.rulebook import RulebookAdopted
from tapete.table.seats import Seats

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


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.OptionsSet: apply_options_set,
    e.DinnerBegun: apply_dinner_begun,
    TableClosed: apply_table_closed,
    e.PhaseOpened: apply_phase_opened,
    Said: apply_said,
}
"""What each event of the table makes of the state."""
