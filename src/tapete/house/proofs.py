"""Proofs of open banks: lodged before the bank is awarded, and asked by its table whether they are enough.

What they come to is known to the director and the cash desk alone. A table learns that a proof is there, and that it
was enough for the stakes of a coup: it goes on, or it does not.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.house.acts import (
    AcceptInstitution,
    CoverStakes,
    ExhaustProof,
    FindShort,
    LodgeProof,
    ReleaseProof,
    ReturnProof,
    UseProof,
)
from tapete.house.admission import (
    require_at_tables_within_limit,
    require_may_play,
    require_open_table,
    require_within_loss_limit,
)
from tapete.house.events import (
    CoverFoundShort,
    InstitutionAccepted,
    ProofExhausted,
    ProofLodged,
    ProofReleased,
    ProofReturned,
    ProofUsed,
    StakesCovered,
)
from tapete.house.posts import require_house_post
from tapete.house.state import Proof, State
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.spelling import plain
from tapete.table.staff import Role


@rule("HP.HS.bank-proof", neutral=None)
def require_accepted(state: State, institution: str) -> Fault | None:
    """Return a Fault if a deposit lies at a credit institution that the director did not accept before."""
    known = {plain(one) for one in state.institutions}
    if not institution or plain(institution) in known:
        return None
    return fault("institution-not-accepted", institution=institution[:80], accepted=list(state.institutions))


@rule("HP.HS.bank-proof", neutral=None)
def require_free_proof(state: State, person: PersonId) -> Fault | None:
    """Return a Fault unless somebody has lodged a proof on which no table relies."""
    one = state.proofs.get(person)
    if one is None:
        return fault("proof-not-lodged", person=person)
    return fault("proof-in-use", table=one.table) if one.table else None


@rule("HP.HS.bank-proof", neutral=None)
def require_not_lowered(state: State, what: LodgeProof) -> Fault | None:
    """Return a Fault if a further proof were less than one on which a table relies."""
    one = state.proofs.get(what.person)
    if one is None or not one.table or one.amount is None or what.amount is None or what.amount >= one.amount:
        return None
    return fault("deposit-not-sufficient")


def accept_institution(state: State, who: PersonId, what: AcceptInstitution) -> Decision:
    """Decide that deposits may lie at a credit institution, by the director."""
    is_known = plain(what.institution) in {plain(one) for one in state.institutions}
    wrong = first_fault(require_house_post(state, who, Role.DIRECTOR), fault("nothing-changes") if is_known else None)
    return wrong or (InstitutionAccepted(what.institution),)


def lodge_proof(state: State, who: PersonId, what: LodgeProof) -> Decision:
    """Decide that somebody has proven a deposit for an open bank; the director or the cash desk take it."""
    wrong = first_fault(
        require_house_post(state, who, Role.DIRECTOR, Role.CASHIER),
        fault("amount-malformed", amount=0) if what.amount is None else None,
        require_may_play(state, what.person),
        require_within_loss_limit(state, what.person, what.amount or 0),
        require_accepted(state, what.institution),
        require_not_lowered(state, what),
    )
    return wrong or (ProofLodged(what.person, what.amount, what.institution),)


def release_proof(state: State, who: PersonId, what: ReleaseProof) -> Decision:
    """Decide that a proof goes back: no table may rely on it."""
    wrong = first_fault(
        require_house_post(state, who, Role.DIRECTOR, Role.CASHIER), require_free_proof(state, what.person)
    )
    return wrong or (ProofReleased(what.person),)


@rule("HP.HS.bank-proof", neutral=None)
def require_lodged(state: State, what: UseProof) -> Fault | None:
    """Return a Fault unless whoever is to have the bank of a table has lodged a proof, no other relies on it, and more
    was lodged since one was found not to be enough.
    """
    one = state.proofs.get(what.person)
    if one is None:
        found = fault("proof-not-lodged", person=what.person)
    elif one.table not in ("", what.table):
        found = fault("proof-in-use", table=one.table)
    elif one.is_short:
        found = fault("deposit-not-sufficient")
    else:
        return None
    return with_clauses(found, *what.clauses, "HP.HS.bank-proof")


def use_proof(state: State, who: PersonId, what: UseProof) -> Decision:
    """Decide that a table relies on what somebody has proven."""
    wrong = first_fault(require_open_table(state, what.table), require_lodged(state, what))
    return wrong or (ProofUsed(what.person, what.table),)


@rule("HP.HS.bank-proof", neutral=None)
def require_enough(state: State, what: CoverStakes) -> Fault | None:
    """Return a Fault unless a banker's proof is enough for the stakes above his chips, and he lets himself lose it."""
    if not is_short(state, what.person, what.amount):
        return None
    return with_clauses(fault("deposit-not-sufficient"), *what.clauses, "HP.HS.bank-proof")


def cover_stakes(state: State, who: PersonId, what: CoverStakes) -> Decision:
    """Decide that what a banker has proven is enough for the stakes of a coup."""
    wrong = first_fault(require_open_table(state, what.table), require_enough(state, what))
    return wrong or (StakesCovered(what.person, what.table, what.amount),)


def is_short(state: State, person: PersonId, amount: Cents) -> bool:
    """Return True if so many cents cannot be called of what somebody has proven, or are more than he lets himself
    lose.
    """
    one, beyond = state.proofs.get(person), require_at_tables_within_limit(state, person, amount)
    return beyond is not None or one is None or not one.is_enough(amount)


def is_used_up(state: State, person: PersonId) -> bool:
    """Return True if nothing is left of what somebody has proven."""
    one = state.proofs.get(person)
    return one is None or one.is_used_up


def is_unreadable(state: State, person: PersonId) -> bool:
    """Return True if the sum of a proof cannot be read here: nobody can say what is enough for it."""
    one = state.proofs.get(person)
    return one is not None and one.amount is None


def find_short(state: State, who: PersonId, what: FindShort) -> Decision:
    """Decide that what a banker has proven is not enough for the stakes of a coup."""
    is_enough = not is_short(state, what.person, what.amount) and not is_unreadable(state, what.person)
    wrong = first_fault(require_open_table(state, what.table), fault("deposit-is-sufficient") if is_enough else None)
    rest_on(cite("HP.HS.bank-proof"))
    return wrong or (CoverFoundShort(what.person, what.table, what.amount),)


def exhaust_proof(state: State, who: PersonId, what: ExhaustProof) -> Decision:
    """Decide that nothing is left of what a banker has proven."""
    is_left = not is_used_up(state, what.person) and not is_unreadable(state, what.person)
    wrong = first_fault(require_open_table(state, what.table), fault("deposit-is-sufficient") if is_left else None)
    rest_on(cite("HP.HS.bank-proof"))
    return wrong or (ProofExhausted(what.person, what.table),)


def return_proof(state: State, who: PersonId, what: ReturnProof) -> Decision:
    """Decide that a table relies on a proof no more."""
    one = state.proofs.get(what.person)
    if one is None or one.table != what.table:
        return fault("proof-not-lodged", person=what.person)
    return (ProofReturned(what.person, what.table),)


def call_of_proof(state: State, person: PersonId, amount: Cents) -> State:
    """Return the house after so much more of a proof was called."""
    one = state.proofs.get(person)
    if one is None:
        return state
    return replace(state, proofs=state.proofs.set(person, replace(one, called_amount=one.called_amount + amount)))


def lodged_proof(state: State, event: ProofLodged) -> State:
    """Return the house with a proof; what was called of the one before stays called."""
    one = state.proofs.get(event.person, Proof(None))
    more = one.amount is None or event.amount is None or event.amount > one.amount
    new = replace(one, amount=event.amount, institution=event.institution, is_short=one.is_short and not more)
    return replace(state, proofs=state.proofs.set(event.person, new))


def with_shortness(state: State, person: PersonId, *, is_short: bool) -> State:
    """Return the house where a proof of somebody was found not to be enough, or to be so again."""
    one = state.proofs.get(person)
    return state if one is None else replace(state, proofs=state.proofs.set(person, replace(one, is_short=is_short)))


def reliance(state: State, person: PersonId, table: str) -> State:
    """Return the house where a table relies on somebody's proof, or none does: then nothing is asked of it."""
    one = state.proofs.get(person)
    if one is None:
        return state
    relied_on = replace(one, table=table, is_short=one.is_short and bool(table))
    return replace(state, proofs=state.proofs.set(person, relied_on))
