"""The turn of the shoe: who deals, who may let it go by, who is next."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import say
from tapete.games.punto_banco.acts import PassShoe, TakeShoe
from tapete.games.punto_banco.events import ShoeDeclined, ShoeLost, ShoeOffered, ShoeTaken, ShoeToCroupier
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase, Variant
from tapete.games.punto_banco.waiting import may_croupier_stand_in
from tapete.kernel import Decision, Event, PersonId
from tapete.table.seats import Seats


@rule("PB.C.04", neutral=lambda seats: next((seat for seat in reversed(seats.labels) if seat in seats.occupants), None))
def first_in_turn(seats: Seats) -> int | None:
    """The turn begins with the player at place number 1; an empty place is skipped."""
    return seats.first_occupied()


@rule(
    "PB.C.05",
    neutral=lambda seats, seat: next(
        iter([one for one in seats.labels if one < seat and one in seats.occupants][::-1]), None
    ),
)
def to_the_right(seats: Seats, seat: int) -> int | None:
    """Who does not want the shoe passes it to the player on his right: the next number, after the highest the first."""
    return next((one for one in seats.occupied_rightwards(seat) if one != seat), None)


@rule("PB.C.11", neutral=lambda seats, seat: seats.first_occupied())
def after_loss(seats: Seats, seat: int) -> int | None:
    """After a lost bank the shoe goes to the player whose turn is next."""
    return next(seats.occupied_rightwards(seat), None)


@rule("PB.C.10", neutral=False)
def is_deal_lost(winner: Winner) -> bool:
    """The right to deal is lost when the Bank hand loses the coup; a tie is not a loss."""
    return winner is Winner.PUNTO


@rule("PB.C.03", neutral=lambda state: fault("must-deal"))
def require_right_to_decline(state: State) -> Fault | None:
    """Dealing is optional: nobody is forced to take the shoe, and a refusal costs nothing."""
    return None


@rule("MPB.03", neutral=False)
def has_mini_same_rules() -> bool:
    """All rules of the mini game are those of punto y banca; so the shoe goes round there too."""
    return True


def may_players_deal(state: State) -> bool:
    """Return True if the players deal at this table: the text, unless the house keeps the dealing to the croupier."""
    match state.settings.variant:
        case Variant.MINI:
            turns = has_mini_same_rules()
        case Variant.PUNTO_BANCO:
            turns = True
    return turns and state.settings.players_deal and state.book.turn.players_deal.use()


def offer(state: State, seat: int | None) -> tuple[Event, ...]:
    """Return the events that offer the shoe to a place; to nobody means that the croupier deals."""
    if seat is None or not may_players_deal(state):
        return (ShoeToCroupier(),)
    return (ShoeOffered(seat), *say(state, "shoe-offered", seat=seat))


def offer_first(state: State) -> tuple[Event, ...]:
    """Return the offer with which a shoe's turn begins."""
    start = state.turn.last
    if state.book.turn.restart_at_first.use() or start is None:
        return offer(state, first_in_turn(state.seats))
    if state.turn.is_lost:
        return offer(state, after_loss(state.seats, start))
    return offer(state, start if start in state.seats.occupants else to_the_right(state.seats, start))


def offer_next(state: State, seat: int) -> tuple[Event, ...]:
    """Return what follows when the player at ``seat`` lets the shoe go by: the next on his right, or the croupier."""
    declined = state.turn.declined_places | {seat}
    following = to_the_right(state.seats, seat)
    while following is not None and following in declined and following != seat:
        following = to_the_right(state.seats, following)
    if following is None or following in declined:
        following = None
    return (ShoeDeclined(seat), *offer(state, following))


def after_coup(state: State, winner: Winner | None) -> tuple[Event, ...]:
    """Return what becomes of the shoe after a settled coup: it stays, or it goes to the next in turn."""
    seat = state.turn.holder
    if winner is None or seat is None or not is_deal_lost(winner):
        return ()
    return (ShoeLost(seat),) if state.shoe.is_over else offer(state, after_loss(state.seats, seat))


def named_seat(state: State, who: PersonId) -> int | None:
    """Return the seat by which a person has the shoe or is offered it; the croupier answers for somebody who is
    away, or silent when called.
    """
    if who == state.croupier() and state.turn.offered_place is not None:
        absent = may_croupier_stand_in(state, who, state.seats.occupants.get(state.turn.offered_place))
        return state.turn.offered_place if absent else None
    seat = state.seats.seat_of(who)
    return seat if seat is not None and seat in (state.turn.holder, state.turn.offered_place) else None


def take(state: State, who: PersonId, what: TakeShoe) -> Decision:
    """Decide the taking of an offered shoe. While the croupier deals, any seated player may ask for it (house
    practice).
    """
    seat = state.seats.seat_of(who)
    if (late := require_shoe_free_to_pass(state)) is not None:
        return late
    if seat is not None and state.turn.croupier and may_players_deal(state) and state.shoe.cut_card is not None:
        rest_on(cite("HP.PB.take-from-croupier"))
        return (ShoeTaken(seat),)
    if seat is None or seat != state.turn.offered_place:
        return fault("shoe-not-offered-to-you", seat=state.turn.offered_place)
    return (ShoeTaken(seat),)


def decline(state: State, who: PersonId, what: PassShoe) -> Decision:
    """Decide that a player lets the shoe go to his right, before or after having taken it."""
    seat = named_seat(state, who)
    if seat is None:
        return fault("shoe-not-yours", seat=state.turn.offered_place or state.turn.holder)
    return first_fault(require_shoe_free_to_pass(state), require_right_to_decline(state)) or offer_next(state, seat)


def require_shoe_free_to_pass(state: State) -> Fault | None:
    """Return a Fault once the order to deal is given, and before or after the coups of a shoe."""
    if state.phase in (Phase.BETWEEN, Phase.BETS):
        return None
    if not state.is_between_coups:
        return with_clauses(fault("coup-in-progress"), "PB.B.10")
    over = state.phase is Phase.END_OF_SHOE
    return with_clauses(fault("wrong-window", window=str(state.phase)), "PB.B.04" if over else "PB.B.06")
