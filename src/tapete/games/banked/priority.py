"""Order of priority among the people at a table («orden de prioridad»).

The order is a value, computed from the places and from where the banker sits; calls made in one window are ranked by
it, so that who called first never matters. Each principle is a value of the rulebook.
"""

from __future__ import annotations

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


Rank = tuple[int, ...]
"""Strength of a person's priority: the smaller the stronger. No two people at a table have the same."""


def ranks(
    seats: Seats, banker: Seat | None, rules: PriorityRules, last: frozenset[PersonId] = frozenset()
) -> dict[PersonId, Rank]:
    """Return the rank of everybody at the table.

    ``banker`` is the place from whose right the order starts (of a banker on his feet: the last place that held the
    bank); ``None`` counts from the first place. Those in ``last`` may not use their priority now: they come after
    everybody else, in the same order among themselves.
    """
    from_banker = banker is not None and rules.from_banker.use()
    places = tuple(seats.rightwards(banker)) if from_banker and banker is not None else seats.labels
    place = {label: number for number, label in enumerate(places)}
    seated_first, by_place = rules.seated_first.use(), rules.standing_by_place.use()
    found: dict[PersonId, Rank] = {}
    for label, person in seats.seated.items():
        found[person] = (int(person in last), 0, place[label], 0)
    for arrival, one in enumerate(seats.standing, 1):
        group = 1 if seated_first else 0
        found[one.person] = (int(one.person in last), group, place[one.behind] if by_place else 0, arrival)
    return found
