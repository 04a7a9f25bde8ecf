"""Conduct: what becomes of an act that breaks a rule."""

from __future__ import annotations

from enum import StrEnum


class Conduct(StrEnum):
    """What a fault becomes at a table."""

    STRICT = "strict"
    """Refused before it happens, where the fault can be seen before it happens."""
    OBSERVED = "observed"
    """It happened: an incident."""
