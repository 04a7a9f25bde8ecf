"""Rulings and what follows: money, procedure, and payments and cards corrected."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tapete.clauses import Fault, fault, first_fault, rule, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.corrections import undone
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import corrections, rulings
from tapete.games.banked.coup import Share, as_shares
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.bank.ending import is_liable_for_all, proven_left, rest_on_liability
from tapete.games.dos_panos.coup import ending
from tapete.games.dos_panos.coup.ending import return_stake
from tapete.games.dos_panos.coup.flow import with_consequences
from tapete.games.dos_panos.coup.hands import announced_scores, live_cloths, result_of
from tapete.games.dos_panos.errors import deal
from tapete.games.dos_panos.errors.words import faults_shown, new_faults, proposal
from tapete.games.dos_panos.events import BankCalled, CardCorrected, PhaseOpened
from tapete.games.dos_panos.evolve import SHOWN, evolve, fault_names, found_key, nets
from tapete.games.dos_panos.placing import stake_of
from tapete.games.dos_panos.state import SettledCoup, State
from tapete.games.dos_panos.terms import COUP, HANDS, Hand, Phase
from tapete.kernel import Event, PersonId, fold


def open_phase(phase: str) -> PhaseOpened:
    return PhaseOpened(Phase(phase))


def call_off(state: State, hand: str) -> tuple[Event, ...]:
    return ending.void_cloth(state, Hand(hand)) if hand else ending.void_coup(state)


PAST_THE_DEAL = (Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE)


def require_may_rule(
    state: State, who: PersonId, open_incident: Incident, what: GiveRuling, effects: tuple[fx.Effect, ...]
) -> Fault | None:
    """Return a Fault if somebody may not give a ruling: who sets aside that early cards are played is one alone."""
    return first_fault(
        deal.require_waiver(state, who, open_incident, effects),
        None
        if deal.is_waived_by(state, who, open_incident, effects)
        else rulings.require_authority(state, who, open_incident, what, effects),
    )


def require_no_card_left_over(
    before: State, open_incident: Incident, effects: tuple[fx.Effect, ...], after: State
) -> Fault | None:
    del before
    if rulings.is_coup_void(after.coup.cards, after.coup.sides):
        return None
    left = rulings.left_over_card(open_incident, after.docket, effects, after.coup)
    return None if left is None else deal.require_played_or_discarded(left)


def require_lawful_effect(state: State, effect: fx.Effect) -> Fault | None:
    return first_fault(
        deal.require_not_discarded(state, effect),
        require_hand_in_play(state, effect),
        deal.require_stakes_free(state) if isinstance(effect, fx.ReturnStake) else None,
        require_no_withdrawal() if isinstance(effect, fx.OfferWithdrawal) else None,
    )


@rule("DP.C1.07", "DP.C2.06", neutral=None)
def require_no_withdrawal() -> Fault | None:
    """No card that was seen lets the players take their stakes back, so no ruling asks them whether they will."""
    return fault("stakes-stand")


def require_hand_in_play(state: State, effect: fx.Effect) -> Fault | None:
    is_promised = isinstance(effect, fx.GiveCards) and effect.coup is fx.EffectCoup.NEXT
    named = effect.place if isinstance(effect, fx.AssignCard) else getattr(effect, "hand", "")
    return fault("no-coup") if state.phase not in COUP and named in deal.DEALT and not is_promised else None


def is_about_nobody(state: State, effect: fx.Effect) -> bool:
    match effect:
        case fx.GiveCards(hand=Hand.BANCA):
            return True
        case fx.GiveCards(person=person):
            return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
        case fx.OfferChoice():
            return True
        case fx.ReturnStake(person=person, amount=amount):
            return stake_of(state.coup.stakes, person) < max(amount or 0, 1)
        case fx.SettleLast(person=person):
            return not state.seats.is_at_table(person)
        case _:
            return False


def followed(state: State, *events: Event) -> tuple[Event, ...]:
    """Return the events of a ruling and all that follows; with the last waiting card a shoe may be over."""
    found = with_consequences(state, *events)
    return (*found, *ending.end_of_unplayed_shoe(fold(evolve, state, found)))


RULINGS: rulings.Rulings[State] = rulings.Rulings(
    HANDS,
    COUP,
    PAST_THE_DEAL,
    evolve,
    open_phase,
    call_off,
    return_stake,
    followed,
    is_about_nobody,
    deal.require_not_into_shoe,
    require_lawful_effect,
    require_may_rule,
    require_no_card_left_over,
)

rule_on = acts.decides(GiveRuling)(partial(rulings.rule_on, RULINGS))


def proposal_of(state: State, found: Fault) -> Proposal | None:
    with trace():
        shown = {found_key(one) for one in new_faults(state)}
    return proposal(state, found) if found_key(found) in shown else None


def true_result(state: State, found: SettledCoup, event: CardCorrected) -> CardCorrected:
    played = replace(state, coup=found.coup)
    result = result_of(played)
    if result is None:
        return event
    right = ending.reckoning(played, result.winners, ending.BankOfCoup(found.banker, found.coup.in_play, found.seats))
    return replace(
        event,
        scores=result.scores,
        winners=result.winners,
        players=nets(found.coup.stakes, right.gains, right.paid_out),
        bank=(Share(found.banker, right.net),),
        cagnotte=right.commission,
    )


def result_words(state: State, right: CardCorrected) -> tuple[Event, ...]:
    return announced_scores(state, right.scores) if len(right.scores) == len(HANDS) else ()


def shown_again(state: State) -> Phase:
    """Return the phase in which an ended coup is reckoned once more; hands that were not shown stay so."""
    hands = (*live_cloths(state), Hand.BANCA)
    return Phase.SHOW if all(is_open(state.coup.cards, hand) for hand in hands) else Phase.SETTLE


BEARING = frozenset({Phase.BETWEEN, Phase.CUSTODY, Phase.SHOE, Phase.BROKEN})
"""The phases in which the bank bears a correction: no coup is on, and nothing is staked or prepared against it."""


def bearing(state: State, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
    """Return a corrected payment with who bears it, and what is drawn on: the same banker's bank, or in person."""
    (banker,) = event.bank
    if state.banker != banker.person or state.phase not in BEARING:
        return event, ()
    short = -(state.bank_chips + banker.amount)
    if short > 0 and not is_drawn_on(state, short):
        return event, ()
    drawn = (BankCalled(banker.person, short),) if short > 0 else ()
    over = ending.above_maximum(state, state.bank_chips, banker.amount)
    own = as_shares({banker.person: over})
    taken = (Share(banker.person, banker.amount - over),)
    return replace(event, in_bank=True, bank=taken, players=(*event.players, *own)), drawn


def is_drawn_on(state: State, short: int) -> bool:
    left = proven_left(state)
    if not is_liable_for_all(state) or left is None or left < short:
        return False
    rest_on_liability(state)
    return True


def is_paid_rightly(state: State) -> bool:
    return all((one.players, one.bank) == (one.due_players, one.due_bank) for one in state.coups_of_banco)


def afterwards(state: State, event: Event) -> tuple[Event, ...]:
    """Return where the table goes after the correction of a settled coup, while no other one is open."""
    match event:
        case PaymentCorrected(in_bank=True):
            return ending.after_correction(state)
        case CardCorrected() if state.phase is Phase.REPEAT or is_paid_rightly(state):
            return ending.resumed_repetition(state)
        case _:
            return ()


CORRECTIONS: corrections.Corrections[State] = corrections.Corrections(
    hands=HANDS,
    shown_codes=SHOWN,
    names=fault_names,
    faults=faults_shown,
    proposal=proposal_of,
    phase=Phase,
    undo=rule("HP.DP.undone-ruling", neutral=())(undone),
    evolve=evolve,
    with_consequences=with_consequences,
    requirement=rule("HP.DP.corrections", neutral=None)(corrections.require_two_officials),
    card_corrected=CardCorrected,
    true_result=true_result,
    result_words=result_words,
    coup=COUP,
    again=shown_again,
    open_phase=open_phase,
    bearing=bearing,
    advance=rule("HP.DP.debts", neutral=())(corrections.advanced_by_house),
    set_off=rule("HP.DP.debts", neutral=())(corrections.set_off_against_debts),
    afterwards=afterwards,
)

correct_card = acts.decides(acts.CorrectCard)(partial(corrections.correct_card, CORRECTIONS))
correct_payment = acts.decides(acts.CorrectPayment)(partial(corrections.correct_payment, CORRECTIONS))
