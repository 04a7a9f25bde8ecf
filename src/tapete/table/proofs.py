"""Proofs on which a table relies whose sum it does not know: what it asks of them."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from tapete.kernel import PersonId
from tapete.money import Cents


class ProofNeeded(msgspec.Struct, frozen=True):
    """On whose proofs a table relies, who holds its bank, and for how much, in cents, his proof is to answer in the
    coup in play, beyond the chips of the bank. ``asking`` are the clauses that ask for a proof, ``enough`` those by
    which it is enough.
    """

    people: frozenset[PersonId]
    banker: PersonId | None
    amount: Cents
    asking: tuple[str, ...]
    enough: tuple[str, ...]


NOTHING = ProofNeeded(frozenset(), None, 0, (), ())


@runtime_checkable
class AsksProofs(Protocol):
    """The state of a table that may rely on proofs."""

    @property
    def proof_needed(self) -> ProofNeeded | None:
        """Return what it asks of them, if it relies on any."""


def proof_needed(state: object) -> ProofNeeded:
    """Return what a table asks of proofs."""
    return (state.proof_needed if isinstance(state, AsksProofs) else None) or NOTHING
