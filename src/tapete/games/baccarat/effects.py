"""Effects: the closed list of what a ruling can do to a coup.

An irregularity is closed by a tuple of effects, never by code of its own. Each effect says one thing about one object
(a card, a hand, a stake, a person, the coup); :mod:`tapete.games.baccarat.conflicts` knows which of them differ about
it. :mod:`tapete.games.baccarat.marks` applies them to the cards and to the reckoning; effects that move money or the
procedure (:class:`VoidCoup`, :class:`ReturnStake`, :class:`OfferWithdrawal`, :class:`GoBack`) are followed, in the same
entry, by the events of the game that do so.

Hands are names (``punto``, ``banca``; a cloth of the two-cloth game is a hand too), positions count the cards in the
order in which they left the shoe, amounts are cents. Nothing here knows one game.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import Annotated

import msgspec

from tapete.cards import Card
from tapete.clauses import Sourced
from tapete.kernel import PersonId
from tapete.money import Amount

# Rows are totals of the bank's first two cards, columns what the punto drew: a string of eleven letters (T draw, P
# stand, O as the banker likes), ten for a third card worth 0 to 9 and the last for a punto that stood.

STOOD = 10
"""Column of a punto that drew no card."""


class Cell(StrEnum):
    DRAW = "T"
    STAND = "P"
    OPTIONAL = "O"


class DrawingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank's table: ``rows[t]`` for a two-card total t of 0 to 7.

    ``by_third_card`` says that the column is the value of the card drawn, not the punto's new total.
    """

    rows: tuple[Sourced[str], ...]
    by_third_card: Sourced[bool]

    def __post_init__(self) -> None:
        if len(self.rows) != 8 or any(len(row.value) != 11 or set(row.value) - set("TPO") for row in self.rows):
            raise ValueError("a drawing table has eight rows of eleven cells")


def cell(table: DrawingTable, bank_total: int, third: int | None, punto_total: int) -> Cell:
    """Read the table for a bank of 0 to 7; ``third``: the value of the punto's third card, ``None`` when they stood."""
    if third is None:
        column = STOOD
    else:
        column = third if table.by_third_card.use() else punto_total
    return Cell(table.rows[bank_total].use()[column])


# The layout holds whatever can happen at a table; what the rules make of it (totals, duties, deemed values) is reckoned
# elsewhere and never stored here.

Place = str
"""Where a card lies: a hand (``punto``, ``banca``), its third card (``punto-3``, ``banca-3``), ``basket``, ``floor``,
``discard``, or ``aside`` (a card whose place an official has still to say)."""

BASKET = "basket"
FLOOR = "floor"
DISCARD = "discard"
ASIDE = "aside"


class LaidCard(msgspec.Struct, frozen=True):
    """One card out of the shoe. ``seen_by`` are those who saw it while it lay face down. Of some of them, ``noted_of``,
    the staff only say so: they may be asked about the card, but their page does not show it. ``home`` is where it was
    dealt, or a ruling laid it: no accident since changes that.
    """

    position: int
    place: Place
    face: Card | None
    face_up: bool = False
    seen_by: frozenset[PersonId] = frozenset()
    noted_of: frozenset[PersonId] = frozenset()
    home: Place = ""

    @property
    def at_home(self) -> LaidCard:
        return msgspec.structs.replace(self, place=self.home or self.place)

    def known_to(self, viewer: PersonId | None) -> Card | None:
        return self.face if self.face_up or (viewer is not None and viewer in self.seen_by - self.noted_of) else None


Layout = tuple[LaidCard, ...]


def at(layout: Layout, place: Place) -> Layout:
    return tuple([card for card in layout if card.place == place])


def lay(layout: Layout, card: LaidCard) -> Layout:
    return (*layout, card)


def move(layout: Layout, position: int, place: Place) -> Layout:
    return tuple(msgspec.structs.replace(card, place=place) if card.position == position else card for card in layout)


def turn_up(layout: Layout, position: int, face: Card | None) -> Layout:
    return tuple(
        msgspec.structs.replace(card, face=face or card.face, face_up=True) if card.position == position else card
        for card in layout
    )


def look(layout: Layout, place: Place, person: PersonId) -> Layout:
    return tuple(_seen(card, person) if card.place == place else card for card in layout)


def note_seen(layout: Layout, position: int, person: PersonId) -> Layout:
    return tuple(
        _seen(card, person, noted={person} - (card.seen_by - card.noted_of)) if card.position == position else card
        for card in layout
    )


def _seen(card: LaidCard, person: PersonId, noted: Set[PersonId] = frozenset()) -> LaidCard:
    others = card.noted_of - {person}
    return msgspec.structs.replace(card, seen_by=card.seen_by | {person}, noted_of=others | noted)


def rekey(layout: Layout, position: int, face: Card) -> Layout:
    return tuple(msgspec.structs.replace(card, face=face) if card.position == position else card for card in layout)


Hand = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Position = Annotated[int, msgspec.Meta(ge=0)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Party(StrEnum):
    """Whose error it was, where what follows depends on it."""

    PLAYER = "player"
    BANKER = "banker"
    CROUPIER = "croupier"
    BYSTANDER = "bystander"


class BarredAction(StrEnum):
    """What a person may not do for a while."""

    CARDS = "cards"
    """Hold the cards of a hand."""
    BANK = "bank"
    """Take the bank in turn."""
    AUCTION = "auction"
    """Bid for the bank."""
    BANCO = "banco"
    """Call banco by priority."""
    PASS = "pass"
    """Get out of the coup: give the bank up, or take their stake back."""


class Until(StrEnum):
    """How long something holds."""

    COUP = "coup"
    SHOE = "shoe"
    NEXT_PASS = "next-pass"


class EffectCoup(StrEnum):
    """The coup that an effect is about."""

    THIS = "this"
    NEXT = "next"


class _Effect(msgspec.Struct, frozen=True, tag_field="effect", forbid_unknown_fields=True):
    """Base of the effects."""


# the coup and the stakes


class VoidCoup(_Effect, frozen=True, tag="void-coup"):
    """The coup counts for nothing, or what was staked on one ``hand``: stakes go back, no deduction."""

    hand: str = ""


class LoseCoup(_Effect, frozen=True, tag="lose-coup"):
    """The hand loses, whatever the cards are."""

    hand: Hand


class ReturnStake(_Effect, frozen=True, tag="return-stake"):
    """A person's stake, or ``amount`` cents of it, goes back to them and takes no part in the coup."""

    person: PersonId
    amount: Amount | None = None


class OfferWithdrawal(_Effect, frozen=True, tag="offer-withdrawal"):
    """Each player may take their stake back before the coup goes on."""


class SettleLast(_Effect, frozen=True, tag="settle-last"):
    """The person is collected first when they lose and paid last when they win."""

    person: PersonId


# cards


class Discard(_Effect, frozen=True, tag="discard"):
    """The card is out of play."""

    position: Position


class AssignCard(_Effect, frozen=True, tag="assign-card"):
    """The card belongs to a place: back to a hand from the floor or the basket, or from the wrong hand."""

    position: Position
    place: Place


class SetAside(_Effect, frozen=True, tag="set-aside"):
    """The card waits as the next one to be dealt, before any card of the shoe.

    ``falls_to`` names the hand that must take it if no hand before it in turn asks for a card.
    """

    position: Position
    falls_to: str = ""


class KeepOne(_Effect, frozen=True, tag="keep-one"):
    """Of several third cards the hand keeps the one that makes the higher total, or the lower; equal: the first.

    Which one that is shows when the hand lies open; the others are then out of play.
    """

    hand: Hand
    higher: bool


class Expose(_Effect, frozen=True, tag="expose"):
    """Cards of a hand are turned up: the first, second, third (``cards`` counts from 1; none given means all of them).

    It reaches cards that the hand has still to receive. ``to`` limits it to one person's eyes.
    """

    hand: Hand
    cards: tuple[Annotated[int, msgspec.Meta(ge=1, le=3)], ...] = ()
    to: PersonId | None = None


# the reckoning


class DeemTotal(_Effect, frozen=True, tag="deem-total"):
    """The hand counts ``total``, whatever its cards are.

    With ``one_more`` that stands for its first cards, and a third card is added to it; otherwise it is the final total.
    """

    hand: Hand
    total: Points
    one_more: bool = False


class DeemNatural(_Effect, frozen=True, tag="deem-natural"):
    """The hand counts as one that laid down a natural of ``total``."""

    hand: Hand
    total: Points


class LoseNatural(_Effect, frozen=True, tag="lose-natural"):
    """The hand may not lay down its natural any more; its cards count as an ordinary total."""

    hand: Hand


class BindToScheme(_Effect, frozen=True, tag="bind-to-scheme"):
    """The hand must play by the player's scheme; ``optional_as`` decides where the scheme leaves a choice."""

    hand: Hand
    optional_as: Cell = Cell.OPTIONAL


class BindToTable(_Effect, frozen=True, tag="bind-to-table"):
    """The hand must play by the drawing table; ``optional_as`` decides where the table leaves a choice.

    ``fault_of`` says whose error led to it, for the games in which two cells may disagree.
    """

    hand: Hand
    optional_as: Cell = Cell.OPTIONAL
    fault_of: Party | None = None


class Unbind(_Effect, frozen=True, tag="unbind"):
    """The hand plays as its holder likes in this coup: neither scheme nor table binds it."""

    hand: Hand


class Oblige(_Effect, frozen=True, tag="oblige"):
    """The hand must draw or stand; with ``on``, only if its first two cards total one of these."""

    hand: Hand
    cell: Cell
    on: tuple[Points, ...] = ()

    def __post_init__(self) -> None:
        if self.cell is Cell.OPTIONAL:
            raise ValueError("an obligation is to draw or to stand")


# persons and procedure


class GiveCards(_Effect, frozen=True, tag="give-cards"):
    """The cards of a hand are this person's to play, in this coup or in the next."""

    hand: Hand
    person: PersonId
    coup: EffectCoup = EffectCoup.THIS


class BarPerson(_Effect, frozen=True, tag="bar-person"):
    """The person may not do ``what`` until the end of the coup, of the shoe, or until the bank is passed again."""

    person: PersonId
    action: BarredAction = msgspec.field(name="what")
    until: Until = Until.COUP


class OfferChoice(_Effect, frozen=True, tag="offer-choice"):
    """The person must choose before anything else happens. ``choice`` names the question."""

    person: PersonId
    choice: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    options: tuple[str, ...]


class GoBack(_Effect, frozen=True, tag="go-back"):
    """Play takes up again at an earlier window of the coup."""

    phase: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = msgspec.field(name="window")


class NoteOnly(_Effect, frozen=True, tag="note-only"):
    """What was done stands; the record keeps the note."""

    code: str = ""


Effect = (
    VoidCoup
    | LoseCoup
    | ReturnStake
    | OfferWithdrawal
    | SettleLast
    | Discard
    | AssignCard
    | SetAside
    | KeepOne
    | Expose
    | DeemTotal
    | DeemNatural
    | LoseNatural
    | BindToScheme
    | BindToTable
    | Unbind
    | Oblige
    | GiveCards
    | BarPerson
    | OfferChoice
    | GoBack
    | NoteOnly
)
