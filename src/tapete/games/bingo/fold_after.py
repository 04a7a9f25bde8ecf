"""Folds of what follows a game: its takings, what is paid, left and decided, and what becomes of a void one."""

from __future__ import annotations

from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import events as e
from tapete.games.bingo.books import is_owed_of, owed, purse
from tapete.games.bingo.causes import BALL_DAMAGED
from tapete.games.bingo.fold_hall import with_damage
from tapete.games.bingo.fold_sale import in_game
from tapete.games.bingo.inventory import LeftPrize, Refund
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.ranges import joined_ranges, without_cards
from tapete.games.bingo.state import Case, PaidPrize, State
from tapete.games.bingo.terms import Fate

# --- takings and prizes -----------------------------------------------------------------------------------------------


def apply_takings_divided(state: State, event: e.TakingsDivided) -> State:
    return in_game(
        state,
        division=event,
        carried_on=Map(event.carried),
        is_over=True,
        is_ball_wanted=False,
        is_opening_rest=True,
        pause=Pause(),
    )


def _with_carried_on(state: State, event: e.UnawardedDecided | e.UncollectedDecided) -> State:
    """Return the state in which the present game has left a prize for a later one, if that is what was decided."""
    if event.game != state.game.name or event.fate != Fate.NEXT_GAME:
        return state
    before = state.game.carried_on
    return in_game(state, carried_on=before.set(event.prize, before.get(event.prize, 0) + event.amount))


def apply_unawarded_decided(state: State, event: e.UnawardedDecided) -> State:
    """Keep what a game leaves for a later one."""
    return _with_carried_on(state, event)


def _without_left(state: State, account: str) -> State:
    waiting = state.left_prizes
    return replace(state, left_prizes=waiting.delete(account)) if account in waiting else state


def apply_prize_paid(state: State, event: e.PrizePaid) -> State:
    """Keep where a prize of this game was paid to; it waits no longer."""
    account = owed(event.game, event.prize, event.card)
    state = _without_left(state, account)
    if event.game != state.game.name:
        return state
    paid = PaidPrize(event.amount, purse(event.means, event.person))
    return in_game(state, payments=state.game.payments.set(account, paid))


def apply_prize_left(state: State, event: e.PrizeLeft) -> State:
    """Keep that a prize holds nothing up."""
    account = owed(event.game, event.prize, event.card)
    won = state.game.won_by(event.game, event.prize, event.card)
    left = LeftPrize(state.hall.session, None if won is None else won.person)
    state = replace(state, left_prizes=state.left_prizes.set(account, left))
    return in_game(state, left_accounts=state.game.left_accounts | {account})


def apply_uncollected_decided(state: State, event: e.UncollectedDecided) -> State:
    """Wait for nobody any more."""
    return _with_carried_on(_without_left(state, owed(event.game, event.prize, event.card)), event)


# --- void games and refunds -------------------------------------------------------------------------------------------


def apply_case_opened(state: State, event: e.CaseOpened) -> State:
    """Wait for the table chief."""
    case = Case(event.serial, event.cause, event.ball, event.by, event.note, event.must_void)
    return in_game(state, cases=(*state.game.cases, case), last_case=event.serial)


def apply_case_closed(state: State, event: e.CaseClosed) -> State:
    """Go on; what was ruled on is not reported again before something is announced."""
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
    """Return the state after a ruling on damaged balls: a true report leaves the set unusable, of an untrue one nothing
    remains, unless somebody else has reported one too.
    """
    told_by = frozenset(one.by for one in closed if one.cause == BALL_DAMAGED)
    if not told_by:
        return state
    if not event.is_untrue:
        return with_damage(state, state.game.ball_set, True) if state.game.ball_set else state
    for balls, told in state.game.defects.items():
        left = told - told_by
        state = in_game(state, defects=state.game.defects.set(balls, left))
        if told and not left:
            state = with_damage(state, balls, False)
    return state


def _in_void_game(state: State) -> State:
    """Keep that a set of balls was used in a game that is void; of one that never began no ball was drawn."""
    sets, name = state.hall.ball_sets, state.game.ball_set
    if not name:
        return state
    used = sets.set(name, replace(sets[name], void_games=sets[name].void_games + 1))
    return replace(state, hall=replace(state.hall, ball_sets=used))


def apply_game_voided(state: State, event: e.GameVoided) -> State:
    """The game counts for nothing; its cartones may be handed back."""
    game = state.game
    sales = without_cards(game.sales, game.unsold_cards)
    refund = Refund(event.price, event.cards, sales, ends_card=event.ends_card, session=state.hall.session)
    state = _in_void_game(state)
    if event.cause == BALL_DAMAGED and game.ball_set:
        state = with_damage(state, game.ball_set, True)
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


def apply_cards_returned(state: State, event: e.CardsReturned) -> State:
    """Keep which cartones came back."""
    refund = state.refunds[event.game]
    back = replace(refund, returned=joined_ranges((*refund.returned, event.cards)))
    return replace(state, refunds=state.refunds.set(event.game, back))


def apply_refund_paid(state: State, event: e.RefundPaid) -> State:
    """Keep for which cartones the price was given back."""
    refund = state.refunds[event.game]
    paid = replace(refund, refunded=joined_ranges((*refund.refunded, event.cards)))
    return replace(state, refunds=state.refunds.set(event.game, paid))


def apply_refunds_ended(state: State, event: e.RefundsEnded) -> State:
    """Give nothing more back."""
    return replace(state, refunds=state.refunds.delete(event.game))


def apply_game_ended(state: State, event: e.GameEnded) -> State:
    return in_game(state, is_over=True, is_opening_rest=False)
