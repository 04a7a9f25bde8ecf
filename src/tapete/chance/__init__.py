"""Chance from outside: draws as values, their answers as acts, and the commitments that prove a sealed order.

Whatever chance decides lies in an *order of tokens*: the faces of a shoe, or the lots or balls of an urn. An order has
no cursor: the position of the next token is counted in the table's state, so a crash before the commit draws the same
one again. This room holds only what is pure: the shape of a draw and the arithmetic of the commitments. A sealed order
and its secrets stay with :mod:`tapete.live`.
"""

from tapete.chance.acts import BallOut, CardOut, LotOut, SealShoe, SealUrn
from tapete.chance.commitments import SALT_BYTES, TokenProof, commitment, original_position, rotate
from tapete.chance.draws import BallDraw, CardDraw, Draw, FaceDraw, LotDraw, ShoeDraw, UrnDraw
from tapete.chance.events import CardRekeyed, LotDrawn, ShoeSealed, TokenDrawn, UrnSealed
from tapete.chance.kind import ChanceKind
from tapete.chance.protocols import DealsCards, DrawsTokens, OpensTable, ShowsCard, TableCard
from tapete.chance.source import Source, answer_draw

__all__ = [
    "SALT_BYTES",
    "BallDraw",
    "BallOut",
    "CardDraw",
    "CardOut",
    "CardRekeyed",
    "ChanceKind",
    "DealsCards",
    "Draw",
    "DrawsTokens",
    "FaceDraw",
    "LotDraw",
    "LotDrawn",
    "LotOut",
    "OpensTable",
    "SealShoe",
    "SealUrn",
    "ShoeDraw",
    "ShoeSealed",
    "ShowsCard",
    "Source",
    "TableCard",
    "TokenDrawn",
    "TokenProof",
    "UrnDraw",
    "UrnSealed",
    "answer_draw",
    "commitment",
    "original_position",
    "rotate",
]
