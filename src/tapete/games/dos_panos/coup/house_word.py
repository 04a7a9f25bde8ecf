"""What a house tells its table of a proof whose sum the table does not know: that the bank does not cover the stakes,
and that nothing is left of it. Only what the system says is taken, and at its time; no person says it.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on
from tapete.games.dos_panos.acts.bank import TellBankBroken, TellCoverShort
from tapete.games.dos_panos.coup.ending import is_nothing_left
from tapete.games.dos_panos.events import BankBroken, PhaseOpened
from tapete.games.dos_panos.stakes.betting import cover_short, require_may_close, stakes_that_play
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import HOUSE, Decision, PersonId


def require_house_word(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the system speaks for the house that keeps what is proven for the bank of its table."""
    return first_fault(
        None if who == HOUSE else fault("only-system"),
        None if state.settings.is_in_house else fault("no-house"),
        None if state.bank is not None and state.bank.is_proven else fault("deposit-not-proven"),
    )


def tell_cover_short(state: State, who: PersonId, what: TellCoverShort) -> Decision:
    """Decide that the closing words bring out that the bank does not cover the stakes: exactly what they bring out
    where the table knows the sum.
    """
    wrong = first_fault(require_house_word(state, who), require_may_close(state, what.person))
    if wrong:
        return wrong
    if sum(one.amount for one in stakes_that_play(state)) <= state.bank_chips:
        return fault("nothing-changes")
    rest_on(cite("DP.E2.12"))
    return cover_short()


def tell_bank_broken(state: State, who: PersonId, what: TellBankBroken) -> Decision:
    """Decide that a bank is broken whose chips are lost, and of whose proof nothing is left."""
    del what
    wrong = first_fault(require_house_word(state, who), None if state.is_left_to_proof else fault("nothing-changes"))
    if wrong or state.bank is None:
        return wrong or fault("nothing-changes")
    is_nothing_left()
    return (BankBroken(state.bank.banker), PhaseOpened(Phase.BROKEN))
