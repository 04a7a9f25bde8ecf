"""«Banco seguido»: who may repeat his banco, until when, and what it makes of the stakes that were there before."""

from __future__ import annotations

from tapete.clauses import Cite, Fault, cite, fault, first_fault, rule
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import LiveShare, Share
from tapete.games.chemin_de_fer.acts import CallBanco, CallSeguido
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.events import CoverAwarded, PhaseOpened
from tapete.games.chemin_de_fer.people.seating import require_chips
from tapete.games.chemin_de_fer.stakes.calls import (
    banco,
    make_call,
    require_bets_open,
    require_may_call,
    require_not_barred_from_banco,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Call, Cover, Hand, Phase
from tapete.kernel import Decision, PersonId


@rule("CF.B.30", neutral=None)
def require_banco_to_repeat(state: State, who: PersonId) -> Fault | None:
    """«Banco seguido» is for the player who made banco in the coup before and lost it."""
    if who in state.carried_over.seguido:
        return None
    return Fault("no-banco-to-repeat", {}, (cite("CF.B.30"), *clauses_against_repeat(state, who)))


def clauses_against_repeat(state: State, who: PersonId) -> tuple[Cite, ...]:
    """Return the clause by which somebody who called banco lately may not repeat it: it was one with the table, or the
    coup that he let go by was decided.
    """
    last, before = (*(None, None), *state.history)[-1:-3:-1]
    if last is None:
        return ()
    halves = (one.person for one in last.award.calls if one.call in (Call.PARTIAL, Call.LAST))
    if last.award.kind is Cover.PARTIAL and last.winner is Winner.BANCA and who in halves:
        return (cite("CF.B.23"),)
    let_go = before is not None and before.award.kind.is_whole and before.award.holder == who
    return (cite("CF.B.36"),) if let_go and last.winner is not Winner.TIE else ()


@rule("CF.B.29", neutral=lambda state: require_bets_open(state))
def require_seguido_possible(state: State) -> Fault | None:
    """«Banco seguido» is valid even after the distribution, while no other player has the cards in his hand."""
    seen = is_hand_seen.where(state.phase in COUP and bool(at(state.coup.cards.layout, Hand.PUNTO)), state)
    if state.phase in (Phase.DEAL, Phase.CARRY, Phase.LIFT) and not seen:
        return None
    return require_cards_unseen(state) if seen else require_bets_open(state)


@rule("CF.B.32", neutral=lambda state: any(card.face_up for card in at(state.coup.cards.layout, Hand.PUNTO)))
def is_hand_seen(state: State) -> bool:
    """A card counts as seen once it has been lifted from the cloth."""
    return state.coup.punto.is_lifted


@rule("CF.B.33", "CF.B.32", neutral=None)
def require_cards_unseen(state: State) -> Fault | None:
    """Called after the cards were given to another player, it yields to him who has taken and seen them."""
    return fault("cards-seen", holder=state.coup.punto.before)


@rule("CF.B.30", neutral=False)
def is_ordinary_banco(state: State, who: PersonId) -> bool:
    """«Banco seguido» said by the player who made banco in the coup before and won it is an ordinary banco."""
    last = next(reversed(state.history), None)
    won = last is not None and last.award.kind.is_whole and last.winner is Winner.PUNTO
    return state.phase is Phase.BETS and won and last is not None and last.award.holder == who


def call(state: State, who: PersonId, what: CallSeguido) -> Decision:
    """Decide a call of banco seguido: in the betting a claim like others, after the deal an award at once."""
    del what
    if is_ordinary_banco(state, who):
        return banco(state, who, CallBanco())
    wrong = first_fault(
        require_may_call(state, who),
        require_banco_to_repeat(state, who),
        require_seguido_possible.where(state.phase is not Phase.BETS, state),
    )
    if wrong:
        return wrong
    if state.phase is Phase.BETS:
        return make_call(state, who, Call.SEGUIDO, state.coup.in_play)
    award = state.coup.award
    if award is None or award.kind is Cover.SEGUIDO:
        return fault("seguido-already-called")
    amount = state.coup.in_play
    mine = sum(one.amount for one in award.stakes if one.person == who)
    wrong = first_fault(
        require_not_barred_from_banco(state, who, Call.SEGUIDO), require_chips(state, who, amount - mine)
    )
    if wrong:
        return wrong
    # Everybody else's stake goes back, and what nobody covered before is covered now.
    alone, calls = (Share(who, amount),), (LiveShare(who, Call.SEGUIDO, amount),)
    late = CoverAwarded(Cover.SEGUIDO, who, alone, award.stakes, alone, calls)
    dealt = () if state.phase is Phase.DEAL else (PhaseOpened(Phase.CARRY),)
    return (late, *garage.form_garage(state, amount), *dealt)
