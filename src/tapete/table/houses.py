"""What ties a table to its house: banks that outlast it, proofs, sessions, inventories."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from tapete.kernel import Act, ActBody, PersonId
from tapete.money import Cents


@runtime_checkable
class OpensInHouse(Protocol):
    """A game whose tables know whether a house keeps the purses and the proofs of their people."""

    def in_house(self, opening: ActBody, *, is_in_house: bool) -> ActBody: ...


class TableAward(Protocol):
    """The bank of a table as somebody has it for days, counting the day of the table."""

    @property
    def person(self) -> PersonId: ...
    @property
    def amount(self) -> Cents:
        """Return for how much, in cents: what they deposited first, where they have held it."""

    @property
    def days(self) -> int:
        """Return for how many days, this one counted; 0 where it is not for days."""

    @property
    def is_begun(self) -> bool: ...
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
        """Return who holds its bank or was awarded it, and who is bound to take it if it is given to them."""

    @property
    def depositor(self) -> PersonId | None:
        """Return to whom its bank was given, before they have deposited it too."""


def bank_claimants(state: object) -> frozenset[PersonId]:
    return state.bank_claimants if isinstance(state, AwardsBank) else frozenset()


@runtime_checkable
class KeepsAward(Protocol):
    """The state of a table whose bank may outlast it."""

    @property
    def standing_award(self) -> TableAward | None: ...
    @property
    def award_terms(self) -> str:
        """Return under what its bank is awarded: a table that has it under anything else is another one's."""


@runtime_checkable
class OpensWithAward(Protocol):
    """The opening of a table of which somebody may have the bank already."""

    @property
    def award(self) -> TableAward | None: ...
    @property
    def award_terms(self) -> str: ...


@runtime_checkable
class CarriesAwards(Protocol):
    """A game of which a table may open with whoever has its bank of an earlier day."""

    def award_terms(self, opening: ActBody) -> str: ...

    def with_award(self, opening: ActBody, award: TableAward) -> ActBody: ...


class ProofNeeded(msgspec.Struct, frozen=True):
    """On whose proofs a table relies, who holds its bank, and for how much, in cents, their proof is to answer in the
    coup in play, beyond the chips of the bank. ``asking`` are the clauses that ask for a proof, ``enough`` those by
    which it is enough. ``is_short``: it was found not to be; ``is_all``: nothing but a proof is left of the bank;
    ``is_used_up``: and nothing of that.
    """

    people: frozenset[PersonId]
    banker: PersonId | None
    amount: Cents
    asking: tuple[str, ...]
    enough: tuple[str, ...]
    is_short: bool = False
    is_all: bool = False
    is_used_up: bool = False


NOTHING = ProofNeeded(frozenset(), None, 0, (), ())


@runtime_checkable
class AsksProofs(Protocol):
    @property
    def proof_needed(self) -> ProofNeeded | None:
        """Return what it asks of them, if it relies on any."""


@runtime_checkable
class KeptByHouse(Protocol):
    """An act about something that a house keeps, where there is one."""

    def of_house(self) -> ActBody:
        """Return the act as a table of a house takes it: without what is the house's alone."""


@runtime_checkable
class TakesProof(Protocol):
    """An event by which a proof of somebody is taken, for the first time or again."""

    is_proof: bool
    person: PersonId


@runtime_checkable
class HearsHouse(Protocol):
    """A game whose tables are told by the house what they do not know themselves of a proof."""

    def cover_short(self, closing: Act[Any]) -> ActBody:
        """Return by which act a table is told that the proof is not enough for the stakes that an act would close."""

    def bank_broken(self) -> ActBody: ...

    def dinner_begun(self, begin: str, end: str) -> ActBody: ...


def proof_needed(state: object) -> ProofNeeded:
    return (state.proof_needed if isinstance(state, AsksProofs) else None) or NOTHING


class SessionClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of a rulebook on sessions: those on the sessions of a day, and on the tables of a house."""

    of_day: tuple[str, ...] = ()
    of_house: tuple[str, ...] = ()


class TableSession(msgspec.Struct, frozen=True):
    """The session that a table plays: its number in the day, the shoes that are left of it, and who holds the bank.

    ``is_begun``: the betting of its first coup has been opened. ``is_dinner_begun``: the house has said at the table
    that the dinner hour has begun, so no other shoe is.
    """

    number: int
    shoes: int
    banker: PersonId | None
    clauses: SessionClauses
    is_begun: bool = False
    is_dinner_begun: bool = False


@runtime_checkable
class PlaysSession(Protocol):
    @property
    def session(self) -> TableSession | None: ...


@runtime_checkable
class NumbersSessions(Protocol):
    """A game whose tables may be sessions of a day."""

    def is_session(self, opening: ActBody) -> bool: ...

    def in_session(self, opening: ActBody, number: int) -> ActBody: ...


def session_of(state: object) -> TableSession | None:
    return state.session if isinstance(state, PlaysSession) else None


@runtime_checkable
class HandsOn(Protocol):
    """A game whose tables begin with what the last one of their name left."""

    def with_inventory(self, opening: ActBody, last: Any | None) -> ActBody:
        """Return an opening with what a closed table left by its ``last`` state, whatever it says itself."""

    def is_inventory_due(self, opening: ActBody, last: Any | None) -> bool:
        """Return True if an opening, read with its secrets or without, has the inventory that is due after ``last``."""
