"""The letter keys of a bingo hall: those of the caller and of the table chief at their usual work."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "show-ball": "b",
        "show-master": "m",
        "check-card": "c",
        "order-resume": "s",
        "order-end": "f",
        "ask-others": "p",
        "hand-in-card": "l",
    }
)
"""One letter means one act. The next ball has one key for its three acts: it comes out, is announced and is shown."""
