"""The acts by which chance answers a draw."""

from __future__ import annotations

from typing import ClassVar

from tapete.cards import Card
from tapete.kernel import ActBody


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
