"""Folding what becomes of the cards of a coup: bookkeeping only, no rule is decided here.

One small function for each kind of event, from a coup to the coup after it; :data:`FOLDS` is their table. A game lays
the result into its state. What an event at the cards means for the shoe or the money is the game's to fold beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec

from tapete.games.baccarat import effects
from tapete.games.baccarat.marks import Cards, apply_effects, without_choice
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited
from tapete.games.banked import events as e
from tapete.games.banked.coup import Coup, with_decision, with_side
from tapete.kernel import Event

C = TypeVar("C", bound=Coup)
_set = msgspec.structs.replace

Fold = Callable[[Any, Any], Any]
"""What a state, or a part of it, is after an event."""


def change(path: str, how: Callable[[Any, Any], Any]) -> Fold:
    """Return the fold by which the value at the end of a path of fields becomes ``how(value, event)``."""
    name, _, rest = path.partition(".")
    inner = change(rest, how) if rest else how
    return lambda state, event: _set(state, **{name: inner(getattr(state, name), event)})


def put(path: str, value: object) -> Fold:
    return change(path, lambda _was, _event: value)


def keep(path: str, field: str) -> Fold:
    return change(path, lambda _was, event: getattr(event, field))


def named_hand(coup: Coup, hand: str) -> str:
    """Return the side that an event names; one that names none is about the only side."""
    return hand or next(iter(coup.sides))


def with_cards(coup: C, cards: Cards) -> C:
    return _set(coup, cards=cards)


def with_layout(coup: C, layout: effects.Layout) -> C:
    return with_cards(coup, _set(coup.cards, layout=layout))


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
    return _set(laid, due_cards=tuple(one for one in coup.due_cards if one.position != event.position))


def apply_card_moved(cards: Cards, event: e.CardMoved) -> Cards:
    """Move a card; one that waited aside to be dealt waits no longer. Where it falls, or is laid then, is no home."""
    moved = apply_effects((effects.AssignCard(event.position, event.place),), cards)
    is_away = event.place in (effects.ASIDE, effects.BASKET, effects.FLOOR)
    return moved if is_away else settled_cards(moved, event.position)


def settled_cards(cards: Cards, *positions: int) -> Cards:
    """Let cards, or all of them, belong where they lie now."""
    layout = (_set(one, home=one.place) if one.position in positions or not positions else one for one in cards.layout)
    return _set(cards, layout=tuple(layout))


def apply_card_turned(coup: C, event: e.CardTurned) -> C:
    turned = with_layout(coup, effects.turn_up(coup.cards.layout, event.position, event.face))
    return _set(turned, due_cards=tuple(one for one in coup.due_cards if one.position != event.position))


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
    return with_side(with_cards(coup, _set(coup.cards, marks=marks)), hand, chosen_option=event.option)


FOLDS: Final[Mapping[type[Event], Fold]] = {
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
