"""When the hall may lead out a person who has long been away."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault
from tapete.kernel import CLOCK, PersonId
from tapete.table.seats import Seats


def require_long_absence(seats: Seats, who: PersonId, person: PersonId) -> Fault | None:
    """Return a Fault unless the clock leads out a person who stands at the table and is away.

    Somebody seated keeps his place: the rules of each game say what becomes of it. The hall decides how long is long.
    """
    return first_fault(
        None if who == CLOCK else fault("not-your-post", needs=[str(CLOCK)]),
        None if seats.is_at_table(person) else fault("not-at-table"),
        None if seats.is_standing(person) else fault("keeps-his-place", person=person),
        None if person in seats.away else fault("still-there", person=person),
    )
