"""Sales that end without a game: what an earlier game brought in waits again, and a double has no second game."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import CHIEF, NUMBERS, Hall
from tests.support.bingo.void_games import before_the_sale


def brought(hall: Hall) -> tuple[int, int]:
    """Return what waits for the next game, for the línea and for the bingo."""
    return hall.balance("carry:linea"), hall.balance("carry:bingo")


@pytest.mark.parametrize("kind", ["single", "double, game one"])
def test_what_an_earlier_game_brought_in_waits_again_when_every_sale_was_counted_away(kind: str) -> None:
    hall = before_the_sale(kind, True)
    before = brought(hall)
    assert before == (6_00, 36_00)
    hall.sale().sell(31, 32).close().announced()
    assert brought(hall) == (0, 0)
    hall.do(CHIEF, a.Recount("B-1047", 31, 32, was_sold=False, reason="no se vendieron"), a.CallOffSale("nadie"))
    assert hall.phase() is Phase.READY
    assert brought(hall) == before
    assert not any(name.startswith("sales:") for name in hall.state.ledger)


def test_what_was_brought_in_again_is_announced_with_the_next_game() -> None:
    hall = before_the_sale("single", True)
    hall.sale().sell(31, 32).close().announced()
    hall.do(CHIEF, a.Recount("B-1047", 31, 32, was_sold=False, reason="no se vendieron"), a.CallOffSale("nadie"))
    hall.sale().sell(31, 50).close().announced()
    assert brought(hall) == (0, 0)
    assert {str(prize): amount for prize, amount in hall.game.brought_amounts.items()} == {"linea": 6_00, "bingo": 36_00}
