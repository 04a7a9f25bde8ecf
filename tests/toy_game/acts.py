"""The words of the game, what people do at the table, and what is so from then on."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.cards import Card
from tapete.chance import CardOut, ChanceKind, SealShoe, ShoeSealed
from tapete.kernel import ActBody, Event, PersonId
from tapete.money import Amount, Cents
from tapete.table.staff import Role

__all__ = ["CardOut", "SealShoe", "ShoeSealed"]


class Phase(StrEnum):
    CLOSED = "closed"
    ANTES = "antes"


class OpenTable(ActBody, frozen=True, tag="open-table"):
    name: str
    rulebook: str
    stake: Amount
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)

    def chance_kind(self) -> ChanceKind:
        return ChanceKind.SEALED


class AnteUp(ActBody, frozen=True, tag="ante-up"):
    """Somebody puts the stake on the table."""


class DealCards(ActBody, frozen=True, tag="deal-cards"):
    """The croupier gives each of the two a card, face up."""


class TableOpened(Event, frozen=True, tag="high-card-opened@1"):
    name: str
    sha256: str
    stake: Cents
    staff: dict[Role, PersonId]

    def pinned_rulebook(self) -> str:
        return self.sha256


class StakeMade(Event, frozen=True, tag="ante-made@1"):
    person: PersonId
    amount: Cents


class DealBegun(Event, frozen=True, tag="high-card-deal@1"):
    """Each is to get a card."""


class CardGiven(Event, frozen=True, tag="high-card-given@1"):
    position: int
    person: PersonId
    face: Card


class StakesPaid(Event, frozen=True, tag="high-card-paid@1"):
    amount: Cents
    winner: PersonId | None = None
