"""What the stakes on the table may cost the establishment at most: asked of every result, with every side bet won;
and which side bets win.
"""

from __future__ import annotations

from typing import Any

from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.layout import LaidCard
from tapete.games.punto_banco.game import PuntoBanco
from tapete.games.punto_banco.settle import dearest_result, side_line
from tapete.games.punto_banco.state import third
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.kernel import HOUSE, Act, PersonId, fold
from tests.support.live.evening import OPENING
from tests.support.rows import rows

ANA, BEA = PersonId("ana"), PersonId("bea")
GAME = PuntoBanco()
SIDE_BETS = [one for one in Bet if one not in (Bet.PUNTO, Bet.BANCA, Bet.TIE)]


def staked(*bets: tuple[PersonId, Bet, int]) -> Any:
    outcome: Any = GAME.decide(GAME.blank(), Act(HOUSE, OPENING))
    state = fold(GAME.evolve, GAME.blank(), outcome.events)
    return replace(state, bets=Map({(who, bet): amount for who, bet, amount in bets}))


@rows(
    "bets, most",
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


@rows("bet", SIDE_BETS)
def test_a_side_bet_counts_as_won(bet: Bet) -> None:
    with_it, without = (dearest_result(staked((ANA, Bet.PUNTO, 1_000), *more)) for more in (((BEA, bet, 1_000),), ()))
    assert without == 1_000
    assert with_it > without


@rows(
    "player, bank, winning",
    [
        ("4S 3D", "2C 7H", {Bet.SMALL}),
        ("4S 4S", "2C 7H", {Bet.SMALL, Bet.PLAYER_PAIR, Bet.EITHER_PAIR, Bet.PERFECT_PAIR}),
        ("4S 4D", "2C 7H", {Bet.SMALL, Bet.PLAYER_PAIR, Bet.EITHER_PAIR}),
        ("4S 3D", "KC KH", {Bet.SMALL, Bet.BANK_PAIR, Bet.EITHER_PAIR}),
        ("4S AD 2D", "2C 5H", {Bet.BIG}),
        ("4S 3D", "KC 5H 9D", {Bet.BIG}),
        ("KS AD 2D", "KC 2H 2D", {Bet.BIG}),
    ],
)
def test_a_side_bet_wins_by_pairs_or_by_the_number_of_cards(player: str, bank: str, winning: set[Bet]) -> None:
    """A third card in either hand makes a coup big; two like cards are a pair, of one suit a perfect one."""
    layout = tuple(
        LaidCard(number, hand if number < 2 else third(hand), Card(face), face_up=True)
        for hand, cards in ((Hand.PUNTO, player), (Hand.BANCA, bank))
        for number, face in enumerate(cards.split())
    )
    book = staked().book
    assert {bet for bet in SIDE_BETS if side_line(ANA, bet, 1_000, layout, book).outcome == "won"} == winning
