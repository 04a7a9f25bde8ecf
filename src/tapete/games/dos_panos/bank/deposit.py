"""The deposit at the cash desk, the proof of an open bank, and the chips that lie with the croupier."""

from __future__ import annotations

from tapete.accounts import STAKES, balance
from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.baccarat.procedure import Said
from tapete.games.dos_panos.acts.bank import DeliverBank, DepositBank, ProveDeposit
from tapete.games.dos_panos.bank.ending import require_shoe_left
from tapete.games.dos_panos.events import BankDelivered, BankDeposited, BankProven, BankTaken, PhaseOpened
from tapete.games.dos_panos.people.silence import require_bank_player
from tapete.games.dos_panos.rules.bank import Amount, DepositPlace, Liability
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents, euros
from tapete.spelling import plain
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post_or_house


def require_depositor(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody deposits for his own bank, or a real table is recorded for him."""
    owner = state.depositor
    return None if state.may_act_for(who, owner) else fault("not-your-bank", banker=owner)


def require_form(state: State, form: str) -> Fault | None:
    """Return a Fault if a deposit comes in a form that is not taken."""
    forms = state.book.deposit.forms
    known = forms.use()
    return None if not known or form in known else against(forms, "deposit-form", form=form[:40])


def require_deposit_enough(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if less is deposited than the bank was awarded for, or than a broken one began with, or more than
    the maximum of a bank.
    """
    if state.phase is Phase.BROKEN:
        return require_redeposit(state, amount)
    before, award, most = state.book.deposit.before_play, state.award, state.settings.bank_maximum
    if most and amount > most:
        return against(state.book.limits.bank, "bank-above-maximum", maximum=most, amount=amount)
    if award is None or not before.use() or amount >= award.amount:
        return None
    return against(before, "deposit-too-small", needs=award.amount, found=amount)


def require_redeposit(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if a broken bank would go on with less than it began with, or above the maximum of a bank."""
    least, bank, most = state.book.bank.redeposit_least, state.bank, state.settings.bank_maximum
    if over := require_shoe_left(state):
        return over
    if bank is not None and least.use() is Amount.INITIAL and amount < bank.initial:
        return against(least, "deposit-too-small", needs=bank.initial, found=amount)
    if most and amount > most:
        return against(state.book.limits.bank, "bank-above-maximum", maximum=most, amount=amount)
    return None


def is_liable_for_all(state: State) -> bool:
    """Return True if the banker answers for every stake, and not only with what lies on the table."""
    rules = state.book.bank
    if state.is_open_bank:
        return rules.free_answers_all.use()
    match rules.limited_liability.use():
        case Liability.EVERYTHING:
            return True
        case _:
            return False


def require_proof(state: State) -> Fault | None:
    """Return a Fault if somebody would answer for every stake who has not proven a sufficient deposit."""
    at, bank = state.book.free.deposit_at, state.bank
    if not is_liable_for_all(state) or (bank is not None and bank.proven_deposit is not None):
        return None
    return against(at, "deposit-not-proven")


def deposit(state: State, who: PersonId, what: DepositBank) -> Decision:
    """Decide a deposit at the cash desk: of a new bank, or of one that was broken."""
    owner = state.depositor
    wrong = first_fault(
        require_phase(state, Phase.DEPOSIT, Phase.BROKEN),
        require_depositor(state, who),
        require_form(state, what.form),
        require_deposit_enough(state, what.amount),
        require_proof(state),
    )
    if wrong or owner is None:
        return wrong or fault("not-your-bank", banker=owner)
    made = BankDeposited(owner, what.amount, what.form)
    if state.phase is Phase.BROKEN:
        return (made, PhaseOpened(phase_before_play(state)))
    return (made, BankTaken(owner), PhaseOpened(phase_before_play(state)))


def phase_before_play(state: State) -> Phase:
    """Return where the table goes when the bank is there: to a new shoe where one is due, else to the chips."""
    asked = state.bank is not None and state.bank.wants_new_shoe
    due = not state.shoe.is_loaded or state.shoe.has_ended or is_new_shoe_due(state) or asked
    return Phase.SHOE if due else Phase.CUSTODY


@rule("DP.E1.20", neutral=False)
def is_new_shoe_due(state: State) -> bool:
    """After a bank was auctioned or drawn anew a new shoe is started; whoever takes one up goes on with the old
    shoe.
    """
    return state.is_shoe_owed


# --- the proof of an open bank ----------------------------------------------------------------------------------------


def prove(state: State, who: PersonId, what: ProveDeposit) -> Decision:
    """Decide that the director takes a deposit as sufficient for an open bank; its sum stays his and the house's."""
    at = state.book.free.deposit_at
    owner = state.depositor
    wrong = first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.is_open_bank or is_liable_for_all(state) else fault("not-an-open-bank"),
        None if what.person == owner else fault("not-your-bank", banker=owner),
        None if at.has_member(str(what.place)) else against(at, "deposit-place", place=str(what.place)),
        require_institution(state, what),
        require_proof_kept(state, what.amount),
    )
    return wrong or (BankProven(what.person, what.place, what.amount),)


@rule("DP.E2.11", neutral=None, names_a_pass=False)
def require_institution(state: State, what: ProveDeposit) -> Fault | None:
    """A deposit elsewhere than at the cash desk lies at a credit institution that the management accepted
    beforehand.
    """
    if what.place is DepositPlace.CASH_DESK:
        return None
    if not what.institution:
        return fault("institution-missing")
    known = state.settings.institutions
    if plain(what.institution) in {plain(one) for one in known}:
        return None
    return fault("institution-not-accepted", institution=what.institution, accepted=list(known))


def proven_left(state: State) -> Cents | None:
    """Return what is left of the proven deposit of an open bank; ``None`` where nobody proved one."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None:
        return None
    return bank.proven_deposit - bank.called_deposit


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_sufficient(state: State, at_risk: Cents) -> Fault | None:
    """Every stake against an open bank can be paid out of its chips and its proven deposit, so that the house is never
    liable: until more is proven nothing is dealt.
    """
    left = proven_left(state)
    if not is_liable_for_all(state) or (left is not None and state.bank_chips + left >= at_risk):
        return None
    return fault("deposit-not-sufficient")


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_proof_kept(state: State, amount: Cents) -> Fault | None:
    """A further proof is never below what has been called of the deposit, nor below what the stakes of now may call."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None or amount >= bank.proven_deposit:
        return None
    staked = balance(state.ledger, STAKES)
    needed = bank.called_deposit + max(0, staked - state.bank_chips)
    return None if amount >= needed else fault("deposit-not-sufficient")


# --- custody ----------------------------------------------------------------------------------------------------------


def deliver(state: State, who: PersonId, what: DeliverBank) -> Decision:
    """Decide that the banker hands the chips of his bank over to the croupier: all that he announced."""
    bank = state.bank
    wrong = first_fault(require_bank_player(state, who), require_phase(state, Phase.CUSTODY))
    if wrong or bank is None:
        return wrong or fault("not-the-banker", banker=None)
    chips = state.bank_chips
    whole = chips + bank.deposit
    wrong = require_whole_bank(state, what.amount, whole)
    said = Said("bank-amount", {"amount": euros(whole)})
    return wrong or (BankDelivered(bank.banker, bank.deposit, whole), said, PhaseOpened(Phase.BETWEEN))


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_whole_bank(state: State, amount: Cents, whole: Cents) -> Fault | None:
    """Before bets are placed the banker hands the amount that is put into play over to the croupier, in chips."""
    if amount == whole:
        state.book.custody.each_hand.use()
        return None
    return fault("bank-not-in-custody", needs=whole, found=amount)


def is_custody_due(state: State) -> bool:
    """Return True if the next coup too begins with the announcement of the bank and its chips."""
    return state.book.custody.each_hand.use()
