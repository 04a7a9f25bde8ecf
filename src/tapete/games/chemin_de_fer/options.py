"""What a viewer may do now, and under which clauses he stands, as far as he may know.

An act is offered when :func:`decide` would not refuse it, so the offer never disagrees with the decision. Whoever
decides on hidden cards has looked at them first, so an offer tells its viewer nothing that he has not seen, and
others nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tapete.accounts import balance, person
from tapete.clauses import Cite, cite, rule, trace
from tapete.clauses.register import Clause, game_clauses
from tapete.games.baccarat.layout import at
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.candidates import incident_acts, keyed_card_acts, phase_acts, table_acts
from tapete.games.chemin_de_fer.cards.duties import require_lawful_word
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals
from tapete.games.chemin_de_fer.coup.flow import next_hand
from tapete.games.chemin_de_fer.people.silence import is_bank_left_alone
from tapete.games.chemin_de_fer.phases import PHASES, banker_in_debt
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.stakes.calls import require_enough_players
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import Act, ActBody, Field, Offer, PersonId, fixed_value
from tapete.table.staff import is_on_duty


def clauses_in_force(state: State) -> tuple[Cite, ...]:
    """Return the clauses that govern the window, and the one by which a choice comes first while one is waiting."""
    choice = (cite("CF.C4.07"),) if state.coup.cards.marks.choices else ()
    return (*PHASES[state.phase].clauses, *choice)


def explain(state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
    """Return the clauses in force; to the player who has seen the punto's cards, only those of his own total."""
    cards = at(state.coup.cards.layout, Hand.PUNTO)
    mine = state.phase is Phase.WORD and viewer == state.holder and all(viewer in card.seen_by for card in cards)
    if not mine:
        return clauses_in_force(state)
    with trace() as trail:
        for word in Word:
            require_lawful_word(state, word)
    return trail.rests_on


@rule("CF.A.22", neutral=())
def ask_rule(state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
    """Any player may ask for a rule at any moment, and is answered.

    ``about`` is the id of a clause or a topic of the register; anything else is answered with the clauses in force, as
    far as the viewer may know, and before a table is open with all of them. It is no act: nobody else learns of it.
    """
    known = game_clauses(GAME)
    wanted = tuple(one for one in known if about in (one.id, one.topic))
    if wanted:
        return wanted
    now = set(explain(state, viewer))
    return tuple(one for one in known if one.id in now) or tuple(known)


OF_HANDS: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(acts.DealCard, acts.LayDown, acts.ShowHand, acts.Say, acts.AskAdvice, acts.GiveCard, acts.DrawCard),
        *(acts.Stand, acts.AskTable, acts.CarryCards, acts.Settle, acts.StandIn),
    }
)
"""What only banker, holder and croupier do: for anybody else it is not even tried."""


OF_STAFF: Final[frozenset[type[ActBody]]] = frozenset(
    {acts.CallPerson, acts.CloseTable, acts.SetOptions, acts.OpenBets, acts.CloseBets}
)
"""What somebody on a post does, or the house: with anybody else it is not even tried."""


def is_at_the_cards(state: State, viewer: PersonId) -> bool:
    """Return True if a person may have something to do with a hand of the coup."""
    return viewer in (state.banker, state.holder, state.croupier(), state.coup.punto.before)


def legal(state: State, viewer: PersonId | None, accepts: Callable[[State, Act[Any]], bool]) -> tuple[Offer, ...]:
    """Return the acts that ``viewer`` may do now, each with the bounds that make sense for its fields."""
    if viewer is None or state.rules is None:
        return ()
    waited, found = (*awaited_acts(state), *acts_of_debtor(state, viewer)), []
    offered, step = phase_acts(state, viewer), state.step
    tried = (*keyed_card_acts(state), *offered, *incident_acts(state, viewer), *table_acts(state, viewer))
    others = frozenset() if is_at_the_cards(state, viewer) else OF_HANDS
    others |= frozenset() if is_on_duty(state.staff, viewer) else OF_STAFF
    for what, fields in tried:
        if type(what) not in others and accepts(state, Act(viewer, what, step)):
            tag = str(what.__struct_config__.tag)
            slow = is_time_up(state) and fixed_value(fields, "accident") == Accident.TOO_SLOW
            main = (tag in waited and is_next_step(state, viewer, tag, fields)) or slow
            found.append(Offer(tag, fields, main, clauses_in_force(state)))
    return tuple(one for at, one in enumerate(found) if one not in found[:at])


def is_next_step(state: State, viewer: PersonId, tag: str, fields: dict[str, Field]) -> bool:
    """Return True if an act is the step that the game waits for.

    A real table also lets similar acts happen: a card for the other hand, a look into cards before another player.
    """
    match tag:
        case "deal-card":
            return fixed_value(fields, "hand") == next_hand(state)
        case "lift" if fixed_value(fields, "hand") == Hand.PUNTO:
            return (fixed_value(fields, "person") or viewer) == state.coup.punto.before
        case _:
            return True


def awaited_acts(state: State) -> tuple[str, ...]:
    """Return the acts of which the table waits for one: a ruling, a face, an answer, or the next step of the coup."""
    if state.docket.open:
        return ("give-ruling",)
    if state.coup.due_cards:
        return ("card-out",)
    if pending_withdrawals(state):
        return ("withdraw-stake", "keep-stake", "close-withdrawals")
    if state.holder in state.seats.away and state.phase in (Phase.LIFT, Phase.WORD):
        return ("stand-in",)
    if state.coup.cards.marks.choices:
        return ("choose",)
    return (*PHASES[state.phase].awaited_acts, *acts_of_short_table(state))


def acts_of_debtor(state: State, viewer: PersonId) -> tuple[str, ...]:
    """Return what a banker does who owes part of the bank he announced and has no chips left to hand over."""
    owes = state.phase is Phase.BETWEEN and viewer == banker_in_debt(state)
    return ("buy-in",) if owes and not balance(state.ledger, person(viewer)) else ()


def is_time_up(state: State) -> bool:
    """Return True if the time of the player who holds the punto's cards is up."""
    return state.coup.punto.is_warned and state.holder != state.croupier()


def acts_of_short_table(state: State) -> tuple[str, ...]:
    """Return the further acts that the table waits for because its banker or its players are not there."""
    gone = state.phase is Phase.VACANT and not set(state.seats.people()) - state.seats.away
    if gone or (state.phase is Phase.BETWEEN and require_enough_players(state)):
        return ("pass-hand", "close-table")
    silent = state.phase is Phase.BETWEEN and state.called_person is not None
    return ("pass-hand", "refuse-to-deal") if silent or is_bank_left_alone(state) else ()
