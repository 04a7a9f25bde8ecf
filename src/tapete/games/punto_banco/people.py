"""People at the table: places, chips, coming and going."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete import house
from tapete.accounts import balance, person
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.punto_banco.bets import require_at_table, require_standing_allowed
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Bet, Phase, Variant
from tapete.games.punto_banco.turn import offer_next
from tapete.kernel import CLOCK, Decision, Event, PersonId
from tapete.table.absence import presence, require_long_absence, require_presence_changes
from tapete.table.acts import (
    Away,
    Back,
    BoughtIn,
    BuyIn,
    CashedOut,
    CashOut,
    LeadOut,
    Leave,
    PersonLeft,
    Seated,
    Sit,
    StandBehind,
    StoodBehind,
)
from tapete.table.seats import Seat
from tapete.table.staff import roles_of


def require_not_staff(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the person is on duty at the table: the staff do not play at it."""
    on_duty = roles_of(state.staff, who)
    return with_clauses(fault("staff-may-not-play"), "HP.PB.relief") if on_duty else None


@rule("MPB.02", neutral=None)
def require_mini_place_free(state: State, who: PersonId) -> Fault | None:
    """No more than seven people may be seated at a mini table: its places are taken."""
    full = len(state.seats.occupants) >= len(state.seats.labels) and state.seats.seat_of(who) is None
    return fault("table-full", places=len(state.seats.labels)) if full else None


@rule("HP.PB.one-seat", neutral=None)
def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Nobody has a seat at two tables of the house at a time."""
    return house.require_one_seat(tables, person, table)


def require_known_place(state: State, who: PersonId, seat: int) -> Fault | None:
    """Return a Fault unless the table has this place; a full mini table says so."""
    if state.settings.variant is Variant.MINI and (full := require_mini_place_free(state, who)):
        return full
    return None if seat in state.seats.labels else fault("no-such-seat", seat=seat, places=list(state.seats.labels))


def require_not_in_coup(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person deals or has the Player hand: he keeps his place until the coup is settled."""
    if state.is_between_coups or state.phase is Phase.BETS:
        return None
    holding = (state.dealer(), state.hand_holder, *state.disputants)
    return fault("coup-in-progress") if who in holding else None


def has_stake(state: State, who: PersonId) -> bool:
    return any(state.stake(who, bet) for bet in Bet)


def sit(state: State, who: PersonId, what: Sit) -> Decision:
    """Decide the taking of a place. Moving is free between coups and while one has nothing staked."""
    now = state.seats.seat_of(who)
    wrong = first_fault(
        require_not_staff(state, who),
        require_known_place(state, who, what.seat),
        fault("seat-taken", seat=what.seat) if state.seats.occupants.get(what.seat) not in (None, who) else None,
        fault("already-seated", seat=now) if now == what.seat else None,
        fault("bets-on-table") if now is not None and has_stake(state, who) else None,
        require_not_in_coup(state, who),
    )
    return wrong or (*hand_on(state, now), Seated(who, what.seat))


def stand_behind(state: State, who: PersonId, what: StandBehind) -> Decision:
    """Decide that a person takes part standing."""
    now = state.seats.seat_of(who)
    wrong = first_fault(
        require_not_staff(state, who),
        require_standing_allowed(state),
        None
        if what.seat in state.seats.labels
        else fault("no-such-seat", seat=what.seat, places=list(state.seats.labels)),
        fault("bets-on-table") if has_stake(state, who) else None,
        require_not_in_coup(state, who),
        fault("nothing-changes") if is_standing_behind(state, who, what.seat) else None,
    )
    return wrong or (*hand_on(state, now), StoodBehind(who, what.seat))


def is_standing_behind(state: State, who: PersonId, seat: Seat) -> bool:
    return state.seats.is_standing(who) and state.seats.place_of(who) == seat


def leave(state: State, who: PersonId, what: Leave) -> Decision:
    """Decide a departure: nobody leaves stakes behind; the shoe goes on to the next."""
    wrong = first_fault(
        require_at_table(state, who),
        fault("bets-on-table") if has_stake(state, who) else None,
        require_not_in_coup(state, who),
    )
    held = balance(state.ledger, person(who))
    return wrong or (*hand_on(state, state.seats.seat_of(who)), PersonLeft(who, held))


def lead_out(state: State, who: PersonId, what: LeadOut) -> Decision:
    """Decide that somebody on his feet who has long been away counts as gone: as a departure, but told by the hall."""
    wrong = require_long_absence(state.seats, who, what.person)
    if wrong:
        return wrong
    rest_on(cite("HP.PB.led-out"))
    return leave(state, what.person, Leave())


def hand_on(state: State, seat: int | None) -> tuple[Event, ...]:
    """Return how the shoe goes on when the player who has it, or to whom it is offered, gives up his place."""
    if seat is None or seat not in (state.turn.holder, state.turn.offered_place):
        return ()
    return offer_next(state, seat)


def buy_in(state: State, who: PersonId, what: BuyIn) -> Decision:
    """Decide a change of money into chips."""
    return first_fault(require_at_table(state, who)) or (BoughtIn(who, what.amount),)


def cash_out(state: State, who: PersonId, what: CashOut) -> Decision:
    """Decide a change of chips into money."""
    held = balance(state.ledger, person(who))
    wrong = fault("not-enough-chips", chips=held, amount=what.amount) if what.amount > held else None
    return first_fault(require_at_table(state, who), wrong) or (CashedOut(who, what.amount),)


def away(state: State, who: PersonId, what: Away | Back) -> Decision:
    """Decide the report of the hall that somebody went away or came back."""
    wrong = first_fault(
        None if who in (CLOCK, what.person) else fault("not-your-post", needs=["system:clock"]),
        require_presence_changes(state.seats, what),
    )
    return wrong or (presence(what),)
