"""Why nobody has a seat at two tables of a house: each game's clause, or its house practice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from tapete import house
from tapete.clauses import Fault
from tapete.games.chemin_de_fer.people import seating as chemin_de_fer
from tapete.games.chemin_de_fer.rules import GAME as CHEMIN_DE_FER
from tapete.games.punto_banco import people as punto_banco
from tapete.games.punto_banco.rules import GAME as PUNTO_BANCO
from tapete.kernel import PersonId

SeatCheck = Callable[[Mapping[str, Collection[PersonId]], PersonId, str], Fault | None]

REASONS: Final[Mapping[str, SeatCheck]] = MappingProxyType(
    {CHEMIN_DE_FER: chemin_de_fer.require_one_seat, PUNTO_BANCO: punto_banco.require_one_seat}
)
"""The check of each game that has a reason of its own."""


def require_one_seat(
    game: str, tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str
) -> Fault | None:
    """Return a Fault if a person asks for a seat at ``table``, a table of ``game``, and has one at another table."""
    return REASONS.get(game, house.require_one_seat)(tables, person, table)
