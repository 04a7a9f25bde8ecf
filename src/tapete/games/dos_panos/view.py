"""The parts of what a viewer sees: places, cards, the bank, the cloths, the viewer himself."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.accounts import balance, deposit, person
from tapete.clauses import trace
from tapete.games.baccarat.effects import BarPerson
from tapete.games.baccarat.marks import hand_cards
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import Said
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import view as banked
from tapete.games.banked.coup import Shares, Word
from tapete.games.dos_panos.bank.ending import has_no_shoe_left
from tapete.games.dos_panos.bank.proof import proven_left
from tapete.games.dos_panos.coup.hands import card_points, cells, laid_naturals, live_cloths
from tapete.games.dos_panos.people.seating import cloth_of, cloth_of_place
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.placing import ClothStakes, on_cloth, parts_at_risk
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, BankMode, Cover, Hand, Phase
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role, roles_of

# --- parts ------------------------------------------------------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place of a cloth, who sits there, and who sits behind him. ``is_in_turn``: the cards are his."""

    seat: int
    cloth: Hand
    person: PersonId | None = None
    behind: PersonId | None = None
    is_in_turn: bool = False


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
    cards: tuple[banked.CardView, ...]
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
