"""Folds of the events of a sale, up to the start of the game."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import Posting
from tapete.games.bingo import events as e
from tapete.games.bingo.books import TILL
from tapete.games.bingo.inventory import BallSet
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.ranges import with_part, with_sale, without
from tapete.games.bingo.state import CardWish, GameState, State
from tapete.games.bingo.terms import Prize, SoldRange, TakingsCount
from tapete.kernel import PersonId


def in_game(state: State, **changes: object) -> State:
    return replace(state, game=replace(state.game, **changes))


def apply_sale_announced(state: State, event: e.SaleAnnounced) -> State:
    """Begin a game; an urn is to be filled before anything is sold."""
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
    """Enter a range that was sold; its numbers are used from now on."""
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
    """Return the state with what somebody asks for; nothing of it where he asks for none."""
    wishes = state.game.wishes
    if wish.count:
        return in_game(state, wishes=wishes.set(person, wish))
    return in_game(state, wishes=wishes.delete(person)) if person in wishes else state


def apply_cards_wanted(state: State, event: e.CardsWanted) -> State:
    """Keep what somebody asks for until it is sold to him."""
    return with_wish(state, event.person, CardWish(event.series, event.count))


def apply_cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    """Take a range out of what was sold; its numbers were not used."""
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
    """Keep a count until somebody else confirms it, in the place of an earlier one."""
    count = TakingsCount(event.serial, event.seller, event.amount, event.difference, event.by)
    return replace(state, takings_counts=state.takings_counts.set(event.seller, count), last_count=event.serial)


def counts_after(state: State, legs: Iterable[Posting]) -> Map[PersonId, TakingsCount]:
    """Return the counts that still wait after money has moved: what was counted of a till in which it moved is of no
    use any more, even if the till should come to be as it was.
    """
    counts = state.takings_counts
    for leg in legs:
        seller = PersonId(leg.account.removeprefix(TILL))
        if leg.account.startswith(TILL) and seller in counts:
            counts = counts.delete(seller)
    return counts


def apply_unsold_collected(state: State, event: e.UnsoldCollected) -> State:
    """Keep how many cartones came back."""
    return in_game(state, unsold_counts=state.game.unsold_counts.set(event.series, event.count))


def apply_sale_corrected(state: State, event: e.SaleCorrected) -> State:
    return in_game(state, unsold_counts=Map(), is_sold_announced=False, prizes=Map(), covered_shortfall=0)


def apply_shortfall_covered(state: State, event: e.ShortfallCovered) -> State:
    """Keep what the house pays of the prizes."""
    return in_game(state, covered_shortfall=event.amount)


def apply_sold_announced(state: State, event: e.SoldAnnounced) -> State:
    return in_game(state, is_sold_announced=True)


def apply_prizes_announced(state: State, event: e.PrizesAnnounced) -> State:
    """Keep the prizes, and what earlier games bring in."""
    brought = state.game.brought_amounts
    for prize, amount in event.brought_amounts.items():
        brought = brought.set(prize, brought.get(prize, 0) + amount)
    return in_game(state, prizes=Map({Prize.LINE: event.line, Prize.BINGO: event.bingo}), brought_amounts=brought)


def apply_game_started(state: State, event: e.GameStarted) -> State:
    """Begin to draw; the set of balls has been used in one game more."""
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
