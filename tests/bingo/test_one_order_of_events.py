"""What is decided has one order, whatever order a process keeps its sets and maps in: an audit decides it again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.drawing import require_no_check_by
from tapete.games.bingo.events import GameVoided
from tapete.games.bingo.terms import Fate, Means
from tests.support import ROOT
from tests.support.bingo.hall import BINGO, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K
from tests.support.bingo.void_games import VOID

SEEDS = range(6)


def paid_to_three() -> Hall:
    """Return a void game of which two shares of a línea were paid into accounts, and the bingo in cash."""
    hall = Hall((*NUMBERS[:5], 8, *NUMBERS[5:])).started("ana", "luis").drawn(6)
    hall.call(1).call(2).check(1, 2).on().drawn(10).bingo(1)
    hall.pay(1, LINE, means=Means.ACCOUNT).pay(2, LINE, means=Means.ACCOUNT).pay(1, BINGO, means=Means.CASH)
    return hall.do(CHIEF, replace(VOID, recover=True, has_cash_back=True))


def won_by_nobody() -> Hall:
    """Return a void game of which both prizes were left to the next one."""
    hall = Hall(NUMBERS, prizes__unawarded_line="held").started("ana").drawn(90)
    for _ in range(3):
        hall.do(CHIEF, a.AskOthers()).wait()
    hall.do(CHIEF, a.OrderEnd("nadie canta"))
    for prize in (LINE, BINGO):
        hall.do(CHIEF, a.DecideUnawarded(prize, Fate.NEXT_GAME, "nadie lo cantó"))
    return hall.do(CHIEF, VOID)


SCENES = {"paid": paid_to_three, "nobody": won_by_nobody}


def void_of(hall: Hall) -> GameVoided:
    return next(one for one in hall.play.last.events if isinstance(one, GameVoided))


@pytest.mark.parametrize("scene", SCENES)
def test_a_void_game_names_the_accounts_in_the_order_of_their_names(scene: str) -> None:
    made = void_of(SCENES[scene]())
    for accounts in ([one.account for one in made.recovered], [one.account for one in made.sources]):
        assert accounts == sorted(accounts)
    assert len(made.recovered) + len(made.sources) > 2


@pytest.mark.parametrize("scene", SCENES)
def test_another_process_decides_the_same_events_in_the_same_order(scene: str) -> None:
    told = f"from {__name__} import SCENES; print(SCENES[{scene!r}]().play.last.events)"
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", told],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in SEEDS
    ]
    found = {one.communicate()[0] for one in begun}
    assert len(found) == 1
    assert "GameVoided" in found.pop()


@pytest.mark.parametrize("order", [(2, 1, 10), (10, 1, 2), (1, 10, 2)])
def test_a_number_that_won_names_the_first_cartón_by_number(order: tuple[int, ...]) -> None:
    """Which of several right cartones bear it no map decides."""
    cards = GivenCartones({f"B-1047/{number}": K for number in order})
    hall = Hall(NUMBERS, cartones=cards).started(*["ana"] * 10).drawn(5)
    for number in order:
        hall.call(number)
    hall.check(*order)
    found = require_no_check_by(hall.state, NUMBERS[0])
    assert found is not None
    assert dict(found.facts) == {"card": "B-1047/1"}
