"""Who has been away for so long that the hall leads him out."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault
from tapete.kernel import CLOCK, PersonId
from tapete.table.seats import Seats


def gone_for_long(seats: Seats, who: PersonId, person: PersonId) -> Fault | None:
    """Find fault with leading ``person`` out: the hall alone does that, with somebody on his feet who is away.

    Whoever sits keeps his place: the rules of each game say what becomes of it. How long is long is the hall's to say.
    """
    return first_fault(
        None if who == CLOCK else fault("not-your-post", needs=[str(CLOCK)]),
        None if seats.at_table(person) else fault("not-at-table"),
        None if seats.stands(person) else fault("keeps-his-place", person=person),
        None if person in seats.away else fault("still-there", person=person),
    )
