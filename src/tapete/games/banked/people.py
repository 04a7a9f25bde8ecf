"""Players with chips at a table where one of them holds the bank: places, chips, whom the table waits for, and what the
croupier takes over at the cards from a holder who is away, and from the croupier before.

What binds a player to the table, and whom a phase waits for, is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tapete.accounts import Ledger, balance, person
from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat.effects import at
from tapete.games.baccarat.incident import Docket
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.games.banked.state import State
from tapete.kernel import HOUSE, SYSTEM, Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.acts import BoughtIn, BuyIn, CashedOut, CashOut
from tapete.table.seats import Seat, Seats
from tapete.table.staff import Role, Staff, require_post

NOTED_FOR = "noted_for"
"""The fact of a refusal that says for whom the croupier would have noted the act."""


def require_new_table(state: State[Any], who: PersonId) -> Fault | None:
    return first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        fault("table-is-open", name=state.settings.name) if state.rules is not None else None,
    )


def require_player(staff: Mapping[Role, PersonId], who: PersonId) -> Fault | None:
    """Return a Fault if a person is on this table's staff, or is the clock, chance or the house."""
    if who in SYSTEM:
        return fault("only-people")
    return fault("staff-may-not-play") if who in staff.values() else None


def require_may_note(staff: Staff, who: PersonId, person: PersonId, *, is_real: bool) -> Fault | None:
    return first_fault(
        require_post(staff, who, Role.CROUPIER),
        None if is_real else fault("not-a-real-table"),
        fault("only-people") if person in SYSTEM or person in staff.values() else None,
    )


def told_of(found: Decision, person: PersonId) -> Decision:
    """Return the decision of what the croupier notes for a person; a refusal says of whom it speaks."""
    return Fault(found.code, {**found.facts, NOTED_FOR: person}, found.clauses) if isinstance(found, Fault) else found


def require_at_table(seats: Seats, who: PersonId) -> Fault | None:
    return None if seats.is_at_table(who) else fault("not-at-table")


def require_known_place(seats: Seats, seat: Seat) -> Fault | None:
    return None if seat in seats.labels else fault("no-such-seat", seat=seat)


def require_another_place(seats: Seats, who: PersonId, seat: Seat) -> Fault | None:
    stands = seats.is_standing(who) and seats.place_of(who) == seat
    return fault("nothing-changes") if stands else None


def require_free_place(seats: Seats, who: PersonId, seat: Seat) -> Fault | None:
    sitting = seats.occupants.get(seat)
    return fault("seat-taken", seat=seat) if sitting is not None and sitting != who else None


def require_place_not_kept(seats: Seats, who: PersonId, seat: Seat) -> Fault | None:
    sitting = seats.occupants.get(seat)
    return fault("place-kept", seat=seat) if sitting in seats.away and sitting != who else None


def chips_of(ledger: Ledger, who: PersonId) -> Cents:
    return balance(ledger, person(who))


def require_chips(state: State[Any], who: PersonId, amount: Cents) -> Fault | None:
    held = chips_of(state.ledger, who)
    return None if held >= amount else fault("not-enough-chips", chips=held, needs=amount)


def buy_in(state: State[Any], who: PersonId, what: BuyIn) -> Decision:
    return require_at_table(state.seats, who) or (BoughtIn(who, what.amount),)


def cash_out(state: State[Any], who: PersonId, what: CashOut) -> Decision:
    return require_chips(state, who, what.amount) or (CashedOut(who, what.amount),)


def awaited_player(
    docket: Docket, coup: Coup, withdrawals: Sequence[PersonId], in_phase: PersonId | None
) -> PersonId | None:
    """Return who moves the game on: nobody while a ruling or card is due, first who has a choice, then ``in_phase``."""
    if docket.open or coup.due_cards or withdrawals:
        return None
    choices = coup.cards.marks.choices
    return choices[0].person if choices else in_phase


def side_name(coup: Coup, hand: str) -> str:
    """Return how an event names a side: not at all at a table with one side."""
    return str(hand) if len(coup.sides) > 1 else ""


def cards_handed_over(
    coup: Coup, holders: Mapping[str, PersonId | None], outgoing: PersonId, incoming: PersonId, hands: Iterable[str]
) -> tuple[Event, ...]:
    """Return the events by which the hands that the outgoing croupier plays for players go on with the incoming one,
    who sees what the other had seen.

    ``holders`` says who plays the cards of each side, ``hands`` are those of the whole table.
    """
    plays: list[Event] = [
        CroupierStoodIn(outgoing, incoming, side_name(coup, hand))
        for hand, holder in holders.items()
        if holder == outgoing
    ]
    before = [CardsCarried(incoming, side_name(coup, hand)) for hand in holders if coup.side(hand).before == outgoing]
    held = {hand: at(coup.cards.layout, hand) for hand in hands}
    seen = [hand for hand, cards in held.items() if cards and all(outgoing in card.seen_by for card in cards)]
    return (*plays, *before, *(CardsLifted(incoming, hand) for hand in seen))
