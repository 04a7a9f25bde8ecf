"""Tables that are told at their opening whether they stand in a house."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from tapete.kernel import ActBody


@runtime_checkable
class OpensInHouse(Protocol):
    """A game whose tables know whether a house keeps the purses and the proofs of their people."""

    def in_house(self, opening: ActBody, *, is_in_house: bool) -> ActBody:
        """Return an opening as that of a table of a house, or of one without."""
