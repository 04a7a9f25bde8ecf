"""How the bank leaves its banker: lost, passed, refused, over with the shoe; and who is away from the table."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat.effects import DISCARD
from tapete.games.banked.acts import StandIn
from tapete.games.banked.coup import Shares, sum_of
from tapete.games.banked.events import CardMoved, CardsCarried, CroupierStoodIn
from tapete.games.banked.people import require_chips
from tapete.games.chemin_de_fer import acts, rotation
from tapete.games.chemin_de_fer.acts import DeclineBank, PassHand, RefuseToDeal
from tapete.games.chemin_de_fer.bank import announce_bank, playable, require_banker_between_coups
from tapete.games.chemin_de_fer.calls import require_enough_players
from tapete.games.chemin_de_fer.cards import is_shoe_over, require_no_pass_bar, require_nothing_pending, to_the_table
from tapete.games.chemin_de_fer.events import (
    BankOffered,
    BankReinstated,
    BankReturned,
    PhaseOpened,
    SeatLost,
    SeguidoHeld,
)
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people import leave, may_stand_for
from tapete.games.chemin_de_fer.remedies import is_relaxed_for_banker
from tapete.games.chemin_de_fer.stakes import calls_returned
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.games.chemin_de_fer.terms import PREPARING, BankEnd, Phase, Stage
from tapete.kernel import CLOCK, Decision, Event, PersonId, fold
from tapete.table.acts import Away, Back, LeadOut, Leave
from tapete.table.people import presence, require_long_absence, require_presence_changes
from tapete.table.phases import require_phase
from tapete.table.seats import Seat
from tapete.table.staff import Role, require_post


@rule("CF.E1.27", neutral=lambda state: state.banker_seat())
def right_of_who_passed(state: State) -> Seat | None:
    """When whoever acquired a passed hand loses, the shoe goes to the right of whoever had passed it."""
    return state.offer.origin


@rule("CF.E1.17", neutral=lambda state: state.offer.origin)
def right_of_last_seated(state: State) -> Seat | None:
    """A bank passed by somebody on their feet goes to the right of the last seated player who held it."""
    return state.carried_over.last_seat


@rule("CF.E1.18", neutral=lambda state: state.offer.origin)
def right_of_acquirer(state: State) -> Seat | None:
    """A seated player who acquired the bank and passes it hands it to their own right."""
    return state.banker_seat()


def origin_after(state: State, how: BankEnd) -> Seat | None:
    """Return the place from whose right a bank that ends so goes round.

    Whoever took back the hand that they had passed themselves has acquired nobody's: it goes from where they are now.
    """
    acquired = state.offer.is_passed and state.offer.former_banker != state.banker
    match how:
        case BankEnd.LOST:
            return right_of_who_passed(state) if acquired else state.banker_seat()
        case BankEnd.REFUSED:
            return state.offer.origin
        case BankEnd.PASSED:
            sits = state.bank is not None and state.seats.seat_of(state.bank.banker) is not None
            if not sits:
                return right_of_last_seated(state)
            return right_of_acquirer(state) if acquired else state.banker_seat()


@rule("CF.E1.24", neutral=lambda state: state.offer.barred_bidders)
def barred_people(_state: State) -> frozenset[PersonId]:
    """Whoever passed an earlier hand may bid again once the banker after them lets the bank go."""
    return frozenset()


def still_barred(state: State) -> frozenset[PersonId]:
    return barred_people.where(bool(state.offer.barred_bidders), state) or frozenset()


def barred_after_pass(state: State) -> frozenset[PersonId]:
    """Return who may not bid because the bank was passed: whoever refused to deal from it meanwhile passed nothing."""
    owners = frozenset({state.offer.former_banker, *state.offer.former_associates})
    return frozenset(one for one in state.offer.barred_bidders if one in owners or one != state.offer.refused_by)


def barred_by(state: State, bank: Bank, how: BankEnd) -> tuple[PersonId, ...]:
    owners = frozenset(part.person for part in bank.parts)
    match how:
        case BankEnd.LOST:
            barred = still_barred(state)
        case BankEnd.PASSED:
            barred = still_barred(state) | owners
        case BankEnd.REFUSED:
            barred = barred_after_pass(state) | {bank.banker}
    return tuple(sorted(barred))


@rule("CF.C1.05", neutral=())
def discard_for_next_banker(state: State) -> tuple[Event, ...]:
    """Cards that wait for a coup which this banker never deals are discarded: the next one does not use them."""
    return tuple(CardMoved(one.position, DISCARD) for one in state.coup.cards.marks.aside)


def bank_return(state: State, bank: Bank, how: BankEnd) -> BankReturned:
    match how:
        case BankEnd.LOST:
            amount = state.coup.in_play
        case BankEnd.PASSED:
            amount = playable(state, bank)
        case BankEnd.REFUSED:
            amount = state.offer.amount
    aside = tuple(one for one in bank.aside if one.amount)
    return BankReturned(bank.parts, how, origin_after(state, how), amount, aside, barred_by(state, bank, how))


def discard_early_cards(state: State) -> tuple[Event, ...]:
    return discard_for_next_banker(state) if state.coup.cards.marks.aside else ()


def release_bank(state: State, how: BankEnd) -> tuple[Event, ...]:
    if state.bank is None:
        return ()
    left = (*discard_early_cards(state), bank_return(state, state.bank, how))
    if state.phase in PREPARING:
        return left
    return (*left, *rotation.offer_next(fold(evolve, state, left)))


def reinstate_bank(state: State, changes: Shares) -> tuple[Event, ...]:
    """Return what follows when a bank was not lost: while nobody has it, its owners put it up again, if they can."""
    if state.offer.lost_bank is None or state.phase not in (Phase.BANK, *PREPARING):
        return ()
    bank, _how_come_by = state.offer.lost_bank
    parts, aside = sum_of(bank.parts, changes), tuple(one for one in bank.aside if one.amount)
    if any(not state.seats.is_at_table(one.person) for one in parts) or any(
        require_chips(state, one.person, one.amount) for one in sum_of(parts, aside)
    ):
        return ()
    again = BankReinstated(bank.banker, parts, aside)
    after = evolve(state, again)
    if state.phase in PREPARING:
        return (again,)
    return (again, *(start_shoe(after) if state.history[-1].shoe != state.shoe.number else keep_bank(after)))


@rule("CF.E1.07", neutral=lambda _state: (PhaseOpened(Phase.BETWEEN),))
def cede_bank(state: State) -> tuple[Event, ...]:
    """A lost bank is ceded to the player on the banker's right."""
    return release_bank(state, BankEnd.LOST)


@rule("CF.E1.06", neutral=lambda state: release_bank(state, BankEnd.PASSED))
def keep_bank(state: State) -> tuple[Event, ...]:
    """The banker may keep the bank as long as they win; a tie takes nothing from them either."""
    return to_the_table(state) if is_shoe_over(state) else (*announce_bank(state), PhaseOpened(Phase.BETWEEN))


@rule("CF.E1.31", neutral=False)
def is_tie_enough() -> bool:
    """A first coup that ends in a tie lets the bank be given up by the general rules."""
    return True


@rule("CF.E1.28", neutral=None)
def require_dealt_once(bank: Bank) -> Fault | None:
    """Whoever acquired the bank deals at least once before they give it up."""
    return None if bank.decided_coups or is_tie_enough.where(bank.tied_coups > 0) else fault("must-deal-once")


def require_dealt_if_possible(state: State, bank: Bank) -> Fault | None:
    """Return a Fault if the banker has not dealt yet and can still be asked to.

    They are not asked when nobody staked against the bank, when too few players are left, or when they drew early and
    the inspector relieved them of the duty.
    """
    owed = require_dealt_once(bank)
    if owed is None:
        return None
    if bank.idle_coups:
        rest_on(cite("HP.CF.no-stakes"))
        return None
    with trace() as trail:
        relaxed = is_relaxed_for_banker(state)
    if relaxed:
        trail.hand_on()
        return None
    with trace():
        few = require_enough_players(state)
    if few is None:
        return owed
    rest_on(cite("HP.CF.below-four"))
    return None


def require_may_give_up(state: State, who: PersonId, clause: str) -> Fault | None:
    """Return a Fault unless the banker gives up the bank between coups, or the croupier for them if away or silent."""
    for_him = state.phase is Phase.BETWEEN and not state.is_observed and may_stand_for(state, who, state.banker)
    return None if for_him else require_banker_between_coups(state, who, clause)


@rule("CF.E1.08", neutral=lambda _state: fault("bank-not-passable"))
def pass_bank(state: State) -> tuple[Event, ...]:
    """The banker may give the bank up: it goes to their right, as when it is lost."""
    return (*end_banco_seguido(state), *release_bank(state, BankEnd.PASSED))


def end_banco_seguido(state: State) -> tuple[Event, ...]:
    if not state.carried_over.seguido or state.book.betting.seguido_after_pass.use():
        return ()
    return (SeguidoHeld(()),)


def is_relaxed_in_betting(state: State, who: PersonId) -> bool:
    """Return True if the banker was let off the coup while its betting was open: they need not deal it."""
    if state.phase is not Phase.BETS or not state.may_act_for(who, state.banker):
        return False
    with trace() as trail:
        relaxed = is_relaxed_for_banker(state)
    if relaxed:
        trail.hand_on()
    return relaxed


@acts.decides(PassHand)
def pass_hand(state: State, who: PersonId, _what: PassHand) -> Decision:
    """Decide that the banker passes the hand: between coups, or out of a betting that they need not deal any more."""
    relaxed = is_relaxed_in_betting(state, who)
    wrong = None if relaxed else require_may_give_up(state, who, "CF.E1.08")
    bank = state.bank
    if wrong or bank is None:
        return wrong or fault("no-bank")
    barred = require_no_pass_bar(state, bank.banker)
    bound = first_fault(barred, require_dealt_if_possible(state, bank))
    if bound or not relaxed:
        return bound or pass_bank(state)
    back = calls_returned(state)
    return (*back, *pass_bank(fold(evolve, state, back)))


@rule("HP.CF.duty-refused", neutral=())
def give_up_place_for_duty(state: State, bank: Bank) -> tuple[Event, ...]:
    """Whoever took the bank as a last duty and will not deal from it has not accepted it: they give up their place."""
    seat = state.seats.seat_of(bank.banker)
    return () if seat is None else (SeatLost(bank.banker, seat),)


@rule("CF.E1.29", neutral=lambda state, _bank: release_bank(state, BankEnd.PASSED))
def auction_refused_bank(state: State, bank: Bank) -> tuple[Event, ...]:
    """If whoever acquired the bank refuses to deal, it is auctioned."""
    undone = give_up_place_for_duty(state, bank) if state.offer.stage is Stage.FORCED else ()
    left = (*discard_early_cards(state), bank_return(state, bank, BankEnd.REFUSED), *undone)
    return (*left, *rotation.open_auction(fold(evolve, state, left)))


@acts.decides(RefuseToDeal)
def refuse_to_deal(state: State, who: PersonId, _what: RefuseToDeal) -> Decision:
    wrong = require_may_give_up(state, who, "CF.E1.29")
    bank = state.bank
    if wrong or bank is None:
        return wrong or fault("no-bank")
    if bank.decided_coups or bank.tied_coups:
        return fault("dealt-already")
    return require_no_pass_bar(state, bank.banker) or auction_refused_bank(state, bank)


@rule("CF.B.48", neutral=lambda state: release_bank(state, BankEnd.LOST))
def offer_for_next_shoe(state: State) -> tuple[Event, ...]:
    """The banker who won the last coup of a shoe may stay banker in the next one for what the bank amounted to."""
    bank = state.bank
    if bank is None:
        return ()
    return (BankOffered(bank.banker, Stage.CONTINUE, playable(state, bank)), PhaseOpened(Phase.BANK))


@rule("CF.B.48", neutral=())
def give_up_with_shoe(state: State) -> tuple[Event, ...]:
    """A banker who does not offer as much for the next shoe gives the bank up."""
    return (*end_banco_seguido(state), *release_bank(state, BankEnd.PASSED))


def start_shoe(state: State) -> tuple[Event, ...]:
    """Return what a fresh shoe leads to: the bank goes on, is offered to its banker again, or goes round."""
    if state.bank is not None:
        dealt = state.bank.decided_coups or state.bank.tied_coups
        return offer_for_next_shoe(state) if dealt else (PhaseOpened(Phase.BETWEEN),)
    return rotation.offer_next(state)


@acts.decides(DeclineBank)
def decline(state: State, who: PersonId, what: DeclineBank) -> Decision:
    if state.bank is None or state.phase is not Phase.BANK:
        return rotation.decline(state, who, what)
    is_theirs = state.may_act_for(who, state.banker) or may_stand_for(state, who, state.banker)
    return give_up_with_shoe(state) if is_theirs else with_clauses(fault("not-offered-to-you"), "CF.B.48")


@acts.decides(Away, Back)
def away(state: State, who: PersonId, what: Away | Back) -> Decision:
    staff = None if who in (CLOCK, what.person) else require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR)
    if wrong := first_fault(staff, require_presence_changes(state.seats, what)):
        return wrong
    now = presence(what)
    if isinstance(what, Back):
        return (now,)
    rest_on(cite("HP.CF.in-play"))
    return (now, *(skip_absent_person(evolve(state, now), what.person) if what.person == state.offer.candidate else ()))


@acts.decides(LeadOut)
def lead_out(state: State, who: PersonId, what: LeadOut) -> Decision:
    """Decide that somebody on their feet who has long been away counts as gone. Nothing of theirs may be in play."""
    if wrong := require_long_absence(state.seats, who, what.person):
        return wrong
    rest_on(cite("HP.CF.led-out"))
    return leave(state, what.person, Leave())


@acts.decides(StandIn)
def stand_in(state: State, who: PersonId, _what: StandIn) -> Decision:
    """Decide that the croupier plays for a holder who is away: what they have called and staked stands."""
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.CARRY, Phase.LIFT, Phase.WORD),
        require_nothing_pending(state),
        None if state.holder in state.seats.away else fault("holder-is-there", holder=state.holder),
    ):
        return wrong
    rest_on(cite("HP.CF.absent-holder"))
    lies_there = () if state.phase is Phase.CARRY else (CardsCarried(who), PhaseOpened(Phase.LIFT))
    return (CroupierStoodIn(state.holder or who, who), *lies_there)


def skip_absent_person(state: State, person: PersonId) -> tuple[Event, ...]:
    """Return what follows when whoever is asked to take the bank goes away without an answer: they let it go by."""
    rest_on(cite("HP.CF.unanswered-bank"))
    match state.offer.stage:
        case Stage.FORCED:
            return rotation.give_up_place(state, person)
        case Stage.CONTINUE:
            return give_up_with_shoe(state)
        case _:
            return rotation.let_go(state, person)
