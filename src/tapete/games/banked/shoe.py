"""The shoe of a banked table: the stop card, the faces that are known to have left it, the check of its cards.

Who may ask for the check, and which clause ends the shoe, a game says.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from immutables import Map

from tapete.cards import Card, is_card
from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat import pack
from tapete.games.baccarat.layout import Layout
from tapete.games.baccarat.pack import DueCard, StopCardSeen
from tapete.kernel import ActBody, Event, PersonId
from tapete.table.seats import Seats


class Shoe(pack.Shoe, frozen=True):
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
        """Return True if cards can come out of it."""
        return self.size > 0 and not self.is_order_awaited

    @property
    def is_empty(self) -> bool:
        """Return True if no card is left in it."""
        return self.position >= self.size


# --- acts and events --------------------------------------------------------------------------------------------------


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
    """The person asked that the cards be checked when the shoe ends."""

    person: PersonId


class CardsChecked(Event, frozen=True, tag="cards-checked@1"):
    """The cards of shoe ``shoe`` were counted: ``found`` of ``size``; ``complete`` by rank and suit too."""

    shoe: int
    size: int
    found: int
    complete: bool
    by: PersonId


# --- the stop card ----------------------------------------------------------------------------------------------------


def stop_card(shoe: Shoe, count: int = 1) -> tuple[Event, ...]:
    """Return the appearance of the stop card, when it lies before one of the next ``count`` cards."""
    out = count > 0 and shoe.position + count > shoe.stop and not shoe.is_stop_seen
    return (StopCardSeen(max(shoe.position, shoe.stop)),) if out else ()


# --- the check of the cards -------------------------------------------------------------------------------------------


def require_check_possible(shoe: Shoe, seats: Seats, who: PersonId, late: bool) -> Fault | None:
    """Return a Fault unless somebody at the table may ask for the check of this shoe. ``late``: its cards are already
    being shuffled again.
    """
    return first_fault(
        None if seats.is_at_table(who) else fault("not-at-table"),
        fault("no-shoe") if not shoe.size else None,
        fault("check-too-late") if late else None,
        fault("check-asked-already") if who in shoe.check else None,
    )


def require_check_asked(shoe: Shoe) -> Fault | None:
    """Return a Fault unless somebody asked for the check of this shoe."""
    return None if shoe.check else fault("no-check-asked")


def require_card_check_done(shoe: Shoe) -> Fault | None:
    """Return a Fault while the shoe is over and a check that was asked for has not been made."""
    return fault("check-asked", by=sorted(shoe.check)) if shoe.has_ended and shoe.check else None


def check_result(shoe: Shoe, who: PersonId, what: CheckCards) -> CardsChecked:
    """Return the result of the check: whole when every card is there, by rank and suit too."""
    whole = what.complete and what.found == shoe.size
    return CardsChecked(shoe.number, shoe.size, what.found, whole, who)


# --- faces that people key --------------------------------------------------------------------------------------------


def copies_out(shoe: Shoe, layout: Layout, face: Card) -> int:
    """Return how many cards of a face are known to have left the shoe in use."""
    return sum(card.face == face for card in layout) + shoe.played_cards.get(face, 0)


def require_face_in_shoe(shoe: Shoe, layout: Layout, decks: int, face: Card) -> Fault | None:
    """Return a Fault if a face is no card, or if the shoe in use cannot hold it once more."""
    return pack.require_face_in_pack(face, decks - copies_out(shoe, layout, face), decks)


def require_face(
    shoe: Shoe, layout: Layout, due: DueCard, face: Card | None, *, decks: int, keyed: bool
) -> Fault | None:
    """Return a Fault unless a face comes with a card that is shown, and the shoe can hold it. ``keyed``: the cards are
    real, and nobody knows the face of one that is not shown.
    """
    if face is None:
        return fault("face-missing", position=due.position) if due.face_up else None
    if not is_card(face):
        return fault("unknown-card", card=face[:8])
    if not keyed:
        return None
    if not due.face_up:
        return fault("face-not-shown", position=due.position)
    return require_face_in_shoe(shoe, layout, decks, face)
