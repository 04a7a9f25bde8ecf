"""The chips of a bank at the croupier, and the proof of an open bank, whose sum is a secret."""

from __future__ import annotations

from tapete.accounts import STAKES, balance
from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.banked.people import require_player
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import ProveDeposit
from tapete.games.dos_panos.events import BankProven
from tapete.games.dos_panos.rules import DepositPlace, Liability
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.spelling import plain
from tapete.table.staff import Role, require_post_or_house


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_whole_bank(state: State, amount: Cents, whole: Cents) -> Fault | None:
    """Before bets are placed the banker hands the amount that is put into play over to the croupier, in chips."""
    if amount == whole:
        state.book.custody.each_hand.use()
        return None
    return fault("bank-not-in-custody", needs=whole, found=amount)


def is_custody_due(state: State) -> bool:
    """Return True if the next coup too begins with handed chips; a bank that goes on from its proof has none."""
    bank, again = state.bank, state.book.custody.each_hand
    has_chips = bank is None or state.bank_chips + bank.deposit > 0
    is_due = again.weigh() and has_chips
    if is_due:
        again.rest()
    return is_due


def is_repetition_held_up(state: State) -> bool:
    return state.phase is Phase.REPEAT and not state.coup.is_handed_over and is_custody_due(state)


def require_handed_over(state: State) -> Fault | None:
    if not is_repetition_held_up(state):
        return None
    whole = state.bank_chips + (0 if state.bank is None else state.bank.deposit)
    return against(state.book.custody.each_hand, "bank-not-in-custody", needs=whole, found=0)


def is_liable_for_all(state: State) -> bool:
    """Return True if the banker answers for every stake; what that decides rests on :func:`rest_on_liability`."""
    rules = state.book.bank
    if state.is_open_bank:
        return rules.free_answers_all.weigh()
    match rules.limited_liability.weigh():
        case Liability.EVERYTHING:
            return True
        case _:
            return False


def rest_on_liability(state: State) -> None:
    """Leave in the trace what says with what the banker answers: more is at stake than their chips."""
    rules = state.book.bank
    (rules.free_answers_all if state.is_open_bank else rules.limited_liability).rest()


def require_proof(state: State, who: PersonId | None) -> Fault | None:
    bank = state.bank
    is_proven = bank is not None and bank.banker == who and bank.is_proven
    if not is_liable_for_all(state) or is_proven or who in state.proofs:
        return None
    return against(state.book.free.deposit_at, "deposit-not-proven")


@acts.decides(ProveDeposit)
def prove(state: State, who: PersonId, what: ProveDeposit) -> Decision:
    is_of_house = state.settings.is_in_house
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.is_open_bank or is_liable_for_all(state) else fault("not-an-open-bank"),
        require_player(state.staff, what.person),
        require_new_proof(state, what),
        None if is_of_house else require_sum_and_place(state, what),
    ):
        return wrong
    return (BankProven(what.person, None, None) if is_of_house else BankProven(what.person, what.place, what.amount),)


def require_sum_and_place(state: State, what: ProveDeposit) -> Fault | None:
    at = state.book.free.deposit_at
    return first_fault(
        fault("amount-malformed", amount=0) if what.amount is None else None,
        None if at.has_member(str(what.place)) else against(at, "deposit-place", place=str(what.place)),
        require_institution(state, what),
        require_proof_kept(state, what.amount) if what.person == state.banker else None,
    )


def require_new_proof(state: State, what: ProveDeposit) -> Fault | None:
    bank, amount = state.bank, None if state.settings.is_in_house else what.amount
    if bank is not None and bank.banker == what.person:
        stands = bank.is_proven and (bank.proven_deposit, bank.called_deposit) == (amount, 0)
    else:
        stands = what.person in state.proofs and state.proofs[what.person] == amount
    return fault("nothing-changes") if stands and not state.coup.is_cover_short else None


@rule("DP.E2.11", neutral=None, names_a_pass=False)
def require_institution(state: State, what: ProveDeposit) -> Fault | None:
    """A deposit elsewhere lies at a credit institution that the management accepted beforehand."""
    if what.place is DepositPlace.CASH_DESK:
        return None
    if not what.institution:
        return fault("institution-missing")
    known = state.settings.institutions
    if plain(what.institution) in {plain(one) for one in known}:
        return None
    return fault("institution-not-accepted", institution=what.institution, accepted=list(known))


def proven_left(state: State) -> Cents | None:
    """Return what is left of the proven sum, in cents; ``None`` where the table knows none."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None:
        return None
    return bank.proven_deposit - bank.called_deposit


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_sufficient(state: State, at_risk: Cents) -> Fault | None:
    """Every stake against an open bank can be paid out of its chips and its proven deposit, so that the house is never
    liable: until more is proven nothing is dealt. Where the table does not know the sum, the house tells it.
    """
    left, bank = proven_left(state), state.bank
    is_elsewhere = bank is not None and bank.is_proven and left is None
    if not is_liable_for_all(state) or is_elsewhere or (left is not None and state.bank_chips + left >= at_risk):
        return None
    return fault("deposit-not-sufficient")


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_proof_kept(state: State, amount: Cents | None) -> Fault | None:
    """A further proof is never below what has been called of the deposit, nor below what the stakes of now may call."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None or amount is None or amount >= bank.proven_deposit:
        return None
    staked = balance(state.ledger, STAKES)
    needed = bank.called_deposit + max(0, staked - state.bank_chips)
    return None if amount >= needed else fault("deposit-not-sufficient")
