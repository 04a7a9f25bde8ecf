"""Programs of people with accounts: what keeps a login open, whom a director sends, why somebody is refused."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tapete.house import acts as a
from tapete.live.posts import put_on_house_duty
from tapete.people.accounts import Grant
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.words import fill, text
from tests.support.live.evening import OPENING, do
from tests.support.web.accounts import Programs
from tests.support.web.following import following

OPENED_BY = "on_open_day"
MINUTES = 60


@pytest.mark.parametrize(
    ("how", "is_kept"), [("view", False), ("legal", False), ("answers", False), ("stream", False), ("act", True)]
)
async def test_at_a_desk_of_the_house_a_program_keeps_its_login_open_by_acts_alone(
    here: Programs, /, how: str, is_kept: bool
) -> None:
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


async def test_a_director_sends_by_a_program_whoever_may_have_the_post_to_it_and_nobody_else(here: Programs, /) -> None:
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
    named = await here.act(desk, act="go-on-duty", role="cashier", person="caja")
    assert (named.status_code, named.json()["code"]) == (403, "post-not-granted"), "the name of an account is no person"
    assert {key for key, (status, _) in sent.items() if status == 200} == {
        ("cashier", "caja"),
        ("cashier", "puerta"),
        ("admission", "puerta"),
    }
    assert {told for told in sent.values() if told[0] != 200} == {(403, "post-not-granted")}


KEY = {"idempotency-key": "k"}
ACT = {"what": {"act": "complain", "text": "x"}}


def told(answer: httpx.Response) -> tuple[int, str, str]:
    """Return status, code and sentence of a refusal."""
    body = answer.json()
    return answer.status_code, body["code"], body["detail"]


def because(status: int, code: str, case: str, lang: str) -> tuple[int, str, str]:
    """Return a refusal for one of the reasons of its code."""
    sentence = text("problem", f"{code}.{case}" if case else code, lang)
    assert sentence is not None, (code, case)
    return status, code, fill(sentence, {}, lang)


@pytest.mark.parametrize("lang", ["es", "en"])
async def test_a_program_reads_why_it_is_refused_at_the_house_and_at_a_table(here: Programs, /, lang: str) -> None:
    here.client.headers["accept-language"] = lang
    director = here.people.account("dora").person
    cash, cruz = here.people.join("caja", Grant(Role.CASHIER)), here.people.join("cruz", Grant(Role.CROUPIER))
    table = await here.hall.open_table("punto-y-banca", OPENING)
    ana, hers, back = await here.player("Ana")
    bea, _, _ = await here.player("Bea")
    await do(here.house, director, a.Admit(ana))
    await do(table, ana, Sit(1))
    seat = await here.session(str(ana), table=table.id, back=back)
    login, other = await here.login("caja"), await here.login("cruz")
    desk = await here.session(str(director), await here.login("dora"))
    unknown = {"authorization": "Bearer nada"}
    of_table = f"/api/v1/tables/{table.id}"

    async def get(path: str, who: dict[str, str]) -> tuple[int, str, str]:
        return told(await here.client.get(path, headers=who))

    async def post(path: str, body: Any, who: dict[str, str]) -> tuple[int, str, str]:
        return told(await here.client.post(path, json=body, headers=who | KEY))

    for path in ("", "/legal", "/answers", "/stream"):
        assert await get(f"/api/v1/house{path}", unknown) == because(401, "no-session", "token-unknown", lang)
        assert await get(f"/api/v1/house{path}", seat) == because(403, "not-allowed", "other-table", lang)
    for path in ("", "/legal", "/explain", "/entries", "/stream"):
        assert await get(of_table + path, unknown) == because(401, "no-session", "token-unknown", lang)
        assert await get(of_table + path, hers) == because(403, "not-allowed", "other-table", lang)
    missing = because(401, "no-session", "token-missing", lang)
    assert await get("/api/v1/house/answers", {}) == missing
    assert await get(f"{of_table}/entries", {}) == missing
    assert await post("/api/v1/house/acts", ACT, {}) == missing
    assert await post(f"{of_table}/acts", {"what": {"act": "leave"}}, {}) == missing
    assert await get(f"{of_table}/entries", seat) == because(403, "not-allowed", "record-of-staff", lang)

    sent = {"what": {"act": "go-on-duty", "role": "cashier", "person": cruz.person}}
    assert await post("/api/v1/house/acts", sent, desk) == because(403, "post-not-granted", "pseudonym", lang)
    for body, bearer in (
        ({"person": bea}, seat),
        ({"person": ana}, {}),
        ({"person": cash.person}, {"authorization": f"Bearer {other}"}),
    ):
        for place in ("house", table.id):
            asked = body | {"table": place}
            found = await post("/api/v1/sessions", asked, bearer)
            assert found == because(403, "place-taken", "himself", lang), asked
    own = {"table": "house", "person": cash.person}
    bearer = {"authorization": f"Bearer {login}"}
    assert await post("/api/v1/sessions", own, bearer) == because(403, "post-needs-login", "own-post", lang)

    await put_on_house_duty(here.house, Role.CASHIER, cash.person)  # type: ignore[arg-type]
    post_ = await here.session(str(cash.person), login)
    await do(here.house, director, a.GoOffDuty(Role.CASHIER, cash.person))
    assert await get("/api/v1/house", post_) == because(403, "post-needs-login", "own-post", lang)
    await put_on_house_duty(here.house, Role.CASHIER, cash.person)  # type: ignore[arg-type]
    here.people.people.staff.grant("caja", {Grant(Role.ADMISSION)}, by="dora")
    assert await get("/api/v1/house", post_) == because(403, "post-not-granted", "", lang)
    here.people.people.staff.grant("caja", {Grant(Role.CASHIER)}, by="dora")
    assert (await here.client.get("/api/v1/house", headers=post_)).status_code == 200
    here.people.now += 21 * MINUTES
    assert await get("/api/v1/house", post_) == because(401, "no-session", "login-ended", lang)
    gone = told(await here.client.delete("/api/v1/logins", headers=bearer))
    assert gone == because(401, "no-session", "token-unknown", lang)
