"""How long a connection has for each step of a request, and what the door tells when there is no room: to the second,
by a clock of our own.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.live import security_log
from tapete.web.edge.door import OWN_CONNECTIONS, Caller, Door, Stage
from tapete.web.edge.limits import EdgeLimits

LIMITS = EdgeLimits(
    connections=8, reserve=2, per_address=3, first_byte_s=3, header_s=5, body_s=7, idle_s=11, reading_s=13
)
TIMES = {Stage.FIRST_BYTE: 3, Stage.HEADER: 5, Stage.BODY: 7, Stage.IDLE: 11}
QUIET = {Stage.FIRST_BYTE, Stage.HEADER, Stage.BODY, Stage.IDLE}


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """A door, who was shown out, and what the security log was told."""

    def __init__(self, limits: EdgeLimits = LIMITS) -> None:
        self.clock = Clock()
        self.door = Door(limits, ("10.0.9.9",), self.clock)
        self.closed: list[str] = []

    def come(self, name: str, address: str, stage: Stage = Stage.FIRST_BYTE) -> Caller | None:
        found = self.door.enter(address, lambda: self.closed.append(name))
        if found is not None:
            self.door.reach(found, stage)
        return found


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("stage", Stage)
def test_each_step_has_its_time_and_whoever_is_answered_has_all_there_is(stage: Stage, is_known: bool) -> None:
    hall = Hall()
    caller = hall.come("ana", "10.0.0.1", stage)
    assert caller is not None
    if is_known:
        hall.door.know(caller, "ana")
    for waited in range(1, 40):
        hall.clock.now = 100.0 + waited
        hall.door.reach(caller, stage)  # again the same: no time is gained
        hall.door.sweep()
        is_over = waited > TIMES.get(stage, 1_000)
        assert (hall.closed, len(hall.door)) == ((["ana"], 0) if is_over else ([], 1)), waited
        if is_over:
            return
    assert stage in (Stage.TURN, Stage.ANSWER)


def test_the_time_of_a_step_begins_with_it() -> None:
    hall = Hall()
    caller = hall.come("ana", "10.0.0.1")
    assert caller is not None
    hall.clock.now += 3
    hall.door.reach(caller, Stage.HEADER)
    hall.clock.now += 5
    hall.door.sweep()
    assert hall.closed == []
    hall.clock.now += 0.5
    hall.door.sweep()
    assert hall.closed == ["ana"]


@pytest.mark.parametrize(("waited", "is_over"), [(13, False), (13.5, True)])
def test_an_answer_that_nobody_reads_has_its_time(waited: float, is_over: bool) -> None:
    hall = Hall()
    caller = hall.come("ana", "10.0.0.1", Stage.ANSWER)
    assert caller is not None
    hall.clock.now += 50
    caller.unread_since = hall.clock.now
    hall.clock.now += waited
    hall.door.sweep()
    assert hall.closed == (["ana"] if is_over else [])


@pytest.mark.parametrize("is_unread", [False, True])
@pytest.mark.parametrize("stage", Stage)
def test_who_makes_room_at_a_full_address(told: list[Any], stage: Stage, is_unread: bool) -> None:
    hall = Hall()
    first = hall.come("ana", "10.0.0.1", Stage.ANSWER)
    middle = hall.come("bea", "10.0.0.1", stage)
    hall.come("carla", "10.0.0.1", Stage.TURN)
    assert first is not None
    assert middle is not None
    middle.unread_since = hall.clock.now if is_unread else None
    assert middle.is_quiet is (is_unread or stage in QUIET)
    goes = "bea" if is_unread or stage is not Stage.ANSWER else "carla"
    assert hall.come("eva", "10.0.0.1") is not None
    assert (hall.closed, len(hall.door), hall.door.turned_away) == ([goes], 3, 1)
    assert told == [("door-full", {"connections": 2})]


def test_nobody_makes_room_who_is_being_answered_and_whoever_comes_is_turned_away(told: list[Any]) -> None:
    hall = Hall()
    for name in ("ana", "bea", "carla"):
        hall.come(name, "10.0.0.1", Stage.ANSWER)
    assert hall.come("eva", "10.0.0.1") is None
    assert (hall.closed, len(hall.door), hall.door.public, hall.door.turned_away) == ([], 3, 3, 1)
    assert told == [("door-full", {"connections": 3})]
    for number in range(3):
        assert hall.come(f"b{number}", "10.0.9.9", Stage.ANSWER) is not None, "of a proxy there may be more"
    assert hall.come("eva", "10.0.0.2") is None
    assert (hall.door.turned_away, len(told), told[-1]) == (2, 2, ("door-full", {"connections": 6}))


def test_whoever_is_at_a_table_is_counted_apart_and_forgotten_when_he_leaves(told: list[Any]) -> None:
    hall = Hall()
    callers = [hall.come(f"ana-{number}", "10.0.0.1", Stage.ANSWER) for number in range(3)]
    for caller in callers[:2]:
        assert caller is not None
        hall.door.know(caller, "ana")
        hall.door.know(caller, "bea")  # known already
        assert caller.person == "ana"
    assert (len(hall.door), hall.door.public, dict(hall.door._by_person)) == (3, 1, {"ana": 2})
    assert [len(one) for one in hall.door._by_address.values()] == [1]
    for left, counts in ((1, {"ana": 1}), (0, {})):
        caller = callers[left]
        assert caller is not None
        hall.door.leave(caller)
        assert dict(hall.door._by_person) == counts
    assert told == []


@pytest.mark.parametrize(("limits", "most"), [
    (EdgeLimits(connections=8, reserve=2, per_address=8), 5),
    (EdgeLimits(connections=8, reserve=4, per_address=8), 6),
    (EdgeLimits(connections=200, reserve=100, per_address=100), OWN_CONNECTIONS),
])  # fmt: skip
def test_so_many_connections_of_one_person_are_no_longer_the_publics(limits: EdgeLimits, most: int) -> None:
    hall = Hall(limits)
    for number in range(OWN_CONNECTIONS + 20):
        caller = hall.come(str(number), f"10.0.1.{number}", Stage.ANSWER)
        if caller is not None:
            hall.door.know(caller, "ana")
    assert len(hall.door) - hall.door.public == most
