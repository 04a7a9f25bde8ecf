"""People: places, the waiting list, silence and absence, and who takes over a post."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from tapete import house
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, say
from tapete.games.banked import people
from tapete.games.banked.coup import share_of
from tapete.games.banked.priority import Rank, ranks
from tapete.games.chemin_de_fer import acts, events as e
from tapete.games.chemin_de_fer.cards import pending_withdrawals, require_banker
from tapete.games.chemin_de_fer.phases import PHASES
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, PREPARING, Hand, Phase
from tapete.kernel import HOUSE, Decision, Event, Irregular, PersonId
from tapete.table import people as waiting
from tapete.table.acts import Leave, PersonLeft, Relieve, Seated, Sit, StaffAssigned, StandBehind, StoodBehind
from tapete.table.seats import Seat
from tapete.table.staff import CARD_TABLE_POSTS, Role


@acts.decides(Relieve)
def relieve(state: State, who: PersonId, what: Relieve) -> Decision:
    rest_on(cite("HP.CF.relief"))
    if wrong := waiting.require_may_relieve(
        state.seats,
        state.staff,
        who,
        what,
        posts=CARD_TABLE_POSTS,
        senders=(Role.INSPECTOR, Role.DIRECTOR),
        accounts=state.ledger,
        require_own_posts=lambda staff: waiting.require_one_post_each(staff, "HP.CF.relief"),
    ):
        return wrong
    outgoing = state.croupier() if what.role is Role.CROUPIER else None
    holders: dict[str, PersonId | None] = {Hand.PUNTO: state.holder}
    cards = () if outgoing is None else people.cards_handed_over(state.coup, holders, outgoing, what.person, HANDS)
    return (StaffAssigned(what.role, what.person), *cards)


# The annex gives no time but the one at the punto's cards. So the croupier calls a silent player once; from then on, as
# for somebody who is away, the croupier lets the cut or the bank go by for them, and deals and plays the banker's cards
# by the table. The croupier never takes a bank, a stake or a bid for anybody.


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff, or the punto at their cards.

    A punto who is silent is too slow, which has a clause of its own.
    """
    in_phase = PHASES[state.phase].waits_for(state)
    return people.awaited_player(state.docket, state.coup, pending_withdrawals(state), in_phase)


@acts.decides(CallPerson)
def call(state: State, who: PersonId, _what: CallPerson) -> Decision:
    silent = procedure.person_to_call(state.seats, awaited_player(state))
    wrong = procedure.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.CF.silent-player"))
    return (PersonCalled(silent), *say(state, "person-called", seat=state.seats.place_of(silent)))


def may_stand_for(state: State, who: PersonId, person: PersonId | None) -> bool:
    """Return True if the croupier acts for somebody: one who is away, or who was called and says nothing."""
    called_person = state.called_person
    silent = called_person if called_person is not None and called_person == awaited_player(state) else None
    away, called = cite("HP.CF.absent-player"), cite("HP.CF.silent-player")
    return procedure.may_stand_for(state.seats, state.staff, who, person, silent, away=away, called=called)


def require_bank_player(state: State, who: PersonId) -> Fault | None:
    wrong = require_banker(state, who)
    return None if wrong is None or may_stand_for(state, who, state.banker) else wrong


def is_bank_left_alone(state: State) -> bool:
    """Return True if the bank stands between coups without its banker, who need not go through with another coup.

    At a real table the croupier keys what happens, so nobody is told there whether the banker is looking.
    """
    away = state.phase is Phase.BETWEEN and state.banker in state.seats.away and not state.is_observed
    return away and state.banker is not None and not state.bars.is_barred(state.banker, BarredAction.PASS)


def require_banker_there(state: State) -> Fault | None:
    if not is_bank_left_alone(state):
        return None
    rest_on(cite("HP.CF.absent-player"))
    return Fault("banker-away", {"person": state.banker}, (cite("HP.CF.absent-player"),))


def require_off_duty(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person who would play is a player: somebody on duty at this table is none."""
    wrong = people.require_player(state.staff, who)
    return with_clauses(wrong, "HP.CF.relief") if wrong and who in state.staff.values() else wrong


def require_turn_for_place(state: State, who: PersonId, in_mid_shoe: bool) -> Fault | None:
    if in_mid_shoe:
        return require_list_first.where(bool(state.seats.waiting_list), state, who)
    asked = bool(state.carried_over.movers)
    return require_movers_first.where(asked, state, who) or require_list_after_movers(state, who)


def first_before(state: State, who: PersonId, order: tuple[PersonId, ...]) -> PersonId | None:
    return waiting.first_to_come(
        state.seats, who, order, partial(is_held_up, state), partial(who_can_come, state, order)
    )


def is_held_up(state: State, person: PersonId) -> bool:
    bank = state.bank
    return person in state.seats.away or (bank is not None and (person == bank.banker or bank.is_associate(person)))


@rule("HP.CF.list-turn", neutral=lambda _state, order: order)
def who_can_come(state: State, order: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
    """Whoever can take no place when one is vacant is passed over, and keeps their turn."""
    return tuple(one for one in order if not is_held_up(state, one))


@rule("CF.D.13", neutral=None)
def require_list_first(state: State, who: PersonId) -> Fault | None:
    """While a shoe is dealt a vacant place is offered first to those on the waiting list, in order of entry."""
    first = first_before(state, who, state.seats.waiting_list)
    return None if first is None else fault("place-for-the-list", first=first)


@rule("CF.D.14", neutral=None)
def require_movers_first(state: State, who: PersonId) -> Fault | None:
    """Once the shoe is over a vacant place goes first to the seated players who had asked to change theirs."""
    first = first_before(state, who, state.carried_over.movers)
    return None if first is None else fault("place-for-movers", first=first)


def require_list_after_movers(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the list, which comes after those who asked to change, has the place (house practice)."""
    order = waiting.movers_then_list(state.seats, state.carried_over.movers)
    first = first_before(state, who, order)
    if first is None:
        return None
    rest_on(cite("HP.CF.list-between-shoes"))
    return Fault("place-for-the-list", {"first": first}, (cite("HP.CF.list-between-shoes"),))


@rule("CF.D.15", neutral=HOUSE)
def keeper(state: State) -> PersonId:
    """The waiting list is kept by the inspector."""
    return state.staff.get(Role.INSPECTOR, HOUSE)


@acts.decides(acts.JoinList)
def join_list(state: State, who: PersonId, what: waiting.JoinList) -> Decision:
    person = what.person or who
    own = require_off_duty(state, who) if person == who else None
    wrong = own or waiting.require_may_join(state.seats, state.staff, who, person, Role.INSPECTOR)
    return wrong or (waiting.ListJoined(person, keeper(state)),)


@acts.decides(acts.LeaveList)
def leave_list(state: State, who: PersonId, what: waiting.LeaveList) -> Decision:
    """Decide that somebody goes off the list; the house strikes off who has a seat at another table."""
    person = what.person or who
    wrong = waiting.require_may_go_off(state.seats, state.staff, who, person, Role.INSPECTOR)
    if who == HOUSE:
        rest_on(cite("HP.CF.seated-elsewhere"))
    return wrong or (waiting.ListLeft(person, keeper(state)),)


@acts.decides(acts.AskSeatChange)
def ask_change(state: State, who: PersonId, _what: waiting.AskSeatChange) -> Decision:
    return waiting.require_may_ask_change(state.seats, who, state.carried_over.movers) or (waiting.ChangeAsked(who),)


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
    """Return True if a shoe is being dealt: its first betting has been opened, or cards have left it."""
    shoe = state.shoe
    if not shoe.is_loaded or state.phase in PREPARING:
        return False
    if shoe.has_begun and not shoe.position:
        rest_on(cite("HP.CF.shoe-begins"))
    return shoe.has_begun or shoe.position > 0


def is_salute_owed(state: State, who: PersonId) -> bool:
    """Return True if whoever sits down now must let the hand pass once: they move or arrive in mid-shoe."""
    if not is_shoe_in_play(state) and state.book.seats.free_between_shoes.use():
        return False
    moving = state.seats.seat_of(who) is not None
    why = state.book.seats.moving_owes_salute if moving else state.book.seats.arriving_owes_salute
    return why.use()


def salute(state: State, who: PersonId) -> tuple[Event, ...]:
    return (e.Saluted(who),) if who in state.carried_over.salute_debtors else ()


def priority(state: State) -> dict[PersonId, Rank]:
    """Return the general order of priority: stakes, cards."""
    return ranks(state.seats, state.banker_seat(), state.book.priority)


def banco_priority(state: State) -> dict[PersonId, Rank]:
    rule_of_last = state.book.seats.unsaluted_last_for_banco
    last = state.carried_over.salute_debtors if rule_of_last.weigh() else frozenset()
    return ranks(state.seats, state.banker_seat(), state.book.priority, last, rule_of_last)


def bank_priority(state: State) -> dict[PersonId, Rank]:
    rule_of_last = state.book.seats.unsaluted_last_for_bank
    last = state.carried_over.salute_debtors if rule_of_last.weigh() else frozenset()
    return ranks(state.seats, state.offer.origin, state.book.priority, last, rule_of_last)


@acts.decides(Sit)
def sit(state: State, who: PersonId, what: Sit) -> Decision:
    moves = state.seats.seat_of(who) is not None
    if wrong := first_fault(
        require_off_duty(state, who),
        people.require_known_place(state.seats, what.seat),
        require_place_not_kept.where(state.seats.occupants.get(what.seat) in state.seats.away, state, who, what.seat),
        require_free_place(state, who, what.seat),
        fault("already-seated", seat=what.seat) if state.seats.seat_of(who) == what.seat else None,
        require_uncommitted(state, who) if moves or state.seats.is_standing(who) else None,
        require_turn_for_place(state, who, is_shoe_in_play(state)),
    ):
        return wrong
    owed = (e.SaluteOwed(who),) if is_salute_owed(state, who) else ()
    return (Seated(who, what.seat), *owed)


@acts.decides(StandBehind)
@rule("CF.D.03", neutral=lambda _state, _who, _what: fault("standing-not-admitted"))
def stand(state: State, who: PersonId, what: StandBehind) -> Decision:
    """Any number of players may take part on their feet, behind the places."""
    if wrong := first_fault(
        require_off_duty(state, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted.where(state.seats.is_at_table(who), state, who),
        people.require_another_place(state.seats, who, what.seat),
    ):
        return wrong
    moves = state.seats.is_standing(who) and is_shoe_in_play(state)
    following = require_not_following_hand.where(moves, state, who, what.seat)
    moved = StoodBehind(who, what.seat)
    return (moved,) if following is None else Irregular((moved, e.HandFollowed(who)), (following,))


@rule("CF.D.17", neutral=None)
def require_not_following_hand(state: State, who: PersonId, seat: Seat) -> Fault | None:
    """Those on their feet may not move around to follow the hand: in mid-shoe, to a place nearer to its right."""
    before, start = state.seats.place_of(who), state.banker_seat() if state.bank is not None else state.offer.origin
    if before is None or start is None:
        return None
    nearest = tuple(state.seats.rightwards(start))
    if nearest.index(seat) >= nearest.index(before):
        return None
    rest_on(cite("HP.CF.following-the-hand"))
    return fault("followed-the-hand", behind=before, now=seat)


@acts.decides(Leave)
def leave(state: State, who: PersonId, _what: Leave) -> Decision:
    """Decide that somebody leaves the table; a part of a bank that they offered or pledged, or that was pledged to
    them, goes with them.
    """
    offered = state.bank.join_offers if state.bank is not None else {}
    pledged = {one for one, pledge in state.offer.pledges.items() if who in (one, pledge.leader)}
    back = tuple(e.ShareOfferWithdrawn(one) for one in sorted(pledged | ({who} & set(offered))))
    return (
        people.require_at_table(state.seats, who)
        or require_uncommitted(state, who)
        or (*back, PersonLeft(who, people.chips_of(state.ledger, who)))
    )
