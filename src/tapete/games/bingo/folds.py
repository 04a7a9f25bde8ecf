"""The books of a hall, its sale and its games. No rule is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TypeVar

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import Posting
from tapete.games.bingo import events as e
from tapete.games.bingo.books import TILL
from tapete.games.bingo.inventory import (
    BallSet,
    Machine,
    Series,
    refunds_in_order,
    taken_up,
    with_part,
    with_sale,
    without,
    without_cards,
)
from tapete.games.bingo.pause import Pause, call_name
from tapete.games.bingo.rules import read
from tapete.games.bingo.state import Ball, CardWish, GameState, Hall, State
from tapete.games.bingo.terms import ASKING, DRAWING, CheckItem, MoneyWish, Phase, Prize, SoldRange, TakingsCount
from tapete.kernel import PersonId
from tapete.rulebooks import Library
from tapete.table.windows import Claim, claim


def in_game(state: State, **changes: object) -> State:
    return replace(state, game=replace(state.game, **changes))


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


def apply_urn_sealed(state: State, event: e.UrnSealed) -> State:
    return replace(in_game(state, urn=event.urn, is_urn_wanted=False), urns=event.urn)


def apply_cards_sold(state: State, event: e.CardsSold) -> State:
    one = SoldRange(event.cards, event.seller, event.means, event.person)
    series = state.hall.series[event.cards.series]
    uses = with_part(series.uses, (event.cards, event.game), itemgetter(0), lambda use, cards: (cards, use[1]))
    used = replace(series, uses=uses)
    state = replace(state, hall=replace(state.hall, series=state.hall.series.set(series.name, used)))
    state = in_game(state, sales=with_sale(state.game.sales, one))
    wish = None if event.person is None else state.game.wishes.get(event.person)
    if event.person is None or wish is None or wish.series != event.cards.series:
        return state
    return with_wish(state, event.person, replace(wish, count=max(0, wish.count - event.cards.size)))


def with_wish(state: State, person: PersonId, wish: CardWish) -> State:
    wishes = state.game.wishes
    if wish.count:
        return in_game(state, wishes=wishes.set(person, wish))
    return in_game(state, wishes=wishes.delete(person)) if person in wishes else state


def apply_cards_wanted(state: State, event: e.CardsWanted) -> State:
    return with_wish(state, event.person, CardWish(event.series, event.count))


def apply_cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    sales: list[SoldRange] = []
    for one in state.game.sales:
        sales += [replace(one, cards=part) for part in without(one.cards, event.cards)]
    series = state.hall.series[event.cards.series]
    uses = tuple(
        (part, game)
        for cards, game in series.uses
        for part in (without(cards, event.cards) if game == event.game else (cards,))
    )
    state = replace(
        state, hall=replace(state.hall, series=state.hall.series.set(series.name, replace(series, uses=uses)))
    )
    return in_game(state, sales=tuple(sales))


def apply_takings_counted(state: State, event: e.TakingsCounted) -> State:
    count = TakingsCount(event.serial, event.seller, event.amount, event.difference, event.by)
    return replace(state, takings_counts=state.takings_counts.set(event.seller, count), last_count=event.serial)


def counts_after(state: State, legs: Iterable[Posting]) -> Map[PersonId, TakingsCount]:
    """Drop the counts of tills in which money has moved: they are of no use, even if a till comes to be as it was."""
    counts = state.takings_counts
    for leg in legs:
        seller = PersonId(leg.account.removeprefix(TILL))
        if leg.account.startswith(TILL) and seller in counts:
            counts = counts.delete(seller)
    return counts


def apply_unsold_collected(state: State, event: e.UnsoldCollected) -> State:
    return in_game(state, unsold_counts=state.game.unsold_counts.set(event.series, event.count))


def apply_sale_corrected(state: State, event: e.SaleCorrected) -> State:
    return in_game(state, unsold_counts=Map(), is_sold_announced=False, prizes=Map(), covered_shortfall=0)


def apply_shortfall_covered(state: State, event: e.ShortfallCovered) -> State:
    return in_game(state, covered_shortfall=event.amount)


def apply_sold_announced(state: State, event: e.SoldAnnounced) -> State:
    return in_game(state, is_sold_announced=True)


def apply_prizes_announced(state: State, event: e.PrizesAnnounced) -> State:
    brought = state.game.brought_amounts
    for prize, amount in event.brought_amounts.items():
        brought = brought.set(prize, brought.get(prize, 0) + amount)
    return in_game(state, prizes=Map({Prize.LINE: event.line, Prize.BINGO: event.bingo}), brought_amounts=brought)


def apply_game_started(state: State, event: e.GameStarted) -> State:
    known = state.hall.ball_sets.get(event.balls, BallSet())
    used = state.hall.ball_sets.set(event.balls, replace(known, games=known.games + 1))
    state = replace(state, hall=replace(state.hall, ball_sets=used))
    if event.part < 2:
        begun = replace(state.hall, session_games=state.hall.session_games + 1)
        return in_game(replace(state, hall=begun), ball_set=event.balls)
    first = state.game
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
        first_awards=first.awards,
        awards=Map(),
        closed_at=Map(),
        times_asked=0,
        division=None,
        payments=Map(),
        carried_on=Map(),
        is_over=False,
        is_void=False,
    )


T = TypeVar("T")


def apply_ball_wanted(state: State, event: e.BallWanted) -> State:
    return in_game(state, is_ball_wanted=True)


def apply_ball_drawn(state: State, event: e.BallDrawn) -> State:
    """A ball does not count yet. With the next one nothing of the last pause lasts."""
    pause = Pause() if state.phase in DRAWING else state.game.pause
    state = replace(state, limits_passed=0)
    return in_game(state, is_ball_wanted=False, balls=(*state.game.balls, Ball(event.ball)), pause=pause)


def apply_ball_opened(state: State, event: e.BallOpened) -> State:
    return in_game(state, opened_count=state.game.opened_count + 1)


def apply_ball_rekeyed(state: State, event: e.BallRekeyed) -> State:
    """What was said of the ball stays said; a cartón that was found wrong may be called again."""
    balls = list(state.game.balls)
    balls[event.position] = replace(balls[event.position], number=event.ball)
    return in_game(state, balls=tuple(balls), error_at=_first_misread(balls), failed_calls=Map())


def _first_misread(balls: Iterable[Ball]) -> int | None:
    misread = (at for at, one in enumerate(balls, start=1) if one.said_number not in (None, one.number))
    return next(misread, None)


def apply_ball_announced(state: State, event: e.BallAnnounced) -> State:
    last = replace(state.game.balls[-1], said_number=event.said_number)
    wrong = (
        len(state.game.balls)
        if event.said_number != event.ball and state.game.error_at is None
        else state.game.error_at
    )
    return in_game(state, balls=(*state.game.balls[:-1], last), error_at=wrong)


def apply_ball_shown(state: State, event: e.BallShown) -> State:
    return in_game(state, balls=(*state.game.balls[:-1], replace(state.game.balls[-1], is_shown=True)))


def apply_announcement_corrected(state: State, event: e.AnnouncementCorrected) -> State:
    balls = tuple(replace(one, said_number=one.number) if one.number == event.ball else one for one in state.game.balls)
    return in_game(state, balls=balls, error_at=_first_misread(balls))


def apply_number_marked(state: State, event: e.NumberMarked) -> State:
    """A record that is read without its private parts has no marks."""
    if event.card is None or event.number is None:
        return state
    key = (event.person, event.card)
    return replace(state, marks=state.marks.set(key, state.marks.get(key, frozenset()) | {event.number}))


def _in_pause(state: State, **changes: object) -> State:
    return in_game(state, pause=replace(state.game.pause, **changes))


def apply_prize_called(state: State, event: e.PrizeCalled) -> State:
    """The first call of a pause keeps where the game stood."""
    pause = state.game.pause
    if state.phase is not Phase.CHECK:
        pause = replace(pause, return_phase=state.phase)
        if state.phase not in ASKING:
            pause = Pause(return_phase=state.phase)
    kind, place = call_name(event.prize, event.card), (state.game.part, event.card)
    made = Claim(event.by if event.person is None else event.person, kind)
    others = replace(pause.calls, claims=tuple(one for one in pause.calls.claims if one.kind != kind))
    pause = replace(
        pause,
        calls=claim(others, made),
        keyers=_with_kind(pause.keyers, kind, None if event.by == event.person else event.by),
        holders=pause.holders.set(event.card, event.person),
        shown_for=pause.shown_for - {kind},
        results=Map({key: good for key, good in pause.results.items() if key != (event.prize, event.card)}),
        parts_named=_with_kind(pause.parts_named, kind, event.part or None),
    )
    parts = state.game.parts_shown
    if event.part and place not in parts:
        pause = replace(pause, first_parts=pause.first_parts | {event.card})
        parts = parts.set(place, event.part)
    return in_game(state, pause=pause, parts_shown=parts)


def _with_kind(by_kind: Map[str, T], kind: str, one: T | None) -> Map[str, T]:
    if one is not None:
        return by_kind.set(kind, one)
    return by_kind.delete(kind) if kind in by_kind else by_kind


def apply_call_refused(state: State, event: e.CallRefused) -> State:
    names = (call_name(event.prize, event.card), event.by)
    refused = state.game.refused_calls.update(dict.fromkeys(names, len(state.game.announced_balls)))
    return in_game(state, refused_calls=refused)


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
        state = _in_pause(state, has_line_slip=game.pause.has_line_slip or event.prize is Prize.LINE)
        if is_last_of_card:
            state = _in_pause(state, handed_in=game.pause.handed_in - {event.card})
    state = _in_pause(state, calls=replace(calls, claims=kept))
    return _with_part_left(state, event.card) if event.card in game.pause.first_parts else state


def _with_part_left(state: State, card: str) -> State:
    """Let a double use the part that its other calls were made for; none, if there are none."""
    game, pause = state.game, state.game.pause
    left = [pause.parts_named[name] for name in pause.calls_of(card) if name in pause.parts_named]
    if left:
        return in_game(state, parts_shown=game.parts_shown.set((game.part, card), left[0]))
    state = in_game(state, parts_shown=game.parts_shown.delete((game.part, card)))
    return _in_pause(state, first_parts=pause.first_parts - {card})


def apply_card_handed_in(state: State, event: e.CardHandedIn) -> State:
    return _in_pause(state, handed_in=state.game.pause.handed_in | {event.card})


def apply_master_shown(state: State, event: e.MasterShown) -> State:
    pause = state.game.pause
    shown_for = pause.shown_for.union(pause.calls_of(event.card))
    return _in_pause(state, masters=pause.masters.set(event.card, event.rows), shown_for=shown_for)


def apply_card_checked(state: State, event: e.CardChecked) -> State:
    pause = state.game.pause
    results = pause.results.set((event.prize, event.card), event.combinations if event.valid else 0)
    failed = state.game.failed_calls
    if not event.valid:
        state = in_game(state, failed_calls=failed.set((event.prize, event.card), len(state.game.announced_balls)))
    if event.reason:
        state = in_game(state, unsold_cards=state.game.unsold_cards | {event.card})
        of_game = {name: state.refunds[name] for name in state.game.part_names if name in state.refunds}
        left = {name: replace(one, sales=without_cards(one.sales, (event.card,))) for name, one in of_game.items()}
        state = replace(state, refunds=state.refunds.update(left))
    found = {} if event.reason else {(event.prize, event.card): len(event.missing_numbers)}
    lacking = pause.lacking.update(found)
    return _in_pause(state, results=results, lacking=lacking, new_right_calls=pause.new_right_calls + event.valid)


def apply_others_asked(state: State, event: e.OthersAsked) -> State:
    state = _in_pause(state, is_interval_over=False, new_right_calls=0)
    return in_game(state, times_asked=state.game.times_asked + 1)


def apply_interval_passed(state: State, event: e.IntervalPassed) -> State:
    state = replace(state, limits_passed=state.limits_passed + 1)
    return _in_pause(state, is_interval_over=True) if state.phase in ASKING else state


def apply_token_given(state: State, event: e.TokenGiven) -> State:
    given = state.game.tokens.set((state.game.part, event.prize, event.card), event.serial)
    return replace(in_game(state, tokens=given), tokens_given=event.serial)


def apply_prize_awarded(state: State, event: e.PrizeAwarded) -> State:
    return in_game(
        state,
        awards=state.game.awards.set(event.prize, event.winning_cards),
        closed_at=state.game.closed_at.set(event.prize, len(state.game.announced_balls)),
        times_asked=0,
    )


def apply_calls_dropped(state: State, event: e.CallsDropped) -> State:
    """The part of a double that was checked stays used."""
    closed = state.game.closed_at
    for prize in event.prizes:
        closed = closed.set(prize, len(state.game.announced_balls))
    pause = state.game.pause
    kept = Pause(
        return_phase=pause.return_phase,
        is_interval_over=pause.is_interval_over,
        lacking=pause.lacking,
    )
    return in_game(state, pause=kept, closed_at=closed)


def _in_hall(state: State, **changes: object) -> State:
    return replace(state, hall=replace(state.hall, **changes))


def apply_nothing(state: State, event: object) -> State:
    return state


def apply_hall_opened(state: State, event: e.HallOpened, library: Library) -> State:
    rules = read(library.by_hash(event.sha256))
    hall = Hall(elements=event.elements)
    state = replace(state, staff=Map(event.staff), served=frozenset(event.staff.values()))
    return replace(state, rules=rules, name=event.name, balls=event.balls, hall=hall, is_in_house=event.is_in_house)


def apply_hall_continued(state: State, event: e.HallContinued) -> State:
    """A record that is read without its private parts has no secrets."""
    left = event.inventory
    series = Map((one.name, one) for one in taken_up(left, event.secrets or {}))
    state = _in_hall(state, session=left.session, machine=left.machine, ball_sets=Map(left.ball_sets), series=series)
    game = GameState(number=left.game, is_over=bool(left.game))
    state = _in_hall(state, last_set=left.last_set)
    return replace(
        state,
        game=game,
        tokens_given=left.tokens,
        refunds=Map(refunds_in_order(left.refunds)),
        left_prizes=Map(left.left_prizes),
        is_counter_open=left.is_counter_open,
        given_links=frozenset(left.given_links),
    )


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    return replace(state, phase=event.phase, serial=state.serial + 1, limits_passed=0)


def apply_said(state: State, event: e.Said) -> State:
    return replace(state, announcements=(*state.announcements, (event.formula, event.text)))


def apply_staff_assigned(state: State, event: e.StaffAssigned) -> State:
    return replace(state, staff=state.staff.set(event.role, event.person), served=state.served | {event.person})


def apply_post_vacated(state: State, event: e.PostVacated) -> State:
    return replace(state, staff=state.staff.delete(event.role))


def apply_counter_set(state: State, event: e.CounterSet) -> State:
    return replace(state, is_counter_open=event.is_on, money_asked=Map())


def apply_link_given(state: State, event: e.LinkGiven) -> State:
    return replace(state, given_links=state.given_links | {(event.person, event.by)})


def apply_money_asked(state: State, event: e.MoneyAsked) -> State:
    if not event.amount:
        return without_money_asked(state, event.person)
    return replace(state, money_asked=state.money_asked.set(event.person, MoneyWish(event.amount, event.is_paid_in)))


def apply_money_moved(state: State, event: e.BoughtIn | e.CashedOut) -> State:
    return without_money_asked(state, event.person)


def without_money_asked(state: State, who: PersonId) -> State:
    asked = state.money_asked
    return replace(state, money_asked=asked.delete(who)) if who in asked else state


def apply_machine_registered(state: State, event: e.MachineRegistered) -> State:
    """Nobody has checked the machine yet; what lies in the former one is not in it."""
    results = state.hall.check_results
    unchecked = results.delete(CheckItem.MACHINE) if CheckItem.MACHINE in results else results
    return _in_hall(state, machine=Machine(event.model, event.kind), check_results=unchecked, loaded_set="")


def apply_balls_registered(state: State, event: e.BallsRegistered) -> State:
    return _in_hall(state, ball_sets=state.hall.ball_sets.set(event.balls, BallSet(event.games)))


def apply_series_registered(state: State, event: e.SeriesRegistered) -> State:
    one = Series(
        *(event.series, event.letter, event.identification, event.size, event.value, event.kind, event.digest),
        law=event.law,
        secret=event.secret,
        numbers=event.numbers,
    )
    return _in_hall(state, series=state.hall.series.set(event.series, one))


def apply_balls_changed(state: State, event: e.BallsChanged) -> State:
    return _in_hall(state, loaded_set=event.balls, last_set=event.balls)


def apply_balls_loaded(state: State, event: e.BallsLoaded) -> State:
    return _in_hall(state, loaded_set=event.balls, last_set=event.balls)


def apply_defect_reported(state: State, event: e.DefectReported) -> State:
    """The word of somebody whose report was untrue before is only noted."""
    if event.by in state.game.doubted:
        return state
    told = state.game.defects.get(event.balls, frozenset())
    if told or not state.hall.ball_sets.get(event.balls, BallSet()).is_damaged:
        state = in_game(state, defects=state.game.defects.set(event.balls, told | {event.by}))
    return with_damage(state, event.balls, True)


def apply_balls_found_sound(state: State, event: e.BallsFoundSound) -> State:
    told = state.game.defects
    left = told.delete(event.balls) if event.balls in told else told
    return with_damage(in_game(state, defects=left), event.balls, False)


def with_damage(state: State, balls: str, is_damaged: bool) -> State:
    known = state.hall.ball_sets.get(balls, BallSet())
    return _in_hall(state, ball_sets=state.hall.ball_sets.set(balls, replace(known, is_damaged=is_damaged)))


def apply_check_noted(state: State, event: e.CheckNoted) -> State:
    results = state.hall.check_results.set(event.item, event.in_order)
    return _in_hall(state, check_results=results, check_notes=state.hall.check_notes.set(event.item, event.note))


def apply_checks_witnessed(state: State, event: e.ChecksWitnessed) -> State:
    return _in_hall(state, witnesses=(*state.hall.witnesses, event.person))


def apply_session_opened(state: State, event: e.SessionOpened) -> State:
    return replace(_in_hall(state, session=event.session, is_session_open=True, session_games=0), announcements=())


def apply_session_closed(state: State, event: e.SessionClosed) -> State:
    return _in_hall(state, is_session_open=False, check_results=Map(), check_notes=Map(), witnesses=(), loaded_set="")


def apply_entry_written(state: State, event: e.EntryWritten) -> State:
    if not event.is_complaint:
        return state
    made = state.game.complaints
    return replace(state, game=replace(state.game, complaints=made.set(event.by, made.get(event.by, 0) + 1)))


def apply_hall_closed(state: State, event: e.HallClosed) -> State:
    return replace(state, phase=Phase.CLOSED, serial=state.serial + 1)
