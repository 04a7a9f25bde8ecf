"""What leads on from a closed table, what the doorkeeper, the door and the streams tell the log, and how an error is
answered to whoever asked: asked of each part alone.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from litestar.exceptions import HTTPException

from tapete.clauses import Cite
from tapete.kernel import PersonId, Refused
from tapete.live import security_log
from tapete.web import going_on, place_claims, problems, seat_links, server
from tapete.web.edge.addresses import Addresses
from tapete.web.edge.door import OWN_CONNECTIONS, Caller, Door, Stage
from tapete.web.edge.limits import EdgeLimits
from tapete.web.guard import HEADERS, Guard
from tapete.web.problems import ProblemError, from_http, problem_response, refused_problem, send_problem
from tapete.web.responses import problem_page
from tapete.web.sessions import Session, Sessions
from tapete.web.streams import Follower, Streams

ANA, LUIS = PersonId("ana"), PersonId("luis")
Told = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the security log was told meanwhile."""
    found: Told = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


# --- the doorkeeper, the door, the streams ---------------------------------------------------------------------------


def guarded(client: Any, kind: str = "http", headers: Any = (), cache: bytes = b"", scheme: str = "http") -> list[Any]:
    """Return what is sent to whoever asks through the guard."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        own = [(b"cache-control", cache)] if cache else []
        await send({"type": "http.response.start", "status": 200, "headers": own})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": kind, "method": "POST", "scheme": scheme, "headers": headers, "path": "/", "client": client}
    asyncio.run(Guard(app, Addresses())(scope, None, send))  # type: ignore[arg-type]
    return sent


@pytest.mark.parametrize(
    ("client", "address"), [(("2001:db8::7", 5), "2001:db8::/64"), (("192.0.2.7", 5), "192.0.2.7"), (None, "")]
)
def test_whoever_is_not_let_in_is_told_to_the_log_with_why_and_his_address(
    told: Told, client: Any, address: str
) -> None:
    own, strange = [(b"host", b"localhost")], [(b"host", b"localhost"), (b"origin", b"http://evil.example")]
    parted = [*own, (b"transfer-encoding", b"chunked")]
    assert [guarded(client, headers=one)[0]["status"] for one in ([], strange, own, parted)] == [403, 403, 200, 200]
    assert told == [("host-refused", {"address": address}), ("origin-refused", {"address": address})]


def test_an_answer_says_itself_how_long_it_is_kept_and_otherwise_it_is_not(told: Told) -> None:
    own = [(b"host", b"localhost")]
    for cache, found in ((b"", "no-store"), (b"public, max-age=60", "public, max-age=60")):
        (start,) = guarded(None, headers=own, cache=cache)
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        assert headers == HEADERS | {"cache-control": found}
    (start,) = guarded(None, headers=own, cache=b"private", scheme="https")
    assert dict(start["headers"])[b"cache-control"] == b"private", "only cookies are marked as secure"
    assert guarded(None, kind="lifespan") == [{"type": "http.response.start", "status": 200, "headers": []}]


@pytest.mark.parametrize(
    ("stage", "seconds"), [(Stage.FIRST_BYTE, 1), (Stage.HEADER, 2), (Stage.BODY, 3), (Stage.IDLE, 4), (None, 5)]
)
@pytest.mark.parametrize("person", ["", "ana"])
def test_each_stage_of_a_connection_has_its_time_and_no_more(stage: Stage | None, seconds: int, person: str) -> None:
    """An answer has all the time that it takes; whoever leaves it unread has not."""
    now, closed = [100.0], list[str]()
    limits = EdgeLimits(8, 2, 3, first_byte_s=1, header_s=2, body_s=3, idle_s=4, reading_s=5)
    door = Door(limits, clock=lambda: now[0])
    caller = door.enter("192.0.2.7", lambda: closed.append("shown out"))
    assert caller is not None
    if person:
        door.know(caller, person)
    now[0] += 10
    door.reach(caller, Stage.TURN)
    now[0] += 10
    door.reach(caller, stage or Stage.ANSWER)
    caller.unread_since = None if stage else now[0]
    now[0] += seconds
    door.sweep()
    assert (closed, len(door)) == ([], 1)
    door.reach(caller, stage or Stage.ANSWER)  # it is there already: its time does not begin anew
    now[0] += 0.5
    door.sweep()
    assert (closed, len(door)) == (["shown out"], 0)


def test_a_turn_and_an_answer_take_the_time_that_they_take() -> None:
    now, closed = [0.0], list[str]()
    door = Door(EdgeLimits(8, 2, 3), clock=lambda: now[0])
    for stage in (Stage.TURN, Stage.ANSWER):
        caller = door.enter("192.0.2.7", lambda: closed.append("shown out"))
        assert caller is not None
        door.reach(caller, stage)
    now[0] += 1e9
    door.sweep()
    assert (closed, len(door)) == ([], 2)


def test_people_at_a_table_have_the_connections_but_half_of_the_publics_and_each_of_them_his_share() -> None:
    door = Door(EdgeLimits(8, 2, 8), clock=lambda: 0.0)
    public = []
    for number in range(7):
        caller = door.enter(f"192.0.2.{number}", lambda: None)
        assert caller is not None
        door.know(caller, f"p{number}")
        public.append(door.public)
    assert public == [0, 0, 0, 0, 0, 1, 2]
    wide = Door(EdgeLimits(400, 100, 400), clock=lambda: 0.0)
    for _number in range(OWN_CONNECTIONS + 2):
        caller = wide.enter("192.0.2.7", lambda: None)
        assert caller is not None
        for _ in range(2):  # who asks again by a connection of his own has one
            wide.know(caller, "ana")
    assert (OWN_CONNECTIONS, wide.public, len(wide)) == (32, 2, 34)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("unread", [None, 0.0])
def test_a_connection_is_quiet_unless_an_answer_is_under_way_that_is_being_read(
    stage: Stage, unread: float | None
) -> None:
    caller = Caller("192.0.2.7", lambda: None, 0.0)
    assert (caller.stage, caller.is_quiet) == (Stage.FIRST_BYTE, True)
    caller.stage, caller.unread_since = stage, unread
    assert caller.is_quiet is (unread is not None or stage not in (Stage.TURN, Stage.ANSWER))


def test_a_full_door_is_told_with_how_many_are_there(told: Told) -> None:
    door = Door(EdgeLimits(8, 2, 2), clock=lambda: 0.0)
    for _ in range(2):
        assert door.enter("192.0.2.7", lambda: None) is not None
    assert (told, door.turned_away) == ([], 0)
    assert door.enter("192.0.2.7", lambda: None) is not None
    assert (told, door.turned_away, len(door)) == ([("door-full", {"connections": 1})], 1, 2)


def test_a_stream_too_many_is_told_with_its_address(told: Told) -> None:
    streams = Streams(EdgeLimits(connections=16, reserve=4, per_address=4))
    streams.admit(Follower("192.0.2.7", 11, True))
    with pytest.raises(ProblemError) as caught:
        streams.admit(Follower("192.0.2.7", 12, True))
    assert (caught.value.problem.status, caught.value.problem.code) == (429, "too-many-streams")
    assert told == [("streams-full", {"address": "192.0.2.7"})]


# --- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "again"), [(503, [(b"retry-after", b"1")]), (403, [])])
def test_where_no_route_is_reached_a_problem_is_sent_whole(status: int, again: list[Any]) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    error = ProblemError(status, "too-many-requests" if status == 503 else "host")
    asyncio.run(send_problem(send, error))
    body = msgspec.json.encode(error.told("en"))
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode()), *again]
    assert sent == [
        {"type": "http.response.start", "status": status, "headers": headers},
        {"type": "http.response.body", "body": body, "more_body": False},
    ]


@pytest.mark.parametrize(
    ("status", "code", "detail"),
    [
        (400, "malformed", "x" * 300),
        (401, "no-session", "Unauthorized"),
        (403, "not-allowed", "Forbidden"),
        (404, "not-found", "x" * 300),
        (405, "method", "x" * 300),
        (413, "too-large", "x" * 300),
        (418, "error", "I'm a Teapot"),
        (500, "error", "Internal Server Error"),
    ],
)
def test_an_error_of_the_framework_says_no_more_than_its_kind_may(status: int, code: str, detail: str) -> None:
    found = from_http(HTTPException("x" * 400, status_code=status, extra={"sent": "secreto"})).problem
    assert (found.status, found.code, found.detail, found.facts, found.clauses) == (status, code, detail, {}, ())
    assert found.type == f"urn:tapete:problem:{code}"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("command-malformed", 400),
        ("chance-is-nobody", 403),
        ("system-act", 403),
        ("table-busy", 503),
        ("no-randomness", 503),
        ("vault-unread", 503),
        ("disk-short", 503),
        ("wrong-window", 409),
    ],
)
def test_a_refusal_is_a_conflict_with_the_rules_or_with_the_hall(
    code: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problems, "refusal", lambda *given: f"dicho: {given[0]}")
    found = refused_problem(Refused(code, {"free": 1}, (Cite("BG.IV.21"),)), "es").problem
    assert (found.status, found.code, found.facts, found.clauses) == (status, code, {"free": 1}, ("BG.IV.21",))
    assert found.detail == f"dicho: {code}"


def asked(path: str = "/", method: str = "GET", **headers: str) -> Any:
    return SimpleNamespace(
        url=SimpleNamespace(path=path),
        method=method,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        scope={},
        query_params={},
        cookies={},
    )


@pytest.mark.parametrize(
    ("path", "method", "headers", "kind"),
    [
        ("/api/v1/tables", "GET", {}, "problem"),
        ("/api/v1/tables", "POST", {"hx_request": "true"}, "problem"),
        ("/static/x.css", "GET", {}, "problem"),
        ("/mesa/uno/flujo", "GET", {}, "problem"),
        ("/mesa/uno/hacer", "POST", {}, "answer"),
        ("/mesa/uno/como/ana", "GET", {"hx_request": "true"}, "answer"),
        ("/mesa/uno/como/ana", "GET", {}, "page"),
        ("/mesa/uno/como/ana", "GET", {"hx_request": "false"}, "page"),
        ("/mesa/uno/como/ana", "DELETE", {}, "answer"),
    ],
)
@pytest.mark.parametrize("status", [404, 503])
def test_an_error_is_answered_to_a_program_a_form_or_a_person(
    path: str, method: str, headers: dict[str, str], kind: str, status: int
) -> None:
    code = "no-such-table" if status == 404 else "not-answered"
    found = server._answer(asked(path, method, **headers), ProblemError(status, code))
    text = found.content if isinstance(found.content, str) else found.content.decode()
    is_page, is_json = "<html" in text, text.startswith("{")
    assert (found.status_code, "page" if is_page else "problem" if is_json else "answer") == (status, kind)
    fate = {"tapete-fate": "known"} if kind == "answer" and status == 404 else {}
    again = {"Retry-After": "1"} if kind == "problem" and status == 503 else {}
    assert dict(found.headers) == fate | again


def test_an_unforeseen_error_is_told_by_its_kind_to_the_log_and_to_nobody_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    request = asked()
    request.scope = {"path_template": "/mesa/{table_id}"}
    found = problem_response(request, ZeroDivisionError("secreto"), "es")
    body = msgspec.json.decode(found.content)
    assert (found.status_code, body["code"], dict(found.headers)) == (500, "internal", {})
    assert b"secreto" not in found.content
    (one,) = caplog.records
    assert (one.message, one.facts) == ("unforeseen", {"kind": "ZeroDivisionError", "route": "/mesa/{table_id}"})  # type: ignore[attr-defined]
    allowed = problem_response(request, HTTPException("", status_code=405, headers={"Allow": "GET", "x": "y"}), "es")
    assert (allowed.status_code, dict(allowed.headers)) == (405, {"Allow": "GET"})


@pytest.mark.parametrize("status", [404, 500, 403])
def test_a_page_of_an_error_says_whether_there_is_nothing_there(status: int) -> None:
    found = problem_page(asked(), status)
    assert found.status_code == status
    assert 'href="/"' in found.content
    assert found.content != problem_page(asked(), 404 if status != 404 else 500).content


# --- a table that goes on elsewhere ----------------------------------------------------------------------------------


def state_of(people: object = None, *, carried: bool = True, word: bool = False) -> Any:
    """A hall in which «uno» goes on as «uno-2» and «tres» as a table without pages."""
    game = SimpleNamespace(game=SimpleNamespace(key="punto-y-banca"), id="uno")
    bare = SimpleNamespace(game=SimpleNamespace(key="toy"))
    return SimpleNamespace(
        hall=SimpleNamespace(
            successor_of=lambda table: {"uno": "uno-2", "tres": "tres-2"}.get(table),
            tables={"uno": game, "uno-2": game, "dos": game, "tres": game, "tres-2": bare},
        ),
        people=people,
        sessions=Sessions(lambda: 0.0),
        carried=carried,
        word=word,
    )


@pytest.fixture
def closed_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luis is on duty at «uno»; whatever else is asked of a hall it says itself."""
    monkeypatch.setattr(
        going_on, "is_on_duty", lambda table, person: (table is not None and person == LUIS) or table is None
    )
    monkeypatch.setattr(going_on, "is_carried_over", lambda state, table, person: state.carried and table == "uno-2")
    monkeypatch.setattr(place_claims, "is_return_word", lambda state, person, given: state.word and given == "w")
    monkeypatch.setattr(going_on, "redirect", lambda request, path: ("led", path))
    monkeypatch.setattr(going_on, "nothing_there", lambda request, table: ("nothing", table))
    monkeypatch.setattr(
        going_on, "enter_page", lambda request, table, action, part=None, person="": ("form", table, action, person)
    )
    monkeypatch.setattr(
        going_on,
        "session_of",
        lambda request, state, table, person: request.cookies.get("s") == f"{table}/{person}" or None,
    )
    parts = {"crupier": "croupier", "jugador-1": "player"}
    monkeypatch.setattr(
        seat_links,
        "find_seat_link",
        lambda table, link: SimpleNamespace(role=parts[link]) if link in parts else None,
    )


@pytest.mark.usefixtures("closed_table")
def test_a_closed_table_leads_on_to_one_that_has_pages_and_its_staff_nowhere() -> None:
    state = state_of()
    assert [going_on.successor_of(state, one) for one in ("uno", "dos", "tres", "nada")] == ["uno-2", None, None, None]
    session = Session("uno", ANA, 0.0)
    post = Session("uno", ANA, 0.0, is_staff=True)
    asked_of = [("ana", None), ("ana", session), ("ana", post), ("luis", None), ("luis", session)]
    found = [going_on.player_successor(state, "uno", person, own) for person, own in asked_of]
    assert found == ["uno-2", "uno-2", None, None, None]
    gone = SimpleNamespace(
        hall=SimpleNamespace(successor_of=state.hall.successor_of, tables={"uno-2": state.hall.tables["uno"]})
    )
    assert going_on.player_successor(cast(Any, gone), "uno", "eva") == "uno-2"
    assert going_on.player_successor(state, "nada", "luis") is None
    assert going_on.public_path("uno") == "/mesa/uno/publico"


@pytest.mark.usefixtures("closed_table")
@pytest.mark.parametrize(
    ("table", "link", "is_place"),
    [
        ("uno", "jugador-1", True),
        ("uno", "crupier", False),
        ("uno", "otro", True),
        ("nada", "crupier", True),
        ("nada", "jugador-1", True),
    ],
)
def test_every_link_of_a_closed_table_is_of_a_place_but_those_of_its_posts(
    table: str, link: str, is_place: bool
) -> None:
    try:
        found: object = going_on.is_place(state_of(), table, link)
    except AttributeError as error:
        found = error
    assert found is is_place


@pytest.mark.usefixtures("closed_table")
@pytest.mark.parametrize(
    ("own", "found"),
    [
        (None, "/mesa/uno-2/jugador-1"),
        (("uno", False), "/mesa/uno/como/ana"),
        (("uno", True), "/mesa/uno-2/jugador-1"),
        (("dos", False), "/mesa/uno-2/jugador-1"),
    ],
)
def test_whoever_had_come_by_the_link_of_a_place_stays_who_he_is(own: tuple[str, bool] | None, found: str) -> None:
    state, request = state_of(), asked()
    if own is not None:
        request.cookies["tapete-place"] = state.sessions.open(own[0], "ana", staff=own[1])
    try:
        told: object = going_on.place_link(request, state, "uno", "uno-2", "jugador-1")
    except AttributeError as error:
        told = error
    assert told == ("led", found)


@pytest.mark.usefixtures("closed_table")
@pytest.mark.parametrize("people", [None, object()])
@pytest.mark.parametrize("carried", [True, False])
@pytest.mark.parametrize("way", ["session", "word", "wrong word", "strange session", ""])
def test_only_who_shows_that_a_page_is_his_is_led_on_by_a_form(people: object, carried: bool, way: str) -> None:
    state, request = state_of(people, carried=carried, word=way == "word"), asked()
    if way:
        name = "s" if "session" in way else "tapete-return"
        value = {"session": "uno/ana", "strange session": "uno/eva"}.get(way, "w")
        request.cookies[name] = value
    has_way = way in ("session", "word")
    assert going_on.has_way(request, state, "uno", "ana") is has_way
    found = cast(Any, going_on.own_page(request, state, "uno", "uno-2", "ana"))
    if people is not None or not has_way:
        assert found == ("led", "/mesa/uno-2/como/ana")
    elif not carried:
        assert found == ("nothing", "uno-2")
    else:
        assert found == ("form", "uno-2", "/mesa/uno/como/ana", "ana")


def test_the_notice_of_a_closed_table_leads_to_where_it_goes_on() -> None:
    plain, followed = going_on.notice("uno-2", "es"), going_on.notice("uno-2", "es", "/mesa/uno-2/como/ana")
    assert ('href="/mesa/uno-2"' in plain, "data-goes-on" in plain) == (True, False)
    assert ('href="/mesa/uno-2/como/ana"' in followed, 'data-goes-on="/mesa/uno-2/como/ana"' in followed) == (
        True,
        True,
    )


def test_whom_nothing_was_carried_over_for_is_shown_the_places_and_the_screen() -> None:
    found = going_on.nothing_there(asked(), "uno-2")
    assert found.status_code == 200
    assert ['href="/mesa/uno-2"' in found.content, 'href="/mesa/uno-2/publico"' in found.content] == [True, True]


def test_a_single_message_is_said_once_and_ends() -> None:
    async def scene() -> list[bytes]:
        return [one async for one in going_on.single_message("una cosa\notra")]

    (one,) = asyncio.run(scene())
    assert one.startswith(b"id: 0\ndata: <span id=")
    assert one.endswith(b"\ndata: una cosa\ndata: otra\n\n")
