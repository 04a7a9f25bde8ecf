"""The count: what was not sold comes back and is counted, and the sale is put right before the start."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import (
    CALLER,
    CASHIER,
    CHIEF,
    require_duty,
    require_reason,
    seller_on_duty,
)
from tapete.games.bingo.ranges import require_upward
from tapete.games.bingo.sale import (
    cards_left,
    prices,
    require_seller,
    require_unused,
    require_within_series,
    taken_back,
)
from tapete.games.bingo.state import State
from tapete.games.bingo.takings import sellers_with_takings
from tapete.games.bingo.terms import SELLERS, Means, Phase, Range
from tapete.kernel import Decision, Event, PersonId
from tapete.table.order import in_order
from tapete.table.phases import require_phase
from tapete.table.staff import require_post


@rule("BG.IV.08", neutral=None)
def require_collector(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the cashier collects what was not sold."""
    return require_post(state.staff, who, CASHIER)


def unsold_due(state: State, name: str) -> int:
    """Return how many cartones of a series must come back: those that no game has used."""
    return cards_left(state.hall.series[name])


def unsold_differences(state: State) -> dict[str, int]:
    """Return by how many cartones each count falls short of what must come back; less than 0 where it goes beyond."""
    counts = in_order(state.game.unsold_counts) if state.phase is Phase.COUNT else ()
    return {name: lacking for name, count in counts if (lacking := unsold_due(state, name) - count)}


@rule("HP.BG.recounts", neutral=None)
def require_recount_told(*, is_again: bool, reason: str) -> Fault | None:
    """Return a Fault if something is counted again and nobody says why."""
    return require_reason(reason) if is_again else None


def collect(state: State, who: PersonId, what: a.CollectUnsold) -> Decision:
    """Decide that unsold cartones are taken in; when all are in and the count agrees, the prizes come."""
    wrong = first_fault(
        require_collector(state, who),
        require_phase(state, Phase.COUNT),
        None if what.series in state.game.series else fault("no-such-series", name=what.series),
        fault("nothing-changes") if state.game.unsold_counts.get(what.series) == what.count else None,
        require_recount_told(is_again=what.series in state.game.unsold_counts, reason=what.reason),
    )
    if wrong:
        return wrong
    counts = state.game.unsold_counts.set(what.series, what.count)
    due = unsold_due(state, what.series)
    agrees = all(name in counts and counts[name] == unsold_due(state, name) for name in state.game.series)
    collected: tuple[Event, ...] = (e.UnsoldCollected(what.series, what.count, due, what.reason, state.game.number),)
    return (*collected, e.PhaseOpened(Phase.PRIZES)) if agrees else collected


def sellers_of_game(state: State) -> tuple[PersonId, ...]:
    """Return who sells or has sold in the game: who is on a seller's post, who sold what was entered, and who has
    takings still.
    """
    on_duty = [state.staff[role] for role in SELLERS if role in state.staff]
    sold = {one.seller for one in state.game.sales} | set(sellers_with_takings(state))
    return (*on_duty, *sorted(sold - set(on_duty)))


def require_seller_of_game(state: State, seller: PersonId) -> Fault | None:
    """Return a Fault unless somebody sells or has sold in the game: who was relieved since sold what he sold."""
    return None if seller in sellers_of_game(state) else require_seller(state, seller)


def recount(state: State, who: PersonId, what: a.Recount) -> Decision:
    """Decide that the sale is put right before the start; everything after the count is done anew."""
    cards = Range(what.series, what.first, what.last)
    seller = what.seller or seller_on_duty(state)
    wrong = first_fault(
        require_duty(state, who, CHIEF, CASHIER),
        require_phase(state, Phase.COUNT, Phase.PRIZES),
        None if what.series in state.game.series else fault("no-such-series", name=what.series),
        fault("posts-empty", needs=[str(CALLER)]) if seller is None else require_seller_of_game(state, seller),
        require_recount_told(is_again=True, reason=what.reason),
    )
    if wrong or seller is None:
        return wrong or ()
    put_right: Decision
    if what.was_sold:
        series = state.hall.series[what.series]
        wrong = first_fault(require_upward(cards), require_within_series(series, cards), require_unused(series, cards))
        amounts = prices(state, cards)
        put_right = wrong or (e.CardsSold(state.game.number, cards, seller, Means.CASH, amounts),)
    else:
        put_right = taken_back(state, who, cards)
    if not isinstance(put_right, tuple):
        return put_right
    return (*put_right, e.SaleCorrected(who, what.reason), e.PhaseOpened(Phase.COUNT))
