"""The turn of the shoe and the holder of the Player hand beside their model, at tables of every kind."""

from random import Random
from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.clauses import Sourced
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco import turn as turns
from tapete.games.punto_banco.events import ShoeLost, ShoeOffered, ShoeToCroupier
from tapete.games.punto_banco.state import ShoeTurn, State
from tapete.games.punto_banco.terms import Bet
from tapete.table.seats import Seats, Standing
from tests.models import shoe_turn as model
from tests.support.punto_banco.tables import BANK_WINS, betting, ready

PEOPLE = ("ana", "bea", "carla", "dora", "eva", "luis", "pau")
PLACES = (1, 2, 3, 4, 5, 7, 9)


@pytest.fixture(scope="module")
def table() -> State:
    return betting(ready(BANK_WINS)).state


def drawn(chance: Random, table: State) -> tuple[State, model.Turn, dict[str, int]]:
    people = chance.sample(PEOPLE, chance.randint(0, len(PEOPLE)))
    sitting = chance.randint(0, len(people))
    seated = dict(zip(chance.sample(PLACES, sitting), people[:sitting], strict=True))
    behind = {who: chance.choice(PLACES) for who in people[sitting:]}
    turn = model.Turn(
        places=PLACES,
        seated=seated,
        standing=tuple(behind),
        behind=behind,
        holder=chance.choice([None, *seated]),
        last=chance.choice([None, *PLACES]),
        lost=chance.random() < 0.4,
        declined=frozenset(place for place in PLACES if chance.random() < 0.3),
    )
    stakes = {who: chance.choice([10_00, 20_00, 30_00]) for who in people if chance.random() < 0.7}
    others = {(who, Bet.BANCA): 500_00 for who in people if chance.random() < 0.3}
    state = msgspec.structs.replace(
        table,
        seats=Seats(PLACES, Map(seated), tuple(Standing(who, place) for who, place in behind.items())),
        turn=ShoeTurn(
            holder=turn.holder,
            last=turn.last,
            is_lost=turn.lost,
            declined_places=turn.declined,
            croupier=turn.holder is None,
        ),
        bets=Map({**{(who, Bet.PUNTO): cents for who, cents in stakes.items()}, **others}),
    )
    return state, turn, stakes


def with_house(state: State, part: str, **values: Any) -> State:
    sourced = {name: Sourced(value, practice="this house") for name, value in values.items()}
    changed = msgspec.structs.replace(getattr(state.book, part), **sourced)
    return msgspec.structs.replace(state, rules=msgspec.structs.replace(state.book, **{part: changed}))


def offered(events: Any) -> int | str | None:
    return next(
        (
            one.seat if isinstance(one, ShoeOffered) else model.CROUPIER
            for one in events
            if isinstance(one, ShoeOffered | ShoeToCroupier)
        ),
        None,
    )


@pytest.mark.parametrize("seed", range(4))
def test_who_deals_and_who_turns_the_player_hand(table: State, seed: int) -> None:
    chance = Random(seed)
    for _ in range(200):
        state, turn, stakes = drawn(chance, table)
        for anew in (False, True):
            house = with_house(state, "turn", restart_at_first=anew)
            assert offered(turns.offer_first(house)) == model.first_in_shoe(turn, anew=anew), turn
            kept = msgspec.structs.replace(house, settings=msgspec.structs.replace(state.settings, players_deal=False))
            assert offered(turns.offer_first(kept)) == model.CROUPIER
        for place in turn.seated:
            assert offered(turns.offer_next(state, place)) == model.let_go(turn, place), (turn, place)
        for won in Winner:
            assert offered(turns.after_coup(state, won)) == model.after_coup(turn, str(won)), (turn, won)
        for standing_too in (False, True):
            house = with_house(state, "seats", standing_may_hold_hand=standing_too)
            expected = model.player_hand(turn, stakes, standing_too=standing_too)
            named = turns.stakes_on_player(house)
            highest = turns.highest_on_player(named) if named else ()
            assert list(turns.in_turn_order(house, highest)) == expected, (turn, stakes)


def test_a_shoe_that_is_over_is_lost_and_offered_to_nobody(table: State) -> None:
    held = msgspec.structs.replace(table, shoe=msgspec.structs.replace(table.shoe, is_stop_seen=True))
    assert turns.after_coup(held, Winner.PUNTO) == (ShoeLost(1),)
    assert turns.after_coup(held, Winner.BANCA) == turns.after_coup(held, Winner.TIE) == ()
