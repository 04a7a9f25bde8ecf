"""What a table hands on to the next one of its name: material, and what is owed to people who come back."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from tapete.kernel import ActBody


@runtime_checkable
class HandsOn(Protocol):
    """A game whose tables begin with what the last one of their name left."""

    def with_inventory(self, opening: ActBody, last: Any | None) -> ActBody:
        """Return an opening with what a closed table left, by its ``last`` state, and with nothing where there is none;
        what the opening itself says of it does not count. It may take some time.
        """

    def is_inventory_due(self, opening: ActBody, last: Any | None) -> bool:
        """Return True if an opening, read with its secrets or without, has the inventory that is due after ``last``."""
