"""Stakes taken back in the middle of a coup: by a ruling, or by the players where a ruling lets them."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.banked.events import CardsPassedOn
from tapete.games.banked.shares import share_of
from tapete.games.chemin_de_fer.acts import CloseWithdrawals, KeepStake, WithdrawStake
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals, require_no_pass_bar
from tapete.games.chemin_de_fer.coup.ending import void_coup
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_stakes_free
from tapete.games.chemin_de_fer.events import StakeReturned, WithdrawalAnswered
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import priority
from tapete.games.chemin_de_fer.stakes.holder import highest_staker
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role, require_post


def return_stake(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    """Return a stake or a part of it; what is covered shrinks, so what stands out of play is measured again."""
    award = state.coup.award
    held = 0 if award is None else share_of(award.stakes, person)
    back = held if amount is None else min(amount, held)
    if award is None or not back:
        return ()
    returned = StakeReturned(person, back)
    after = evolve(state, returned)
    if award.covered_amount == back:
        return (returned, *void_coup(after))
    return (returned, *garage.form_garage(state, award.covered_amount - back), *cards_passed_on(after, person))


def cards_passed_on(state: State, left: PersonId) -> tuple[Event, ...]:
    """Return the passing on of the punto's cards, when whoever was to play them has nothing at stake any more."""
    coup, award = state.coup, state.coup.award
    spoken = coup.punto.word is not None or Hand.PUNTO in coup.naturals
    if award is None or spoken or share_of(award.stakes, left) or left not in (state.holder, coup.punto.holder):
        return ()
    return remaining_stakes_play(state, left, award)


@rule("HP.CF.holder-withdrew", neutral=())
def remaining_stakes_play(state: State, left: PersonId, award: Award) -> tuple[Event, ...]:
    """The cards of a holder who took his stake back go to him whose stake would have had them among those that stay."""
    return (CardsPassedOn(left, highest_staker(state, award.stakes, priority(state))),)


def require_withdrawal_offered(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person may take his stake back and has not said yet whether he does."""
    if state.coup.cards.marks.withdrawal:
        return None if who in pending_withdrawals(state) else fault("nothing-to-withdraw")
    return require_stakes_free(state) or fault("withdrawal-not-offered")


def answer_withdrawal(state: State, by: PersonId, named: PersonId | None, stays: bool) -> Decision:
    """Decide one player's answer: he takes his stake back, or leaves it in."""
    who = by if named is None else named
    wrong = first_fault(
        None if state.may_act_for(by, who) else fault("not-yours"),
        None if stays else require_no_pass_bar(state, who),
        require_withdrawal_offered(state, who),
    )
    if wrong:
        return wrong
    answer = WithdrawalAnswered(who, stays)
    return with_consequences(state, answer, *(() if stays else return_stake(state, who, None)))


def withdraw(state: State, who: PersonId, what: WithdrawStake) -> Decision:
    """Decide that a player takes his stake back."""
    return answer_withdrawal(state, who, what.person, stays=False)


def keep(state: State, who: PersonId, what: KeepStake) -> Decision:
    """Decide that a player leaves his stake in."""
    return answer_withdrawal(state, who, what.person, stays=True)


@rule("HP.CF.withdrawal-silence", neutral=())
def silence_keeps_stake(people: tuple[PersonId, ...]) -> tuple[Event, ...]:
    """Whoever says nothing when the croupier goes on leaves his stake in."""
    return tuple(WithdrawalAnswered(one, stays=True) for one in people)


def close(state: State, who: PersonId, what: CloseWithdrawals) -> Decision:
    """Decide that the croupier goes on with the coup."""
    del what
    open_still = pending_withdrawals(state)
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), None if open_still else fault("withdrawal-not-offered")
    )
    return wrong or with_consequences(state, *silence_keeps_stake(open_still))
