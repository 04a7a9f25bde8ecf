"""What is so from then on."""

from __future__ import annotations

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.acts import BoughtIn, CameBack, Seated, StaffAssigned, WentAway
from tapete.table.seats import Seat
from tapete.table.staff import Role
from tests.toy_game.terms import Phase

__all__ = ["BoughtIn", "CameBack", "Seated", "ShoeSealed", "StaffAssigned", "WentAway"]
"""Events of this game that other rooms declare."""


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
        """Return the hash of the rulebook."""
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
