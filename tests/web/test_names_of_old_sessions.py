"""A session is good for a time after its last use, to the second; one that is too old holds nobody's name."""

import pytest

from tapete.web.sessions import IDLE_S, Sessions


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("after", "lives"), [(0, True), (IDLE_S, True), (IDLE_S + 1, False)])
@pytest.mark.parametrize("is_staff", [False, True])
def test_a_name_is_held_as_long_as_its_session_lives(after: float, lives: bool, is_staff: bool) -> None:
    clock = Clock()
    sessions = Sessions(clock)
    token = sessions.open("mesa", "ana", staff=is_staff)
    clock.now += after
    assert [sessions.has_session(who) for who in ("ana", "bea")] == [lives, False]
    assert [sessions.has_player_session(who) for who in ("ana", "bea")] == [lives and not is_staff, False]
    found = sessions.find(token)
    assert (found is not None, sessions.count) == (lives, int(lives))


def test_each_use_begins_the_time_anew_and_that_of_another_does_not() -> None:
    clock = Clock()
    sessions = Sessions(clock)
    hers, his = sessions.open("mesa", "ana"), sessions.open("mesa", "luis")
    for _ in range(3):
        clock.now += IDLE_S
        assert sessions.find(hers) is not None
    assert [sessions.has_session(who) for who in ("ana", "luis")] == [True, False]
    assert sessions.find(his) is None
    clock.now += IDLE_S + 1
    assert sessions.find(hers) is None


def test_one_session_that_lives_holds_the_name_beside_an_old_one() -> None:
    clock = Clock()
    sessions = Sessions(clock)
    sessions.open("mesa", "ana")
    clock.now += IDLE_S
    sessions.open("otra", "ana")
    clock.now += 1
    assert (sessions.has_session("ana"), sessions.has_player_session("ana")) == (True, True)
