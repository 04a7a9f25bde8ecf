"""Dealing: to which hand the next card goes, and the draws of cards and faces that the table then waits for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tapete.games.baccarat.layout import DISCARD, LaidCard, at
from tapete.games.baccarat.marks import Cards, hand_cards, third
from tapete.games.baccarat.pack import DrawAwaited, DueCard
from tapete.games.baccarat.points import PointRules
from tapete.games.baccarat.reckoning import is_open, is_third_card_known, third_card
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.shoe import Shoe
from tapete.kernel import Event

FIRST_CARDS = 2
"""Cards that each hand is dealt before anybody speaks."""


def served_counts(cards: Cards, order: Sequence[str], sides: Collection[str]) -> dict[str, int]:
    """Return how many cards each hand has been dealt, in the order of the deal; a side whose total is deemed gets no
    more.
    """
    deemed = {hand for hand in sides if cards.marks.of(hand).deemed_total is not None}
    return {hand: FIRST_CARDS if hand in deemed else len(at(cards.layout, hand)) for hand in order}


def next_hand(served: Mapping[str, int]) -> str | None:
    """Return the hand that the next card of the deal goes to: one card at a time, in order; ``None`` when it is over.

    A hand that lost a card is served before the others get another one.
    """
    lacking = [hand for hand, count in served.items() if count < FIRST_CARDS]
    return min(lacking, key=lambda hand: served[hand], default=None)


def draw_third_card(shoe: Shoe, hand: str, *, face_up: bool) -> tuple[Event, ...]:
    return (DrawAwaited((DueCard(shoe.position, third(hand), face_up),)),)


def third_card_from_aside(cards: Cards, hand: str) -> tuple[Event, ...]:
    """Return the events by which the first card that waits aside becomes a hand's third card, face up."""
    position = cards.marks.aside[0].position
    face = next(card.face for card in cards.layout if card.position == position)
    moved = CardMoved(position, third(hand))
    if face is None:
        return (moved, DrawAwaited((DueCard(position, third(hand), True, on_table=True),)))
    return (moved, CardTurned(position, face))


def turn_hands(cards: Cards, *hands: str) -> tuple[Event, ...]:
    """Return the events that turn hands up; faces that nobody knows yet are waited for."""
    down = [card for hand in hands for card in hand_cards(cards.layout, hand) if not card.face_up]
    known = tuple(CardTurned(card.position, card.face) for card in down if card.face is not None)
    unknown = tuple(DueCard(card.position, card.place, True, on_table=True) for card in down if card.face is None)
    return (*known, DrawAwaited(unknown)) if unknown else known


def await_faces(cards: Cards, hands: Sequence[str]) -> tuple[Event, ...]:
    """Return the wait for faces of cards that lie open by a ruling and that nobody has keyed."""
    held = [card for hand in hands for card in hand_cards(cards.layout, hand)]
    blank = tuple(
        DueCard(one.position, one.place, True, on_table=True) for one in held if one.face_up and one.face is None
    )
    return (DrawAwaited(blank),) if blank else ()


def discard_surplus_third(cards: Cards, hands: Sequence[str], points: PointRules) -> tuple[Event, ...]:
    """Return the discarding of the third card that a hand does not keep, once its cards tell which one that is."""
    for hand in hands:
        held = at(cards.layout, third(hand))
        if len(held) > 1 and is_open(cards, hand) and is_third_card_known(cards, hand):
            kept = third_card(cards, hand, points)
            if isinstance(kept, LaidCard):
                return tuple(CardMoved(one.position, DISCARD) for one in held if one.position != kept.position)
    return ()
