"""The shoe of a banked table: the stop card, the faces that are known to have left it, the check of its cards.

Who may ask for the check, and which clause ends the shoe, a game says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec
from immutables import Map

from tapete.cards import Card
from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import ASIDE, DISCARD, FLOOR, AssignCard, Effect, LaidCard, Layout, SetAside, at
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.marks import Cards, apply_effects, hand_cards, third
from tapete.games.baccarat.points import PointRules
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited, DueCard, StopCardSeen
from tapete.games.baccarat.reckoning import is_open, is_third_card_known, third_card
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.kernel import ActBody, Event, PersonId
from tapete.table.seats import Seats


class Shoe(procedure.Shoe, frozen=True):
    """The shoe in use. ``stop`` is the position that the stop card lies before; ``check`` who asked that the cards be
    checked in the end; ``has_ended``: it is used up.
    """

    stop: int = 0
    check: frozenset[PersonId] = frozenset()
    has_ended: bool = False
    played_cards: Map[Card, int] = Map()
    """How many cards of each known face have left the table, whatever became of their coup."""

    @property
    def is_loaded(self) -> bool:
        return self.size > 0 and not self.is_order_awaited

    @property
    def is_empty(self) -> bool:
        return self.position >= self.size


class InsertStopCard(ActBody, frozen=True, tag="insert-stop-card"):
    """The croupier puts the stop card in, with ``below`` cards behind it; as the rulebook says when not given."""

    below: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class AskCardCheck(ActBody, frozen=True, tag="ask-card-check"):
    """A player asks that the cards be checked at the end of the shoe."""

    is_timeless: ClassVar[bool] = True


class CheckCards(ActBody, frozen=True, tag="check-cards"):
    """The croupier or the inspector has counted the used and the remaining cards at the end of a shoe.

    ``complete``: each rank and suit was there as often as there are packs.
    """

    found: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    complete: bool = True


class StopCardIn(Event, frozen=True, tag="stop-card-in@1"):
    """The stop card lies before the card at ``position``."""

    position: int


class CheckAsked(Event, frozen=True, tag="check-asked@1"):
    person: PersonId


class CardsChecked(Event, frozen=True, tag="cards-checked@1"):
    """The cards of shoe ``shoe`` were counted: ``found`` of ``size``; ``complete`` by rank and suit too."""

    shoe: int
    size: int
    found: int
    complete: bool
    by: PersonId


def stop_card(shoe: Shoe, count: int = 1) -> tuple[Event, ...]:
    """Return the appearance of the stop card, when it lies before one of the next ``count`` cards."""
    out = count > 0 and shoe.position + count > shoe.stop and not shoe.is_stop_seen
    return (StopCardSeen(max(shoe.position, shoe.stop)),) if out else ()


def require_check_possible(shoe: Shoe, seats: Seats, who: PersonId, late: bool) -> Fault | None:
    """Return a Fault unless somebody may ask for the check; ``late``: the cards are already being shuffled again."""
    return first_fault(
        None if seats.is_at_table(who) else fault("not-at-table"),
        fault("no-shoe") if not shoe.size else None,
        fault("check-too-late") if late else None,
        fault("check-asked-already") if who in shoe.check else None,
    )


def require_check_asked(shoe: Shoe) -> Fault | None:
    return None if shoe.check else fault("no-check-asked")


def require_card_check_done(shoe: Shoe) -> Fault | None:
    return fault("check-asked", by=sorted(shoe.check)) if shoe.has_ended and shoe.check else None


def check_result(shoe: Shoe, who: PersonId, what: CheckCards) -> CardsChecked:
    whole = what.complete and what.found == shoe.size
    return CardsChecked(shoe.number, shoe.size, what.found, whole, who)


def copies_out(shoe: Shoe, layout: Layout, face: Card) -> int:
    """Return how many cards of a face are known to have left the shoe in use."""
    return sum(card.face == face for card in layout) + shoe.played_cards.get(face, 0)


FIRST_CARDS = 2
"""Cards that each hand is dealt before anybody speaks."""


def served_counts(cards: Cards, order: Sequence[str], sides: Collection[str]) -> dict[str, int]:
    """Return how many cards each hand was dealt, in order; a side whose total is deemed gets no more."""
    deemed = {hand for hand in sides if cards.marks.of(hand).deemed_total is not None}
    return {hand: FIRST_CARDS if hand in deemed else len(at(cards.layout, hand)) for hand in order}


def next_hand(served: Mapping[str, int]) -> str | None:
    """Return the hand that the next card of the deal goes to; one that lost a card comes first."""
    lacking = [hand for hand, count in served.items() if count < FIRST_CARDS]
    return min(lacking, key=lambda hand: served[hand], default=None)


def draw_third_card(shoe: Shoe, hand: str, *, face_up: bool) -> tuple[Event, ...]:
    return (DrawAwaited((DueCard(shoe.position, third(hand), face_up),)),)


def third_card_from_aside(cards: Cards, hand: str) -> tuple[Event, ...]:
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


def uncounted_positions(shoe: Shoe, count: int) -> tuple[int, ...]:
    return tuple(range(shoe.position, shoe.position + count))


def cards_out(shoe: Shoe, positions: tuple[int, ...], place: str, *, face_up: bool) -> tuple[Event, ...]:
    out = tuple(DueCard(one, place, face_up) for one in positions)
    return (*stop_card(shoe, len(out)), DrawAwaited(out)) if out else ()


def move_card(coup: Coup, card: LaidCard, place: str) -> tuple[Event, ...]:
    """Return the events of a card that lies elsewhere now, unseen if it never reached the table."""
    if any(one.position == card.position for one in coup.due_cards if not one.on_table):
        return (CardDealt(card.position, place, None, False),)
    return (CardMoved(card.position, place),)


def show_card(coup: Coup, card: LaidCard) -> tuple[Event, ...]:
    """Return the events of a card that everybody sees now; an unknown face is waited for, after those of others."""
    if card.face is not None:
        return (CardTurned(card.position, card.face),)
    others = (one for one in coup.due_cards if one.on_table and one.position != card.position)
    return (DrawAwaited((*others, DueCard(card.position, card.place, True, on_table=True))),)


def card_at_home(docket: Docket, card: LaidCard) -> LaidCard:
    """Return a card where it was dealt, or where an open incident has still to bring it."""
    effects = (effect for one in docket.open for effect in one.proposed_effects)
    meant = (one for one in effects if isinstance(one, AssignCard | SetAside) and one.position == card.position)
    home = next((one.place if isinstance(one, AssignCard) else ASIDE for one in meant), None)
    return card.at_home if home is None else msgspec.structs.replace(card, place=home)


def coup_at_home(coup: Coup, effects: Iterable[Effect]) -> Coup:
    """Return a coup with the cards that fell, or that were swept away, where effects bring them back to."""
    back = (one for one in effects if isinstance(one, AssignCard | SetAside))
    return msgspec.structs.replace(coup, cards=apply_effects(back, coup.cards))


def with_cards_at_home(coup: Coup, docket: Docket) -> Coup:
    """Return a coup with each card where it was dealt, or where an open incident has still to bring it."""
    layout = tuple(card.at_home for card in coup.cards.layout)
    dealt = msgspec.structs.replace(coup, cards=msgspec.structs.replace(coup.cards, layout=layout))
    return coup_at_home(dealt, (effect for one in docket.open for effect in one.proposed_effects))


def waiting_marks(coup: Coup, docket: Docket) -> tuple[SetAside, ...]:
    proposed = (effect for one in docket.open for effect in one.proposed_effects)
    return tuple(one for one in (*coup.cards.marks.aside, *proposed) if isinstance(one, SetAside))


def early_cards(coup: Coup, docket: Docket) -> Layout:
    """Return the cards that lie on the table for a coup of which none is dealt: those that were drawn too early."""
    waiting = {one.position for one in waiting_marks(coup, docket)}
    return tuple(card for card in coup.cards.layout if card.position in waiting and card.place in (ASIDE, FLOOR))


def is_undealt(coup: Coup, hands: Collection[str]) -> bool:
    lying = {card.place for card in coup.cards.layout}
    return not (lying | {one.place for one in coup.due_cards}) & set(hands)


def is_third_just_drawn(coup: Coup, hand: str, hands: Collection[str]) -> bool:
    """Return True if the third card of a hand was the last thing that happened: no hand has been turned up for the
    result since. What an accident or a ruling uncovered, and what was laid down as a natural, is no result.
    """
    drawn = bool(at(coup.cards.layout, third(hand)))
    return drawn and not any(is_shown_for_result(coup, one) for one in hands if one not in coup.naturals)


def is_shown_for_result(coup: Coup, hand: str) -> bool:
    """Return True if whoever plays a hand has shown it: more of it lies open than accidents and rulings uncovered."""
    held, by_ruling = at(coup.cards.layout, hand), coup.cards.marks.of(hand).open_cards
    uncovered = (one.position in coup.uncovered_cards or number in by_ruling for number, one in enumerate(held, 1))
    return bool(held) and all(one.face_up for one in held) and not all(uncovered)


def way_back(coup: Coup, docket: Docket, card: LaidCard) -> Effect:
    """Return the effect by which a card lies again where it belongs; one that waited to be dealt waits for it again."""
    if card.place != ASIDE:
        return AssignCard(card.position, card.place)
    waiting = (one for one in waiting_marks(coup, docket) if one.position == card.position)
    return next(waiting, SetAside(card.position))
