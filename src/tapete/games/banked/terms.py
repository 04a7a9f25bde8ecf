"""Words of a table where a player holds the bank."""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """What a side says when it has seen its cards."""

    CARTA = "carta"
    NO = "no"


ABATIR = "abatir"
"""What the croupier answers a side that asks for advice with a natural in its hand."""

GIVE, DENY = "give", "deny"
"""What the banker may choose to do with the card that a side asked for by a wrong word."""
