"""The books of a table where a player holds the bank: what events make of its state, and the money that they move.

No rule is decided here. A game joins these folds with its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, STAKES, Posting, move, person, post
from tapete.chance import ShoeSealed
from tapete.games.baccarat import effects, incident
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import BarPerson, GoBack
from tapete.games.baccarat.marks import Cards, apply_effects, without_choice
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited, PersonCalled, Said, StopCardSeen
from tapete.games.banked import events as e, settled_coups
from tapete.games.banked.coup import Coup, RulingGiven, Shares, with_decision, with_side
from tapete.games.banked.reconsideration import FaultNames
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.kernel import Event
from tapete.rulebooks import ByLibrary, Library, Rulebook
from tapete.table import acts as table
from tapete.table.people import ListJoined, ListLeft
from tapete.table.seats import Seats, queue, set_away, unqueue

C = TypeVar("C", bound=Coup)

Fold = Callable[[Any, Any], Any]
"""What a state, or a part of it, is after an event."""


def change(path: str, how: Callable[[Any, Any], Any]) -> Fold:
    """Return the fold by which the value at the end of a path of fields becomes ``how(value, event)``."""
    name, _, rest = path.partition(".")
    inner = change(rest, how) if rest else how
    return lambda state, event: replace(state, **{name: inner(getattr(state, name), event)})


def put(path: str, value: object) -> Fold:
    return change(path, lambda _was, _event: value)


def keep(path: str, field: str) -> Fold:
    return change(path, lambda _was, event: getattr(event, field))


def named_hand(coup: Coup, hand: str) -> str:
    """Return the side that an event names; one that names none is about the only side."""
    return hand or next(iter(coup.sides))


def with_cards(coup: C, cards: Cards) -> C:
    return replace(coup, cards=cards)


def with_layout(coup: C, layout: effects.Layout) -> C:
    return with_cards(coup, replace(coup.cards, layout=layout))


def apply_card_dealt(coup: C, event: CardDealt) -> C:
    """Lay a card where it was dealt; it lies open where a ruling said that this card of the hand does."""
    layout, hand = coup.cards.layout, event.place.removesuffix("-3")
    due = (one.place for one in coup.due_cards if one.position == event.position and event.place != effects.DISCARD)
    ordinal = 3 if event.place != hand else 1 + sum(card.place == event.place for card in layout)
    face_up = event.face_up or ordinal in coup.cards.marks.of(hand).open_cards
    laid = with_layout(
        coup,
        effects.lay(
            layout, effects.LaidCard(event.position, event.place, event.face, face_up, home=next(due, event.place))
        ),
    )
    return replace(laid, due_cards=tuple(one for one in coup.due_cards if one.position != event.position))


def apply_card_moved(cards: Cards, event: e.CardMoved) -> Cards:
    """Move a card; one that waited aside to be dealt waits no longer. Where it falls, or is laid then, is no home."""
    moved = apply_effects((effects.AssignCard(event.position, event.place),), cards)
    is_away = event.place in (effects.ASIDE, effects.BASKET, effects.FLOOR)
    return moved if is_away else settled_cards(moved, event.position)


def settled_cards(cards: Cards, *positions: int) -> Cards:
    """Let cards, or all of them, belong where they lie now."""
    layout = (
        replace(one, home=one.place) if one.position in positions or not positions else one for one in cards.layout
    )
    return replace(cards, layout=tuple(layout))


def apply_card_turned(coup: C, event: e.CardTurned) -> C:
    turned = with_layout(coup, effects.turn_up(coup.cards.layout, event.position, event.face))
    return replace(turned, due_cards=tuple(one for one in coup.due_cards if one.position != event.position))


def apply_cards_lifted(coup: C, event: e.CardsLifted) -> C:
    """Let a person see a hand; a side's cards lie before whoever lifted them."""
    seen = with_layout(coup, effects.look(coup.cards.layout, event.hand, event.person))
    return with_side(seen, event.hand, is_lifted=True, before=event.person) if event.hand in coup.sides else seen


def apply_cards_passed_on(coup: C, event: e.CardsPassedOn) -> C:
    hand = named_hand(coup, event.hand)
    held, entitled = coup.holder(hand), coup.side(hand).holder
    if held == event.former_holder:
        coup = with_cards(coup, apply_effects((effects.GiveCards(hand, event.person),), coup.cards))
    return with_side(coup, hand, holder=event.person) if entitled == event.former_holder else coup


def apply_word_said(coup: C, event: e.WordSaid) -> C:
    hand = named_hand(coup, event.hand)
    return with_side(coup, hand, word=event.word, has_spoken_again=coup.side(hand).word is not None)


def apply_croupier_stood_in(coup: C, event: e.CroupierStoodIn) -> C:
    """Give a side's cards to the croupier, who plays them by the scheme without a choice."""
    hand = named_hand(coup, event.hand)
    plays = (effects.GiveCards(hand, event.croupier), effects.BindToScheme(hand, effects.Cell.STAND))
    return with_cards(coup, apply_effects(plays, coup.cards))


def apply_advice_asked(coup: C, event: e.AdviceAsked) -> C:
    """Keep what the croupier answered a side; it plays by the scheme from now on."""
    hand = named_hand(coup, event.hand)
    bound = with_cards(coup, apply_effects((effects.BindToScheme(hand, effects.Cell.STAND),), coup.cards))
    return with_side(bound, hand, advice=event.answer or "")


def apply_table_asked(coup: C, bank: str) -> C:
    return with_cards(coup, apply_effects((effects.BindToTable(bank),), coup.cards))


def apply_choice_made(coup: C, event: e.ChoiceMade, hand: str) -> C:
    marks = without_choice(coup.cards.marks, event.choice)
    return with_side(with_cards(coup, replace(coup.cards, marks=marks)), hand, chosen_option=event.option)


OF_CARDS: Final[Mapping[type[Event], Fold]] = {
    DrawAwaited: keep("due_cards", "cards"),
    CardDealt: apply_card_dealt,
    e.CardMoved: change("cards", apply_card_moved),
    e.CardUncovered: change("uncovered_cards", lambda cards, event: cards.set(event.position, event.by)),
    e.CardSeen: change("cards.layout", lambda layout, event: effects.note_seen(layout, event.position, event.person)),
    e.CardTurned: apply_card_turned,
    e.CardsCarried: lambda coup, event: with_side(coup, named_hand(coup, event.hand), before=event.person),
    e.CardsLifted: apply_cards_lifted,
    e.CardsPassedOn: apply_cards_passed_on,
    e.WordSaid: apply_word_said,
    e.CroupierStoodIn: apply_croupier_stood_in,
    e.AdviceAsked: apply_advice_asked,
    e.TimeWarned: lambda coup, event: with_side(
        coup, named_hand(coup, event.hand), is_warned=True, is_word_late=event.is_word_late
    ),
    e.LaidDown: change("naturals", lambda hands, event: (*hands, event.hand)),
    e.BankerDecided: lambda coup, event: with_decision(coup, event.cell),
}
"""How each event at the cards changes a coup, whatever its hands are called."""


Folds = Mapping[type[Event], Fold | ByLibrary[Any]]
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
    table.StaffAssigned: change("staff", lambda staff, event: staff.set(event.role, event.person)),
    table.WentAway: apply_presence,
    table.CameBack: apply_presence,
    table.BoughtIn: unchanged,
    table.CashedOut: unchanged,
    ListJoined: change("seats", lambda seats, event: queue(seats, event.person)),
    ListLeft: change("seats", lambda seats, event: unqueue(seats, event.person)),
    PersonCalled: keep("called_person", "person"),
    Said: change("announcements", lambda said, event: (*said[1 - WORDS_KEPT :], event)),
    e.PackShuffled: unchanged,
    ShoeSealed: apply_shoe_sealed,
    StopCardIn: keep("shoe.stop", "position"),
    StopCardSeen: put("shoe.is_stop_seen", True),
    CheckAsked: change("shoe.check", lambda people, event: people | {event.person}),
    CardsChecked: put("shoe.check", frozenset()),
    **{kind: change("coup", fold) for kind, fold in OF_CARDS.items() if kind is not e.CardsPassedOn},
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
    after = replace(before, cards=settled_cards(apply_effects(effects, before.cards)), rulings=(*before.rulings, given))
    laid = () if state.phase in coup else tuple(effect for effect in effects if isinstance(effect, BarPerson))
    bars = apply_effects(laid, Cards((), state.bars)).marks
    back = tuple(effect.phase for effect in effects if isinstance(effect, GoBack))
    after = undone(after, back) if back else after
    return replace(state, docket=incident.remove_incident(state.docket, event.serial), coup=after, bars=bars)


def incident_folds(names: FaultNames, ruled: Fold) -> Folds:
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
    e.CoupVoided: lambda event: from_stakes(event.returned_stakes),
}
"""The movements of the events of every such table that move money."""
