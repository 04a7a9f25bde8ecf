"""Where the tokens of an order come from."""

from __future__ import annotations

from enum import StrEnum


class ChanceKind(StrEnum):
    """Where the tokens of an order come from."""

    SEALED = "sealed"
    """The operating system's randomness; encrypted order, a public commitment for each position."""
    KEYED = "keyed"
    """A real shoe or urn: a person keys each token when it is shown."""
    SEEDED = "seeded"
    """Drills and tests; visibly marked, refused by a live table."""
