"""What the edge of a hall counts and tells: its limits as numbers, who is told to the security log with which address,
and the cookies by which somebody is known.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import Cookie

from tapete.kernel import PersonId
from tapete.live import security_log
from tapete.web import sessions
from tapete.web.edge import limits
from tapete.web.edge.limits import EdgeLimits, address_key, ceiling, limits_for
from tapete.web.edge.wrong_keys import BACK_S, TRIES, WrongKeys
from tapete.web.people.identity import device_cookie, inner_path, player_cookie, staff_cookie
from tapete.web.people.own_acts import OF_ADDRESS, OF_PERSON, OwnActs
from tapete.web.problems import ProblemError
from tapete.web.sessions import Sessions, SessionsFullError, address_of

ANA, BEA = PersonId("ana"), PersonId("bea")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What the security log was told meanwhile."""
    found: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


def problem(what: Any, *given: Any) -> tuple[int, str] | None:
    try:
        what(*given)
    except ProblemError as error:
        return error.problem.status, error.problem.code
    return None


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("descriptors", "kept", "connections", "reserve", "per_address"),
    [
        (0, 0, 16, 4, 6),
        (40, 20, 16, 4, 6),
        (64, 32, 24, 6, 9),
        (256, 128, 96, 24, 36),
        (258, 130, 97, 24, 36),
        (1024, 896, 672, 168, 252),
        (1060, 932, 699, 174, 256),
        (4096, 3968, 2976, 744, 256),
        (8192, 8064, 4000, 1000, 256),
        (100_000, 99_872, 4000, 1000, 256),
    ],
)
def test_the_machine_grants_so_many_connections(
    descriptors: int, kept: int, connections: int, reserve: int, per_address: int
) -> None:
    assert ceiling(descriptors) == kept
    assert limits_for(descriptors) == EdgeLimits(connections, reserve, per_address)


def test_the_public_and_each_address_have_their_share_of_connections_and_streams() -> None:
    shares = [
        (one.public, one.streams, one.public_streams, one.streams_per_address)
        for one in (EdgeLimits(), EdgeLimits(103, 21, 15))
    ]
    assert shares == [(3000, 3000, 1500, 128), (82, 77, 41, 7)]
    assert EdgeLimits() == EdgeLimits(4000, 1000, 256, 10.0, 10.0, 20.0, 30.0, 30.0)


INFINITE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "asked"),
    [
        (1024, 4096, [(4096, 4096)]),
        (1024, 100_000, [(8192, 100_000)]),
        (1024, INFINITE, [(8192, INFINITE)]),
        (8191, 8192, [(8192, 8192)]),
        (8192, 8192, []),
        (4096, 4096, []),
        (10_000, 100_000, []),
        (INFINITE, INFINITE, []),
    ],
)
def test_a_hall_asks_for_as_many_descriptors_as_it_wants_and_never_for_fewer(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, asked: list[tuple[int, int]]
) -> None:
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(
        resource, "getrlimit", lambda which: (soft, hard) if which == resource.RLIMIT_NOFILE else (0, 0)
    )
    monkeypatch.setattr(resource, "setrlimit", lambda which, pair: done.append(pair))
    limits.raise_descriptors()
    assert done == asked
    assert limits.descriptors() == (8192 if soft == INFINITE else soft)


# --- wrong keys and acts about oneself -------------------------------------------------------------------------------


@pytest.mark.parametrize("is_told", [True, False])
def test_a_wrong_key_and_a_pause_are_told_with_their_address(told: list[Any], is_told: bool) -> None:
    known = WrongKeys(Clock(), is_told=is_told, tries=1)
    assert problem(known.require_try, "a") is None
    known.add("a")
    assert problem(known.require_try, "a") == (429, "too-many-keys")
    expected = [("wrong-key", {"address": "a"}), ("wrong-keys-paused", {"address": "a"})]
    assert told == (expected if is_told else [])


@pytest.mark.parametrize(
    ("changes", "tries", "back_s", "code"),
    [
        ({}, TRIES, BACK_S, "too-many-keys"),
        ({"tries": 3, "back_s": 2.0, "code": "too-many-newcomers"}, 3, 2.0, "too-many-newcomers"),
    ],
)
def test_tries_come_back_one_by_one_and_never_more_than_there_were(
    changes: dict[str, Any], tries: int, back_s: float, code: str
) -> None:
    clock = Clock()
    known = WrongKeys(clock, is_told=False, **changes)

    def had() -> int:
        number = 0
        while problem(known.require_try, "a") is None:
            known.add("a")
            number += 1
        assert problem(known.require_try, "a") == (429, code)
        return number

    assert (TRIES, BACK_S) == (10, 30.0)
    assert had() == tries
    clock.now += back_s - 0.5
    assert had() == 0
    clock.now += 0.5
    assert had() == 1
    clock.now += 2 * back_s
    assert had() == 2
    clock.now += 100 * back_s
    assert had() == tries


def spent(acts: OwnActs, person: PersonId, address: str, most: int) -> int:
    for number in range(most):
        if problem(acts.require_one_more, person, address) is not None:
            return number
    return most


def test_one_person_does_so_much_about_himself_from_wherever_he_asks(told: list[Any]) -> None:
    clock = Clock()
    acts = OwnActs(clock)
    assert (OF_PERSON, OF_ADDRESS) == (20, 200)
    assert spent(acts, ANA, "a", 30) == OF_PERSON
    assert problem(acts.require_one_more, ANA, "b") == (429, "too-many-acts")
    assert spent(acts, BEA, "a", 1) == 1
    clock.now += 29
    assert spent(acts, ANA, "b", 1) == 0
    clock.now += 1
    assert spent(acts, ANA, "b", 2) == 1
    assert told == []


def test_all_who_come_from_one_address_do_so_much_together(told: list[Any]) -> None:
    clock = Clock()
    acts = OwnActs(clock)
    for number in range(10):
        assert spent(acts, PersonId(f"p{number}"), "a", 20) == 20
    assert problem(acts.require_one_more, ANA, "a") == (429, "too-many-acts")
    assert spent(acts, ANA, "b", 30) == OF_PERSON, "what was refused is not counted"
    clock.now += 10
    assert spent(acts, BEA, "a", 2) == 1
    assert told == []


# --- sessions --------------------------------------------------------------------------------------------------------


def test_whoever_finds_no_room_for_a_session_is_told_to_the_log_by_the_address_that_counts(
    told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MOST_FROM_ONE", 2)
    known = Sessions(Clock())
    for _ in range(2):
        known.open("t1", "eva", address="2001:db8::1")
    with pytest.raises(SessionsFullError) as caught:
        known.open("t1", "eva", address="2001:db8::2")
    assert (str(caught.value), told) == ("2001:db8::/64", [("sessions-full", {"address": "2001:db8::/64"})])
    told.clear()
    monkeypatch.setattr(sessions, "MOST", 0)
    with pytest.raises(SessionsFullError):
        Sessions(Clock()).open("t1", "eva", address="::ffff:192.0.2.7")
    assert told == [("sessions-full", {"address": "192.0.2.7"})]


@pytest.mark.parametrize(("after", "makes_room"), [(sessions.FORGOTTEN_S, False), (sessions.FORGOTTEN_S + 1, True)])
@pytest.mark.parametrize("which", ["nobody", "open page", "staff", "place"])
def test_only_a_session_that_nobody_needs_makes_room_at_its_address(
    monkeypatch: pytest.MonkeyPatch, after: int, makes_room: bool, which: str
) -> None:
    monkeypatch.setattr(sessions, "MOST_FROM_ONE", 1)
    clock = Clock()
    known = Sessions(clock)
    known.has_place = lambda one: one.person == "ana" and which == "place"
    token = known.open("t1", "ana", staff=which == "staff", address="a")
    first = known.find(token)
    assert first is not None
    first.streams = int(which == "open page")
    clock.now += after
    if which == "nobody" and makes_room:
        known.open("t1", "eva", address="a")
        assert known.find(token) is None
        return
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="a")
    assert known.find(token) is first


def test_a_session_is_kept_as_it_was_begun() -> None:
    clock = Clock()
    known = Sessions(clock)
    plain = known.find(known.open("t1", "ana"))
    whole = known.find(known.open("t2", "bea", staff=True, address="192.0.2.7", login="digest"))
    assert plain == sessions.Session("t1", ANA, 1000.0, 0, False, "", "")
    assert whole == sessions.Session("t2", BEA, 1000.0, 0, True, "192.0.2.7", "digest")
    assert known.count == 2


@pytest.mark.parametrize(("after", "is_open"), [(0, True), (sessions.IDLE_S, True), (sessions.IDLE_S + 1, False)])
def test_a_name_is_held_as_long_as_its_session_and_a_post_holds_no_players_name(after: int, is_open: bool) -> None:
    clock = Clock()
    known = Sessions(clock)
    known.open("t1", "ana")
    known.open("t1", "luis", staff=True)
    clock.now += after
    names = ("ana", "luis", "bea")
    assert [known.has_session(one) for one in names] == [is_open, is_open, False]
    assert [known.has_player_session(one) for one in names] == [is_open, False, False]


def test_sessions_of_a_player_end_but_for_those_of_his_post() -> None:
    known = Sessions(Clock())
    tokens = [known.open(table, person) for table, person in (("t1", "ana"), ("t2", "ana"), ("t1", "bea"))]
    assert known.close_of_player("ana", lambda one: one.table == "t2") == 1
    assert [known.find(one) is not None for one in tokens] == [False, True, True]
    assert known.close_of_player("ana", lambda one: one.table == "t2") == 0


@pytest.mark.parametrize(("token", "is_read"), [(None, False), ("", False), ("x" * 100, True), ("x" * 101, False)])
def test_a_token_that_is_too_long_is_not_so_much_as_digested(
    monkeypatch: pytest.MonkeyPatch, token: str | None, is_read: bool
) -> None:
    read: list[str] = []

    def hashed(given: str) -> str:
        read.append(given)
        return ""

    monkeypatch.setattr(sessions, "_hash", hashed)
    assert Sessions(Clock()).find(token) is None
    assert bool(read) is is_read


def test_an_address_is_that_of_the_connection_and_what_is_none_counts_by_its_beginning() -> None:
    assert address_of(SimpleNamespace(client=SimpleNamespace(host="192.0.2.7"))) == "192.0.2.7"  # type: ignore[arg-type]
    assert address_of(SimpleNamespace(client=None)) == ""  # type: ignore[arg-type]
    assert [address_key(one) for one in ("x" * 70, "", "fe80::1%eth0")] == ["x" * 64, "", "fe80::/64"]


# --- cookies and ways -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "value", "header"),
    [
        (staff_cookie, "t", "tapete-staff=t; HttpOnly; Path=/; SameSite=strict"),
        (staff_cookie, "", 'tapete-staff=""; HttpOnly; Max-Age=0; Path=/; SameSite=strict'),
        (device_cookie, "t", "tapete-device=t; HttpOnly; Max-Age=31536000; Path=/personal/entrar; SameSite=strict"),
        (player_cookie, "t", "tapete-player=t; HttpOnly; Max-Age=2592000; Path=/; SameSite=lax"),
        (player_cookie, "", 'tapete-player=""; HttpOnly; Max-Age=0; Path=/; SameSite=lax'),
    ],
)
def test_cookies_of_people_say_how_long_and_where_they_are_good_and_no_script_reads_them(
    made: Callable[[str], Cookie], value: str, header: str
) -> None:
    assert made(value).to_header(header="").strip() == header


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("/mesa/uno", True),
        ("/casa/caja", True),
        ("/personal", True),
        ("/personal/cuentas?x=1", True),
        ("/jugador", True),
        ("/mesa/" + "x" * 194, True),
        ("/mesa/" + "x" * 195, False),
        ("", False),
        ("/", False),
        ("/mesa", False),
        ("/casa", False),
        ("//mesa/uno", False),
        ("https://otra.example/mesa/", False),
        ("/mesa/a\\b", False),
        ('/mesa/a"b', False),
        ("/mesa/a b", False),
        ("/mesa/a<b", False),
        ("/mesa/a>b", False),
        ("/mesa/ñ", False),
        ("/mesa/a\nb", False),
        ("/mesa/a\x7fb", False),
    ],
)
def test_whoever_has_said_who_he_is_is_led_within_this_hall(text: str, is_taken: bool) -> None:
    assert inner_path(text, "/puerta") == (text if is_taken else "/puerta")
