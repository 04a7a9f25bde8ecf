"""How the people of a hall hang in its application: what is drawn anew, which sessions end, who is told; and how many
wait while passwords are checked.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.people.security_events import SecurityEvent
from tapete.web.hall_sign import HallSign
from tapete.web.people import login_threads, wiring
from tapete.web.people.login_threads import LoginThreads
from tapete.web.people.wiring import sign_of, sweep, wire_people
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session, Sessions

ANA = PersonId("ana")


class Drawn:
    """A table, or the house: it counts how often it is drawn anew."""

    def __init__(self, holds: bool = False) -> None:
        self.times, self.holds = 0, holds

    def redraw(self) -> None:
        self.times += 1


class Staff:
    """The sessions of the staff: whoever ends one tells it."""

    def __init__(self) -> None:
        self.ended: Callable[[str], None] | None = None
        self.swept = 0

    def sweep(self) -> None:
        self.swept += 1


class Hall:
    """The state of an application over a hall with two tables; Ana holds a post at the second."""

    def __init__(self, *, is_house: bool = True, has_people: bool = True, is_open: bool = False) -> None:
        self.floor, self.one, self.two = Drawn(), Drawn(), Drawn(holds=True)
        self.logins, self.told = Staff(), list[SecurityEvent]()
        self.state: Any = SimpleNamespace(
            hall=SimpleNamespace(tables={"uno": self.one, "dos": self.two}, house=self.floor if is_house else None),
            sessions=Sessions(lambda: 0.0),
            staff_access=SimpleNamespace(is_open=is_open),
            people=SimpleNamespace(
                name="Casino",
                name_of=str.upper,
                clock=lambda: 77.0,
                tell=self.told.append,
                staff=SimpleNamespace(sessions=self.logins),
            )
            if has_people
            else None,
        )

    def drawn(self) -> tuple[int, int, int]:
        return self.floor.times, self.one.times, self.two.times

    def kept(self) -> list[tuple[str, str, str]]:
        return [(one.table, one.person, one.login) for one in self.state.sessions._known.values()]


def played(scene: Callable[[Hall], Awaitable[None]], **how: bool) -> None:
    async def main() -> None:
        hall = Hall(**how)
        wire_people(hall.state)
        await scene(hall)

    anyio.run(main)


@pytest.fixture(autouse=True)
def on_duty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiring, "is_on_duty", lambda table, person: table.holds and person == ANA)


@pytest.mark.parametrize(("is_house", "drawn"), [(True, (1, 1, 1)), (False, (0, 1, 1))])
def test_every_table_and_the_house_is_drawn_anew(is_house: bool, drawn: tuple[int, int, int]) -> None:
    async def scene(hall: Hall) -> None:
        hall.state.redraw()
        assert hall.drawn() == drawn

    played(scene, is_house=is_house)


def test_a_persons_sessions_end_with_him_and_those_of_a_player_but_for_his_post() -> None:
    async def scene(hall: Hall) -> None:
        def begin() -> None:
            for table, person, staff in (
                ("uno", "ana", False),
                ("uno", "ana", True),
                ("dos", "ana", False),
                ("dos", "ana", True),
                ("tres", "ana", True),
                (KEY, "ana", True),
                (KEY, "ana", False),
                ("uno", "eva", False),
            ):
                hall.state.sessions.open(table, person, staff=staff)

        begin()
        assert hall.state.end_player_sessions_of("ana") == 5
        assert hall.kept() == [("dos", "ana", ""), (KEY, "ana", ""), ("uno", "eva", "")]
        assert hall.drawn() == (1, 1, 1)
        assert hall.state.end_player_sessions_of("ana") == 0
        hall.state.end_sessions_of("ana")
        assert (hall.kept(), hall.drawn()) == ([("uno", "eva", "")], (3, 3, 3))

    played(scene)


def test_whoever_comes_back_by_a_code_ends_what_he_had_open_and_the_director_is_told() -> None:
    async def scene(hall: Hall) -> None:
        hall.state.sessions.open("uno", "ana")
        await hall.state.player_returned("ana", "192.0.2.7")
        assert (hall.kept(), hall.drawn()) == ([], (1, 1, 1))
        told = [SecurityEvent("player-returned", "ana", 77.0, "192.0.2.7")] if hall.state.people else []
        assert hall.told == told

    for has_people in (True, False):
        played(scene, has_people=has_people)


def test_with_a_login_ends_whatever_lives_with_it_from_whichever_thread() -> None:
    async def scene(hall: Hall) -> None:
        for login in ("d", "e", ""):
            hall.state.sessions.open("uno", "ana", login=login)
        ended = hall.logins.ended
        assert ended is not None
        await asyncio.to_thread(ended, "d")
        await asyncio.sleep(0)
        assert (hall.kept(), hall.drawn()) == ([("uno", "ana", "e"), ("uno", "ana", "")], (1, 1, 1))

    played(scene)


def test_a_login_that_ends_when_nobody_follows_anything_any_more_ends_all_the_same() -> None:
    halls: list[Hall] = []

    async def scene(hall: Hall) -> None:
        halls.append(hall)

    played(scene)
    ended = halls[0].logins.ended
    assert ended is not None
    try:
        found: object = ended("d")
    except RuntimeError as error:
        found = error
    assert found is None


def test_each_thing_that_people_may_try_has_its_own_count() -> None:
    async def scene(hall: Hall) -> None:
        assert hall.state.now is (hall.state.people.clock if hall.state.people else time.time)
        names = ("newcomers", "wrong_codes", "wrong_logins")
        counts = [getattr(hall.state, name) for name in names]
        assert [(one._is_told, one._tries, one._back_s, one._code) for one in counts] == [
            (False, 150, 10.0, "too-many-newcomers"),
            (True, 60, 5.0, "too-many-keys"),
            (True, 10, 30.0, "too-many-keys"),
        ]

    for has_people in (True, False):
        played(scene, has_people=has_people)


def test_the_sign_over_the_door_names_a_house_and_says_of_a_hall_whether_it_is_a_demo() -> None:
    house = Hall().state
    assert sign_of(house) == HallSign(house="Casino", name_of=house.people.name_of)
    assert sign_of(Hall(is_open=True).state).is_demo is False
    assert sign_of(Hall(has_people=False).state) == HallSign()
    assert sign_of(Hall(has_people=False, is_open=True).state) == HallSign(is_demo=True)


def test_logins_that_are_over_are_looked_for_where_there_are_any() -> None:
    hall, plain = Hall(), Hall(has_people=False)
    sweep(hall.state)
    sweep(plain.state)
    assert (hall.logins.swept, plain.logins.swept) == (1, 0)


# --- while passwords are checked --------------------------------------------------------------------------------------


def test_two_passwords_are_checked_at_a_time_and_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (login_threads.AT_ONCE, login_threads.WAITING) == (2, 40)
    monkeypatch.setattr(login_threads, "WAITING", 3)
    go, begun = threading.Event(), list[str]()

    def check(name: str, *, house: str = "") -> str:
        begun.append(threading.current_thread().name)
        assert go.wait(10)
        return name + house

    async def main() -> None:
        threads = LoginThreads()
        waiting = [asyncio.create_task(threads.run(check, str(number), house="!")) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(ProblemError) as caught:
            await threads.run(check, "late")
        go.set()
        assert (caught.value.problem.status, caught.value.problem.code) == (503, "too-many-logins")
        assert await asyncio.gather(*waiting) == ["0!", "1!", "2!"]
        assert await threads.run(check, "again") == "again"
        with pytest.raises(ZeroDivisionError):
            await threads.run(lambda: 1 // 0)
        assert threads._waiting == 0

    anyio.run(main)
    assert len(begun) == 4
    assert {name[:-2] for name in begun} == {"tapete-login"}


def test_a_session_is_for_a_post_while_its_person_holds_one_there() -> None:
    state = Hall().state
    for session, found in (
        (Session("dos", ANA, 0.0, is_staff=True), True),
        (Session("dos", ANA, 0.0), False),
        (Session("uno", ANA, 0.0, is_staff=True), False),
        (Session("dos", PersonId("eva"), 0.0, is_staff=True), False),
        (Session("gone", ANA, 0.0, is_staff=True), False),
        (Session(KEY, ANA, 0.0, is_staff=True), True),
        (Session(KEY, ANA, 0.0), False),
    ):
        assert wiring._is_for_post(state, session) is found, session
