"""What comes first: the checks that say, where a clause states the order, what is still to be done before an act.

They are asked where the table does not stand in a phase of the act (:func:`require_step`), so that a refusal names the
clause and the step that is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from tapete.clauses import Fault, against, fault, first_fault, rule, with_clauses
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.table.phases import require_phase


def require_step(state: State, phases: tuple[Phase, ...], *first: Callable[[State], Fault | None]) -> Fault | None:
    """Return a Fault unless the table stands in one of the phases; a check of ``first`` says what comes first."""
    if state.phase in phases:
        return None
    missing = (found for check in first if (found := check(state)) is not None)
    return next(missing, None) or require_phase(state, *phases)


def require_window(state: State, clause: str, *phases: Phase) -> Fault | None:
    """Return a Fault, by the clause that says when an act is done, unless the table stands in one of these phases."""
    wrong = require_phase(state, *phases)
    return None if wrong is None else with_clauses(wrong, clause)


@rule("DP.B.08", neutral=None, names_a_pass=False)
def require_bank_awarded(state: State) -> Fault | None:
    """The bank is awarded before the betting of the first coup opens."""
    return fault("no-banker") if state.bank is None and state.award is None else None


@rule("DP.E1.09", neutral=None, names_a_pass=False)
def require_bank_deposited(state: State) -> Fault | None:
    """The amount of the bank is deposited at the cash desk before the play begins."""
    return fault("deposit-first", banker=state.depositor) if state.phase is Phase.DEPOSIT else None


STEPS = {
    Phase.SHOE: "not-counted",
    Phase.SHUFFLE: "not-shuffled",
    Phase.CUT: "not-cut",
    Phase.STOP_CARD: "no-stop-card",
}
"""What is missing of a shoe in each phase of its preparation."""


@rule("DP.B.03", neutral=None, names_a_pass=False)
def require_shoe_prepared(state: State) -> Fault | None:
    """Before the play the packs are counted, shuffled and cut, in that order, and then the stop card goes in."""
    missing = STEPS.get(state.phase)
    return fault(missing) if missing else None


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_bank_handed_over(state: State) -> Fault | None:
    """Before bets are placed the chips of the bank lie with the croupier."""
    bank = state.bank
    if bank is None or (state.phase is not Phase.CUSTODY and bank.is_in_custody):
        return None
    return fault("bank-not-in-custody", needs=state.bank_chips + bank.deposit, found=0)


def require_bank_unbroken(state: State) -> Fault | None:
    least = state.book.bank.redeposit_least
    return against(least, "bank-is-broken", banker=state.banker) if state.phase is Phase.BROKEN else None


def require_banco_over(state: State) -> Fault | None:
    again, banco = state.book.banco.repeats_when_void, state.coup.banco
    if state.phase is not Phase.REPEAT or banco is None:
        return None
    return against(again, "banco-may-repeat", caller=banco.person)


def require_ready_for_coup(state: State) -> Fault | None:
    return first_fault(
        require_bank_awarded(state),
        require_bank_deposited(state),
        require_bank_unbroken(state),
        require_shoe_prepared(state),
        require_banco_over(state),
        require_bank_handed_over(state),
    )


def require_calls_over(state: State) -> Fault | None:
    alone = state.book.banco.excludes_stakes
    return against(alone, "calls-open") if state.phase is Phase.BANCO and alone.weigh() else None


@rule("DP.B.17", neutral=None, names_a_pass=False)
def require_dealt(state: State) -> Fault | None:
    """When the betting has closed, the banker deals until each hand has two cards."""
    return fault("deal-first") if state.phase in (Phase.BANCO, Phase.BETS, Phase.DEAL) else None


@rule("DP.B.19", neutral=None, names_a_pass=False)
def require_carried(state: State) -> Fault | None:
    """The hand players receive the cards of their cloths before they look and speak."""
    return fault("not-carried") if state.phase is Phase.CARRY else None


@rule("DP.B.21", neutral=None, names_a_pass=False)
def require_cloths_spoken(state: State) -> Fault | None:
    """The first cloth speaks, then the second, and only then the banker."""
    early = state.phase in (Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD)
    return fault("cloths-speak-first") if early else None


@rule("DP.B.23", neutral=None, names_a_pass=False)
def require_play_over(state: State) -> Fault | None:
    """When the play is over the croupier parts the cards and announces the scores."""
    playing = state.phase in COUP and state.phase not in (Phase.SHOW, Phase.SETTLE)
    return fault("play-goes-on") if playing else None


@rule("DP.B.24", neutral=None, names_a_pass=False)
def require_hands_shown(state: State) -> Fault | None:
    """The hands are shown to both cloths before they are paid and collected."""
    return fault("hands-not-shown") if state.phase is Phase.SHOW else None
