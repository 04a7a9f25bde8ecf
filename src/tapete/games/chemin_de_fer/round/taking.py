"""Taking the bank: alone, with associates, or for another shoe."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.chemin_de_fer.acts.bank import PledgeShare, TakeBank
from tapete.games.chemin_de_fer.bank.amount import announced, formed, raised_by, reaches_floor, within_maximum
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.events.bank import BankContinued, BankTaken, ShareAccepted, SharePledged
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import bank_priority, require_chips
from tapete.games.chemin_de_fer.round.passing import given_up_with_the_shoe
from tapete.games.chemin_de_fer.round.rotation import pledged
from tapete.games.chemin_de_fer.shares import Share, Shares
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.games.chemin_de_fer.windows import require_phase
from tapete.kernel import Decision, PersonId, fold
from tapete.money import Cents


def take(state: State, who: PersonId, what: TakeBank) -> Decision:
    """Decide that somebody takes the bank offered to him."""
    person = state.offer.to
    wrong = first_fault(
        require_phase(state, Phase.BANK), None if state.acts_for(who, person) else fault("not-offered-to-you")
    )
    if wrong or person is None:
        return wrong or fault("not-offered-to-you")
    if state.bank is not None:
        return goes_on(state, state.bank, what.amount)
    pledges = counted(state, person)
    return together(state, person, what.amount, pledges) if pledges else alone(state, person, what)


def alone(state: State, who: PersonId, what: TakeBank) -> Decision:
    """Decide that one player takes the bank."""
    chips = what.amount if what.chips is None else what.chips
    wrong = first_fault(
        reaches_floor(state, what.amount),
        within_maximum(state, what.amount),
        fault("more-than-announced", owed=what.amount) if chips > what.amount else None,
        require_chips(state, who, chips),
    )
    return wrong or formed(state, who, what.amount, chips)


# --- with associates --------------------------------------------------------------------------------------------------


@rule("CF.E1.13", neutral=True)
def alone_was_asked(stage: Stage) -> bool:
    """A hand taken by one player goes before one taken in association: everybody is asked for himself first."""
    return stage is Stage.JOINT


def counted(state: State, leader: PersonId) -> Shares:
    """Return the parts that join somebody who takes the bank now: those pledged to him that are still in hand."""
    parts = pledged(state, leader)
    return parts if parts and alone_was_asked(state.offer.stage) else ()


def beside(state: State, own: Cents, pledges: Shares) -> Shares:
    """Return the parts that find room beside the banker's own below the maximum, the best placed people's first."""
    order, taken = bank_priority(state), list[Share]()
    for one in sorted(pledges, key=lambda part: order[part.person]):
        if within_maximum(state, own + one.amount + sum(part.amount for part in taken)) is None:
            taken.append(one)
    return tuple(one for one in pledges if one in taken)


def together(state: State, who: PersonId, own: Cents, pledges: Shares) -> Decision:
    """Decide that a player takes the bank with associates: ``own`` cents are his part."""
    pledges = beside(state, own, pledges)
    whole = own + sum(one.amount for one in pledges)
    wrong = first_fault(reaches_floor(state, whole), within_maximum(state, whole), require_chips(state, who, own))
    if wrong:
        return wrong
    joined = tuple(ShareAccepted(one.person, one.amount) for one in pledges)
    events = (BankTaken(who, own), *joined)
    return (*events, *announced(fold(evolve, state, events)), PhaseOpened(Phase.BETWEEN))


def pledge(state: State, who: PersonId, what: PledgeShare) -> Decision:
    """Decide that a player would put a part into the bank that another takes; nothing moves before it is taken."""
    offer = state.offer
    wrong = first_fault(
        require_phase(state, Phase.BANK),
        fault("wrong-stage") if offer.stage in (Stage.FORCED, Stage.CONTINUE) else None,
        None if state.seats.is_at_table(who) and state.seats.is_at_table(what.leader) else fault("not-at-table"),
        fault("own-bank") if who == what.leader else None,
        fault("leader-let-it-go", person=what.leader) if what.leader == offer.left_by else None,
        within_maximum(state, what.amount),
        require_chips(state, who, what.amount),
    )
    return wrong or (SharePledged(who, what.leader, what.amount),)


# --- another shoe -----------------------------------------------------------------------------------------------------


def goes_on(state: State, bank: Bank, amount: Cents) -> Decision:
    """Decide what the banker offers for the next shoe: at least what the bank amounted to, or it leaves him."""
    if amount < state.offer.floor:
        return given_up_with_the_shoe(state)
    rest_on(cite("CF.B.48"))
    wrong: Fault | None = within_maximum(state, amount)
    raised = raised_by(state, bank, amount)
    short = wrong or require_chips(state, bank.banker, sum(one.amount for one in raised))
    if short:
        return short
    events = (*raised, BankContinued(bank.banker))
    return (*events, *announced(fold(evolve, state, events)), PhaseOpened(Phase.BETWEEN))
