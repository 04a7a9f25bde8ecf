"""The phases of a table: in each of them the act that is awaited, who moves the game on, and what may be offered.

The clauses in force at a phase are those that the awaited act and the viewer's own acts rest on: they are traced, not
listed (:func:`tapete.games.punto_banco.legal.explain`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.holder import has_shoe_stake
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import ActBody, PersonId, require_complete
from tapete.table import phases
from tapete.table.phases import no_person
from tapete.table.staff import Role

PhaseRules = phases.PhaseRules[State]


def dealer(state: State) -> PersonId | None:
    """Return whoever has the shoe."""
    return state.dealer()


def hand_holder(state: State) -> PersonId | None:
    """Return whoever turns the Player hand."""
    return state.hand_holder


def dealer_or_chief(state: State) -> PersonId | None:
    """Return whoever has the shoe, or the table chief while he must say who turns the Player hand."""
    return state.staff.get(Role.TABLE_CHIEF) if state.disputants else state.dealer()


def person_at_shoe(state: State) -> PersonId | None:
    offered = state.turn.offered_place
    return None if offered is None else state.seats.occupants.get(offered)


def person_at_shoe_or_bet(state: State) -> PersonId | None:
    """Return the player to whom the shoe is offered, or the one who has it, was asked for his bet and owes it still."""
    if state.turn.offered_place is not None:
        return person_at_shoe(state)
    holder = state.dealer() if state.turn.is_reminded else None
    has_staked = holder is not None and has_shoe_stake(state, holder, state.book.turn.holder_bet_on.value)
    return None if has_staked else holder


def _rules(awaited: type[ActBody], waits_for: Callable[[State], PersonId | None], *others: type[ActBody]) -> PhaseRules:
    return PhaseRules((), phases.tags(awaited), waits_for, frozenset({awaited, *others}))


ANY_PHASE: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.CardOut, a.AwardHand, a.WithdrawBet, a.ReportIncident, a.GiveRuling, a.SetOptions, a.CloseTable),
        *(a.Sit, a.StandBehind, a.Leave, a.BuyIn, a.CashOut, a.Relieve),
    }
)
"""Acts that no phase excludes as such: what they need is asked of the cards, the stakes, the incidents, the people."""

PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.CLOSED: PhaseRules(),
    Phase.COUNT: _rules(a.CountPack, no_person),
    Phase.SHUFFLE: _rules(a.ShufflePack, no_person),
    Phase.CUT: _rules(a.CutPack, no_person),
    Phase.CUT_CARD: _rules(a.InsertCutCard, no_person),
    Phase.BURN: _rules(a.BurnCards, no_person),
    Phase.BETWEEN: _rules(a.OpenBets, person_at_shoe, a.TakeShoe, a.PassShoe, a.CallPerson, a.StopCardOut),
    Phase.BETS: _rules(
        a.CloseBets, person_at_shoe_or_bet, a.PlaceBet, a.TakeShoe, a.PassShoe, a.CallPerson, a.StopCardOut
    ),
    Phase.DEAL: _rules(a.Deal, dealer_or_chief, a.CallPerson, a.StopCardOut),
    Phase.PLAYER_SHOWS: _rules(a.ShowHand, hand_holder, a.CallPerson, a.StopCardOut),
    Phase.BANK_SHOWS: _rules(a.ShowHand, dealer, a.CallPerson, a.StopCardOut),
    Phase.PLAYER_DRAWS: _rules(a.DrawCard, dealer, a.CallPerson, a.StopCardOut),
    Phase.BANK_DRAWS: _rules(a.DrawCard, dealer, a.CallPerson, a.StopCardOut),
    Phase.SETTLE: _rules(a.Settle, no_person, a.StopCardOut),
    Phase.END_OF_SHOE: _rules(a.CountPack, no_person),
}
"""What holds in each phase, beside the acts of :data:`ANY_PHASE`."""

require_complete(PHASES, frozenset(Phase))
