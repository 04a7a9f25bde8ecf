"""The house for programs: what anybody reads of it, what players do about themselves, and the desks by their logins."""

from __future__ import annotations

import anyio
import httpx
import pytest
from msgspec import to_builtins

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT, OF_SYSTEM
from tapete.kernel import Act, PersonId, Refused
from tapete.people.accounts import Grant
from tapete.record.codec import tag_of
from tapete.table.staff import Role
from tapete.web.people.wiring import CODE_TRIES
from tests.house.test_posts import MAY
from tests.support.live.evening import do
from tests.support.web.accounts import ACTS, HERE, ORIGIN, Programs

OPENED_BY = "on_open_day"


async def test_whoever_asks_for_himself_without_end_waits_and_the_record_does_not_grow(here: Programs, /) -> None:
    _, hers, _ = await here.player("Ana")
    told = [(await here.act(hers, act="limit-time", minutes=1 + turn)).status_code for turn in range(30)]
    grown = here.house.version
    assert (told[0], told[-1]) == (200, 429)
    refused = await here.act(hers, act="exclude-oneself", until="2027-01-01")
    assert (refused.status_code, refused.json()["code"], here.house.version) == (429, "too-many-acts", grown)
    _, others, _ = await here.player("Bea")
    assert (await here.act(others, act="limit-time", minutes=30)).status_code == 200


async def test_a_program_logs_out_and_what_it_began_ends_too(here: Programs, /) -> None:
    token = await here.login("dora")
    shown = {"authorization": f"Bearer {token}"}
    desk = await here.session(str(here.people.account("dora").person), token)
    assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 200
    assert (await here.client.delete("/api/v1/logins", headers=shown)).status_code == 204
    assert (await here.client.get("/api/v1/house", headers=desk)).status_code == 401
    assert (await here.client.delete("/api/v1/logins", headers=shown)).status_code == 401
    assert (await here.client.delete("/api/v1/logins")).status_code == 401
    assert here.people.people.staff.sessions.open_sessions() == ()


async def test_nobody_is_another_player_and_a_code_ends_what_was_open(here: Programs, /) -> None:
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


async def test_a_way_back_of_a_player_is_not_tried_out(here: Programs, /) -> None:
    ana, _, back = await here.player("Ana")
    for number in range(CODE_TRIES):
        assert (await here.begin(str(ana), back=f"{number:043}")).status_code == 403
    told = await here.begin(str(ana), back=back)
    assert (told.status_code, told.json()["code"]) == (429, "too-many-keys")
    there = httpx.ASGITransport(here.app, client=("10.0.0.9", 1))
    here.client = httpx.AsyncClient(transport=there, base_url=HERE, headers=ORIGIN)
    assert (await here.begin(str(ana), back=back)).status_code == 201


async def test_what_the_system_tells_no_program_does(here: Programs, /) -> None:
    _, hers, _ = await here.player("Ana")
    before = here.house.version
    told = {tag: (await here.act(hers, act=tag)).json()["code"] for tag in map(tag_of, OF_SYSTEM)}
    assert {tag: code for tag, code in told.items() if code != "system-act"} == {}
    assert here.house.version == before


WHO = ("dora", "caja", "puerta", "sala", "cruz", "ana", "")


@pytest.mark.parametrize("name", WHO)
async def test_every_act_of_every_post_is_what_the_house_decides(here: Programs, /, name: str) -> None:
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


async def test_a_desk_is_worked_by_its_login_while_it_is_on_duty(here: Programs, /) -> None:
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


async def test_without_a_token_the_house_is_read_as_the_public_page_shows_it(here: Programs, /) -> None:
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


async def test_a_session_begins_by_a_way_back_a_token_of_his_own_or_a_login_and_by_nothing_else(
    here: Programs, /
) -> None:
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
