"""Bookkeeping: what each event makes of the state. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, Final, TypeVar

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import PERSON, Posting, post
from tapete.clauses import Sourced
from tapete.games.bingo import events as e, inventory, terms as t
from tapete.games.bingo.books import TILL, is_owed_of, owed, postings, purse
from tapete.games.bingo.rules import read
from tapete.games.bingo.state import Ball, CardWish, Case, GameState, Hall, PaidPrize, Pause, State, call_name
from tapete.kernel import ByKind, Event, PersonId, declared_types, require_complete
from tapete.money import Fraction
from tapete.rulebooks import ByLibrary, Library
from tapete.table.staff import Role
from tapete.table.windows import Claim, claim

K = TypeVar("K")
T = TypeVar("T")
Fold = Callable[[State, Any], State]

FOLDS: Final = ByKind[Fold | ByLibrary[State]]()
folds: Final = FOLDS.enter


def with_one(known: Map[K, T], key: K, one: T | None = None) -> Map[K, T]:
    """Return what is known with one more; without what stands under the key, where there is none."""
    if one is not None:
        return known.set(key, one)
    return known.delete(key) if key in known else known


def in_hall(state: State, **changes: object) -> State:
    return replace(state, hall=replace(state.hall, **changes))


def in_game(state: State, **changes: object) -> State:
    return replace(state, game=replace(state.game, **changes))


def in_refund(state: State, game: str, **changes: object) -> State:
    return replace(state, refunds=state.refunds.set(game, replace(state.refunds[game], **changes)))


def in_pause(state: State, **changes: object) -> State:
    return in_game(state, pause=replace(state.game.pause, **changes))


@folds(e.SaleAnnounced)
def apply_sale_announced(state: State, event: e.SaleAnnounced) -> State:
    game = GameState(
        number=event.game,
        part=1 if event.kind == "double" else 0,
        kind=event.kind,
        series=event.series,
        value=event.value,
        is_deferred=event.deferred,
        is_urn_wanted=True,
        first_serial=state.serial + 1,
    )
    return replace(state, game=game, marks=Map(), announcements=())


@folds(e.CardsSold)
def apply_cards_sold(state: State, event: e.CardsSold) -> State:
    one = t.SoldRange(event.cards, event.seller, event.means, event.person)
    series = state.hall.series[event.cards.series]
    used = (event.cards, event.game)
    uses = inventory.with_part(series.uses, used, itemgetter(0), lambda use, cards: (cards, use[1]))
    state = with_uses(state, series, uses)
    state = in_game(state, sales=inventory.with_sale(state.game.sales, one))
    wish = None if event.person is None else state.game.wishes.get(event.person)
    if event.person is None or wish is None or wish.series != event.cards.series:
        return state
    return with_wish(state, event.person, replace(wish, count=max(0, wish.count - event.cards.size)))


def with_uses(state: State, series: inventory.Series, uses: tuple[Any, ...]) -> State:
    return in_hall(state, series=state.hall.series.set(series.name, replace(series, uses=uses)))


def with_wish(state: State, person: PersonId, wish: CardWish) -> State:
    return in_game(state, wishes=with_one(state.game.wishes, person, wish if wish.count else None))


@folds(e.CardsTakenBack)
def apply_cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    sales: list[t.SoldRange] = []
    for one in state.game.sales:
        sales += [replace(one, cards=part) for part in inventory.without(one.cards, event.cards)]
    series = state.hall.series[event.cards.series]
    uses = tuple(
        (part, game)
        for cards, game in series.uses
        for part in (inventory.without(cards, event.cards) if game == event.game else (cards,))
    )
    state = with_uses(state, series, uses)
    return in_game(state, sales=tuple(sales))


@folds(e.TakingsCounted)
def apply_takings_counted(state: State, event: e.TakingsCounted) -> State:
    count = t.TakingsCount(event.serial, event.seller, event.amount, event.difference, event.by)
    return replace(state, takings_counts=state.takings_counts.set(event.seller, count), last_count=event.serial)


def counts_after(state: State, legs: Iterable[Posting]) -> Map[PersonId, t.TakingsCount]:
    """Drop the counts of tills in which money has moved: they are of no use, even if a till comes to be as it was."""
    counts = state.takings_counts
    for leg in legs:
        seller = PersonId(leg.account.removeprefix(TILL))
        if leg.account.startswith(TILL) and seller in counts:
            counts = counts.delete(seller)
    return counts


@folds(e.PrizesAnnounced)
def apply_prizes_announced(state: State, event: e.PrizesAnnounced) -> State:
    brought = state.game.brought_amounts
    for prize, amount in event.brought_amounts.items():
        brought = brought.set(prize, brought.get(prize, 0) + amount)
    return in_game(state, prizes=Map({t.Prize.LINE: event.line, t.Prize.BINGO: event.bingo}), brought_amounts=brought)


@folds(e.GameStarted)
def apply_game_started(state: State, event: e.GameStarted) -> State:
    state = with_ball_set(state, event.balls, games=ball_set(state, event.balls).games + 1)
    if event.part < 2:
        return in_game(in_hall(state, session_games=state.hall.session_games + 1), ball_set=event.balls)
    return in_game(
        replace(state, marks=Map()),
        part=2,
        first_serial=state.serial + 1,
        ball_set=event.balls,
        is_urn_wanted=True,
        balls=(),
        is_opening_rest=False,
        opened_count=0,
        pause=Pause(),
        failed_calls=Map(),
        refused_calls=Map(),
        withdrawn_calls=Map(),
        ruled_reports=Map(),
        doubted=frozenset(),
        error_at=None,
        first_awards=state.game.awards,
        awards=Map(),
        closed_at=Map(),
        times_asked=0,
        division=None,
        payments=Map(),
        carried_on=Map(),
        is_over=False,
        is_void=False,
    )


@folds(e.BallDrawn)
def apply_ball_drawn(state: State, event: e.BallDrawn) -> State:
    """A ball does not count yet. With the next one nothing of the last pause lasts."""
    pause = Pause() if state.phase in t.DRAWING else state.game.pause
    state = replace(state, limits_passed=0)
    return in_game(state, is_ball_wanted=False, balls=(*state.game.balls, Ball(event.ball)), pause=pause)


@folds(e.BallRekeyed)
def apply_ball_rekeyed(state: State, event: e.BallRekeyed) -> State:
    """What was said of the ball stays said; a cartón that was found wrong may be called again."""
    balls = list(state.game.balls)
    balls[event.position] = replace(balls[event.position], number=event.ball)
    return in_game(state, balls=tuple(balls), error_at=_first_misread(balls), failed_calls=Map())


def _first_misread(balls: Iterable[Ball]) -> int | None:
    misread = (at for at, one in enumerate(balls, start=1) if one.said_number not in (None, one.number))
    return next(misread, None)


@folds(e.BallAnnounced)
def apply_ball_announced(state: State, event: e.BallAnnounced) -> State:
    balls = (*state.game.balls[:-1], replace(state.game.balls[-1], said_number=event.said_number))
    callers = state.game.callers | {state.staff[Role.CALLER]} if Role.CALLER in state.staff else state.game.callers
    return in_game(state, balls=balls, callers=callers, error_at=state.game.error_at or _first_misread(balls))


@folds(e.AnnouncementCorrected)
def apply_announcement_corrected(state: State, event: e.AnnouncementCorrected) -> State:
    balls = tuple(replace(one, said_number=one.number) if one.number == event.ball else one for one in state.game.balls)
    return in_game(state, balls=balls, error_at=_first_misread(balls))


@folds(e.NumberMarked)
def apply_number_marked(state: State, event: e.NumberMarked) -> State:
    """A record that is read without its private parts has no marks."""
    if event.card is None or event.number is None:
        return state
    key = (event.person, event.card)
    return replace(state, marks=state.marks.set(key, state.marks.get(key, frozenset()) | {event.number}))


@folds(e.PrizeCalled)
def apply_prize_called(state: State, event: e.PrizeCalled) -> State:
    """The first call of a pause keeps where the game stood."""
    pause = state.game.pause
    if state.phase is not t.Phase.CHECK:
        pause = replace(pause, return_phase=state.phase)
        if state.phase not in t.ASKING:
            pause = Pause(return_phase=state.phase)
    kind, place = call_name(event.prize, event.card), (state.game.part, event.card)
    made = Claim(event.by if event.person is None else event.person, kind)
    others = replace(pause.calls, claims=tuple(one for one in pause.calls.claims if one.kind != kind))
    pause = replace(
        pause,
        calls=claim(others, made),
        keyers=with_one(pause.keyers, kind, None if event.by == event.person else event.by),
        holders=pause.holders.set(event.card, event.person),
        shown_for=pause.shown_for - {kind},
        results=Map({key: good for key, good in pause.results.items() if key != (event.prize, event.card)}),
        parts_named=with_one(pause.parts_named, kind, event.part or None),
    )
    parts = state.game.parts_shown
    if event.part and place not in parts:
        pause = replace(pause, first_parts=pause.first_parts | {event.card})
        parts = parts.set(place, event.part)
    return in_game(state, pause=pause, parts_shown=parts)


@folds(e.CallRefused)
def apply_call_refused(state: State, event: e.CallRefused) -> State:
    names = (call_name(event.prize, event.card), event.by)
    refused = state.game.refused_calls.update(dict.fromkeys(names, len(state.game.announced_balls)))
    return in_game(state, refused_calls=refused)


@folds(e.CallTakenBack)
def apply_call_taken_back(state: State, event: e.CallTakenBack) -> State:
    """A call keyed for a cartón nobody called leaves nothing: that cartón is not with the table chief either."""
    game, calls = state.game, state.game.pause.calls
    taken = call_name(event.prize, event.card)
    kept = tuple(one for one in calls.claims if one.kind != taken)
    is_last_of_card = game.pause.calls_of(event.card) == (taken,)
    if event.keyed_by is None:
        withdrawn = game.withdrawn_calls.set((event.prize, event.card), len(game.announced_balls))
        state = in_game(state, withdrawn_calls=withdrawn)
    else:
        state = in_pause(state, has_line_slip=game.pause.has_line_slip or event.prize is t.Prize.LINE)
        if is_last_of_card:
            state = in_pause(state, handed_in=game.pause.handed_in - {event.card})
    state = in_pause(state, calls=replace(calls, claims=kept))
    return _with_part_left(state, event.card) if event.card in game.pause.first_parts else state


def _with_part_left(state: State, card: str) -> State:
    """Let a double use the part that its other calls were made for; none, if there are none."""
    game, pause = state.game, state.game.pause
    left = [pause.parts_named[name] for name in pause.calls_of(card) if name in pause.parts_named]
    if left:
        return in_game(state, parts_shown=game.parts_shown.set((game.part, card), left[0]))
    state = in_game(state, parts_shown=game.parts_shown.delete((game.part, card)))
    return in_pause(state, first_parts=pause.first_parts - {card})


@folds(e.CardChecked)
def apply_card_checked(state: State, event: e.CardChecked) -> State:
    pause = state.game.pause
    results = pause.results.set((event.prize, event.card), event.combinations if event.valid else 0)
    failed = state.game.failed_calls
    if not event.valid:
        state = in_game(state, failed_calls=failed.set((event.prize, event.card), len(state.game.announced_balls)))
    if event.reason:
        state = in_game(state, unsold_cards=state.game.unsold_cards | {event.card})
        for name in (one for one in state.game.part_names if one in state.refunds):
            state = in_refund(state, name, sales=inventory.without_cards(state.refunds[name].sales, (event.card,)))
    found = {} if event.reason else {(event.prize, event.card): len(event.missing_numbers)}
    lacking = pause.lacking.update(found)
    return in_pause(state, results=results, lacking=lacking, new_right_calls=pause.new_right_calls + event.valid)


@folds(e.IntervalPassed)
def apply_interval_passed(state: State, event: e.IntervalPassed) -> State:
    state = replace(state, limits_passed=state.limits_passed + 1)
    return in_pause(state, is_interval_over=True) if state.phase in t.ASKING else state


@folds(e.CallsDropped)
def apply_calls_dropped(state: State, event: e.CallsDropped) -> State:
    """The part of a double that was checked stays used."""
    closed = state.game.closed_at
    for prize in event.prizes:
        closed = closed.set(prize, len(state.game.announced_balls))
    pause = state.game.pause
    kept = Pause(return_phase=pause.return_phase, is_interval_over=pause.is_interval_over, lacking=pause.lacking)
    return in_game(state, pause=kept, closed_at=closed)


def apply_hall_opened(state: State, event: e.HallOpened, library: Library) -> State:
    return replace(
        state,
        rules=read(library.by_hash(event.sha256)),
        name=event.name,
        balls=event.balls,
        hall=Hall(elements=event.elements, pause=event.pause),
        is_in_house=event.is_in_house,
        staff=Map(event.staff),
        served=frozenset(event.staff.values()),
    )


@folds(e.HallContinued)
def apply_hall_continued(state: State, event: e.HallContinued) -> State:
    """A record that is read without its private parts has no secrets."""
    left = event.inventory
    series = Map((one.name, one) for one in inventory.taken_up(left, event.secrets or {}))
    hall = {"session": left.session, "machine": left.machine, "ball_sets": Map(left.ball_sets), "series": series}
    return replace(
        in_hall(state, last_set=left.last_set, **hall),
        game=GameState(number=left.game, is_over=bool(left.game)),
        tokens_given=left.tokens,
        refunds=Map(inventory.refunds_in_order(left.refunds)),
        left_prizes=Map(left.left_prizes),
        is_counter_open=left.is_counter_open,
        given_links=frozenset(left.given_links),
    )


@folds(e.MoneyAsked)
def apply_money_asked(state: State, event: e.MoneyAsked) -> State:
    if not event.amount:
        return without_money_asked(state, event.person)
    return replace(state, money_asked=state.money_asked.set(event.person, t.MoneyWish(event.amount, event.is_paid_in)))


def without_money_asked(state: State, who: PersonId) -> State:
    return replace(state, money_asked=with_one(state.money_asked, who))


@folds(e.MachineRegistered)
def apply_machine_registered(state: State, event: e.MachineRegistered) -> State:
    """Nobody has checked the machine yet; what lies in the former one is not in it."""
    unchecked = with_one(state.hall.check_results, t.CheckItem.MACHINE)
    return in_hall(state, machine=inventory.Machine(event.model, event.kind), check_results=unchecked, loaded_set="")


def apply_balls_registered(state: State, event: e.BallsRegistered) -> State:
    """Nobody has checked balls that come while the checks of a session are on."""
    checked = state.hall.check_results
    results = with_one(checked, t.CheckItem.BALLS) if state.phase is t.Phase.CHECKS else checked
    known = state.hall.ball_sets.set(event.balls, inventory.BallSet(event.games))
    return in_hall(state, ball_sets=known, check_results=results)


@folds(e.SeriesRegistered)
def apply_series_registered(state: State, event: e.SeriesRegistered) -> State:
    one = inventory.Series(
        *(event.series, event.letter, event.identification, event.size, event.value, event.kind, event.digest),
        law=event.law,
        secret=event.secret,
        numbers=event.numbers,
        only=event.only,
    )
    return in_hall(state, series=state.hall.series.set(event.series, one))


def apply_shares_set(state: State, event: e.SharesSet) -> State:
    line, bingo = (Sourced(Fraction(one, 100), practice="set in the hall") for one in (event.line, event.bingo))
    return replace(state, rules=replace(state.book, prizes=replace(state.book.prizes, line=line, bingo=bingo)))


@folds(e.DefectReported)
def apply_defect_reported(state: State, event: e.DefectReported) -> State:
    """The word of somebody whose report was untrue before is only noted."""
    if event.by in state.game.doubted:
        return state
    told = state.game.defects.get(event.balls, frozenset())
    if told or not ball_set(state, event.balls).is_damaged:
        state = in_game(state, defects=state.game.defects.set(event.balls, told | {event.by}))
    return with_ball_set(state, event.balls, is_damaged=True)


def ball_set(state: State, name: str) -> inventory.BallSet:
    return state.hall.ball_sets.get(name, inventory.BallSet())


def with_ball_set(state: State, name: str, **changes: Any) -> State:
    return in_hall(state, ball_sets=state.hall.ball_sets.set(name, replace(ball_set(state, name), **changes)))


@folds(e.EntryWritten)
def apply_entry_written(state: State, event: e.EntryWritten) -> State:
    if not event.is_complaint:
        return state
    made = state.game.complaints
    return in_game(state, complaints=made.set(event.by, made.get(event.by, 0) + 1))


def _with_carried_on(state: State, event: e.UnawardedDecided | e.UncollectedDecided) -> State:
    if event.game != state.game.name or event.fate != t.Fate.NEXT_GAME:
        return state
    before = state.game.carried_on
    return in_game(state, carried_on=before.set(event.prize, before.get(event.prize, 0) + event.amount))


def _without_left(state: State, account: str) -> State:
    return replace(state, left_prizes=with_one(state.left_prizes, account))


@folds(e.PrizePaid)
def apply_prize_paid(state: State, event: e.PrizePaid) -> State:
    account = owed(event.game, event.prize, event.card)
    state = _without_left(state, account)
    if event.game != state.game.name:
        return state
    paid = PaidPrize(event.amount, purse(event.means, event.person))
    return in_game(state, payments=state.game.payments.set(account, paid))


@folds(e.PrizeLeft)
def apply_prize_left(state: State, event: e.PrizeLeft) -> State:
    account = owed(event.game, event.prize, event.card)
    won = state.game.won_by(event.game, event.prize, event.card)
    left = inventory.LeftPrize(state.hall.session, None if won is None else won.person)
    state = replace(state, left_prizes=state.left_prizes.set(account, left))
    return in_game(state, left_accounts=state.game.left_accounts | {account})


@folds(e.CaseOpened)
def apply_case_opened(state: State, event: e.CaseOpened) -> State:
    case = Case(event.serial, event.cause, event.ball, event.by, event.note, event.must_void)
    return in_game(state, cases=(*state.game.cases, case), last_case=event.serial)


@folds(e.CaseClosed)
def apply_case_closed(state: State, event: e.CaseClosed) -> State:
    """What was ruled on is not reported again before something is announced."""
    game = state.game
    closed = tuple(one for one in game.cases if event.serial in (0, one.serial))
    ruled = game.ruled_reports
    for one in closed:
        ruled = ruled.set(one.cause, game.said_count)
    doubted = {one.by for one in closed if event.is_untrue} - {event.by}
    waiting = tuple(one for one in game.cases if one not in closed)
    state = _with_ruled_defect(state, closed, event)
    return in_game(state, cases=waiting, ruled_reports=ruled, doubted=game.doubted | doubted)


def _with_ruled_defect(state: State, closed: tuple[Case, ...], event: e.CaseClosed) -> State:
    """A true report leaves the set unusable; of an untrue one nothing remains, unless another person reported one."""
    told_by = frozenset(one.by for one in closed if one.cause == t.BALL_DAMAGED)
    if not told_by:
        return state
    if not event.is_untrue:
        return with_ball_set(state, state.game.ball_set, is_damaged=True) if state.game.ball_set else state
    for balls, told in state.game.defects.items():
        left = told - told_by
        state = in_game(state, defects=state.game.defects.set(balls, left))
        if told and not left:
            state = with_ball_set(state, balls, is_damaged=False)
    return state


@folds(e.GameVoided)
def apply_game_voided(state: State, event: e.GameVoided) -> State:
    """The game counts for nothing; its cartones may be handed back."""
    game = state.game
    sales = inventory.without_cards(game.sales, game.unsold_cards)
    refund = inventory.Refund(event.price, event.cards, sales, ends_card=event.ends_card, session=state.hall.session)
    if name := game.ball_set:
        state = with_ball_set(state, name, void_games=ball_set(state, name).void_games + 1)
        if event.cause == t.BALL_DAMAGED:
            state = with_ball_set(state, name, is_damaged=True)
    state = in_game(
        state,
        is_over=True,
        is_void=True,
        ends_card=event.ends_card,
        void_cause=event.cause,
        void_parts=game.void_parts | {game.part},
        is_ball_wanted=False,
        is_opening_rest=bool(game.balls),
        pause=Pause(),
        awards=Map(),
        cases=(),
        brought_amounts=Map(),
        division=None,
        payments=Map(),
        carried_on=Map(),
        left_accounts=frozenset(one for one in game.left_accounts if not is_owed_of(one, event.game)),
        tokens=Map({key: serial for key, serial in game.tokens.items() if key[0] != game.part}),
    )
    left = Map({name: one for name, one in state.left_prizes.items() if not is_owed_of(name, event.game)})
    return replace(state, refunds=state.refunds.set(event.game, refund), left_prizes=left)


FOLDS.enter_all(
    {
        e.UrnSealed: lambda state, event: replace(in_game(state, urn=event.urn, is_urn_wanted=False), urns=event.urn),
        e.StaffAssigned: lambda state, event: replace(
            state, staff=state.staff.set(event.role, event.person), served=state.served | {event.person}
        ),
        e.SessionOpened: lambda state, event: replace(
            in_hall(state, session=event.session, is_session_open=True, session_games=0), announcements=()
        ),
        e.BallShown: lambda state, _: in_game(
            state, balls=(*state.game.balls[:-1], replace(state.game.balls[-1], is_shown=True))
        ),
        e.PhaseOpened: lambda state, event: replace(state, phase=event.phase, serial=state.serial + 1, limits_passed=0),
        e.Said: lambda state, event: replace(state, announcements=(*state.announcements, (event.formula, event.text))),
        e.PostVacated: lambda state, event: replace(state, staff=state.staff.delete(event.role)),
        e.BoughtIn: lambda state, event: without_money_asked(state, event.person),
        e.CashedOut: lambda state, event: without_money_asked(state, event.person),
        e.CounterSet: lambda state, event: replace(state, is_counter_open=event.is_on, money_asked=Map()),
        e.SharesSet: apply_shares_set,
        e.LinkGiven: lambda state, event: replace(state, given_links=state.given_links | {(event.person, event.by)}),
        e.BallsRegistered: apply_balls_registered,
        e.CheckNoted: lambda state, event: in_hall(
            state,
            check_results=state.hall.check_results.set(event.item, event.in_order),
            check_notes=state.hall.check_notes.set(event.item, event.note),
        ),
        e.BallsFoundSound: lambda state, event: with_ball_set(
            in_game(state, defects=with_one(state.game.defects, event.balls)), event.balls, is_damaged=False
        ),
        e.BallsChanged: lambda state, event: in_hall(state, loaded_set=event.balls, last_set=event.balls),
        e.BallsLoaded: lambda state, event: in_hall(state, loaded_set=event.balls, last_set=event.balls),
        e.ChecksWitnessed: lambda state, event: in_hall(state, witnesses=(*state.hall.witnesses, event.person)),
        e.SessionClosed: lambda state, _: in_hall(
            state, is_session_open=False, check_results=Map(), check_notes=Map(), witnesses=(), loaded_set=""
        ),
        e.HallClosed: lambda state, _: replace(state, phase=t.Phase.CLOSED, serial=state.serial + 1),
        e.CardsWanted: lambda state, event: with_wish(state, event.person, CardWish(event.series, event.count)),
        e.TakingsHandedOver: lambda state, _: state,
        e.TakingsGivenBack: lambda state, _: state,
        e.DifferenceNoted: lambda state, _: state,
        e.UnsoldCollected: lambda state, event: in_game(
            state, unsold_counts=state.game.unsold_counts.set(event.series, event.count)
        ),
        e.SaleCorrected: lambda state, _: in_game(
            state, unsold_counts=Map(), is_sold_announced=False, prizes=Map(), covered_shortfall=0
        ),
        e.ShortfallCovered: lambda state, event: in_game(state, covered_shortfall=event.amount),
        e.SoldAnnounced: lambda state, _: in_game(state, is_sold_announced=True),
        e.BallWanted: lambda state, event: in_game(state, is_ball_wanted=True, is_ball_called=event.is_called),
        e.BallOpened: lambda state, _: in_game(state, opened_count=state.game.opened_count + 1),
        e.CardHandedIn: lambda state, event: in_pause(state, handed_in=state.game.pause.handed_in | {event.card}),
        e.MasterShown: lambda state, event: in_pause(
            state,
            masters=state.game.pause.masters.set(event.card, event.rows),
            shown_for=state.game.pause.shown_for.union(state.game.pause.calls_of(event.card)),
        ),
        e.TokenGiven: lambda state, event: replace(
            in_game(state, tokens=state.game.tokens.set((state.game.part, event.prize, event.card), event.serial)),
            tokens_given=event.serial,
        ),
        e.OthersAsked: lambda state, _: in_game(
            in_pause(state, is_interval_over=False, new_right_calls=0), times_asked=state.game.times_asked + 1
        ),
        e.PrizeAwarded: lambda state, event: in_game(
            state,
            awards=state.game.awards.set(event.prize, event.winning_cards),
            closed_at=state.game.closed_at.set(event.prize, len(state.game.announced_balls)),
            times_asked=0,
        ),
        e.TakingsDivided: lambda state, event: in_game(
            state,
            division=event,
            carried_on=Map(event.carried),
            is_over=True,
            is_ball_wanted=False,
            is_opening_rest=True,
            pause=Pause(),
        ),
        e.UnawardedDecided: _with_carried_on,
        e.UncollectedDecided: lambda state, event: _with_carried_on(
            _without_left(state, owed(event.game, event.prize, event.card)), event
        ),
        e.CardsReturned: lambda state, event: in_refund(
            state, event.game, returned=inventory.joined_ranges((*state.refunds[event.game].returned, event.cards))
        ),
        e.RefundPaid: lambda state, event: in_refund(
            state, event.game, refunded=inventory.joined_ranges((*state.refunds[event.game].refunded, event.cards))
        ),
        e.RefundsEnded: lambda state, event: replace(state, refunds=state.refunds.delete(event.game)),
        e.GameEnded: lambda state, _: in_game(state, is_over=True, is_opening_rest=False),
        e.HallOpened: ByLibrary(apply_hall_opened),
    }
)
require_complete(FOLDS, declared_types(e, Event))


def evolve(state: State, event: Event, library: Library) -> State:
    legs = postings(event)
    if legs:
        counts = counts_after(state, legs)
        state = replace(state, ledger=post(state.ledger, legs), takings_counts=counts)
    for leg in legs:
        if leg.account.startswith(PERSON):
            who = PersonId(leg.account.removeprefix(PERSON))
            moved = (str(event.__struct_config__.tag).partition("@")[0], leg.amount)
            state = replace(state, movements=state.movements.set(who, (*state.movements.get(who, ()), moved)))
    apply = FOLDS[type(event)]
    return apply.function(state, event, library) if isinstance(apply, ByLibrary) else apply(state, event)
