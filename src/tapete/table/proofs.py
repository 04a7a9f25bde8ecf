"""Proofs on which a table relies whose sum it does not know: what it asks of them."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from tapete.kernel import Act, ActBody, PersonId
from tapete.money import Cents


class ProofNeeded(msgspec.Struct, frozen=True):
    """On whose proofs a table relies, who holds its bank, and for how much, in cents, his proof is to answer in the
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
    """The state of a table that may rely on proofs."""

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
    """An event by which a proof of somebody is taken, for the first time or anew."""

    is_proof: bool
    person: PersonId


@runtime_checkable
class HearsHouse(Protocol):
    """A game whose tables are told by the house what they do not know themselves of a proof."""

    def cover_short(self, closing: Act[Any]) -> ActBody:
        """Return by which act a table is told that the proof is not enough for the stakes that an act would close."""

    def bank_broken(self) -> ActBody:
        """Return by which act a table is told that nothing is left of its bank."""

    def dinner_begun(self, begin: str, end: str) -> ActBody:
        """Return by which act a table is told that the dinner hour, from and to, has begun for its session."""


def proof_needed(state: object) -> ProofNeeded:
    return (state.proof_needed if isinstance(state, AsksProofs) else None) or NOTHING
