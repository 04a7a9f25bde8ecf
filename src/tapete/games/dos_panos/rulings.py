"""Rulings and what follows: money, procedure, and payments and cards corrected."""

from __future__ import annotations

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
from tapete.games.dos_panos.coup.flow import all_consequences
from tapete.games.dos_panos.coup.hands import announced_scores, live_cloths, result_of
from tapete.games.dos_panos.errors import deal, words
from tapete.games.dos_panos.events import BankCalled, CardCorrected, PhaseOpened
from tapete.games.dos_panos.evolve import SHOWN, evolve, fault_names, found_key, nets
from tapete.games.dos_panos.placing import stake_of
from tapete.games.dos_panos.state import SettledCoup, State
from tapete.games.dos_panos.terms import COUP, HANDS, Hand, Phase
from tapete.kernel import Event, PersonId, fold
from tapete.money import Cents


@rule("DP.C1.07", "DP.C2.06", neutral=None)
def require_no_withdrawal() -> Fault | None:
    """No card that was seen lets the players take their stakes back, so no ruling asks them whether they will."""
    return fault("stakes-stand")


def require_hand_in_play(state: State, effect: fx.Effect) -> Fault | None:
    is_promised = isinstance(effect, fx.GiveCards) and effect.coup is fx.EffectCoup.NEXT
    named = effect.place if isinstance(effect, fx.AssignCard) else getattr(effect, "hand", "")
    return fault("no-coup") if state.phase not in COUP and named in deal.DEALT and not is_promised else None


BEARING = frozenset({Phase.BETWEEN, Phase.CUSTODY, Phase.SHOE, Phase.BROKEN})
"""The phases in which the bank bears a correction: no coup is on, and nothing is staked or prepared against it."""


def is_drawn_on(state: State, short: int) -> bool:
    left = proven_left(state)
    if not is_liable_for_all(state) or left is None or left < short:
        return False
    rest_on_liability(state)
    return True


def is_paid_rightly(state: State) -> bool:
    return all((one.players, one.bank) == (one.due_players, one.due_bank) for one in state.coups_of_banco)


class Remedies(corrections.CorrectedGame[State]):
    """Rulings and corrections of the two-cloth game."""

    hands: tuple[str, ...] = HANDS
    coup: tuple[str, ...] = COUP
    past_the_deal: tuple[str, ...] = COUP[COUP.index(Phase.FIRST_WORD) :]
    phase: type[Phase] = Phase
    phase_opened: type[PhaseOpened] = PhaseOpened
    choices: frozenset[str] = frozenset()
    shown_codes = SHOWN
    card_corrected: type[CardCorrected] = CardCorrected
    require_not_into_shoe: rulings.Check = deal.require_not_into_shoe
    undo: corrections.Undo = rule("HP.DP.undone-ruling", neutral=())(undone)
    require_two_officials: rulings.Check = rule("HP.DP.corrections", neutral=None)(corrections.require_two_officials)
    advance: corrections.Shifts = rule("HP.DP.debts", neutral=())(corrections.advanced_by_house)
    set_off: corrections.Shifts = rule("HP.DP.debts", neutral=())(corrections.set_off_against_debts)
    evolve: rulings.Folds = staticmethod(evolve)
    with_consequences: rulings.Follows = staticmethod(all_consequences)
    return_stake: rulings.Follows = staticmethod(return_stake)
    names: corrections.Names = staticmethod(fault_names)
    faults_shown: corrections.FindsFaults = staticmethod(words.faults_shown)

    def call_off(self, state: State, hand: str) -> tuple[Event, ...]:
        return ending.void_cloth(state, Hand(hand)) if hand else ending.void_coup(state)

    def after_ruling(self, state: State, *events: Event) -> tuple[Event, ...]:
        """Return the events of a ruling and all that follows; with the last waiting card a shoe may be over."""
        found = all_consequences(state, *events)
        return (*found, *ending.end_of_unplayed_shoe(fold(evolve, state, found)))

    def has_stake(self, state: State, person: PersonId, amount: Cents | None) -> bool:
        return stake_of(state.coup.stakes, person) >= max(amount or 0, 1)

    def require_authority(
        self, state: State, who: PersonId, open_incident: Incident, what: GiveRuling, effects: tuple[fx.Effect, ...]
    ) -> Fault | None:
        """Return a Fault if somebody may not give a ruling: who sets aside that early cards are played is one alone."""
        return first_fault(
            deal.require_waiver(state, who, open_incident, effects),
            None
            if deal.is_waived_by(state, who, open_incident, effects)
            else super().require_authority(state, who, open_incident, what, effects),
        )

    def require_lawful_effect(self, state: State, effect: fx.Effect) -> Fault | None:
        return first_fault(
            deal.require_not_discarded(state, effect),
            require_hand_in_play(state, effect),
            deal.require_stakes_free(state) if isinstance(effect, fx.ReturnStake) else None,
            require_no_withdrawal() if isinstance(effect, fx.OfferWithdrawal) else None,
        )

    def require_no_card_left_over(
        self, before: State, open_incident: Incident, effects: tuple[fx.Effect, ...], after: State
    ) -> Fault | None:
        del before
        if rulings.is_coup_void(after.coup.cards, after.coup.sides):
            return None
        left = rulings.left_over_card(open_incident, after.docket, effects, after.coup)
        return None if left is None else deal.require_played_or_discarded(left)

    @staticmethod
    def proposal(state: State, found: Fault) -> Proposal | None:
        with trace():
            shown = {found_key(one) for one in words.new_faults(state)}
        return words.proposal(state, found) if found_key(found) in shown else None

    def true_result(self, state: State, found: SettledCoup, event: CardCorrected) -> CardCorrected:
        played = replace(state, coup=found.coup)
        result = result_of(played)
        if result is None:
            return event
        right = ending.reckoning(
            played, result.winners, ending.BankOfCoup(found.banker, found.coup.in_play, found.seats)
        )
        return replace(
            event,
            scores=result.scores,
            winners=result.winners,
            players=nets(found.coup.stakes, right.gains, right.paid_out),
            bank=(Share(found.banker, right.net),),
            cagnotte=right.commission,
        )

    def result_words(self, state: State, right: CardCorrected) -> tuple[Event, ...]:
        return announced_scores(state, right.scores) if len(right.scores) == len(HANDS) else ()

    def again(self, state: State) -> Phase:
        """Return the phase in which an ended coup is reckoned once more; hands that were not shown stay so."""
        hands = (*live_cloths(state), Hand.BANCA)
        return Phase.SHOW if all(is_open(state.coup.cards, hand) for hand in hands) else Phase.SETTLE

    def bearing(self, state: State, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
        """Return a corrected payment with who bears it, and what is drawn on: the same banker's bank, or in person."""
        (banker,) = event.bank
        if state.phase not in BEARING or event.coup not in {one.number for one in state.coups_of_bank}:
            return event, ()
        short = -(state.bank_chips + banker.amount)
        if short > 0 and not is_drawn_on(state, short):
            return event, ()
        drawn = (BankCalled(banker.person, short),) if short > 0 else ()
        over = ending.above_maximum(state, state.bank_chips, banker.amount)
        own = as_shares({banker.person: over})
        taken = (Share(banker.person, banker.amount - over),)
        return replace(event, in_bank=True, bank=taken, players=(*event.players, *own)), drawn

    def afterwards(self, state: State, event: Event) -> tuple[Event, ...]:
        """Return where the table goes after the correction of a settled coup, while no other one is open."""
        match event:
            case PaymentCorrected(in_bank=True):
                return ending.after_correction(state)
            case CardCorrected() if state.phase is Phase.REPEAT or is_paid_rightly(state):
                return ending.resumed_repetition(state)
            case _:
                return ()


corrections.enter(acts.DECIDERS, Remedies())
