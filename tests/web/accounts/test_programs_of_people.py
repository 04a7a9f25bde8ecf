"""Programs of people with accounts: what keeps a login open, and how often who may try what from one address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from msgspec import to_builtins

from tapete.house import acts as a
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.live.posts import put_on_duty
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.edge.wrong_keys import BACK_S, TRIES, WrongKeys
from tapete.web.people.post_holders import account_named, may_be_sent, require_may_be_sent
from tapete.web.people.wiring import CODE_BACK_S, CODE_TRIES, NEWCOMER_BACK_S, NEWCOMERS
from tapete.web.problems import ProblemError
from tests.support.live.evening import do
from tests.support.web.accounts import HERE, ORIGIN, PASSWORD, People
from tests.support.web.following import following
from tests.support.web.house import House
from tests.web.accounts.test_house_for_programs import Programs

MINUTES = 60
NEAR, FAR = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def house(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a house with accounts on an open day."""

    def play(scene: Callable[[Programs], Awaitable[None]]) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path}/hall.db", Keys.fresh(), clock=ManualClock())
            people = People()
            app = create_app(hall, hosts=["testserver.local"], people=people(hall))
            director = people.account("dora").person
            await hall.open_house(a.OpenHouse("Casino de prueba", director))
            await do(hall.house, director, a.OpenDay("2026-11-22"))
            try:
                await scene(Programs(hall, people, app))
            finally:
                await hall.stop()

        anyio.run(main)

    return play


def from_(here: Programs, address: str) -> httpx.AsyncClient:
    """Return a program that comes from an address of its own."""
    transport = httpx.ASGITransport(here.app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url=HERE, headers=ORIGIN)


# --- what keeps a login open ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "is_kept"), [("view", False), ("legal", False), ("answers", False), ("stream", False), ("act", True)]
)
def test_at_a_desk_of_the_house_a_program_keeps_its_login_open_by_acts_alone(
    house: Any, how: str, is_kept: bool
) -> None:
    async def scene(here: Programs) -> None:
        desk = await here.session(str(here.people.account("dora").person), await here.login("dora"))
        async with following(here.app, "/api/v1/house/stream", **desk) as stream:
            await stream.next()
            here.people.now += 12 * MINUTES
            if how == "stream":
                here.house.redraw()
                await stream.next()
            elif how == "act":
                assert (await here.act(desk, act="write-minutes", text="Se ha ido la luz")).status_code == 200
                await stream.next()
            else:
                path = "/api/v1/house" if how == "view" else f"/api/v1/house/{how}"
                assert (await here.client.get(path, headers=desk)).status_code == 200
            here.people.now += 12 * MINUTES
            here.house.redraw()
            if is_kept:
                await stream.next()
            else:
                await stream.end()
        answer = await here.client.get("/api/v1/house", headers=desk)
        assert answer.status_code == (200 if is_kept else 401)
        assert is_kept or answer.json()["code"] == "no-session"

    house(scene)


@pytest.mark.parametrize(
    ("how", "is_kept"), [("", False), ("/legal", False), ("/explain", False), ("/entries", False), ("/acts", True)]
)
def test_at_a_post_of_a_table_a_program_keeps_its_login_open_by_acts_alone(run: Any, how: str, is_kept: bool) -> None:
    async def scene(here: House, people: People) -> None:
        eva = people.join("eva", Grant(Role.CROUPIER)).person
        await put_on_duty(here.table, Role.CROUPIER, eva)
        login = {"authorization": f"Bearer {people.token('eva')}"}
        asked = {"table": "mesa", "person": eva}
        begun = await here.client.post("/api/v1/sessions", json=asked, headers=login | ORIGIN)
        post = {"authorization": f"Bearer {begun.json()['token']}"}
        path = f"/api/v1/tables/mesa{how}"
        people.now += 12 * MINUTES
        if is_kept:
            sent = {"what": {"act": "open-bets"}, "at": to_builtins(here.table.step)}
            answer = await here.client.post(path, json=sent, headers=post | {"idempotency-key": "k"})
            assert answer.status_code == 409, answer.text  # refused, but asked for by himself
        else:
            assert (await here.client.get(path, headers=post)).status_code == 200
        people.now += 12 * MINUTES
        assert (await here.client.get("/api/v1/tables/mesa", headers=post)).status_code == (200 if is_kept else 401)

    run(scene)


@pytest.mark.parametrize("again", [False, True])
def test_whoever_begins_another_session_by_his_login_keeps_it_open(house: Any, again: bool) -> None:
    async def scene(here: Programs) -> None:
        login, person = await here.login("dora"), str(here.people.account("dora").person)
        await here.session(person, login)
        here.people.now += 12 * MINUTES
        if again:
            await here.session(person, login)
        here.people.now += 12 * MINUTES
        ended = await here.client.delete("/api/v1/logins", headers={"authorization": f"Bearer {login}"})
        assert ended.status_code == (204 if again else 401)

    house(scene)


# --- how often --------------------------------------------------------------------------------------------------------


def test_how_often_who_may_try_what() -> None:
    assert (TRIES, BACK_S) == (10, 30.0)
    assert (CODE_TRIES, CODE_BACK_S) == (60, 5.0)
    assert (NEWCOMERS, NEWCOMER_BACK_S) == (150, 10.0)


def test_wrong_logins_codes_and_newcomers_are_counted_by_address_each_for_itself(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is right is not counted as wrong, and is not even looked at where too much was wrong."""
    told: list[Any] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: told.append((code, facts)))

    async def scene(here: Programs) -> None:
        ana, _, back = await here.player("Ana")
        for name, code in (("wrong_logins", "too-many-keys"), ("wrong_codes", "too-many-keys"), ("newcomers", "x")):
            here.app.state[name] = WrongKeys(lambda: 0.0, tries=2, code=code, is_told=name != "newcomers")
        near, far = from_(here, NEAR), from_(here, FAR)

        async def log_in(program: httpx.AsyncClient, password: str = PASSWORD) -> tuple[int, str]:
            sent = {"name": "dora", "password": password, "second": here.people.code("dora")}
            here.people.now += 30
            return read(await program.post("/api/v1/logins", json=sent))

        async def redeem(program: httpx.AsyncClient, code: str = "") -> tuple[int, str]:
            sent = {"code": code or here.people.people.players.give_code(ana)}
            return read(await program.post("/api/v1/players", json=sent))

        async def register(program: httpx.AsyncClient, name: str = "Zoe") -> tuple[int, str]:
            return read(await program.post("/api/v1/players", json={"name": name}))

        def read(answer: httpx.Response) -> tuple[int, str]:
            return answer.status_code, answer.json().get("code", "")

        told.clear()
        assert [await log_in(near) for _ in range(3)] == [(201, "")] * 3
        assert [await log_in(near, "otra") for _ in range(2)] == [(403, "login-failed")] * 2
        assert ("wrong-key", {"address": NEAR}) in told
        told.clear()
        assert [await log_in(near), await log_in(near, "otra")] == [(429, "too-many-keys")] * 2
        assert told == [("wrong-keys-paused", {"address": NEAR})] * 2
        assert await log_in(far) == (201, "")

        assert [await redeem(near) for _ in range(3)] == [(201, "")] * 3
        assert [await redeem(near, "nada") for _ in range(2)] == [(403, "player-code-wrong")] * 2
        assert await redeem(near) == (429, "too-many-keys")
        sent = {"table": "house", "person": ana, "back": back}
        assert read(await near.post("/api/v1/sessions", json=sent)) == (429, "too-many-keys")
        assert await redeem(far) == (201, "")

        assert await register(near, "") == (400, "malformed")
        assert [await register(near, name) for name in ("Zoe", "Zoa")] == [(201, "")] * 2
        assert [await register(near, name) for name in ("Zoi", "")] == [(429, "x")] * 2
        assert await register(far, "Zoi") == (201, "")

    house(scene)


def test_whose_account_is_suspended_while_he_logs_in_is_told_so(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(here: Programs) -> None:
        monkeypatch.setattr(here.people.people.staff, "bearer", lambda *_, **__: None)
        sent = {"name": "dora", "password": PASSWORD, "second": here.people.code("dora")}
        told = {}
        for lang in ("es", "en"):
            answer = await here.client.post("/api/v1/logins", json=sent, headers={"accept-language": lang})
            here.people.now += 30
            sent["second"] = here.people.code("dora")
            assert (answer.status_code, answer.json()["code"]) == (403, "login-failed")
            told[lang] = answer.json()["detail"]
        wrong = await here.client.post("/api/v1/logins", json=sent | {"password": "x"})
        assert len({*told.values(), wrong.json()["detail"]}) == 3

    house(scene)


@pytest.mark.parametrize("token", ["", "Bearer nada", "Basic x"])
def test_where_there_is_no_house_no_program_is_asked_who_it_is(run: Any, token: str) -> None:
    async def scene(here: House, people: People) -> None:
        headers = ORIGIN | ({"authorization": token} if token else {})
        for path in ("", "/legal", "/answers", "/stream"):
            answer = await here.client.get(f"/api/v1/house{path}", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-place"), path
        sent: dict[str, Any] = {"json": {"what": {"act": "close-day"}}, "headers": headers | {"idempotency-key": "k"}}
        answer = await here.client.post("/api/v1/house/acts", **sent)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-place")

    run(scene)


def test_a_director_sends_by_a_program_whoever_may_have_the_post_to_it_and_nobody_else(house: Any) -> None:
    async def scene(here: Programs) -> None:
        here.people.join("caja", Grant(Role.CASHIER))
        here.people.join("puerta", Grant(Role.ADMISSION), Grant(Role.CASHIER))
        here.people.join("cruz", Grant(Role.CROUPIER))
        here.people.join("nadie")
        ana, _, _ = await here.player("Ana")
        desk = await here.session(str(here.people.account("dora").person), await here.login("dora"))
        sent = {}
        for role in ("cashier", "admission"):
            for name in ("caja", "puerta", "cruz", "nadie", "dora", "ana", "zoe"):
                account = here.people.people.staff.accounts.find(name)
                person = ana if name == "ana" else name if account is None else account.person
                before = here.house.state
                answer = await here.act(desk, act="go-on-duty", role=role, person=person)
                sent[role, name] = answer.status_code, answer.json().get("code", "")
                is_there = person in (one.person for one in here.house.view(here.people.account("dora").person).duties)
                if answer.status_code == 200:
                    assert is_there, name
                    await do(here.house, here.people.account("dora").person, a.GoOffDuty(Role(role), person))
                else:
                    assert here.house.state == before, name
        assert {key for key, (status, _) in sent.items() if status == 200} == {
            ("cashier", "caja"),
            ("cashier", "puerta"),
            ("admission", "puerta"),
        }
        assert {told for told in sent.values() if told[0] != 200} == {(403, "post-not-granted")}

    house(scene)


def test_whom_somebody_may_send_to_a_post_of_the_house_or_of_a_table(house: Any) -> None:
    async def scene(here: Programs) -> None:
        people = here.people.people
        everywhere = here.people.join("cruz", Grant(Role.CROUPIER), Grant(Role.CASHIER)).person
        at_one = here.people.join("luz", Grant(Role.CROUPIER, "mesa-1")).person
        ana, _, _ = await here.player("Ana")
        told = {
            (person, role, table)
            for person in (everywhere, at_one, ana, "cruz", f" {everywhere}", "")
            for role in ("croupier", "cashier", "director", "nada", "")
            for table in ("mesa-1", "mesa-2", "")
            if may_be_sent(people, person, role, table)
        }
        assert told == {
            *((everywhere, role, table) for role in ("croupier", "cashier") for table in ("mesa-1", "mesa-2", "")),
            (at_one, "croupier", "mesa-1"),
        }
        assert may_be_sent(people, everywhere, "croupier")
        assert not may_be_sent(people, at_one, "croupier"), "of the house, where no table is named"
        assert may_be_sent(None, "zoe", "nada", "mesa-1"), "without accounts anybody may"
        for text, person in (("cruz", everywhere), (f" {everywhere} ", everywhere), (" luz\n", at_one)):
            found = account_named(people, text)
            assert found is not None
            assert found.person == person
        assert [account_named(people, text) for text in (ana, "", "cru", everywhere[:-1])] == [None] * 4
        for what in ({"act": "relieve", "person": ana, "role": "croupier"}, {"act": "relieve", "person": everywhere}):
            with pytest.raises(ProblemError) as refused:
                require_may_be_sent(people, "mesa-1", what)
            assert (refused.value.problem.status, refused.value.problem.code, refused.value.case) == (
                *(403, "post-not-granted"),
                "pseudonym",
            )
        require_may_be_sent(people, "mesa-1", {"act": "relieve", "person": everywhere, "role": "croupier"})
        require_may_be_sent(people, "mesa-1", {"act": "leave", "person": ana, "role": "croupier"})

    house(scene)
