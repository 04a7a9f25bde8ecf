"""Who comes in, for how long, how often, and which amounts stand beside a button: on both sides of each bound."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.table.acts import BuyIn, CashOut
from tapete.web import sessions
from tapete.web.action_buttons import Action, Field
from tapete.web.edge.addresses import Addresses, host_name, origin_of
from tapete.web.edge.wrong_keys import WrongKeys
from tapete.web.guard import HEADERS, HSTS, Guard
from tapete.web.more_time import MoreTime, clock_to_extend
from tapete.web.problems import ProblemError
from tapete.web.quick_amounts import MOST, amounts_at_cash_desk, with_usual_amounts
from tapete.web.sessions import IDLE_S, Sessions


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


# --- sessions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("waited", "lives"), [(IDLE_S, True), (IDLE_S + 1, False)])
def test_a_session_lives_as_long_as_it_is_used_and_holds_its_name_as_long(waited: float, lives: bool) -> None:
    clock = Clock()
    known = Sessions(clock)
    token = known.open("t1", "ana")
    for _ in range(2):  # each use counts anew
        clock.now += IDLE_S
        assert known.find(token) is not None
    clock.now += waited
    assert known.has_session("ana") is lives
    assert not known.has_session("bea")
    assert (known.find(token) is not None) is lives
    assert known.count == (1 if lives else 0)


def test_a_token_is_of_one_session_and_nothing_else_opens_one() -> None:
    known = Sessions(Clock())
    ana, bea = (known.open("t1", who) for who in ("ana", "bea"))
    found = known.find(ana)
    assert found is not None
    assert (found.person, found.table, found.is_staff) == ("ana", "t1", False)
    for other in (None, "", ana[:-1], ana + "x", "x" * 101, "ana"):
        assert known.find(other) is None
    known.close(ana)
    known.close(ana)
    assert known.find(ana) is None
    assert known.find(bea) is not None


def test_sessions_end_by_person_or_by_the_login_they_live_with() -> None:
    def opened() -> tuple[Sessions, dict[str, str]]:
        known = Sessions(Clock())
        return known, {
            "ana": known.open("t1", "ana"),
            "ana of l": known.open("t2", "ana", login="l"),
            "bea of l": known.open("t1", "bea", login="l"),
            "bea of m": known.open("t1", "bea", login="m"),
        }

    for how, left in (
        ({"person": "ana"}, {"bea of l", "bea of m"}),
        ({"login": "l"}, {"ana", "bea of m"}),
        ({"person": "ana", "login": "l"}, {"ana", "bea of m"}),
        ({"person": "eva"}, {"ana", "ana of l", "bea of l", "bea of m"}),
    ):
        known, tokens = opened()
        known.close_of(**how)
        assert {name for name, token in tokens.items() if known.find(token) is not None} == left


@pytest.mark.parametrize("name", ["", "A", "ana ana", "-ana", "ana" * 50, "añil"])
def test_a_name_that_is_no_pseudonym_begins_no_session(name: str) -> None:
    known = Sessions(Clock())
    with pytest.raises(ValueError, match=f"^{name}$"):
        known.open("t1", name)
    assert known.count == 0


def test_the_session_unused_for_longest_makes_room_and_a_used_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 10)
    known = Sessions(Clock())
    tokens = [known.open("t1", "ana", address=f"10.0.0.{number}") for number in range(9)]
    known.find(tokens[0])
    known.open("t1", "bea", address="10.0.1.1")
    assert [known.find(one) is None for one in tokens] == [False, True, *[False] * 7]


# --- wrong keys -------------------------------------------------------------------------------------------------------


def test_so_many_wrong_keys_are_had_in_a_row_and_one_more_after_a_while() -> None:
    clock = Clock()
    keys = WrongKeys(clock, is_told=False, tries=3, back_s=10.0)
    for _ in range(3):
        keys.require_try("a")
        keys.add("a")
    keys.require_try("b")
    with pytest.raises(ProblemError):
        keys.require_try("a")
    clock.now += 9
    with pytest.raises(ProblemError):
        keys.require_try("a")
    clock.now += 1
    keys.require_try("a")
    keys.add("a")
    with pytest.raises(ProblemError) as refused:
        keys.require_try("a")
    assert (refused.value.problem.status, refused.value.problem.code) == (429, "too-many-keys")
    clock.now += 1_000
    for _ in range(3):
        keys.require_try("a")
        keys.add("a")
    with pytest.raises(ProblemError):
        keys.require_try("a")


# --- the doorkeeper ---------------------------------------------------------------------------------------------------

ADDRESSES = Addresses(("sala.lan",), ("https://sala.example", "https://sala.example:8443"))


def answered(method: str = "GET", scheme: str = "http", **headers: str) -> tuple[int, dict[str, str]]:
    """Return status and headers of an answer; the application says 200 and sets a cookie."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        cookies = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2; Secure")]
        await send({"type": "http.response.start", "status": 200, "headers": cookies})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any: ...

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "scheme": scheme,
        "headers": raw,
        "path": "/",
        "client": ("192.0.2.7", 5),
    }
    asyncio.run(Guard(app, ADDRESSES)(scope, receive, send))  # type: ignore[arg-type]
    start = sent[0]
    found: dict[str, str] = {}
    for name, value in start["headers"]:
        found[name.decode().lower()] = f"{found.get(name.decode().lower(), '')} {value.decode()}".strip()
    return start["status"], found


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"host": "localhost:8000"}, 200),
        ("GET", {"host": "sala.lan"}, 200),
        ("GET", {"host": "SALA.example"}, 200),
        ("GET", {"host": "evil.example"}, 403),
        ("GET", {}, 403),
        ("GET", {"host": "sala.lan", "origin": "https://evil.example"}, 200),
        ("HEAD", {"host": "sala.lan", "cookie": "a=1"}, 200),
        ("OPTIONS", {"host": "sala.lan", "cookie": "a=1"}, 200),
        ("POST", {"host": "sala.lan"}, 200),
        ("POST", {"host": "sala.lan", "cookie": "a=1"}, 403),
        ("POST", {"host": "sala.lan", "cookie": "a=1", "origin": "http://sala.lan"}, 200),
        ("POST", {"host": "sala.lan", "cookie": "a=1", "origin": "https://sala.lan"}, 403),
        ("POST", {"host": "sala.lan", "origin": "http://sala.lan:81"}, 403),
        ("POST", {"host": "sala.lan:80", "origin": "http://sala.lan"}, 200),
        ("POST", {"host": "sala.lan", "origin": "null"}, 403),
        ("POST", {"host": "sala.lan", "origin": "https://sala.example"}, 200),
        ("POST", {"host": "sala.lan", "origin": "http://sala.example"}, 403),
        ("DELETE", {"host": "sala.lan", "origin": "https://evil.example"}, 403),
        ("POST", {"host": "sala.lan", "content_length": "5", "transfer_encoding": "chunked"}, 400),
        ("POST", {"host": "sala.lan", "content_length": "5"}, 200),
    ],
)
def test_whoever_comes_by_a_known_name_and_from_an_own_page_is_let_in(
    method: str, headers: dict[str, str], status: int
) -> None:
    found, told = answered(method, **headers)
    assert found == status
    assert {name: told[name] for name in HEADERS} == HEADERS, "every answer keeps itself to itself"
    assert told["cache-control"] == "no-store"
    assert (told.get("connection") == "close") is (status == 400)


@pytest.mark.parametrize(
    ("scheme", "host", "is_secure"),
    [("http", "localhost", False), ("https", "localhost", True), ("http", "sala.example", True),
     ("http", "sala.example:8443", True), ("http", "sala.example:8000", False)],
)  # fmt: skip
def test_by_tls_every_cookie_is_secure_and_the_browser_comes_back_by_tls(
    scheme: str, host: str, is_secure: bool
) -> None:
    _, told = answered(scheme=scheme, host=host)
    assert told["set-cookie"] == ("a=1; Secure b=2; Secure" if is_secure else "a=1 b=2; Secure")
    assert told.get("strict-transport-security") == (HSTS if is_secure else None)


@pytest.mark.parametrize(
    ("scheme", "authority", "origin"),
    [
        ("http", "a.b:80", "http://a.b"),
        ("https", "a.b:443", "https://a.b"),
        ("http", "a.b:443", "http://a.b:443"),
        ("https", "A.b", "https://a.b"),
        ("http", "a.b:8080", "http://a.b:8080"),
    ],
)
def test_an_origin_is_written_without_the_usual_port_of_its_scheme(scheme: str, authority: str, origin: str) -> None:
    assert origin_of(scheme, authority) == origin


@pytest.mark.parametrize(
    ("authority", "name"), [("A.b:80", "a.b"), ("[::1]:80", "::1"), ("", ""), ("[", ""), (":80", "")]
)
def test_a_host_is_known_by_its_name(authority: str, name: str) -> None:
    assert host_name(authority) == name


@pytest.mark.parametrize(
    ("host", "is_trusted"),
    [
        ("10.0.0.1", True),
        ("10.0.0.255", True),
        ("10.0.1.0", False),
        ("192.0.2.7", True),
        ("192.0.2.8", False),
        ("x", False),
    ],
)
def test_only_a_named_proxy_is_heard(host: str, is_trusted: bool) -> None:
    assert (host in Addresses(proxies=("10.0.0.0/24", "192.0.2.7")).trusted) is is_trusted
    assert host not in Addresses().trusted


# --- amounts beside a button ------------------------------------------------------------------------------------------


def quick(usual: list[tuple[int, str]], least: int | None, most: int | None, purse: int | None = None) -> list[int]:
    """Return the amounts beside a button."""
    field = Field("amount", "money", minimum=least, maximum=most)
    action = Action("stake", "Stake", "k", False, {}, (Field("note", "text"), field), (), "c")
    text, money = with_usual_amounts(action, lambda *_: usual, "es", purse).fields
    assert text.quick == ()
    return [one.value for one in money.quick]


@pytest.mark.parametrize(
    ("usual", "least", "most", "purse", "shown"),
    [
        ([(500, ""), (1_000, "")], 500, 1_000, None, [500, 1_000]),
        ([(499, ""), (500, ""), (1_000, ""), (1_001, "")], 500, 1_000, None, [500, 1_000]),
        ([(1_000, ""), (2_000, "")], 500, 9_000, 1_000, [1_000]),
        ([(1_000, ""), (2_000, "")], 500, 1_500, 9_000, [1_000]),
        ([(1_000, ""), (500, "")], None, None, None, [500, 1_000]),
        ([(1_234, "")], 500, 9_000, None, [1_200]),
        ([(4_999, ""), (5_000, ""), (5_499, "")], 500, 9_000, None, [4_900, 5_000]),
        ([(1_234, "half")], 500, 9_000, None, [1_234]),
        ([(1_234, "")], 1_234, 9_000, None, [1_234]),
        ([(1_234, "")], 500, 1_234, None, [1_234]),
        ([(1_234, "")], 500, 9_000, 1_234, [1_234]),
        ([(one * 1_000, "") for one in range(1, 9)], 500, 90_000, None, [one * 1_000 for one in range(1, MOST + 1)]),
    ],
)
def test_usual_amounts_are_round_within_the_offer_and_within_the_purse(
    usual: Any, least: Any, most: Any, purse: Any, shown: list[int]
) -> None:
    assert quick(usual, least, most, purse) == shown


def test_an_amount_with_two_names_has_the_first_and_a_button_without_money_none() -> None:
    field = Field("amount", "money", minimum=500, maximum=9_000)
    action = Action("stake", "Stake", "k", False, {}, (field,), (), "c")
    (made,) = with_usual_amounts(action, lambda *_: [(1_000, "half"), (1_000, "all")], "es").fields
    assert [bool(one.name) for one in made.quick] == [True]
    (other,) = with_usual_amounts(action, lambda *_: [(1_000, "all"), (1_000, "half")], "es").fields
    assert made.quick[0].name != other.quick[0].name
    bare = Action("deal", "Deal", "k", True, {}, (Field("note", "text"),), (), "c")
    assert with_usual_amounts(bare, lambda *_: [(1_000, "")], "es") == bare


@pytest.mark.parametrize(
    ("act", "most", "found"),
    [
        (BuyIn, None, [20_000, 50_000, 100_000, 200_000]),
        (CashOut, 901, [450, 901]),
        (CashOut, None, []),
        (CashOut, 0, []),
    ],
)
def test_at_the_desk_some_minimums_are_bought_and_half_or_all_is_given_back(
    act: Any, most: int | None, found: list[int]
) -> None:
    tag = str(act.__struct_config__.tag)
    assert [one for one, _ in amounts_at_cash_desk(tag, 1_000, most)] == found
    assert list(amounts_at_cash_desk("stake", 1_000, 900)) == []


# --- more time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "offered", "clock"),
    [
        ("bets", (), "bets"),
        ("hold", ("close-bets",), None),
        (None, ("close-bets",), "bets"),
        (None, ("deal", "close-calls"), "calls"),
        (None, ("deal",), None),
        (None, (), None),
    ],
)
def test_time_is_given_on_the_clock_that_runs_or_on_one_that_he_may_set(
    face: str | None, offered: tuple[str, ...], clock: str | None
) -> None:
    game = MoreTime(frozenset({"bets", "calls"}), {"close-bets": "bets", "close-calls": "calls"})
    table: Any = SimpleNamespace(
        countdown=SimpleNamespace(face=lambda: None if face is None else SimpleNamespace(kind=face)),
        legal=lambda who: [SimpleNamespace(act=one) for one in offered] if who == "ana" else [],
    )
    assert clock_to_extend(table, PersonId("ana"), game) == clock
    assert clock_to_extend(table, PersonId("bea"), game) == (face if face == "bets" else None)
