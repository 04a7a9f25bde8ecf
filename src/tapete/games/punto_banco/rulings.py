"""Incidents, and the rulings that close them."""

from __future__ import annotations

import msgspec

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat import effects as fx, incident as shared
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.corrections import ClaimRecorded, require_keyed_shoe
from tapete.games.baccarat.incident import GiveRuling, Incident, IncidentOpened, require_no_incident
from tapete.games.baccarat.marks import Cards, apply_effects
from tapete.games.baccarat.procedure import DrawAwaited, DueCard
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.acts import RecordClaim, ReportIncident
from tapete.games.punto_banco.corrections import hands_let_stand, is_about_corrected_coup, require_face_of, settled_coup
from tapete.games.punto_banco.coup import THIRD_CARD_NOT_DUE, resume
from tapete.games.punto_banco.evolve import evolve
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.games.punto_banco.turn import end_of_shoe, stop_card
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order

# --- incidents --------------------------------------------------------------------------------------------------------
# The annex has no chapter on errors: every one is the table chief's to decide. House defaults by analogy with the other
# baccarat texts are proposed, labelled as practice, and never applied unasked.


@rule("PB.A2.12", neutral=None)
def require_chief_has_ruled(state: State) -> Fault | None:
    """While a case that the rules do not cover is open, nothing goes on."""
    return require_no_incident(state.docket)


def report(state: State, who: PersonId, what: ReportIncident) -> Decision:
    """Decide a report by the staff. What the house would do by default is proposed to the table chief."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        require_known_card(state, what.position),
        require_face_of_next_card(state, what),
    )
    if wrong:
        return wrong
    if what.position is None and what.kind == "exposed-in-shoe" and is_next_card(state, state.shoe.position):
        what = msgspec.structs.replace(what, position=state.shoe.position)
    proposals = default_proposals(state, what)
    next_card = state.shoe.position
    exposed = () if what.face is None else (e.CardExposed(next_card, what.face),)
    return (*exposed, IncidentOpened(shared.incident(state.docket, what.kind, who, (), proposals, what.note)))


def require_known_card(state: State, position: int | None) -> Fault | None:
    there = position is None or is_next_card(state, position) or any(card.position == position for card in state.layout)
    return None if there else fault("no-such-card", position=position)


def is_next_card(state: State, position: int) -> bool:
    playing = state.phase is Phase.BETWEEN or not state.is_between_coups
    return playing and position == state.shoe.position and state.shoe.remaining > 0


def require_face_of_next_card(state: State, what: ReportIncident) -> Fault | None:
    if what.face is None:
        return None
    if what.position is None or not is_next_card(state, what.position):
        return fault("no-such-card", position=what.position)
    return first_fault(require_keyed_shoe(state.settings.shoe), require_face_of(state, what.position, what.face))


def default_proposals(state: State, what: ReportIncident) -> tuple[Proposal, ...]:
    """Return the house's default effects for a named irregularity: house practice, left to judgement."""
    default = state.book.irregularities.get(what.kind)
    if default is None:
        return ()
    practice = cite(f"HP.PB.{what.kind}")
    rest_on(practice)
    effects: list[fx.Effect] = []
    for name in default.use():
        match name:
            case "void-coup":
                effects.append(fx.VoidCoup())
            case "discard" if what.position is not None:
                effects.append(fx.Discard(what.position))
            case "discard":
                pass
            case _:
                effects.append(fx.NoteOnly(name))
    return (Proposal(tuple(effects), (practice,), open_to_judgement=True),)


def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    """Decide on a player's claim: it is noted, and after the payment not admitted (house practice)."""
    past = settled_coup(state, what.coup)
    known = state.seats.is_at_table(what.person) or any(
        line.person == what.person for coup in state.history for line in coup.lines
    )
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        None if known else fault("unknown-person", person=what.person),
        fault("no-such-coup", coup=what.coup) if what.coup > state.coup and past is None else None,
    )
    settled = past is not None and (past.shoe == state.shoe.number or what.coup > state.coup)
    rest_on(cite("HP.PB.claims"))
    return wrong or (ClaimRecorded(what.person, what.coup, what.note, is_admitted=not settled),)


# --- rulings ----------------------------------------------------------------------------------------------------------

PLACES = frozenset({*map(str, Hand), *(third(hand) for hand in Hand), fx.BASKET, fx.FLOOR, fx.DISCARD, fx.ASIDE})

SUITABLE = (
    fx.VoidCoup,
    fx.LoseCoup,
    fx.ReturnStake,
    fx.Discard,
    fx.AssignCard,
    fx.DeemTotal,
    fx.GiveCards,
    fx.GoBack,
    fx.NoteOnly,
)
"""The effects that mean something at a table where the rules leave nobody a choice about the cards."""


@rule("PB.A2.12", neutral=None)
def require_chief_to_decide(state: State, who: PersonId) -> Fault | None:
    """The table chief decides what the rules do not cover."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def give_ruling(state: State, who: PersonId, what: GiveRuling) -> Decision:
    found = state.docket.incident(what.serial)
    if found is None:
        return fault("no-such-incident", serial=what.serial)
    effects = found.proposed_effects if what.effects is None else what.effects
    wrong = first_fault(
        require_chief_to_decide(state, who),
        None if what.reason.strip() else fault("reason-missing", serial=what.serial),
        *(require_suitable_effect(state, effect) for effect in effects),
    )
    return (
        wrong
        or require_playable_cards(state, effects)
        or (shared.ruling_event(found, what, who), *follow(state, found, effects))
    )


def require_suitable_effect(state: State, effect: fx.Effect) -> Fault | None:
    unfit = fault("effect-unsuitable", effect=str(effect.__struct_config__.tag))
    open_coup = not state.is_between_coups
    match effect:
        case fx.NoteOnly():
            return None
        case _ if not isinstance(effect, SUITABLE):
            return unfit
        case fx.ReturnStake(person=person):
            staked = any(state.stake(person, bet) for bet in Bet)
            return None if staked else fault("no-such-bet", bet="")
        case fx.Discard(position=position) if is_next_card(state, position):
            return None
        case _ if not open_coup:
            return fault("no-coup")
        case fx.Discard(position=position) | fx.AssignCard(position=position):
            there = any(card.position == position for card in state.layout)
            fit = isinstance(effect, fx.Discard) or effect.place in PLACES
            return fault("no-such-card", position=position) if not there else None if fit else unfit
        case fx.VoidCoup(hand=hand):
            return unfit if hand else None
        case fx.DeemTotal(hand=hand, one_more=one_more):
            return None if hand in tuple(Hand) and not one_more else unfit
        case fx.GiveCards(hand=hand, person=person, coup=coup):
            known = state.seats.is_at_table(person) or person == state.croupier()
            return None if hand == Hand.PUNTO and coup is fx.EffectCoup.THIS and known else unfit
        case fx.LoseCoup(hand=hand):
            return None if hand in tuple(Hand) else unfit
        case fx.GoBack(phase=phase):
            order = [str(one) for one in Phase]
            back = phase in order and order.index(phase) < order.index(str(state.phase))
            return None if back and order.index(phase) >= order.index(str(Phase.BETS)) else unfit


def require_playable_cards(state: State, effects: tuple[fx.Effect, ...]) -> Fault | None:
    """Return a Fault if effects leave cards with which the coup cannot be played on: each in play or put out."""
    if any(isinstance(effect, fx.VoidCoup) for effect in effects):
        return None
    cards = apply_effects(effects, Cards(state.layout, state.marks)).layout
    back = next((Phase(effect.phase) for effect in effects if isinstance(effect, fx.GoBack)), state.phase)
    order = list(Phase)
    for hand in Hand:
        draws = Phase.PLAYER_DRAWS if hand is Hand.PUNTO else Phase.BANK_DRAWS
        early = order.index(back) <= order.index(Phase.BANK_SHOWS if back is state.phase else draws)
        two, drawn = fx.at(cards, hand), fx.at(cards, third(hand))
        if len(two) > (0 if back in (Phase.BETS, Phase.DEAL) else 2) or len(drawn) > (0 if early else 1):
            return fault("too-many-cards", hand=str(hand))
        if not all(card.face_up for card in drawn):
            return fault("effect-unsuitable", effect="assign-card")
    lacking = sum(2 - len(fx.at(cards, hand)) for hand in Hand)
    if not state.is_between_coups and back not in (Phase.BETS, Phase.DEAL) and lacking > state.shoe.remaining:
        return fault("shoe-exhausted", position=state.shoe.position)
    return None


def follow(state: State, found: Incident, effects: tuple[fx.Effect, ...]) -> tuple[Event, ...]:
    """Return the events by which a ruling's effects come about and play goes on."""
    if taken := discard_next_card(state, effects):
        after_taken = fold(evolve, state, taken)
        over = end_of_shoe(after_taken) if state.phase is Phase.BETWEEN and after_taken.shoe.is_over else ()
        return (*taken, *over, *follow(after_taken, found, effects))  # where it lies now it is not discarded again
    if any(isinstance(effect, fx.VoidCoup) for effect in effects):
        back = tuple(e.Line(person, bet, stake, "void") for (person, bet), stake in in_order(state.bets))
        return (e.CoupVoided(state.coup, back), *end_of_shoe(state))
    returns = {effect.person: effect.amount for effect in effects if isinstance(effect, fx.ReturnStake)}
    done = [event for person, amount in returns.items() for event in refunds(state, person, amount)]
    phase = state.phase
    for effect in effects:
        match effect:
            case fx.GiveCards(person=person):
                done.append(e.HandAwarded(person))
            case fx.GoBack(phase=earlier):
                phase = Phase(earlier)
            case _:
                pass
    after = apply_effects(effects, Cards(state.layout, state.marks))
    ruled = msgspec.structs.replace(state, layout=after.layout, marks=after.marks, phase=phase)
    if phase is not state.phase:
        done += [*((DrawAwaited(()),) if state.due_cards else ()), e.PhaseOpened(phase)]
        return (*done, *replacement_draws(ruled))
    stood = found.kind == THIRD_CARD_NOT_DUE
    corrected = is_about_corrected_coup(state, found)
    changed = stood or corrected or ruled.layout != state.layout or ruled.marks.hands != state.marks.hands
    if not changed or state.is_between_coups or phase is Phase.BETS:
        return tuple(done)
    again = resume(ruled, said_before=not corrected, let_stand=tuple(Hand) if stood else hands_let_stand(state))
    return (*done, *(replacement_draws(ruled) or again))


def discard_next_card(state: State, effects: tuple[fx.Effect, ...]) -> tuple[Event, ...]:
    position = state.shoe.position
    if not any(isinstance(effect, fx.Discard) and effect.position == position for effect in effects):
        return ()
    face = state.shoe.known_faces.get(position)
    moved = tuple(
        due if due.on_table else msgspec.structs.replace(due, position=due.position + 1) for due in state.due_cards
    )
    again = (DrawAwaited(moved),) if moved != state.due_cards else ()
    return (*stop_card(state, position), e.CardDiscarded(position, face), *again)


def refunds(state: State, person: PersonId, amount: int | None) -> list[Event]:
    left = amount
    back: list[Event] = []
    for stake, bet in sorted(((state.stake(person, bet), bet) for bet in Bet), reverse=True):
        part = stake if left is None else min(stake, left)
        if part:
            back.append(e.StakeReturned(person, bet, part))
            left = None if left is None else left - part
    return back


def replacement_draws(state: State) -> tuple[Event, ...]:
    if state.phase in (Phase.BETS, Phase.DEAL):
        return ()
    places = [hand for hand in Hand for _ in range(2 - len(fx.at(state.layout, hand)))]
    if not places:
        return ()
    shown = dict.fromkeys(Hand, state.phase is not Phase.PLAYER_SHOWS)
    shown[Hand.BANCA] = state.phase not in (Phase.PLAYER_SHOWS, Phase.BANK_SHOWS)
    start = state.shoe.position
    return (DrawAwaited(tuple(DueCard(start + n, str(hand), shown[hand]) for n, hand in enumerate(places))),)
