"""Where the cards are by a report: out of the shoe uncounted, moved, turned up."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from tapete.games.baccarat.effects import AssignCard, Effect, SetAside
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.layout import ASIDE, FLOOR, LaidCard, Layout, at
from tapete.games.baccarat.marks import apply_effects, third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.shoe import Shoe, stop_card
from tapete.kernel import Event


def uncounted_positions(shoe: Shoe, count: int) -> tuple[int, ...]:
    """Return the positions of the next cards of a shoe, which left it without being counted."""
    return tuple(range(shoe.position, shoe.position + count))


def cards_out(shoe: Shoe, positions: tuple[int, ...], place: str, *, face_up: bool) -> tuple[Event, ...]:
    """Return the events of cards that left the shoe and that the table had not counted, the stop card among them."""
    out = tuple(DueCard(one, place, face_up) for one in positions)
    return (*stop_card(shoe, len(out)), DrawAwaited(out)) if out else ()


def move_card(coup: Coup, card: LaidCard, place: str) -> tuple[Event, ...]:
    """Return the events of a card that lies elsewhere now, unseen if it never reached the table."""
    if any(one.position == card.position for one in coup.due_cards if not one.on_table):
        return (CardDealt(card.position, place, None, False),)
    return (CardMoved(card.position, place),)


def show_card(card: LaidCard) -> tuple[Event, ...]:
    """Return the events of a card that everybody sees now; an unknown face is waited for."""
    if card.face is not None:
        return (CardTurned(card.position, card.face),)
    return (DrawAwaited((DueCard(card.position, card.place, True, on_table=True),)),)


def card_at_home(docket: Docket, card: LaidCard) -> LaidCard:
    """Return a card where it belongs: one that fell, or that somebody picked up, has still to go back there by an open
    incident.
    """
    effects = (effect for one in docket.open for effect in one.proposed_effects)
    meant = (one for one in effects if isinstance(one, AssignCard | SetAside) and one.position == card.position)
    home = next((one.place if isinstance(one, AssignCard) else ASIDE for one in meant), None)
    return card if home is None else msgspec.structs.replace(card, place=home)


def coup_at_home(coup: Coup, effects: Iterable[Effect]) -> Coup:
    """Return a coup with the cards that fell, or that were swept away, where effects bring them back to."""
    back = (one for one in effects if isinstance(one, AssignCard | SetAside))
    return msgspec.structs.replace(coup, cards=apply_effects(back, coup.cards))


def with_cards_at_home(coup: Coup, docket: Docket) -> Coup:
    """Return a coup with the cards that an open incident has still to bring back where they belong."""
    return coup_at_home(coup, (effect for one in docket.open for effect in one.proposed_effects))


def waiting_marks(coup: Coup, docket: Docket) -> tuple[SetAside, ...]:
    proposed = (effect for one in docket.open for effect in one.proposed_effects)
    return tuple(one for one in (*coup.cards.marks.aside, *proposed) if isinstance(one, SetAside))


def early_cards(coup: Coup, docket: Docket) -> Layout:
    """Return the cards that lie on the table for a coup of which none is dealt: those that were drawn too early."""
    waiting = {one.position for one in waiting_marks(coup, docket)}
    return tuple(card for card in coup.cards.layout if card.position in waiting and card.place in (ASIDE, FLOOR))


def is_undealt(coup: Coup, hands: Collection[str]) -> bool:
    """Return True if no card has come to a hand of a coup, nor is one on its way there."""
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
