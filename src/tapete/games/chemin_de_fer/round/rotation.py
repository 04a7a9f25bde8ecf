"""The bank on its way round («rotación»): whom it is offered to, in which order, and what it costs to let it go by.

First each seated player is asked whether he takes it alone, then those on their feet; then those who would take it
with associates; then he who let it go. What nobody takes is auctioned, and what nobody bids for falls to the right of
him who let it go, for the minimum. Nobody is asked twice in a round and the last duty empties places, so it ends.
"""

from __future__ import annotations

from tapete.clauses import cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked.shares import Shares
from tapete.games.chemin_de_fer.acts import DeclineBank, OfferBank
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.bank.amount import least_bank
from tapete.games.chemin_de_fer.cards.shoe_end import is_shoe_over, over
from tapete.games.chemin_de_fer.events import (
    AuctionOpened,
    BankDeclined,
    BankOffered,
    PhaseOpened,
    RefusalNoted,
    RoundRestarted,
    Saluted,
    SaluteOwed,
    SeatLost,
)
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.evolve.rotation import ROUND
from tapete.games.chemin_de_fer.people.seating import bank_priority, require_chips, salute
from tapete.games.chemin_de_fer.people.silence import may_stand_for
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.acts import Seated
from tapete.table.phases import require_phase
from tapete.table.seats import Seat
from tapete.table.staff import Role, require_post

ORDER = (Stage.SEATED, Stage.STANDING, Stage.JOINT, Stage.RECOVERY)

# --- who is asked -----------------------------------------------------------------------------------------------------


@rule("CF.E1.01", neutral=lambda state: tuple(reversed(state.seats.labels)))
def first_round(state: State) -> tuple[Seat, ...]:
    """The first bank goes to place number 1, on the croupier's right; an empty place lets it go on."""
    return state.seats.labels


@rule("CF.E1.02", neutral=lambda state, start: tuple(reversed(tuple(state.seats.rightwards(start)))))
def round_from(state: State, start: Seat) -> tuple[Seat, ...]:
    """The bank goes round by the numbers of the places."""
    return tuple(state.seats.rightwards(start))


@rule("CF.E1.11", neutral=False)
def is_offered_to_standing() -> bool:
    """What no seated player wants is offered to those on their feet."""
    return True


@rule("CF.E1.12", neutral=False)
def may_come_back() -> bool:
    """What nobody takes may be taken back, for the same amount, by him who let it go, whether he passed or lost it."""
    return True


def seated_round(state: State) -> tuple[PersonId, ...]:
    """Return the seated players in the order in which the bank comes to them, without him who let it go."""
    offer = state.offer
    seats = first_round(state) if offer.origin is None else round_from(state, offer.origin)
    found = tuple(state.seats.occupants[seat] for seat in seats if seat in state.seats.occupants)
    return tuple(one for one in found if one != offer.former_banker)


def valid_pledges(state: State, leader: PersonId) -> Shares:
    """Return the parts pledged to somebody that are still in hand: whoever left, or spent his chips, joins nobody."""
    parts = state.offer.pledged_to(leader)
    return tuple(
        one for one in parts if state.seats.is_at_table(one.person) and not require_chips(state, one.person, one.amount)
    )


def offerees(state: State, stage: Stage) -> tuple[PersonId, ...]:
    offer, order = state.offer, bank_priority(state)
    match stage:
        case Stage.SEATED | Stage.FORCED:
            return seated_round(state)
        case Stage.STANDING:
            on_feet = tuple(one.person for one in state.seats.standing if one.person != offer.former_banker)
            return tuple(sorted(on_feet, key=lambda one: order[one])) if is_offered_to_standing() else ()
        case Stage.JOINT:
            leaders = {one.leader for one in offer.pledges.values() if state.seats.is_at_table(one.leader)}
            led = {one for one in leaders if valid_pledges(state, one)}
            return tuple(sorted(led, key=lambda one: order[one]))
        case Stage.RECOVERY if offer.former_banker is not None:
            is_there = state.seats.is_at_table(offer.former_banker)
            return (offer.former_banker,) if may_come_back.where(is_there) else ()
        case _:
            return ()


def floor(state: State, stage: Stage) -> Cents:
    """Return the least amount that takes the bank at a stage, in cents."""
    offer, minimum = state.offer, least_bank(state)
    if stage is Stage.RECOVERY or (offer.is_passed and state.book.bank.matches_passed.use()):
        return max(minimum, garage.cut_to_maximum(state, offer.amount))
    return minimum


# --- going on ---------------------------------------------------------------------------------------------------------


def offer_next(state: State) -> tuple[Event, ...]:
    """Return the events that carry the bank on: to the next person, or to an auction when everybody has let it go."""
    if is_shoe_over(state):
        return over(state)
    first, events, now = state.offer.stage, list[Event](), state
    for stage in ORDER[ORDER.index(first) :]:
        same = stage is first or (stage in ROUND and first in ROUND)
        for who in offerees(state, stage):
            if same and who in now.offer.past_candidates:
                continue
            if may_be_asked(now, who) and not (stage is Stage.SEATED and who in now.carried_over.salute_debtors):
                return (*events, BankOffered(who, stage, floor(state, stage)), PhaseOpened(Phase.BANK))
            by = pass_over(now, who) if stage is Stage.SEATED else ()
            events, now = [*events, *by], fold(evolve, now, by)
    return (*events, *open_auction(now))


def may_be_asked(state: State, who: PersonId) -> bool:
    """Return True if the bank may be offered to somebody: he is there, and no ruling keeps it from him."""
    return who not in state.seats.away and not state.bars.is_barred(who, BarredAction.BANK)


def pass_over(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return what it does when the hand goes past a seated player without being offered to him."""
    return replace_absent(state, who) if who in state.seats.away else salute(state, who)


def open_auction(state: State) -> tuple[Event, ...]:
    """Return the events that open the auction of a bank nobody took; with nobody at the table there is none."""
    if not state.seats.people():
        return leave_vacant()
    offer = state.offer
    matched = garage.cut_to_maximum(state, offer.amount)
    lowest = (
        max(least_bank(state), matched)
        if offer.is_passed and state.book.bank.auction_matches.use()
        else least_bank(state)
    )
    return (AuctionOpened(lowest, tuple(sorted(offer.barred_bidders))), PhaseOpened(Phase.AUCTION))


@rule("CF.D.19", neutral=())
def replace_absent(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever is away when the hand comes to him loses his place to the first on the waiting list, who lets it
    pass.
    """
    seat = state.seats.seat_of(who)
    if seat is None:
        return ()
    first = next((one for one in state.seats.waiting_list if one not in state.seats.away), None)
    heir = () if first is None else (Seated(first, seat), SaluteOwed(first), Saluted(first))
    return (SeatLost(who, seat), *heir)


# --- letting it go by -------------------------------------------------------------------------------------------------


@rule("CF.E1.09", neutral=lambda _state, _who: fault("bank-not-declinable"))
def let_go(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever does not want the bank lets it go round."""
    events = (BankDeclined(who), *note_refusal(state, who))
    return (*events, *offer_next(fold(evolve, state, events)))


def note_refusal(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return the event that counts a refusal of the hand.

    A person who may still take it with associates has not refused yet; a hand that is offered to him twice, alone and
    with associates, is refused once.
    """
    offer = state.offer
    hopes = (offer.stage is Stage.SEATED and bool(valid_pledges(state, who))) or who in offer.refusals
    refused = offer.stage in (Stage.SEATED, Stage.JOINT) and state.seats.seat_of(who) is not None and not hopes
    if not refused:
        return ()
    return second_refusal(state, who) or (RefusalNoted(who),)


@rule("CF.D.16", neutral=())
def second_refusal(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever refuses the hand twice running gives up his place."""
    seat = state.seats.seat_of(who)
    return (SeatLost(who, seat),) if seat is not None and who in state.carried_over.refusers else ()


def has_place_at_stake(state: State, who: PersonId) -> bool:
    """Return True if somebody whom the bank is offered to gives up his place by letting it go by."""
    if state.phase is not Phase.BANK or who != state.offer.candidate:
        return False
    left = give_up_place(state, who) if state.offer.stage is Stage.FORCED else note_refusal(state, who)
    return any(isinstance(one, SeatLost) and one.person == who for one in left)


def decline(state: State, who: PersonId, what: DeclineBank) -> Decision:
    """Decide that somebody lets the bank go by."""
    del what
    person = state.offer.candidate
    his = state.may_act_for(who, person) or may_stand_for(state, who, person)
    wrong = first_fault(require_phase(state, Phase.BANK), None if his else fault("not-offered-to-you"))
    if wrong or person is None:
        return with_clauses(wrong or fault("not-offered-to-you"), "CF.E1.09")
    return give_up_place(state, person) if state.offer.stage is Stage.FORCED else let_go(state, person)


# --- for the minimum --------------------------------------------------------------------------------------------------


@rule("CF.E1.25", neutral=lambda _state: (PhaseOpened(Phase.VACANT),))
def offer_to_the_right(state: State) -> tuple[Event, ...]:
    """A bank that nobody acquired falls to the right of him who passed it, for the table's minimum."""
    if not state.offer.is_passed:
        rest_on(cite("HP.CF.forced-by-analogy"))
    events, now = list[Event](), state
    for who in offerees(state, Stage.FORCED):
        if who in state.offer.past_candidates:
            continue
        if may_be_asked(now, who) and who not in now.carried_over.salute_debtors:
            return (*events, BankOffered(who, Stage.FORCED, least_bank(state)), PhaseOpened(Phase.BANK))
        by = pass_over(now, who)
        events, now = [*events, *by], fold(evolve, now, by)
    return (*events, *leave_vacant())


@rule("CF.E1.26", neutral=lambda _state, who: (BankDeclined(who), PhaseOpened(Phase.VACANT)))
def give_up_place(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever does not accept the bank that falls to him gives up his place; the next on the right is asked."""
    seat = state.seats.seat_of(who)
    events = (BankDeclined(who), *(() if seat is None else (SeatLost(who, seat),)))
    return (*events, *offer_to_the_right(fold(evolve, state, events)))


# --- nobody -----------------------------------------------------------------------------------------------------------


@rule("HP.CF.vacant-bank", neutral=())
def leave_vacant() -> tuple[Event, ...]:
    """A bank that everybody has let go waits until the croupier offers it round anew."""
    return (PhaseOpened(Phase.VACANT),)


def offer_again(state: State, who: PersonId, what: OfferBank) -> Decision:
    """Decide that the croupier offers a vacant bank round anew, from the place where it stopped."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        require_phase(state, Phase.VACANT),
        None if set(state.seats.people()) - state.seats.away else fault("nobody-to-offer"),
    )
    if wrong:
        return wrong
    rest_on(cite("HP.CF.vacant-bank"))
    restarted = RoundRestarted()
    return (restarted, *offer_next(evolve(state, restarted)))
