"""Why nobody has a seat at two tables of a house: each game's clause, or its house practice."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete import house
from tapete.catalogue.games import entries
from tapete.clauses import Fault
from tapete.kernel import PersonId


def require_one_seat(
    game: str, tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str
) -> Fault | None:
    """Return a Fault if a person asks for a seat at ``table``, a table of ``game``, and has one at another table."""
    one = entries().get(game)
    check = house.require_one_seat if one is None or one.one_seat is None else one.one_seat
    return check(tables, person, table)
