"""The table plays what the odds count: coups dealt through the engine, every total and third card, and at random."""

import random
from itertools import product
from math import sqrt

import pytest

from tapete import punto_banco as pb
from tapete.cards import Card, packs
from tapete.chance import ChanceKind
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco.state import State
from tapete.odds.punto_banco import exact
from tapete.play import Play

CROUPIER = "croupier"


class Stacked:
    kind = ChanceKind.SEEDED

    def __init__(self, start: int, faces: list[str]) -> None:
        self.start, self.faces = start, faces

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card:
        return Card(self.faces[committed - self.start])


@pytest.fixture(scope="module")
def ready() -> State:
    table = pb.open_table(decks=8)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(200), pb.InsertCutCard(), pb.BurnCards(), pb.OpenBets()):
        table = table.do(what, by=CROUPIER)
    return table.do(pb.CloseBets(), by=CROUPIER).state


NEXT = {
    pb.Phase.DEAL: pb.Deal(),
    pb.Phase.PLAYER_SHOWS: pb.ShowHand(pb.Hand.PUNTO),
    pb.Phase.BANK_SHOWS: pb.ShowHand(pb.Hand.BANCA),
    pb.Phase.PLAYER_DRAWS: pb.DrawCard(pb.Hand.PUNTO),
    pb.Phase.BANK_DRAWS: pb.DrawCard(pb.Hand.BANCA),
}


def dealt(ready: State, faces: list[str]) -> State:
    table = Play(pb.PUNTO_BANCO, ready, Stacked(ready.shoe.position, faces))
    while (what := NEXT.get(table.state.phase)) is not None:
        table = table.do(what, by=CROUPIER)
    assert table.state.phase is pb.Phase.SETTLE
    return table.state


BANK_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
"""Third cards of the punto against which the bank draws on each total; below three it always draws."""


@pytest.mark.parametrize("punto", range(10))
def test_every_total_and_every_third_card(ready: State, punto: int) -> None:
    faces = ["T", "A", *"23456789"]
    for banca, third, last in product(range(10), range(10), (0, 5)):
        run = [f"{faces[punto]}s", f"{faces[banca]}h", "Kd", "Kc", f"{faces[third]}d", f"{faces[last]}c"]
        state = dealt(ready, run)
        if max(punto, banca) >= 8:
            wanted = (punto, banca, 4)
        elif punto >= 6:
            wanted = (punto, (banca + third) % 10, 5) if banca <= 5 else (punto, banca, 4)
        elif banca <= 2 or str(third) in BANK_DRAWS[banca]:
            wanted = ((punto + third) % 10, (banca + last) % 10, 6)
        else:
            wanted = ((punto + third) % 10, banca, 5)
        assert (state.total(pb.Hand.PUNTO), state.total(pb.Hand.BANCA), len(state.layout)) == wanted


def test_random_coups_fall_as_counted(ready: State) -> None:
    coups, chance = 2000, random.Random(20110610)
    burned = [card.face for card in ready.layout]
    assert ready.basket + len(burned) == ready.shoe.position
    seen = dict.fromkeys(Winner, 0)
    lengths = dict.fromkeys((4, 5, 6), 0)
    shoe = packs(8)
    for _ in range(coups):
        state = dealt(ready, chance.sample(shoe, 6))
        assert state.winner is not None
        seen[state.winner] += 1
        lengths[len(state.layout)] += 1
    odds = exact(8)
    counts = {Winner.PUNTO: odds.player, Winner.BANCA: odds.banker, Winner.TIE: odds.tie}
    for found, counted in ((seen, counts), (lengths, odds.cards)):
        for key, share in counted.items():
            p = share / odds.total
            assert abs(found[key] - coups * p) < 4 * sqrt(coups * p * (1 - p)), key
