"""Draws: what a state awaits from chance, as values."""

from __future__ import annotations

from tapete import kernel


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
