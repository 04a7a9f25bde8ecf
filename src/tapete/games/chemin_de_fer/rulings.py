"""Rulings: an official closes an incident, and what it left is followed by money and procedure."""

from __future__ import annotations

from functools import partial

from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat.effects import (
    AssignCard,
    Effect,
    GiveCards,
    OfferChoice,
    OfferWithdrawal,
    ReturnStake,
    SettleLast,
)
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.marks import third
from tapete.games.banked import rulings
from tapete.games.banked.shares import share_of
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer.coup.ending import void_coup
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.coup.withdrawals import return_stake
from tapete.games.chemin_de_fer.errors.outcomes import is_undealt
from tapete.games.chemin_de_fer.errors.remedies_shoe import (
    require_not_discarded,
    require_not_into_shoe,
    require_played_or_discarded,
    require_stakes_free,
)
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, THIRD_CARD, Hand, Phase
from tapete.kernel import Event, PersonId
from tapete.money import Cents

IN_HAND = frozenset(place for hand in HANDS for place in (str(hand), third(hand)))
"""Places of the cards that are played."""


class Course:
    """How money and procedure of this game follow a ruling; to call its one side off is to call the coup off."""

    def __init__(self, state: State) -> None:
        self._state = state

    def called_off(self, hand: str) -> tuple[Event, ...]:
        del hand
        return void_coup(self._state)

    def return_stake(self, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
        """Return the events by which a stake, or a part of it, goes back."""
        return return_stake(self._state, person, amount)

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        return (PhaseOpened(Phase(phase)),)


PAST_THE_DEAL = (Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)


def require_no_card_left_over(
    before: State, open_incident: Incident, effects: tuple[Effect, ...], after: State
) -> Fault | None:
    """Return a Fault if a ruling has a card of its case neither played nor discarded. Where it decides a coup that is
    dealt, the cards of the coup go with it; one that fell out of a hand was dealt too.
    """
    marks = after.coup.cards.marks
    homes = (one.place for one in open_incident.proposed_effects if isinstance(one, AssignCard))
    is_dealt = not is_undealt(before) or not IN_HAND.isdisjoint(homes)
    if is_dealt and (marks.void or any(marks.of(hand).is_lost for hand in HANDS)):
        return None
    left = rulings.left_over_card(open_incident, after.docket, effects, after.coup)
    return None if left is None else require_played_or_discarded(left)


def require_lawful_effect(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if the clauses of this game forbid an effect. A banker who laid down early frees the stakes, also
    beside a card that frees none.
    """
    is_freed = isinstance(effect, OfferWithdrawal) and "laid-down-early" in state.coup.found_faults
    is_taken_back = isinstance(effect, ReturnStake | OfferWithdrawal) and not is_freed
    return first_fault(
        require_not_discarded(state, effect),
        require_hand_in_play(state, effect),
        require_stakes_free(state) if is_taken_back else None,
    )


def require_hand_in_play(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if a card is put into a hand before the betting has closed: it waits to be the first one dealt."""
    early = isinstance(effect, AssignCard) and effect.place in IN_HAND and state.phase not in COUP
    return fault("no-coup") if early else None


def is_about_nobody(state: State, effect: Effect) -> bool:
    """Return True if an effect is about somebody who cannot be meant: not here, or with nothing to be given or asked
    for.
    """
    match effect:
        case GiveCards(hand=Hand.PUNTO, person=person):
            return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
        case GiveCards():
            return True
        case OfferChoice(person=person, choice=choice, options=options):
            return person != state.banker or choice != THIRD_CARD or not set(options) <= {GIVE, DENY}
        case ReturnStake(person=person):
            award = state.coup.award
            return award is None or not share_of(award.stakes, person)
        case SettleLast(person=person):
            return not state.seats.is_at_table(person)
        case _:
            return False


RULINGS: rulings.Rulings[State] = rulings.Rulings(
    HANDS,
    COUP,
    Phase.BETS,
    PAST_THE_DEAL,
    evolve,
    Course,
    with_consequences,
    lambda state: rulings.compared_hands(state.coup.cards.marks, (Hand.PUNTO,), Hand.BANCA),
    is_about_nobody,
    require_not_into_shoe,
    require_lawful_effect,
    outcome_requirement=require_no_card_left_over,
)
"""What this game declares to the shared room of rulings."""

rule_on = partial(rulings.rule_on, RULINGS)
"""Decide a ruling, and everything that follows from what it left."""
