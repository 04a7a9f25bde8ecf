"""The deposit at the cash desk, and the chips that lie with the croupier."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.baccarat.procedure import Said
from tapete.games.dos_panos.acts import DeliverBank, DepositBank
from tapete.games.dos_panos.bank.custody import is_repetition_held_up, require_whole_bank
from tapete.games.dos_panos.bank.ending import require_shoe_left, shoe_changed
from tapete.games.dos_panos.bank.proof import require_proof
from tapete.games.dos_panos.events import BankDelivered, BankDeposited, BankTaken, PhaseOpened
from tapete.games.dos_panos.order import require_bank_unbroken, require_step, require_window
from tapete.games.dos_panos.people.silence import require_bank_player
from tapete.games.dos_panos.rules.bank import Amount
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents, euros


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


def deposit(state: State, who: PersonId, what: DepositBank) -> Decision:
    """Decide a deposit at the cash desk: of a new bank, or of one that was broken."""
    owner = state.depositor
    wrong = first_fault(
        require_window(state, "DP.E1.09", Phase.DEPOSIT, Phase.BROKEN),
        require_depositor(state, who),
        require_form(state, what.form),
        require_deposit_enough(state, what.amount),
        require_proof(state, owner),
    )
    if wrong or owner is None:
        return wrong or fault("no-banker")
    made = BankDeposited(owner, what.amount, what.form)
    taken = () if state.phase is Phase.BROKEN else (BankTaken(owner),)
    opens = phase_before_play(state)
    changed = shoe_changed(state) if opens is Phase.SHOE else ()
    return (made, *taken, *changed, PhaseOpened(opens))


def phase_before_play(state: State) -> Phase:
    """Return where the table goes when the bank is there: on with a shoe that was being prepared when the bank before
    was given up, to a new one where one is due, else to the chips.
    """
    if state.shoe.left_at is not None:
        return state.shoe.left_at
    asked = state.bank is not None and state.bank.wants_new_shoe
    due = not state.shoe.is_loaded or state.shoe.has_ended or is_new_shoe_due(state) or asked
    return Phase.SHOE if due else Phase.CUSTODY


@rule("DP.E1.20", neutral=False)
def is_new_shoe_due(state: State) -> bool:
    """After a bank was auctioned or drawn anew a new shoe is started; whoever takes one up goes on with the old
    shoe.
    """
    return state.is_shoe_owed


# --- custody ----------------------------------------------------------------------------------------------------------


def require_custody(state: State) -> Fault | None:
    """Return a Fault where no chips of a bank are handed over: that is done before the bets are placed."""
    return require_window(state, "DP.B.09", Phase.CUSTODY)


def deliver(state: State, who: PersonId, what: DeliverBank) -> Decision:
    """Decide that the banker hands the chips of his bank over to the croupier: all that he announced."""
    bank = state.bank
    again = (Phase.REPEAT,) if is_repetition_held_up(state) else ()
    wrong = first_fault(
        require_bank_player(state, who),
        require_step(state, (Phase.CUSTODY, *again), require_bank_unbroken, require_custody),
    )
    if wrong or bank is None:
        return wrong or fault("no-banker")
    chips = state.bank_chips
    whole = chips + bank.deposit
    wrong = require_whole_bank(state, what.amount, whole)
    said = Said("bank-amount", {"amount": euros(whole)})
    opens = () if again else (PhaseOpened(Phase.BETWEEN),)
    return wrong or (BankDelivered(bank.banker, bank.deposit, whole), said, *opens)
