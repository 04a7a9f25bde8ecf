"""The sale: made by the sellers upwards in each series, closed, and what was not sold counted."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter

from tapete.accounts import balance, person
from tapete.cartones import STRIP
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.choices import Gaps, Unit
from tapete.games.bingo.duties import (
    CALLER,
    require_duty,
    require_other_purse,
)
from tapete.games.bingo.inventory import Series
from tapete.games.bingo.ranges import card_count, joined_ranges, require_upward, sale_with, touches, without_all
from tapete.games.bingo.sayings import say
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import SELLERS, Means, Phase, Range, SoldRange, card_name
from tapete.games.bingo.times import require_sale_long_enough
from tapete.kernel import SYSTEM, Decision, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty, require_post

# --- selling ----------------------------------------------------------------------------------------------------------


@rule("BG.IV.04", neutral=None)
def require_announced_series(state: State, name: str) -> Fault | None:
    """Return a Fault unless the sale of the series was announced."""
    is_open = state.phase is not Phase.READY and name in state.game.series
    return None if is_open else fault("sale-not-announced", name=name)


@rule("BG.IV.07", neutral=None)
def require_seller(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the person is a seller-caller: the sale is theirs, of as many as there are."""
    return None if not require_post(state.staff, who, *SELLERS) else require_post(state.staff, who, CALLER)


@rule("BG.II.06", neutral=None)
def require_within_series(series: Series, cards: Range) -> Fault | None:
    """Return a Fault if a number lies outside of the series."""
    if not (lacking := without_all(cards, series.ranges)):
        return None
    number = lacking[0].first if series.numbers else cards.last
    return fault("number-outside-series", number=number, size=series.size)


@rule("BG.II.03", neutral=None)
def require_unused(series: Series, cards: Range) -> Fault | None:
    """Return a Fault if a number was used in this game or an earlier one."""
    taken = touches(cards, (used for used, _ in series.uses))
    return fault("card-sold", card=f"{cards.series}/{max(cards.first, taken[0].first)}") if taken else None


def cards_left(series: Series) -> int:
    """Return how many numbers of a series were never sold."""
    return series.size - card_count(joined_ranges(cards for cards, _ in series.uses))


def unit_of(cards: Range) -> Unit:
    """Return what a range is when it is sold in one piece: one cartón, a whole strip, or some in a row."""
    if cards.size == 1:
        return Unit.SINGLE
    return Unit.STRIP if cards.size == STRIP and cards.first % STRIP == 1 else Unit.RANGE


def require_unit(state: State, cards: Range) -> Fault | None:
    """Return a Fault if the house does not sell so many in one piece."""
    units = state.book.sale.units.use()
    return None if unit_of(cards) in units else fault("unit-not-sold", units=[str(one) for one in units])


def piece_of(state: State, cards: Range) -> Range:
    """Return the least that goes back of a range in one piece, from its beginning; all of it where none does."""
    pieces = (Range(cards.series, cards.first, cards.first + size - 1) for size in (1, 2, STRIP))
    units = state.book.sale.units.use()
    return next((one for one in pieces if unit_of(one) in units and one.last <= cards.last), cards)


def next_number(series: Series, lowest: int = 1) -> int:
    for used in series.gone:
        if used.first > lowest:
            break
        lowest = max(lowest, used.last + 1)
    return lowest


def require_upwards(state: State, series: Series, cards: Range) -> Fault | None:
    """Return a Fault if the numbers are not sold one after another, where the house sells them so."""
    lowest = next_number(series)
    if cards.first == lowest or not state.book.sale.upwards.value:
        return None
    return fault("not-the-next-card", number=lowest)


def prices(state: State, cards: Range) -> tuple[Cents, ...]:
    """Return the price of a range for each game that it is good for."""
    return (cards.size * state.game.value,) * state.game.parts


def require_may_hold(state: State, who: PersonId | None, count: int) -> Fault | None:
    """Return a Fault if a named person may not hold so many cartones more."""
    if who is None:
        return None
    most = state.book.sale.most_a_player.use()
    owned = card_count(one.cards for one in state.game.sales if one.person == who)
    return first_fault(
        fault("only-people") if who in SYSTEM else None,
        fault("staff-may-not-play")
        if is_on_duty(state.staff, who) and not state.book.sale.staff_may_play.use()
        else None,
        fault("too-many-held", most=most) if most and owned + count > most else None,
    )


@rule("HP.BG.own-purse", neutral=None)
def require_wanted(state: State, owner: PersonId | None, cards: Range) -> Fault | None:
    """Return a Fault if a seller in a house would take from an account what its owner has not asked for."""
    wish = None if owner is None else state.game.wishes.get(owner)
    if owner is None or not state.is_in_house or (wish and wish.series == cards.series and wish.count >= cards.size):
        return None
    return fault("cards-not-wanted", person=owner)


def sell(state: State, who: PersonId, what: a.SellCards) -> Decision:
    """Decide a sale: cartones that are paid from an account belong to that person, others to whoever holds them."""
    cards = Range(what.series, what.first, what.last)
    wrong = first_fault(
        require_seller(state, who),
        require_announced_series(state, what.series),
        require_phase(state, Phase.SALE),
    )
    if wrong:
        return wrong
    series = state.hall.series[what.series]
    owner = what.person if what.means is Means.ACCOUNT else None
    amounts = prices(state, cards)
    chips = 0 if owner is None else balance(state.ledger, person(owner))
    wrong = first_fault(
        require_upward(cards),
        require_within_series(series, cards),
        require_unused(series, cards),
        require_upwards(state, series, cards),
        require_unit(state, cards),
        fault("person-missing") if what.means is Means.ACCOUNT and owner is None else None,
        require_may_hold(state, what.person, cards.size),
        require_other_purse(who, owner),
        require_wanted(state, owner, cards),
        fault("not-enough-chips", chips=chips) if owner is not None and chips < sum(amounts) else None,
    )
    return wrong or (e.CardsSold(state.game.number, cards, who, what.means, amounts, owner),)


def sale_of_range(state: State, cards: Range) -> SoldRange | None:
    """Return the sale that a whole range went out with."""
    return sale_with(state.game.sales, cards)


def take_back(state: State, who: PersonId, what: a.TakeCardsBack) -> Decision:
    """Decide that cartones go back before the sale is closed, as many in one piece as the house sells in one."""
    wrong = first_fault(
        require_seller(state, who),
        require_phase(state, Phase.SALE),
        None if state.book.sale.returns.use() else fault("no-returns"),
    )
    cards = Range(what.series, what.first, what.last)
    back = wrong or taken_back(state, who, cards, giver=who)
    return (require_unit(state, cards) or back) if isinstance(back, tuple) else back


def taken_back(state: State, who: PersonId, cards: Range, giver: PersonId | None = None) -> Decision:
    """Return the event by which a range that was sold goes back, or the fault that it was not. ``giver``: who pays cash
    back out of his till; nobody where it was never sold.
    """
    one = sale_of_range(state, cards)
    if one is None:
        return not_one_sale(state.game.sales, cards)
    wrong = require_other_purse(who, one.person)
    if wrong:
        return wrong
    amounts = prices(state, cards)
    seller = one.seller if giver is None or one.means is not Means.CASH else giver
    return (e.CardsTakenBack(state.game.number, cards, seller, one.means, amounts, one.person),)


def not_one_sale(sales: tuple[SoldRange, ...], cards: Range) -> Fault:
    """Return the Fault that a range was sold in pieces, with the first of them, or that a cartón of it was not sold."""
    if wrong := require_upward(cards):
        return wrong
    sold = [one.cards for one in sales]
    if lacking := without_all(cards, sold):
        return fault("card-not-sold", card=f"{cards.series}/{lacking[0].first}")
    piece = min(touches(cards, sold), key=attrgetter("place"))
    return fault("sold-in-pieces", series=piece.series, first=piece.first, last=piece.last)


# --- what was sold ----------------------------------------------------------------------------------------------------


def sold_ranges(state: State) -> tuple[Range, ...]:
    """Return the cartones sold, in order of series and number."""
    return joined_ranges(one.cards for one in state.game.sales)


def gaps_in_sale(state: State) -> tuple[Range, ...]:
    """Return the unsold numbers between sold ones; those that an earlier game used are none."""
    return tuple(
        gap
        for one, other in pairwise(sold_ranges(state))
        if one.series == other.series
        for gap in without_all(Range(one.series, one.last + 1, other.first - 1), state.hall.series[one.series].gone)
    )


@rule("BG.IV.10", neutral=None)
def require_no_gaps(state: State) -> Fault | None:
    """Return a Fault if unsold numbers lie between sold ones, where the house announces no second range for that."""
    match state.book.sale.gaps.use():
        case Gaps.BLOCK:
            gaps = gaps_in_sale(state)
            return fault("cards-with-gaps", card=card_name(gaps[0].series, gaps[0].first)) if gaps else None
        case Gaps.SAY_RANGES:
            return None


def blocking_gaps(state: State) -> tuple[Range, ...]:
    """Return the unsold numbers between sold ones for which an open sale cannot be closed."""
    return gaps_in_sale(state) if state.phase is Phase.SALE and require_no_gaps(state) is not None else ()


# --- closing ----------------------------------------------------------------------------------------------------------


def close(state: State, who: PersonId, what: a.CloseSale) -> Decision:
    """Decide that selling is over."""
    del what
    wrong = first_fault(
        require_duty(state, who, *state.book.sale.closed_by.use()),
        require_phase(state, Phase.SALE),
        require_sale_long_enough(state),
        require_no_gaps(state),
    )
    return wrong or (*say(state, "sale-closed"), e.PhaseOpened(Phase.COUNT))
