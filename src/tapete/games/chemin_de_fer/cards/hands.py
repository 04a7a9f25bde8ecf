"""Whose turn it is at the cards, that nothing else comes first, and who may not get out of the coup."""

from __future__ import annotations

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.effects import Barred
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import PersonId


def is_banker(state: State, who: PersonId) -> Fault | None:
    """The act is the banker's."""
    return None if state.acts_for(who, state.banker) else fault("not-banker")


def plays_punto(state: State, who: PersonId) -> Fault | None:
    """The act is for the player who holds the punto's cards."""
    return None if state.acts_for(who, state.holder) else fault("not-holding-cards")


@rule("CF.C1.03", neutral=None)
def goes_through_with_it(state: State, who: PersonId) -> Fault | None:
    """Whoever drew cards before the betting had closed goes through with the coup: the next one that is dealt."""
    marks = state.bars if state.coup.award is None else state.coup.cards.marks
    return fault("must-go-through") if marks.is_barred(who, Barred.PASS) else None


def settled_first(state: State) -> Fault | None:
    """No card is on its way, and no choice is waiting."""
    if state.coup.due:
        return fault("card-awaited")
    open_still = undecided(state)
    return fault("withdrawals-first", people=list(open_still)) if open_still else chosen_first(state)


def undecided(state: State) -> tuple[PersonId, ...]:
    """Return who may take his stake back and has not said whether he does."""
    award = state.coup.award
    if award is None or not state.coup.cards.marks.withdrawal:
        return ()
    return tuple(one.person for one in award.stakes if one.person not in state.coup.answered)


def chosen_first(state: State) -> Fault | None:
    """No choice is waiting."""
    waiting = state.coup.cards.marks.choices
    return choice_first(waiting[0].choice) if waiting else None


@rule("CF.C4.07", neutral=None)
def choice_first(choice: str) -> Fault | None:
    """The banker states his choice before he draws the card."""
    return fault("choice-pending", choice=choice)
