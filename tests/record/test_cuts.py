"""How far a shoe was cut, read off the cards that its table asks for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import CardDraw, ChanceKind, FaceDraw, ShoeDraw, ShoeSealed, UrnSealed
from tapete.record.card_proofs import ShoeWatch
from tests.support.record.tables import GAME
from tests.support.record.toy import Table, Toy, Wants

DRAW = CardDraw(shoe=2, size=12, position=3, committed=8)


class Asking(Toy):
    """The game, asking for whatever it is told to."""

    asked: Any = None

    def draw_awaited(self, state: Table) -> Any:
        return self.asked


def read_off(*draws: Any) -> tuple[dict[int, int], list[Any]]:
    """Return what is known of the cuts after these draws, and what is wrong with them."""
    watch, game = ShoeWatch(), Asking()
    for one in draws:
        game.asked = one
        try:
            watch.apply_event(game, Table(), Wants(""))
        except (ArithmeticError, AttributeError) as error:
            return {}, [error]
    return watch.rotation, watch.faults


def turned(shoe: int, first: int, then: int) -> tuple[str, dict[str, Any]]:
    return "shoe", {"case": "turned", "shoe": shoe, "first": first, "then": then}


@pytest.mark.parametrize(
    ("draws", "cuts", "faults"),
    [
        ((), {}, []),
        ((None,), {}, []),
        ((ShoeDraw(2, 12),), {}, []),
        ((FaceDraw(2, 12, 3, 8),), {}, []),
        ((replace(DRAW, size=0),), {}, []),
        ((replace(DRAW, size=1),), {2: 0}, []),
        ((DRAW,), {2: 5}, []),
        ((replace(DRAW, position=8, committed=3),), {2: 7}, []),
        ((replace(DRAW, position=3, committed=3),), {2: 0}, []),
        ((DRAW, replace(DRAW, position=9, committed=2)), {2: 5}, []),
        ((DRAW, replace(DRAW, position=9, committed=3)), {2: 5}, [turned(2, 5, 6)]),
        ((DRAW, replace(DRAW, committed=9), replace(DRAW, committed=7)), {2: 5}, [turned(2, 5, 6), turned(2, 5, 4)]),
        ((DRAW, replace(DRAW, shoe=3, committed=9)), {2: 5, 3: 6}, []),
        ((DRAW, replace(DRAW, committed=9), DRAW), {2: 5}, [turned(2, 5, 6)]),
        ((DRAW, replace(DRAW, committed=9, size=0), None), {2: 5}, []),
    ],
)
def test_a_shoe_is_cut_once_and_as_far_as_its_first_card_says(draws: Any, cuts: Any, faults: Any) -> None:
    assert read_off(*draws) == (cuts, faults)


@pytest.mark.parametrize(("cut", "lay"), [(0, (0, 5, 11)), (1, (1, 6, 0)), (11, (11, 4, 10))])
def test_a_card_lay_as_much_further_before_the_cut(cut: int, lay: tuple[int, ...]) -> None:
    watch = ShoeWatch()
    watch.apply_event(GAME, Table(), ShoeSealed(1, ChanceKind.SEALED, 12))
    watch.apply_event(GAME, Table(shoe=1, wants="card", cut=cut), Wants("card"))
    assert tuple(watch.committed_index(1, at) for at in (0, 5, 11)) == lay
    assert watch.rotation == {1: cut}


def test_of_a_shoe_that_nobody_sealed_and_of_an_urn_no_place_is_known() -> None:
    watch = ShoeWatch()
    watch.rotation = {1: 5, -1: 5}
    watch.sealed = {-1: UrnSealed(1, ChanceKind.SEALED, ("1", "2"))}
    assert [watch.committed_index(at, 0) for at in (1, -1, 2)] == [None, None, None]
