"""What a house tells its table that the table does not know. Of a proof: that the bank does not cover the stakes, and
that nothing is left of it. Of the day: that the dinner hour has begun. Only what the system says is taken, and at its
time; no person says it.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on
from tapete.games.baccarat.procedure import Said
from tapete.games.dos_panos.acts import TellBankBroken, TellCoverShort, TellDinnerHour
from tapete.games.dos_panos.bank.ending import after_term, return_bank
from tapete.games.dos_panos.bank.standing import award_kept
from tapete.games.dos_panos.coup.ending import is_nothing_left
from tapete.games.dos_panos.events import BankBroken, DinnerBegun, PhaseOpened
from tapete.games.dos_panos.stakes.betting import cover_short, require_may_close, stakes_that_play
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankEnd, Phase
from tapete.kernel import HOUSE, Decision, Event, PersonId


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


def tell_dinner_hour(state: State, who: PersonId, what: TellDinnerHour) -> Decision:
    """Decide that the dinner hour has begun for the session of an open bank that was played before it: the croupier
    says so. The shoe in use is played on; no other one is begun, so a bank that waits for one ends with its term.
    """
    session = state.session
    is_due = session is not None and session.is_begun and not session.is_dinner_begun
    wrong = first_fault(
        None if who == HOUSE else fault("only-system"),
        None if state.settings.is_in_house else fault("no-house"),
        None if is_due else fault("nothing-changes"),
    )
    if wrong:
        return wrong
    state.book.free.sessions.rest()
    rest_on(cite("HP.HS.dinner-hour"))
    said = Said("dinner-hour", {"begin": what.begin, "end": what.end})
    return (DinnerBegun(what.begin, what.end), said, *end_before_next_shoe(state))


def end_before_next_shoe(state: State) -> tuple[Event, ...]:
    """Return the end of a bank that waits for a shoe which is not begun any more; none where nobody waits for one."""
    if state.bank is None or state.phase not in (Phase.SHOE, Phase.SHUFFLE):
        return ()
    return (*award_kept(state), *return_bank(state, BankEnd.TERM), PhaseOpened(after_term(state)))
