"""What the desks of a house with a staff key answer: status, where to, with which cookie, which session begins for
which address; and whose page a browser opens, asked of each thing that a session says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import httpx
import pytest

from tapete.house import acts as a
from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.live import Hall, Keys, security_log
from tapete.people.accounts import Account, AccountState, Grant
from tapete.table.staff import Role
from tapete.web import create_app, house_routes, render, sessions
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session, Sessions
from tapete.web.staff_access import StaffAccess
from tests.support.house import DIRECTOR

STAFF_KEY = "llave-de-la-sala"
SITE = "http://testserver.local"
HERE, KEPT = "2001:db8::7", "2001:db8::/64"
VALUE = re.compile(r"^([a-z-]+)=[^;]*")
Told = list[tuple[str, dict[str, Any]]]


class Desks:
    """The application over a hall with a house whose director is Dora."""

    def __init__(self, hall: Hall, access: StaffAccess) -> None:
        self.house: Any = hall.house
        self.app: Any = create_app(hall, hosts=["testserver.local"], staff_access=access)

    def browser(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, client=(HERE, 5000))
        return httpx.AsyncClient(transport=transport, base_url=SITE, headers={"origin": SITE})

    def known(self) -> list[tuple[str, str, bool, str, str]]:
        """Return table, person, post, address and login of each session."""
        kept = self.app.state.sessions._known.values()
        return [(one.table, one.person, one.is_staff, one.address, one.login) for one in kept]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a hall with a house."""

    def play(scene: Any, access: StaffAccess | None = None) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
            await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
            try:
                await scene(Desks(hall, access or StaffAccess(key=STAFF_KEY)))
            finally:
                await hall.stop()

        anyio.run(main)

    return play


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the security log was told meanwhile."""
    found: Told = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    return found


def answered(found: httpx.Response) -> tuple[int, str, list[str]]:
    cookies = [VALUE.sub(r"\1", one) for one in found.headers.get_list("set-cookie")]
    return found.status_code, found.headers.get("location", ""), cookies


def place(path: str) -> str:
    return f"tapete-place; HttpOnly; Path={path}; SameSite=lax"


def test_whoever_takes_a_desk_has_a_session_of_his_address_for_its_page_alone(run: Any, told: Told) -> None:
    async def scene(desks: Desks) -> None:
        told.clear()
        facts = {"table": KEY, "role": "director", "person": str(DIRECTOR), "address": KEPT}
        async with desks.browser() as browser:
            wrong = await browser.post("/casa/direccion", data={"person": str(DIRECTOR), "key": "mal"})
            assert (answered(wrong), told) == ((403, "", []), [("wrong-key", {"address": KEPT})])
            told.clear()
            came = await browser.post("/casa/direccion", data={"person": str(DIRECTOR), "key": STAFF_KEY})
            assert answered(came) == (303, "/casa/direccion", [place("/casa/direccion")])
            assert told == [("staff-entry", facts)]
            assert desks.known() == [(KEY, DIRECTOR, True, KEPT, "")]
            assert (await browser.post("/casa/direccion/mesa", data={"game": "parchís"})).status_code == 400
            assert (await browser.post("/casa/direccion/hacer", data={"act": "?"})).status_code == 400
            done = await browser.post("/casa/direccion/hacer", data={"act": "open-day", "day": "2026-11-22"})
            assert answered(done) == (303, "/casa/direccion", [])
            again = await browser.post("/casa/direccion/hacer", data={"act": "open-day", "day": "2026-11-22"})
            assert again.status_code == 409
            named = {"game": "punto-y-banca", "name": "uno", "minimum-euros": "10", "maximum-euros": "500"}
            assert answered(await browser.post("/casa/direccion/mesa", data=named)) == (303, "/casa/direccion", [])
            for path in ("/casa/caja/hacer", "/casa/caja/mesa"):
                assert (await browser.post(path, data={"act": "open-day"})).status_code == 401
            assert (await browser.post("/casa/cocina", data={})).status_code == 404

    run(scene)


def test_with_open_doors_a_desk_is_taken_by_a_name_and_the_log_is_told_nothing(run: Any, told: Told) -> None:
    async def scene(desks: Desks) -> None:
        told.clear()
        async with desks.browser() as browser:
            came = await browser.post("/casa/direccion", data={"person": str(DIRECTOR)})
            assert answered(came) == (303, "/casa/direccion", [place("/casa/direccion")])
        assert told == []

    run(scene, StaffAccess(is_open=True))


def test_where_no_session_can_begin_nobody_is_let_in_at_a_desk(
    run: Any, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(desks: Desks) -> None:
        monkeypatch.setattr(sessions, "MOST", 0)
        async with desks.browser() as browser:
            came = await browser.post("/casa/direccion", data={"person": str(DIRECTOR), "key": STAFF_KEY})
        assert (came.status_code, desks.known()) == (429, [])
        assert [one for one in told if one[0] == "sessions-full"] == [("sessions-full", {"address": KEPT})]

    run(scene)


def test_whoever_asks_at_an_address_too_often_reads_so_at_the_door_of_the_desk(run: Any, told: Told) -> None:
    async def scene(desks: Desks) -> None:
        desks.app.state.wrong_keys._clock = lambda: 0.0
        async with desks.browser() as browser:
            fields = {"person": str(DIRECTOR), "key": "mal"}
            found = [(await browser.post("/casa/direccion", data=fields)).status_code for _ in range(11)]
            right = await browser.post("/casa/direccion", data=fields | {"key": STAFF_KEY})
        assert (found, right.status_code) == ([403] * 10 + [429], 429)

    run(scene)


# --- whose page it is ------------------------------------------------------------------------------------------------

LUZ = PersonId("luz")


class Bearers:
    """The staff of a house: whose login a digest is; it notes which of them were touched."""

    def __init__(self, account: Account | None) -> None:
        self.account, self.touched = account, list[bool]()

    def bearer_by_digest(self, key: str, *, touch: bool) -> Account | None:
        self.touched.append(touch)
        return self.account if key == "login" else None


CASHIER = Account("luz", LUZ, AccountState.ACTIVE, frozenset({Grant(Role.CASHIER)}))
OTHER = Account("eva", PersonId("eva"), AccountState.ACTIVE, frozenset({Grant(Role.CASHIER)}))
DOORMAN = Account("luz", LUZ, AccountState.ACTIVE, frozenset({Grant(Role.ADMISSION)}))


@pytest.mark.parametrize(
    ("session", "on_duty", "account", "is_his"),
    [
        (Session(KEY, LUZ, 0.0, is_staff=True), True, None, True),
        (Session(KEY, LUZ, 0.0, is_staff=True), False, None, False),
        (Session(KEY, LUZ, 0.0), True, None, False),
        (Session("uno", LUZ, 0.0, is_staff=True), True, None, False),
        (None, True, None, False),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="login"), True, CASHIER, True),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="login"), False, CASHIER, False),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="login"), True, OTHER, False),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="login"), True, DOORMAN, False),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="login"), True, None, False),
        (Session(KEY, LUZ, 0.0, is_staff=True, login="ended"), True, CASHIER, False),
    ],
)
@pytest.mark.parametrize("touch", [None, False])
def test_a_desk_is_the_page_of_whoever_was_let_in_for_it_and_holds_it_now(
    monkeypatch: pytest.MonkeyPatch,
    session: Session | None,
    on_duty: bool,
    account: Account | None,
    is_his: bool,
    touch: bool | None,
) -> None:
    monkeypatch.setattr(
        house_routes, "is_holder", lambda view, role: on_duty and (view, role) == (f"view of {LUZ}", Role.CASHIER)
    )
    bearers = Bearers(account)
    state: Any = SimpleNamespace(
        sessions=SimpleNamespace(find=lambda token: session if token == "t" else None),
        hall=SimpleNamespace(house=SimpleNamespace(view=lambda who: f"view of {who}")),
        people=SimpleNamespace(staff=bearers),
    )
    request: Any = SimpleNamespace(cookies={"tapete-place": "t"}, query_params={}, headers={})
    how = {} if touch is None else {"touch": touch}
    try:
        found: object = house_routes.holder_of(request, state, "caja", **how)
    except AttributeError as error:
        found = error
    assert found == (LUZ if is_his else None)
    assert bearers.touched == ([touch is None] if session is not None and session.login else [])
    if is_his:
        assert house_routes.require_holder(request, state, "caja") == LUZ
    else:
        with pytest.raises(ProblemError) as caught:
            house_routes.require_holder(request, state, "caja")
        assert (caught.value.problem.status, caught.value.problem.code) == (401, "no-session")


def test_there_is_no_page_of_a_house_that_is_none_or_of_a_post_that_it_does_not_have() -> None:
    state: Any = SimpleNamespace(hall=SimpleNamespace(house=None), sessions=Sessions(lambda: 0.0))
    found: list[tuple[int, str, str]] = []
    for ask in (lambda: house_routes.require_house(state), lambda: house_routes.require_post_of_house("cocina")):
        with pytest.raises(ProblemError) as caught:
            ask()
        found.append((caught.value.problem.status, caught.value.problem.code, caught.value.case))
    assert found == [(404, "no-such-place", "no-house"), (404, "no-such-place", "")]


@pytest.mark.parametrize(("successor", "parts"), [("", ["live.html"]), ("uno-2", ["goes_on.html", "live.html"])])
def test_what_a_stream_renews_says_first_where_a_closed_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, successor: str, parts: list[str]
) -> None:
    drawn: list[tuple[str, dict[str, Any]]] = []

    def page(template: str, lang: str, **values: Any) -> str:
        assert lang == "es"
        drawn.append((template, values))
        return f"<{template}>"

    monkeypatch.setattr(render, "page", page)
    screen: Any = SimpleNamespace(live="live.html")
    view: Any = object()
    text = render.live_part(screen, view, "es", {"names": 1}, successor)
    assert text == "".join(f"<{one}>" for one in parts)
    values = {"live.html": {"m": screen, "v": view, "names": 1}, "goes_on.html": {"successor": "uno-2", "follow": ""}}
    assert drawn == [(one, values[one]) for one in parts]
