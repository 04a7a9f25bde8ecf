"""Sessions make room for each other, and nobody's open page loses its own."""

import pytest

from tapete.kernel import PersonId
from tapete.web import sessions
from tapete.web.sessions import Session, Sessions, SessionsFullError


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_one_address_cannot_end_the_sessions_of_others() -> None:
    known = Sessions(Clock())
    ana = known.open("t1", "ana", address="10.0.0.1")
    for _ in range(sessions.MOST_FROM_ONE):
        known.open("t1", "eva", address="10.0.0.2")
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="10.0.0.2")
    assert known.find(ana) is not None
    known.open("t1", "bea", address="10.0.0.3")


def test_a_forgotten_session_makes_room_at_its_own_address() -> None:
    clock = Clock()
    known = Sessions(clock)
    open_page = known.open("t1", "ana", address="a")
    first = known.find(open_page)
    assert first is not None
    first.streams = 1
    forgotten = known.open("t1", "bea", address="a")
    for _ in range(sessions.MOST_FROM_ONE - 2):
        known.open("t1", "eva", address="a")
    clock.now += sessions.FORGOTTEN_S + 1
    known.open("t1", "eva", address="a")
    assert known.find(forgotten) is None
    assert known.find(open_page) is first


def test_a_full_hall_ends_no_session_with_an_open_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 2)
    known = Sessions(Clock())
    for number in range(2):
        session = known.find(known.open("t1", "ana", address=str(number)))
        assert session is not None
        session.streams = 1
    with pytest.raises(SessionsFullError):
        known.open("t1", "bea", address="z")


def test_people_with_a_place_come_in_where_the_public_has_filled_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 20)
    known = Sessions(Clock())
    known.has_place = lambda one: one.person == "ana"
    ana = known.open("t1", "ana", address="10.0.0.1")
    for number in range(17):
        session = known.find(known.open("t1", "eva", address=f"10.0.1.{number}"))
        assert session is not None
        session.streams = 1
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="10.0.2.1")
    assert known.find(ana) is not None, "without an open page, and nobody else takes it"
    known.open("t1", "ana", address="10.0.2.1")
    known.open("t1", "marta", staff=True, address="10.0.2.1")


def test_a_place_is_not_shut_out_by_the_sessions_of_its_address() -> None:
    known = Sessions(Clock())
    known.has_place = lambda one: one.person == "ana"
    for _ in range(sessions.MOST_FROM_ONE):
        known.open("t1", "eva", address="10.0.0.1")
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="10.0.0.1")
    known.open("t1", "ana", address="10.0.0.1")


def test_one_connection_has_one_address_whatever_its_last_bits() -> None:
    known = Sessions(Clock())
    for number in range(sessions.MOST_FROM_ONE):
        known.open("t1", "eva", address=f"2001:db8::{number:x}")
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="2001:db8::ffff")
    known.open("t1", "eva", address="2001:db8:0:1::1")


def test_a_session_that_has_ended_leaves_nothing_behind() -> None:
    clock = Clock()
    known = Sessions(clock)
    known.close(known.open("t1", "ana", address="a"))
    old = known.open("t1", "bea", address="a")
    clock.now += sessions.IDLE_S + 1
    assert known.find(old) is None
    known.close(old)
    assert (known._known, known._by_address) == ({}, {})


@pytest.mark.parametrize(("most", "public"), [(100, 90), (10, 9), (19, 18), (20, 18)])
def test_one_session_in_ten_is_for_people_at_a_table_and_staff(
    monkeypatch: pytest.MonkeyPatch, most: int, public: int
) -> None:
    monkeypatch.setattr(sessions, "MOST", most)
    known = Sessions(Clock())

    def begun(*, staff: bool) -> int:
        for number in range(most + 1):
            try:
                token = known.open("t1", "eva", staff=staff, address=f"10.0.{int(staff)}.{number}")
            except SessionsFullError:
                return number
            session = known.find(token)
            assert session is not None
            session.streams = 1
        return most + 1

    assert (begun(staff=False), begun(staff=True), known.count) == (public, most - public, most)


def test_a_hall_keeps_so_many_sessions_for_so_long() -> None:
    assert (sessions.MOST, sessions.MOST_FROM_ONE) == (10_000, 300)
    assert (sessions.IDLE_S, sessions.FORGOTTEN_S) == (43_200, 600)
    assert len(Sessions(Clock()).open("t1", "ana")) == 43, "256 bits"


def test_a_session_of_which_nothing_else_is_said_is_a_players_without_an_open_page() -> None:
    bare = Session("mesa", PersonId("ana"), 7.0)
    assert (bare.streams, bare.is_staff, bare.address, bare.login) == (0, False, "", "")
