"""Coming and going as the hall sees it, and when it may lead out a person who has long been away."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault
from tapete.kernel import CLOCK, PersonId
from tapete.table.acts import Away, Back, CameBack, WentAway
from tapete.table.seats import Seats


def require_presence_changes(seats: Seats, what: Away | Back) -> Fault | None:
    """Return a Fault if the person is not at the table, or is already as he is said to be."""
    gone = what.person in seats.away
    return first_fault(
        None if seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
        fault("nothing-changes") if gone == isinstance(what, Away) else None,
    )


def presence(what: Away | Back) -> WentAway | CameBack:
    """Return the event by which a person is away from the table, or is there again."""
    return WentAway(what.person) if isinstance(what, Away) else CameBack(what.person)


def require_long_absence(seats: Seats, who: PersonId, person: PersonId) -> Fault | None:
    """Return a Fault unless the clock leads out a person who stands at the table and is away.

    Somebody seated keeps his place: the rules of each game say what becomes of it. The hall decides how long is long.
    """
    return first_fault(
        None if who == CLOCK else fault("not-your-post", needs=[str(CLOCK)]),
        None if seats.is_at_table(person) else fault("not-at-table", person=person),
        None if seats.is_standing(person) else fault("keeps-his-place", person=person),
        None if person in seats.away else fault("still-there", person=person),
    )
