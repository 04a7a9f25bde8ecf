"""The parts of what a viewer sees: places, cards, the bank, the cloths, the viewer himself."""

from __future__ import annotations

import msgspec

from tapete.cards import Card
from tapete.games.baccarat.effects import BarPerson
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Shares
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.stakes.cover import ClothStakes
from tapete.games.dos_panos.state import LaidStake
from tapete.games.dos_panos.terms import Cover, Hand
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place of a cloth, who sits there, and who sits behind him. ``is_in_turn``: the cards are his."""

    seat: int
    cloth: Hand
    person: PersonId | None = None
    behind: PersonId | None = None
    is_in_turn: bool = False


class StandingView(msgspec.Struct, frozen=True):
    """A person on his feet."""

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
        """Return its face, if it lies open before everybody."""
        return self.face if self.face_up else None


class BankView(msgspec.Struct, frozen=True):
    """The bank in cents: what it began with, what is in play, what lies at the cash desk.

    ``proven_deposit`` is what an open bank has proven and not yet lost: its banker's and the director's alone.
    ``shoes_left`` of its award, or ``days`` of it, counting today.
    """

    banker: PersonId
    amount: Cents
    in_play: Cents
    deposit: Cents
    is_in_custody: bool
    coups: int
    shoes_left: int
    proven_deposit: Cents | None = None
    days: int = 0


class AwardView(msgspec.Struct, frozen=True):
    """A bank that was given to somebody who has still to deposit it, for so many shoes or days; or that is offered: to
    nobody by name.
    """

    amount: Cents
    person: PersonId | None = None
    shoes: int = 0
    days: int = 0


class AuctionView(msgspec.Struct, frozen=True):
    """The auction of the bank: bids are called aloud."""

    floor: Cents
    bids: Shares
    barred_bidders: tuple[PersonId, ...]


class ClothView(msgspec.Struct, frozen=True):
    """One cloth in the coup: who holds its cards and what was said, what plays on it, who won.

    ``advice`` is what the croupier answered, for its player alone. ``is_warned``: its player has been told that he
    takes too long; ``is_void``: a ruling has called the coup off on it.
    """

    hand: Hand
    holder: PersonId | None
    at_risk: Cents
    word: Word | None = None
    is_lifted: bool = False
    is_natural: bool = False
    is_advised: bool = False
    advice: str | None = None
    winner: Winner | None = None
    is_warned: bool = False
    is_void: bool = False


class CoupView(msgspec.Struct, frozen=True):
    """The coup in progress. ``totals`` has the hands whose total this viewer may know.

    ``cells`` is what the banker's table says against each cloth, for the banker who asked for it. ``naturals`` are the
    hands that laid one down; ``is_bank_bound``: by a ruling the banker plays by the rules of a restored hand.
    """

    number: int
    cover: Cover
    cloths: tuple[ClothView, ...]
    laid: tuple[LaidStake, ...]
    stakes: ClothStakes
    banco: PersonId | None
    banco_calls: tuple[PersonId, ...]
    cards: tuple[CardView, ...]
    totals: dict[str, int]
    has_asked_table: bool
    cells: tuple[str, ...]
    waiting_for_key: int | None
    naturals: tuple[Hand, ...] = ()
    is_bank_bound: bool = False


class Me(msgspec.Struct, frozen=True):
    """The viewer himself. ``bars``: what rulings keep him from for now."""

    person: PersonId
    roles: tuple[Role, ...]
    seat: int | None
    cloth: Hand | None
    chips: Cents
    deposit: Cents = 0
    bars: tuple[BarPerson, ...] = ()
