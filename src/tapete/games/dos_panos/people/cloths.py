"""Which cloth a place belongs to, who plays on it, and the order of priority on it."""

from __future__ import annotations

from collections.abc import Collection

from tapete.clauses import Fault, against, fault, rule
from tapete.games.banked.priority import Rank, rank
from tapete.games.dos_panos.rules.table import Order, PriorityRules
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.kernel import PersonId
from tapete.table.seats import Seat, Seats


def places_of(seats: Seats, cloth: Hand) -> tuple[Seat, ...]:
    """Return the numbered places of a cloth, outward from the banker: the first half of the labels is the first
    cloth's.
    """
    half = len(seats.labels) // 2
    return seats.labels[:half] if cloth is Hand.PRIMERO else seats.labels[half:]


def cloth_of_place(seats: Seats, place: Seat) -> Hand:
    return next(cloth for cloth in CLOTHS if place in places_of(seats, cloth))


def cloth_of(seats: Seats, person: PersonId) -> Hand | None:
    """Return the cloth at which a person sits or stands; ``None`` for the banker and for whoever is not there."""
    place = seats.place_of(person)
    return None if place is None else cloth_of_place(seats, place)


def punters(seats: Seats, cloth: Hand, playing: Collection[PersonId] = ()) -> tuple[PersonId, ...]:
    """Return who plays at a cloth and has not gone away: in places, behind them, and on their feet. Those ``playing``,
    of whom something lies on the table, are of them though they are away.
    """
    here = (who for who in seats.people() if cloth_of(seats, who) is cloth)
    return tuple(who for who in here if who not in seats.away or who in playing)


def ranks(seats: Seats, rules: PriorityRules, cloth: Hand | None = None) -> dict[PersonId, Rank]:
    """Return the rank of everybody at the table on a cloth: its numbered places outward from the banker, then its
    second row and those on their feet, each by his place and his arrival; after them the people of the other cloth in
    the same order. Without a cloth, each within his own. A comparison rests on the order.
    """
    order = rules.order
    match order.weigh():
        case Order.ARRIVAL:
            return {who: rank((n, 0, 0, 0), *[order] * 4) for n, who in enumerate(reversed(seats.people()))}
        case Order.PLACES_THEN_REST:
            found = {}
            for number, who in enumerate(seats.people()):
                place = seats.place_of(who)
                row = 0 if seats.seat_of(who) is not None else 1 if seats.second_row_of(who) is not None else 2
                guest = int(cloth is not None and cloth_of(seats, who) is not cloth)
                parts = (guest, row, -1 if place is None else seats.labels.index(place), number)
                found[who] = rank(parts, *[order] * 4)
            return found


def ranks_by_cloth(seats: Seats, rules: PriorityRules) -> dict[Hand, dict[PersonId, Rank]]:
    """Return the rank of everybody at the table on each cloth."""
    return {cloth: ranks(seats, rules, cloth) for cloth in CLOTHS}


# --- who must be there ------------------------------------------------------------------------------------------------


def require_punters(seats: Seats, least: int, playing: Collection[PersonId] = ()) -> Fault | None:
    """Return a Fault unless each cloth has as many punters as the rulebook asks for; see :func:`punters`."""
    counts = {cloth: len(punters(seats, cloth, playing)) for cloth in CLOTHS}
    if min(counts.values()) >= least:
        return None
    return fault("too-few-punters", least=least, primero=counts[Hand.PRIMERO], segundo=counts[Hand.SEGUNDO])


def require_enough_punters(state: State) -> Fault | None:
    """Return a Fault unless each cloth has its punters, at the beginning and as long as the bank lasts: when a coup
    opens, when its calls and its betting close, when a banco is played once more. What is dealt is finished.
    """
    least = state.book.cloths.least_players
    found = require_punters(state.seats, least.weigh(), people_in_play(state))
    return None if found is None else against(least, found.code, **found.facts)


def people_in_play(state: State) -> frozenset[PersonId]:
    """Return those of whom a stake lies on the table or a call stands."""
    return frozenset((*(one.person for one in state.coup.laid), *state.coup.banco_calls))


@rule("DP.D.01", neutral=None, names_a_pass=False)
def require_one_place(seats: Seats, who: PersonId) -> Fault | None:
    """A player takes one numbered place and no second one."""
    place = seats.seat_of(who)
    return None if place is None else fault("already-seated", seat=place)
