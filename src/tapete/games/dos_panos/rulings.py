"""Rulings: an official closes an incident, and what it left is followed by money and procedure."""

from __future__ import annotations

from functools import partial

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.effects import (
    AssignCard,
    Effect,
    EffectCoup,
    GiveCards,
    OfferChoice,
    OfferWithdrawal,
    ReturnStake,
    SettleLast,
)
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.baccarat.marks import third
from tapete.games.banked import rulings
from tapete.games.dos_panos.coup.annulment import return_stake, void_cloth, void_coup
from tapete.games.dos_panos.coup.ending import end_of_unplayed_shoe
from tapete.games.dos_panos.coup.flow import with_consequences
from tapete.games.dos_panos.coup.points import compared_hands
from tapete.games.dos_panos.errors.early import is_waived_by, require_waiver
from tapete.games.dos_panos.errors.remedies_deal import (
    require_not_discarded,
    require_not_into_shoe,
    require_played_or_discarded,
    require_stakes_free,
)
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.stakes.cover import stake_of
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, HANDS, Hand, Phase
from tapete.kernel import Event, PersonId, fold
from tapete.money import Cents


class Course:
    """How money and procedure of this game follow a ruling."""

    def __init__(self, state: State) -> None:
        self._state = state

    def called_off(self, hand: str) -> tuple[Event, ...]:
        """Return the events by which one cloth counts for nothing, or the whole coup where no hand is named."""
        return void_cloth(self._state, Hand(hand)) if hand else void_coup(self._state)

    def return_stake(self, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
        """Return the events by which what plays of a person's, or a part of it, goes back."""
        return return_stake(self._state, person, amount)

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        return (PhaseOpened(Phase(phase)),)


IN_HAND = frozenset(place for hand in HANDS for place in (str(hand), third(hand)))


# --- what a ruling may be about ---------------------------------------------------------------------------------------

PAST_THE_DEAL = (Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)


def require_may_rule(
    state: State, who: PersonId, open_incident: Incident, what: GiveRuling, effects: tuple[Effect, ...]
) -> Fault | None:
    """Return a Fault if somebody may not give a ruling: who sets aside that early cards are played is one alone."""
    return first_fault(
        require_waiver(state, who, open_incident, effects),
        None
        if is_waived_by(state, who, open_incident, effects)
        else rulings.require_authority(state, who, open_incident, what, effects),
    )


def require_no_card_left_over(
    before: State, open_incident: Incident, effects: tuple[Effect, ...], after: State
) -> Fault | None:
    """Return a Fault if a ruling has a card of its case neither played nor discarded. A coup that is called off takes
    all of its cards with it.
    """
    del before
    if rulings.is_coup_void(after.coup.cards, after.coup.sides):
        return None
    left = rulings.left_over_card(open_incident, after.docket, effects, after.coup)
    return None if left is None else require_played_or_discarded(left)


def require_lawful_effect(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if the clauses of this game forbid an effect."""
    return first_fault(
        require_not_discarded(state, effect),
        require_hand_in_play(state, effect),
        require_stakes_free(state) if isinstance(effect, ReturnStake) else None,
        require_no_withdrawal() if isinstance(effect, OfferWithdrawal) else None,
    )


@rule("DP.C1.07", "DP.C2.06", neutral=None)
def require_no_withdrawal() -> Fault | None:
    """No card that was seen lets the players take their stakes back, so no ruling asks them whether they will."""
    return fault("stakes-stand")


def require_hand_in_play(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if an effect is about a hand before the betting has closed: it has no cards, and what lies before
    it is nobody's last word. A coup is called off whole, and cards of the next one may be promised.
    """
    is_promised = isinstance(effect, GiveCards) and effect.coup is EffectCoup.NEXT
    named = effect.place if isinstance(effect, AssignCard) else getattr(effect, "hand", "")
    return fault("no-coup") if state.phase not in COUP and named in IN_HAND and not is_promised else None


def is_about_nobody(state: State, effect: Effect) -> bool:
    match effect:
        case GiveCards(hand=Hand.BANCA):
            return True
        case GiveCards(person=person):
            return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
        case OfferChoice():
            return True
        case ReturnStake(person=person, amount=amount):
            return stake_of(state.coup.stakes, person) < max(amount or 0, 1)
        case SettleLast(person=person):
            return not state.seats.is_at_table(person)
        case _:
            return False


def followed(state: State, *events: Event) -> tuple[Event, ...]:
    """Return the events of a ruling and all that follows from them; with the last card that waited for a coup a shoe
    may be over.
    """
    found = with_consequences(state, *events)
    return (*found, *end_of_unplayed_shoe(fold(evolve, state, found)))


RULINGS: rulings.Rulings[State] = rulings.Rulings(
    HANDS,
    COUP,
    Phase.BETS,
    PAST_THE_DEAL,
    evolve,
    Course,
    followed,
    compared_hands,
    is_about_nobody,
    require_not_into_shoe,
    require_lawful_effect,
    require_may_rule,
    require_no_card_left_over,
)
"""What this game declares to the shared room of rulings."""

rule_on = partial(rulings.rule_on, RULINGS)
"""Decide a ruling, and everything that follows from what it left."""
