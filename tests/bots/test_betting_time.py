"""A least time for every betting: from its opening, and from each player's first stake."""

from random import Random
from typing import Any

import pytest

from tapete.bots import betting
from tapete.bots.betting import BettingTime
from tapete.bots.pace import DEMO, Pace
from tapete.kernel import PersonId, Step

ANA, BEA = PersonId("ana"), PersonId("bea")
FIRST, SECOND = Step(1, 1, "bets", 3), Step(1, 2, "bets", 9)
PACE = Pace(bets=(15.0, 15.0), chip=(6.0, 6.0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands still until it is moved."""

    class Clock:
        now = 100.0

        def monotonic(self) -> float:
            return self.now

    here = Clock()
    monkeypatch.setattr(betting, "time", here)
    return here


def test_a_betting_stays_open_for_its_least_time_with_stakes_or_without(clock: Any) -> None:
    open_for = BettingTime(PACE, Random(1))
    assert open_for.remaining(FIRST, ()) == (15.0, 15.0)
    clock.now += 2
    assert open_for.remaining(FIRST, (ANA, BEA)) == (13.0, 13.0), "everybody has staked: the time runs on"
    clock.now += 20
    assert open_for.remaining(SECOND, (ANA,)) == (15.0, 15.0), "stakes that lay there after a tie close nothing"


def test_a_first_stake_in_the_last_moment_can_be_answered(clock: Any) -> None:
    open_for = BettingTime(PACE, Random(1))
    open_for.remaining(FIRST, ())
    clock.now += 14
    assert open_for.remaining(FIRST, (ANA,)) == (6.0, 6.0)
    clock.now += 5
    assert open_for.remaining(FIRST, (ANA,)) == (1.0, 1.0), "her second chip adds nothing"
    assert open_for.remaining(FIRST, (ANA, BEA)) == (6.0, 6.0)
    clock.now += 60
    assert open_for.remaining(FIRST, (ANA, BEA)) == (0.0, 0.0)


def test_the_demo_leaves_people_time() -> None:
    assert DEMO.bets[0] >= 10
    assert DEMO.chip[0] >= 5
