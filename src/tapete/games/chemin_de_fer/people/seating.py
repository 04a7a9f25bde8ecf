"""Places: who sits, stands, arrives, leaves; who must let the hand pass once («saludar»); the order of priority."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete import house
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.banked import people
from tapete.games.banked.priority import Rank, ranks
from tapete.games.banked.shares import share_of
from tapete.games.chemin_de_fer.events import HandFollowed, Saluted, SaluteOwed
from tapete.games.chemin_de_fer.people.waiting import require_off_duty, require_turn_for_place
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING
from tapete.kernel import Decision, Event, Irregular, PersonId
from tapete.table.acts import BuyIn, CashOut, Leave, PersonLeft, Seated, Sit, StandBehind, StoodBehind
from tapete.table.seats import Seat

# --- taking part ------------------------------------------------------------------------------------------------------


@rule("CF.D.01", neutral=None)
def require_free_place(state: State, who: PersonId, seat: Seat) -> Fault | None:
    """One player may sit at each numbered place."""
    return people.require_free_place(state.seats, who, seat)


@rule("CF.D.20", neutral=None)
def require_place_not_kept(state: State, who: PersonId, seat: Seat) -> Fault | None:
    """A place that is empty for a moment is never taken by somebody else."""
    return people.require_place_not_kept(state.seats, who, seat)


@rule("CF.D.12", neutral=None)
def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Nobody holds a seat at two gaming tables at a time."""
    return house.require_one_seat(tables, person, table)


@rule("HP.CF.in-play", neutral=None)
def require_uncommitted(state: State, who: PersonId) -> Fault | None:
    """Whoever holds the bank, is asked to take it, or has money on the table stays until that is settled."""
    if who == state.offer.candidate:
        return fault("bank-offered-to-you")
    bank, award = state.bank, state.coup.award
    if bank is not None and who == bank.banker:
        return fault("bank-is-yours")
    bound = (
        (bank is not None and bank.is_associate(who))
        or (award is not None and share_of(award.stakes, who) > 0)
        or bool(state.calls.by(who))
        or share_of(state.coup.late, who) > 0
        or (state.auction is not None and state.auction.bid_of(who) > 0)
        or (who == state.holder and state.phase in COUP)
    )
    return fault("money-on-table") if bound else None


def is_shoe_in_play(state: State) -> bool:
    """Return True if a shoe is being dealt: its first betting has been opened, or cards have left it, and it is not
    over.
    """
    shoe = state.shoe
    if not shoe.is_loaded or state.phase in PREPARING:
        return False
    if shoe.has_begun and not shoe.position:
        rest_on(cite("HP.CF.shoe-begins"))
    return shoe.has_begun or shoe.position > 0


# --- saluting ---------------------------------------------------------------------------------------------------------


def is_salute_owed(state: State, who: PersonId) -> bool:
    """Return True if somebody who sits down now must let the hand pass once: he moves, or arrives, while a shoe is
    dealt.
    """
    if not is_shoe_in_play(state) and state.book.seats.free_between_shoes.use():
        return False
    moving = state.seats.seat_of(who) is not None
    why = state.book.seats.moving_owes_salute if moving else state.book.seats.arriving_owes_salute
    return why.use()


def salute(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return what it does when the hand passes by somebody."""
    return (Saluted(who),) if who in state.carried_over.salute_debtors else ()


# --- priority ---------------------------------------------------------------------------------------------------------


def priority(state: State) -> dict[PersonId, Rank]:
    """Return the general order of priority: stakes, cards."""
    return ranks(state.seats, state.banker_seat(), state.book.priority)


def banco_priority(state: State) -> dict[PersonId, Rank]:
    """Return the order for banco: whoever has still to salute comes after everybody else."""
    rule_of_last = state.book.seats.unsaluted_last_for_banco
    last = state.carried_over.salute_debtors if rule_of_last.weigh() else frozenset()
    return ranks(state.seats, state.banker_seat(), state.book.priority, last, rule_of_last)


def bank_priority(state: State) -> dict[PersonId, Rank]:
    """Return the order for a bank that was let go: whoever has still to salute comes after everybody else."""
    rule_of_last = state.book.seats.unsaluted_last_for_bank
    last = state.carried_over.salute_debtors if rule_of_last.weigh() else frozenset()
    return ranks(state.seats, state.offer.origin, state.book.priority, last, rule_of_last)


# --- decisions --------------------------------------------------------------------------------------------------------


def sit(state: State, who: PersonId, what: Sit) -> Decision:
    """Decide that somebody sits down."""
    moves = state.seats.seat_of(who) is not None
    wrong = first_fault(
        require_off_duty(state, who),
        people.require_known_place(state.seats, what.seat),
        require_place_not_kept.where(state.seats.occupants.get(what.seat) in state.seats.away, state, who, what.seat),
        require_free_place(state, who, what.seat),
        fault("already-seated", seat=what.seat) if state.seats.seat_of(who) == what.seat else None,
        require_uncommitted(state, who) if moves or state.seats.is_standing(who) else None,
        require_turn_for_place(state, who, is_shoe_in_play(state)),
    )
    if wrong:
        return wrong
    owed = (SaluteOwed(who),) if is_salute_owed(state, who) else ()
    return (Seated(who, what.seat), *owed)


@rule("CF.D.03", neutral=lambda _state, _who, _what: fault("standing-not-admitted"))
def stand(state: State, who: PersonId, what: StandBehind) -> Decision:
    """Any number of players may take part on their feet, behind the places."""
    wrong = first_fault(
        require_off_duty(state, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted.where(state.seats.is_at_table(who), state, who),
        people.require_another_place(state.seats, who, what.seat),
    )
    if wrong:
        return wrong
    moves = state.seats.is_standing(who) and is_shoe_in_play(state)
    following = require_not_following_hand.where(moves, state, who, what.seat)
    moved = StoodBehind(who, what.seat)
    return (moved,) if following is None else Irregular((moved, HandFollowed(who)), (following,))


@rule("CF.D.17", neutral=None)
def require_not_following_hand(state: State, who: PersonId, seat: Seat) -> Fault | None:
    """Those on their feet may not move around to follow the hand: in mid-shoe, to a place nearer to its right."""
    before, start = state.seats.place_of(who), state.banker_seat() if state.bank is not None else state.offer.origin
    if before is None or start is None:
        return None
    if not people.is_nearer_to(state.seats, seat, before, start):
        return None
    rest_on(cite("HP.CF.following-the-hand"))
    return fault("followed-the-hand", behind=before, now=seat)


def leave(state: State, who: PersonId, what: Leave) -> Decision:
    """Decide that somebody leaves the table."""
    del what
    wrong = people.require_at_table(state.seats, who) or require_uncommitted(state, who)
    return wrong or (PersonLeft(who, people.chips_of(state.ledger, who)),)


def buy_in(state: State, who: PersonId, what: BuyIn) -> Decision:
    """Decide that somebody at the table changes money into chips."""
    return people.buy_in(state.seats, who, what)


def cash_out(state: State, who: PersonId, what: CashOut) -> Decision:
    """Decide that somebody changes chips back."""
    return people.cash_out(state.ledger, who, what)


def require_chips(state: State, who: PersonId, amount: int) -> Fault | None:
    """Return a Fault if a person has fewer cents at the table than this."""
    return people.require_chips(state.ledger, who, amount)
