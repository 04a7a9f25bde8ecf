"""Remedies for cards that left the shoe wrongly or too early, were seen, mislaid, or fell."""

from __future__ import annotations

from typing import Final

from tapete.clauses import Fault, cite, fault, rule
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.incident import Authority, Incident, judgement_clauses
from tapete.games.baccarat.marks import apply_effects, third
from tapete.games.banked import reports, rulings
from tapete.games.banked.shoe import waiting_marks, with_cards_at_home
from tapete.games.dos_panos.errors.words import duty_after, first_word_said, restored_binding
from tapete.games.dos_panos.rules import RestoredDuty, WaivedBy
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, MISDEAL, Accident, Hand
from tapete.kernel import PersonId
from tapete.table.staff import Role, require_post

require_not_into_shoe: Final = rule("DP.C1.02", neutral=None)(rulings.require_not_into_shoe)
require_played_or_discarded: Final = rule("DP.C1.02", neutral=None)(rulings.require_played_or_discarded)
goes_through: Final = rule("DP.C1.03", neutral=())(reports.goes_through)
require_not_discarded: Final = rule("DP.C1.05", neutral=None)(rulings.require_not_discarded)
unusable: Final = rule("DP.C1.06", neutral=())(reports.unusable)
stuck_cards: Final = rule("DP.C1.08", neutral=())(reports.stuck_cards)
require_staff_at_floor: Final = rule("DP.C1.09", neutral=None, names_a_pass=False)(reports.require_staff_at_floor)
keeps_its_value: Final = rule("DP.C1.10", neutral=())(reports.keeps_its_value)


def require_no_pass_bar(state: State, who: PersonId) -> Fault | None:
    if not state.bars.is_barred(who, fx.BarredAction.PASS) or is_rid_of_early_cards(state):
        return None
    return require_going_through()


def is_rid_of_early_cards(state: State) -> bool:
    drawn = any(one.code == Accident.EARLY_DRAW for given in state.coup.rulings for one in given.faults)
    return drawn and state.is_undealt and not state.coup.early_cards


@rule("DP.C1.03", neutral=None)
def require_going_through() -> Fault | None:
    """Whoever drew cards before the betting was over does not withdraw from the coup."""
    return fault("must-go-through")


def require_stakes_free(state: State) -> Fault | None:
    found = state.coup.found_faults
    if Accident.EXPOSED_IN_SHOE in found:
        return require_stakes_after_removal()
    return require_stakes_after_exposure() if Accident.EXPOSED in found else None


@rule("DP.C1.07", neutral=None)
def require_stakes_after_removal() -> Fault | None:
    """The removal of such a card lets nobody reduce or take back their stake."""
    return fault("stakes-stand")


@rule("DP.C2.06", neutral=None)
def require_stakes_after_exposure() -> Fault | None:
    """Nor does the exposure of a cloth's cards let anybody raise, lower or take back their stake."""
    return fault("stakes-stand")


def wrong_holder(state: State, cloth: Hand, person: PersonId) -> Proposal:
    entitled = state.coup.side(cloth).holder
    if state.coup.side(cloth).word is None and cloth not in state.coup.naturals:
        return Proposal((fx.NoteOnly("cards-to-entitled"),), (cite("DP.B.19"),))
    next_time = next_cards_are_theirs(cloth, entitled) if entitled is not None else ()
    return Proposal((*hand_stands(cloth, person), *next_time))


@rule("DP.C1.11", neutral=())
def hand_stands(cloth: Hand, person: PersonId) -> tuple[fx.Effect, ...]:
    """If the player who was not entitled has spoken the hand stands as they played it."""
    return (fx.GiveCards(cloth, person),)


@rule("DP.C1.12", neutral=())
def next_cards_are_theirs(cloth: Hand, entitled: PersonId) -> tuple[fx.Effect, ...]:
    """The cards of the next coup are the player's who should have had these."""
    return (fx.GiveCards(cloth, entitled, fx.EffectCoup.NEXT),)


def mislaid(back: tuple[fx.Effect, ...], *, evident: bool, authority: Authority | None = None) -> Proposal:
    """Return what follows from a mislaid card; ``evident``: one right place; ``authority``: annulment is judged."""
    if evident:
        return Proposal(corrected_deal(back))
    if authority is None:
        return Proposal(annulled_deal())
    return Proposal(annulled_deal(), (cite("DP.C2.02"), *judgement_clauses(authority)), open_to_judgement=True)


@rule("DP.C2.01", neutral=())
def corrected_deal(back: tuple[fx.Effect, ...]) -> tuple[fx.Effect, ...]:
    """An irregular deal is corrected where the correction is evident."""
    return back


@rule("DP.C2.02", neutral=())
def annulled_deal() -> tuple[fx.Effect, ...]:
    """Where it is not, the coup is annulled."""
    return (fx.VoidCoup(),)


def exposed_card(state: State, card: fx.LaidCard, by: fx.Party | None) -> Proposal | None:
    """Return what follows when a card is turned over in the deal; ``None``: one card, the bank's, a spoken hand."""
    cloth = next((one for one in CLOTHS if card.place == one), None)
    if cloth is None or first_word_said(state, cloth) is not None or cloth in state.coup.naturals:
        return None
    coup = with_cards_at_home(state.coup, state.docket)
    others = [one for one in fx.at(coup.cards.layout, cloth)[:2] if one.position != card.position]
    if not others or not all(one.face_up or one.position in state.coup.uncovered_cards for one in others):
        return None
    by_five = state.book.restored.exposed_hand.value is RestoredDuty.FIVE
    parties = {by, *(state.coup.uncovered_cards.get(one.position) for one in others)}
    if by_five or parties <= {fx.Party.BANKER, None}:
        return Proposal(exposed_in_deal(state, fx.Party.BANKER))
    return Proposal(exposed_in_deal(state, fx.Party.CROUPIER)) if parties == {fx.Party.CROUPIER} else None


@rule("DP.C2.05", neutral=())
def exposed_in_deal(state: State, by: fx.Party) -> tuple[fx.Effect, ...]:
    """If both cards of a cloth are exposed in the deal it is a restored hand in which whoever exposed them erred."""
    duty = state.book.restored.exposed_hand.use()
    if duty is RestoredDuty.CHART_THEN_FIVE and by is fx.Party.CROUPIER:
        return exposed_by_croupier(state)
    return duty_after(state, duty)


@rule("DP.C3.04", neutral=())
def exposed_by_croupier(state: State) -> tuple[fx.Effect, ...]:
    """If it was the croupier the error is not the banker's."""
    return restored_binding(state, fx.Party.CROUPIER)


def fallen_into_basket(state: State, card: fx.LaidCard, way_back: fx.Effect) -> Proposal | None:
    hand = next((one for one in HANDS if card.place in (one, third(one))), None)
    if (card.face_up or card.seen_by) and (hand is not None or card.place == fx.ASIDE):
        return Proposal((way_back,)) if state.book.seen_third.recovered.use() else None
    if hand is None:
        return None
    return Proposal(bank_card_lost() if hand is Hand.BANCA else cloth_card_lost(hand))


@rule("DP.C2.07", neutral=())
def cloth_card_lost(cloth: Hand) -> tuple[fx.Effect, ...]:
    """If a card of a cloth falls in unseen the coup is annulled for that cloth alone."""
    return (fx.VoidCoup(cloth),)


@rule("DP.C2.08", neutral=())
def bank_card_lost() -> tuple[fx.Effect, ...]:
    """If it was the banker's the coup is annulled for both."""
    return (fx.VoidCoup(),)


DEALT = frozenset(place for hand in HANDS for place in (str(hand), third(hand)))


def early_cards(state: State) -> frozenset[int]:
    """Return the early cards that have still to be dealt: waiting by a ruling, or to wait by an open incident."""
    there = {card.position: card.place for card in state.coup.cards.layout}
    found = state.coup.early_cards
    if state.is_undealt:
        found |= {one.position for one in waiting_marks(state.coup, state.docket)}
    return frozenset(one for one in found if there.get(one, fx.DISCARD) not in (*DEALT, fx.DISCARD))


def misdealt_cards(state: State, open_incident: Incident) -> frozenset[int]:
    dealt = (one.facts.get("position") for one in open_incident.faults if one.code == MISDEAL)
    return state.coup.early_cards & frozenset(one for one in dealt if isinstance(one, int))


def drawn_early(state: State, who: PersonId, positions: tuple[int, ...]) -> Proposal:
    return Proposal(goes_through(who, positions), alternatives=waivers(state, positions))


def waivers(state: State, positions: tuple[int, ...] = ()) -> tuple[Remedy, ...]:
    waiting = tuple(sorted(early_cards(state).union(positions)))
    if not waiting:
        return ()
    waived_by = state.book.early_card.waived_by
    match waived_by.use():
        case WaivedBy.DIRECTOR:
            clauses = tuple(cite(one) for one in waived_by.clauses)
            return (Remedy(tuple(fx.Discard(one) for one in waiting), clauses, Role.DIRECTOR),)
        case WaivedBy.NOBODY:
            return ()


def against_early_card(state: State, effects: tuple[fx.Effect, ...]) -> Proposal:
    """Return what is proposed where an accident takes an early card out of play: two clauses differ about it."""
    clauses = (cite("DP.C1.03"), *judgement_clauses(state.authority))
    return Proposal(effects, clauses, open_to_judgement=True)


def fallen_early_card(state: State, position: int, way_back: fx.Effect) -> Proposal | None:
    """Return what is proposed where a waiting card falls into the basket, which nobody foresaw: it waits again."""
    return None if position not in early_cards(state) else against_early_card(state, (way_back,))


def cards_taken_out(state: State, open_incident: Incident, effects: tuple[fx.Effect, ...]) -> frozenset[int]:
    """Return the early cards that do not wait after a ruling, but for those that its case itself takes out of play."""
    after = apply_effects(effects, state.coup.cards)
    waiting = {one.position for one in after.marks.aside}
    misdealt = misdealt_cards(state, open_incident)
    in_hands = {card.position for card in after.layout if card.place in HANDS}
    own = discarded(open_incident.proposed_effects) & discarded(effects)
    return (early_cards(state) | misdealt) - waiting - (misdealt & in_hands) - own


def discarded(effects: tuple[fx.Effect, ...]) -> frozenset[int]:
    return frozenset(one.position for one in effects if isinstance(one, fx.Discard))


def is_drawer_let_off(state: State, open_incident: Incident, effects: tuple[fx.Effect, ...]) -> bool:
    bars = (one for one in open_incident.proposed_effects if isinstance(one, fx.BarPerson))
    bound = {one for one in bars if one.action is fx.BarredAction.PASS}
    return bool(bound - set(effects)) and not early_cards(state) <= discarded(effects)


def require_waiver(
    state: State, who: PersonId, open_incident: Incident, effects: tuple[fx.Effect, ...]
) -> Fault | None:
    """Return a Fault if early cards are not played and the rulebook does not let this official set that aside."""
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


def is_waived_by(state: State, who: PersonId, open_incident: Incident, effects: tuple[fx.Effect, ...]) -> bool:
    is_listed = any(one.effects == effects and one.by == Role.DIRECTOR for one in open_incident.alternatives)
    return is_listed and state.staff.get(Role.DIRECTOR) == who
