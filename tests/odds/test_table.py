"""The table plays what the odds count: coups dealt through the engine, with every total and every third card."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.games.punto_banco.state import State
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
