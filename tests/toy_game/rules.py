"""The rulebook of the game, typed."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tapete.clauses import Sourced
from tapete.rulebooks import Rulebook


class PlayRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tie_returns``: equal cards give each his stake back; otherwise the first place wins."""

    tie_returns: Sourced[bool]


class Rules(msgspec.Struct, frozen=True):
    """One rulebook."""

    id: str
    title: str
    play: PlayRules


@lru_cache(maxsize=8)
def _read(sha256: str, content: bytes) -> Rules:
    return msgspec.json.decode(content, type=Rules)


def read(book: Rulebook) -> Rules:
    """Return the typed rules of a rulebook."""
    return _read(book.sha256, msgspec.json.encode(book.content))
