"""Wishes for cartones: a player asks for some that his account pays for, and the seller brings them; where the house
sells so, he has them at once.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.clauses import fault, first_fault
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import CALLER, require_no_own_account, require_person, seller_on_duty
from tapete.games.bingo.sale import (
    next_number,
    prices,
    require_announced_series,
    require_may_hold,
    require_unit,
    require_unused,
    require_within_series,
)
from tapete.games.bingo.state import CardWish, State
from tapete.games.bingo.terms import Means, Phase, Range
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.table.phases import require_phase


def want(state: State, who: PersonId, what: a.WantCards) -> Decision:
    """Decide that somebody asks for cartones, as many as his account pays for; 0 takes the wish back, which the house
    does for another.
    """
    if who == HOUSE and what.person is not None and not what.count:
        return want(state, what.person, replace(what, person=None))
    wrong = first_fault(
        require_person(who),
        None if what.person in (None, who) else fault("not-yours"),
        require_announced_series(state, what.series),
        require_phase(state, Phase.SALE),
    )
    if wrong:
        return wrong
    asked, chips = state.game.wishes.get(who), balance(state.ledger, person(who))
    wrong = first_fault(
        require_may_hold(state, who, what.count),
        fault("not-enough-chips", chips=chips) if chips < what.count * state.game.price else None,
        fault("nothing-changes") if asked == (CardWish(what.series, what.count) if what.count else None) else None,
    )
    if wrong or not state.book.sale.self_service.use():
        return wrong or (e.CardsWanted(who, what.series, what.count),)
    return _bought(state, who, what)


def _bought(state: State, who: PersonId, what: a.WantCards) -> Decision:
    """Decide that a player serves himself: the next numbers are his, paid from his account, and the sale is one of the
    seller-caller on duty.
    """
    series = state.hall.series[what.series]
    first = next_number(series)
    cards = Range(what.series, first, first + what.count - 1)
    wrong = first_fault(
        require_no_own_account(state, who),
        require_within_series(series, cards),
        require_unused(series, cards),
        require_unit(state, cards),
    )
    seller = seller_on_duty(state)
    if wrong or seller is None:
        return wrong or fault("posts-empty", needs=[str(CALLER)])
    return (e.CardsSold(state.game.number, cards, seller, Means.ACCOUNT, prices(state, cards), who),)
