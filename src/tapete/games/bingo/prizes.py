"""Calls, checks and prizes: what counts, who may still call, and how a prize is divided."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo.acts import CallPrize, CheckCard, PayPrizes, Resume
from tapete.games.bingo.events import (
    CallsDropped,
    CardChecked,
    PhaseOpened,
    PrizeAwarded,
    PrizeCalled,
    PrizesPaid,
    Said,
    WinningCard,
)
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase, Prize, SoldCard, Ticket
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- what counts ------------------------------------------------------------------------------------------------------


@rule("BG.IV.19", neutral=lambda state: frozenset(state.drawn_balls))
def numbers_that_count(state: State) -> frozenset[int]:
    """A number counts once it has been announced."""
    return frozenset(state.announced_balls)


@rule("BG.I.13", neutral=lambda ticket: ticket.rows[:1])
def lines(ticket: Ticket) -> tuple[tuple[int, ...], ...]:
    """Any of the three lines of a card may win."""
    return ticket.rows


@rule("BG.I.11", neutral=())
def missing_for_line(state: State, ticket: Ticket) -> tuple[int, ...]:
    """A line is complete when its five numbers have come: return what is missing from the nearest of them."""
    here = numbers_that_count(state)
    return min((tuple(n for n in row if n not in here) for row in lines(ticket)), key=len)


@rule("BG.I.14", neutral=())
def missing_for_bingo(state: State, ticket: Ticket) -> tuple[int, ...]:
    """Bingo is complete when all fifteen numbers of the card have come."""
    here = numbers_that_count(state)
    return tuple(n for row in ticket.rows for n in row if n not in here)


# --- calling ----------------------------------------------------------------------------------------------------------


@rule("BG.IV.32", neutral=None)
def require_right_to_call(state: State, prize: Prize) -> Fault | None:
    """Once the table chief has ordered the game on, every right to call for that stage is lost."""
    return fault("claim-precluded") if prize in state.awards and len(state.drawn_balls) == state.ball_at_award else None


@rule("BG.I.12", neutral=None)
def require_line_open(state: State, prize: Prize) -> Fault | None:
    """A line counts only if nobody called one correctly while earlier balls were drawn."""
    later = prize in state.awards and len(state.drawn_balls) > state.ball_at_award
    return fault("line-already-won") if prize is Prize.LINE and later else None


def call(state: State, who: PersonId, what: CallPrize) -> Decision:
    """Decide a call: the drawing stands still until the table chief's order, and others may call in the same pause."""
    sold = state.sold_cards.get(what.card)
    wrong = first_fault(
        require_right_to_call(state, what.prize),
        require_line_open(state, what.prize),
        require_phase(state, Phase.DRAWING, Phase.PAUSE),
        None if sold is not None and sold.person == who else fault("not-your-card", card=what.card),
        fault("already-called") if f"{what.prize}:{what.card}" in {one.kind for one in state.calls.claims} else None,
    )
    if wrong:
        return wrong
    pause = () if state.phase is Phase.PAUSE else (PhaseOpened(Phase.PAUSE),)
    return (PrizeCalled(who, what.prize, what.card), *pause)


# --- checking ---------------------------------------------------------------------------------------------------------


@rule("BG.IV.22", neutral=None)
def require_chief_to_verify(state: State, who: PersonId) -> Fault | None:
    """The table chief verifies the card."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def check(state: State, who: PersonId, what: CheckCard) -> Decision:
    """Decide the check of a called card; after a right one the table chief asks whether there is another."""
    called = any(one.kind == f"{what.prize}:{what.card}" for one in state.calls.claims)
    wrong = first_fault(
        require_chief_to_verify(state, who),
        require_phase(state, Phase.PAUSE),
        None if called else fault("not-called", card=what.card),
    )
    if wrong:
        return wrong
    ticket = state.sold_cards[what.card].ticket
    missing = missing_for_line(state, ticket) if what.prize is Prize.LINE else missing_for_bingo(state, ticket)
    found = CardChecked(what.prize, what.card, not missing, missing)
    formula = "more-lines" if what.prize is Prize.LINE else "more-bingos"
    words = state.book.formulas[formula].use()
    return (found, Said(formula)) if found.valid and words else (found,)


@rule("BG.IV.24", neutral=None)
def require_every_card_checked(state: State) -> Fault | None:
    """The same check is made for every card called."""
    waiting = [one.kind for one in state.calls.claims if tuple(one.kind.split(":", 1)) not in state.check_results]
    return fault("card-unchecked", calls=sorted(waiting)) if waiting else None


# --- the order --------------------------------------------------------------------------------------------------------


@rule("BG.IV.31", neutral=None)
def require_chief_to_order(state: State, who: PersonId) -> Fault | None:
    """After the interval the table chief orders the game to go on or to end."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def resume(state: State, who: PersonId, what: Resume) -> Decision:
    """Decide the order that ends a pause: prizes are awarded, and the game goes on or is over."""
    del what
    wrong = first_fault(
        require_chief_to_order(state, who), require_phase(state, Phase.PAUSE), require_every_card_checked(state)
    )
    if wrong:
        return wrong
    awards = tuple(PrizeAwarded(prize, division(state, prize)) for prize in Prize if state.valid(prize))
    return (*(awards or (CallsDropped(),)), PhaseOpened(Phase.PAYMENT if is_game_over(state) else Phase.DRAWING))


@rule("BG.IV.27", neutral=False)
def is_game_over(state: State) -> bool:
    """A bingo found right ends the game."""
    return bool(state.valid(Prize.BINGO))


def division(state: State, prize: Prize) -> tuple[WinningCard, ...]:
    """Divide a prize among its winning cards: whole cents each, and the cents left over one by one by series and
    number.
    """
    winners = state.valid(prize)
    if not state.book.prizes.shared.use():
        winners = winners[:1]
    return share_out(winners, state.prizes[prize])


def share_out(winners: tuple[SoldCard, ...], prize: Cents) -> tuple[WinningCard, ...]:
    """Return equal shares of a prize for cards in order; the first ones take the cents that are left over."""
    each, left = divmod(prize, len(winners))
    return tuple(
        WinningCard(one.ticket.key, one.person, each + (1 if n < left else 0)) for n, one in enumerate(winners)
    )


def pay(state: State, who: PersonId, what: PayPrizes) -> Decision:
    """Decide the payment: after the end of the game, to the owners of the winning cards."""
    del what
    after = state.book.prizes.paid_after_the_game.use()
    wrong = first_fault(
        require_post(state.staff, who, Role.CASHIER), require_phase(state, Phase.PAYMENT) if after else None
    )
    if wrong:
        return wrong
    paid: tuple[Event, ...] = (PrizesPaid(tuple(one for prize in Prize for one in state.awards.get(prize, ()))),)
    return (*paid, PhaseOpened(Phase.OVER))
