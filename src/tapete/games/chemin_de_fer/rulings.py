"""Rulings and what follows: stakes taken back, payments and cards corrected."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.corrections import undone
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.points import Winner
from tapete.games.banked import corrections, rulings
from tapete.games.banked.coup import Shares, share_of
from tapete.games.banked.events import CardsPassedOn
from tapete.games.banked.reconsideration import by_code
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.chemin_de_fer import acts, bank, events as e, flow, passing, remedies
from tapete.games.chemin_de_fer.acts import CloseWithdrawals, KeepStake, WithdrawStake
from tapete.games.chemin_de_fer.calls import highest_staker
from tapete.games.chemin_de_fer.cards import pending_withdrawals, require_no_pass_bar
from tapete.games.chemin_de_fer.evolve import SHOWN, evolve, nets
from tapete.games.chemin_de_fer.people import priority
from tapete.games.chemin_de_fer.reports import ACCIDENTS
from tapete.games.chemin_de_fer.state import Award, Bank, SettledCoup, State, carry_over
from tapete.games.chemin_de_fer.terms import COUP, HANDS, PREPARING, THIRD_CARD, Call, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.staff import Role, require_post


def return_stake(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    award = state.coup.award
    held = 0 if award is None else share_of(award.stakes, person)
    back = held if amount is None else min(amount, held)
    if award is None or not back:
        return ()
    returned = e.StakeReturned(person, back)
    after = evolve(state, returned)
    if award.covered_amount == back:
        return (returned, *flow.void_coup(after))
    return (returned, *bank.form_garage(state, award.covered_amount - back), *cards_passed_on(after, person))


def cards_passed_on(state: State, left: PersonId) -> tuple[Event, ...]:
    coup, award = state.coup, state.coup.award
    spoken = coup.punto.word is not None or Hand.PUNTO in coup.naturals
    if award is None or spoken or share_of(award.stakes, left) or left not in (state.holder, coup.punto.holder):
        return ()
    return remaining_stakes_play(state, left, award)


@rule("HP.CF.holder-withdrew", neutral=())
def remaining_stakes_play(state: State, left: PersonId, award: Award) -> tuple[Event, ...]:
    """The cards of a holder who took their stake back go to whoever's remaining stake would have had them."""
    return (CardsPassedOn(left, highest_staker(state, award.stakes, priority(state))),)


def require_withdrawal_offered(state: State, who: PersonId) -> Fault | None:
    if state.coup.cards.marks.withdrawal:
        return None if who in pending_withdrawals(state) else fault("nothing-to-withdraw")
    return remedies.require_stakes_free(state) or fault("withdrawal-not-offered")


@acts.decides(WithdrawStake, KeepStake)
def answer_withdrawal(state: State, by: PersonId, what: WithdrawStake | KeepStake) -> Decision:
    who = by if what.person is None else what.person
    stays = isinstance(what, KeepStake)
    if wrong := first_fault(
        None if state.may_act_for(by, who) else fault("not-yours"),
        None if stays else require_no_pass_bar(state, who),
        require_withdrawal_offered(state, who),
    ):
        return wrong
    answer = e.WithdrawalAnswered(who, stays)
    return flow.with_consequences(state, answer, *(() if stays else return_stake(state, who, None)))


@rule("HP.CF.withdrawal-silence", neutral=())
def silence_keeps_stake(people: tuple[PersonId, ...]) -> tuple[Event, ...]:
    """Whoever says nothing when the croupier goes on leaves their stake in."""
    return tuple(e.WithdrawalAnswered(one, stays=True) for one in people)


@acts.decides(CloseWithdrawals)
def close(state: State, who: PersonId, _what: CloseWithdrawals) -> Decision:
    open_still = pending_withdrawals(state)
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), None if open_still else fault("withdrawal-not-offered")
    )
    return wrong or flow.with_consequences(state, *silence_keeps_stake(open_still))


IN_HAND = frozenset(place for hand in HANDS for place in (str(hand), third(hand)))


def require_hand_in_play(state: State, effect: fx.Effect) -> Fault | None:
    """Return a Fault if a card is put into a hand before the betting has closed: it waits to be the first one dealt."""
    early = isinstance(effect, fx.AssignCard) and effect.place in IN_HAND and state.phase not in COUP
    return fault("no-coup") if early else None


def is_of_bank(state: State, coup: int) -> bool:
    return any(one.number == coup for one in state.coups_of_bank)


def is_bank_unchanged(state: State, coup: int, changes: Shares) -> bool:
    """Return True if the bank of a coup stands with the same owners, no other coup is open, and it holds enough."""
    bank = state.bank
    if bank is None or state.phase not in (Phase.BETWEEN, *PREPARING) or not is_of_bank(state, coup):
        return False
    if [part.person for part in bank.parts] != [one.person for one in changes]:
        return False
    return all(part.amount + one.amount >= 0 for part, one in zip(bank.parts, changes, strict=True))


@rule("HP.CF.corrections", neutral=())
def hand_goes_by_true_result(state: State, what: PaymentCorrected) -> tuple[Event, ...]:
    """Until another coup is opened, a correction sends the hand where the true result would have; a bank that it leaves
    with less than the least stake is lost too.
    """
    last, bank = state.history[-1], state.bank
    is_last = what.coup == last.number == state.coup.number
    lost = is_last and last.winner is Winner.PUNTO
    if bank is None:
        return () if lost or not is_last else passing.reinstate_bank(state, what.bank)
    if state.phase not in (Phase.BETWEEN, Phase.BANK, *PREPARING) or not is_of_bank(state, what.coup):
        return ()
    return passing.cede_bank(state) if lost or bank.total < state.settings.minimum else ()


class Remedies(corrections.CorrectedGame[State]):
    """Rulings and corrections of chemin de fer."""

    hands: tuple[str, ...] = HANDS
    coup: tuple[str, ...] = COUP
    past_the_deal: tuple[str, ...] = (Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE)
    phase: type[Phase] = Phase
    phase_opened: type[e.PhaseOpened] = e.PhaseOpened
    choices: frozenset[str] = frozenset({THIRD_CARD})
    shown_codes = SHOWN
    card_corrected: type[e.CardCorrected] = e.CardCorrected
    require_not_into_shoe: rulings.Check = remedies.require_not_into_shoe
    undo: corrections.Undo = rule("HP.CF.undone-ruling", neutral=())(undone)
    require_two_officials: rulings.Check = rule("HP.CF.corrections", neutral=None)(corrections.require_two_officials)
    advance: corrections.Shifts = rule("HP.CF.debts", neutral=())(corrections.advanced_by_house)
    set_off: corrections.Shifts = rule("HP.CF.debts", neutral=())(corrections.set_off_against_debts)
    evolve: rulings.Folds = staticmethod(evolve)
    with_consequences: rulings.Follows = staticmethod(flow.all_consequences)
    return_stake: rulings.Follows = staticmethod(return_stake)
    names: corrections.Names = staticmethod(by_code)
    faults_shown: corrections.FindsFaults = staticmethod(remedies.faults_shown)
    proposal: Callable[[State, Fault], Proposal | None] = staticmethod(remedies.proposal)

    def call_off(self, state: State, _hand: str) -> tuple[Event, ...]:
        """Call the coup off, which is to call its one side off."""
        return flow.void_coup(state)

    def has_stake(self, state: State, person: PersonId, _amount: Cents | None) -> bool:
        return state.coup.award is not None and share_of(state.coup.award.stakes, person) > 0

    def require_lawful_effect(self, state: State, effect: fx.Effect) -> Fault | None:
        """Return a Fault if the clauses forbid an effect; a banker who laid down early frees the stakes."""
        is_freed = isinstance(effect, fx.OfferWithdrawal) and "laid-down-early" in state.coup.found_faults
        is_taken_back = isinstance(effect, fx.ReturnStake | fx.OfferWithdrawal) and not is_freed
        return first_fault(
            remedies.require_not_discarded(state, effect),
            require_hand_in_play(state, effect),
            remedies.require_stakes_free(state) if is_taken_back else None,
        )

    def require_no_card_left_over(
        self, before: State, open_incident: Incident, effects: tuple[fx.Effect, ...], after: State
    ) -> Fault | None:
        """Return a Fault if a ruling has a card neither played nor discarded, unless it decides a dealt coup."""
        marks = after.coup.cards.marks
        homes = (one.place for one in open_incident.proposed_effects if isinstance(one, fx.AssignCard))
        is_dealt = not ACCIDENTS.is_undealt(before) or not IN_HAND.isdisjoint(homes)
        if is_dealt and (marks.void or any(marks.of(hand).is_lost for hand in HANDS)):
            return None
        left = rulings.left_over_card(open_incident, after.docket, effects, after.coup)
        return None if left is None else remedies.require_played_or_discarded(left)

    def true_result(self, state: State, found: SettledCoup, event: e.CardCorrected) -> e.CardCorrected:
        events = flow.end_of_coup(msgspec.structs.replace(state, coup=found.coup))
        result = next((one for one in events if isinstance(one, e.CoupEnded)), None)
        if result is None:
            return event
        right = flow.settlement(state, Bank(found.parts[0].person, found.parts), found.award, result.winner)
        return msgspec.structs.replace(
            event,
            winner=result.winner,
            punto=result.punto,
            banca=result.banca,
            players=nets(result.winner, found.award.stakes),
            bank=right.bank,
            cagnotte=right.cagnotte,
        )

    def result_words(self, state: State, right: e.CardCorrected) -> tuple[Event, ...]:
        if right.winner is None or right.punto is None or right.banca is None:
            return ()
        return flow.announcement(state, right.winner, right.punto, right.banca)

    def bearing(self, state: State, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
        return msgspec.structs.replace(event, in_bank=is_bank_unchanged(state, event.coup, event.bank)), ()

    def afterwards(self, state: State, event: Event) -> tuple[Event, ...]:
        """Return the announcement of the corrected bank, where the hand goes, and who may repeat a banco."""
        if isinstance(event, PaymentCorrected):
            gone = hand_goes_by_true_result(state, event)
            after = fold(evolve, state, gone)
            said = bank.announce_bank(state) if event.in_bank and not gone else ()
            return (*said, *gone, *(true_repeaters(after) if after.bank and gone else ()))
        is_known = isinstance(event, e.CardCorrected) and is_of_bank(state, event.coup)
        return true_repeaters(state) if is_known else ()


def true_repeaters(state: State) -> tuple[Event, ...]:
    """Return who may repeat a banco by what the coups of the bank really came to, where nobody has repeated it yet."""
    people = state.coups_of_bank[0].seguido
    for one in state.coups_of_bank:
        people = frozenset(flow.repeaters(carry_over(state, seguido=people), one.award, one.winner))
    is_called = state.phase is Phase.BETS and any(one.kind == Call.SEGUIDO for one in state.calls.claims)
    return () if is_called or state.carried_over.seguido == people else (e.SeguidoHeld(tuple(sorted(people))),)


corrections.enter(acts.DECIDERS, Remedies())
