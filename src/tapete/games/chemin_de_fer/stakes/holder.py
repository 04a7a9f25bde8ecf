"""Who gets the punto's cards where several players cover the bank, each with his part.

First whoever called half of the bank or completed it, then whoever passed a smaller bank, then the highest stake. Each
right is cited only where it decides.
"""

from __future__ import annotations

from tapete.clauses import rule, trace
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked.priority import Rank
from tapete.games.banked.shares import Shares
from tapete.games.chemin_de_fer.stakes.passer import passer_holds
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import PersonId
from tapete.table.windows import Claim


def card_holder(
    state: State,
    stakes: Shares,
    ranks: dict[PersonId, Rank],
    *,
    half: Claim[str] | None = None,
    last: Claim[str] | None = None,
) -> PersonId:
    """Return who gets the cards; ``half`` and ``last`` are the two calls of a partial banco, as far as they play."""
    fit = {one.person for one in stakes if not state.bars.is_barred(one.person, BarredAction.CARDS)}
    promised = half is not None and any(one.kind == Call.LAST for one in state.calls.claims)
    if promised and (holder := completer_holds(last)) in fit:
        return holder
    if half is not None and half.person in fit and (holder := caller_holds(half)):
        return holder
    with trace():
        highest = highest_staker(state, stakes, ranks)
    return passer_holds(state, stakes, highest) or highest_staker(state, stakes, ranks)


@rule("CF.B.22", neutral=None)
def completer_holds(last: Claim[str] | None) -> PersonId | None:
    """Who said «con la mesa y último completo» and fills the other half takes the cards before the caller of the
    first; where nothing was left for him to fill, nobody does.
    """
    return None if last is None else last.person


@rule("CF.B.21", neutral=None)
def caller_holds(half: Claim[str]) -> PersonId | None:
    """Who called «banco con la mesa» has the right to the cards, even on his feet."""
    return half.person


@rule("CF.B.25", neutral=lambda _state, stakes, _ranks: stakes[0].person)
def highest_staker(state: State, stakes: Shares, ranks: dict[PersonId, Rank]) -> PersonId:
    """Without banco the cards go to the seated player with the highest stake, of those who may hold cards."""
    fit = tuple(one for one in stakes if not state.bars.is_barred(one.person, BarredAction.CARDS)) or stakes
    sitting = tuple(one for one in fit if state.seats.seat_of(one.person) is not None) or fit
    most = max(one.amount for one in sitting)
    highest = tuple(one.person for one in sitting if one.amount == most)
    return highest[0] if len(highest) == 1 else among_equal_stakes(highest, ranks)


@rule("CF.B.26", neutral=lambda people, _ranks: max(people))
def among_equal_stakes(people: tuple[PersonId, ...], ranks: dict[PersonId, Rank]) -> PersonId:
    """Equal highest stakes are resolved by the order of priority."""
    return min(people, key=lambda one: ranks[one])
