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
    assert {str(prize): amount for prize, amount in hall.game.brought_amounts.items()} == {
        "linea": 6_00,
        "bingo": 36_00,
    }


def called_off(hall: Hall) -> Hall:
    """Call a double off after three cartones were sold."""
    return hall.open(double=True).sale().sell(1, 3).do(CHIEF, a.CallOffSale("pocos"))


def void_whole(hall: Hall) -> Hall:
    """Void the first game of a double, whose whole cartones are paid back."""
    return hall.started(sold=3, double=True).do(CHIEF, a.VoidGame("evacuation", "alarma"))


ENDS = {"called off": called_off, "void as a whole": void_whole}


@pytest.mark.parametrize("how", ENDS)
def test_a_double_that_is_over_has_no_second_game_after_its_refunds_are_ended(how: str) -> None:
    hall = ENDS[how](Hall(NUMBERS, void__pending=0, void__double_scope="whole-card"))
    hall.do(CHIEF, a.EndRefunds("1/1", "nadie viene"))
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "wrong-window"
    assert hall.do(CHIEF, a.EndGame()).phase() is Phase.READY
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "wrong-window"


def test_the_second_game_is_played_where_the_refunds_of_the_first_are_ended() -> None:
    hall = Hall(NUMBERS, void__pending=0).started(sold=3, double=True).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    hall.do(CHIEF, a.EndRefunds("1/1", "nadie viene"))
    assert hall.refused(CHIEF, a.EndGame()) == "second-game-due"
    assert hall.do(CHIEF, a.AnnounceSecond()).phase() is Phase.DRAW_LINE
