"""What each viewer sees of a table where a player holds the bank: built up from an allow-list, never stripped from the
state.

Everybody sees the table, the stakes, the cards that lie face up, and whether somebody has lifted their cards. The faces
of cards that lie face down are seen by those who have looked at them, and a total only where all its cards are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from tapete.accounts import CAGNOTTE, balance
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.clauses import trace
from tapete.games.baccarat.effects import BarPerson
from tapete.games.baccarat.incident import Incident, every_effect
from tapete.games.baccarat.marks import Touched, TouchedCard, hand_cards, touched
from tapete.games.baccarat.points import PointRules, Unknown
from tapete.games.baccarat.reckoning import final_total, is_open
from tapete.games.banked.coup import Coup, Share, Shares
from tapete.games.banked.priority import Auction
from tapete.games.banked.state import State
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.state import Conduct

V = TypeVar("V")


class StandingView(msgspec.Struct, frozen=True):
    person: PersonId
    behind: int


class CardView(msgspec.Struct, frozen=True):
    """A card out of the shoe; ``face`` is ``None`` where this viewer may not know it."""

    position: int
    place: str
    face: Card | None
    face_up: bool

    @property
    def open_face(self) -> Card | None:
        return self.face if self.face_up else None


class View(msgspec.Struct, frozen=True):
    """Amounts in cents. ``waits_for``: whose act moves the game on; ``called``: the croupier has called them."""

    name: str
    rulebook: str
    title: str
    document: str
    decks: int
    places: int
    shoe: int
    shoe_kind: ChanceKind
    staff: dict[str, PersonId]
    minimum: Cents
    bank_minimum: Cents
    bank_maximum: Cents | None
    step: Step
    conduct: Conduct
    cards_out: int
    last_coup: bool
    standing: tuple[StandingView, ...]
    away: tuple[PersonId, ...]
    """Who is at the table and absent for now."""
    coup: Any
    cagnotte: Cents
    incidents: tuple[Incident, ...]
    waits_for: PersonId | None
    called_person: PersonId | None = msgspec.field(name="called")

    @property
    def hand_holders(self) -> Mapping[str, PersonId | None]:
        raise NotImplementedError

    @property
    def is_private(self) -> bool:
        """Return True if the viewer knows of the cards what others do not. Who does is no secret."""
        return self.coup.has_advice or any(one.face is not None and not one.face_up for one in self.coup.cards)

    def touched_by(self, incident: Incident) -> Touched:
        cards = (TouchedCard(one.position, one.place) for one in self.coup.cards)
        stakes = ((one.person, one.amount) for one in self.coup.stakes)
        return touched(every_effect(incident), incident.faults, cards, self.hand_holders, stakes)


def common(state: State[Any]) -> dict[str, Any]:
    """Return what everybody sees of every such table, by the fields of its view."""
    settings, seats = state.settings, state.seats
    return {
        "name": settings.name,
        "rulebook": state.book.id,
        "title": state.book.title,
        "document": state.book.document,
        "decks": settings.decks,
        "places": len(seats.labels),
        "shoe": state.shoe.number,
        "shoe_kind": settings.shoe,
        "staff": {str(role): who for role, who in sorted(state.staff.items())},
        "minimum": settings.minimum,
        "step": state.step,
        "phase": state.phase,
        "conduct": settings.conduct,
        "cards_out": state.shoe.position,
        "last_coup": state.shoe.is_stop_seen,
        "standing": tuple(StandingView(one.person, one.behind) for one in seats.standing),
        "away": tuple(sorted(seats.away)),
        "waiting_list": seats.waiting_list,
        "cagnotte": balance(state.ledger, CAGNOTTE),
        "incidents": state.docket.open,
        "announcements": state.announcements,
        "called_person": state.called_person,
    }


def auction_seen(auction: Auction | None, shape: Callable[[Cents, Shares, tuple[PersonId, ...]], V]) -> V | None:
    """Return an auction as everybody sees it: bids are called aloud."""
    if auction is None:
        return None
    bids = (Share(one.person, one.amount) for one in auction.window.claims)
    aloud = tuple(sorted(bids, key=lambda one: one.person))
    return shape(auction.floor, aloud, tuple(sorted(auction.barred_bidders)))


def cards_seen(coup: Coup, viewer: PersonId | None) -> tuple[CardView, ...]:
    return tuple(CardView(one.position, one.place, one.known_to(viewer), one.face_up) for one in coup.cards.layout)


def awaited_key(state: State[Any]) -> int | None:
    """Return the position of the card whose face a person keys next."""
    due = next(iter(state.coup.due_cards), None)
    return due.position if due is not None and due.face_up and state.is_keyed else None


def totals(coup: Coup, viewer: PersonId | None, hands: Iterable[str], points: PointRules) -> dict[str, int]:
    found = {}
    for hand in hands:
        held = hand_cards(coup.cards.layout, hand)
        known = len(held) >= 2 and all(card.known_to(viewer) is not None for card in held)
        if known or is_open(coup.cards, hand):
            with trace():
                total = final_total(coup.cards, hand, points)
            if not isinstance(total, Unknown):
                found[str(hand)] = total
    return found


def bars_of(state: State[Any], viewer: PersonId, coup: Collection[str]) -> tuple[BarPerson, ...]:
    """Return what rulings keep a viewer from; ``coup`` are the phases in which cards move."""
    marks = state.coup.cards.marks if state.phase in coup else state.bars
    return tuple(one for one in marks.bars if one.person == viewer)
