"""What the croupier says: formulas of the rulebook, with their places filled."""

from __future__ import annotations

from tapete.games.chemin_de_fer.events import Said
from tapete.games.chemin_de_fer.state import State


def say(state: State, formula: str, **values: object) -> tuple[Said, ...]:
    """Return the event of saying a formula; nothing when the rulebook has no words for it."""
    words = state.book.formulas[formula].use()
    return (Said(formula, {name: str(value) for name, value in values.items()}),) if words else ()
