"""Above one table: what the whole establishment must know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete.clauses import Fault, fault, rule
from tapete.kernel import PersonId


@rule("CF.D.12", neutral=None)
def one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Nobody holds a seat at two gaming tables at a time.

    ``tables`` are the people seated at each table of the house; ``table`` is where ``person`` asks for a seat.
    """
    for other in sorted(tables):
        if other != table and person in tables[other]:
            return fault("seated-elsewhere", table=other)
    return None
