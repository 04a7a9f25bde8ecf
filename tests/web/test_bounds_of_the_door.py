"""The door at each of its bounds: how long each stage may last, and when somebody makes room or is turned away."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.live import security_log
from tapete.web.edge.door import OWN_CONNECTIONS, Caller, Door, Stage
from tapete.web.edge.limits import EdgeLimits

LIMITS = EdgeLimits(
    connections=8, reserve=2, per_address=3, first_byte_s=1.0, header_s=2.0, body_s=3.0, idle_s=4.0, reading_s=5.0
)
MOST = {Stage.FIRST_BYTE: 1.0, Stage.HEADER: 2.0, Stage.BODY: 3.0, Stage.IDLE: 4.0}


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the security log was told meanwhile."""
    found: list[Any] = []
    monkeypatch.setattr(security_log, "tell", lambda code, **facts: found.append((code, facts)))
    return found


def opened(limits: EdgeLimits = LIMITS) -> tuple[Door, Clock, list[str]]:
    clock = Clock()
    return Door(limits, (), clock), clock, []


def come(door: Door, closed: list[str], name: str, address: str, stage: Stage = Stage.FIRST_BYTE) -> Caller | None:
    caller = door.enter(address, lambda: closed.append(name))
    if caller is not None:
        door.reach(caller, stage)
    return caller


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("stage", list(Stage))
def test_a_stage_lasts_exactly_as_long_as_it_may(stage: Stage, is_known: bool) -> None:
    door, clock, closed = opened()
    caller = come(door, closed, "ana", "a", stage)
    assert caller is not None
    if is_known:
        door.know(caller, "ana")
    clock.now += MOST.get(stage, 1_000_000.0)
    door.sweep()
    assert (closed, len(door)) == ([], 1)
    clock.now += 0.5
    door.reach(caller, stage)  # still the same: its time runs on
    door.sweep()
    assert (closed, len(door)) == ((["ana"], 0) if stage in MOST else ([], 1))


@pytest.mark.parametrize("stage", [Stage.TURN, Stage.ANSWER])
@pytest.mark.parametrize(("after", "is_shown_out"), [(5.0, False), (5.5, True)])
def test_an_answer_is_left_unread_for_so_long_and_no_longer(stage: Stage, after: float, is_shown_out: bool) -> None:
    door, clock, closed = opened()
    caller = come(door, closed, "ana", "a", stage)
    assert caller is not None
    caller.unread_since = clock.now
    clock.now += after
    door.sweep()
    assert bool(closed) is is_shown_out


def test_the_time_of_each_stage_begins_with_it() -> None:
    door, clock, closed = opened()
    caller = come(door, closed, "ana", "a")
    assert caller is not None
    for stage in (Stage.HEADER, Stage.BODY, Stage.IDLE, Stage.HEADER):
        clock.now += 1
        door.reach(caller, stage)
        assert (caller.stage, caller.since) == (stage, clock.now)
        door.sweep()
    assert closed == []


def test_quiet_is_whoever_waits_for_no_answer_or_does_not_read_his() -> None:
    caller = Caller("a", lambda: None, 1.0)
    found = {}
    for stage in Stage:
        caller.stage = stage
        found[stage.value] = caller.is_quiet
    assert [name for name, is_quiet in found.items() if not is_quiet] == ["turn", "answer"]
    caller.unread_since = 0.0
    assert caller.is_quiet


def test_somebody_makes_room_exactly_where_one_comes_too_many(told: list[Any]) -> None:
    door, _, closed = opened()
    for number in range(3):
        come(door, closed, f"eva-{number}", "e", Stage.IDLE)
    assert (closed, door.turned_away, told) == ([], 0, [])
    come(door, closed, "eva-3", "e", Stage.ANSWER)
    assert (closed, door.turned_away, told) == (["eva-0"], 1, [("door-full", {"connections": 2})])
    for number in range(3):
        come(door, closed, f"ana-{number}", f"a{number}", Stage.ANSWER)
    assert (closed, door.public, door.turned_away) == (["eva-0"], 6, 1)
    come(door, closed, "ana-3", "a3", Stage.ANSWER)
    assert (closed, door.public, door.turned_away) == (["eva-0", "eva-1"], 6, 2)
    come(door, closed, "ana-4", "a4", Stage.TURN)
    assert closed == ["eva-0", "eva-1", "eva-2"]
    come(door, closed, "ana-5", "a5", Stage.ANSWER)
    assert closed == ["eva-0", "eva-1", "eva-2", "ana-4"], "nobody is quiet: who waits for the beginning of an answer"
    assert come(door, closed, "ana-6", "a6") is None
    assert (len(closed), door.public, door.turned_away) == (4, 6, 5)
    assert told[-1] == ("door-full", {"connections": 6})


def test_a_person_at_a_table_is_no_longer_of_the_public_up_to_his_share() -> None:
    door, _, closed = opened(EdgeLimits(connections=200, reserve=100, per_address=100))
    callers = [come(door, closed, f"ana-{number}", "a") for number in range(OWN_CONNECTIONS + 1)]
    for caller in callers:
        assert caller is not None
        door.know(caller, "ana")
        door.know(caller, "bea")  # whose it is already is not another's
    assert (len(door), door.public) == (OWN_CONNECTIONS + 1, 0)
    assert [one.person for one in callers if one is not None] == [*["ana"] * OWN_CONNECTIONS, "bea"]
    more = come(door, closed, "ana", "a")
    assert more is not None
    door.know(more, "ana")
    assert (more.person, door.public) == (None, 1)


def test_people_at_tables_take_all_but_half_of_what_is_the_publics(told: list[Any]) -> None:
    door, _, closed = opened(EdgeLimits(connections=8, reserve=4, per_address=9))
    for number in range(8):
        caller = come(door, closed, f"ana-{number}", "a", Stage.ANSWER)
        if caller is not None:
            door.know(caller, f"ana-{number}")
    assert (len(door), door.public) == (8, 2)
    assert come(door, closed, "eva", "e") is None


def test_whoever_leaves_gives_his_share_back() -> None:
    door, _, closed = opened()
    caller = come(door, closed, "ana", "a")
    assert caller is not None
    door.know(caller, "ana")
    assert (door._by_person, door._by_address, door.public, len(door)) == ({"ana": 1}, {}, 0, 1)
    door.leave(caller)
    assert (door._by_person, door._by_address, door.public, len(door)) == ({}, {}, 0, 0)
    again = [come(door, closed, "ana", "a") for _ in range(2)]
    for one in again:
        assert one is not None
        door.know(one, "ana")
    assert again[0] is not None
    door.leave(again[0])
    assert door._by_person == {"ana": 1}
