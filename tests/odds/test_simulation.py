"""Shoes dealt side by side are those of the table: coup by coup through ``decide``, in the mean as counted exactly."""

from collections.abc import Iterator
from multiprocessing import active_children
from time import sleep
from typing import Any, ClassVar

import numpy as np
import pytest

from tapete import punto_banco as pb
from tapete.cards import DECK, Card
from tapete.front.table import ShuffledShoe
from tapete.games.punto_banco.coup import net
from tapete.games.punto_banco.terms import MAIN_BETS, Bet
from tapete.odds.punto_banco import NAMES, exact
from tapete.odds.punto_shoes import Shoes, coups, rules_of, stake_table, summed, tables_of
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import simulate
from tests.odds.test_bank_simulation import MANY

STAKES = {Bet.PUNTO: 7_00, Bet.BANCA: 13_00, Bet.TIE: 5_00}
ASKED = Shoes(8, STAKES)


class OneShoe(ShuffledShoe):
    def __init__(self, order: tuple[Card, ...]) -> None:
        super().__init__(0)
        self.order = order

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        self.orders[shoe] = self.order
        return ()


def missing_stakes(table: pb.Table[Any, pb.View]) -> dict[str, list[pb.PlaceBet]]:
    """After a tie the stakes of the hands lie there still."""
    lying = table.view("ana").me.bets
    return {"ana": [pb.PlaceBet(bet, stake) for bet, stake in STAKES.items() if bet not in lying]}


@pytest.mark.parametrize("seed", [0, 3, 7])  # in 3 and 7 a coup ends right before the cut card
def test_a_shoe_is_dealt_and_settled_as_at_the_table(seed: int) -> None:
    packs = np.tile(np.arange(len(DECK), dtype=np.uint8), 8)
    order = np.random.default_rng(seed).permutation(packs)
    table = pb.open_table(decks=8, source=OneShoe(tuple(DECK[face] for face in order)), minimum=5_00)
    table = table.do(pb.Sit(1), by="ana").do(pb.BuyIn(100_000_00), by="ana")
    tables = tables_of("asturias-2011")
    played = [int(one) for _, found in coups(tables.coded[order][None], ASKED.cut(), tables) for one in found]
    nets = {bet: stake_table(rules_of(ASKED.rulebook), bet, stake).net for bet, stake in STAKES.items()}
    for number, comes_to in enumerate(played, start=1):
        table = table.play_coup(missing_stakes)
        paid = {one.bet: net(one) for one in table.view("ana").me.last}
        assert paid == {bet: int(of[comes_to]) for bet, of in nets.items()}, f"coup {number} of the shoe"
    assert table.view().step.phase == "end-of-shoe", f"the table gives a coup more than {len(played)}"


def test_what_comes_out_depends_on_the_seed_and_not_on_who_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shoes, "part_size", 50)
    alone, together, other = (
        np.concatenate(list(simulate(ASKED, 107, seed, workers))) for seed, workers in ((3, 1), (3, 2), (4, 1))
    )
    assert (alone == together).all(), "two processes deal other shoes than one"
    assert (alone != other).any(), "another seed deals the same shoes"


class Slow:
    """Parts that are still at work when somebody wants no more."""

    part_size: ClassVar[int] = 1

    def require_possible(self) -> None: ...

    def sum_up(self, part: int) -> int:
        return part

    def deal(self, _count: int, _seed: int, part: int) -> int:
        sleep(0.3 * bool(part))
        return part


def test_no_process_outlives_a_simulation() -> None:
    """The program ends after it, and a process at work under an end writes a trace."""
    found = simulate(Slow(), 4, 1, workers=2)
    assert next(found) == 0
    found.close()  # type: ignore[attr-defined]
    assert active_children() == []


def test_means_are_those_that_are_counted_exactly() -> None:
    found, odds = summed(ASKED, simulate(ASKED, MANY, 11, is_summed=True), 11), exact(8)
    for name, count in (("punto", odds.player), ("banca", odds.banker), ("empate", odds.tie)):
        one = found.wins[name]
        assert abs(one.value - count / odds.total) < one.high - one.low, f"{name} wins in {one.value:.4%} of the coups"
    for bet in MAIN_BETS:
        edge = found.stakes[bet].edge
        assert abs(edge.value - float(odds.edges[NAMES[bet]])) < edge.high - edge.low, f"{bet} costs {edge.value:.4%}"
    assert found.stakes[Bet.BANCA].deducted > 0, "no commission is kept of what the bank wins"


def test_an_interrupted_simulation_tells_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shoes, "part_size", 50)
    whole = list(simulate(ASKED, 100, 5))

    def cut_short() -> Iterator[np.ndarray]:
        yield ASKED.sum_up(whole[0])
        raise KeyboardInterrupt

    found = summed(ASKED, cut_short(), 5)
    assert (found.shoes, found.coups) == (50, int(whole[0].sum()))
    assert int(ASKED.sum_up(whole[0])[:, 1:4].sum()) == found.coups
    with pytest.raises(OddsError, match="at least two"):
        summed(ASKED, [ASKED.sum_up(whole[0][:1])], 5)
    with pytest.raises(KeyboardInterrupt):
        summed(ASKED, cut_short_at_once(), 5)


def cut_short_at_once() -> Iterator[np.ndarray]:
    yield from ()
    raise KeyboardInterrupt
