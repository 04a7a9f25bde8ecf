"""Above one table: what the whole establishment must know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from tapete.clauses import Fault, cite, fault, rule
from tapete.kernel import PersonId


@rule("CF.D.12", neutral=None)
def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Nobody holds a seat at two gaming tables at a time.

    ``tables`` are the people seated at each table of the house; ``table`` is where ``person`` asks for a seat.
    """
    for other in sorted(tables):
        if other != table and person in tables[other]:
            return fault("seated-elsewhere", table=other)
    return None


PRACTICE = {"punto-y-banca": cite("HP.PB.one-seat")}
"""Games whose own text does not say it: there it is house practice."""


def require_no_other_seat(
    game: str, tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str
) -> Fault | None:
    """Return a Fault if the person asks for a seat at ``table``, a table of ``game``, and has one at another table."""
    found = require_one_seat(tables, person, table)
    if found is None or game not in PRACTICE:
        return found
    return msgspec.structs.replace(found, clauses=(PRACTICE[game],))
