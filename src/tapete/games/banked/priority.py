"""Order of priority among the people at a table («orden de prioridad»).

The order is a value, computed from the places and from where the banker sits; calls made in one window are ranked by
it, so that who called first never matters. Each principle is a value of the rulebook.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.clauses import Sourced
from tapete.kernel import PersonId
from tapete.table.seats import Seat, Seats


class PriorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The principles of the order.

    ``seated_first``: whoever sits goes before whoever stands. ``from_banker``: places count rightwards from the
    banker's, which comes last; otherwise by their numbers. ``standing_by_place``: people on their feet are ordered by
    the place behind which they stand; those behind one place, and all of them otherwise, by their arrival at the
    table.
    """

    seated_first: Sourced[bool]
    from_banker: Sourced[bool]
    standing_by_place: Sourced[bool]


class Rank(tuple[int, ...]):
    """Strength of a person's priority: the smaller the stronger. No two people at a table have the same.

    A comparison leaves in the trace the clauses of the principle that decides it; a rank that is compared with nobody's
    leaves none. ``principles`` has one for each part of the rank, where a clause stands behind it.
    """

    principles: tuple[Sourced[Any] | None, ...] = ()

    def __lt__(self, other: tuple[int, ...]) -> bool:
        decided = next((n for n, (one, two) in enumerate(zip(self, other, strict=True)) if one != two), None)
        by = None if decided is None else self.principles[decided]
        if by is not None:
            by.rest()
        return tuple.__lt__(self, other)


def rank(parts: tuple[int, ...], *principles: Sourced[Any] | None) -> Rank:
    """Return a rank with the principle of each of its parts."""
    found = Rank(parts)
    found.principles = principles
    return found


def ranks(
    seats: Seats,
    banker: Seat | None,
    rules: PriorityRules,
    last: frozenset[PersonId] = frozenset(),
    last_by: Sourced[bool] | None = None,
) -> dict[PersonId, Rank]:
    """Return the rank of everybody at the table.

    ``banker`` is the place from whose right the order starts (of a banker on his feet: the last place that held the
    bank); ``None`` counts from the first place. Those in ``last`` may not use their priority now, by the rule
    ``last_by``: they come after everybody else, in the same order among themselves.
    """
    from_banker = banker is not None and rules.from_banker.weigh()
    places = tuple(seats.rightwards(banker)) if from_banker and banker is not None else seats.labels
    place = {label: number for number, label in enumerate(places)}
    seated_first, by_place = rules.seated_first.weigh(), rules.standing_by_place.weigh()
    numbered = rules.from_banker if banker is not None else None
    found: dict[PersonId, Rank] = {}
    for label, person in seats.occupants.items():
        parts = (int(person in last), 0, place[label], 0)
        found[person] = rank(parts, last_by, rules.seated_first, numbered, None)
    for arrival, one in enumerate(seats.standing, 1):
        parts = (int(one.person in last), 1 if seated_first else 0, place[one.behind] if by_place else 0, arrival)
        found[one.person] = rank(parts, last_by, rules.seated_first, rules.standing_by_place, None)
    return found
