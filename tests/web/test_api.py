"""The API: views, acts, keys, errors as problems with code, sentence and clauses; what became of a press."""

import asyncio
from typing import Any

from tapete.games.baccarat.procedure import OpenBets
from tapete.results import as_csv, begin
from tapete.table.acts import Sit
from tapete.web.logbook import ResultsReader
from tapete.web.outcomes import Outcomes
from tests.support.web.house import Clock, House
from tests.support.web.pages import DATA

BASE = "/api/v1"


def at(house: Any, table: str = "mesa") -> dict[str, Any]:
    step = house.tables[table].step
    return {"shoe": step.series, "coup": step.cycle, "window": step.phase, "serial": step.serial}


async def post(house: Any, who: dict[str, str], what: Any, key: str = "k1", table: str = "mesa") -> Any:
    headers = who | {"idempotency-key": key}
    body = {"at": at(house, table), "what": what}
    return await house.client.post(f"{BASE}/tables/{table}/acts", json=body, headers=headers)


async def test_a_refusal_is_a_problem_with_code_clauses_and_facts(house: Any, /) -> None:
    await house.prepare()
    ana = await house.token("ana")
    answer = await post(house, ana, {"act": "place-bet", "bet": "punto", "amount": 100})
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "below-minimum"
    assert problem["type"] == "urn:tapete:problem:below-minimum"
    assert problem["clauses"] == ["PB.D.04"]
    assert problem["facts"] == {"minimum": 500, "amount": 100}
    late = await house.client.post(
        f"{BASE}/tables/mesa/acts",
        json={"at": at(house) | {"serial": 1}, "what": {"act": "place-bet", "bet": "punto", "amount": 500}},
        headers=ana | {"idempotency-key": "late"},
    )
    assert (late.status_code, late.json()["code"]) == (409, "window-closed")


async def test_whoever_acts_without_end_waits_and_the_record_does_not_grow(house: Any, /) -> None:
    await house.prepare()
    pace = house.app.state.brakes.acts
    pace.clock = clock = Clock()
    ana, bea, bet = await house.token("ana"), await house.token("bea"), {"bet": "punto", "amount": 500}
    first = (await post(house, ana, {"act": "place-bet", **bet}, "k1")).json()
    for _ in range(pace.most - 1):
        pace.take("mesa ana")
    grown, stopped = house.table.version, await post(house, ana, {"act": "place-bet", **bet}, "k0")
    told = (stopped.status_code, stopped.json()["code"], stopped.headers["retry-after"])
    assert (told, house.table.version) == ((429, "acts-too-fast", "1"), grown)
    page = await house.client.post(
        "/mesa/mesa/como/ana/hacer", data=BUY, headers=DATA | {"cookie": house.cookie("ana")}
    )
    assert (page.status_code, page.json()["code"]) == (429, "acts-too-fast")
    assert (await post(house, bea, {"act": "place-bet", **bet})).status_code == 200
    clock.now += 0.1
    answers = await asyncio.gather(*(post(house, ana, {"act": "place-bet", **bet}, f"k{n}") for n in (2, 3)))
    assert sorted(one.status_code for one in answers) == [200, 429], "two at one moment are not let by together"
    again = (await post(house, ana, {"act": "place-bet", **bet}, "k1")).json()
    assert again == first | {"repeated": True}, "what stands already is answered as it was, at any pace"


async def test_whose_a_stake_was_is_told_to_themselves_and_to_the_staff(house: Any, /) -> None:
    """Also of coups that are settled after somebody has asked; before the payment there is nothing to read."""

    async def read(who: str = "", after: int = 0) -> tuple[int, list[tuple[str, str, int]]]:
        headers = await house.token(who) if who else {}
        answer = await house.client.get(f"{BASE}/tables/mesa/results", headers=headers, params={"after": after})
        told = answer.json()
        assert (answer.status_code, told["table"], told["prizes"]) == (200, "mesa", [])
        return told["count"], [(one["person"], one["spot"], one["amount"]) for one in told["stakes"]]

    await house.deal()
    assert await read("marta") == (0, [])
    await house.finish()
    both = [("ana", "punto", 2_000), ("bea", "banca", 1_000)]
    assert (await read("marta"))[1] == both
    assert (await read("ana"))[1] == [both[0], ("", *both[1][1:])]
    assert (await read())[1] == [("", *one[1:]) for one in both]
    await house.act("marta", OpenBets())
    await house.deal()
    await house.finish()
    assert await read("bea", after=2) == (4, [("", *both[0][1:]), both[1]])
    marta, table = await house.token("marta"), f"{BASE}/tables/mesa/results"
    rows = begin(house.table.game, "mesa")
    for entry in await house.table.entries():
        rows.follow(entry)
    for asked, more in (("?format=csv&limit=1", {}), ("", {"accept": "text/csv"})):
        answer = await house.client.get(table + asked, headers=marta | more)
        assert answer.headers["content-type"].startswith("text/csv")
        assert answer.text == as_csv(rows.kind, rows.rows), "the whole as the verb writes it"
    unknown = (await house.client.get(f"{table}?format=csv&after=2")).text.splitlines()
    assert [len(unknown), *(who in str(unknown) for who in ("ana", "bea"))] == [3, False, False]
    assert (await house.client.get(f"{table}?format=json", headers={"accept": "text/csv"})).json()["count"] == 4


async def test_who_goes_while_a_record_is_read_leaves_no_row_twice(house: Any, /, monkeypatch: Any) -> None:
    await house.prepare()
    table, reader, gate, met = house.table, ResultsReader(), asyncio.Event(), asyncio.Event()
    await reader.of(table)
    before = table.version
    await house.deal()
    await house.finish()
    await house.act("marta", OpenBets())
    monkeypatch.setattr("tapete.web.logbook.LOOK_BACK", table.version - before - 1)  # the last entry is read by itself
    entries = table.entries

    async def slow(after: int, limit: int) -> Any:
        if after == table.version - 1:
            met.set()
            await gate.wait()
        return await entries(after, limit)

    monkeypatch.setattr(table, "entries", slow)
    gone = asyncio.create_task(reader.of(table))
    await asyncio.wait_for(met.wait(), 60)
    gone.cancel()
    gate.set()
    found = [(one.person, one.amount) for one in (await reader.of(table)).rows]
    assert found == [("ana", 2_000), ("bea", 1_000)], "what was read before somebody went was read again"


async def test_a_large_body_is_413_and_a_missing_key_400(house: Any, /) -> None:
    async def pieces() -> Any:
        for start in range(0, len(large), 1000):
            yield large[start : start + 1000]

    ana, acts, large = await house.token("ana"), f"{BASE}/tables/mesa/acts", b'{"what":"' + b"x" * 20_000 + b'"}'
    for body in (large, pieces()):
        answer = await house.client.post(acts, content=body, headers=ana | {"idempotency-key": "k"})
        assert answer.status_code == 413
    assert (await house.client.post(acts, content=b"{}", headers=ana)).status_code == 400
    page = await house.enter("jugador-1")
    assert (await house.client.post(f"{page}/hacer", data={"act": "x" * 20_000}, headers=DATA)).status_code == 413


BUY = {"act": "buy-in", "amount-euros": "300", "command": "c1", "press": "p1"}


async def desk(house: House, person: str = "ana", seat: int = 1) -> str:
    await house.act(person, Sit(seat))
    house.client.cookies.set("tapete-place", house.app.state.sessions.open("mesa", person), domain="testserver.local")
    return f"/mesa/mesa/como/{person}"


async def ask(house: House, here: str, **asked: str) -> tuple[str, str]:
    """Return what the hall knows of a press, and what it tells of it."""
    before = house.table.version
    answer = await house.client.get(f"{here}/pulsacion", params=asked)
    assert (answer.status_code, house.table.version) == (200, before), answer.text
    return answer.headers["tapete-fate"], answer.text


def chips(house: House, person: str = "ana") -> int:
    view: Any = house.table.view(person)  # type: ignore[arg-type]
    return int(view.me.chips)


async def test_after_a_restart_the_record_says_what_was_done(house: House, /) -> None:
    here = await desk(house)
    at = str(house.table.step)
    await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=DATA)
    house.app.state["presses"] = Outcomes()
    fate, text = await ask(house, here, press="p1", command="c1", at=at)
    assert fate == "known"
    assert "Hecho" in text
    assert f'"version":{house.table.version},' in text
    for other in ({"command": "c2", "at": at}, {"command": "c1", "at": "1.1.bets.9"}, {}):
        assert await ask(house, here, press="p1", **other) == ("unknown", "")
    again = await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=DATA)
    assert "Ya estaba hecho" in again.text, "pressed again under its id, it is done once"
    assert chips(house) == 30_000


async def test_nobody_is_told_the_fate_of_anothers_press(house: House, /) -> None:
    here = await desk(house)
    await house.client.post(f"{here}/hacer", data=BUY, headers=DATA)
    house.client.cookies.clear()
    there = await desk(house, "bea", 2)
    assert await ask(house, there, press="p1", command="c1") == ("unknown", "")
    asked = await house.client.get(f"{here}/pulsacion", params={"press": "p1"}, headers=DATA)
    for answer in (asked, await house.client.post(f"{here}/hacer", data=BUY, headers=DATA)):  # as after a restart
        assert (answer.status_code, "Hecho" in answer.text, "tapete-fate" in answer.headers) == (401, False, False)
    house.app.state["presses"] = Outcomes()
    assert await ask(house, there, press="p1", command="c1") == ("unknown", ""), "nor from the record"
