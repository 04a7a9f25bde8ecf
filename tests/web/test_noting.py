"""A real table: its croupier notes what people do; the others' stakes are keyed as one total."""

import re
from typing import Any

from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.acts.bank import TakeBank
from tapete.kernel import Act, PersonId, Refused
from tapete.table.acts import CashOut, Sit

FORM = {"origin": "http://testserver.local", "hx-request": "true"}


async def note(house: Any, here: str, **what: str) -> Any:
    page = (await house.client.get(here)).text
    form = re.search(r'<form class="do with-fields" id="do-note-act".*?</form>', page, re.S)
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.group()))
    return await house.client.post(f"{here}/hacer", data=fields | what, headers=FORM)


def test_the_croupier_notes_people_notable_stakes_and_a_total(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("real")
        table = house.tables["real"]
        here = await house.enter("crupier", "real")
        arrival: tuple[dict[str, str], ...] = (
            {"new-person": "resto", "noted": "stand-behind", "seat": "9"},
            {"person": "resto", "noted": "buy-in", "amount-euros": "5000"},
        )
        for what in arrival:
            answer = await note(house, here, **what)
            assert answer.status_code == 200, answer.text
        await house.act("luz-real", TakeBank(20_000), "real")
        await house.act("luz-real", c.OpenBets(), "real")
        for who, euros in (("bea-real", "50"), ("resto", "120")):
            answer = await note(house, here, person=who, noted="stake", **{"amount-euros": euros})
            assert answer.status_code == 200, answer.text
        assert {one.person: one.amount for one in table.view(None).calls} == {"bea-real": 5_000, "resto": 12_000}
        entry = (await table.entries(table.version - 1))[0]
        assert entry.by == "luz-real"
        assert (entry.act["what"]["act"], entry.act["what"]["person"]) == ("note-act", "resto")
        answer = await note(house, here, person="carla-real", noted="stake", **{"amount-euros": "5"})
        assert answer.status_code == 409
        assert 'data-code="below-minimum"' in answer.text

    run(scene)


def test_a_total_for_the_rest_needs_nothing_noted_before(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        table = house.tables["real"]
        here = await house.enter("crupier", "real")
        answer = await note(house, here, person="resto", noted="stake", **{"amount-euros": "120"})
        assert answer.status_code == 200, answer.text
        view = table.view(PersonId("resto"))
        assert [(str(one.person), one.behind) for one in view.standing] == [("resto", 9)]
        assert {one.person: one.amount for one in view.calls} == {"resto": 12_000}
        assert view.me.chips == 0
        version = table.version
        answer = await note(house, here, person="resto", noted="stake", **{"amount-euros": "30"})
        told = [entry.act["what"]["what"]["act"] for entry in await table.entries(version)]
        assert answer.status_code == 200, answer.text
        assert told == ["buy-in", "stake"]  # he stands already
        answer = await note(house, here, **{"new-person": "nuevo", "noted": "stake", "amount-euros": "30"})
        assert answer.status_code == 409  # anybody else takes his place and buys for himself

    run(scene)


def test_only_the_croupier_of_a_real_table_notes(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.circle("cf")
        noted = c.NoteAct(PersonId("bea-cf"), CashOut(100))
        for who, table, code in (("luz-cf", "cf", "not-a-real-table"), ("ana-cf", "real", "not-your-post")):
            answer = await house.tables[table].act(Act(PersonId(who), noted, None))
            assert isinstance(answer.outcome, Refused)
            assert answer.outcome.code == code
        for person in ("system:chance", "fermin-real"):
            sit = c.NoteAct(PersonId(person), Sit(9))
            answer = await house.tables["real"].act(Act(PersonId("luz-real"), sit, None))
            assert answer.outcome.code == "only-people"
        # One seat a person in the whole hall, also when somebody else writes it down.
        sit = c.NoteAct(PersonId("bea-cf"), Sit(9))
        assert isinstance((await house.tables["real"].act(Act(PersonId("luz-real"), sit, None))).outcome, Refused)
        page = (await house.client.get(await house.enter("crupier", "cf"))).text
        assert "do-note-act" not in page

    run(scene)
