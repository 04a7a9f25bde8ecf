"""Banks that outlast a table: what somebody was awarded for days of which some are left."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from tapete.kernel import ActBody, PersonId
from tapete.money import Cents


class TableAward(Protocol):
    """The bank of a table as somebody has it for days, counting the day of the table."""

    @property
    def person(self) -> PersonId:
        """Return who has it."""

    @property
    def amount(self) -> Cents:
        """Return for how much, in cents: what he deposited first, where he has held it."""

    @property
    def days(self) -> int:
        """Return for how many days, this one counted; 0 where it is not for days."""

    @property
    def is_begun(self) -> bool:
        """Return True if he has held it on an earlier day."""

    @property
    def is_kept(self) -> bool:
        """Return True if it was awarded at a table that has been closed since."""

    @property
    def coups(self) -> int:
        """Return how many coups were settled on it before."""


@runtime_checkable
class AwardsBank(Protocol):
    """The state of a table whose bank is awarded to somebody, whoever sits at it."""

    @property
    def bank_claimants(self) -> frozenset[PersonId]:
        """Return who holds its bank or was awarded it, and who is bound to take it if it is given to him."""

    @property
    def depositor(self) -> PersonId | None:
        """Return to whom its bank was given, before he has deposited it too."""


def bank_claimants(state: object) -> frozenset[PersonId]:
    """Return who has, or may be given, the bank of a table."""
    return state.bank_claimants if isinstance(state, AwardsBank) else frozenset()


@runtime_checkable
class KeepsAward(Protocol):
    """The state of a table whose bank may outlast it."""

    @property
    def standing_award(self) -> TableAward | None:
        """Return who keeps the bank of a table that has been closed."""

    @property
    def award_terms(self) -> str:
        """Return under what its bank is awarded: a table that has it under anything else is another one's."""


@runtime_checkable
class OpensWithAward(Protocol):
    """The opening of a table of which somebody may have the bank already."""

    @property
    def award(self) -> TableAward | None:
        """Return who has it."""

    @property
    def award_terms(self) -> str:
        """Return under what its bank is awarded."""


@runtime_checkable
class CarriesAwards(Protocol):
    """A game of which a table may open with whoever has its bank of an earlier day."""

    def award_terms(self, opening: ActBody) -> str:
        """Return under what the bank of a table that opens so is awarded."""

    def with_award(self, opening: ActBody, award: TableAward) -> ActBody:
        """Return an opening with whoever has the bank, unless it names somebody already."""
