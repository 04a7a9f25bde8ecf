"""What each window waits for, and what somebody may do: every act is tried with values that fit.

All the cartones of a player are offered alike for a call, complete or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from tapete import kernel
from tapete.accounts import PERSON, balance, person
from tapete.chance import BallOut, ChanceKind
from tapete.clauses import cite
from tapete.games.bingo import acts as a, sale, terms as t, voiding
from tapete.games.bingo.acts import MOST_WANTED
from tapete.games.bingo.books import OUTSTANDING, is_owed_of, owed
from tapete.games.bingo.calls import is_callable, unchecked_calls
from tapete.games.bingo.counter import sellers_with_takings, takings_of, waiting_counts
from tapete.games.bingo.drawing import is_error_reported, require_no_check_by, tokens
from tapete.games.bingo.duties import CALLER, CASHIER, CHIEF, DECIDERS, Decider
from tapete.games.bingo.hall import unchecked_items
from tapete.games.bingo.inventory import Medium, Series, joined_ranges, overlap, without_all
from tapete.games.bingo.prizes import LINE_MOST, bingo_most
from tapete.games.bingo.state import CardWish, Case, State, split_call
from tapete.table import phases
from tapete.table.staff import Role, is_on_duty
from tapete.table.state import in_order

PhaseRules = phases.PhaseRules[State]


def drawing(state: State) -> Role:
    """Return the caller, who lets the balls out; while a report waits, the table chief, who decides on it."""
    return CHIEF if state.game.cases else CALLER


def paying(state: State) -> Role:
    """Return the cashier while prizes of this game or refunds against returned cartones are due; else the chief."""
    game, names = state.game, state.game.part_names
    is_first_to_wait = game.is_deferred and game.part == 1
    waits = names if state.phase is t.Phase.PAYMENT else () if is_first_to_wait else names[:1]
    is_owed = any(
        is_owed_of(account, name) and account not in game.left_accounts and not game.is_of_unsold(account)
        for name in waits
        for account in state.ledger
    )
    back = (state.refunds[name] for name in names if name in state.refunds)
    is_due = any(without_all(part, one.refunded) for one in back for part in one.returned)
    return CHIEF if game.cases or not (is_owed or is_due) else CASHIER


def checking(state: State) -> Role:
    """Return the table chief, who checks; while no called cartón lies before the chief, who carries it there."""
    pause = state.game.pause
    if state.game.cases or any(split_call(one)[1] in pause.handed_in for one in unchecked_calls(state)):
        return CHIEF
    return next((role for role in state.book.claims.carried_by.use() if role in state.staff), CALLER)


def next_in_prizes(state: State) -> type[kernel.ActBody]:
    if not state.game.is_sold_announced:
        return a.AnnounceSold
    return a.AnnounceStart if state.game.prizes else a.AnnouncePrizes


def _rules(
    clauses: str, *awaited: type[kernel.ActBody], by: Callable[[State], Role] | Role | None = None
) -> PhaseRules:
    in_force = tuple([cite(f"BG.{clause}") for clause in clauses.split()])
    post: Callable[[State], Any] = by if callable(by) else lambda state: by
    return PhaseRules(in_force, phases.tags(*awaited), lambda state: state.staff.get(post(state)), awaited_post=post)


PHASES: Final[Mapping[t.Phase, PhaseRules]] = {
    t.Phase.CLOSED: _rules(""),
    t.Phase.CHECKS: _rules(
        "II.01 II.04 II.05 II.06 II.07 II.08 II.09 II.10 II.11 II.13 II.14 II.15 II.16 II.17 II.24 IV.01 IV.02 IV.03",
        a.OpenSession,
        by=CHIEF,
    ),
    t.Phase.READY: _rules("II.18 II.19 II.20 IV.04 IV.05 IV.06", a.AnnounceSale, by=CHIEF),
    t.Phase.SALE: _rules("II.03 IV.07", a.CloseSale, by=lambda state: CALLER if sale.blocking_gaps(state) else CHIEF),
    t.Phase.COUNT: _rules("IV.08", a.CollectUnsold, by=CASHIER),
    t.Phase.PRIZES: _rules(
        "IV.09 IV.10 IV.11 IV.12 IV.13 IV.14 IV.15", a.AnnounceSold, a.AnnouncePrizes, a.AnnounceStart, by=CHIEF
    ),
    t.Phase.DRAW_LINE: _rules("I.11 I.12 I.13 I.14 II.02 II.12 IV.16 IV.17 IV.18 IV.19 IV.20", a.CallBall, by=drawing),
    t.Phase.DRAW_BINGO: _rules("I.14 II.02 II.12 IV.16 IV.17 IV.18 IV.19 IV.20 IV.26 IV.27", a.CallBall, by=drawing),
    t.Phase.CHECK: _rules("IV.20 IV.21 IV.22 IV.23 IV.24 IV.25", a.CheckCard, by=checking),
    t.Phase.ASK_LINE: _rules("IV.29 IV.30 IV.31 IV.32", a.OrderResume, by=CHIEF),
    t.Phase.ASK_BINGO: _rules("IV.27 IV.29 IV.30 IV.31 IV.32 IV.38", a.OrderEnd, by=CHIEF),
    t.Phase.ASK_OUT: _rules("IV.27 IV.30 IV.31", a.OrderEnd, a.AskOthers, by=CHIEF),
    t.Phase.PAYMENT: _rules("I.15 IV.28 IV.33 IV.34 IV.35 IV.38", a.EndGame, by=paying),
    t.Phase.BETWEEN: _rules("IV.33 IV.34 IV.35 IV.36 IV.37", a.AnnounceSecond, by=paying),
    t.Phase.VOID: _rules("V.01 V.02 V.03 V.04", a.EndGame, by=paying),
}
"""The clauses in force in each phase, the acts that it waits for, and of whom."""

kernel.require_complete(PHASES, frozenset(t.Phase))


Try = tuple[kernel.ActBody, tuple[str, ...], dict[str, kernel.Field]]
NOTE, REASON, FATE = kernel.Text(optional=True), kernel.Text(), kernel.Choice(("house", "next-game"))


def tried(what: kernel.ActBody, *fixed: str, **fields: kernel.Field) -> Try:
    return what, fixed, fields


def one_of(values: tuple[str, ...] | tuple[int, ...]) -> kernel.Field:
    return kernel.FixedValue(values[0]) if len(values) == 1 else kernel.Choice(values)


def balls_to_offer(state: State) -> Iterator[Try]:
    game = state.game
    drawn, is_keyed = game.drawn_balls, state.balls is ChanceKind.KEYED
    left = tuple(one for one in tokens(state) if int(one) not in drawn) if is_keyed else ()
    if left:
        yield tried(a.CallBall(left[0]), token=kernel.Choice(left))
    elif not is_keyed:
        yield tried(a.CallBall())
    yield from (tried(kind()) for kind in (a.DrawBall, a.AnnounceBall, a.ShowBall, a.CorrectAnnouncement, a.AskOthers))
    if not left:
        return
    if game.is_ball_wanted:
        yield tried(BallOut(game.urn, len(game.balls), left[0]), "urn", "position", token=kernel.Choice(left))
    numbers = tuple(int(one) for one in left)
    if not is_error_reported(state):
        yield tried(a.RekeyBall(numbers[0]), number=kernel.Choice(numbers))
    elif keyed := tuple(one for one in drawn if not require_no_check_by(state, one)):
        yield tried(a.RekeyBall(numbers[0], keyed[0]), number=kernel.Choice(numbers), was=one_of(keyed))


def _hall(state: State) -> Iterator[Try]:
    yield from (tried(kind()) for kind in (a.OpenSession, a.CloseSession, a.CloseHall))
    yield tried(a.SetCounter(not state.is_counter_open), "is_on")
    yield tried(
        a.SetShares(1, 1), line=kernel.Count(1, LINE_MOST), bingo=kernel.Count(1, bingo_most(state.book.prizes))
    )
    yield from (tried(a.VacatePost(role), "role") for role in t.SELLERS[1:] if role in state.staff)
    yield tried(a.Witness())
    waiting = [t.CheckItem(item) for item in unchecked_items(state)]
    yield from (tried(a.PassCheck(item), "item") for item in waiting)
    for item in (*waiting, *(one for one, good in in_order(state.hall.check_results) if good)):
        yield tried(a.FailCheck(item), "item", note=NOTE)
    for balls in sorted(state.hall.ball_sets):
        if state.hall.last_set in ("", balls):
            yield tried(a.LoadBalls(balls), "balls")
        else:
            yield tried(a.LoadBalls(balls, "-"), "balls", reason=REASON)
        yield tried(a.ChangeBalls(balls, "-"), "balls", reason=REASON)
        yield tried(a.FindBallsSound(balls, "-"), "balls", reason=REASON)
    yield tried(a.ReportDefect(1), ball=kernel.Count(1, 90), note=NOTE)


def _run_end(series: Series, first: int) -> int:
    """Return the last number that is sold in one piece from ``first``: the next ones were used already."""
    return min((used.first - 1 for used in series.gone if used.first > first), default=series.ranges[-1].last)


def _buyer(state: State, name: str) -> kernel.PersonId | None:
    """Return somebody to whom a cartón of a series may be sold from their account: who asks for some first."""
    asking = (who for who, wish in in_order(state.game.wishes) if wish.series == name)
    with_money = (kernel.PersonId(one.removeprefix(PERSON)) for one in sorted(state.ledger) if one.startswith(PERSON))
    listed = asking if state.is_in_house else (*asking, *with_money)
    may_pay = (one for one in listed if balance(state.ledger, person(one)) >= state.game.price)
    return next((one for one in may_pay if sale.require_may_hold(state, one, 1) is None), None)


def _sale(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    fresh = (name for name in state.hall.series if sale.require_fresh_series(state, (name,)) is None)
    if left := tuple(sorted((name for name in fresh if sale.unsold_due(state, name)), key=t.natural_place)):
        most = min(len(left), state.book.sale.series_a_game.value)
        yield tried(a.AnnounceSale(left[:1]), series=kernel.Several(left, 1, most))
    for name in state.game.series:
        series, due = state.hall.series[name], sale.unsold_due(state, name)
        first, count = sale.next_number(series), kernel.Count(0, series.size)
        buyer = _buyer(state, name) if series.only is Medium.PHONE else None
        means = t.Means.CASH if buyer is None else t.Means.ACCOUNT
        fixed = ("series", "first", *(("person", "means") if buyer else ()))
        sold = a.SellCards(name, first, first, buyer, means)
        yield tried(sold, *fixed, last=kernel.Count(first, _run_end(series, first)))
        if name in state.game.unsold_counts:
            yield tried(a.CollectUnsold(name, due, "-"), "series", count=count, reason=REASON)
        else:
            yield tried(a.CollectUnsold(name, due), "series", count=count)
    for one in state.game.sales:
        piece, end = sale.piece_of(state, one.cards), kernel.Count(one.cards.first, one.cards.last)
        yield tried(a.TakeCardsBack(piece.series, piece.first, piece.last), "series", first=end, last=end)
    for seller in sellers_with_takings(state):
        taken = takings_of(state, seller)
        counts = (one.amount for one in waiting_counts(state) if (one.seller, one.by) == (seller, viewer))
        amount = kernel.Amount(0, 2 * taken, standing=next(counts, None)) if taken > 0 else kernel.FixedValue(0)
        if taken < 0:
            yield tried(a.GiveBackTakings(seller, -taken), "seller", "amount")
        yield tried(a.HandOverTakings(seller, max(0, taken)), "seller", amount=amount)
    for waiting in waiting_counts(state):
        yield tried(a.ConfirmTakings(waiting.serial, "-"), "serial", reason=REASON)
    yield tried(a.CallOffSale(), reason=NOTE)
    yield from _recount(state)
    yield tried(a.CloseSale())
    if state.phase is t.Phase.PRIZES:
        yield from (tried(kind()) for kind in (a.CoverShortfall, next_in_prizes(state)))
    yield tried(a.AnnounceSecond())


def _recount(state: State) -> Iterator[Try]:
    for name in state.game.series:
        fields: dict[str, kernel.Field] = {
            "series": kernel.FixedValue(name),
            "first": kernel.Count(1),
            "last": kernel.Count(1),
            "reason": REASON,
        }
        entered = [one.cards for one in state.game.sales if one.cards.series == name]
        for part in entered[:1]:
            put_back = a.Recount(name, part.first, part.first, False, "-")
            yield tried(put_back, **fields, was_sold=kernel.FixedValue(False))
        after = sale.next_number(state.hall.series[name], max((part.last for part in entered), default=0) + 1)
        sellers = sale.sellers_of_game(state)
        by: dict[str, kernel.Field] = {"seller": kernel.Choice(sellers)} if len(sellers) > 1 else {}
        yield tried(a.Recount(name, after, after, True, "-"), **fields, was_sold=kernel.FixedValue(True), **by)


def _names(cards: Iterable[t.Range]) -> Iterator[str]:
    return (t.card_name(one.series, number) for one in cards for number in range(one.first, one.last + 1))


def _calls(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    cards = tuple(_names(joined_ranges(one.cards for one in state.game.sales if one.person == viewer)))
    for prize in t.Prize:
        uncalled = tuple(card for card in cards if is_callable(state, prize, card))
        for card in uncalled[:1]:
            yield tried(a.CallPrize(prize, card), "prize", card=one_of(uncalled))
        sold = _names(one.cards for one in state.game.sales)
        paper = next((card for card in sold if is_callable(state, prize, card)), "")
        if paper and is_on_duty(state.staff, viewer):
            yield tried(a.CallForPlayer(prize, paper), "prize", card=kernel.Text())
    if cards and state.game.said_numbers:
        numbers = tuple(sorted(set(state.game.said_numbers)))
        yield tried(a.MarkNumber(cards[0], numbers[0]), card=one_of(cards), number=kernel.Choice(numbers))
    for one in state.game.pause.calls.claims:
        prize, card = split_call(one.kind)
        yield tried(a.TakeCallBack(prize, card), "prize", "card")
        if one.kind in state.game.pause.keyers:
            yield tried(a.TakeCallBack(prize, card, "-"), "prize", "card", reason=REASON)
        yield tried(a.HandInCard(card), "card")
        yield tried(a.ShowMaster(card), "card")
        yield tried(a.CheckCard(prize, card), "prize", "card")
        yield tried(a.CheckCard(prize, card, "-"), "prize", "card", reason=REASON)
        yield tried(a.GiveToken(prize, card), "prize", "card")
        yield tried(a.NoteDifference(card), "card", note=NOTE)
    yield tried(a.OrderResume())
    yield tried(a.OrderEnd("-"), reason=REASON) if state.phase is t.Phase.ASK_OUT else tried(a.OrderEnd())


def _paying(prize: t.Prize, card: str, game: str) -> Try:
    means = kernel.Choice(("cash", "account"))
    return tried(a.PayPrize(prize, card, game), "prize", "card", "game", means=means, person=NOTE)


def _payment(state: State) -> Iterator[Try]:
    if state.phase is not t.Phase.PAYMENT:  # a house may pay the línea while the bingo is played
        won_early = state.game.awards.get(t.Prize.LINE, ())
        for won in (one for one in won_early if owed(state.game.name, t.Prize.LINE, one.card) not in state.ledger):
            yield _paying(t.Prize.LINE, won.card, state.game.name)
    for name in sorted((one for one in state.ledger if one.startswith(OUTSTANDING)), key=t.natural_place):
        kind, _, rest = name.partition(":")
        if kind == "owed":
            prize = next(one for one in t.Prize if f"/{one}/" in rest)
            game, _, card = rest.partition(f"/{prize}/")
            yield _paying(prize, card, game)
            decided = a.DecideUncollected(game, prize, card, t.Fate.HOUSE, "-")
            yield tried(decided, "game", "prize", "card", reason=REASON, fate=FATE)
            yield tried(a.LeaveUncollected(prize, card, "-", game), "game", "prize", "card", reason=REASON)
        elif kind == "held":
            game, _, of = rest.rpartition("/")
            what = a.DecideUnawarded(t.Prize(of), t.Fate.HOUSE, "-", game)
            yield tried(what, "prize", "game", reason=REASON, fate=FATE)
    yield tried(a.EndGame())


def _void(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    yield tried(a.ReportCallerError(), note=NOTE)
    listed = sorted((*state.book.void.causes, t.COUNT_WRONG))
    causes = tuple(one for one in listed if voiding.require_cause(state, one) is None)
    new = tuple(one for one in causes if voiding.require_new_report(state, viewer, one) is None)
    for cause in new[:1]:
        yield tried(a.ReportCause(cause), cause=kernel.Choice(new), note=NOTE)
    told = (t.CALLER_ERROR,) if voiding.require_error_told(state, t.CALLER_ERROR) is None else ()
    yield from _void_game(state, (*told, *causes))
    for case in state.game.cases:
        described = _rulings(state, case)
        what = a.LetStand("-", isinstance(described, kernel.FixedValue) and bool(described.value), case.serial)
        yield tried(what, reason=REASON, is_untrue=described, serial=kernel.FixedValue(case.serial))
    for game, refund in in_order(state.refunds):
        yield tried(a.EndRefunds(game, "-"), "game", reason=REASON)
        for one in refund.sales:
            common = (overlap(one.cards, part) for part in joined_ranges(refund.returned))
            back = [part for part in common if part is not None] if refund.ends_card else [one.cards]
            payable = tuple(part for cards in back for part in without_all(cards, refund.refunded))
            for kind, parts in ((a.ReturnCards, without_all(one.cards, refund.returned)), (a.PayRefund, payable)):
                for part in parts:
                    end = kernel.Count(part.first, part.last)
                    yield tried(kind(part.series, part.first, part.first, game), "series", "game", first=end, last=end)


def _void_game(state: State, causes: tuple[str, ...]) -> Iterator[Try]:
    decided = voiding.is_recovered(state, None)
    is_asked, is_cash = voiding.is_recovery_asked(state), voiding.is_cash_asked(state)
    recover = kernel.Choice((True, False)) if is_asked else kernel.FixedValue(decided)
    cash_back = kernel.Choice((True, False)) if is_cash else kernel.FixedValue(None)
    for cause in causes[:1]:
        what = a.VoidGame(cause, "-", False if is_asked else decided, False if is_cash else None)
        yield tried(what, cause=kernel.Choice(causes), reason=REASON, recover=recover, has_cash_back=cash_back)


def _rulings(state: State, case: Case) -> kernel.FixedValue | kernel.Choice:
    if case.must_void:
        return kernel.FixedValue(True)
    is_recorded = case.cause == t.CALLER_ERROR and state.game.error_at is not None
    return kernel.FixedValue(False) if is_recorded else kernel.Choice((False, True))


def _wishes(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    most = balance(state.ledger, person(viewer)) // state.game.price if state.game.price else 0
    asked = state.game.wishes.get(viewer)
    for name in state.game.series if most else ():
        first = 2 if asked == CardWish(name, 1) else 1
        if unsold := sale.unsold_due(state, name):
            yield tried(a.WantCards(name, first), "series", count=kernel.Count(1, min(most, unsold, MOST_WANTED)))
    if asked:
        yield tried(a.WantCards(asked.series, 0), "series", "count")


def _account(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    chips, asked_of = balance(state.ledger, person(viewer)), state.money_asked.get(viewer)
    stands = {asked_of.is_paid_in: asked_of.amount} if asked_of else {}
    brought, taken = kernel.Amount(1, standing=stands.get(True)), kernel.Amount(1, chips, standing=stands.get(False))
    yield tried(a.BuyIn(brought.first() or 1), amount=brought)
    if (least := taken.first()) is not None:
        yield tried(a.CashOut(least), amount=taken)
    for who, wish in in_order(state.money_asked):
        for is_done in (True, False):
            what = a.SettleMoney(who, wish.amount, wish.is_paid_in, is_done)
            yield tried(what, "person", "amount", "is_paid_in", "is_done")
    yield tried(a.WriteEntry("-"), text=kernel.Text())


def tries(state: State, viewer: kernel.PersonId) -> Iterator[Try]:
    yield from _hall(state)
    yield from _sale(state, viewer)
    yield from balls_to_offer(state)
    yield from _calls(state, viewer)
    yield from _payment(state)
    yield from _void(state, viewer)
    yield from _wishes(state, viewer)
    yield from _account(state, viewer)


def legal(
    state: State, viewer: kernel.PersonId | None, may_do: Callable[[kernel.PersonId, Any], bool]
) -> tuple[kernel.Offer, ...]:
    if viewer is None or state.phase is t.Phase.CLOSED:
        return ()
    awaited, found = PHASES[state.phase].awaited_acts, []

    @cache
    def is_fit(decider: Decider) -> bool:  # post and window are asked once for all acts of a kind
        is_open = state.phase in decider.phases
        return is_open and kernel.is_accepted(viewer, lambda: decider.require_fit(state, viewer) or ())

    for what, fixed, fields in tries(state, viewer):
        if is_fit(DECIDERS[type(what)]) and may_do(viewer, what):
            values = ((name, getattr(what, name)) for name in fixed)
            shown = {name: kernel.FixedValue(str(one) if isinstance(one, str) else one) for name, one in values}
            tag = str(what.__struct_config__.tag)
            found.append(kernel.Offer(tag, shown | fields, main=tag in awaited))
    return tuple(found)
