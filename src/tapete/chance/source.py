"""The source of tokens, and how it answers a draw."""

from __future__ import annotations

from typing import Protocol

from tapete import kernel
from tapete.cards import Card
from tapete.chance.acts import BallOut, CardOut, LotOut, SealShoe, SealUrn
from tapete.chance.draws import BallDraw, CardDraw, FaceDraw, LotDraw, ShoeDraw, UrnDraw
from tapete.chance.kind import ChanceKind
from tapete.kernel import ActBody


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
