"""The events that chance leaves in a record: committed orders, drawn tokens, corrected cards."""

from __future__ import annotations

from tapete.cards import Card
from tapete.chance.kind import ChanceKind
from tapete.kernel import Event


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
