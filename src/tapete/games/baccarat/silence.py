"""What becomes of a player who is there, or should be, and for whom the table waits.

The croupier calls them once; from then on, as for somebody who is away, the croupier may do for them what the game
allows. Whom the table waits for, and the clause of each answer, is given by the game.
"""

from __future__ import annotations

from tapete.clauses import Cite, Fault, fault, first_fault, rest_on
from tapete.kernel import PersonId
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff, require_post


def person_to_call(seats: Seats, awaited: PersonId | None) -> PersonId | None:
    there = awaited is not None and seats.is_at_table(awaited) and awaited not in seats.away
    return awaited if there else None


def require_may_call(staff: Staff, who: PersonId, silent: PersonId | None, called: PersonId | None) -> Fault | None:
    return first_fault(
        require_post(staff, who, Role.CROUPIER),
        fault("nobody-to-call") if silent is None else None,
        fault("called-already", person=silent) if silent is not None and silent == called else None,
    )


def may_stand_for(
    seats: Seats,
    staff: Staff,
    who: PersonId,
    person: PersonId | None,
    silent: PersonId | None,
    *,
    away: Cite,
    called: Cite,
) -> bool:
    """Return True if ``who`` is the croupier and may act for ``person``, who is away or was called and stays silent.

    ``silent`` is whom the croupier has called. The answer rests on the clause ``away`` or ``called``.
    """
    if person in (None, who) or who != staff.get(Role.CROUPIER):
        return False
    if person in seats.away:
        rest_on(away)
        return True
    if person == silent:
        rest_on(called)
        return True
    return False
