"""The sale: announced, ranges sold, asked for and taken back, counted, refunded."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.cartones import STRIP
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, duties as d, events as e, inventory
from tapete.games.bingo.counter import sellers_with_takings
from tapete.games.bingo.hall import require_usable_balls
from tapete.games.bingo.rules import Unit
from tapete.games.bingo.state import CardWish, State
from tapete.games.bingo.terms import OWED, SELLERS, Means, Phase, Range, SeriesKind, SoldRange, card_name, natural_place
from tapete.kernel import HOUSE, SYSTEM, Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty, require_post
from tapete.table.state import in_order


@rule("BG.IV.05", neutral="")
def announced_size(series: inventory.Series) -> str:
    return str(series.size)


@rule("BG.IV.06", neutral="")
def announced_value(series: inventory.Series) -> str:
    return euros(series.value)


@rule("BG.I.07", neutral=SeriesKind.SINGLE)
def kind_of(series: inventory.Series) -> SeriesKind:
    """Return the kind of cartón that is played: a double has two equal parts."""
    return series.kind


def require_fresh_series(state: State, names: tuple[str, ...]) -> Fault | None:
    """Return a Fault if a series was on sale in an earlier game, where the house has a new one for each."""
    used = [name for name in names if name in state.hall.series and state.hall.series[name].uses]
    again = state.book.sale.series_again.use()
    return fault("series-used", name=used[0]) if used and not again else None


@rule("BG.IV.28", neutral=None)
def require_none_unpaid(state: State) -> Fault | None:
    """Return a Fault while a prize is neither paid nor left, where the next sale waits for the payment."""
    if not state.book.payment.next_game_waits.use():
        return None
    owing = (one for one in state.ledger if one.startswith(OWED) and one not in state.left_prizes)
    unpaid = sorted(owing, key=natural_place)
    return fault("next-game-waits", accounts=unpaid) if unpaid else None


@d.decides(a.AnnounceSale, "IV.04", Phase.READY, by=d.on_duty_by("sale.announced_by"))
def announce(state: State, who: PersonId, what: a.AnnounceSale) -> Decision:
    foreign = next((name for name in what.series if name not in state.hall.series), None)
    planned = state.book.session.games_planned.use()
    if wrong := first_fault(
        None if foreign is None else fault("no-such-series", name=foreign),
        None if what.series else fault("no-such-series", name=""),
        fault("series-twice") if len(set(what.series)) < len(what.series) else None,
        fault("too-many-series") if len(set(what.series)) > state.book.sale.series_a_game.value else None,
        require_usable_balls(state, state.hall.loaded_set),
        require_none_unpaid(state),
        fault("rest-between-games") if d.is_running(state, d.BETWEEN_GAMES) else None,
        fault("session-played") if planned and state.hall.session_games >= planned else None,
        require_fresh_series(state, what.series),
    ):
        return wrong
    series = tuple(state.hall.series[name] for name in dict.fromkeys(what.series))
    if len({(one.kind, one.value) for one in series}) > 1:
        return fault("series-mixed")
    if sold_out := [one.name for one in series if not one.unsold]:
        return fault("series-sold-out", name=sold_out[0])
    kind, names = kind_of(series[0]), tuple(one.name for one in series)
    is_late = state.book.payment.first_of_double.use() == "after-both" if what.deferred is None else what.deferred
    is_double = kind is SeriesKind.DOUBLE
    formula = "sale-double" if is_double else "sale"
    sayings = [
        said
        for one in series
        for said in d.say(
            state, formula, series=spoken_series(one), size=announced_size(one), value=announced_value(one)
        )
    ]
    sayings += d.say(state, "line-to-bingo") if state.book.prizes.unawarded_line.use() == "bingo" else ()
    opened = e.SaleAnnounced(state.game.number + 1, names, kind, series[0].value, is_double and is_late)
    return (opened, *sayings, e.PhaseOpened(Phase.SALE))


@rule("BG.IV.04", neutral="")
def spoken_series(series: inventory.Series) -> str:
    return series.spoken


@rule("BG.IV.04", neutral=None)
def require_announced_series(state: State, name: str) -> Fault | None:
    is_open = state.phase is not Phase.READY and name in state.game.series
    return None if is_open else fault("sale-not-announced", name=name)


@rule("BG.IV.07", neutral=None)
def require_seller(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the person is a seller-caller: the sale is theirs, of as many as there are."""
    return None if not require_post(state.staff, who, *SELLERS) else require_post(state.staff, who, d.CALLER)


@rule("BG.II.06", neutral=None)
def require_within_series(series: inventory.Series, cards: Range) -> Fault | None:
    if not (lacking := inventory.without_all(cards, series.ranges)):
        return None
    number = lacking[0].first if series.numbers else cards.last
    return fault("number-outside-series", number=number, size=series.size)


@rule("BG.II.03", neutral=None)
def require_unused(series: inventory.Series, cards: Range) -> Fault | None:
    taken = inventory.touches(cards, (used for used, _ in series.uses))
    return fault("card-sold", card=f"{cards.series}/{max(cards.first, taken[0].first)}") if taken else None


def unit_of(cards: Range) -> Unit:
    if cards.size == 1:
        return "single"
    return "strip" if cards.size == STRIP and cards.first % STRIP == 1 else "range"


def require_unit(state: State, cards: Range) -> Fault | None:
    units = state.book.sale.units.use()
    return None if unit_of(cards) in units else fault("unit-not-sold", units=list(units))


def piece_of(state: State, cards: Range) -> Range:
    """Return the least that goes back of a range in one piece, from its beginning; all of it where none does."""
    pieces = (Range(cards.series, cards.first, cards.first + size - 1) for size in (1, 2, STRIP))
    units = state.book.sale.units.use()
    return next((one for one in pieces if unit_of(one) in units and one.last <= cards.last), cards)


def next_number(series: inventory.Series, lowest: int = 1) -> int:
    for used in series.gone:
        if used.first > lowest:
            break
        lowest = max(lowest, used.last + 1)
    return lowest


def require_upwards(state: State, series: inventory.Series, cards: Range) -> Fault | None:
    lowest = next_number(series)
    if cards.first == lowest or not state.book.sale.upwards.value:
        return None
    return fault("not-the-next-card", number=lowest)


def require_medium(series: inventory.Series, means: Means) -> Fault | None:
    if series.only is inventory.Medium.PHONE and means is Means.CASH:
        return fault("series-on-phones", name=series.name)
    if series.only is inventory.Medium.PAPER and means is Means.ACCOUNT:
        return fault("series-on-paper", name=series.name)
    return None


def prices(state: State, cards: Range) -> tuple[Cents, ...]:
    return (cards.size * state.game.value,) * state.game.parts


def require_may_hold(state: State, who: PersonId | None, count: int) -> Fault | None:
    if who is None:
        return None
    most = state.book.sale.most_a_player.use()
    owned = inventory.card_count(one.cards for one in state.game.sales if one.person == who)
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


@d.decides(a.SellCards, "IV.07", Phase.SALE, by=require_seller, asks_phase=False)
def sell(state: State, who: PersonId, what: a.SellCards) -> Decision:
    cards = what.cards
    if wrong := require_announced_series(state, what.series) or require_phase(state, Phase.SALE):
        return wrong
    series = state.hall.series[what.series]
    owner = what.person if what.means is Means.ACCOUNT else None
    amounts = prices(state, cards)
    chips = 0 if owner is None else balance(state.ledger, person(owner))
    wrong = first_fault(
        inventory.require_upward(cards),
        require_within_series(series, cards),
        require_unused(series, cards),
        require_upwards(state, series, cards),
        require_unit(state, cards),
        require_medium(series, what.means),
        fault("person-missing") if what.means is Means.ACCOUNT and owner is None else None,
        require_may_hold(state, what.person, cards.size),
        d.require_other_purse(who, owner),
        require_wanted(state, owner, cards),
        fault("not-enough-chips", chips=chips) if owner is not None and chips < sum(amounts) else None,
    )
    return wrong or (e.CardsSold(state.game.number, cards, who, what.means, amounts, owner),)


@d.decides(a.TakeCardsBack, "IV.07", Phase.SALE, by=require_seller)
def take_back(state: State, who: PersonId, what: a.TakeCardsBack) -> Decision:
    wrong = None if state.book.sale.returns.use() else fault("no-returns")
    cards = what.cards
    back = wrong or taken_back(state, who, cards, giver=who)
    return (require_unit(state, cards) or back) if isinstance(back, tuple) else back


def taken_back(state: State, who: PersonId, cards: Range, giver: PersonId | None = None) -> Decision:
    """``giver``: who pays cash back out of a till; nobody where it was never sold."""
    one = inventory.sale_with(state.game.sales, cards)
    if one is None:
        return not_one_sale(state.game.sales, cards)
    if wrong := d.require_other_purse(who, one.person):
        return wrong
    amounts = prices(state, cards)
    seller = one.seller if giver is None or one.means is not Means.CASH else giver
    return (e.CardsTakenBack(state.game.number, cards, seller, one.means, amounts, one.person),)


def not_one_sale(sales: tuple[SoldRange, ...], cards: Range) -> Fault:
    """Return the Fault that a range was sold in pieces, with the first of them, or that a cartón of it was not sold."""
    if wrong := inventory.require_upward(cards):
        return wrong
    sold = [one.cards for one in sales]
    if lacking := inventory.without_all(cards, sold):
        return fault("card-not-sold", card=f"{cards.series}/{lacking[0].first}")
    piece = min(inventory.touches(cards, sold), key=attrgetter("place"))
    return fault("sold-in-pieces", series=piece.series, first=piece.first, last=piece.last)


def gaps_in_sale(state: State) -> tuple[Range, ...]:
    """Return the unsold numbers between sold ones; those that an earlier game used are none."""
    return tuple(
        gap
        for one, other in pairwise(state.game.sold_ranges)
        if one.series == other.series
        for gap in inventory.without_all(
            Range(one.series, one.last + 1, other.first - 1), state.hall.series[one.series].gone
        )
    )


@rule("BG.IV.10", neutral=None)
def require_no_gaps(state: State) -> Fault | None:
    """Return a Fault if unsold numbers lie between sold ones, where the house announces no second range for that."""
    gaps = gaps_in_sale(state) if state.book.sale.gaps.use() == "block" else ()
    return fault("cards-with-gaps", card=card_name(gaps[0].series, gaps[0].first)) if gaps else None


def blocking_gaps(state: State) -> tuple[Range, ...]:
    return gaps_in_sale(state) if state.phase is Phase.SALE and require_no_gaps(state) is not None else ()


@d.decides(a.CloseSale, "IV.08", Phase.SALE, by=d.on_duty_by("sale.closed_by"))
def close(state: State, who: PersonId, what: a.CloseSale) -> Decision:
    too_short = fault("sale-too-short") if d.is_running(state, d.SALE_LEAST) else None
    wrong = too_short or require_no_gaps(state)
    return wrong or (*d.say(state, "sale-closed"), e.PhaseOpened(Phase.COUNT))


@d.decides(a.WantCards, "IV.07", Phase.SALE, asks_phase=False)
def want(state: State, who: PersonId, what: a.WantCards) -> Decision:
    if who == HOUSE and what.person is not None and not what.count:
        return want(state, what.person, replace(what, person=None))
    if wrong := first_fault(
        d.require_person(who),
        None if what.person in (None, who) else fault("not-yours"),
        require_announced_series(state, what.series),
        require_phase(state, Phase.SALE),
    ):
        return wrong
    asked, chips = state.game.wishes.get(who), balance(state.ledger, person(who))
    wrong = first_fault(
        require_medium(state.hall.series[what.series], Means.ACCOUNT),
        require_may_hold(state, who, what.count),
        fault("not-enough-chips", chips=chips) if chips < what.count * state.game.price else None,
        fault("nothing-changes") if asked == (CardWish(what.series, what.count) if what.count else None) else None,
    )
    if wrong or not state.book.sale.self_service.use():
        return wrong or (e.CardsWanted(who, what.series, what.count),)
    return _bought(state, who, what)


def _bought(state: State, who: PersonId, what: a.WantCards) -> Decision:
    """A player serves themselves: the next unsold are theirs, and the sale is one of the seller-caller on duty."""
    series, seller, left = state.hall.series[what.series], d.seller_on_duty(state), what.count
    end, cards = series.ranges[-1].last, list[Range]()
    for run in inventory.without_all(Range(series.name, 1, end), series.gone):
        if left:
            cards.append(Range(run.series, run.first, min(run.last, run.first + left - 1)))
            left -= cards[-1].size
    wrong = first_fault(
        d.require_no_own_account(state, who),
        require_within_series(series, Range(series.name, end + 1, end + left)) if left else None,
        *(require_unit(state, one) for one in cards),
    )
    if wrong or seller is None:
        return wrong or fault("posts-empty", needs=[str(d.CALLER)])
    game, means = state.game.number, Means.ACCOUNT
    return tuple(e.CardsSold(game, one, seller, means, prices(state, one), who) for one in cards)


def _refund_of(state: State, game: str) -> tuple[str, inventory.Refund | None]:
    name = game or (state.game.name if state.game.name in state.refunds else state.game.part_names[0])
    return name, state.refunds.get(name)


def _owner(refund: inventory.Refund, cards: Range) -> PersonId | None:
    sold = inventory.sale_with(refund.sales, cards)
    return None if sold is None else sold.person


def require_refundable(refund: inventory.Refund | None, cards: Range) -> Fault | None:
    if refund is None:
        return fault("nothing-refunded")
    if not inventory.sale_with(refund.sales, cards):
        return not_one_sale(refund.sales, cards)
    back = [max(cards.first, one.first) for one in inventory.touches(cards, refund.refunded)]
    return fault("card-refunded", card=card_name(cards.series, min(back))) if back else None


@rule("BG.II.22", neutral=None)
def require_spent_cards(refund: inventory.Refund, cards: Range) -> Fault | None:
    """Cartones of a void first game are good for the second; that part is paid against the sale alone."""
    return None if refund.ends_card else fault("card-kept", card=card_name(cards.series, cards.first))


@d.decides(a.ReturnCards, "V.03")
def return_cards(state: State, who: PersonId, what: a.ReturnCards) -> Decision:
    name, refund = _refund_of(state, what.game)
    cards = what.cards
    one, every = (inventory.sale_with(refund.sales, cards), refund.sales) if refund else (None, ())
    sold = [each for each in ((one,) if one else every) if inventory.touches(cards, (each.cards,))]
    others = [each.cards for each in sold if each.person != who]
    wrong = d.require_duty(state, who, d.CASHIER) if others or not sold else None
    if wrong and len(others) < len(sold):
        wrong = fault("not-your-card", card=card_name(cards.series, max(cards.first, others[0].first)))
    wrong = wrong or require_refundable(refund, cards)
    if wrong or refund is None:
        return wrong or ()
    wrong = first_fault(
        require_spent_cards(refund, cards),
        fault("nothing-changes") if inventory.touches(cards, refund.returned) else None,
    )
    return wrong or (e.CardsReturned(name, cards),)


@rule("BG.V.03", neutral=None)
def require_cards_back(refund: inventory.Refund, cards: Range) -> Fault | None:
    """Return a Fault unless the cartones were handed back; those that stay in play for another game need not be."""
    lacking = inventory.without_all(cards, refund.returned) if refund.ends_card else ()
    return fault("cards-not-returned", card=f"{cards.series}/{lacking[0].first}") if lacking else None


@d.decides(a.PayRefund, "V.02", by=d.on_duty(d.CASHIER))
def pay_refund(state: State, who: PersonId, what: a.PayRefund) -> Decision:
    name, refund = _refund_of(state, what.game)
    cards = what.cards
    wrong = require_refundable(refund, cards)
    if wrong or refund is None:
        return wrong or ()
    wrong = d.require_other_purse(who, _owner(refund, cards)) or require_cards_back(refund, cards)
    paid: tuple[Event, ...] = (e.RefundPaid(name, cards, cards.size * refund.price, _owner(refund, cards)),)
    return wrong or paid


def unsold_due(state: State, name: str) -> int:
    return state.hall.series[name].unsold


def unsold_differences(state: State) -> dict[str, int]:
    """Return by how many cartones each count falls short of what must come back; less than 0 where it goes beyond."""
    counts = in_order(state.game.unsold_counts) if state.phase is Phase.COUNT else ()
    return {name: lacking for name, count in counts if (lacking := unsold_due(state, name) - count)}


@rule("HP.BG.recounts", neutral=None)
def require_recount_told(*, is_again: bool, reason: str) -> Fault | None:
    return d.require_reason(reason) if is_again else None


require_collector: Final = rule("BG.IV.08", neutral=None)(d.held_by(d.CASHIER))


@d.decides(a.CollectUnsold, "IV.08", Phase.COUNT, by=require_collector)
def collect(state: State, who: PersonId, what: a.CollectUnsold) -> Decision:
    if wrong := first_fault(
        None if what.series in state.game.series else fault("no-such-series", name=what.series),
        fault("nothing-changes") if state.game.unsold_counts.get(what.series) == what.count else None,
        require_recount_told(is_again=what.series in state.game.unsold_counts, reason=what.reason),
    ):
        return wrong
    counts = state.game.unsold_counts.set(what.series, what.count)
    due = unsold_due(state, what.series)
    agrees = all(name in counts and counts[name] == unsold_due(state, name) for name in state.game.series)
    collected: tuple[Event, ...] = (e.UnsoldCollected(what.series, what.count, due, what.reason, state.game.number),)
    return (*collected, e.PhaseOpened(Phase.PRIZES)) if agrees else collected


def sellers_of_game(state: State) -> tuple[PersonId, ...]:
    here = [state.staff[role] for role in SELLERS if role in state.staff]
    sold = {one.seller for one in state.game.sales} | set(sellers_with_takings(state))
    return (*here, *sorted(sold - set(here)))


def require_seller_of_game(state: State, seller: PersonId) -> Fault | None:
    """Return a Fault unless somebody sells or has sold in the game: who was relieved since sold what they sold."""
    return None if seller in sellers_of_game(state) else require_seller(state, seller)


@rule("HP.BG.takings", neutral=None)
def require_sale_of_another(state: State, who: PersonId, cards: Range) -> Fault | None:
    """Return a Fault if a seller, in another post since, would strike what they sold, and owe less on their word.

    Nobody is asked for where one person may hold all posts.
    """
    one = inventory.sale_with(state.game.sales, cards)
    is_own = one is not None and (one.seller, one.means) == (who, Means.CASH)
    return fault("own-sale", seller=who) if is_own and state.book.hall.apart.use() else None


@d.decides(a.Recount, "IV.11", Phase.COUNT, Phase.PRIZES, by=d.on_duty(d.CHIEF, d.CASHIER))
def recount(state: State, who: PersonId, what: a.Recount) -> Decision:
    cards = what.cards
    seller = what.seller or d.seller_on_duty(state)
    wrong = first_fault(
        None if what.series in state.game.series else fault("no-such-series", name=what.series),
        fault("posts-empty", needs=[str(d.CALLER)]) if seller is None else require_seller_of_game(state, seller),
        require_recount_told(is_again=True, reason=what.reason),
    )
    if wrong or seller is None:
        return wrong or ()
    put_right: Decision
    if what.was_sold:
        series = state.hall.series[what.series]
        wrong = first_fault(
            inventory.require_upward(cards),
            require_within_series(series, cards),
            require_unused(series, cards),
            require_medium(series, Means.CASH),
        )
        amounts = prices(state, cards)
        put_right = wrong or (e.CardsSold(state.game.number, cards, seller, Means.CASH, amounts),)
    else:
        put_right = require_sale_of_another(state, who, cards) or taken_back(state, who, cards)
    if not isinstance(put_right, tuple):
        return put_right
    return (*put_right, e.SaleCorrected(who, what.reason), e.PhaseOpened(Phase.COUNT))
