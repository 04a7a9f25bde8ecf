"""One seat for each person over all tables of the house."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete.clauses import Fault, fault
from tapete.kernel import PersonId


def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Return a Fault if a person asks for a seat at ``table`` and has one at another gaming table.

    ``tables`` are the people seated at each table of the house. Why it is forbidden each game says for its own tables.
    """
    for other in sorted(tables):
        if other != table and person in tables[other]:
            return fault("seated-elsewhere", table=other)
    return None
