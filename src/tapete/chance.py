"""Chance: what a state awaits of it, who answers, and what the record keeps of the answer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Protocol, runtime_checkable

import msgspec

from tapete import kernel
from tapete.cards import Card
from tapete.kernel import ActBody, Event


class ChanceKind(StrEnum):
    """Where the tokens of an order come from."""

    SEALED = "sealed"
    """The operating system's randomness; encrypted order, a public commitment for each position."""
    KEYED = "keyed"
    """A real shoe or urn: a person keys each token when it is shown."""
    SEEDED = "seeded"
    """Drills and tests; visibly marked, refused by a live table."""


class ShoeDraw(kernel.Draw, frozen=True):
    """A fresh shoe, number ``shoe`` of its table, of ``size`` cards of whole packs; its commitments answer."""

    shoe: int
    size: int


class CardDraw(kernel.Draw, frozen=True):
    """The card at ``position`` leaves the shoe.

    ``position`` counts the cards in the order in which they leave the cut shoe; ``committed`` is the index of the same
    card in the order that was committed to before the cut (the order of a listed or seeded shoe is the one after the
    cut). ``size`` is the number of cards of the shoe, ``place`` the game's name of where the card goes.
    """

    shoe: int
    size: int
    position: int
    committed: int
    place: str = ""


class FaceDraw(kernel.Draw, frozen=True):
    """A card that lies face down on the table is shown, and its face was not known. Fields as in :class:`CardDraw`."""

    shoe: int
    size: int
    position: int
    committed: int
    place: str = ""


class UrnDraw(kernel.Draw, frozen=True):
    """A fresh urn, number ``urn`` of its table, that holds ``tokens``; its commitments answer."""

    urn: int
    tokens: tuple[str, ...]


class LotDraw(kernel.Draw, frozen=True):
    """The lot at ``position`` leaves an urn: lots decide between equals."""

    urn: int
    position: int


class BallDraw(kernel.Draw, frozen=True):
    """The ball at ``position`` leaves an urn."""

    urn: int
    position: int


Draw = ShoeDraw | CardDraw | FaceDraw | UrnDraw | LotDraw | BallDraw
"""Everything that a state may await from chance, or from the person who keys what chance did."""


class CardOut(ActBody, frozen=True, tag="card-out"):
    """Chance: the card at ``position`` leaves the shoe. ``face`` is ``None`` for a real card that lies face down."""

    is_of_system: ClassVar[bool] = True
    position: int
    face: Card | None = None


class SealShoe(ActBody, frozen=True, tag="seal-shoe"):
    """Chance: a fresh shoe lies in a fixed order. ``commitments`` has one entry for each position of a sealed shoe."""

    is_of_system: ClassVar[bool] = True
    shoe: int
    commitments: tuple[str, ...] = ()


class SealUrn(ActBody, frozen=True, tag="seal-urn"):
    """Chance: the tokens of a fresh urn lie in a fixed order, with one commitment for each position if it is sealed."""

    is_of_system: ClassVar[bool] = True
    urn: int
    commitments: tuple[str, ...] = ()


class LotOut(ActBody, frozen=True, tag="lot-out"):
    """Chance: the lot ``token`` leaves an urn as number ``position``, counted from 0."""

    is_of_system: ClassVar[bool] = True
    urn: int
    position: int
    token: str


class BallOut(ActBody, frozen=True, tag="ball-out"):
    """Chance: the ball ``token`` leaves an urn as number ``position``, counted from 0."""

    is_of_system: ClassVar[bool] = True
    urn: int
    position: int
    token: str


class ShoeSealed(Event, frozen=True, tag="shoe-sealed@1"):
    """The commitments of a shoe, one for each position, published before the first bet.

    ``shoe`` numbers the shoes of a table without gaps; ``kind`` says where the faces come from.
    """

    shoe: int
    kind: ChanceKind
    size: int
    commitments: tuple[str, ...] = ()


class UrnSealed(Event, frozen=True, tag="urn-sealed@1"):
    """The commitments of an urn, one for each position, published before anybody can be served by its order.

    ``urn`` numbers the urns of a table without gaps from 1; ``tokens`` are what the urn holds, in no order that says
    anything; ``kind`` says where the order comes from.
    """

    urn: int
    kind: ChanceKind
    tokens: tuple[str, ...]
    commitments: tuple[str, ...] = ()


class TokenDrawn(Event, frozen=True):
    """Base of the events by which everybody learns that ``token`` left an urn as number ``position``."""

    urn: int
    position: int
    token: str


class LotDrawn(TokenDrawn, frozen=True, tag="lot-drawn@1"):
    """A lot was drawn."""


class CardRekeyed(Event, frozen=True):
    """Base of the corrections of a keyed card: at ``position`` of coup ``coup`` lay ``face``, not ``was``."""

    coup: int
    position: int
    was: Card
    face: Card


class TableCard(Protocol):
    """A card on the table, as the record must know it.

    ``position`` counts the cards as they left the shoe, ``place`` is the game's name of where it lies, ``face`` is
    ``None`` while nobody knows it. ``face_up``: everybody may see it, so a sealed shoe has to prove it;
    ``seen_by``: who else has looked at it.
    """

    @property
    def position(self) -> int: ...
    @property
    def place(self) -> str: ...
    @property
    def face(self) -> Card | None: ...
    @property
    def face_up(self) -> bool: ...
    @property
    def seen_by(self) -> Collection[str]: ...


@runtime_checkable
class ShowsCard(Protocol):
    """An event about one card, with its face where the event publishes it."""

    @property
    def position(self) -> int: ...
    @property
    def face(self) -> Card | None: ...
    def private(self) -> tuple[str, ...]:
        """Return the fields that are not published."""


@runtime_checkable
class DealsCards(Protocol):
    """A game with a shoe. A game that cannot say which cards lie on the table gets no sealed shoe."""

    def cards_on_table(self, state: Any, /) -> Sequence[TableCard]:
        """Return the cards of the shoe in use that lie on the table, hidden ones too.

        Every card whose face an event publishes is among them once that event is folded: from here the record knows
        which cards of a sealed shoe it has to prove.
        """


@runtime_checkable
class DrawsTokens(Protocol):
    """A game with an urn. Each token that leaves it is published by a :class:`TokenDrawn`, and so can be proved."""

    def urn_tokens(self, state: Any, /) -> tuple[str, ...]:
        """Return what a full urn holds, in no order that says anything."""


@runtime_checkable
class OpensTable(Protocol):
    """An act that opens a table: it names the table and says where its cards, lots or balls come from."""

    @property
    def name(self) -> str: ...
    def chance_kind(self) -> ChanceKind:
        """Return where the orders of the table come from."""


class Source(Protocol):
    """Where tokens come from. ``None`` for a card means that its face is not known (a real card, face down)."""

    kind: ChanceKind

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay a fresh shoe of ``size`` cards in order, number ``shoe`` of its table, and return its commitments."""

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the face at one committed index of a shoe. Asked twice, it answers the same."""

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Lay the tokens of a fresh urn in order, number ``urn`` of its table, and return its commitments."""

    def token(self, urn: int, position: int) -> str:
        """Return the token at one position of an urn. Asked twice, it answers the same."""


def answer_draw(source: Source, draw: kernel.Draw) -> ActBody:
    """Return what chance does to answer a draw that no person keys. Raises ``TypeError`` for an unknown kind."""
    match draw:
        case ShoeDraw(shoe=shoe, size=size):
            return SealShoe(shoe, source.seal(shoe, size))
        case CardDraw(position=position) | FaceDraw(position=position):
            return CardOut(position, source.card(draw.shoe, draw.committed))
        case UrnDraw(urn=urn, tokens=tokens):
            return SealUrn(urn, source.fill(urn, tokens))
        case LotDraw(urn=urn, position=position):
            return LotOut(urn, position, source.token(urn, position))
        case BallDraw(urn=urn, position=position):
            return BallOut(urn, position, source.token(urn, position))
        case _:
            raise TypeError(type(draw).__name__)


class TokenProof(msgspec.Struct, frozen=True):
    """The proof of one shown token: its position, its face and the salt of its commitment (hexadecimal)."""

    position: int
    face: str
    salt: str


SALT_BYTES = 16
"""Bytes of salt behind each commitment: without it 52 tries would open it."""


def commitment(order: str, position: int, face: str, salt: str) -> str:
    """Return the commitment to ``face`` lying at ``position`` of an order: SHA-256 over a fixed, readable line."""
    return hashlib.sha256(f"tapete shoe {order} {position} {face} {salt}".encode("ascii")).hexdigest()


def rotate(order: Sequence[str], cut: int) -> tuple[str, ...]:
    """Cut a committed order: the part below ``cut`` comes to the top. Public, so anyone can follow it."""
    if not 0 < cut < len(order):
        raise ValueError("a cut leaves cards on both sides")
    return (*order[cut:], *order[:cut])


def original_position(position: int, cut: int, size: int) -> int:
    """Return where the card at ``position`` of the cut shoe lay before the cut."""
    return (position + cut) % size
