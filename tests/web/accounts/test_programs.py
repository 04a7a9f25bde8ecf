"""Programs of people with accounts: what they read and do in the house, what ends a login, why one is refused."""

from typing import Any

import anyio
import pytest
from msgspec import to_builtins

from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT, OF_SYSTEM
from tapete.house.terms import SlipKind
from tapete.kernel import Act, ActBody, PersonId, Refused
from tapete.live.timers import put_on_house_duty
from tapete.people.accounts import Grant
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.words import fill, text
from tests.support.house import ANA, BEA, CASHIER, TABLE
from tests.support.live.evening import OPENING, do
from tests.support.web.accounts import ACTS, Programs
from tests.support.web.following import following

OPENED_BY = "on_open_day"
MAY: tuple[ActBody, ...] = (
    a.OpenHouse("Otra", ANA),
    a.OpenDay("2026-11-24"),
    a.CloseDay(),
    a.SetDifferenceLimit(0),
    a.SetDinnerHour("20:00", "21:00"),
    a.WriteMinutes("nota"),
    a.Complain("queja"),
    a.AnswerComplaint(1, "respuesta"),
    a.GoOnDuty(Role.CASHIER, BEA),
    a.GoOffDuty(Role.CASHIER, CASHIER),
    a.Admit(BEA),
    a.LetOut(ANA),
    a.Bar(BEA, "pelea"),
    a.LiftBar(PersonId("vetada"), "aclarado"),
    a.ExcludeOneself("2026-12-24"),
    a.LimitLoss(100),
    a.LimitTime(30),
    a.SellChips(ANA, 100),
    a.BuyBackChips(ANA, 100),
    a.TakeDeposit(ANA, 100),
    a.ReturnDeposit(ANA, 100),
    a.ChangeDeposit(ANA, 100),
    a.EndAward("dos-panos", "salon", "no viene"),
    a.AcceptInstitution("Banco A"),
    a.LodgeProof(ANA, 100),
    a.ReleaseProof(ANA),
    a.WriteSlip(SlipKind.FILL, 100, TABLE),
    a.SignSlip(3),
    a.ConfirmDifference(4, 100, 0, "motivo"),
    a.TearSlip(3),
)
"""An act of each kind that people do, as somebody may send it."""


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


@pytest.mark.parametrize("name", ["dora", "caja", "puerta", "sala", "cruz", "ana", ""])
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
    wrong = []
    for what in MAY:
        kind = type(what)
        before = here.house.version
        answer = await here.act(header, **to_builtins(what))
        found = (answer.json().get("code", ""), here.house.version - before)
        if who is None:
            due = ("no-session", 0)
        elif kind in OF_SYSTEM:
            due = ("system-act", 0)
        elif kind is a.GoOnDuty:  # it names nobody who has an account
            due = ("post-not-granted", 0)
        else:
            decided = ESTABLISHMENT.decide(here.before, Act(who, what))
            due = (decided.code, 0) if isinstance(decided, Refused) else ("", 1)
        if found != due:
            wrong.append((kind.__name__, f"expected {due}", found))
    assert wrong == []


async def test_a_desk_is_worked_by_its_login_while_it_is_on_duty(here: Programs, /) -> None:
    cash = here.people.join("caja", Grant(Role.CASHIER))
    director = here.people.account("dora").person
    ana, _, _ = await here.player("Ana")
    token = await here.login("caja")
    assert (await here.begin(str(cash.person), token)).json()["code"] == "post-needs-login"
    await do(here.house, director, a.GoOnDuty(Role.CASHIER, cash.person))
    desk = await here.session(str(cash.person), token)
    assert (await here.act(desk, act="write-slip", kind="supply", chips=100_000, cash=0)).status_code == 200
    boss = await here.session(str(director), await here.login("dora"))
    assert (await here.act(desk, act="sign-slip", serial=1)).json()["code"] == "second-signature"
    assert (await here.act(boss, act="sign-slip", serial=1)).status_code == 200
    assert (await here.act(boss, act="admit", person=ana)).status_code == 200
    assert (await here.act(desk, act="sell-chips", person=ana, amount=60_000)).status_code == 200
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


@pytest.mark.parametrize("loss", ["none", "suspend", "remove", "grant", "reset", "off duty"])
@pytest.mark.parametrize("kind", ["supply", "buy-back", "deposit-return", "count"])
async def test_no_first_word_outlives_the_post_of_whoever_gave_it(here: Programs, /, kind: str, loss: str) -> None:
    """Threat T15: two sign, and the first of them may not act any more; a correction is asked the same."""
    house, director = here.house, here.people.account("dora").person
    cash = here.people.join("caja", Grant(Role.CASHIER)).person
    await do(house, director, a.GoOnDuty(Role.CASHIER, cash))
    desk = await here.session(str(cash), await here.login("caja"))
    boss = await here.session(str(director), await here.login("dora"))
    ana, hers, _ = await here.player("Ana")
    await do(house, director, a.Admit(ana))
    await do(house, cash, a.WriteSlip(SlipKind.SUPPLY, 5_000_000, "", 2_000_000))
    await do(house, director, a.SignSlip(1))
    await do(house, cash, a.SellChips(ana, 60_000), a.TakeDeposit(ana, 1_000))
    held, named = house.state.ledger, {"person": ana} if kind in ("buy-back", "deposit-return") else {}
    counted = {"chips": held["chips"], "cash": held["cash"], "kept_money": 1_000} if kind == "count" else {}
    written = await here.act(desk, act="write-slip", kind=kind, **{"chips": 1_000, "cash": 0} | counted | named)
    assert written.status_code == 200
    if loss == "off duty":
        await do(house, director, a.GoOffDuty(Role.CASHIER, cash))
    elif loss != "none":
        getattr(here.people.people.staff, loss)("caja", *[()] * (loss == "grant"), by="dora")
    signed = await here.act(hers if named else boss, act="sign-slip", serial=2)
    due = {"none": (200, None), "off duty": (409, "first-word-gone")}.get(loss, (403, "post-not-granted"))
    assert (signed.status_code, signed.json().get("code")) == due
    assert (house.state.ledger == held) is (loss != "none" or kind == "count")
    assert (await here.act(boss, act="tear-slip", serial=2)).status_code == (409 if loss == "none" else 200)


async def test_without_a_token_the_house_is_read_as_the_public_page_shows_it(here: Programs, /) -> None:
    _, hers, _ = await here.player("Ana")
    told, complaint = await here.view({}), {"act": "complain", "text": "x"}
    assert told["version"] == here.house.version
    assert {name for name, value in told["view"].items() if value not in (None, [])} == {"name", "phase", "day", "step"}
    assert await here.offered({}) == set()
    for who in ({}, {"authorization": "Bearer nada"}):
        assert (await here.act(who, **complaint)).status_code == 401
    for body in ({}, {"what": {}}, {"what": {"act": "nada"}}, {"what": complaint, "by": "x"}):
        assert (await here.client.post(ACTS, json=body, headers=hers | KEY)).status_code == 400, body
    assert (await here.client.post(ACTS, json={"what": complaint}, headers=hers)).status_code == 400, "it has no id"


async def test_a_session_begins_by_a_way_back_a_token_of_his_own_or_a_login_and_by_nothing_else(here, /) -> None:
    ana, hers, back = await here.player("Ana")
    _, his, other = await here.player("Bea")
    caja = here.people.join("caja", Grant(Role.CASHIER)).person
    login = await here.login("caja")
    await do(here.house, here.people.account("dora").person, a.GoOnDuty(Role.CASHIER, caja))
    at_the_desk = await here.session(caja, bearer=login)
    of_ana, of_bea, of_desk = (one["authorization"].removeprefix("Bearer ") for one in (hers, his, at_the_desk))
    for who, bearer, way, is_let_in in (
        (ana, "", back, True),
        (ana, "", "", False),
        (ana, "", other, False),
        (ana, of_ana, "", True),
        (ana, of_bea, "", False),
        (ana, of_bea, back, True),
        (ana, of_desk, "", False),
        (ana, login, "", False),
        (caja, login, "", True),
        (caja, of_desk, "", False),
        (caja, "", "", False),
    ):
        answer = await here.begin(who, bearer, **({"back": way} if way else {}))
        told = answer.json()
        due = (201, "house", who, way) if is_let_in else (403, "place-taken")
        found = (told["table"], told["person"], told["back"]) if is_let_in else (told["code"],)
        assert (answer.status_code, *found) == due, (who, bearer, way)


MINUTES = 60


@pytest.mark.parametrize("is_kept", [False, True])
async def test_a_program_keeps_its_login_open_by_acts_alone(here: Programs, /, is_kept: bool) -> None:
    desk = await here.session(str(here.people.account("dora").person), await here.login("dora"))
    async with following(here.app, "/api/v1/house/stream", **desk) as stream:
        await stream.next()
        here.people.now += 12 * MINUTES
        for path in ("", "/legal", "/answers"):
            assert (await here.client.get(f"/api/v1/house{path}", headers=desk)).status_code == 200
        if is_kept:
            assert (await here.act(desk, act="write-minutes", text="Se ha ido la luz")).status_code == 200
            await stream.next()
        here.people.now += 12 * MINUTES
        here.house.redraw()
        if not is_kept:
            await stream.end()
    answer = await here.client.get("/api/v1/house", headers=desk)
    assert (answer.status_code, answer.json().get("code", "")) == ((200, "") if is_kept else (401, "no-session"))


KEY = {"idempotency-key": "k"}
ACT = {"what": {"act": "complain", "text": "x"}}


async def test_a_program_reads_why_it_is_refused_at_the_house_and_at_a_table(here: Programs, /) -> None:
    here.client.headers["accept-language"] = "en"
    director, join = here.people.account("dora").person, here.people.join
    cash, cruz = join("caja", Grant(Role.CASHIER)), join("cruz", Grant(Role.CROUPIER))
    table = await here.hall.open_table("punto-y-banca", OPENING)
    ana, hers, back = await here.player("Ana")
    bea, _, _ = await here.player("Bea")
    await do(here.house, director, a.Admit(ana))
    await do(table, ana, Sit(1))
    seat = await here.session(str(ana), table=table.id, back=back)
    login, other = [{"authorization": f"Bearer {await here.login(name)}"} for name in ("caja", "cruz")]
    desk = await here.session(str(director), await here.login("dora"))
    unknown, of_table, house, sessions = {"authorization": "Bearer nada"}, f"/tables/{table.id}", "/house", "/sessions"
    wrong = []

    async def asked(due: tuple[int, str, str], who: dict[str, str], path: str, body: Any = None) -> None:
        """Ask something that is to be refused for one of the reasons of a code; the sentence is that of the reason."""
        status, code, case = due
        sent = {"json": body, "headers": who | KEY} if body else {"headers": who}
        answer = await here.client.request("POST" if body else "GET", f"/api/v1{path}", **sent)
        found, sentence = answer.json(), text("problem", f"{code}.{case}" if case else code, "en")
        if (answer.status_code, found["code"], found["detail"]) != (status, code, fill(str(sentence), {}, "en")):
            wrong.append((path, body, f"expected {due}", answer.status_code, found))

    for place, session, paths in (
        (house, seat, ("", "/legal", "/answers")),
        (of_table, hers, ("", "/legal", "/entries")),
    ):
        for path in (*paths, "/stream"):
            await asked((401, "no-session", "token-unknown"), unknown, place + path)
            await asked((403, "not-allowed", "other-table"), session, place + path)
    for path, sent in (("/answers", None), ("/acts", ACT)):
        await asked((401, "no-session", "token-missing"), {}, house + path, sent)
    await asked((401, "no-session", "token-missing"), {}, f"{of_table}/acts", {"what": {"act": "leave"}})
    await asked((403, "not-allowed", "record-of-staff"), seat, f"{of_table}/entries")
    send = {"what": {"act": "go-on-duty", "role": "cashier", "person": cruz.person}}
    await asked((403, "post-not-granted", "pseudonym"), desk, f"{house}/acts", send)
    for person, bearer in ((bea, seat), (ana, {}), (cash.person, other)):
        for at in ("house", table.id):
            await asked((403, "place-taken", "himself"), bearer, sessions, {"person": person, "table": at})
    await asked((403, "post-needs-login", "own-post"), login, sessions, {"table": "house", "person": cash.person})
    await put_on_house_duty(here.house, Role.CASHIER, cash.person)  # type: ignore[arg-type]
    post = await here.session(str(cash.person), login["authorization"].removeprefix("Bearer "))
    await do(here.house, director, a.GoOffDuty(Role.CASHIER, cash.person))
    await asked((403, "post-needs-login", "own-post"), post, house)
    await put_on_house_duty(here.house, Role.CASHIER, cash.person)  # type: ignore[arg-type]
    here.people.people.staff.grant("caja", {Grant(Role.ADMISSION)}, by="dora")
    await asked((403, "post-not-granted", ""), post, house)
    here.people.people.staff.grant("caja", {Grant(Role.CASHIER)}, by="dora")
    assert (await here.client.get("/api/v1/house", headers=post)).status_code == 200
    here.people.now += 21 * MINUTES
    await asked((401, "no-session", "login-ended"), post, house)
    assert wrong == []
