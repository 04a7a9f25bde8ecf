"""The state of one table: an immutable value, folded from events and never stored."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.cards import Card
from tapete.games.baccarat import procedure
from tapete.games.baccarat.corrections import coup_by_number
from tapete.games.baccarat.effects import Effect, Layout, at
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.marks import NO_MARKS, Marks
from tapete.games.baccarat.points import Total, Winner, total
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.rules import Rules
from tapete.games.punto_banco.terms import Bet, Hand, Phase, Variant
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff

COUP_PHASES = frozenset(
    {Phase.BETS, Phase.DEAL, Phase.PLAYER_SHOWS, Phase.BANK_SHOWS, Phase.PLAYER_DRAWS, Phase.BANK_DRAWS, Phase.SETTLE}
)

Bets = Map[tuple[PersonId, Bet], Cents]
"""What lies on the table, by person and bet."""


class Settings(procedure.Settings, frozen=True):
    """What the house chose when it opened the table. ``maximum`` of a bet in cents."""

    variant: Variant = Variant.PUNTO_BANCO
    maximum: Cents = 0
    standing_allowed: bool = False
    multiples_only: bool = False
    players_deal: bool = True
    side_bets: tuple[Bet, ...] = ()


class Shoe(procedure.Shoe, frozen=True):
    """The shoe in use. ``cut_card`` is the position that the cut card lies before; ``known_faces`` are those of its
    cards that everybody has seen, by their positions: shown, burnt, seen in the shoe or discarded out of it.
    """

    cut_card: int | None = None
    known_faces: Map[int, Card] = Map()

    @property
    def turned_card(self) -> Card | None:
        return self.known_faces.get(0)

    @property
    def is_over(self) -> bool:
        return self.is_stop_seen or (self.cut_card is not None and self.position > self.cut_card)

    @property
    def remaining(self) -> int:
        return self.size - self.position


class ShoeTurn(msgspec.Struct, frozen=True):
    """Whose the shoe is. ``declined_places`` are the places that let this offer go by; ``last`` had it before, and
    ``is_lost`` it with a coup.
    """

    holder: int | None = None
    offered_place: int | None = None
    croupier: bool = False
    declined_places: frozenset[int] = frozenset()
    last: int | None = None
    is_lost: bool = False
    is_reminded: bool = False


class RulingGiven(msgspec.Struct, frozen=True):
    """A ruling that was given in a coup, and the cards, the marks and the phase that it was given on."""

    serial: int
    kind: str
    effects: tuple[Effect, ...]
    layout: Layout
    marks: Marks
    phase: Phase


class Coup(msgspec.Struct, frozen=True):
    """A finished coup of this shoe, kept for the roads, claims and corrections."""

    number: int
    winner: Winner | None
    punto: int
    banca: int
    natural: bool
    bets: Bets
    layout: Layout
    lines: tuple[Line, ...]
    payouts: Map[PersonId, Cents] = Map()
    shoe: int = 0
    marks: Marks = NO_MARKS
    rulings: tuple[RulingGiven, ...] = ()


class State(msgspec.Struct, frozen=True):
    rules: Rules | None = None
    sha256: str = ""
    settings: Settings = Settings()
    seats: Seats = Seats(())
    staff: Staff = Map()
    ledger: Ledger = EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    shoe: Shoe = Shoe()
    turn: ShoeTurn = ShoeTurn()
    coup: int = 0
    bets: Bets = Map()
    layout: Layout = ()
    due_cards: tuple[procedure.DueCard, ...] = ()
    basket: int = 0
    hand_holder: PersonId | None = None
    disputants: tuple[PersonId, ...] = ()
    turn_order_decides: bool = False
    winner: Winner | None = None
    natural: bool = False
    final: tuple[int, int] = (-1, -1)
    called_person: PersonId | None = None
    announcements: tuple[procedure.Said, ...] = ()
    """What the croupier has said in this coup."""
    said_from: int = 0
    """Where in ``said`` the formulas of one act begin, those said last."""
    breath: bool = True
    """Something happened since the last formula: the next one begins again."""
    history: tuple[Coup, ...] = ()
    docket: Docket = Docket()
    marks: Marks = NO_MARKS
    rulings: tuple[RulingGiven, ...] = ()
    """The rulings of the coup in progress."""
    debts: Map[PersonId, Cents] = Map()
    """What people owe the house by corrected payments, in cents."""

    @property
    def book(self) -> Rules:
        if self.rules is None:
            raise LookupError("no table is open")
        return self.rules

    @property
    def is_between_coups(self) -> bool:
        return self.phase not in COUP_PHASES

    @property
    def step(self) -> Step:
        return Step(self.shoe.number, self.coup, str(self.phase), self.serial)

    def total(self, hand: Hand) -> Total:
        """Return the total of a hand as everybody sees it, or as a ruling deemed it: a card face down has no face."""
        deemed = self.marks.of(hand).deemed_total
        if deemed is not None and not deemed.one_more:
            return deemed.total
        return total([card.known_to(None) for card in self.hand(hand)], self.book.points)

    def two_card_total(self, hand: Hand) -> Total:
        return total([card.known_to(None) for card in at(self.layout, hand)], self.book.points)

    def hand(self, hand: Hand) -> Layout:
        return at(self.layout, hand) + at(self.layout, third(hand))

    def third_face(self, hand: Hand) -> Card | None:
        cards = at(self.layout, third(hand))
        return cards[0].face if cards else None

    def stake(self, person: PersonId, bet: Bet) -> Cents:
        return self.bets.get((person, bet), 0)

    def on(self, bet: Bet) -> tuple[tuple[PersonId, Cents], ...]:
        return tuple(sorted((person, amount) for (person, on), amount in self.bets.items() if on == bet))

    def dealer(self) -> PersonId | None:
        """Return who deals and turns the Bank hand: the player who has the shoe, else the croupier."""
        if self.turn.holder is not None:
            return self.seats.occupants.get(self.turn.holder)
        return self.croupier() if self.turn.croupier else None

    def face_outside_coups(self, coup: int, position: int) -> Card | None:
        """Return the known face of a card of the shoe in use that no coup of it shows, nor the coup that is named."""
        is_open = coup == self.coup and not self.is_between_coups
        named = None if is_open else coup_by_number(self.history, coup)
        coups = (self.layout, *(one.layout for one in self.history if one is named or one.shoe == self.shoe.number))
        shown = any(card.position == position and card.face for layout in coups for card in layout)
        return None if shown or coup > self.coup + 1 else self.shoe.known_faces.get(position)

    def croupier(self) -> PersonId | None:
        return self.staff.get(Role.CROUPIER)


TURNED = "burn"
"""Place of the card turned for the burn, until the basket takes it."""


def third(hand: Hand) -> str:
    return f"{hand}-3"
