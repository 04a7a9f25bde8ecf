"""What the stakes on the table may cost the establishment at most: asked of every result, with every side bet won."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.punto_banco.game import PuntoBanco
from tapete.games.punto_banco.settle import dearest_result
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import HOUSE, Act, PersonId, fold
from tests.support.live.evening import OPENING

ANA, BEA = PersonId("ana"), PersonId("bea")
GAME = PuntoBanco()


def staked(*bets: tuple[PersonId, Bet, int]) -> Any:
    outcome: Any = GAME.decide(GAME.blank(), Act(HOUSE, OPENING))
    state = fold(GAME.evolve, GAME.blank(), outcome.events)
    return replace(state, bets=Map({(who, bet): amount for who, bet, amount in bets}))


@pytest.mark.parametrize(
    ("bets", "most"),
    [
        ((), 0),
        (((ANA, Bet.PUNTO, 10_000),), 10_000),
        (((ANA, Bet.BANCA, 10_000),), 9_500),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.BANCA, 10_000)), 0),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.BANCA, 4_000)), 6_000),
        (((ANA, Bet.TIE, 1_000),), 8_000),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.TIE, 1_000)), 9_000),
        (((ANA, Bet.PUNTO, 2_000), (BEA, Bet.TIE, 1_000)), 8_000),
    ],
)
def test_the_dearest_result_is_that_of_all_stakes_together(bets: Any, most: int) -> None:
    assert dearest_result(staked(*bets)) == most
    assert GAME.dearest_result(staked(*bets)) == most


@pytest.mark.parametrize("bet", [one for one in Bet if one not in (Bet.PUNTO, Bet.BANCA, Bet.TIE)])
def test_a_side_bet_counts_as_won(bet: Bet) -> None:
    with_it, without = (dearest_result(staked((ANA, Bet.PUNTO, 1_000), *more)) for more in (((BEA, bet, 1_000),), ()))
    assert without == 1_000
    assert with_it > without
