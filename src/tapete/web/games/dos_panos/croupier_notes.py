"""What the croupier of a real table may note for somebody, with the fields of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NOTABLE_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "stake": ("amount", "cloth", "spot"),
    "take-stake": ("cloth", "spot"),
    "call-banco": (),
    "buy-bank": ("amount",),
    "bid": ("amount",),
    "accept-bank": (),
    "withdraw-wish": (),
    "sit": ("seat",),
    "sit-behind": ("seat",),
    "stand-behind": ("seat",),
    "buy-in": ("amount",),
    "cash-out": ("amount",),
    "leave": (),
    "join-list": (),
    "leave-list": (),
    "ask-card-check": (),
}
