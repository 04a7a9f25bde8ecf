"""What the game is called, and from which day its document holds."""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.chemin_de_fer.rules import GAME, Rules
from tapete.spelling import plain


@rule("CF.R.05", neutral=frozenset({GAME}))
def names() -> frozenset[str]:
    """The game has three names that mean the same: ferrocarril, bacarrá, chemin de fer."""
    return frozenset({GAME, "ferrocarril", "bacarrá", "chemin de fer"})


def key_of_name(name: str) -> str | None:
    """Return the key of this game when ``name`` is one of its names in full, whatever its capitals and accents."""
    return GAME if plain(name) in {plain(one) for one in names()} else None


@rule("CF.R.02", neutral=True)
def is_in_force_on(rules: Rules, day: str) -> bool:
    """The document applies from the day after its publication. ``day`` reads «2011-06-22»: such dates sort as text."""
    return day >= rules.in_force
