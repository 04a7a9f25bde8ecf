"""Whose turn it is at the cards, that nothing else comes first, and who may not get out of the coup."""

from __future__ import annotations

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked import turns
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import PersonId


def require_banker(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the act is the banker's."""
    return None if state.may_act_for(who, state.banker) else fault("not-banker")


def require_holder(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the act is done by the player who holds the punto's cards."""
    return None if state.may_act_for(who, state.holder) else fault("not-holding-cards")


def require_no_pass_bar(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person may not get out of the coup."""
    marks = state.bars if state.coup.award is None else state.coup.cards.marks
    return require_going_through() if marks.is_barred(who, BarredAction.PASS) else None


@rule("CF.C1.03", neutral=None)
def require_going_through() -> Fault | None:
    """Whoever drew cards before the betting had closed goes through with the coup: the next one that is dealt."""
    return fault("must-go-through")


def require_nothing_pending(state: State) -> Fault | None:
    """Return a Fault while a card, an answer about a stake, or a choice is waited for."""
    return turns.require_nothing_pending(state.coup, pending_withdrawals(state)) or require_choices_made(state)


def pending_withdrawals(state: State) -> tuple[PersonId, ...]:
    """Return who may take his stake back and has not said whether he does."""
    return () if state.coup.award is None else turns.pending_withdrawals(state.coup, state.coup.award.stakes)


def require_choices_made(state: State) -> Fault | None:
    """Return a Fault while a choice is waited for."""
    waiting = state.coup.cards.marks.choices
    return require_choice_made(waiting[0].choice) if waiting else None


@rule("CF.C4.07", neutral=None)
def require_choice_made(choice: str) -> Fault | None:
    """The banker states his choice before he draws the card."""
    return fault("choice-pending", choice=choice)
