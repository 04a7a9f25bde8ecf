"""The books of a table where a player holds the bank: what events make of its state, and the money that they move.

No rule is decided here. A game joins these folds with its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, STAKES, Posting, move, person, post
from tapete.chance import ShoeSealed
from tapete.games.baccarat import incident
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import BarPerson, GoBack
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.games.baccarat.procedure import PersonCalled, Said, StopCardSeen
from tapete.games.banked import events, folds, settled_coups
from tapete.games.banked.coup import Coup, RulingGiven, Shares
from tapete.games.banked.reconsideration import FaultNames
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.kernel import Event
from tapete.rulebooks import ByLibrary, Library, Rulebook
from tapete.table import acts as table
from tapete.table.people import ListJoined, ListLeft
from tapete.table.seats import Seats, queue, set_away, unqueue

Folds = Mapping[type[Event], folds.Fold | ByLibrary[Any]]
Legs = tuple[Posting, ...]
Postings = Mapping[type[Event], Callable[[Any], Legs]]

NO_BOOKS: Final = Library(())

WORDS_KEPT = 8
"""How many of the croupier's last words a table remembers."""


def apply_event(table_of_folds: Folds, postings: Postings, state: Any, event: Event, library: Library) -> Any:
    """Return the state after an event and its movements of money; ``library`` gives the rulebook that it names."""
    kind = type(event)
    moves = postings.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    fold = table_of_folds[kind]
    return fold.function(state, event, library) if isinstance(fold, ByLibrary) else fold(state, event)


def with_rulebook(state: Any, event: Any, library: Library, read: Callable[[Rulebook], Any]) -> Any:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def with_settings(
    state: Any, event: Any, library: Library, read: Callable[[Rulebook], Any], settings: type[Any]
) -> Any:
    opened = with_rulebook(state, event, library, read)
    return replace(opened, seats=Seats(event.places), settings=msgspec.convert(event, settings, from_attributes=True))


def waiting_cards(state: Any) -> Cards:
    """Return the cards with which a coup begins: those that wait aside come first, and bars go on."""
    aside = state.coup.cards.marks.aside
    waiting = {one.position for one in aside}
    first = tuple([card for card in state.coup.cards.layout if card.position in waiting])
    return Cards(first, replace(state.bars, aside=aside))


def cards_gone(state: Any) -> Any:
    """Return the shoe with the faces of the cards that leave the table counted, but for those that wait."""
    waiting = {one.position for one in state.coup.cards.marks.aside}
    gone = tuple([card.face for card in state.coup.cards.layout if card.position not in waiting])
    return replace(state.shoe, played_cards=settled_coups.count_played(state.shoe.played_cards, gone))


def unchanged(state: Any, _event: Event) -> Any:
    return state


def apply_presence(state: Any, event: table.WentAway | table.CameBack) -> Any:
    """Mark a person as away, or as there again; a call to them is over."""
    called = None if state.called_person == event.person else state.called_person
    is_away = isinstance(event, table.WentAway)
    return replace(state, seats=set_away(state.seats, event.person, is_away), called_person=called)


def apply_shoe_sealed(state: Any, event: ShoeSealed) -> Any:
    """Fix the order of the cards; until a stop card is in, it stands behind the last of them."""
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False, size=event.size, stop=event.size))


FOLDS: Final[Folds] = {
    table.StaffAssigned: folds.change("staff", lambda staff, event: staff.set(event.role, event.person)),
    table.WentAway: apply_presence,
    table.CameBack: apply_presence,
    table.BoughtIn: unchanged,
    table.CashedOut: unchanged,
    ListJoined: folds.change("seats", lambda seats, event: queue(seats, event.person)),
    ListLeft: folds.change("seats", lambda seats, event: unqueue(seats, event.person)),
    PersonCalled: folds.keep("called_person", "person"),
    Said: folds.change("announcements", lambda said, event: (*said[1 - WORDS_KEPT :], event)),
    events.PackShuffled: unchanged,
    ShoeSealed: apply_shoe_sealed,
    StopCardIn: folds.keep("shoe.stop", "position"),
    StopCardSeen: folds.put("shoe.is_stop_seen", True),
    CheckAsked: folds.change("shoe.check", lambda people, event: people | {event.person}),
    CardsChecked: folds.put("shoe.check", frozenset()),
    **{kind: folds.change("coup", fold) for kind, fold in folds.FOLDS.items() if kind is not events.CardsPassedOn},
}
"""What the events of every such table make of the state."""


def with_ruling(
    state: Any, event: incident.IncidentRuled, coup: tuple[str, ...], undone: Callable[[Any, tuple[str, ...]], Any]
) -> Any:
    """Close an incident and do what its ruling says: a bar that is laid on somebody before the deal holds until a coup
    is dealt, even if this one is called off; play that goes back is forgotten.

    ``coup``: the phases in which cards move; ``undone``: the coup without what came after the phases to which a ruling
    takes play back.
    """
    case, effects, before = state.docket.incident(event.serial), event.effects, state.coup
    faults, phase = () if case is None else case.faults, str(state.phase)
    given = RulingGiven(effects, event.clauses, faults, event.serial, event.kind, phase, before, event.is_as_proposed)
    after = replace(
        before, cards=folds.settled_cards(apply_effects(effects, before.cards)), rulings=(*before.rulings, given)
    )
    laid = () if state.phase in coup else tuple(effect for effect in effects if isinstance(effect, BarPerson))
    bars = apply_effects(laid, Cards((), state.bars)).marks
    back = tuple(effect.phase for effect in effects if isinstance(effect, GoBack))
    after = undone(after, back) if back else after
    return replace(state, docket=incident.remove_incident(state.docket, event.serial), coup=after, bars=bars)


def incident_folds(names: FaultNames, ruled: folds.Fold) -> Folds:
    """Return the folds of incidents; ``names`` are those under which a fault is taken up in a coup."""

    def noted(coup: Coup, event: incident.IncidentOpened | incident.IncidentWidened) -> Coup:
        found = {name for fault in event.incident.faults for name in names(fault)}
        return replace(coup, found_faults=coup.found_faults | found)

    def opened(state: Any, event: incident.IncidentOpened) -> Any:
        return replace(state, docket=incident.add_incident(state.docket, event.incident), coup=noted(state.coup, event))

    def widened(state: Any, event: incident.IncidentWidened) -> Any:
        return replace(
            state, docket=incident.replace_incident(state.docket, event.incident), coup=noted(state.coup, event)
        )

    return {
        incident.IncidentOpened: opened,
        incident.IncidentWidened: widened,
        incident.IncidentRuled: ruled,
        incident.IncidentWithdrawn: partial(settled_coups.apply_incident_withdrawn, names=names),
        RulingUndone: partial(settled_coups.apply_ruling_undone, names=names),
    }


def from_stakes(parts: Shares) -> Legs:
    return tuple(leg for one in parts for leg in move(one.amount, STAKES, person(one.person)))


def stake_back(event: Any) -> Legs:
    return move(event.amount, STAKES, person(event.person))


def to_cash_desk(event: table.CashedOut | table.PersonLeft) -> Legs:
    return move(event.amount, person(event.person), CASH_DESK)


POSTINGS: Final[Postings] = {
    table.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    table.CashedOut: to_cash_desk,
    table.PersonLeft: to_cash_desk,
    events.CoupVoided: lambda event: from_stakes(event.returned_stakes),
}
"""The movements of the events of every such table that move money."""
