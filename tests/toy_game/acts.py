"""What people do at the table."""

from __future__ import annotations

import msgspec

from tapete.chance import CardOut, ChanceKind, SealShoe
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.acts import Away, Back, BuyIn, Relieve, Sit
from tapete.table.staff import Role

__all__ = ["Away", "Back", "BuyIn", "CardOut", "Relieve", "SealShoe", "Sit"]
"""Acts of this game that other rooms declare."""


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table. ``stake`` is what each player puts in, in cents."""

    name: str
    rulebook: str
    stake: Amount
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    high_aces: bool = False

    def chance_kind(self) -> ChanceKind:
        """Return where the cards come from."""
        return self.shoe


class ShufflePack(ActBody, frozen=True, tag="shuffle-pack"):
    """The croupier shuffles a pack and puts it into the shoe."""


class AnteUp(ActBody, frozen=True, tag="ante-up"):
    """A player puts his stake in."""


class DealCards(ActBody, frozen=True, tag="deal-cards"):
    """The croupier gives each player a card, face up."""


class CloseTable(ActBody, frozen=True, tag="close-table"):
    """The croupier closes the table."""
