"""Bookkeeping: what each event makes of the state, and which money it moves. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, HOUSE, Posting, move, person, post
from tapete.games.bingo import events as e
from tapete.games.bingo.rules import read
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Prize, SoldCard
from tapete.kernel import Event, declared_types, require_complete, require_lines
from tapete.rulebooks import Library
from tapete.table.acts import BoughtIn
from tapete.table.windows import Claim, Window, claim

SALES = "sales"
PRIZES = "prizes"

# --- money ------------------------------------------------------------------------------------------------------------


def _bought_in(event: BoughtIn) -> tuple[Posting, ...]:
    return move(event.amount, CASH_DESK, person(event.person))


def _sold(event: e.TicketSold) -> tuple[Posting, ...]:
    return move(event.price, person(event.person), SALES)


def _announced(event: e.PrizesAnnounced) -> tuple[Posting, ...]:
    return (*move(event.line + event.bingo, SALES, PRIZES), *move(event.house, SALES, HOUSE))


def _paid(event: e.PrizesPaid) -> tuple[Posting, ...]:
    return tuple(leg for one in event.winning_cards for leg in move(one.amount, PRIZES, person(one.person)))


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    BoughtIn: _bought_in,
    e.TicketSold: _sold,
    e.PrizesAnnounced: _announced,
    e.PrizesPaid: _paid,
}
"""The legs of each event that moves money."""
require_lines(POSTINGS, declared_types(e, Event))


def postings(event: Event) -> tuple[Posting, ...]:
    """Return the legs of one event; none for an event that moves no money."""
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


# --- folds ------------------------------------------------------------------------------------------------------------


def apply_nothing(state: State, event: Event, library: Library) -> State:
    """Return the state as it is: the event moves money alone."""
    return state


def apply_hall_opened(state: State, event: e.HallOpened, library: Library) -> State:
    """Take the rulebook that the hall is opened with, its price and its staff."""
    rules = read(library.by_hash(event.sha256))
    return replace(
        state, rules=rules, name=event.name, face_value=event.face_value, balls=event.balls, staff=Map(event.staff)
    )


def apply_phase_opened(state: State, event: e.PhaseOpened, library: Library) -> State:
    """Enter a phase."""
    return replace(state, phase=event.phase, serial=state.serial + 1)


def apply_ticket_sold(state: State, event: e.TicketSold, library: Library) -> State:
    """Enter a sold card."""
    return replace(state, sold_cards=state.sold_cards.set(event.ticket.key, SoldCard(event.ticket, event.person)))


def apply_prizes_announced(state: State, event: e.PrizesAnnounced, library: Library) -> State:
    """Keep the prizes of the game."""
    return replace(state, prizes=Map({Prize.LINE: event.line, Prize.BINGO: event.bingo}))


def apply_urn_sealed(state: State, event: e.UrnSealed, library: Library) -> State:
    """Take the urn that was filled."""
    return replace(state, urn=event.urn)


def apply_ball_wanted(state: State, event: e.BallWanted, library: Library) -> State:
    """Wait for a ball."""
    return replace(state, is_ball_awaited=True)


def apply_ball_drawn(state: State, event: e.BallDrawn, library: Library) -> State:
    """Put a ball out; it does not count yet."""
    return replace(state, is_ball_awaited=False, drawn_balls=(*state.drawn_balls, event.ball))


def apply_ball_announced(state: State, event: e.BallAnnounced, library: Library) -> State:
    """Let a ball count."""
    return replace(state, announced_balls=(*state.announced_balls, event.ball))


def apply_prize_called(state: State, event: e.PrizeCalled, library: Library) -> State:
    """Enter a call among the claims of the pause."""
    return replace(state, calls=claim(state.calls, Claim(event.person, f"{event.prize}:{event.card}")))


def apply_card_checked(state: State, event: e.CardChecked, library: Library) -> State:
    """Keep what the check of a called card found."""
    return replace(state, check_results=state.check_results.set((event.prize, event.card), event.valid))


def apply_said(state: State, event: e.Said, library: Library) -> State:
    """Add a formula to what was said."""
    return replace(state, announcements=(*state.announcements, event.formula))


def apply_prize_awarded(state: State, event: e.PrizeAwarded, library: Library) -> State:
    """Keep who won a prize; the pause is over."""
    won = state.awards.set(event.prize, event.winning_cards)
    return _cleared(replace(state, awards=won, ball_at_award=len(state.drawn_balls)))


def apply_calls_dropped(state: State, event: e.CallsDropped, library: Library) -> State:
    """Drop the calls of the pause."""
    return _cleared(state)


def _cleared(state: State) -> State:
    """Return the state without the calls and checks of a pause that is over."""
    return replace(state, calls=Window("calls", state.serial), check_results=Map())


FOLDS: Final[Mapping[type[Event], Callable[[State, Any, Library], State]]] = {
    e.HallOpened: apply_hall_opened,
    e.PhaseOpened: apply_phase_opened,
    BoughtIn: apply_nothing,
    e.TicketSold: apply_ticket_sold,
    e.PrizesAnnounced: apply_prizes_announced,
    e.UrnSealed: apply_urn_sealed,
    e.BallWanted: apply_ball_wanted,
    e.BallDrawn: apply_ball_drawn,
    e.BallAnnounced: apply_ball_announced,
    e.PrizeCalled: apply_prize_called,
    e.CardChecked: apply_card_checked,
    e.Said: apply_said,
    e.PrizeAwarded: apply_prize_awarded,
    e.CallsDropped: apply_calls_dropped,
    e.PrizesPaid: apply_nothing,
}
"""What each event makes of the state."""
require_complete(FOLDS, declared_types(e, Event))


def evolve(state: State, event: Event, library: Library) -> State:
    """Fold one event. ``library`` knows the rulebooks that the hall may name by hash."""
    legs = postings(event)
    if legs:
        state = replace(state, ledger=post(state.ledger, legs))
    return FOLDS[type(event)](state, event, library)
