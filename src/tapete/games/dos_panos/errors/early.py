"""Cards that were drawn before the betting was over: they are played, and who may set that aside."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault
from tapete.games.baccarat.effects import BarPerson, BarredAction, Discard, Effect
from tapete.games.baccarat.incident import Incident, judgement_clauses
from tapete.games.baccarat.layout import DISCARD
from tapete.games.baccarat.marks import apply_effects, third
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.banked.cards import waiting_marks
from tapete.games.dos_panos.errors.remedies_deal import goes_through
from tapete.games.dos_panos.rules.errors import WaivedBy
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import HANDS, MISDEAL
from tapete.kernel import PersonId
from tapete.table.staff import Role, require_post

DEALT = frozenset(place for hand in HANDS for place in (str(hand), third(hand)))
"""Where a card lies that has come to a hand."""


def early_cards(state: State) -> frozenset[int]:
    """Return the cards that were drawn too early and that have still to be dealt, wherever they lie: those that a
    ruling has let wait, and those that are to wait by an incident that is open.
    """
    there = {card.position: card.place for card in state.coup.cards.layout}
    found = state.coup.early_cards
    if state.is_undealt:
        found |= {one.position for one in waiting_marks(state.coup, state.docket)}
    return frozenset(one for one in found if there.get(one, DISCARD) not in (*DEALT, DISCARD))


def misdealt_cards(state: State, open_incident: Incident) -> frozenset[int]:
    """Return the cards among those drawn too early that an open incident has found in the wrong hand."""
    dealt = (one.facts.get("position") for one in open_incident.faults if one.code == MISDEAL)
    return state.coup.early_cards & frozenset(one for one in dealt if isinstance(one, int))


# --- what follows -----------------------------------------------------------------------------------------------------


def drawn_early(state: State, who: PersonId, positions: tuple[int, ...]) -> Proposal:
    """Return what follows from cards drawn before the betting was over: they are the first of the coup; the director
    may set that aside where the rulebook has him.
    """
    return Proposal(goes_through(who, positions), alternatives=waivers(state, positions))


def waivers(state: State, positions: tuple[int, ...] = ()) -> tuple[Remedy, ...]:
    """Return the remedy by which the director, in an exceptional case, has every early card discarded, those among them
    that are just coming out of the shoe; nothing where no such card waits, or the rulebook does not let him.
    """
    waiting = tuple(sorted(early_cards(state).union(positions)))
    if not waiting:
        return ()
    waived_by = state.book.early_card.waived_by
    match waived_by.use():
        case WaivedBy.DIRECTOR:
            clauses = tuple(cite(one) for one in waived_by.clauses)
            return (Remedy(tuple(Discard(one) for one in waiting), clauses, Role.DIRECTOR),)
        case WaivedBy.NOBODY:
            return ()


def fallen_early_card(state: State, position: int, way_back: Effect) -> Proposal | None:
    """Return what is proposed where a card that waits to be dealt falls into the basket, which nobody foresaw: it is
    played all the same, so it waits again. ``None`` for any other card.
    """
    if position not in early_cards(state):
        return None
    clauses = (cite("DP.C1.03"), *judgement_clauses(state.authority))
    return Proposal((way_back,), clauses, open_to_judgement=True)


# --- what a ruling may do with them -----------------------------------------------------------------------------------


def cards_taken_out(state: State, open_incident: Incident, effects: tuple[Effect, ...]) -> frozenset[int]:
    """Return the early cards that do not wait to be dealt after a ruling; but for those that the remedy of another
    accident takes out of play, and that the ruling takes out in the same way.
    """
    after = apply_effects(effects, state.coup.cards)
    waiting = {one.position for one in after.marks.aside}
    misdealt = misdealt_cards(state, open_incident)
    in_hands = {card.position for card in after.layout if card.place in HANDS}
    own = discarded(open_incident.proposed_effects) & discarded(effects)
    return (early_cards(state) | misdealt) - waiting - (misdealt & in_hands) - own


def discarded(effects: tuple[Effect, ...]) -> frozenset[int]:
    """Return the cards that effects take out of play."""
    return frozenset(one.position for one in effects if isinstance(one, Discard))


def is_drawer_let_off(state: State, open_incident: Incident, effects: tuple[Effect, ...]) -> bool:
    """Return True if whoever drew the cards may get out of the coup that is played with them."""
    bound = {one for one in open_incident.proposed_effects if isinstance(one, BarPerson) and is_going_through(one)}
    return bool(bound - set(effects)) and not early_cards(state) <= discarded(effects)


def is_going_through(effect: BarPerson) -> bool:
    """Return True if an effect keeps somebody in a coup."""
    return effect.action is BarredAction.PASS


def require_waiver(state: State, who: PersonId, open_incident: Incident, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault if a ruling does not have early cards played, whichever incident it closes, and the rulebook does
    not let this official set that aside; a card that is not played is out of play.
    """
    taken_out = cards_taken_out(state, open_incident, effects)
    if not taken_out and not is_drawer_let_off(state, open_incident, effects):
        return None
    waived_by = state.book.early_card.waived_by
    match waived_by.use():
        case WaivedBy.DIRECTOR:
            unfit = require_post(state.staff, who, Role.DIRECTOR)
            if unfit is None and not taken_out <= discarded(effects):
                unfit = fault("early-card-is-played")
        case WaivedBy.NOBODY:
            unfit = fault("early-card-is-played")
    return unfit and Fault(unfit.code, unfit.facts, tuple(cite(one) for one in waived_by.clauses))


def is_waived_by(state: State, who: PersonId, open_incident: Incident, effects: tuple[Effect, ...]) -> bool:
    """Return True if the director takes the remedy that the rulebook gives to him alone."""
    is_listed = any(one.effects == effects and one.by == Role.DIRECTOR for one in open_incident.alternatives)
    return is_listed and state.staff.get(Role.DIRECTOR) == who
