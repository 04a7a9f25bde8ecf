"""The words of the game, what people do at the table, and what is so from then on."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from tapete.cards import RANKS, Card, rank
from tapete.chance import CardOut, ChanceKind, SealShoe, ShoeSealed
from tapete.kernel import ActBody, Event, PersonId
from tapete.money import Amount, Cents
from tapete.table.acts import Away, Back, BoughtIn, BuyIn, CameBack, Relieve, Seated, Sit, StaffAssigned, WentAway
from tapete.table.seats import Seat
from tapete.table.staff import Role

GAME: Final = "carta-alta"
PLACES: Final = (1, 2)
DECK: Final = 52


class Phase(StrEnum):
    """Where a table stands."""

    CLOSED = "closed"
    PREPARATION = "preparation"
    BETS = "bets"
    DEALING = "dealing"
    OVER = "over"


def height(face: Card) -> int:
    return RANKS.index(rank(face))


__all__ = [
    "Away",
    "Back",
    "BoughtIn",
    "BuyIn",
    "CameBack",
    "CardOut",
    "Relieve",
    "SealShoe",
    "Seated",
    "ShoeSealed",
    "Sit",
    "StaffAssigned",
    "WentAway",
]
"""Acts and events of this game that other rooms declare."""


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table. ``stake`` is what each player puts in, in cents."""

    name: str
    rulebook: str
    stake: Amount
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    high_aces: bool = False

    def chance_kind(self) -> ChanceKind:
        return self.shoe


class ShufflePack(ActBody, frozen=True, tag="shuffle-pack"):
    """The croupier shuffles a pack and puts it into the shoe."""


class AnteUp(ActBody, frozen=True, tag="ante-up"):
    """A player puts his stake in."""


class DealCards(ActBody, frozen=True, tag="deal-cards"):
    """The croupier gives each player a card, face up."""


class CloseTable(ActBody, frozen=True, tag="close-table"):
    """The croupier closes the table."""


class TableOpened(Event, frozen=True, tag="high-card-opened@1"):
    """A table is open."""

    name: str
    rulebook: str
    sha256: str
    stake: Cents
    staff: dict[Role, PersonId]
    high_aces: bool = False
    kind: ChanceKind = ChanceKind.SEALED

    def pinned_rulebook(self) -> str:
        return self.sha256


class PhaseOpened(Event, frozen=True, tag="phase-opened@1"):
    """The table stands somewhere else."""

    phase: Phase


class PackShuffled(Event, frozen=True, tag="high-card-shuffled@1"):
    """A pack goes into the shoe."""


class StakeMade(Event, frozen=True, tag="ante-made@1"):
    """A player's stake lies on the table."""

    person: PersonId
    amount: Cents


class DealBegun(Event, frozen=True, tag="high-card-deal@1"):
    """Each player is to get a card."""


class CardGiven(Event, frozen=True, tag="high-card-given@1"):
    """A card lies face up before a place."""

    position: int
    seat: Seat
    face: Card


class StakesPaid(Event, frozen=True, tag="high-card-paid@1"):
    """The stakes go to the higher card, or back where nobody has it."""

    amount: Cents
    people: tuple[PersonId, ...]
    winner: PersonId | None = None
