"""Threat T10: incidents at a real table: examined, confirmed as shown, ruled on, corrected by two officials."""

import asyncio
from itertools import count
from typing import Any

from tapete.chance import ChanceKind
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.web.house import opened
from tests.support.web.pages import DATA, hidden, model

HERE = "/mesa/real/como/luz-real"


async def dealt(house: Any, what: Any = None) -> None:
    """Close the betting at a real table and deal the first card; then let an incident be reported."""
    await house.betting("real")
    await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")
    for one in (c.CloseBets(), c.DealCard(Hand.PUNTO)):
        await house.act("luz-real", one, "real")
    if what is not None:
        await house.irregular(what)


async def desk(house: Any, link: str) -> Any:
    return model((await house.client.get(await house.enter(link, "real"))).text)["regions"]["desk"]


async def page(house: Any, link: str) -> str:
    return str((await house.client.get(await house.enter(link, "real"))).text)


async def felt(house: Any) -> str:
    return str(model(str((await house.client.get("/mesa/real/publico")).text))["regions"]["felt"])


async def send_form(house: Any, here: str, fields: dict[str, str], to: str = "hacer") -> Any:
    return await house.client.post(f"{here}/{to}", data=fields, headers=DATA)


async def test_what_the_text_leaves_open_is_the_inspectors_alone(house: Any, /) -> None:
    await dealt(house, c.Report(Accident.OTHER, note="algo raro"))
    croupier, inspector = await desk(house, "crupier"), await desk(house, "inspector")
    assert ["ruling" in one for one in (inspector, croupier)] == [True, False]
    said = model(await page(house, "crupier"))["regions"]["ask"]["said"]
    assert said == "Hay una incidencia: la mesa espera a que se resuelva."
    assert inspector["ruling"]["is_proposed"] is False


async def test_a_ruling_that_has_to_wait_says_why_and_the_fallen_card_can_be_picked_up(house: Any, /) -> None:
    await dealt(house, c.Report(Accident.FLOOR, position=0))
    (one,) = (await desk(house, "crupier"))["incidents"]
    assert ("pronounce" in one, any("sigue en el suelo" in text for text in one["remarks"])) == (False, True)
    fields = hidden(await page(house, "crupier"), "pick-up", position="0")
    assert (await send_form(house, HERE, fields)).status_code == 200
    assert "pronounce" in (await desk(house, "crupier"))["incidents"][0]


async def test_a_report_is_examined_confirmed_and_ruled_on_and_everybody_reads_it(house: Any, /) -> None:
    await dealt(house)
    table = house.tables["real"]
    fields, before = hidden(await page(house, "crupier"), "report", accident="stuck"), table.version
    unseen = await send_form(house, HERE, fields)
    assert (unseen.status_code, table.version) == (409, before), "nothing is reported that was not shown"
    shown = (await send_form(house, HERE, fields, "examinar")).json()
    assert (shown["code"], table.version) == ("preview", before)
    assert "La jugada se anula" in " ".join(shown["incident"]["proposed"])
    other = await send_form(house, HERE, dict(shown["fields"]) | {"shown": "of another remedy"})
    assert (other.status_code, table.version, other.json()["code"]) == (409, before, "remedy-changed")
    assert (await send_form(house, HERE, dict(other.json()["fields"]))).status_code == 200
    assert [one.kind for one in table.view(None).incidents] == ["stuck"]
    assert "cartas pegadas" in await felt(house)
    ruling = hidden(await page(house, "crupier"), "give-ruling", serial="1")
    stale = await send_form(house, HERE, ruling | {"shown": "of another remedy"})
    assert (stale.status_code, stale.json()["code"]) == (409, "remedy-changed")
    done = await send_form(house, HERE, ruling)
    assert (done.status_code, table.view(None).incidents) == (200, ()), done.text
    told = await felt(house)
    assert [one in told for one in ("cartas pegadas", "La jugada se anula")] == [True, True]


async def test_a_table_waits_while_an_official_looks_at_a_report(house: Any, /) -> None:
    await house.dealt()
    table, here = house.tables["cf"], await house.enter("crupier", "cf")
    report = hidden(str((await house.client.get(here)).text), "report", accident="too-slow")
    assert (await send_form(house, here, report, "examinar")).json()["code"] == "preview"
    assert (table.legal(PersonId("bea-cf")), table.hold.is_binding(None)) == ((), True)
    assert "La mesa espera mientras usted mira" in (await house.client.get(here)).text
    assert (await send_form(house, here, {}, "examinar")).status_code == 204
    await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
    table.hold.begin(PersonId("luz-cf"))
    await house.act("fermin-cf", Relieve(Role.CROUPIER, PersonId("nora-cf")), "cf")  # whoever looks may be relieved


async def test_another_lawful_effect_is_given_with_its_reason_and_a_claim_is_written_down(house: Any, /) -> None:
    await dealt(house, c.Report(Accident.OTHER, note="algo raro"))
    here = await house.enter("inspector", "real")
    form, at = (await desk(house, "inspector"))["ruling"], str(house.tables["real"].step)
    own = {"act": "give-ruling", "at": at, "command": form["action"]["command"], "shown": form["mark"]}
    own |= form["action"]["fixed_fields"] | {"effect.1": "void-coup", "hand.1": ""}
    assert (await send_form(house, here, own | {"reason": ""})).status_code == 409
    done = await send_form(house, here, own | {"reason": "nadie sabe de quién es la carta"})
    assert (done.status_code, house.tables["real"].view(None).incidents) == (200, ()), done.text
    what = {"person": "bea-real", "coup": "1", "note": "dice que pidió carta", "against": "banker"}
    claim = hidden(await page(house, "inspector"), "record-claim") | what
    assert (await send_form(house, here, claim)).status_code == 200
    assert "dice que pidió carta" in str((await desk(house, "inspector"))["log"])


WRONG = {"act": "correct-payment", "coup": 1, "person": "ana", "paid": -100, "reason": "se pagó mal"}


async def played(house: Any) -> None:
    await house.deal()
    await house.finish()


async def send(house: Any, token: dict[str, str], what: dict[str, Any], key: str) -> Any:
    return await house.client.post(
        "/api/v1/tables/mesa/acts", json={"what": what}, headers=token | {"idempotency-key": key}
    )


async def done(house: Any) -> int:
    events = [event["event"] for entry in await house.table.entries(limit=200) for event in entry.events]
    return sum(one.startswith("payment-corrected") for one in events)


async def test_one_official_alone_corrects_nothing(house: Any, /) -> None:
    await played(house)
    marta, julio = await house.token("marta"), await house.token("julio")
    first, second = WRONG | {"second": "julio"}, WRONG | {"second": "marta"}
    for key in ("k1", "k2"):  # however often the first says it
        answer = await send(house, marta, first, key)
        assert (answer.status_code, answer.json()["code"]) == (409, "awaits-second")
    assert [one.act.at for one in house.table.proposals] == [house.table.step], "which coup is meant, though none said"
    assert await done(house) == 0
    other = await send(house, julio, second | {"paid": -200}, "k3")  # something else is no agreement
    assert other.json()["code"] == "awaits-second"
    assert await done(house) == 0
    answer = await send(house, julio, second | {"reason": "lo vi"}, "k4")
    assert (answer.status_code, answer.json()["outcome"]) == (200, "accepted"), answer.text
    assert await done(house) == 1
    entry = (await house.table.entries(limit=200))[-1]
    assert (entry.by, entry.act["what"]["second"], entry.act["what"]["reason"]) == ("marta", "julio", "se pagó mal")


@opened(shoe=ChanceKind.SEALED)
async def test_what_the_rules_refuse_waits_for_nobody(house: Any, /) -> None:
    await played(house)
    marta = await house.token("marta")
    for wrong in ({"second": "marta"}, {"second": "ana"}, {"second": "julio", "coup": 7}):
        answer = await send(house, marta, WRONG | wrong, "k")
        assert answer.status_code == 409
        assert answer.json()["code"] != "awaits-second"
    assert not tuple(house.table.proposals)


async def test_a_second_signature_given_twice_at_once_is_done_once(house: Any, /) -> None:
    await played(house)
    marta, julio = await house.token("marta"), await house.token("julio")
    assert (await send(house, marta, WRONG | {"second": "julio"}, "k1")).json()["code"] == "awaits-second"
    second = WRONG | {"second": "marta"}
    answers = await asyncio.gather(*(send(house, julio, second, f"s{n}") for n in range(5)))
    assert any(one.status_code == 200 for one in answers)
    assert await done(house) == 1


async def test_a_program_keys_the_awaited_card_by_what_it_is_offered_and_only_once(house: Any, /) -> None:
    """Threat: an offer names what the act does not take, or a card keyed again is said to be the system's business."""
    await dealt(house)
    table, keys = "/api/v1/tables/real", count()
    tokens = [await house.token(f"{name}-real", "real") for name in ("luz", "ana", "bea", "carla", "dani")]

    async def awaited(token: dict[str, str]) -> tuple[Any, Any]:
        legal = (await house.client.get(f"{table}/legal", headers=token)).json()
        return legal["step"], next((one for one in legal["offers"] if one["main"]), None)

    async def said(token: dict[str, str], step: Any, offer: Any, **more: Any) -> Any:
        body = {"what": {"act": offer["act"], **offer["fields"], **more}, "at": step}
        return await house.client.post(f"{table}/acts", json=body, headers=token | {"idempotency-key": str(next(keys))})

    due, keyed = None, 0
    while due is None or (await awaited(tokens[0]))[1]["act"] == "card-out":
        for token in tokens:
            step, offer = await awaited(token)
            if offer is not None:
                face = {"face": f"{7 + keyed}s"} if offer["act"] == "card-out" else {}
                answer = await said(token, step, offer, **face)
                assert answer.status_code == 200, answer.text
                due, keyed = due or (offer if face else None), keyed + len(face)
                break
    assert due["notes"].keys() == {"place"}
    again = await said(tokens[0], (await awaited(tokens[0]))[0], due, face="9d")
    assert (again.status_code, again.json()["code"]) == (409, "no-card-awaited"), again.text
