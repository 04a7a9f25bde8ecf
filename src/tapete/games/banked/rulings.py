"""Rulings at a banked table: what an effect must be about, and what follows from it for cards, money and procedure.

The marks of a ruling are laid by one interpreter (:mod:`tapete.games.baccarat.marks`). What else follows a game says
by its :class:`Course`: how a coup, or one side of it, is called off, how a stake goes back, how play is taken up again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from tapete.clauses import Cite, Fault, fault
from tapete.games.baccarat import layout
from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    Discard,
    Effect,
    Expose,
    GoBack,
    NoteOnly,
    ReturnStake,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.baccarat.marks import Cards, hand_cards, third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.banked.coup import Coup
from tapete.games.banked.dealing import FIRST_CARDS
from tapete.games.banked.events import CardTurned
from tapete.kernel import Event, PersonId
from tapete.money import Cents

BETWEEN_COUPS = (NoteOnly, BarPerson, Discard, AssignCard, SetAside)
"""Effects that mean something while no coup is on: a card may have left the shoe all the same."""


class Course(Protocol):
    """How money and procedure of one game follow a ruling."""

    def called_off(self, hand: str) -> tuple[Event, ...]:
        """Return the events by which one side counts for nothing, or the whole coup where no hand is named."""

    def return_stake(self, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
        """Return the events by which a person's stake, or a part of it, goes back."""

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        """Return the events by which play is taken up again at an earlier phase."""


def card_places(hands: Collection[str]) -> frozenset[str]:
    """Return where a card may be put by a ruling."""
    own = (place for hand in hands for place in (str(hand), third(hand)))
    return frozenset({*own, layout.BASKET, layout.DISCARD, layout.FLOOR, layout.ASIDE})


# --- what a ruling may be about ---------------------------------------------------------------------------------------


def require_cards_at_hand(coup: Coup, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault while a card is on its way that the ruling does not discard, or one lies on the floor."""
    out = {effect.position for effect in effects if isinstance(effect, Discard)}
    if any(one.position not in out for one in coup.due_cards):
        return fault("card-awaited")
    fallen = next((card for card in coup.cards.layout if card.place == FLOOR), None)
    return None if fallen is None else fault("card-on-floor", position=fallen.position)


def require_full_hands(cards: Cards, hands: Collection[str]) -> Fault | None:
    """Return a Fault if a hand is a card short after the deal and nothing decides it: no ruling deems its total, calls
    it off, or lets a hand lose.
    """
    marks = cards.marks
    if marks.void or any(marks.of(hand).is_lost for hand in hands):
        return None
    playing = (hand for hand in hands if marks.of(hand).deemed_total is None and not marks.of(hand).void)
    short = next((hand for hand in playing if len(at(cards.layout, hand)) < FIRST_CARDS), None)
    return None if short is None else fault("too-few-cards", hand=str(short))


def require_object(coup: Coup, hands: Collection[str], effect: Effect) -> Fault | None:
    """Return a Fault if the hand or the card that an effect is about is not at this table."""
    facts: dict[str, Any] = {"hand": getattr(effect, "hand", ""), "position": getattr(effect, "position", None)}
    positions = {card.position for card in coup.cards.layout} | {one.position for one in coup.due_cards}
    no_card = facts["position"] is not None and facts["position"] not in positions
    missing = no_card or (facts["hand"] and facts["hand"] not in hands)
    return fault("effect-without-object", object=touches(effect)) if missing else None


def clauses_of_ruling(coup: Coup, hand: str, *effects: type[Any]) -> tuple[Cite, ...]:
    """Return the clauses of the latest ruling that bound a hand in one of these ways; none where nothing was ruled."""
    for ruling in reversed(coup.rulings):
        if any(isinstance(one, effects) and getattr(one, "hand", "") == hand for one in ruling.effects):
            return ruling.clauses
    return ()


# --- what follows -----------------------------------------------------------------------------------------------------


def effect_events(before: Coup, coup: Coup, effect: Effect, course: Course) -> tuple[Event, ...]:
    """Return the events by which money, cards and procedure follow an effect; ``before`` the ruling some cards lay open
    already.

    To call the bank's hand off, or the last side that is left, is to call the whole coup off.
    """
    match effect:
        case VoidCoup(hand=hand):
            whole = hand not in coup.sides or is_coup_void(coup.cards, coup.sides)
            off = "" if whole else hand
            return (*drop_draws(coup, off), *course.called_off(off))
        case Discard(position=position):
            return discard_unkeyed(coup, position)
        case ReturnStake(person=person, amount=amount):
            return course.return_stake(person, amount)
        case GoBack(phase=phase):
            return course.open_phase(phase)
        case Expose(hand=hand, to=None, cards=ordinals):
            return expose_cards(before, coup, hand, ordinals)
        case _:
            return ()


def is_coup_void(cards: Cards, sides: Collection[str]) -> bool:
    """Return True if nothing is left of the coup: it was called off whole, or every side of it was."""
    return cards.marks.void or all(cards.marks.of(hand).void for hand in sides)


def drop_draws(coup: Coup, hand: str) -> tuple[Event, ...]:
    """Return the end of waiting for the cards of a side that is called off, or for all where no hand is named."""
    gone = {hand, third(hand)}
    left: tuple[DueCard, ...] = tuple(one for one in coup.due_cards if hand and one.place not in gone)
    return (DrawAwaited(left),) if left != coup.due_cards else ()


def expose_cards(before: Coup, coup: Coup, hand: str, ordinals: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the turning up of cards that a ruling exposes and that did not lie open before it."""
    held = enumerate(hand_cards(coup.cards.layout, hand), 1)
    shown = (card for number, card in held if not ordinals or number in ordinals)
    up = {card.position for card in before.cards.layout if card.face_up}
    turned = (card for card in shown if card.position not in up)
    return tuple(CardTurned(card.position, card.face) for card in turned if card.face is not None)


def discard_unkeyed(coup: Coup, position: int) -> tuple[Event, ...]:
    """Return the events of a card that is out of play before anybody has keyed its face, as one of another pack is."""
    due = next((one for one in coup.due_cards if one.position == position), None)
    if due is None:
        return ()
    left = DrawAwaited(tuple(one for one in coup.due_cards if one is not due))
    return (left,) if due.on_table else (CardDealt(position, layout.DISCARD, None, False), left)
