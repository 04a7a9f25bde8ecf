"""Taking the bank: alone, with associates, or for another shoe."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer.acts import PledgeShare, TakeBank
from tapete.games.chemin_de_fer.bank.amount import (
    announce_bank,
    form_bank,
    greatest_bank,
    raise_to,
    require_bank_at_floor,
    require_bank_within_maximum,
)
from tapete.games.chemin_de_fer.events import BankContinued, BankTaken, PhaseOpened, ShareAccepted, SharePledged
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import bank_priority, require_chips
from tapete.games.chemin_de_fer.round.rotation import valid_pledges
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank, Pledge
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Decision, PersonId, fold
from tapete.money import Cents
from tapete.table.phases import require_phase


def take(state: State, who: PersonId, what: TakeBank) -> Decision:
    """Decide that somebody takes the bank offered to him."""
    person = state.offer.candidate
    wrong = first_fault(
        require_phase(state, Phase.BANK), None if state.may_act_for(who, person) else fault("not-offered-to-you")
    )
    if wrong or person is None:
        return wrong or fault("not-offered-to-you")
    if state.bank is not None:
        return continue_bank(state, state.bank, what.amount)
    pledges = pledges_of_taker(state, person)
    return take_with_associates(state, person, what.amount, pledges) if pledges else take_alone(state, person, what)


def take_alone(state: State, who: PersonId, what: TakeBank) -> Decision:
    """Decide that one player takes the bank."""
    chips = what.amount if what.chips is None else what.chips
    wrong = first_fault(
        require_bank_at_floor(state, what.amount),
        require_bank_within_maximum(state, what.amount),
        fault("more-than-announced", owed=what.amount) if chips > what.amount else None,
        require_chips(state, who, chips),
    )
    return wrong or form_bank(state, who, what.amount, chips)


# --- with associates --------------------------------------------------------------------------------------------------


@rule("CF.E1.13", neutral=True)
def may_associates_join(stage: Stage) -> bool:
    """A hand taken by one player goes before one taken in association: everybody is asked for himself first."""
    return stage is Stage.JOINT


def pledges_of_taker(state: State, leader: PersonId) -> Shares:
    """Return the parts that join somebody who takes the bank now: those pledged to him that are still in hand."""
    parts = valid_pledges(state, leader)
    return parts if parts and may_associates_join(state.offer.stage) else ()


def pledges_with_room(state: State, own: Cents, pledges: Shares) -> Shares:
    """Return the parts that find room beside the banker's own below the maximum, the best placed people's first."""
    order, taken = bank_priority(state), list[Share]()
    for one in sorted(pledges, key=lambda part: order[part.person]):
        if require_bank_within_maximum(state, own + one.amount + sum(part.amount for part in taken)) is None:
            taken.append(one)
    return tuple(one for one in pledges if one in taken)


def take_with_associates(state: State, who: PersonId, own: Cents, pledges: Shares) -> Decision:
    """Decide that a player takes the bank with associates: ``own`` cents are his part."""
    pledges = pledges_with_room(state, own, pledges)
    whole = own + sum(one.amount for one in pledges)
    wrong = first_fault(
        require_bank_at_floor(state, whole), require_bank_within_maximum(state, whole), require_chips(state, who, own)
    )
    if wrong:
        return wrong
    joined = tuple(ShareAccepted(one.person, one.amount) for one in pledges)
    events = (BankTaken(who, own), *joined)
    return (*events, *announce_bank(fold(evolve, state, events)), PhaseOpened(Phase.BETWEEN))


def own_part_bounds(state: State) -> tuple[Cents, Cents | None]:
    """Return the least that the person asked must put up himself, in cents, and the greatest such that every amount
    between makes a bank; ``None`` without an upper bound. Where no amount makes one the greatest is below the least.

    The parts pledged to him count with his own, and each that finds no room beside it below the maximum falls out.
    """
    to, floor, most = state.offer.candidate, state.offer.floor, greatest_bank(state)
    pledges = () if to is None or state.bank is not None else pledges_of_taker(state, to)
    if most is None or not pledges:
        return max(floor - sum(one.amount for one in pledges), 1), most
    found, own = None, 1
    while own <= most:
        joined = sum(one.amount for one in pledges_with_room(state, own, pledges))
        first, last = max(own, floor - joined), most - joined  # up to the last no further part falls out
        if first <= last and (found is None or first == own):
            found = (first if found is None else found[0], last)
        elif found is not None:
            break
        own = last + 1
    return found or (most + 1, most)


def pledge(state: State, who: PersonId, what: PledgeShare) -> Decision:
    """Decide that a player would put a part into the bank that another takes; nothing moves before it is taken."""
    offer = state.offer
    wrong = first_fault(
        require_phase(state, Phase.BANK),
        fault("wrong-stage") if offer.stage in (Stage.FORCED, Stage.CONTINUE) else None,
        None if state.seats.is_at_table(who) and state.seats.is_at_table(what.leader) else fault("not-at-table"),
        fault("own-bank") if who == what.leader else None,
        fault("leader-let-it-go", person=what.leader) if what.leader == offer.former_banker else None,
        require_bank_within_maximum(state, what.amount),
        require_chips(state, who, what.amount),
        fault("nothing-changes") if offer.pledges.get(who) == Pledge(what.leader, what.amount) else None,
    )
    return wrong or (SharePledged(who, what.leader, what.amount),)


# --- another shoe -----------------------------------------------------------------------------------------------------


@rule("CF.B.48", neutral=None)
def require_bank_kept_up(state: State, amount: Cents) -> Fault | None:
    """Whoever goes on as banker in the next shoe puts up at least what the bank amounted to."""
    return fault("bank-below-floor", floor=state.offer.floor) if amount < state.offer.floor else None


def continue_bank(state: State, bank: Bank, amount: Cents) -> Decision:
    """Decide what the banker offers for the next shoe."""
    wrong = first_fault(require_bank_kept_up(state, amount), require_bank_within_maximum(state, amount))
    raised = raise_to(state, bank, amount)
    short = wrong or require_chips(state, bank.banker, sum(one.amount for one in raised))
    if short:
        return short
    events = (*raised, BankContinued(bank.banker))
    return (*events, *announce_bank(fold(evolve, state, events)), PhaseOpened(Phase.BETWEEN))
