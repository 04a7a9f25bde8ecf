"""What people call the game."""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.dos_panos.rules import GAME
from tapete.spelling import plain


@rule("DP.F.03", neutral=frozenset({GAME}))
def names() -> frozenset[str]:
    """The game is also called banca, and banca francesa."""
    return frozenset({GAME, "bacarrá a dos paños", "banca", "banca francesa"})


def key_of_name(name: str) -> str | None:
    """Return the key of this game when ``name`` is one of its names in full, whatever its capitals and accents."""
    return GAME if plain(name) in {plain(one) for one in names()} else None
