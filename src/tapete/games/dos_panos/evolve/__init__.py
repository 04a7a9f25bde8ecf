"""Bookkeeping: what each event makes of the state. Nothing is decided here.

Each room folds the events of one part, one small function an event; their tables together are :data:`FOLDS`. An event
that the game declares and that no table folds is an error at import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import post
from tapete.games.banked import settled_coups
from tapete.games.dos_panos import events
from tapete.games.dos_panos.evolve import bank, coup, rulings, table
from tapete.games.dos_panos.evolve.postings import POSTINGS
from tapete.games.dos_panos.state import State
from tapete.kernel import Event, declared_types, require_complete, require_lines
from tapete.rulebooks import ByLibrary, Library

FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    **table.TABLE_FOLDS,
    **table.PEOPLE_FOLDS,
    **table.SHOE_FOLDS,
    **bank.FOLDS,
    **coup.FOLDS,
    **rulings.FOLDS,
    events.CardCorrected: settled_coups.apply_card_corrected,
    events.PaymentCorrected: coup.apply_payment_corrected,
}
"""What each event makes of the state."""

require_complete(FOLDS, declared_types(events, Event))
require_lines(POSTINGS, declared_types(events, Event))

NO_BOOKS: Final = Library(())


def evolve(state: State, event: Event, library: Library = NO_BOOKS) -> State:
    """Fold one event; ``library`` gives the rulebook that an event names by its hash."""
    kind = type(event)
    moves = POSTINGS.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    fold = FOLDS[kind]
    if isinstance(fold, ByLibrary):
        return fold.function(state, event, library)
    return fold(state, event)
