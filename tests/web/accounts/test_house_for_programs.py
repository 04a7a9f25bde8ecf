"""The house for programs: what anybody reads of it, what players do about themselves, and the desks by their logins."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from msgspec import to_builtins

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT, OF_SYSTEM
from tapete.house.terms import SlipKind
from tapete.kernel import Act, PersonId, Refused
from tapete.live import Hall, Keys, ManualClock
from tapete.people.accounts import Grant
from tapete.record.codec import tag_of
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.web import create_app, sessions
from tapete.web.people.wiring import CODE_TRIES
from tests.house.test_posts import MAY
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import OPENING, do, slip
from tests.support.web.accounts import HERE, ORIGIN, PASSWORD, People
from tests.support.web.following import following
from tests.web.test_streams import BEGINNING

ACTS = "/api/v1/house/acts"
OWN = {"exclude-oneself", "limit-loss", "limit-time", "complain"}


class Programs:
    """A house on an open day, and the programs that ask it something. Ana is in it, with 600 € in chips."""

    def __init__(self, hall: Hall, people: People, app: Any) -> None:
        self.hall, self.house, self.people, self.app = hall, hall.house, people, app
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=ORIGIN)
        self.presses = 0

    async def player(self, name: str) -> tuple[PersonId, dict[str, str], str]:
        """Register a player; return pseudonym, the header of his session in the house, and his way back."""
        made = (await self.client.post("/api/v1/players", json={"name": name})).json()
        return PersonId(made["person"]), await self.session(made["person"], back=made["back"]), made["back"]

    async def session(self, person: str, bearer: str = "", table: str = "house", **more: str) -> dict[str, str]:
        """Begin a session of the house; return its header."""
        answer = await self.begin(person, bearer, table, **more)
        assert answer.status_code == 201, answer.text
        return {"authorization": f"Bearer {answer.json()['token']}"}

    async def begin(self, person: str, bearer: str = "", table: str = "house", **more: str) -> httpx.Response:
        headers = {"authorization": f"Bearer {bearer}"} if bearer else {}
        return await self.client.post(
            "/api/v1/sessions", json={"table": table, "person": person, **more}, headers=headers
        )

    async def login(self, name: str) -> str:
        """Log somebody in; return the token."""
        sent = {"name": name, "password": PASSWORD, "second": self.people.code(name)}
        self.people.now += 30
        return str((await self.client.post("/api/v1/logins", json=sent)).json()["token"])

    async def act(self, who: dict[str, str], key: str = "", **what: Any) -> httpx.Response:
        self.presses += 1
        self.before = self.house.state
        headers = {**who, "idempotency-key": key or f"k-{self.presses}"}
        return await self.client.post(ACTS, json={"what": what}, headers=headers)

    async def view(self, who: dict[str, str]) -> Any:
        answer = await self.client.get("/api/v1/house", headers=who)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def answers(self, who: dict[str, str]) -> Any:
        answer = await self.client.get("/api/v1/house/answers", headers=who)
        assert answer.status_code == 200, answer.text
        return answer.json()["days"]

    async def offered(self, who: dict[str, str]) -> set[str]:
        return {one["act"] for one in (await self.client.get("/api/v1/house/legal", headers=who)).json()["offers"]}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a house with accounts on an open day."""

    def play(scene: Any) -> None:
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


def test_a_player_limits_and_excludes_himself_and_complains(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, hers, _ = await here.player("Ana")
        assert await here.offered(hers) == OWN - {"complain"}
        stranger = await here.act(hers, act="complain", text="No me dejan entrar")
        assert (stranger.status_code, stranger.json()["code"]) == (409, "not-a-customer")
        await do(here.house, here.people.account("dora").person, a.Admit(ana))
        assert (await here.offered(hers)).issuperset(OWN)
        done = await here.act(hers, "k", act="limit-loss", amount=10_000)
        assert (done.status_code, done.json()["outcome"], done.json()["repeated"]) == (200, "accepted", False)
        assert (await here.act(hers, "k", act="limit-loss", amount=10_000)).json()["repeated"]
        assert (await here.act(hers, "k", act="limit-loss", amount=1)).json()["code"] == "command-conflict"
        assert here.house.state.visitor(ana).loss.now == 10_000
        assert (await here.act(hers, act="limit-time", minutes=30)).status_code == 200
        assert (await here.act(hers, act="complain", text="Me pagaron de menos")).status_code == 200
        assert (await here.act(hers, act="exclude-oneself", until="2026-12-31")).status_code == 200
        told = (await here.view(hers))["view"]
        assert told["my_limits"]["exclusion_end"] == "2026-12-31"
        assert (told["my_limits"]["minutes"], told["customers"]) == (30, [])
        assert [one["text"] for one in told["complaints"]] == ["Me pagaron de menos"]
        shorter = (await here.act(hers, act="exclude-oneself", until="2026-11-22")).json()
        assert (shorter["code"], shorter["clauses"]) == ("self-excluded", ["HP.HS.self-exclusion"])
        assert [one.text for one in here.house.view(here.people.account("dora").person).complaints] == [
            "Me pagaron de menos"
        ]

    run(scene)


def test_a_complaint_stays_with_the_director_until_it_is_answered_and_its_answer_with_whoever_complained(
    run: Any,
) -> None:
    async def scene(here: Programs) -> None:
        director = here.people.account("dora").person
        ana, hers, _ = await here.player("Ana")
        bea, other, _ = await here.player("Bea")
        await do(here.house, director, a.Admit(ana), a.Admit(bea))
        for who, text in ((hers, "Me pagaron de menos"), (hers, "Mucho humo"), (other, "La silla cojea")):
            assert (await here.act(who, act="complain", text=text)).status_code == 200
        directs = await here.session(director, await here.login("dora"))
        assert await here.answers(hers) == await here.answers(directs) == []
        await do(here.house, director, a.AnswerComplaint(1, "Se le ha pagado"), a.AnswerComplaint(3, "Se cambia"))
        first = await here.answers(hers)
        assert [(day["day"], [one["answer"] for one in day["answers"]]) for day in first] == [
            ("2026-11-22", ["Se le ha pagado"])
        ]
        await do(here.house, director, a.GoOnDuty(Role.CASHIER, CASHIER), a.GoOnDuty(Role.DIRECTOR, DIRECTOR))
        await slip(here.house, SlipKind.COUNT, 0)
        await do(here.house, director, a.CloseDay(), a.OpenDay("2026-11-23"))
        told = (await here.view(directs))["view"]
        assert ([one["text"] for one in told["complaints"]], told["answers"]) == (["Mucho humo"], [])
        assert (await here.view(hers))["view"]["complaints"] == told["complaints"]
        assert await here.answers(hers) == first
        await do(here.house, director, a.AnswerComplaint(2, "Hay terraza"))
        assert [(day["day"], [one["text"] for one in day["answers"]]) for day in await here.answers(directs)] == [
            ("2026-11-23", ["Mucho humo"]),
            ("2026-11-22", ["Me pagaron de menos", "La silla cojea"]),
        ]
        assert [day["day"] for day in await here.answers(hers)] == ["2026-11-23", "2026-11-22"]
        (own,) = await here.answers(other)
        assert [one["text"] for one in own["answers"]] == ["La silla cojea"]
        nobody = await here.client.get("/api/v1/house/answers")
        assert (nobody.status_code, nobody.json()["code"]) == (401, "no-session")

    run(scene)


def test_whoever_asks_for_himself_without_end_waits_and_the_record_does_not_grow(run: Any) -> None:
    async def scene(here: Programs) -> None:
        _, hers, _ = await here.player("Ana")
        told = [(await here.act(hers, act="limit-time", minutes=1 + turn)).status_code for turn in range(30)]
        grown = here.house.version
        assert (told[0], told[-1]) == (200, 429)
        refused = await here.act(hers, act="exclude-oneself", until="2027-01-01")
        assert (refused.status_code, refused.json()["code"], here.house.version) == (429, "too-many-acts", grown)
        _, others, _ = await here.player("Bea")
        assert (await here.act(others, act="limit-time", minutes=30)).status_code == 200

    run(scene)


def test_a_program_logs_out_and_what_it_began_ends_too(run: Any) -> None:
    async def scene(here: Programs) -> None:
        token = await here.login("dora")
        shown = {"authorization": f"Bearer {token}"}
        desk = await here.session(str(here.people.account("dora").person), token)
        assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 200
        assert (await here.client.delete("/api/v1/logins", headers=shown)).status_code == 204
        assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 401
        assert (await here.client.delete("/api/v1/logins", headers=shown)).status_code == 401
        assert (await here.client.delete("/api/v1/logins")).status_code == 401
        assert here.people.people.staff.sessions.open_sessions() == ()

    run(scene)


def test_nobody_is_another_player_and_a_code_ends_what_was_open(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, hers, back = await here.player("Ana")
        bea, his, other = await here.player("Bea")
        assert (await here.begin(str(ana), back=other)).status_code == 403
        assert (await here.begin(str(ana), his["authorization"].split()[1])).status_code == 403
        assert (await here.act(his, act="limit-loss", amount=1, person=str(ana))).status_code == 400
        assert (await here.view(his))["view"]["me"]["person"] == bea
        code = here.people.people.players.give_code(ana)
        assert (await here.client.post("/api/v1/players", json={"code": code})).status_code == 201
        assert (await here.client.get("/api/v1/house", headers=hers)).status_code == 401
        assert (await here.begin(str(ana), back=back)).status_code == 403

    run(scene)


def test_a_way_back_of_a_player_is_not_tried_out(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, _, back = await here.player("Ana")
        for number in range(CODE_TRIES):
            assert (await here.begin(str(ana), back=f"{number:043}")).status_code == 403
        told = await here.begin(str(ana), back=back)
        assert (told.status_code, told.json()["code"]) == (429, "too-many-keys")
        there = httpx.ASGITransport(here.app, client=("10.0.0.9", 1))
        here.client = httpx.AsyncClient(transport=there, base_url=HERE, headers=ORIGIN)
        assert (await here.begin(str(ana), back=back)).status_code == 201

    run(scene)


@pytest.mark.parametrize("tag", sorted(tag_of(one) for one in OF_SYSTEM))
def test_what_the_system_tells_no_program_does(run: Any, tag: str) -> None:
    async def scene(here: Programs) -> None:
        _, hers, _ = await here.player("Ana")
        before = here.house.version
        assert (await here.act(hers, act=tag)).json()["code"] == "system-act"
        assert here.house.version == before

    run(scene)


def test_a_player_does_nothing_that_is_a_posts(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, hers, _ = await here.player("Ana")
        before = here.house.version
        for what in (
            {"act": "close-day"},
            {"act": "admit", "person": ana},
            {"act": "sell-chips", "person": ana, "amount": 100},
            {"act": "write-slip", "kind": "supply", "chips": 100},
            {"act": "bar", "person": ana, "reason": "no"},
            {"act": "write-minutes", "text": "no"},
        ):
            no = await here.act(hers, **what)
            assert (no.status_code, no.json()["code"] in ("not-your-post", "not-on-duty")) == (409, True), no.text
        sent = await here.act(hers, act="go-on-duty", role="cashier", person=ana)
        assert (sent.status_code, sent.json()["code"]) == (403, "post-not-granted")
        assert here.house.version == before

    run(scene)


WHO = ("dora", "caja", "puerta", "sala", "cruz", "ana", "")


@pytest.mark.parametrize("name", WHO)
def test_every_act_of_every_post_is_what_the_house_decides(run: Any, name: str) -> None:
    async def scene(here: Programs) -> None:
        director = here.people.account("dora").person
        for one, role in (("caja", Role.CASHIER), ("puerta", Role.ADMISSION), ("sala", Role.HALL_MANAGER)):
            await do(here.house, director, a.GoOnDuty(role, here.people.join(one, Grant(role)).person))
        here.people.join("cruz", Grant(Role.CROUPIER))
        who: PersonId | None = None
        header: dict[str, str] = {}
        if name == "ana":
            who, header, _ = await here.player("Ana")
        elif name == "cruz":  # on no post of the house: his login opens nothing there
            begun = await here.begin(str(here.people.account(name).person), await here.login(name))
            assert begun.status_code == 403
        elif name:
            who = here.people.account(name).person
            header = await here.session(str(who), await here.login(name))
        for kind, (what, *_) in MAY.items():
            before = here.house.version
            answer = await here.act(header, **to_builtins(what))
            version = here.house.version
            if who is None:
                assert (answer.status_code, version) == (401, before), kind
            elif kind in OF_SYSTEM:
                assert (answer.json()["code"], version) == ("system-act", before), kind
            elif kind is a.GoOnDuty:  # it names nobody who has an account
                assert (answer.json()["code"], version) == ("post-not-granted", before), kind
            else:
                decided = ESTABLISHMENT.decide(here.before, Act(who, what))
                no = decided.code if isinstance(decided, Refused) else ""
                assert (answer.json().get("code", ""), version - before) == (no, 0 if no else 1), kind

    run(scene)


def test_a_desk_is_worked_by_its_login_while_it_is_on_duty(run: Any) -> None:
    async def scene(here: Programs) -> None:
        cash = here.people.join("caja", Grant(Role.CASHIER))
        director = here.people.account("dora").person
        ana, _, _ = await here.player("Ana")
        token = await here.login("caja")
        assert (await here.begin(str(cash.person), token)).json()["code"] == "post-needs-login"
        await do(here.house, director, a.GoOnDuty(Role.CASHIER, cash.person))
        desk = await here.session(str(cash.person), token)
        assert "sell-chips" not in await here.offered(desk)
        assert (await here.act(desk, act="write-slip", kind="supply", chips=100_000, cash=0)).status_code == 200
        boss = await here.session(str(director), await here.login("dora"))
        slip = (await here.view(boss))["view"]["slips"][0]["serial"]
        assert (await here.act(desk, act="sign-slip", serial=slip)).json()["code"] == "second-signature"
        assert (await here.act(boss, act="sign-slip", serial=slip)).status_code == 200
        assert (await here.act(boss, act="admit", person=ana)).status_code == 200
        assert (await here.act(desk, act="sell-chips", person=ana, amount=60_000)).status_code == 200
        assert (await here.view(desk))["view"]["customers"][0]["chips"] == 60_000
        assert (await here.view(boss))["view"]["before_closing"][0]["code"] == "desk-uncounted"
        sent = await here.act(boss, act="go-on-duty", role="admission", person=cash.person)
        assert (sent.status_code, sent.json()["code"]) == (403, "post-not-granted")
        await do(here.house, director, a.GoOffDuty(Role.CASHIER, cash.person))
        assert (await here.act(desk, act="sell-chips", person=ana, amount=100)).status_code == 403
        assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 403
        await do(here.house, director, a.GoOnDuty(Role.CASHIER, cash.person))
        here.people.people.staff.suspend("caja", by="dora")
        await anyio.sleep(0)
        assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 401
        assert (await here.act(desk, act="sell-chips", person=ana, amount=100)).status_code == 401

    run(scene)


def test_a_login_works_a_desk_for_as_long_as_its_account_has_the_post(run: Any) -> None:
    async def scene(here: Programs) -> None:
        cash = here.people.join("caja", Grant(Role.CASHIER))
        director = here.people.account("dora").person
        await do(here.house, director, a.GoOnDuty(Role.CASHIER, cash.person))
        desk = await here.session(str(cash.person), await here.login("caja"))
        here.people.people.staff.grant("caja", {Grant(Role.ADMISSION)}, by="dora")
        no = await here.act(desk, act="write-slip", kind="supply", chips=1, cash=0)
        assert (no.status_code, no.json()["code"]) == (403, "post-not-granted")
        here.people.people.staff.grant("caja", {Grant(Role.CASHIER)}, by="dora")
        here.people.now += 20 * 60
        assert (await here.view({}))["view"]["phase"] == "open"
        assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 401

    run(scene)


def test_without_a_token_the_house_is_read_as_the_public_page_shows_it(run: Any) -> None:
    async def scene(here: Programs) -> None:
        _, hers, _ = await here.player("Ana")
        told = await here.view({})
        assert told["version"] == here.house.version
        shown = {name for name, value in told["view"].items() if value not in (None, [])}
        assert shown == {"name", "phase", "day", "step"}
        assert await here.offered({}) == set()
        assert (await here.act({}, act="complain", text="x")).status_code == 401
        assert (await here.act({"authorization": "Bearer nada"}, act="complain", text="x")).status_code == 401
        for body in (
            {},
            {"what": {}},
            {"what": {"act": "nada"}},
            {"what": {"act": "complain", "text": "x"}, "by": "x"},
        ):
            headers = {**hers, "idempotency-key": "k"}
            assert (await here.client.post(ACTS, json=body, headers=headers)).status_code == 400, body
        assert (
            await here.client.post(ACTS, json={"what": {"act": "complain", "text": "x"}}, headers=hers)
        ).status_code == 400

    run(scene)


def test_a_session_begins_by_a_way_back_a_token_of_his_own_or_a_login_and_by_nothing_else(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, hers, back = await here.player("Ana")
        bea, of_bea, way_of_bea = await here.player("Bea")
        caja = here.people.join("caja", Grant(Role.CASHIER)).person
        login = await here.login("caja")
        await do(here.house, here.people.account("dora").person, a.GoOnDuty(Role.CASHIER, caja))
        at_the_desk = await here.session(caja, bearer=login)
        tokens = {
            name: header["authorization"].removeprefix("Bearer ")
            for name, header in (("ana", hers), ("bea", of_bea), ("desk", at_the_desk))
        }
        for who, bearer, more, status in (
            (ana, "", {"back": back}, 201),
            (ana, "", {}, 403),
            (ana, "", {"back": way_of_bea}, 403),
            (ana, tokens["ana"], {}, 201),
            (ana, tokens["bea"], {}, 403),
            (ana, tokens["bea"], {"back": way_of_bea}, 403),
            (ana, tokens["ana"], {"back": way_of_bea}, 201),
            (ana, tokens["bea"], {"back": back}, 201),
            (ana, tokens["desk"], {}, 403),
            (ana, login, {}, 403),
            (bea, tokens["bea"], {}, 201),
            (caja, login, {}, 201),
            (caja, tokens["desk"], {}, 403),
            (caja, tokens["ana"], {}, 403),
            (caja, "", {}, 403),
        ):
            answer = await here.begin(who, bearer, **more)
            assert answer.status_code == status, (who, bearer, more, answer.text)
            told = answer.json()
            if status == 201:
                assert (told["table"], told["person"], told["back"]) == ("house", who, more.get("back", ""))
            else:
                assert told["code"] == "place-taken"

    run(scene)


def test_where_no_session_can_begin_a_program_of_a_house_is_told_to_wait(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(here: Programs) -> None:
        ana, _, back = await here.player("Ana")
        monkeypatch.setattr(sessions, "MOST", 1)
        for session in here.app.state.sessions._known.values():
            session.streams = 1  # her page is open, and is not closed for another
        answer = await here.begin(ana, back=back)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-sessions")

    run(scene)


def test_a_session_of_a_house_begins_at_its_tables_and_in_itself_and_nowhere_else(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, _, back = await here.player("Ana")
        for table in ("none", "", "House"):
            answer = await here.begin(ana, table=table, back=back)
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")

    run(scene)


def test_a_token_of_a_table_is_none_of_the_house_nor_the_other_way(run: Any) -> None:
    async def scene(here: Programs) -> None:
        director = here.people.account("dora").person
        ana, hers, back = await here.player("Ana")
        table = await here.hall.open_table("punto-y-banca", OPENING)
        await do(here.house, director, a.Admit(ana))
        await do(table, ana, Sit(1))
        seat = await here.session(str(ana), table=table.id, back=back)
        assert (await here.client.get("/api/v1/house", headers=seat)).status_code == 403
        assert (await here.client.get(f"/api/v1/tables/{table.id}", headers=hers)).status_code == 403
        assert (await here.client.get(f"/api/v1/tables/{table.id}", headers=seat)).status_code == 200

    run(scene)


def test_a_program_follows_the_house_until_its_session_ends(run: Any) -> None:
    async def scene(here: Programs) -> None:
        ana, hers, _ = await here.player("Ana")
        path = "/api/v1/house/stream"
        assert (await here.client.get(path, headers={"authorization": "Bearer x"})).status_code == 401
        async with following(here.app, path, **hers) as own, following(here.app, path) as public:
            token = hers["authorization"].removeprefix("Bearer ")
            session = here.app.state.sessions.find(token)
            for stream in (own, public):
                version, told = (await stream.next()).split("\n")
                assert version == f"id: {here.house.version}"
                who = hers if stream is own else {}
                assert json.loads(told.removeprefix("data: ")) == await here.view(who)
                assert (stream.status, {name: stream.headers.get(name) for name in BEGINNING}) == (200, BEGINNING)
            assert (session.streams, here.app.state.streams.open, here.app.state.streams.public) == (1, 2, 2)
            await do(here.house, ana, a.LimitLoss(777))
            assert '"loss":777' in await own.next()
            assert '"phase":"open"' in (shown := await public.next())
            assert "777" not in shown
            here.app.state.end_sessions_of(ana)
            await own.end()
        assert (session.streams, here.app.state.streams.open) == (0, 0)

    run(scene)


def test_a_hall_without_a_house_has_none_for_programs(tmp_path: Path) -> None:
    async def main() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path}/hall.db", Keys.fresh())
        app: Any = create_app(hall, hosts=["testserver.local"])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as client:
            for path in ("", "/legal", "/stream"):
                assert (await client.get(f"/api/v1/house{path}")).status_code == 404
            sent = await client.post(ACTS, json={"what": {"act": "close-day"}}, headers={"idempotency-key": "k"})
            assert (sent.status_code, sent.json()["code"]) == (404, "no-such-place")
        await hall.stop()

    anyio.run(main)
