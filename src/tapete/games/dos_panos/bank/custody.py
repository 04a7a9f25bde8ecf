"""The chips of the bank that lie with the croupier: all that was announced, and when they are handed over anew."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, rule
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.money import Cents


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_whole_bank(state: State, amount: Cents, whole: Cents) -> Fault | None:
    """Before bets are placed the banker hands the amount that is put into play over to the croupier, in chips."""
    if amount == whole:
        state.book.custody.each_hand.use()
        return None
    return fault("bank-not-in-custody", needs=whole, found=amount)


def is_custody_due(state: State) -> bool:
    """Return True if the next coup too begins with the announcement of the bank and its chips: an open bank that has
    lost them, and goes on from what is proven, has none to hand over.
    """
    bank, again = state.bank, state.book.custody.each_hand
    has_chips = bank is None or state.bank_chips + bank.deposit > 0
    is_due = again.weigh() and has_chips
    if is_due:
        again.rest()
    return is_due


# --- before a void banco is played once more --------------------------------------------------------------------------


def is_repetition_held_up(state: State) -> bool:
    """Return True if the chips of the bank have to be handed over before a void banco may be played once more."""
    return state.phase is Phase.REPEAT and not state.coup.is_handed_over and is_custody_due(state)


def require_handed_over(state: State) -> Fault | None:
    """Return a Fault if the coup in which a void banco may be played once more has not begun with the chips of the
    bank.
    """
    if not is_repetition_held_up(state):
        return None
    whole = state.bank_chips + (0 if state.bank is None else state.bank.deposit)
    return against(state.book.custody.each_hand, "bank-not-in-custody", needs=whole, found=0)
