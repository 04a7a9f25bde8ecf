"""The table plays what the odds count: coups dealt through the engine, with every total and every third card."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.games.punto_banco.state import State
from tapete.play import Play
from tests.odds.test_punto_banco import by_hand

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


@pytest.mark.parametrize("punto", range(10))
def test_every_total_and_every_third_card(ready: State, punto: int) -> None:
    faces = ["T", "A", *"23456789"]
    for banca, third, last in product(range(10), range(10), (0, 5)):
        run = [f"{faces[punto]}s", f"{faces[banca]}h", "Kd", "Kc", f"{faces[third]}d", f"{faces[last]}c"]
        state = dealt(ready, run)
        counted = state.total(pb.Hand.PUNTO), state.total(pb.Hand.BANCA), len(state.layout)
        assert counted == by_hand((punto, banca, 0, 0, third, last))
