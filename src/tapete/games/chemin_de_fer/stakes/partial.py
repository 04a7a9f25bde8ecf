"""Partial banco («banco con la mesa») and the promise to complete it («con la mesa y último completo»)."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.procedure import say
from tapete.games.banked.people import chips_of
from tapete.games.chemin_de_fer.acts import CallConLaMesa, CallUltimoCompleto
from tapete.games.chemin_de_fer.events import CallWithdrawn
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.stakes.award import half_of, is_whole_bank_called, missing_from_half, missing_part
from tapete.games.chemin_de_fer.stakes.calls import (
    make_call,
    replaced_calls,
    require_bets_open,
    require_may_call,
    require_minimum,
    require_room_for_two,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents, euros


@rule("CF.B.17", neutral=None)
def require_no_whole_banco(state: State) -> Fault | None:
    """A partial banco is for when nobody takes the full one; a full one called later in the window goes before it."""
    return fault("banco-called") if is_whole_bank_called(state) else None


@rule("CF.B.18", neutral=None)
def require_exact_half(state: State, amount: Cents) -> Fault | None:
    """The stake of «banco con la mesa» is exactly one half of the bank."""
    half = half_of(state)
    return None if amount == half else fault("not-half", half=half)


def con_la_mesa(state: State, who: PersonId, what: CallConLaMesa) -> Decision:
    """Decide a call of «banco con la mesa». With a bank below twice the minimum there is none."""
    amount = what.amount or half_of(state)
    wrong = first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_no_whole_banco(state),
        require_exact_half(state, amount),
        require_minimum(state, min(amount, state.coup.in_play - amount)),
    )
    if wrong:
        return wrong
    made = make_call(state, who, Call.PARTIAL, amount)
    return made if not isinstance(made, tuple) else (*made, *invitation(fold(evolve, state, made)))


@rule("CF.B.19", neutral=())
def invitation(state: State) -> tuple[Event, ...]:
    """The croupier then invites the others to complete the sum in the bank."""
    left = missing_part(state)
    return say(state, "complete-the-bank", amount=euros(left)) if left else ()


def ultimo_completo(state: State, who: PersonId, what: CallUltimoCompleto) -> Decision:
    """Decide the promise to supply what is missing. What is not needed of the chips laid ready for it goes back.

    It may be spoken before or after the «banco con la mesa» that it completes; without one it comes to nothing.
    """
    del what
    wrong = first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_no_whole_banco(state),
        require_room_for_two(state),
        require_minimum(state, chips_at_hand(state, who)),
    )
    return wrong or make_call(state, who, Call.LAST, chips_to_complete(state, who))


def chips_at_hand(state: State, who: PersonId) -> Cents:
    """Return what somebody could lay ready who promises the last completion: of an earlier call of his too."""
    return chips_of(state.ledger, who) + sum(one.amount for one in replaced_calls(state, who, Call.LAST))


def chips_to_complete(state: State, who: PersonId) -> Cents:
    """Return what somebody lays ready who promises the last completion: at least what is missing now and a lawful
    stake, and of the other half, which may come to be missing, as much as he has.
    """
    replaced = replaced_calls(state, who, Call.LAST)
    without = fold(evolve, state, [CallWithdrawn(who, one.kind, one.amount) for one in replaced])
    half, held = state.coup.in_play - half_of(state), chips_at_hand(state, who)
    least = 1 if state.book.betting.small_completion.use() else state.settings.minimum
    return max(missing_from_half(without), least, min(half, held))
