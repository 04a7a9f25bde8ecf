"""Folds of the events of the hall: what it has, its staff, its sessions, and what was said."""

from __future__ import annotations

from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import events as e
from tapete.games.bingo.fold_sale import in_game
from tapete.games.bingo.inventory import BallSet, Machine, Series, refunds_in_order, taken_up
from tapete.games.bingo.rules import read
from tapete.games.bingo.state import GameState, Hall, State
from tapete.games.bingo.terms import CheckItem, MoneyWish, Phase
from tapete.kernel import PersonId
from tapete.rulebooks import Library


def _in_hall(state: State, **changes: object) -> State:
    return replace(state, hall=replace(state.hall, **changes))


def apply_nothing(state: State, event: object) -> State:
    return state


def apply_hall_opened(state: State, event: e.HallOpened, library: Library) -> State:
    """Take the rulebook that the hall is opened with, its staff and its installations."""
    rules = read(library.by_hash(event.sha256))
    hall = Hall(elements=event.elements)
    state = replace(state, staff=Map(event.staff), served=frozenset(event.staff.values()))
    return replace(state, rules=rules, name=event.name, balls=event.balls, hall=hall, is_in_house=event.is_in_house)


def apply_hall_continued(state: State, event: e.HallContinued) -> State:
    """Take up what the last hall of this name left; a record that is read without its private parts has no secrets."""
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
    """Take a post from a person; nobody has it."""
    return replace(state, staff=state.staff.delete(event.role))


def apply_counter_set(state: State, event: e.CounterSet) -> State:
    """Move money over the counter or not; nobody asks for any yet."""
    return replace(state, is_counter_open=event.is_on, money_asked=Map())


def apply_link_given(state: State, event: e.LinkGiven) -> State:
    return replace(state, given_links=state.given_links | {(event.person, event.by)})


def apply_money_asked(state: State, event: e.MoneyAsked) -> State:
    """Keep what somebody asks the cashier for, or nothing any more."""
    if not event.amount:
        return without_money_asked(state, event.person)
    return replace(state, money_asked=state.money_asked.set(event.person, MoneyWish(event.amount, event.is_paid_in)))


def apply_money_moved(state: State, event: e.BoughtIn | e.CashedOut) -> State:
    return without_money_asked(state, event.person)


def without_money_asked(state: State, who: PersonId) -> State:
    """Return the state in which somebody asks the cashier for nothing."""
    asked = state.money_asked
    return replace(state, money_asked=asked.delete(who)) if who in asked else state


def apply_machine_registered(state: State, event: e.MachineRegistered) -> State:
    """Take a machine, which nobody has checked yet; what lies in the former one is not in it."""
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
    """Keep that a set is not to be used any more. The word of one whose report was untrue before is only noted."""
    if event.by in state.game.doubted:
        return state
    told = state.game.defects.get(event.balls, frozenset())
    if told or not state.hall.ball_sets.get(event.balls, BallSet()).is_damaged:
        state = in_game(state, defects=state.game.defects.set(event.balls, told | {event.by}))
    return with_damage(state, event.balls, True)


def apply_balls_found_sound(state: State, event: e.BallsFoundSound) -> State:
    """A set may be used again; nothing of what was reported of it remains."""
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
    """Keep who watched."""
    return _in_hall(state, witnesses=(*state.hall.witnesses, event.person))


def apply_session_opened(state: State, event: e.SessionOpened) -> State:
    return replace(_in_hall(state, session=event.session, is_session_open=True, session_games=0), announcements=())


def apply_session_closed(state: State, event: e.SessionClosed) -> State:
    return _in_hall(state, is_session_open=False, check_results=Map(), check_notes=Map(), witnesses=(), loaded_set="")


def apply_entry_written(state: State, event: e.EntryWritten) -> State:
    """Count the complaints of a player."""
    if not event.is_complaint:
        return state
    made = state.game.complaints
    return replace(state, game=replace(state.game, complaints=made.set(event.by, made.get(event.by, 0) + 1)))


def apply_hall_closed(state: State, event: e.HallClosed) -> State:
    return replace(state, phase=Phase.CLOSED, serial=state.serial + 1)
