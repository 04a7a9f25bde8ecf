"""What a viewer may do now, and under which clauses he stands, as far as he may know.

An act is offered when :func:`decide` would not refuse it. Whoever decides on hidden cards has looked at them first, so
an offer tells its viewer nothing that he has not seen, and others nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tapete.clauses import Cite, rule
from tapete.clauses.register import Clause, game_clauses
from tapete.games.baccarat.layout import at
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.candidates import all_candidates
from tapete.games.dos_panos.coup.flow import asked_cloths, next_hand
from tapete.games.dos_panos.phases import PHASES, clauses_in_force
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import Act, ActBody, Field, Offer, PersonId, fixed_value
from tapete.table.staff import is_on_duty


def explain(state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
    """Return the clauses in force, whoever asks: those of the phase that hold at this table."""
    del viewer
    return clauses_in_force(state)


@rule("DP.A.36", neutral=())
def ask_rule(state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
    """Any player may ask for the rules, and is answered: ``about`` is a clause or a topic of the register, anything
    else is answered with the clauses in force.
    """
    known = game_clauses(GAME)
    wanted = tuple(one for one in known if about in (one.id, one.topic))
    if wanted:
        return wanted
    now = set(explain(state, viewer))
    return tuple(one for one in known if one.id in now) or tuple(known)


OF_STAFF: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(acts.CallPerson, acts.CloseTable, acts.SetOptions, acts.CheckCards, acts.LayOutPacks, acts.CountPack),
        *(acts.ShufflePack, acts.InsertStopCard, acts.AnnounceBank, acts.OpenAuction, acts.CloseAuction, acts.DrawLots),
        *(acts.ProveDeposit, acts.OpenBets, acts.CloseCalls, acts.CloseBets, acts.CallOff),
    }
)
"""What somebody on a post does, or the house: with anybody else it is not even tried."""


def legal(state: State, viewer: PersonId | None, accepts: Callable[[State, Act[Any]], bool]) -> tuple[Offer, ...]:
    """Return the acts that ``viewer`` may do now, each with the bounds that make sense for its fields."""
    if viewer is None or state.rules is None:
        return ()
    awaited, step, clauses, found = awaited_acts(state), state.step, explain(state, viewer), []
    others = frozenset() if is_on_duty(state.staff, viewer) else OF_STAFF
    for what, fields in all_candidates(state, viewer):
        if type(what) in others or not accepts(state, Act(viewer, what, step)):
            continue
        tag = str(what.__struct_config__.tag)
        main = tag == "card-out" or (tag in awaited and is_next_step(state, tag, fields))
        found.append(Offer(tag, fields, main, clauses))
    return tuple(one for place, one in enumerate(found) if one not in found[:place])


def awaited_acts(state: State) -> tuple[str, ...]:
    """Return the acts of which the table waits for one: a ruling, or the next step of the game."""
    return ("give-ruling",) if state.docket.open else PHASES[state.phase].awaited_acts


def is_next_step(state: State, tag: str, fields: dict[str, Field]) -> bool:
    """Return True if an act is the step that the game waits for: the next card of the deal, the look of whoever is to
    speak, the next third card, packs that have to be shown.
    """
    hand = fixed_value(fields, "hand")
    match tag:
        case "deal-card":
            return hand == next_hand(state)
        case "give-card":
            return hand in asked_cloths(state)[:1]
        case "lay-out-packs":
            return state.book.pack.shown_to_players.value
        case "lift":
            return not at(state.coup.cards.layout, f"{hand}-3") and hand == hand_in_turn(state)
        case _:
            return True


def hand_in_turn(state: State) -> Hand:
    """Return the hand whose player is to look at its cards now."""
    return {Phase.FIRST_WORD: Hand.PRIMERO, Phase.SECOND_WORD: Hand.SEGUNDO}.get(state.phase, Hand.BANCA)
