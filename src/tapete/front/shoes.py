"""A shuffled shoe for the library: the same cards again for the same seed, nothing kept, nothing committed to."""

from __future__ import annotations

import random
import secrets

from tapete.cards import Card, packs
from tapete.chance import ChanceKind

SEED_BITS = 64


class ShuffledShoe:
    """Shoes and urns in an order that ``seed`` decides; without one the operating system's randomness gives the seed.

    A table that was opened with a :attr:`seed` gets the same cards again. No such shoe serves a live table.
    """

    kind = ChanceKind.SEEDED

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.orders: dict[int, tuple[Card, ...]] = {}
        self.urns: dict[int, tuple[str, ...]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Shuffle shoe number ``shoe`` of ``size`` cards of whole packs; it commits to nothing."""
        order = list(packs(size // len(packs(1))))
        random.Random(f"shoe {shoe} of {self.seed}").shuffle(order)
        self.orders[shoe] = tuple(order)
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the card at a place of the shuffled order."""
        return self.orders[shoe][committed]

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Shuffle the tokens of an urn; it commits to nothing."""
        order = list(tokens)
        random.Random(f"urn {urn} of {self.seed}").shuffle(order)
        self.urns[urn] = tuple(order)
        return ()

    def token(self, urn: int, position: int) -> str:
        """Return the token at a place of the shuffled order."""
        return self.urns[urn][position]
